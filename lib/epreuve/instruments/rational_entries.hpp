#pragma once

#include "epreuve/evidence/digits.hpp"
#include "epreuve/math/rational_matrix.hpp"

namespace epreuve::instruments {

/// The entries of a matrix of fractions, for Claim::prints and Claim::prints_exactly.
evidence::Values entries(const math::RationalMatrix& A);

} // namespace epreuve::instruments
