#pragma once

#include "epreuve/instruments/gpt2/attention_layer.hpp"

#include <armadillo>

/// A head of GPT-2 by exo7's formula, which lacks the mask and the biases: what each of them does.
namespace epreuve::instruments {

/// Additions to the formula.
struct Additions
{
  bool mask = false;
  bool biases = false; ///< of queries, keys and values
};

/// A head's output into the stream, without the bias of the layer.
///
///     h(x) = W_O V A^T,    A = softmax by rows of Q^T K / sqrt(r), or of its mask,
///     Q = W_Q x, or W_Q x + b_Q, and likewise K and V
///
/// @param x  n x K, what the layer's matrices read, after the norm
/// @return   n x K
/// @throws   Error unless head < heads, or as attention::head_output
/// Source: exo7 6.3.
arma::mat head_by_formula(const AttentionLayer& layer, arma::uword head, const arma::mat& x,
                          Additions with = {});

/// The biases of a layer, as they are stored.
enum class Bias
{
  queries,
  keys,
  values
};

/// How much a causal weight changes if some biases of the layer are set to 0: the largest change in all heads.
/// @param x  n x K, what the layer reads, before the norm
/// @throws   Error as AttentionLayer::scores
double largest_change_without(const AttentionLayer& layer, Bias biases, const arma::mat& x);

} // namespace epreuve::instruments
