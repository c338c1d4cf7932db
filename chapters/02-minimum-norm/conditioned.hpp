#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <armadillo>

namespace epreuve::instruments {

/// A x = y, x the shortest solution, all exact.
struct ConditionedSystem
{
  instruments::RationalMatrix A, y, x;
};

/// A random system whose condition number is known to the last digit, 10^digits.
///
///     A = U S V,    x = V S^+ U y,    S_ii = 10^-[i digits / (n - 1)],  i = 0, ..., n - 1
///
/// U and V are reflections I - 2 v v^T / v^T v, orthogonal and rational; v and y have odd integers from
/// -99 to 99, from Armadillo's generator.
///
/// @param n, N  the shape of A, 2 <= n <= N
/// @throws      Error for another shape
ConditionedSystem system_of_condition(unsigned digits, arma::uword n, arma::uword N);

/// |x - exact| / |exact|, where the difference is taken exactly and then rounded.
/// @throws Error unless both are columns of the same length
double relative_error(const instruments::RationalMatrix& x,
                      const instruments::RationalMatrix& exact);

/// I - 2 v v^T / v^T v: symmetric, orthogonal, its own inverse.
/// @throws Error unless v is a column other than 0
instruments::RationalMatrix reflection(const instruments::RationalMatrix& v);

} // namespace epreuve::instruments
