#pragma once

#include <armadillo>

namespace epreuve::attention {

/// The attention pattern: where each query looks, as probabilities.
///
///     A = softmax by rows of Q^T K / sqrt(d)
///
/// @param Q  d x n_q, one query per column
/// @param K  d x n_k, one key per column
/// @return   n_q x n_k, every row of sum 1
/// @throws   Error as scaled_attention_scores
/// Source: exo7 6.3, where the formula is printed for what A does to a sentence (chapter 10).
template <typename Real>
arma::Mat<Real> attention_pattern(const arma::Mat<Real>& Q, const arma::Mat<Real>& K);

/// The pattern of causal attention: each token looks at itself and at those before it.
///
///     A = softmax by rows of causal_mask(Q^T K / sqrt(d))
///
/// @param Q  d x K, one query per column
/// @param K  d x T, one key per column
/// @return   K x T, every row of sum 1, 0 above the mask's diagonal
/// @throws   Error as scaled_attention_scores and causal_mask
template <typename Real>
arma::Mat<Real> causal_pattern(const arma::Mat<Real>& Q, const arma::Mat<Real>& K);

// Of doubles, arguments may be expressions of Armadillo.
//! @cond
inline arma::mat attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  return attention_pattern<double>(Q, K);
}
inline arma::mat causal_pattern(const arma::mat& Q, const arma::mat& K)
{
  return causal_pattern<double>(Q, K);
}
//! @endcond

} // namespace epreuve::attention
