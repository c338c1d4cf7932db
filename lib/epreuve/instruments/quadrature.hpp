#pragma once

#include <functional>

/// Integrals from the values of the integrand alone: to compare a closed form with.
namespace epreuve::instruments {

/// The integral of f from a to b, of which either may be infinite.
///
///     sum over k of w_k f(x_k),    x_k = g(k h), w_k = h g'(k h)
///
/// with a substitution g after which the integrand decays doubly exponentially: tanh-sinh on an
/// interval, exp-sinh on a half-line, sinh-sinh on the line. h is halved until two sums agree to 1e-13
/// of the integral of |f|. Some hundred terms do for an f that is analytic within (a, b); at finite
/// ends it may be singular, as long as its integral is finite. A peak that is narrow compared with the
/// interval may fall between the first terms and be missed: on [-40, 40] that of a bell is.
///
/// @param f  finite within (a, b)
/// @return   0 if a = b
/// @throws   Error unless a <= b, or where f is NaN or infinite
/// Source: Takahasi and Mori, "Double exponential formulas for numerical integration" (1974), as in
/// Boost.Math.
double integral(const std::function<double(double)>& f, double a, double b);

/// The same on a finite interval by a rule that shares nothing with it: Gauss and Kronrod's of 61
/// points, on intervals halved up to 8 times, until the error it estimates is 1e-14 of the integral
/// of |f|.
///
/// @throws Error unless a <= b are finite, or where f is NaN or infinite
/// Source: Kronrod (1964); Piessens and others, "QUADPACK" (1983), as in Boost.Math.
double integral_by_gauss_kronrod(const std::function<double(double)>& f, double a, double b);

} // namespace epreuve::instruments
