#pragma once

#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <armadillo>

namespace epreuve::instruments {

/// Softmax of whole numbers, exactly, to a base that is a fraction: with t for e^{1/T}, softmax at the temperature T. What
/// is true for every T > 0 is true for every t > 1 and can be tried without rounding.
///
///     s_i = t^{x_i} / sum_j t^{x_j}
///
/// @param t  positive
/// @param x  K whole numbers from -1000 to 1000
/// @return   K x 1, of sum 1
/// @throws   Error if t is not positive, x is empty or an entry is no such number
RationalMatrix softmax_to_base(const Rational& t, const arma::vec& x);

} // namespace epreuve::instruments
