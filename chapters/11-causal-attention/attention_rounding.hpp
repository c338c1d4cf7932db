#pragma once

#include <armadillo>

namespace epreuve::instruments {

/// How far rounding can move any entry of attention, computed in doubles, from the exact one: with or without a
/// mask, in whatever order products are summed. Two computations are apart by the sum of their bounds.
///
///     max |v| (e^{2E} (1 + 18u) (1 + gamma(T)) - 1),    u = 2^-53,  gamma(k) = k u / (1 - k u)
///
/// A score of d products, divided by sqrt(d), errs by E = gamma(d + 2) max |q_i|^T |k_j| / sqrt(d) at most, so a
/// weight by a factor e^{2E}, and by 9 ulp of math::softmax; the weights' sum is 1, and the sum of T products
/// goes through T roundings.
///
/// @param Q     d x n_q, one query per column
/// @param K, V  d x T and m x T
/// @throws      Error unless Q has the rows of K, V its columns, and none is empty
/// Source: Higham, Accuracy and Stability of Numerical Algorithms (2002), 3.1.
double attention_rounding(const arma::mat& Q, const arma::mat& K, const arma::mat& V);

} // namespace epreuve::instruments
