#pragma once

#include <armadillo>

namespace epreuve::instruments {

/// The law of the least angle theta between a subspace of N dimensions of R^n and a random one of K, for large
/// n: the logarithm of cot^2 theta, in these units, has the Tracy-Widom law of order 1.
///
///     log cot^2 theta = centre + scale x,    x of mean -1.2065335745820
///
/// @param n, N, K  1 <= N, K, N + K < n
/// @throws         Error outside of these
/// Source: Johnstone, Multivariate analysis and Jacobi ensembles: largest eigenvalue, Tracy-Widom limits and
/// rates of convergence, Annals of Statistics 36, 2008, whose p, m, n are min(N, K), n - max(N, K), max(N, K).
/// The remainder falls as n^(-2/3).
struct LeastAngleLaw
{
  LeastAngleLaw(arma::uword n, arma::uword N, arma::uword K);

  double centre, scale;

  /// The x of an angle, 0 < theta < pi/2.
  double standardised(double theta) const;
  /// The angle at which x is the law's mean.
  double typical() const;

  static constexpr double mean = -1.2065335745820; ///< of the Tracy-Widom law of order 1
};

/// The mean, over so many draws from Armadillo's generator, of the least angle between the first K axes of R^n and N
/// normal vectors.
/// @throws Error as math::least_angle, or without a draw
double mean_least_angle(arma::uword n, arma::uword N, arma::uword K, arma::uword draws);

} // namespace epreuve::instruments
