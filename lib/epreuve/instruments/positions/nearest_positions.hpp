#pragma once

#include <armadillo>

#include <cstdint>
#include <vector>

namespace epreuve::instruments {

/// Two position vectors whose positions differ by so much, and how far apart they are.
struct NearPositions
{
  std::int64_t difference;
  double distance;
};

/// The differences at which position vectors are nearer to each other than at any smaller difference. The last
/// one is the least distance between any two of the first K vectors.
///
///     |w_{k+d} - w_k|^2 = sum_i (1 - cos(d omega_i))^2 + sin(d omega_i)^2,    0 < d < K
///
/// All d are tried; the sum for one of them is left as soon as it is above the least so far.
///
/// @param K     >= 2
/// @param n     even, > 0
/// @param base  finite, > 0
/// @return      starts with d = 1; each distance within 2^-49 sqrt(n), two that differ by less may be
///              taken for equal or exchanged
/// @throws      Error if K, n or base is outside its domain
std::vector<NearPositions> records_of_nearness(arma::uword K, arma::uword n, double base = 10'000);

} // namespace epreuve::instruments
