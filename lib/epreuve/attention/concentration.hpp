#pragma once

#include <armadillo>

/// How concentrated attention can be when queries and keys cannot be longer than B. By Cauchy and Schwarz the scores
/// q . k / sqrt(d) then lie in [-beta, beta], beta = B^2 / sqrt(d), and the numbers below are the best that is
/// possible: proposition "concentration".
namespace epreuve::attention {

/// The largest weight that one query can give to one of K keys.
///
///     1 / (1 + (K - 1) e^{-2 beta}),    attained by q = k_1 and all other keys -q, in any dimension
///
/// @param beta    B^2 / sqrt(d), finite and not negative
/// @param tokens  K, at least 1
/// @throws        Error outside of these
double most_for_one_query(double beta, arma::uword tokens);

/// The largest weight that all of K queries can give at once, each to a key of its own among the K keys.
///
///     1 / (1 + (K - 1) e^{-beta K / (K - 1)}),    attained by the vertices of a regular simplex, for which
///                                                 d >= K - 1 is needed
///
/// @param beta    B^2 / sqrt(d), finite and not negative
/// @param tokens  K, at least 2
/// @throws        Error outside of these
double most_for_all_queries(double beta, arma::uword tokens);

} // namespace epreuve::attention
