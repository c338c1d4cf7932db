#pragma once

#include <armadillo>

/// The helix of positions: laws that are fitted on a part of the data and judged on the rest, and curves in space that wind
/// around an axis.
namespace epreuve::instruments {

/// The directions that a sequence of vectors mainly takes, found without a quarter of them.
struct MainDirections
{
  arma::uvec kept; ///< for each vector: 1 if the directions were found with it, 0 if set aside
  arma::mat coordinates; ///< of all vectors, main direction first: n x K
  arma::vec shares;      ///< of each direction in the squared lengths of the kept vectors, falling
};

/// By the eigenvectors of the sum of x_k x_k^T over the kept k. Of four blocks of `block` neighbours, the
/// third is set aside: those k with k / block = 2 mod 4.
/// @param X  n x K
/// @throws   Error unless block >= 1 and X has a column that is kept
MainDirections main_directions(const arma::mat& X, arma::uword block = 1);

/// How far one matrix M leads each vector of a sequence `shift` places on, as relative errors in the
/// Frobenius norm.
struct ShiftErrors
{
  double fitted; ///< |M x_k - x_{k+shift}| over the pairs that M was fitted on, both kept
  double unseen; ///< the same where x_{k+shift} was set aside
  double still;  ///< |x_k - x_{k+shift}| there: what it costs to move nothing
};

/// M is the least-squares matrix (of least norm) from the first r coordinates to all of them.
/// @throws Error unless 1 <= r <= n, and there are pairs of both kinds
ShiftErrors shift_errors(const MainDirections& of, arma::uword shift, arma::uword r);

/// |error| / |of|, Frobenius.
double relative_error(const arma::mat& error, const arma::mat& of);

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
