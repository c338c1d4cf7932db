#pragma once

#include <armadillo>

namespace epreuve::math {

/// Sum of the entries of x, in which the rounding error of every addition is kept and added back.
///
///     |result - sum x_i| <= u |sum x_i| + (N u)^2 sum |x_i|,    u = 2^-53
///
/// so a sum of terms of one sign is right to 1 ulp however many there are.
///
/// @param x  N, any N (the empty sum is 0); the entries and their partial sums finite
/// @throws   Error if an entry is NaN or infinite
/// Source: A. Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen,
/// Z. angew. Math. Mech. 54 (1974).
double compensated_sum(const arma::vec& x);

} // namespace epreuve::math
