#pragma once

#include "epreuve/instruments/reference.hpp"

#include <armadillo>

#include <functional>
#include <vector>

namespace epreuve::instruments {

/// The derivative of f at x, with which a formula for it is compared.
///
///     (f(x + h) - f(x - h)) / (2h),    h = 10^-17
///
/// errs by h^2 |f'''| / 6 and, f being right to 50 digits, by some 10^-33 |f|: where f and f''' are
/// of the size of f', 32 digits are right.
///
/// @param f  three times differentiable around x
/// @throws   Error if f is infinite or NaN at x + h or x - h
Reference derivative_50(const std::function<Reference(const Reference&)>& f, const Reference& x);

/// The Jacobian of f at x by such quotients, column by column, rounded to doubles.
///
///     J_ij = (f_i(x + h e_j) - f_i(x - h e_j)) / (2h),    h = 10^-17
///
/// @param f  from R^n to R^m, for a fixed m >= 1, as smooth as above
/// @param x  n >= 1 entries
/// @return   m x n
/// @throws   Error if x is empty, the numbers of entries of f differ, or f is not finite around x
arma::mat jacobian_50(const std::function<std::vector<Reference>(const std::vector<Reference>&)>& f,
                      const arma::vec& x);

} // namespace epreuve::instruments
