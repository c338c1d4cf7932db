#pragma once

#include "common/chapters.hpp"

#include "epreuve/evidence/record.hpp"
#include "epreuve/evidence/report.hpp"
#include "epreuve/evidence/shares.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::tools {

/// So many different seeds, the first ones of a list that `start` decides: more seeds hold the fewer.
std::vector<std::uint64_t> seeds_from(std::uint64_t start, std::size_t count);

/// What one chapter found with several seeds: which pieces of evidence failed, and with which of them.
///
/// A piece fails with a seed if its claim is then not as declared, and the piece came out otherwise than where the
/// claim is as declared: of an erratum some evidence is to fail, and it is at fault when it passes. If the claim
/// is as declared with no seed, every piece that does not pass is named.
/// Named too, though nothing failed, is what would fail with other seeds: see evidence/shares.hpp.
class SeveralSeeds
{
public:
  explicit SeveralSeeds(std::string chapter) : chapter_(std::move(chapter)) {}

  void add(std::uint64_t seed, const Outcome& outcome);

  /// 0 if everything was as declared with every seed, 1 if something was not, 2 if a run had no result.
  int status() const;
  /// A line on the chapter, and under it every piece of evidence that failed, with its seeds, and every heavy tail.
  std::string report(const evidence::Typography& type) const;
  /// As docs/seeds.schema.json describes a chapter.
  nlohmann::json to_json() const;

private:
  /// How one piece of evidence came out.
  struct Seen
  {
    std::string what;
    std::string outcome; ///< "passed", "failed", "undecided"
    evidence::SourceLine where;
    std::optional<double> share; ///< of its tolerance that was taken
  };
  struct Run
  {
    std::uint64_t seed = 0;
    bool as_declared = false;
    std::string complaint;
    std::vector<Seen> evidence; ///< of all readings
  };
  /// A piece of evidence that failed, always in the same way.
  struct Failure
  {
    std::string id; ///< of the claim
    Seen seen;
    std::vector<std::uint64_t> seeds;
  };

  struct HeavyTail
  {
    std::string id; ///< of the claim
    Seen seen;      ///< with the first seed
    evidence::Tail tail;
  };

  void add_claim(std::uint64_t seed, const evidence::ClaimRecord& claim);
  std::vector<Failure> failures() const;
  std::vector<HeavyTail> heavy_tails() const;

  std::string chapter_;
  std::size_t runs_ = 0;
  double seconds_ = 0; ///< of all runs
  std::vector<std::uint64_t> failed_, without_result_;
  std::map<std::string, std::vector<Run>>
      claims_; ///< by id; those that fail are few, their runs many
};

} // namespace epreuve::tools
