#pragma once

#include <armadillo>

/// Deep stacks of random linear layers, with and without a residual stream: the matrices that are multiplied when
/// information goes forward and, transposed, when a gradient comes back.
namespace epreuve::instruments {

/// How many layers, of which size, and whether each adds to its input or replaces it.
struct LinearStack
{
  arma::uword n;      ///< rows of the stream, >= 1
  arma::uword layers; ///< L
  double variance; ///< sigma^2 >= 0: the entries of W are independent normal of variance sigma^2/n
  bool residual;   ///< each layer is I + W instead of W
};

/// A product drawn at random, last layer first: W_L ... W_1, or (I + W_L) ... (I + W_1).
/// @throws Error if n = 0 or the variance is negative
arma::mat random_product(const LinearStack& stack);

/// Expectations over the W of J = random_product(stack), exactly (up to rounding):
///
///     squares = E |J|_F^2 = n (c + sigma^2)^L,    c = 1 with the stream, 0 without
///     diagonal = E J_ii^2 = 1/n + (1 - 1/n) (c / (c + sigma^2))^L of squares / n; 1 for L = 0
///
/// and, by a linear recursion in both, since a layer A takes B to A^T B A and W is normal,
///
///     trace_squared = E (tr J^T J)^2,    square_traces = E tr((J^T J)^2)
///
/// whose quotient says over how many directions J spreads its weight: n for an orthogonal J, 1 for
/// one of rank 1. Source: derived in chapter 14.
struct StackMoments
{
  double squares, diagonal, trace_squared, square_traces;
  /// trace_squared / square_traces
  double directions() const { return trace_squared / square_traces; }
};

/// @throws Error as random_product
StackMoments expected_moments(const LinearStack& stack);

} // namespace epreuve::instruments
