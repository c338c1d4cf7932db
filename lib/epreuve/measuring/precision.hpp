#pragma once

#include "epreuve/gpt2/model.hpp"

#include <string>
#include <vector>

namespace epreuve::gpt2 {

/// Where a difference between float and double comes from.
enum class Cause
{
  rounding,
  bug,
  not_finite ///< the float model has NaN or infinity there
};

/// A parameter of the float model compared with that of the double model.
struct ParameterPrecision
{
  std::string name; ///< as in the file: "h.0.mlp.c_fc.weight"
  double worst; ///< largest |w_float - w| / (2^-24 |w|): at most 1 if w was rounded; in eight bits
                ///< largest |w_float - w| / (h s), with a neuron's step s and rounding.hpp's h
  Cause cause;
};

/// One step of the forward pass in float.
struct StepPrecision
{
  std::string name;   ///< of what it computes, as in a trace: "blocks.0.mlp.post"; "logits"
  double largest;     ///< largest |value| in double
  double accumulated; ///< largest difference of the two passes so far: all steps' errors together
  double local;       ///< largest difference to the formula in double, given the same input
  double of_bound;    ///< the largest share of its rounding bound that an entry's difference has
  Cause
      cause; ///< rounding if of_bound <= 1, else this step has a bug, or what is not finite: then it is the last, and
             ///< its numbers are NaN where they would not be finite
};

struct PrecisionReport
{
  std::vector<ParameterPrecision> parameters; ///< 12 for each block, and 4
  std::vector<StepPrecision>
      steps; ///< 8 for each block, the embedding, ln_f and the logits; up to the first one
             ///< that is not finite

  /// What the differences of the logits do to the law of the next token, over the tokens: NaN if logits are not finite.
  double divergence = 0; ///< mean of sum_i p_i ln(p_i / q_i), in nats: p in double, q in float
  double bound =
      0; ///< which that is below: mean of (max d - min d)^2 / 8, d the differences of logits
  double same_first = 0; ///< for what share of them the most probable token is the same

  /// The names of parameters in which the float model has NaN or infinity.
  std::vector<std::string> not_finite() const;
  /// The names of parameters and steps with a bug, parameters first; the first step is where to
  /// look. Empty if all differences are rounding.
  std::vector<std::string> bugs() const;
};

/// Says, step by step, whether float differs from double by rounding alone; and so a model in eight bits, in which rounding
/// is by far coarser.
///
/// Differences of the two passes cannot be judged as they are: they grow from layer to layer, by
/// as much as the weights happen to magnify. So each step of the float pass is judged by itself.
/// Its result is compared with the double formula of kernels.hpp at the very input that the
/// float pass had, and the difference, entry by entry, with the bound of rounding.hpp. Together
/// the steps are the whole pass: if none exceeds its bound, what has accumulated is rounding.
/// A parameter may differ by one rounding.
///
/// What is left of it in the answer is a divergence. With q_i = p_i e^{d_i} / sum_j p_j e^{d_j} it is
/// ln E e^d - E d, of d drawn with the law p, and by Hoeffding's lemma at most (max d - min d)^2 / 8.
///
/// @param tokens  K; both precisions keep 8 n + 2 mlp numbers of each token and block and N of
///                each token, for GPT-2 Small 2.4 MB per token
/// @throws        Error if the two are not models of the same sizes; as Model::logits
PrecisionReport compare_precisions(const Model<float>& model, const Model<double>& reference,
                                   const std::vector<Token>& tokens);

/// A pass with everything that compare_precisions examines. Of one that does not stay finite it has the values up to the
/// half of a block where that begins; the others are empty.
template <typename Real>
struct KeptPass
{
  Workspace<Real> values{.keeps = true};
  arma::Mat<Real> logits; ///< N x K
};

template <typename Real>
KeptPass<Real> keep_pass(const Model<Real>& model, const std::vector<Token>& tokens);

/// compare_precisions, of passes that were kept.
PrecisionReport compare_precisions(const Weights<float>& weights, const KeptPass<float>& pass,
                                   const Weights<double>& reference,
                                   const KeptPass<double>& reference_pass,
                                   const std::vector<Token>& tokens);

} // namespace epreuve::gpt2
