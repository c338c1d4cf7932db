#pragma once

#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <armadillo>

/// The backward pass of the whole model: how a loss changes with each parameter. It goes back through the values that the
/// forward pass (model.hpp) kept, formula by formula; in float with the formulas of fast_kernels.cpp and
/// fast_backward.cpp.
namespace epreuve::gpt2 {

/// B texts of T tokens, and after each token the one that follows it.
struct Batch
{
  arma::Mat<Token> inputs, targets; ///< T x B each: a text is a column
};

/// What the forward pass leaves for the backward one, and what both compute in: kept from step to step, so nothing is
/// allocated after the first. K = B T tokens, one text after another. In numbers of type Real:
///
///     K (layers (8 n + 2 mlp) + 9 n + mlp + N)
template <typename Real>
struct Pass
{
  Workspace<Real> forward{.keeps = true};
  arma::Mat<Real> logits; ///< N x K; then the derivative by them

  arma::Mat<Real> dx;                ///< n x K: derivative by the residual stream
  arma::Mat<Real> dnormed, dz, dqkv; ///< n x K, n x K, 3n x K
  arma::Mat<Real> dhidden;           ///< mlp x K
};

/// The mean over all B T tokens of -ln p(the token that follows), in nats, and how it changes with each parameter. The
/// unembedding is wte's transpose, so the gradient of wte is the sum of two: as embedding and as unembedding.
/// @param gradient  set; of the same sizes as the weights, as zero_weights makes it
/// @param batch     T from 1 to the context, B at least 1, tokens below N
/// @param pass      of any earlier call, or a new one
///
/// In float the products are OpenBLAS's, which adds up long sums in parts that depend on the number of threads: one
/// thread and two differ by no more than rounding does. Under OneBlasThread the bytes are the same on any number of
/// processors.
/// @return          the loss, summed in double
/// @throws          Error for no tokens, inputs and targets of different shapes, texts longer than the context, an id
///                  out of range, a gradient of other sizes; or where NaN or infinity comes up in a step of the forward
///                  or the backward pass, which says in which half of which block. Only the entries of `gradient` are
///                  not examined
template <typename Real>
double loss_and_gradient(Weights<Real>& gradient, const Weights<Real>& weights, const Batch& batch,
                         Pass<Real>& pass);

/// The loss alone, by the same forward pass.
template <typename Real>
double loss(const Weights<Real>& weights, const Batch& batch, Pass<Real>& pass);

} // namespace epreuve::gpt2
