#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"

/// Operations on patterns of fractions, row by row.
namespace epreuve::instruments {

/// The sum of each row. @return  n x 1
RationalMatrix row_sums(const RationalMatrix& P);

/// Every row divided by its sum.
/// @return  the shape of P, rows of sum 1
/// @throws  Error for a row of sum 0 (the message gives its index)
RationalMatrix divided_by_row_sums(RationalMatrix P);

/// P with zeros above the diagonal.
RationalMatrix lower_triangle(RationalMatrix P);

} // namespace epreuve::instruments
