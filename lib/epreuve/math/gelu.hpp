#pragma once

#include <armadillo>

#include <concepts>

namespace epreuve::math {

// The activation functions of GPT-2's feed-forward layers, their derivatives, and the normal
// law they are made of.
//
// Accuracy. Errors are in ulp as accuracy.hpp defines it, against the formula with its decimal
// constants taken exactly, over every finite argument, subnormal arguments and results
// included. `float` is computed in `double` and rounded once: at most 0.501 ulp, except where a
// comment says otherwise. `double` keeps the exponent of each exponential as an unevaluated
// sum of two doubles: rounding it would cost some x^2 / 4 ulp, hundreds in the far negative tail.
// The bounds given for `double` count roundings, exp being good to 1 ulp and erfc to 4 (glibc
// 2.36: 0.51 and 3.5 seen); next to them, the worst seen on a million arguments.
//
// NaN propagates. At +-infinity every function takes its limit, with the sign of the side it is
// approached from (gelu(-inf) is -0), except gelu_erf_form, which is evaluated as written.

/// Density of the standard normal law.
///
///     f(x) = exp(-x^2 / 2) / sqrt(2 pi)
///
/// At most 4 ulp (seen: 2.6). Source: exo7 7.
template <std::floating_point Real>
Real normal_density(Real x);

/// Distribution function of the standard normal law: the probability that X <= x.
///
///     Phi(x) = integral of f from -infinity to x = erfc(-x / sqrt 2) / 2
///
/// For x < -6 by Laplace's continued fraction of Phi / f. At most 9 ulp (seen: 4.0).
/// Source: exo7 7.
template <std::floating_point Real>
Real normal_distribution(Real x);

/// The logistic function.
///
///     sigma(x) = 1 / (1 + exp(-x)) = exp(x) / (1 + exp(x))
///
/// The first form for x >= 0 and the second for x < 0, so that no exponential overflows.
/// At most 5 ulp (seen: 2.5). Source: exo7 7.
template <std::floating_point Real>
Real sigmoid(Real x);

/// Rectified linear unit: max(x, 0). Exact. Source: exo7 7.
template <std::floating_point Real>
Real relu(Real x);

/// Gaussian error linear unit.
///
///     GELU(x) = x Phi(x)
///
/// Decreasing, then increasing from its minimum -0.16997 at x = -0.75179. At most 10 ulp
/// (seen: 4.2). Source: exo7 7; Hendrycks and Gimpel, "Gaussian error linear units" (2016).
template <std::floating_point Real>
Real gelu(Real x);

/// GELU in the form the document computes, evaluated as written in `Real`.
///
///     GELU(x) = x / 2 (1 + erf(x / sqrt 2))
///
/// Equal to gelu in exact arithmetic. In floating point 1 + erf cancels for x < 0: in `double`
/// the result is 0 below x = -8.374, where no digit is left; at -infinity it is NaN. For
/// comparison; use gelu. Source: exo7 7.
template <std::floating_point Real>
Real gelu_erf_form(Real x);

/// GPT-2's approximation of GELU.
///
///     x / 2 (1 + tanh u) = x sigma(2 u),    u = sqrt(2 / pi) (x + 0.044715 x^3)
///
/// The right-hand side is what is computed: 1 + tanh cancels for x < 0. At most 6 ulp
/// (seen: 3.6). Source: Hendrycks and Gimpel (2016); GPT-2's source. exo7 7 means this one and
/// prints another, gelu_tanh_as_printed.
template <std::floating_point Real>
Real gelu_tanh(Real x);

/// The approximation of GELU exactly as the document prints it.
///
///     x / 2 (1 + tanh u) = x sigma(2 u),    u = sqrt(2 / pi) + 0.44715 x^3
///
/// Not an approximation of GELU: against gelu_tanh, u has lost a factor x in its first term, its
/// second term the factor sqrt(2 / pi), and 0.044715 a zero. At most 6 ulp of the printed formula
/// (seen: 4.0). Source: exo7 7.
template <std::floating_point Real>
Real gelu_tanh_as_printed(Real x);

/// The sigmoid approximation of GELU.
///
///     x sigma(1.702 x)
///
/// At most 6 ulp (seen: 3.2). Source: exo7 7; Hendrycks and Gimpel (2016).
template <std::floating_point Real>
Real gelu_sigmoid(Real x);

/// Derivative of gelu.
///
///     GELU'(x) = Phi(x) + x f(x);    GELU'(0) = 1/2
///
/// At most 32 ulp outside [-1.5, -0.5] (seen: 5.2). Inside, the two terms cancel at the zero
/// x = -0.75179: there the error is at most 2^-51 (seen: 2^-53; in `float` half an ulp more),
/// which is small against the terms but not against their sum.
template <std::floating_point Real>
Real gelu_derivative(Real x);

/// Derivative of gelu_tanh.
///
///     sigma(v) (1 + x sigma(-v) v'),    v = 2 u,  v' = 2 sqrt(2 / pi) (1 + 3 * 0.044715 x^2)
///
/// At most 32 ulp outside [-1.5, -0.5] (seen: 7.3); inside, around the zero
/// x = -0.75246, an error of at most 2^-51 (in `float` half an ulp more).
template <std::floating_point Real>
Real gelu_tanh_derivative(Real x);

/// Derivative of gelu_sigmoid.
///
///     sigma(v) (1 + v sigma(-v)),    v = 1.702 x
///
/// At most 32 ulp outside [-1.5, -0.5] (seen: 5.6); inside, around the zero
/// x = -0.75115, an error of at most 2^-51 (in `float` half an ulp more).
template <std::floating_point Real>
Real gelu_sigmoid_derivative(Real x);

template <typename Array>
concept DenseArray = std::same_as<Array, arma::Col<typename Array::elem_type>> ||
                     std::same_as<Array, arma::Mat<typename Array::elem_type>>;

// The same, element by element: x is a vector or a matrix of any shape (empty too), the result
// has its shape. Instantiated for arma::Col and arma::Mat of float and double.
template <DenseArray Array>
Array normal_density(const Array& x);
template <DenseArray Array>
Array normal_distribution(const Array& x);
template <DenseArray Array>
Array sigmoid(const Array& x);
template <DenseArray Array>
Array relu(const Array& x);
template <DenseArray Array>
Array gelu(const Array& x);
template <DenseArray Array>
Array gelu_erf_form(const Array& x);
template <DenseArray Array>
Array gelu_tanh(const Array& x);
template <DenseArray Array>
Array gelu_tanh_as_printed(const Array& x);
template <DenseArray Array>
Array gelu_sigmoid(const Array& x);
template <DenseArray Array>
Array gelu_derivative(const Array& x);
template <DenseArray Array>
Array gelu_tanh_derivative(const Array& x);
template <DenseArray Array>
Array gelu_sigmoid_derivative(const Array& x);

} // namespace epreuve::math
