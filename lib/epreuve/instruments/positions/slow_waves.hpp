#pragma once

#include <armadillo>

namespace epreuve::instruments {

/// The share of slow waves in how a sequence of vectors varies: of its squared distances from its mean, the
/// part in the Fourier coefficients of 1 to `periods` periods over its length.
///
///     2/K sum_{p <= periods} |sum_k (x_k - mean) e^{2 pi i p k / K}|^2 / sum_k |x_k - mean|^2
///
/// @param X  n x K, not all columns alike, K > 2 periods
/// @return   from 0 to 1
/// @throws   Error if it is too short or does not vary
double share_of_slow_waves(const arma::mat& X, int periods);

} // namespace epreuve::instruments
