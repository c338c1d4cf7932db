#pragma once

#include <armadillo>

namespace epreuve::instruments {

/// How much of a function of the position each pair of coordinates explains, by itself and linearly: the
/// coefficient of determination of the best fit of y by a constant and the two rows of the pair.
///
///     R^2_i = 1 - min_{a, b, c} sum_k (y_k - a - b W_{2i,k} - c W_{2i+1,k})^2 / sum_k (y_k - mean y)^2
///
/// @param y  K values, not all alike
/// @param W  n x K, n even, a vector for each position; in no pair a row that is constant, or a multiple of
///           the other up to a constant
/// @return   n/2 numbers from 0 to 1
/// @throws   Error if the shapes do not fit or y is constant
arma::vec explained_by_pairs(const arma::vec& y, const arma::mat& W);

/// The same where y is a square wave of period T, +-1 for T/2 places by turns, and the pair a cosine and a sine that
/// are delta = 2 pi / T - omega off its frequency, over K positions:
///
///     R^2 = 8 / (T sin(pi / T))^2  (sin(K delta / 2) / (K delta / 2))^2
///
/// Its first harmonic alone counts, and it drifts away from the pair; what the two ends of the
/// positions add, of the order of T/K, is left out.
///
/// @param T      even, >= 2
/// @param delta  a difference of frequencies
/// @param K      > 0
/// @throws       Error if T or K is outside its domain
double square_wave_explained(arma::uword T, double delta, arma::uword K);

} // namespace epreuve::instruments
