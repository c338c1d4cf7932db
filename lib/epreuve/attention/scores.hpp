#pragma once

#include <armadillo>

namespace epreuve::attention {

/// Scores of every query against every key.
///
///     S = Q^T K,    S_ij = q_i . k_j
///
/// @param Q  r x n_q, one query per column, finite
/// @param K  r x n_k, one key per column, finite
/// @return   n_q x n_k: rows are queries; an entry past the range of Real is infinite
/// @throws   Error if Q or K is empty or not finite, or if their numbers of rows differ
/// Source: exo7 6.3. With tokens as rows, as thomas and masterclass have them, it is Q K^T.
template <typename Real>
arma::Mat<Real> attention_scores(const arma::Mat<Real>& Q, const arma::Mat<Real>& K);

/// Scores divided by sqrt(r), r the dimension of queries and keys: where the entries of q and k
/// are independent of mean 0 and variance 1, q . k / sqrt(r) has variance 1 for every r.
///
///     S = Q^T K / sqrt(r)
///
/// @param Q  r x n_q, one query per column, finite
/// @param K  r x n_k, one key per column, finite
/// @return   n_q x n_k: rows are queries
/// @throws   Error as `attention_scores`
/// Source: exo7 6.3; thomas, Introduction; Vaswani et al., Attention is all you need (2017), 3.2.1.
template <typename Real>
arma::Mat<Real> scaled_attention_scores(const arma::Mat<Real>& Q, const arma::Mat<Real>& K);

// Of doubles, arguments may be expressions of Armadillo.
//! @cond
inline arma::mat attention_scores(const arma::mat& Q, const arma::mat& K)
{
  return attention_scores<double>(Q, K);
}
inline arma::mat scaled_attention_scores(const arma::mat& Q, const arma::mat& K)
{
  return scaled_attention_scores<double>(Q, K);
}
//! @endcond

} // namespace epreuve::attention
