#include "weaver/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace epreuve::book {

namespace {

using evidence::SourceLine;

class Placing
{
  using Kind = Result::Kind;

public:
  Placing(std::vector<ChapterPage>& pages, const evidence::Record& record)
      : pages_(pages), record_(record)
  {
  }

  std::vector<Placed> all()
  {
    place_claims(record_.claims, Kind::claim);
    place_claims(record_.findings, Kind::finding);
    place(record_.tables, Kind::table);
    place(record_.figures, Kind::figure);
    place(record_.undrawn, Kind::undrawn);
    place(record_.propositions, Kind::proposition);
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
    unsigned line; ///< to sort by
    Result result;
  };

  /// The place of something that a page made; nothing if another file made it.
  std::optional<Place> place_of(const SourceLine& made)
  {
    const auto page = std::ranges::find(pages_, made.file, &ChapterPage::path);
    if (page == pages_.end())
      return std::nullopt;
    const int line = static_cast<int>(made.line), last = page->literate.line_count();
    if (line > last)
      page->problems.push_back(
          {line, fmt::format("the record of {} has something here, but the file has only {} lines; "
                             "build the chapter and run it again",
                             record_.name, last)});
    const std::vector<Piece>& pieces = page->literate.pieces;
    const auto piece = std::ranges::find_if(pieces, [line](const Piece& candidate) {
      return candidate.kind == Piece::Kind::code && line <= candidate.last_line();
    });
    return Place{static_cast<std::size_t>(page - pages_.begin()),
                 static_cast<std::size_t>(piece - pieces.begin())};
  }

  Place home_of(const SourceLine& made)
  {
    return place_of(made).value_or(Place{pages_.size() - 1, pages_.back().literate.pieces.size()});
  }

  template <typename T>
  void place(const std::vector<T>& all, Kind kind)
  {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Place home = home_of(all[i].where);
      entries_[home].push_back({all[i].where.line, {.kind = kind, .index = i, .home = home}});
    }
  }

  void place_claims(const std::vector<evidence::ClaimRecord>& all, Kind kind)
  {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Place home = home_of(all[i].where);
      std::map<Place, Entry> parts;
      const auto part_at = [&](const Place& place, const SourceLine& made) -> Result& {
        Entry part{made.line, {.kind = kind, .index = i, .home = home}};
        return parts.insert({place, std::move(part)}).first->second.result;
      };
      part_at(home, all[i].where);
      for (std::size_t r = 0; r < all[i].readings.size(); ++r) {
        const std::vector<evidence::Evidence>& evidence = all[i].readings[r].evidence;
        for (std::size_t e = 0; e < evidence.size(); ++e) {
          const Place from = place_of(evidence[e].where).value_or(home);
          const bool earlier = from.page == home.page && from.piece < home.piece;
          part_at(earlier ? home : from, evidence[e].where).evidence.push_back({r, e});
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
  const evidence::Record& record_;
  std::map<Place, std::vector<Entry>> entries_;
};

} // namespace

std::vector<Placed> place_results(std::vector<ChapterPage>& pages, const evidence::Record& record)
{
  return Placing(pages, record).all();
}

} // namespace epreuve::book
