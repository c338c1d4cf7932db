#pragma once

#include "epreuve/instruments/reference.hpp"

#include <armadillo>

#include <cstdint>
#include <vector>

/// Distances between position vectors: which differences of positions have the nearest ones, as convergents foretell;
/// reading positions from vectors that noise has moved, by the nearest vector of a table; and dot products by distance.
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

/// A fraction p/q in lowest terms.
struct Convergent
{
  std::int64_t numerator;
  std::int64_t denominator;
};

/// The convergents of x, the fractions nearest to it among all with denominators as small:
///
///     x = a_0 + 1/(a_1 + 1/(a_2 + ...)),    p_j = a_j p_{j-1} + p_{j-2},    q_j = a_j q_{j-1} + q_{j-2}
///
/// From the second one on, |q_j x - p_j| < |q x - p| for all other fractions with q <= q_j (the law of best
/// approximation).
///
/// @param x     not rational, > 0
/// @param most  the largest numerator, below 10^12: beyond, the digits of x would not decide
/// @throws      Error unless x > 0 and 0 < most < 10^12, or if x is rational with so small a numerator
std::vector<Convergent> convergents(const Reference& x, std::int64_t most);

/// The nearest column of W to each column of X; all columns of W have one length, so that it is the one with the
/// largest dot product.
/// @throws Error if W and X differ in rows
arma::urowvec nearest_columns(const arma::mat& W, const arma::mat& X);

/// The share of `draws` random positions that is read right when each coordinate has normal noise of deviation sigma.
double share_read_right(const arma::mat& W, double sigma, arma::uword draws);

/// Bounds of the expectation of that share.
struct ReadingBounds
{
  double
      lower; ///< 1 - the sum over all other positions of the probability to be confused with each, or 0
  double upper; ///< 1 - the probability to be confused with a neighbour
};

/// Two vectors at the distance D are confused with probability Q(D / 2 sigma), Q the tail of the normal law.
///
/// @param W  position vectors, n x K, whose distances depend on the difference of the columns alone
/// @throws   Error unless K >= 2 and sigma > 0
ReadingBounds bounds_of_reading(const arma::mat& W, double sigma);

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
