#pragma once

#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <armadillo>

#include <vector>

/// The functions that the forward pass is made of. Each except `embed` exists twice under one name:
/// a template, the plain formula (model.cpp), and an overload for float that does the same faster
/// (fast_kernels.cpp), which is therefore what a call with floats means; `linear<float>(...)` is
/// the plain formula in float. They write into a matrix of the caller's, which is given the
/// right shape, so that memory is reused from layer to layer.
namespace epreuve::gpt2 {

/// Token and position embedding: x_k = wte_{t_k} + wpe_{first + k}.
/// @param x       n x K, set
/// @param tokens  K, each below N
/// @param first   position of the first of them; first + K at most the context
template <typename Real>
void embed(arma::Mat<Real>& x, const Weights<Real>& weights, const std::vector<Token>& tokens,
           arma::uword first);

/// Layer norm of each token (math::layer_norm). The fast one gives NaN where the squares of a token overflow float, from
/// entries of 1e18 on.
/// @param y  n x K, set
/// @param x  n x K
template <typename Real>
void layer_norm(arma::Mat<Real>& y, const Norm<Real>& norm, const arma::Mat<Real>& x,
                double epsilon);
void layer_norm(arma::fmat& y, const Norm<float>& norm, const arma::fmat& x, double epsilon);

/// A dense layer: y = W x + b for each token.
/// @param y  out x K, set
/// @param x  in x K
template <typename Real>
void linear(arma::Mat<Real>& y, const Dense<Real>& layer, const arma::Mat<Real>& x);
void linear(arma::fmat& y, const Dense<float>& layer, const arma::fmat& x);

/// A dense layer that writes into the residual stream: y += W x + b.
/// @param y  out x K, added to
/// @param x  in x K
template <typename Real>
void add_linear(arma::Mat<Real>& y, const Dense<Real>& layer, const arma::Mat<Real>& x);
void add_linear(arma::fmat& y, const Dense<float>& layer, const arma::fmat& x);

/// GELU by its tanh form, of every entry in place (math::gelu_tanh).
template <typename Real>
void gelu(arma::Mat<Real>& h);
void gelu(arma::fmat& h);

/// Causal attention of all heads: rows h d to (h + 1) d - 1 of every argument belong to head h.
///
///     Z_h = V_h softmax(mask(Q_h^T K_h / sqrt d))^T
///
/// @param z      n x K, set: the heads' outputs, one under the other
/// @param q      n x K queries of the last K tokens
/// @param k, v   n x T keys and values of all T >= K tokens
/// @param heads  divides n; d = n / heads
/// A head with a query, key or value that is not finite gives NaN.
template <typename Real>
void causal_attention(arma::Mat<Real>& z, const arma::subview<Real>& q,
                      const arma::subview<Real>& k, const arma::subview<Real>& v,
                      arma::uword heads);
void causal_attention(arma::fmat& z, const arma::subview<float>& q, const arma::subview<float>& k,
                      const arma::subview<float>& v, arma::uword heads);

/// Unembedding (retranscription): logits = A^T x.
/// @param logits  N x K, set
/// @param wte     A, n x N
/// @param x       n x K
template <typename Real>
void unembed(arma::Mat<Real>& logits, const arma::Mat<Real>& wte, const arma::Mat<Real>& x);
void unembed(arma::fmat& logits, const arma::fmat& wte, const arma::fmat& x);

} // namespace epreuve::gpt2
