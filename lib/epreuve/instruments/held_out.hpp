#pragma once

#include <armadillo>

/// Laws that are fitted on a part of the data and judged on the rest.
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

} // namespace epreuve::instruments
