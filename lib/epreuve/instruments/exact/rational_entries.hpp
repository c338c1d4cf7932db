#pragma once

#include "epreuve/evidence/digits.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"

namespace epreuve::instruments {

/// The entries of a matrix of fractions, for Claim::prints and Claim::prints_exactly.
evidence::Values entries(const instruments::RationalMatrix& A);

} // namespace epreuve::instruments
