#pragma once

#include <armadillo>

/// A token's vector plus a position's: which pair was added.
namespace epreuve::math {

struct TokenAndPosition
{
  arma::uword token;
  arma::uword position;
  friend bool operator==(const TokenAndPosition&, const TokenAndPosition&) = default;
};

/// The pair whose sum comes nearest to u.
///
///     minimise over t and k    |u - v_t - w_k|^2
///
/// @param u  n
/// @param V  n x N, a token's vector per column
/// @param W  n x K, a position's vector per column
/// @return   of several the one with the least position, of these that with the least token
/// @throws   Error if a matrix is empty, the numbers of rows differ or an entry is not finite
/// A reader who has u with an error below half the least distance of two sums can recover the pair.
TokenAndPosition nearest_pair(const arma::vec& u, const arma::mat& V, const arma::mat& W);

/// First the nearest token, as if no position had been added; then the position nearest to the rest: N + K
/// comparisons, where nearest_pair has N K.
///
///     t minimises |u - v_t|^2,    then k minimises |u - v_t - w_k|^2
///
/// The arguments are those of nearest_pair, and so is what is thrown.
TokenAndPosition token_first(const arma::vec& u, const arma::mat& V, const arma::mat& W);

/// The probability that, of two random tokens, the wrong one is nearer to v + w.
///
///     v, v' independent, n coordinates each, normal of variance s^2:    P(|v + w - v'| < |w|)
///         = F(|w|^2 / (2 s^2)),    F the noncentral chi-squared law, n degrees, noncentrality |w|^2 / (2 s^2)
///
/// @param n       >= 1
/// @param s       > 0, finite
/// @param length  |w| > 0, finite
/// @throws        Error outside of these
/// With N tokens, the nearest is the wrong one with at most N - 1 times this probability.
double wrong_token_probability(arma::uword n, double s, double length);

} // namespace epreuve::math
