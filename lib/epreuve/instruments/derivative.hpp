#pragma once

#include "epreuve/instruments/reference.hpp"

#include <functional>

namespace epreuve::instruments {

/// The derivative of f at x, which a formula for it is held against.
///
///     (f(x + h) - f(x - h)) / (2h),    h = 10^-17
///
/// errs by h^2 |f'''| / 6 and, f being right to 50 digits, by some 10^-33 |f|: where f and f''' are
/// of the size of f', 32 digits are right.
///
/// @param f  three times differentiable around x
/// @throws   Error if f is infinite or NaN at x + h or x - h
Reference derivative_50(const std::function<Reference(const Reference&)>& f, const Reference& x);

} // namespace epreuve::instruments
