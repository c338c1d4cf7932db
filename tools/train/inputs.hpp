#pragma once

#include "train/options.hpp"

#include "epreuve/gpt2/config.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::tools {

/// The state of a training, next to its model.
inline constexpr const char* state_file = "training.state";

/// What a training is given, read and found good.
struct Inputs
{
  gpt2::Config config;
  std::string precision; ///< single or double
  training::Settings settings;
  std::vector<gpt2::Token> tokens;
  std::string vocab_json, merges_txt; ///< of the tokenizer; empty if none is known
  Json data;                          ///< where the tokens come from, and their hash
  bool resumes = false;               ///< goes on with the state in --out
};

/// @throws Error naming the option or the file that is wrong, and what to do
Inputs read_inputs(const TrainOptions& options);

/// The training at its beginning, or where it goes on.
/// @throws Error for a bad checkpoint or state, and if the machine has not the memory
template <typename Real>
training::Training<Real> training_of(const TrainOptions& options, const Inputs& inputs);

} // namespace epreuve::tools
