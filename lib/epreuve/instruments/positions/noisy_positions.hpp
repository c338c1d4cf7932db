#pragma once

#include <armadillo>

/// Reading positions from vectors that noise has moved, by the nearest vector of a table.
namespace epreuve::instruments {

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

} // namespace epreuve::instruments
