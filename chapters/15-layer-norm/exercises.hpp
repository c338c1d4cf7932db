#pragma once

#include "epreuve/exercises/student.hpp"

#include <tuple>

/// What you write for chapter 15, layer norm. The bodies go into exercises.cpp.
///
/// Tokens are columns: x has n rows and a column for each token. Mean and variance are those of the n entries of a
/// token, divided by n.
namespace exercise {

/// Layer norm of each token, with gain and bias.
///
///     y_i = g_i (x_i - mean) / sqrt(variance + epsilon) + b_i
///
/// @param x        n x K; entries may be large and close together, such as 10^9 - 1 and 10^9 + 1
/// @param gain     n
/// @param bias     n
/// @param epsilon  > 0; a token may have equal entries
/// @return         n x K
arma::mat layer_norm(const arma::mat& x, const arma::vec& gain, const arma::vec& bias,
                     double epsilon);

/// RMS norm of each token: scaled, not shifted.
///
///     y_i = g_i x_i / sqrt(mean of the squares of x + epsilon)
///
/// @param x        n x K
/// @param gain     n
/// @param epsilon  > 0
/// @return         n x K
arma::mat rms_norm(const arma::mat& x, const arma::vec& gain, double epsilon);

/// A matrix and a bias that read the stream.
struct Reader
{
  arma::mat W;
  arma::vec b;
  static constexpr auto fields = std::tuple(&Reader::W, &Reader::b);
};

/// What reads the stream after a layer norm, with gain and bias of the norm folded into it: for every y,
///
///     W' y + b' = W (gain * y + bias) + b,    * entry by entry
///
/// @param reader  W m x n, b m
/// @param gain    n
/// @param bias    n
/// @return        m x (n + 1): W', and b' as its last column
arma::mat folded(const Reader& reader, const arma::vec& gain, const arma::vec& bias);

/// The gradient before a layer norm of one token, with gain 1 and bias 0, from the gradient after it:
///
///     J^T g = (g - mean(g) - y (y . g) / n) / sqrt(variance + epsilon),    y the normed token
///
/// where mean(g) is subtracted from every entry. A token may have 100 000 entries: do not form J.
///
/// @param x        n >= 2; entries may be large and close together, such as 10^9 - 1 and 10^9 + 1
/// @param epsilon  > 0
/// @param g        n
/// @return         n
arma::vec gradient_before(const arma::vec& x, double epsilon, const arma::vec& g);

EXERCISES(layer_norm, rms_norm, folded, gradient_before)

} // namespace exercise
