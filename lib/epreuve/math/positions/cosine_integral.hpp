#pragma once

namespace epreuve::math {

/// The cosine integral.
///
///     Ci(x) = gamma + ln(x) + int_0^x (cos(t) - 1) / t dt = - int_x^inf cos(t) / t dt
///
/// @param x  finite, > 0
/// @return   Ci(x), within eps max(1, |Ci(x)|)
/// @throws   Error if x is outside its domain
/// Up to x = 2 the power series, whose terms are all below 1 there; beyond, the continued fraction
/// of E_1(i x), of which -Ci(x) is the real part: there the terms of the series cancel. Both take
/// up to a hundred operations, in long double, and only the result is rounded to Real.
/// Source: NIST Digital Library of Mathematical Functions, 6.2, 6.6 and 6.9.
template <typename Real>
Real cosine_integral(Real x);

} // namespace epreuve::math
