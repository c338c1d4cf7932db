#pragma once

#include <armadillo>

namespace epreuve::instruments {

/// How far the dot products of a sequence of vectors depend on their distance alone.
struct ByDistance
{
  arma::vec
      mean;     ///< of x_k . x_{k+l} over k, for l = 0, 1, ..., in units of the mean squared length
  double share; ///< of the variance of all x_k . x_m, what the means over |k - m| account for
};

/// @param X  n x K, K > 1
/// @throws   Error if there are fewer vectors, or all their dot products are the same
ByDistance by_distance(const arma::mat& X);

} // namespace epreuve::instruments
