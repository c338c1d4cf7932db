#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <functional>

namespace epreuve::instruments {

/// The image of a matrix.
using MapOnMatrices = std::function<RationalMatrix(const RationalMatrix&)>;

/// The matrix of a linear map of n x p matrices, found by asking it for the images of the unit
/// matrices: no formula of the map is used, so that one can be compared with it.
///
///     vec(map(M)) = matrix_of_map(n, p, map) vec(M),    column i + n j is vec(map(E_ij))
///
/// @param map  linear, from n x p to n' x p' matrices
/// @return     n'p' x np; its trace, determinant and rank are those of the map
/// @throws     Error if n or p is 0, or two images differ in shape
RationalMatrix matrix_of_map(arma::uword n, arma::uword p, const MapOnMatrices& map);

} // namespace epreuve::instruments
