#pragma once

#include "train/inputs.hpp"

#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

/// Texts that the model in training writes: as long as those that it is trained on, for it has not learned positions beyond.
class Samples
{
public:
  /// @throws Error if there is no tokenizer for --prompt, or it leaves no room for a token
  Samples(const TrainOptions& options, const Inputs& inputs);

  /// The prompt and what follows, or without a tokenizer the tokens' numbers. What is drawn depends on the training's seed,
  /// the step and the weights alone; the training draws nothing from the same generator.
  template <typename Real>
  std::string text(const gpt2::Weights<Real>& weights, std::uint64_t step) const;

private:
  std::optional<gpt2::Tokenizer> tokenizer_;
  std::vector<gpt2::Token> prompt_;
  std::size_t length_;
  std::uint64_t seed_;
};

} // namespace epreuve::tools
