#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/heads/exact_head.hpp"

#include <vector>

/// In how many directions a layer of heads can move: the rank of its derivative by the weights.
namespace epreuve::instruments {

/// How what heads add to the stream, side by side, changes with each of their weights: the derivative of
/// sum_h W_O W_V x A^T, A the pattern in base 2. Its rank is the number of directions in which the layer, as a
/// function on these sentences, can move; weights beyond that are idle.
///
///     column e = vec of d(sum_h h(x)) / d(weight e) of all sentences, one below the other
///
/// Columns go head by head, W_Q, W_K, W_V, W_O, each column after column. Those of W_Q and W_K are divided by
/// ln 2, which the derivative of 2^s has and which no rank depends on; so all entries are fractions.
///
/// @param heads      of any dimensions each, on the same n; integers, as exact_head makes them
/// @param sentences  n x K each
/// @throws           Error if there is no head or no sentence, or as exact_pattern
RationalMatrix derivative_by_weights(const std::vector<ExactHead>& heads,
                                     const std::vector<RationalMatrix>& sentences);

/// The rank of A, its entries taken modulo the prime p = 2^31 - 1: in no time, where fractions would grow.
///
/// A minor that is not 0 modulo p is not 0. So this is never more than the rank of A, and less only if p divides
/// each of its largest minors that are not 0.
///
/// @throws Error if p divides the denominator of an entry
arma::uword rank_modulo_prime(const RationalMatrix& A);

} // namespace epreuve::instruments
