#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

/// What a folder of petit has of its training: log.json, which the training writes, and in folder() copying.json, which
/// compares several trainings.
namespace epreuve::petit {

/// What a model in training misses, at a step.
struct Mark
{
  std::uint64_t step;
  double missing, half_width; ///< mean divergence, in nats a word, and its 95 % interval
  std::map<std::string, double>
      by_choice; ///< its parts, by what the next word can settle (choices.hpp)
};

/// log.json.
struct Log
{
  std::string names_return; ///< of the language, "3/4"
  std::uint64_t seed;
  std::size_t texts; ///< by which a mark is measured
  std::vector<Mark> marks;
};

/// @throws Error naming the file if it is not the log of a training of petit
Log read_log(const std::filesystem::path& folder);

/// The text of log.json.
/// @param head  all but the marks
std::string text_of(nlohmann::ordered_json head, const std::vector<Mark>& marks);

/// An entry of copying.json, which `./epreuve gpt2 heads --json` writes: when a training has learnt to copy a name, and what
/// its heads do.
struct CopyingLog
{
  std::string names_return;
  std::uint64_t seed;
  double gain, gain_a_word; ///< what is to be gained by copying (heads.hpp)
  std::vector<std::pair<std::uint64_t, double>> missing;          ///< at second names, by step
  std::map<std::string, std::vector<std::vector<double>>> scores; ///< by test: layers of heads
  std::vector<std::vector<double>> resampled_at_name; ///< what heads and MLPs are worth at the name
};

/// @throws Error naming the file if it is not one that this command wrote
std::vector<CopyingLog> read_copying(const std::filesystem::path& folder);

} // namespace epreuve::petit
