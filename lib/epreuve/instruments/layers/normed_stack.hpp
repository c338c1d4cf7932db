#pragma once

#include <armadillo>

/// Deep stacks of random blocks on a residual stream, with layer norm before each block, behind it, or
/// nowhere: what one token and the gradient of it meet.
namespace epreuve::instruments {

enum class Normed
{
  nowhere, ///< x + f(x)
  before,  ///< x + f(LN(x)), as in GPT-2
  behind,  ///< LN(x + f(x)), as in the Transformer of 2017
};

/// Blocks are linear, f(y) = W y, or have a bend, f(y) = c V gelu(W y). The entries of W and V are independent
/// normal, and f(y) has the mean square sigma^2 times that of y: for the bend c is such that this is so where the
/// mean square of y is 1. Layer norm has epsilon 0 and no gain or bias.
struct NormedStack
{
  arma::uword n;      ///< rows of the stream, >= 3
  arma::uword layers; ///< L
  double variance;    ///< sigma^2 >= 0
  Normed normed;
  bool bend = false;
};

/// One random stack, one random token, and the gradient at it of a random linear function of the result.
struct NormedPass
{
  arma::vec
      squares; ///< L + 1: mean square of the stream x_l before layer l, and at the end; of x_0 it is 1
  arma::vec variances; ///< L + 1: the same less the squared mean
  arma::vec gradients; ///< L + 1: |g_l|^2 / |g_L|^2 of the gradient g_l at x_l
};

/// @throws Error if n < 3 or the variance is negative or not finite
NormedPass random_pass(const NormedStack& stack);

/// How much more a block with the bend multiplies squared gradients than squared lengths.
///
///     E gelu'(z)^2 / E gelu(z)^2 = (1/3 + 4c/3) / (1/3 + c) = 1.072,    c = 1 / (2 pi sqrt 3)
///
/// for a standard normal z. Source: derived by parts.
double gain_of_bend();

} // namespace epreuve::instruments
