#include "driver/several_seeds.hpp"

#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>
#include <set>

namespace epreuve::tools {

namespace {

using nlohmann::json;

/// What a run complains of that is no claim's: claims without evidence, propositions whose proof failed.
std::vector<std::string> other_complaints(const evidence::Record& record)
{
  std::vector<std::string> complaints;
  for (const std::string& id : record.missing)
    complaints.push_back(fmt::format("{} has no evidence", id));
  for (const evidence::CitedProposition& proposition : record.propositions)
    for (const auto& [method, status] : proposition.proofs)
      if (status == "failed")
        complaints.push_back(
            fmt::format("proposition {}, {}: not proven", proposition.name, method));
  return complaints;
}

std::string with_seeds(std::size_t runs, const std::vector<std::uint64_t>& seeds)
{
  return fmt::format("with {} of {} seeds: {}", seeds.size(), runs, fmt::join(seeds, ", "));
}

} // namespace

std::vector<std::uint64_t> seeds_from(std::uint64_t start, std::size_t count)
{
  std::mt19937_64 generator(start);
  std::vector<std::uint64_t> seeds;
  std::set<std::uint64_t> known;
  while (seeds.size() < count)
    if (const std::uint64_t seed = generator() >> 32U;
        known.insert(seed).second) // 32 bits: easy to type
      seeds.push_back(seed);
  return seeds;
}

void SeveralSeeds::add(std::uint64_t seed, const Outcome& outcome)
{
  ++runs_;
  seconds_ += outcome.seconds;
  if (!outcome.record) {
    without_result_.push_back(seed);
    return;
  }
  if (!outcome.record->ok())
    failed_.push_back(seed);
  for (const auto* list : {&outcome.record->claims, &outcome.record->findings})
    for (const evidence::ClaimRecord& claim : *list)
      add_claim(seed, claim);
  for (const std::string& complaint : other_complaints(*outcome.record))
    claims_[complaint].push_back({seed, false, complaint, {}});
}

void SeveralSeeds::add_claim(std::uint64_t seed, const evidence::ClaimRecord& claim)
{
  Run run{seed, claim.as_declared(), claim.complaint, {}};
  for (const evidence::Reading& reading : claim.readings)
    for (const evidence::Evidence& piece : reading.evidence)
      run.evidence.push_back({piece.what,
                              !piece.conclusive ? "undecided"
                              : piece.passed    ? "passed"
                                                : "failed",
                              piece.where, piece.share});
  claims_[claim.source.id].push_back(std::move(run));
}

std::vector<SeveralSeeds::Failure> SeveralSeeds::failures() const
{
  std::vector<Failure> failures;
  const auto add = [&](const std::string& id, const Seen& seen, std::uint64_t seed) {
    const auto known = std::ranges::find_if(failures, [&](const Failure& failure) {
      return failure.id == id && failure.seen.where.line == seen.where.line &&
             failure.seen.what == seen.what && failure.seen.outcome == seen.outcome;
    });
    if (known == failures.end())
      failures.push_back({id, seen, {seed}});
    else
      known->seeds.push_back(seed);
  };
  for (const auto& [id, runs] : claims_) {
    const auto right = std::ranges::find_if(runs, &Run::as_declared);
    for (const Run& run : runs) {
      if (run.as_declared)
        continue;
      bool named = false;
      for (std::size_t i = 0; i < run.evidence.size(); ++i) {
        const bool comparable = right != runs.end() && i < right->evidence.size();
        if (run.evidence[i].outcome == (comparable ? right->evidence[i].outcome : "passed"))
          continue;
        add(id, run.evidence[i], run.seed);
        named = true;
      }
      if (!named)
        add(id, {run.complaint, "failed", {}, {}}, run.seed);
    }
  }
  return failures;
}

std::vector<SeveralSeeds::HeavyTail> SeveralSeeds::heavy_tails() const
{
  std::vector<HeavyTail> tails;
  for (const auto& [id, runs] : claims_)
    for (std::size_t i = 0; i < runs.front().evidence.size(); ++i) {
      const Seen& seen = runs.front().evidence[i];
      std::vector<double> shares;
      for (const Run& run : runs)
        if (i < run.evidence.size() && run.evidence[i].what == seen.what && run.evidence[i].share)
          shares.push_back(*run.evidence[i].share);
      if (const auto tail = evidence::heavy_tail(std::move(shares)))
        tails.push_back({id, seen, *tail});
    }
  return tails;
}

int SeveralSeeds::status() const
{
  return !without_result_.empty() ? 2 : !failed_.empty() ? 1 : 0;
}

std::string SeveralSeeds::report(const evidence::Typography& type) const
{
  const char* const red = "1;31";
  const std::size_t failed = failed_.size() + without_result_.size();
  const std::string found = failed == 0 ? fmt::format("as declared with all {} seeds", runs_)
                                        : fmt::format("failed with {} of {} seeds", failed, runs_);
  const std::string each = fmt::format("{:.1f} s each\n", seconds_ / static_cast<double>(runs_));
  const bool fits = 24 + found.size() + 2 + each.size() <= type.width;
  std::string text = fits ? pad_right(chapter_, 24) : chapter_ + "\n  ";
  text += type.painted(failed == 0 ? "32" : red, found) + (fits ? "  " : "\n  ") + each;
  const auto indented = [&](const char* sign, const std::string& words, const char* colour) {
    std::string margin = sign;
    for (const std::string& line : wrap(words, static_cast<double>(type.width - 6))) {
      text += type.painted(colour, pad_right(margin, 6) + line) + "\n";
      margin.clear();
    }
  };
  for (const Failure& failure : failures()) {
    const bool same = failure.id == failure.seen.what; // neither claim nor finding
    indented("   ✗✗", same ? failure.id : failure.id + ": " + failure.seen.what, red);
    indented("", failure.seen.outcome + " " + with_seeds(runs_, failure.seeds), "0");
  }
  if (!without_result_.empty())
    indented("   ✗✗", "no result " + with_seeds(runs_, without_result_), red);
  for (const auto& [id, seen, tail] : heavy_tails()) {
    indented("   ?", id + ": " + seen.what, "33");
    indented(
        "",
        fmt::format("took {:.2g} of its tolerance with the worst seed, {:.2g} in the median: a "
                    "tail so heavy takes more than all with a probability of {:.0e}",
                    tail.worst, tail.median, tail.probability),
        "0");
  }
  return text;
}

json SeveralSeeds::to_json() const
{
  json evidence = json::array();
  for (const Failure& failure : failures()) {
    json entry{{"id", failure.id},
               {"what", failure.seen.what},
               {"outcome", failure.seen.outcome},
               {"seeds", failure.seeds}};
    if (!failure.seen.where.file.empty()) {
      entry["file"] = failure.seen.where.file;
      entry["line"] = failure.seen.where.line;
    }
    evidence.push_back(std::move(entry));
  }
  json tails = json::array();
  for (const auto& [id, seen, tail] : heavy_tails())
    tails.push_back({{"id", id},
                     {"what", seen.what},
                     {"worst", tail.worst},
                     {"median", tail.median},
                     {"probability", tail.probability},
                     {"file", seen.where.file},
                     {"line", seen.where.line}});
  return {{"name", chapter_},
          {"runs", runs_},
          {"failed", failed_},
          {"without_result", without_result_},
          {"evidence", std::move(evidence)},
          {"heavy_tails", std::move(tails)}};
}

} // namespace epreuve::tools
