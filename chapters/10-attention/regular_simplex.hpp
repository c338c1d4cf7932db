#pragma once

#include <armadillo>

namespace epreuve::instruments {

/// The r + 1 vertices of a regular simplex of unit vectors in R^r: two of them have the inner product -1/r, the least
/// that r + 1 unit vectors can all have with each other.
///
///     u_i = a e_i - b (1, ..., 1) for i < r,    u_r = -c (1, ..., 1),
///     c = 1 / sqrt(r), a = sqrt(1 + 1/r), b = (a - c) / r
///
/// Every entry is within a few ulp of 1.
///
/// @return r x (r + 1), one vertex per column
/// @throws Error if r is 0
arma::mat regular_simplex(arma::uword r);

} // namespace epreuve::instruments
