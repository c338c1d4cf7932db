#pragma once

#include <armadillo>

/// Deep stacks of random blocks on a residual stream, with pre-norm, with post-norm, or without a norm: what one token
/// and the gradient of it meet.
namespace epreuve::instruments {

enum class Normed
{
  nowhere, ///< x + f(x)
  pre,     ///< x + f(LN(x)), as in GPT-2
  post,    ///< LN(x + f(x)), as in the Transformer of 2017
};

/// Blocks are linear, f(y) = W y, or have a bend, f(y) = c V gelu(W y). The entries of W and V are independent
/// normal, and the mean square of f(y) is sigma^2 times that of y: with the bend, c is chosen so that this holds when the
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
  arma::vec written;   ///< L: the same of the gradient at what block l writes
};

/// @throws Error if n < 3 or the variance is negative or not finite
NormedPass random_pass(const NormedStack& stack);

/// NormedPass::gradients to leading order in n: for L blocks they are right up to a factor 1 + O(L/n), in the mean over
/// stacks. With s the mean square of what a block reads,
///
///     without a norm  |g_l|^2 = |g_{l+1}|^2 (1 + sigma^2 E gelu'^2(s) / E gelu^2(1)),    s that of the stream
///     pre-norm        |g_l|^2 = |g_{l+1}|^2 (1 + sigma^2 kappa / (1 + l sigma^2)),       kappa = E gelu'^2(1) / E gelu^2(1)
///     post-norm       |g_l|^2 = |g_{l+1}|^2 (1 + sigma^2 kappa) / (1 + sigma^2)
///
/// and for linear blocks both quotients of means are 1.
/// @return L + 1
arma::vec gradients_to_leading_order(const NormedStack& stack);

/// E gelu(u)^2 for a normal u of mean 0 and variance s >= 0.
///
///     s/4 + s/(2 pi) (arcsin(s/(1 + s)) + 2 s / ((1 + s) sqrt(1 + 2s)))
///
/// At s = 1 it is 1/3 + 1/(2 pi sqrt 3) = 0.425; for large s, where gelu is nearly a ReLU, it comes near s/2.
/// Source: derived by parts.
double mean_square_of_gelu(double s);

/// E gelu'(u)^2 for the same u: E gelu(u)^2 / s + s / (2 pi (1 + 2s)^{3/2}). At s = 1 it is 0.456; for large s
/// it comes near 1/2.
double mean_square_of_gelu_slope(double s);

} // namespace epreuve::instruments
