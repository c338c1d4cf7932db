#pragma once

#include <armadillo>

namespace epreuve::math {

/// The position encoded in a vector near w_k, read like a vernier: the slowest pair says roughly where k is, and
/// each faster one more exactly what the ones before have left open.
///
///     k = theta_{n/2-1} / omega_{n/2-1},    then    k = (theta_i + 2 pi t) / omega_i,  t the whole number for which
///     that is nearest to the k before,    i = n/2 - 2, ..., 0;    theta_i the angle of pair i
///
/// Right if every angle is off by less than 1/2 and by less than pi / (1 + base^{2/n}), for 0 <= k up to
/// (2 pi - 1) / omega_{n/2-1}, where the slowest pair has not closed its circle. It takes n/2 angles, and no table
/// of position vectors.
///
/// @param seen  n, even, > 0, in the order cosine first; the lengths of its pairs do not matter
/// @param base  finite, >= 1
/// @return      the nearest whole number
/// @throws      Error if the length of seen or base is outside its domain, or seen is not finite
long read_position(const arma::vec& seen, double base = 10'000);

} // namespace epreuve::math
