#include "weaver/results.hpp"

#include "epreuve/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace epreuve::book {

namespace {

using nlohmann::json;

class Placing
{
  using Kind = Result::Kind;

public:
  Placing(std::vector<ChapterPage>& pages, const json& record) : pages_(pages), record_(record) {}

  std::vector<Placed> all()
  {
    place_claims("claims", Kind::claim);
    place_claims("findings", Kind::finding);
    place("tables", Kind::table);
    place("figures", Kind::figure);
    place("undrawn", Kind::undrawn);
    place("propositions", Kind::proposition);
    std::vector<Placed> placed;
    for (auto& [place, entries] : entries_) {
      std::ranges::stable_sort(entries, {}, &Entry::line);
      Placed& here = placed.emplace_back(place);
      for (Entry& entry : entries)
        here.results.push_back(std::move(entry.result));
    }
    return placed;
  }

private:
  struct Entry
  {
    int line; ///< to sort by
    Result result;
  };

  /// The place of something that a page made; nothing if another file made it.
  std::optional<Place> place_of(const json& made)
  {
    const auto page =
        std::ranges::find(pages_, made.at("file").get<std::string>(), &ChapterPage::path);
    if (page == pages_.end())
      return std::nullopt;
    const int line = made.at("line"), last = page->literate.line_count();
    if (line > last)
      page->problems.push_back(
          {line, fmt::format("the record of {} has something here, but the file has only {} lines; "
                             "build the chapter and run it again",
                             record_.at("name").get<std::string>(), last)});
    const std::vector<Piece>& pieces = page->literate.pieces;
    const auto piece = std::ranges::find_if(pieces, [line](const Piece& candidate) {
      return candidate.kind == Piece::Kind::code && line <= candidate.last_line();
    });
    return Place{static_cast<std::size_t>(page - pages_.begin()),
                 static_cast<std::size_t>(piece - pieces.begin())};
  }

  Place home_of(const json& made)
  {
    return place_of(made).value_or(Place{pages_.size() - 1, pages_.back().literate.pieces.size()});
  }

  void place(const char* list, Kind kind)
  {
    const json& all = record_.at(list);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Place home = home_of(all[i]);
      entries_[home].push_back({all[i].at("line"), {.kind = kind, .index = i, .home = home}});
    }
  }

  void place_claims(const char* list, Kind kind)
  {
    const json& all = record_.at(list);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Place home = home_of(all[i]);
      std::map<Place, Entry> parts;
      const auto part_at = [&](const Place& place, const json& made) -> Result& {
        Entry part{made.at("line"), {.kind = kind, .index = i, .home = home}};
        return parts.insert({place, std::move(part)}).first->second.result;
      };
      part_at(home, all[i]);
      const json& readings = all[i].at("readings");
      for (std::size_t r = 0; r < readings.size(); ++r) {
        const json& evidence = readings[r].at("evidence");
        for (std::size_t e = 0; e < evidence.size(); ++e) {
          const Place from = place_of(evidence[e]).value_or(home);
          const bool earlier = from.page == home.page && from.piece < home.piece;
          part_at(earlier ? home : from, evidence[e]).evidence.push_back({r, e});
        }
      }
      for (auto& [place, part] : parts) {
        part.result.continued = place != home;
        part.result.goes_on = place == home && parts.size() > 1;
        entries_[place].push_back(std::move(part));
      }
    }
  }

  std::vector<ChapterPage>& pages_;
  const json& record_;
  std::map<Place, std::vector<Entry>> entries_;
};

} // namespace

std::vector<Placed> place_results(std::vector<ChapterPage>& pages, const json& record)
{
  try {
    return Placing(pages, record).all();
  } catch (const json::exception& e) {
    throw Error("the record of a chapter is not of the form that docs/record.schema.json "
                "describes: {}",
                e.what());
  }
}

} // namespace epreuve::book
