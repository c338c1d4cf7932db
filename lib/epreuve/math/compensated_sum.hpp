#pragma once

#include <armadillo>

namespace epreuve::math {

/// Sum of the entries of x, in which the rounding error of every addition is kept and added back.
///
///     |result - sum x_i| <= u |sum x_i| + (N u)^2 sum |x_i|,    u = 2^-53,  N <= 2^26
///
/// so a sum of up to 2^26 terms of one sign (67 million) is right to 1 ulp: half of it is the
/// rounding of the result, and (N u)^2 <= u / 2 is at most the other half.
///
/// @param x  N, any N (the empty sum is 0); the entries and their partial sums finite
/// @throws   Error if an entry is NaN or infinite
/// Source: A. Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen,
/// Z. angew. Math. Mech. 54 (1974); the bound as in Ogita, Rump and Oishi, Accurate Sum and Dot
/// Product, SIAM J. Sci. Comput. 26 (2005), whose Sum2 computes the same numbers.
double compensated_sum(const arma::vec& x);

} // namespace epreuve::math
