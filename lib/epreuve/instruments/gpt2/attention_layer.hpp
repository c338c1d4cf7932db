#pragma once

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <armadillo>

namespace epreuve::instruments {

/// The attention of one layer of GPT-2 with the layer norm before it, head by head: what one needs to
/// look at a head without running the model. Heads count from 0.
struct AttentionLayer
{
  arma::vec gain, bias; ///< of the layer norm, n
  arma::mat qkv;        ///< 3n x n: W_Q of all heads one under the other, then W_K, then W_V
  arma::vec qkv_bias;   ///< 3n
  arma::mat output;     ///< n x n: W_O of all heads side by side
  arma::uword heads;    ///< of d = n / heads dimensions each

  /// The matrices of one head: d x n, and W_O n x d.
  /// @throws Error unless head < heads
  arma::mat W_Q(arma::uword head) const;
  arma::mat W_K(arma::uword head) const;
  arma::mat W_V(arma::uword head) const;
  arma::mat W_O(arma::uword head) const;

  /// Scores of a head between all columns of x, none of them masked, K x K: row i is about the query i.
  ///
  ///     S = Q^T K / sqrt(d),    Q = W_Q LN(x) + b_Q,    K = W_K LN(x) + b_K
  ///
  /// @param x  n x K, what the layer reads
  /// @throws   Error unless head < heads, or as math::layer_norm
  arma::mat scores(arma::uword head, const arma::mat& x) const;
};

/// Read from a checkpoint, of which it needs the tensors h.LAYER.ln_1.* and h.LAYER.attn.*, and the
/// number of heads.
/// @throws Error as gpt2::Checkpoint, if one of them is missing
AttentionLayer attention_layer(const gpt2::Checkpoint& checkpoint, arma::uword layer);
/// The same of a model in memory.
AttentionLayer attention_layer(const gpt2::Block<double>& block, arma::uword heads);

} // namespace epreuve::instruments
