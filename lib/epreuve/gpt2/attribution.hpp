#pragma once

#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/gpt2/trace.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <armadillo>

#include <string>
#include <vector>

namespace epreuve::gpt2 {

/// What each part of the residual stream of the last token gives to the logit of one token.
struct LogitAttribution
{
  double embedding = 0, position = 0; ///< of the columns of wte and wpe
  arma::mat heads;                    ///< layers x heads
  arma::vec attention_bias;           ///< layers: of W^O's bias
  arma::vec mlp;                      ///< layers: of the MLP's output, its bias included
  double final_bias = 0;              ///< of the final layer norm's bias

  arma::vec attention() const; ///< layers: of all heads and the bias
  double sum() const;          ///< the logit
};

/// The values that logit_attribution reads, for a Trace.
std::vector<std::string> attribution_sites();

/// Direct logit attribution. The stream x is the sum of the parts p that were added to it, and the logit of token t is
/// linear in x once the scale s of the final layer norm is frozen at what it is for this x:
///
///     logit_t = <a, g (x - mean x) / s + b> = sum_p <u, p> + <a, b>
///     u = (g a - mean(g a)) / s,    s = sqrt(var x + epsilon),    a = wte_t, gain g, bias b
///
/// It is computed in double, so the sum is the logit up to the roundings of the pass.
/// @param trace   of a pass without a cache that kept attribution_sites()
/// @param answer  t, below N
/// @throws Error if the trace has not kept them, or there is no such token
/// Source: Elhage et al., A Mathematical Framework for Transformer Circuits (2021); nostalgebraist, Interpreting GPT:
/// the logit lens (2020), for reading the stream by the unembedding.
template <typename Real>
LogitAttribution logit_attribution(const Weights<Real>& weights, const Trace<Real>& trace,
                                   Token answer);

} // namespace epreuve::gpt2
