#pragma once

#include <armadillo>

namespace epreuve::attention {

/// Scores of keys that a query may not see, masked: softmax then gives them the weight 0.
///
///     M_ij = S_ij if seen_ij is not 0,    -inf otherwise
///
/// @param S     n_q x n_k, rows are queries
/// @param seen  n_q x n_k
/// @return      n_q x n_k
/// @throws      Error if seen has another shape, or for a query that sees no key
template <typename Real>
arma::Mat<Real> masked(arma::Mat<Real> S, const arma::umat& seen);

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

} // namespace epreuve::attention
