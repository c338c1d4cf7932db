#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/gpt2/model.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// Small models of GPT-2's form with random weights, texts for them, and what they compute: the formulas
/// are those of the published model, and mistakes are easier to see.
namespace epreuve::instruments {

/// Weights in which nothing is idle, drawn from normal laws:
///
///     a dense layer of m inputs    neurons N(0, 1/m), biases N(0, 0.3²)
///     a layer norm                 gains N(1, 0.2²), biases N(0, 0.2²)
///     embedding, positions         N(0, 0.3²), N(0, 0.1²)
///
/// Those of gpt2::random_weights, a model before training, would not do for checking formulas: its
/// attention is nearly uniform and its biases are 0, so that a bias that was forgotten would never be
/// missed. The same seed gives the same numbers; in float they are the doubles, rounded.
template <typename Real = double>
gpt2::Weights<Real> lively_weights(const gpt2::Config& config, std::uint64_t seed);

/// So many tokens of the vocabulary, uniformly drawn; a longer text of the same seed begins alike.
std::vector<gpt2::Token> random_text(const gpt2::Config& config, arma::uword length,
                                     std::uint64_t seed);

/// A model, a text, and what the model computes of the text on its way to the logits.
struct ModelRun
{
  gpt2::Model<double> model;
  std::vector<gpt2::Token> text;
  gpt2::Trace<double> trace;
  arma::mat logits; ///< N x K

  /// @param keep  what the trace holds (see gpt2::Trace); all, if not said
  /// @throws Error as gpt2::Model::logits
  ModelRun(gpt2::Weights<double> weights, std::vector<gpt2::Token> tokens,
           std::vector<std::string> keep = {"*"});

  const gpt2::Weights<double>& weights() const { return model.weights(); }
  const gpt2::Config& config() const { return model.config(); }
};

/// The same as random inputs of a property. Lively weights: 1 to 3 layers of 1 to 3 heads of size 2 to
/// 4, 1 to 12 neurons in the MLPs' first layers, 2 to 20 tokens, a context of 2 to 10.
gpt2::Weights<double> draw_weights(evidence::Draw& draw);
/// A text that fits into the context.
/// @throws Error if `shortest` does not
std::vector<gpt2::Token> draw_text(evidence::Draw& draw, const gpt2::Config& config,
                                   arma::uword shortest = 1);
ModelRun draw_run(evidence::Draw& draw, std::vector<std::string> keep = {"*"});

} // namespace epreuve::instruments
