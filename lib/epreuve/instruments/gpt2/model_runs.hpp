#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/gpt2/model.hpp"

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

/// Small models of GPT-2's form with random weights, texts for them, and what they compute: the formulas
/// are those of the published model, and mistakes are easier to see.
namespace epreuve::instruments {

using Tokens = std::vector<gpt2::Token>;

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
Tokens random_text(const gpt2::Config& config, arma::uword length, std::uint64_t seed);

/// A model, a text, and what the model computes of the text on its way to the logits.
struct ModelRun
{
  gpt2::Model<double> model;
  Tokens text;
  gpt2::Trace<double> trace;
  arma::mat logits; ///< N x K

  /// @param keep  what the trace holds (see gpt2::Trace); all, if not said
  /// @throws Error as gpt2::Model::logits
  ModelRun(gpt2::Weights<double> weights, Tokens tokens, std::vector<std::string> keep = {"*"});

  const gpt2::Weights<double>& weights() const { return model.weights(); }
  const gpt2::Config& config() const { return model.config(); }
  /// The trace's entry of that name for the last token, whose logits are the answer: n.
  /// @throws Error as gpt2::Trace::matrix
  arma::vec last(const std::string& name) const { return trace.matrix(name).tail_cols(1); }
};

/// The example of the chapters: 61 tokens, 24 coordinates, blocks of three heads, a context of 20.
gpt2::Config small_config(arma::uword layers = 4);
/// A text of twelve tokens in a lively model of those sizes, with four blocks.
ModelRun small_run(std::uint64_t seed);

/// The parts of a logit of the last token. The residual stream is a sum of what was written to it, and
/// with the mean and the standard deviation s of the last layer norm given, unembedding is linear:
///
///     x_t = sum_i <a, u_i - mean(u_i)> + <A e_t, bias>,    a = A e_t o gain / s
///
/// where u_i are the embedding, the position, and what each attention and each MLP wrote.
/// @param run  with a trace of all
/// @return     2 layers + 3 parts: embedding, position, attention 1, MLP 1, ..., bias
arma::vec parts_of_logit(const ModelRun& run, gpt2::Token token);

/// Sets all weights and biases to 0: the layer says nothing.
void silence(gpt2::Dense<double>& layer);

/// The same as random inputs of a property. Lively weights: 1 to 3 layers of 1 to 3 heads of size 2 to
/// 4, 1 to 12 neurons in the MLPs' first layers, 2 to 20 tokens, a context of 2 to 10.
///
/// Tokens have at least four coordinates. A layer norm divides by a token's deviation s, and by no less than
/// sqrt(epsilon) = 1/316, so that it may enlarge a rounding error 316 times; norms in a row multiply. On the line that
/// two coordinates less their mean have, P(s < t) goes with t, and some seed would break any bound worth having; in
/// three dimensions, which four coordinates leave, it goes with t^3.
gpt2::Weights<double> draw_weights(evidence::Draw& draw);
/// A text that fits into the context.
/// @throws Error if `shortest` does not
Tokens draw_text(evidence::Draw& draw, const gpt2::Config& config, arma::uword shortest = 1);
ModelRun draw_run(evidence::Draw& draw, std::vector<std::string> keep = {"*"});

/// A statement about every model and text, for Claim::property to try on random ones:
///
///     .property("as many answers as tokens", model_runs([](const ModelRun& run) {
///                 return run.logits.n_cols == run.text.size();
///               }))
///
/// @param holds_for  called with the run, or with the run and a Draw for what else it needs; returns
///                   bool, or a Difference where the property has a tolerance
template <typename Statement>
auto model_runs(Statement holds_for)
{
  return [=](evidence::Draw& draw) {
    const ModelRun run = draw_run(draw);
    if constexpr (std::invocable<const Statement&, const ModelRun&, evidence::Draw&>)
      return holds_for(run, draw);
    else
      return holds_for(run);
  };
}

} // namespace epreuve::instruments
