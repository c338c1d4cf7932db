#pragma once

#include "epreuve/gpt2/weights.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"

#include <armadillo>

#include <vector>

/// GPT-2's forward pass in the plainest way, part by part, with which gpt2::Model and other ways of
/// computing are compared. Every product of matrices is the schoolbook one, summed in the order in which it is
/// written, so that no library rounds it another way on another machine; in float every operation is
/// rounded to float. Throughout, columns are tokens: x is n x K.
///
/// Source: exo7 1.1, 2.1, 3, 6; Radford et al. (2019), 2.3.
namespace epreuve::instruments::plain {

/// Variants of GPT-2, with which it is compared.
struct Variant
{
  bool norm_first =
      true; ///< false: the sum is normed after each block, as in the first transformers
  bool exact_gelu = false; ///< instead of its tanh form
};

/// Embedding and positions, x_k = A e_{t_k} + w_k.
/// @throws Error for no tokens, or more than the context has places
template <typename Real>
arma::Mat<Real> start(const gpt2::Weights<Real>& weights, const Tokens& text);

/// Of each column v:  gain o (v - mean(v)) / sqrt(var(v) + epsilon) + bias.
template <typename Real>
arma::Mat<Real> layer_norm(const gpt2::Norm<Real>& norm, arma::Mat<Real> x, double epsilon);

/// W x + b, with W the transpose of the neurons: column after column of W, each times an entry of x.
template <typename Real>
arma::Mat<Real> dense(const gpt2::Dense<Real>& layer, const arma::Mat<Real>& x);

/// Of each head, V softmax(mask(Q^T K / sqrt d))^T; one under the other, then the dense layer W_O.
/// @param x  what the block reads, n x K
template <typename Real>
arma::Mat<Real> attention(const gpt2::Block<Real>& block, const arma::Mat<Real>& x,
                          arma::uword heads);

/// W_2 GELU(W_1 x + b_1) + b_2.
template <typename Real>
arma::Mat<Real> mlp(const gpt2::Block<Real>& block, const arma::Mat<Real>& x,
                    bool exact_gelu = false);

/// The residual stream x_1, x_2, ..., x_l: before the first block, and after each attention and MLP.
///
///     x_{i+1} = x_i + block(LN(x_i)),    or, with post-norm,  LN(x_i + block(x_i))
///
/// @return 2 layers + 1 matrices, n x K
/// @throws Error as start
template <typename Real>
std::vector<arma::Mat<Real>> stream(const gpt2::Weights<Real>& weights, const Tokens& text,
                                    Variant variant = {});
std::vector<arma::mat> stream(const ModelRun& run);

/// The last layer norm and the unembedding, A^T LN(x).
/// @return N x K logits
template <typename Real>
arma::Mat<Real> end(const gpt2::Weights<Real>& weights, const arma::Mat<Real>& x);

} // namespace epreuve::instruments::plain
