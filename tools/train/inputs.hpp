#pragma once

#include "train/options.hpp"

#include "epreuve/gpt2/config.hpp"
#include "epreuve/gpt2/write_checkpoint.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace epreuve::tools {

/// The state of a training, next to its model.
inline constexpr const char* state_file = "training.state";
/// The model of the least validation loss, a folder in that of the model.
inline constexpr const char* best_folder = "best";

/// What a training is given, read and found good.
struct Inputs
{
  gpt2::Config config;
  std::string precision; ///< single or double
  training::Settings settings;
  std::vector<gpt2::Token> tokens;
  std::vector<gpt2::Token> validation; ///< kept back, or of another file; empty: none
  Validating validating;
  std::string vocab_json, merges_txt; ///< of the tokenizer; empty if none is known
  Json data;                          ///< where the tokens come from, and their hashes
  bool resumes = false;               ///< goes on with the state in --out

  // Of a training with a name
  std::function<void(training::Batch&, std::uint64_t step)> fill; ///< in place of tokens
  /// Before each step, and after the last one
  std::function<void(std::uint64_t step, const gpt2::Weights<float>&)> watch;
  std::string tokenizer_config;
  gpt2::Stored stored = gpt2::Stored::f32;
};

/// @throws Error naming the option or the file that is wrong, and what to do
Inputs read_inputs(const TrainOptions& options);

/// The training at its beginning, or where it goes on.
/// @throws Error for a bad checkpoint or state, and if the machine has not the memory
template <typename Real>
training::Training<Real> training_of(const TrainOptions& options, const Inputs& inputs);

} // namespace epreuve::tools
