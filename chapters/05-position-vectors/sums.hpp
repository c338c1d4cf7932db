#pragma once

#include <armadillo>

/// Sums of a token's and a position's vector: readers of them, tried on all sums or on drawn ones, and the angle that
/// subspaces of tokens and of positions have by chance.
namespace epreuve::instruments {

/// Whether one affine map u -> P u + c returns the token's vector for every sum, found and tried on all of them in
/// fractions: P projects on the differences of tokens along the differences of positions.
///
/// @param V  n x N, N > 1, a token per column
/// @param W  n x K, K > 1, a position per column
/// @return   false if a difference of tokens is one of positions too, or if differences depend on one another
/// @throws   Error if the numbers of rows differ, or there is no difference
bool has_linear_reader(const arma::mat& V, const arma::mat& W);

/// How often readers have both token and position right.
struct SharesRight
{
  double linear;       ///< the nearest to what the linear map of least norm returns
  double token_first;  ///< math::token_first
  double nearest_pair; ///< math::nearest_pair
};

/// 25 sums from each of 8 vocabularies of N normal tokens, entries of standard deviation s, from Armadillo's
/// generator; each entry of a sum has normal noise.
///
/// @param N      > 1
/// @param W      n x K, K > 1, a position per column
/// @param noise  its standard deviation
/// @throws       Error outside of these
SharesRight shares_right(arma::uword N, double s, const arma::mat& W, double noise);

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
