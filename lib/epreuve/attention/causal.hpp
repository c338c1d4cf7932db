#pragma once

#include <armadillo>

/// Causal attention: each token attends to itself and to those before it.
namespace epreuve::attention {

/// Scores with the future masked.
///
///     M_ij = S_ij if j <= i + T - K,    -inf otherwise
///
/// @param S  K x T, rows are queries; the queries are the last K of the T tokens, K <= T
/// @return   K x T
/// @throws   Error if S has more rows than columns
/// Source: exo7 6.5; thomas; notes.
template <typename Real>
arma::Mat<Real> causal_mask(arma::Mat<Real> S);

/// The attention pattern of one head: where each token looks, as probabilities.
///
///     A = softmax by rows of causal_mask(Q^T K / sqrt d)
///
/// @param Q  d x K, one query per column
/// @param K  d x T, one key per column
/// @return   K x T, every row of sum 1, 0 above the mask's diagonal
/// @throws   Error as scaled_attention_scores and causal_mask
template <typename Real>
arma::Mat<Real> causal_pattern(const arma::Mat<Real>& Q, const arma::Mat<Real>& K);

/// What a head passes on: for each query the mean of the values, weighted by its pattern.
///
///     Z = V A^T,    z_i = sum_j A_ij v_j
///
/// @param V  d x T, one value per column
/// @param A  K x T
/// @return   d x K
/// @throws   Error unless V has as many columns as A
/// Source: exo7 6.3.
template <typename Real>
arma::Mat<Real> head_output(const arma::Mat<Real>& V, const arma::Mat<Real>& A);

// Of doubles, arguments may be expressions of Armadillo.
//! @cond
inline arma::mat causal_pattern(const arma::mat& Q, const arma::mat& K)
{
  return causal_pattern<double>(Q, K);
}
inline arma::mat head_output(const arma::mat& V, const arma::mat& A)
{
  return head_output<double>(V, A);
}
//! @endcond

} // namespace epreuve::attention
