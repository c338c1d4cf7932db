#pragma once

#include <armadillo>

namespace epreuve::math {

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

/// Entropy of a distribution, in nats: 0 for a certain token, ln N for N equally probable ones.
///
///     H(p) = -sum_i p_i ln p_i,    0 ln 0 = 0
///
/// Summed with compensation, so it is within 4 ulp for double (plus N 2^-1074) and 0.51 ulp for
/// float. An entry that rounding has put above 1 counts as 1: H is never negative.
///
/// @param p  N, non-negative, of sum 1 within (N + 16) eps, eps that of Real: 16 eps is more than
///           softmax can be off, N eps what dividing by a sum taken in any order can
/// @throws   Error if p is empty, holds NaN or a negative entry, or does not sum to 1
template <typename Real>
Real entropy(const arma::Col<Real>& p);

/// `entropy` of each row of P: how spread each query's attention is.
///
/// @param P  any shape, at least 1 x 1; each row a distribution
/// @return   one value per row
/// @throws   Error if P is empty, or for a row that is no distribution (the message gives its index)
template <typename Real>
arma::Col<Real> entropy_rows(const arma::Mat<Real>& P);

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
inline double entropy(const arma::vec& p)
{
  return entropy<double>(p);
}
inline arma::vec entropy_rows(const arma::mat& P)
{
  return entropy_rows<double>(P);
}
//! @endcond

} // namespace epreuve::math
