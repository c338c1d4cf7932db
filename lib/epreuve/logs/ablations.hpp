#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::logs {

/// A translator that was trained once, without one of its parts: how many sentences it translates exactly.
struct Ablation
{
  /// "all parts", "one head", "one block", "no positions", "no cross-attention"
  std::string trained_with;
  std::size_t withheld, constructions;
  double loss; ///< nats per word, the mean of the last 200 steps
};

/// Chapter 20: the translator without its parts.
struct AblationsLog
{
  std::size_t steps;                   ///< of each training
  std::size_t withheld, constructions; ///< all sentences withheld by a hash, and by a construction
  std::vector<Ablation> runs;

  /// @throws Error if there is no such training
  const Ablation& with(std::string_view parts) const;
};

/// @throws Error naming the file if it is not such a log
AblationsLog read_ablations(const std::filesystem::path& file);

/// The one in folder(). It is read once.
const AblationsLog& ablations();

/// The file's text.
std::string text_of(const AblationsLog& log);

} // namespace epreuve::logs
