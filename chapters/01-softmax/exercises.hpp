#pragma once

#include "epreuve/exercises/student.hpp"

/// The exercises of chapter 01, softmax. The bodies go into exercises.cpp.
namespace exercise {

/// # Softmax, as the formula says
/// 2 points, 1 star: exo7 2.1
/// The probabilities of logits x: positive numbers that sum to 1, in the ratios of e^{x_i}.
///
///     sigma_i = e^{x_i} / sum_j e^{x_j}
///
/// @param x  n logits, n >= 1, none larger than 500 in magnitude
/// @return   n probabilities
arma::vec softmax(const arma::vec& x);

/// # Log-sum-exp without overflow
/// 3 points, 2 stars: exo7 2.1
/// The logarithm of softmax's denominator, for logits whose exponentials are beyond any double:
/// e^710 is one of them. With the largest logit m, the formula can be written in two ways:
///
///     ln sum_j e^{x_j} = m + ln sum_j e^{x_j - m}
///
/// @param x  n logits, n >= 1, as large as 10^5 in magnitude, or -inf: the logit of a token that
///           is excluded, whose exponential is 0. At least one is finite.
/// @return   a finite number
double log_sum_exp(const arma::vec& x);

/// # Softmax that survives any logits
/// 3 points, 2 stars: thomas, Introduction
/// Softmax for logits of any size, and with excluded tokens.
///
///     sigma_i = e^{x_i} / sum_j e^{x_j} = e^{x_i - c} / sum_j e^{x_j - c}    for every c
///
/// @param x  n logits, n >= 1, as large as 10^5 in magnitude, or -inf; at least one is finite
/// @return   n probabilities; those of -inf are exactly 0
arma::vec stable_softmax(const arma::vec& x);

/// # Softmax at a temperature
/// 2 points, 1 star: beyond exo7 2.1
/// Softmax at a temperature: below 1 it sharpens the distribution, above 1 it flattens it.
///
///     sigma_i = e^{x_i / T} / sum_j e^{x_j / T}
///
/// @param x            n logits, n >= 1, none larger than 1000 in magnitude
/// @param temperature  T, from 0.001 to 1000
/// @return             n probabilities
arma::vec softmax_at_temperature(const arma::vec& x, double temperature);

/// # The Jacobian of softmax
/// 4 points, 3 stars: beyond exo7 2.1
/// How each probability responds to each logit: the partial derivatives of sigma = softmax(x).
///
///     J_ij = d sigma_i / d x_j = sigma_i (delta_ij - sigma_j),    delta_ij = 1 if i = j, else 0
///
/// @param x  n logits, n >= 1, as large as 10^5 in magnitude
/// @return   J, n x n
arma::mat softmax_jacobian(const arma::vec& x);

/// # The Jacobian times a vector, without the Jacobian
/// 5 points, 4 stars: beyond exo7 2.1
/// The derivative of softmax at x in the direction v, J v with the J of softmax_jacobian: what
/// training computes at every softmax of a model, with one logit for each token of a vocabulary. A
/// J of that size does not fit into any memory. Use time and memory that grow like n, not like n^2.
///
///     (J v)_i = sum_j sigma_i (delta_ij - sigma_j) v_j
///
/// @param x  n logits, 1 <= n <= 10^6, as large as 10^5 in magnitude
/// @param v  n, none larger than 1000 in magnitude
/// @return   n
arma::vec softmax_jacobian_times(const arma::vec& x, const arma::vec& v);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [softmax]
// - Which function makes any number positive, and larger where the number is larger?
// - arma::exp takes the exponential of every entry; arma::accu sums entries.
// - Divide all exponentials by the one number that makes their sum 1.

// [log_sum_exp]
// - What is e^1000 in a double, and what is the logarithm of that?
// - If all exponents are 0 or less, no exponential is larger than 1. By how much must the logits be lowered for that?
// - A number subtracted from every logit divides the sum by one factor; its logarithm comes back as a term.
// - x.max() is the largest logit. Subtract it from all, take the logarithm of the sum of the exponentials (std::log is
//   the natural one), and add what you subtracted.

// [stable_softmax]
// - Subtracting the same number from all logits multiplies numerator and denominator by one factor. Which number keeps
//   every exponential finite, and one of them at 1?
// - Does a logit of -inf need special treatment? Try what std::exp makes of it.
// - The denominator is e to the power log_sum_exp(x). A quotient of two powers of e is one power.
// - So the logarithm of sigma_i is x_i less log_sum_exp(x): one subtraction and one exponential for each entry.

// [softmax_at_temperature]
// - At T = 1 this is a function that you have. How does its argument change at another T?
// - At T = 0.001 a logit of 2 becomes an exponent of 2000. Which of your functions survives that?
// - Divide the logits, before anything else is done with them; the probabilities of the result are what is asked for.

// [softmax_jacobian]
// - J is made of probabilities alone: compute sigma first, with the function that survives large logits.
// - Raising a logit raises its own probability and lowers all others: which entries are positive? What does a row of J
//   sum to?
// - J is a diagonal matrix minus the matrix whose entry (i, j) is sigma_i sigma_j.
// - arma::diagmat(s) has s on its diagonal; a column times a row, s * s.t(), has every product.

// [softmax_jacobian_times]
// - Write J v as two terms, one for diag(sigma) and one for sigma sigma^T, and look at the shapes.
// - sigma (sigma^T v) is (sigma sigma^T) v with the parentheses moved. Which of the two needs no matrix?
// - sigma^T v is a number: the mean of v, weighted with the probabilities.
// - Entry i of the result: sigma_i times the excess of v_i over that mean. arma::dot gives the mean, % multiplies
//   entry by entry.
