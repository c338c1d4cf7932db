#pragma once

#include "epreuve/exercises/student.hpp"

#include <tuple>

/// What you write for chapter 15, layer norm. The bodies go into exercises.cpp.
///
/// Tokens are columns: x has n rows and a column for each token. Mean and variance are those of the n entries of a
/// token, divided by n.
namespace exercise {

/// # Layer norm of each token
/// 3 points, 2 stars: masterclass, Architecture de l'encodeur
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

/// # RMS norm of each token
/// 2 points, 1 star: chapter 15, Without the mean
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

/// # Gain and bias, folded into the reader
/// 3 points, 2 stars: chapter 15, A sphere in a hyperplane
/// What reads the stream after a layer norm, with gain and bias of the norm folded into it: for every y,
///
///     W' y + b' = W (gain * y + bias) + b,    * entry by entry
///
/// @param reader  W m x n, b m
/// @param gain    n
/// @param bias    n
/// @return        m x (n + 1): W', and b' as its last column
arma::mat folded(const Reader& reader, const arma::vec& gain, const arma::vec& bias);

/// # The gradient before a layer norm
/// 4 points, 3 stars: chapter 15, The derivative is a projection
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

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [layer_norm]
// - One column after the other: each token has a mean and a variance of its own.
// - The variance divides by n, not by n - 1, and epsilon is added to it before the root.
// - Gain and bias come last, entry by entry: they are not normed.

// [rms_norm]
// - Layer norm without its mean: nothing is subtracted, and no bias comes after it.
// - One number for each token divides all of its entries; the gain comes after that.
// - The mean of the squares, not their sum; epsilon is added to it before the root.

// [folded]
// - Multiply the right side out: one part multiplies y, the rest does not.
// - Entry by entry, gain * y is diag(gain) y. On which side of W does diag(gain) stand?
// - W multiplies the norm's bias too.

// [gradient_before]
// - First the normed token y, as in layer_norm.
// - Two things are taken from g: its mean, from every entry, and its part along y.
// - The part along y is y times the number (y . g) / n. Divide by the same root as y.
