#pragma once

#include "epreuve/exercises/student.hpp"

/// The exercises of chapter 01, softmax. The bodies go into exercises.cpp.
namespace exercise {

/// The probabilities of logits x: positive numbers that sum to 1, in the ratios of e^{x_i}.
///
///     sigma_i = e^{x_i} / sum_j e^{x_j}
///
/// @param x  n logits, n >= 1, none larger than 500 in magnitude
/// @return   n probabilities
arma::vec softmax(const arma::vec& x);

/// The logarithm of softmax's denominator, for logits whose exponentials are beyond any double:
/// e^710 is one of them. With the largest logit m, the formula can be written in two ways:
///
///     ln sum_j e^{x_j} = m + ln sum_j e^{x_j - m}
///
/// @param x  n logits, n >= 1, as large as 10^5 in magnitude, or -inf: the logit of a token that
///           is excluded, whose exponential is 0. At least one is finite.
/// @return   a finite number
double log_sum_exp(const arma::vec& x);

/// Softmax for logits of any size, and with excluded tokens.
///
///     sigma_i = e^{x_i} / sum_j e^{x_j} = e^{x_i - c} / sum_j e^{x_j - c}    for every c
///
/// @param x  n logits, n >= 1, as large as 10^5 in magnitude, or -inf; at least one is finite
/// @return   n probabilities; those of -inf are exactly 0
arma::vec stable_softmax(const arma::vec& x);

/// Softmax at a temperature: below 1 it sharpens the distribution, above 1 it flattens it.
///
///     sigma_i = e^{x_i / T} / sum_j e^{x_j / T}
///
/// @param x            n logits, n >= 1, none larger than 1000 in magnitude
/// @param temperature  T, from 0.001 to 1000
/// @return             n probabilities
arma::vec softmax_at_temperature(const arma::vec& x, double temperature);

/// How each probability responds to each logit: the partial derivatives of sigma = softmax(x).
///
///     J_ij = d sigma_i / d x_j = sigma_i (delta_ij - sigma_j),    delta_ij = 1 if i = j, else 0
///
/// @param x  n logits, n >= 1, as large as 10^5 in magnitude
/// @return   J, n x n
arma::mat softmax_jacobian(const arma::vec& x);

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

EXERCISES(softmax, log_sum_exp, stable_softmax, softmax_at_temperature, softmax_jacobian,
          softmax_jacobian_times)

} // namespace exercise
