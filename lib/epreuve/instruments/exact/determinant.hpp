#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"

namespace epreuve::instruments {

/// The determinant, exactly: by elimination on fractions, the product of the pivots, with a change of
/// sign for each exchange of rows.
/// @param A  n x n
/// @throws Error if A is not square
Rational determinant(RationalMatrix A);

/// tr A = sum_i a_ii, exactly.
/// @param A  n x n
/// @throws Error if A is not square
Rational trace(const RationalMatrix& A);

} // namespace epreuve::instruments
