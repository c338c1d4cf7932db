#pragma once

#include <armadillo>

namespace epreuve::math {

/// Frobenius norm of softmax's Jacobian J = diag(p) - p p^T, from the probabilities: how much of a
/// gradient comes back through softmax.
///
///     |J|_F^2 = sum_i p_i^2 (1 - p_i)^2 + sum_{i != j} p_i^2 p_j^2
///
/// With 1 - p_top as the sum of all other probabilities it is right however small it gets: where one
/// probability is almost 1, the difference would have no digit left. Within 64 ulp for N up to 64.
///
/// @param p  N, a distribution
/// @throws   Error if p is empty
double jacobian_norm(arma::vec p);

} // namespace epreuve::math
