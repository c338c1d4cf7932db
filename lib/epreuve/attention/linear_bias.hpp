#pragma once

#include <armadillo>

namespace epreuve::attention {

/// ALiBi, attention with linear biases: in place of position vectors each score loses a number for every
/// place between key and query.
///
///     B_ij = S_ij - slope |i + T - K - j|
///
/// @param S      K x T, rows are queries, the last K of the T tokens, K <= T
/// @param slope  finite, >= 0; the article has 2^{-8h/H} for head h = 1 .. H
/// @return       K x T
/// @throws       Error if S has more rows than columns, or the slope is outside its domain
/// Source: Press, Smith and Lewis, Train Short, Test Long: Attention with Linear Biases Enables Input
/// Length Extrapolation, 2022, section 3 (where a mask leaves i - j >= 0 only).
arma::mat linear_bias(arma::mat S, double slope);

} // namespace epreuve::attention
