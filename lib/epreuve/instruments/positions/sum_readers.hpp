#pragma once

#include <armadillo>

/// Readers of sums of a token's and a position's vector, tried on all sums or on drawn ones.
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

} // namespace epreuve::instruments
