#pragma once

#include "epreuve/exercises/student.hpp"

/// The functions to write for chapter 16, GELU. Their bodies go into exercises.cpp.
namespace exercise {

/// # The normal law's distribution function, tails included
/// 2 points, 2 stars: exo7 7
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

/// # GELU itself
/// 1 point, 1 star: exo7 7
/// Gaussian error linear unit.
///
///     GELU(x) = x Phi(x)
///
/// @param x  finite
/// @return   right to 9 digits, in the left tail too
double gelu(double x);

/// # GELU as GPT-2 computes it
/// 2 points, 2 stars: exo7 7
/// GPT-2's approximation of GELU, applied to each entry.
///
///     x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
///
/// @param x  n numbers, none larger than 10^100 in magnitude
/// @return   n numbers, right to 12 decimals or 9 digits
arma::vec gelu_tanh(const arma::vec& x);

/// # GELU by a sigmoid
/// 1 point, 1 star: exo7 7
/// The sigmoid approximation of GELU, applied to each entry.
///
///     x sigma(1.702 x),    sigma(z) = 1 / (1 + e^{-z})
///
/// @param x  n numbers, none larger than 10^100 in magnitude
/// @return   n numbers, right to 12 decimals or 9 digits
arma::vec gelu_sigmoid(const arma::vec& x);

/// # The slope of GELU
/// 3 points, 3 stars: exo7 7
/// Derivative of GELU itself, not of an approximation: differentiate x Phi(x) on paper.
///
/// @param x  finite
/// @return   GELU'(x), right to 9 digits, in the left tail too
double gelu_derivative(double x);

/// # The bottom of the dip
/// 3 points, 3 stars: exo7 7
/// Where GELU is smallest: the x, to be found by your program, with GELU(x) <= GELU(t) for every t.
///
/// @return  x, right to 6 decimals
double gelu_minimum();

/// # From a value of GELU back to x
/// 4 points, 4 stars: exo7 7
/// The inverse of GELU, on the side where it rises: the x >= gelu_minimum() with GELU(x) = y.
///
/// @param y  from -0.1699, just above the smallest value of GELU, to 10^6
/// @return   x, right to 9 decimals or 9 digits
double gelu_inverse(double y);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [normal_distribution]
// - Substitute t = sqrt(2) u in the integral: then it is the integral of erf, except for a factor and for where it
//   begins.
// - On paper, Phi(x) = (1 + erf(x / sqrt 2)) / 2. Think of what 1 + erf is in floating point where erf is -1 to
//   sixteen digits.
// - erf is odd: 1 + erf(t) = 1 - erf(-t), and that is a function of its own, std::erfc, which is right where it is
//   tiny.

// [gelu]
// - You have Phi from the previous exercise.
// - Call normal_distribution; what is left is one multiplication.
// - If only large negative x fail, look at how you compute Phi there: 1 + erf has no digits left, erfc has all of
//   them.

// [gelu_tanh]
// - x * y is a product of matrices; the product of two vectors entry by entry is x % y.
// - exo7 prints this formula with three slips, which chapter 16 finds one after the other. The formula to compute is
//   the one in exercises.hpp.
// - arma::tanh and std::tanh know that tanh is 1 far out. The quotient of exponentials that defines it does not: there
//   it is inf / inf.

// [gelu_sigmoid]
// - Where GELU has Phi(x), this has a sigmoid, which needs an exponential instead of erf.
// - Entry by entry: x % y multiplies vectors, x / y divides them; arma::exp takes all exponentials.
// - Of the two ways to write the sigmoid, 1 / (1 + e^{-z}) and e^z / (1 + e^z), one is inf / inf for large z; the
//   other never is.

// [gelu_derivative]
// - GELU is a product, x times Phi(x): use the product rule.
// - The derivative of Phi, an integral up to x, is the function under the integral.
// - So there are two terms, Phi(x) and x times the normal density.

// [gelu_minimum]
// - At the bottom the slope is 0; to the left of it the slope is negative, to the right positive. You have written the
//   slope already.
// - Find one x where the slope is negative and one where it is positive; GELU is negative only for x < 0, and at 0 the
//   slope is 1/2.
// - Halve the interval: the slope in the middle says in which half its zero is. Twenty halvings of an interval of
//   length 1 give six decimals.

// [gelu_inverse]
// - There is no formula. But to the right of its minimum GELU only rises, so a search by halving works, as it did for
//   the minimum.
// - A search needs two ends. The lower one is the minimum. For the upper one, GELU(x) > x - 0.17 for every x; find an
//   x at which this makes it larger than y.
// - Near 10^6 neighbouring doubles are 10^-10 apart, and an interval cannot get narrower than that: count the
//   halvings, or stop when the middle is one of the ends.
