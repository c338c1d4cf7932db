#pragma once

#include "epreuve/exercises/student.hpp"

/// The functions to write for chapter 16, GELU. Their bodies go into exercises.cpp.
namespace exercise {

/// Distribution function of the standard normal law: the probability that a standard normal number
/// is at most x.
///
///     Phi(x) = 1 / sqrt(2 pi) integral_{-infinity}^x e^{-t^2 / 2} dt
///
/// The standard library has erf and erfc; express Phi by one of them:
///
///     erf(t) = 2 / sqrt(pi) integral_0^t e^{-u^2} du,    erfc(t) = 1 - erf(t)
///
/// @param x  any number, or an infinity
/// @return   in [0, 1], right to 9 digits even where it is tiny: Phi(-30) is 4.9e-198 and not 0
double normal_distribution(double x);

/// Gaussian error linear unit.
///
///     GELU(x) = x Phi(x)
///
/// @param x  finite
/// @return   right to 9 digits, in the left tail too
double gelu(double x);

/// GPT-2's approximation of GELU, applied to each entry.
///
///     x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
///
/// @param x  n numbers, none larger than 10^100 in magnitude
/// @return   n numbers, right to 12 decimals or 9 digits
arma::vec gelu_tanh(const arma::vec& x);

/// The sigmoid approximation of GELU, applied to each entry.
///
///     x sigma(1.702 x),    sigma(z) = 1 / (1 + e^{-z})
///
/// @param x  n numbers, none larger than 10^100 in magnitude
/// @return   n numbers, right to 12 decimals or 9 digits
arma::vec gelu_sigmoid(const arma::vec& x);

/// Derivative of GELU itself, not of an approximation: differentiate x Phi(x) on paper.
///
/// @param x  finite
/// @return   GELU'(x), right to 9 digits, in the left tail too
double gelu_derivative(double x);

/// Where GELU is smallest: the x, to be found by your program, with GELU(x) <= GELU(t) for every t.
///
/// @return  x, right to 6 decimals
double gelu_minimum();

/// The inverse of GELU, on the side where it rises: the x >= gelu_minimum() with GELU(x) = y.
///
/// @param y  from -0.1699, just above the smallest value of GELU, to 10^6
/// @return   x, right to 9 decimals or 9 digits
double gelu_inverse(double y);

EXERCISES(normal_distribution, gelu, gelu_tanh, gelu_sigmoid, gelu_derivative, gelu_minimum,
          gelu_inverse)

} // namespace exercise
