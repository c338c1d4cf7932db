#pragma once

#include <armadillo>

namespace epreuve::math {

/// The dot product of two position vectors at distances l, which depends on nothing else.
///
///     w_k . w_{k+l} = sum_{i=0}^{n/2-1} cos(omega_i l),    omega_i = base^{-2i/n}
///
/// @param l     any number of distances, finite, not only whole ones
/// @param n     even, > 0
/// @param base  finite, > 0
/// @return      one value for each distance; |l| 2^-52 + 2^-53 n of n/2 is the largest error, from the
///              rounded frequencies and the sum
/// @throws      Error if n or base is outside its domain
/// Source: masterclass, on positions; exo7 4.4, Proposition 2.
arma::vec position_similarity(const arma::vec& l, arma::uword n, double base = 10'000);

/// The same with the sum over frequencies replaced by an integral (Euler and Maclaurin's first two
/// terms), which is how similarity falls with distance once the single frequencies are smoothed away.
///
///     n / (2 ln p) (Ci(l) - Ci(l/p)) + (cos(l) - cos(l/p)) / 2,    p = base
///
/// It is within 2/theta - cot(theta/2) of position_similarity while theta = 2 l ln(p) / n < 2 pi.
///
/// @param l     > 0, finite
/// @param n     even, > 0
/// @param base  finite, > 1
/// @throws      Error if an argument is outside its domain
/// Source: chapter 06, where the bound is derived.
arma::vec smooth_position_similarity(const arma::vec& l, arma::uword n, double base = 10'000);

} // namespace epreuve::math
