#pragma once

#include <armadillo>

/// Curves in space that wind around an axis.
namespace epreuve::instruments {

/// The orthogonal matrix R that comes closest to R a_i = b_i in the mean of squares (Procrustes).
///
///     R = U V^T,    U S V^T = sum_i b_i a_i^T
///
/// @param a, b  m x k, a vector per column
/// @return      m x m; its determinant is 1 or -1, as the vectors want it
/// @throws      Error if the shapes differ
/// Source: Schönemann, A generalized solution of the orthogonal Procrustes problem (1966).
arma::mat nearest_orthogonal(const arma::mat& a, const arma::mat& b);

/// A curve as it is seen along the axis of the rotation that best leads every point to the next.
struct Winding
{
  arma::mat R;         ///< that rotation, 3 x 3
  double angle;        ///< by which it turns, from 0 to pi
  arma::rowvec x, y;   ///< across the axis
  arma::rowvec height; ///< along the axis, higher at the end than at the start
  arma::rowvec turned; ///< angle of (x, y), from 0 at the first point on, counted through
};

/// @param curve   3 x K, a point per column
/// @param facing  the point that lies at y = 0, x > 0; not on the axis
/// @throws        Error unless there are three rows and such a point
Winding winding(const arma::mat& curve, arma::uword facing);

} // namespace epreuve::instruments
