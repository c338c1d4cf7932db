#pragma once

#include "epreuve/gpt2/texts.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <armadillo>

/// The functions that the forward and the backward pass are made of. Each except the embedding's way back exists twice under
/// one name: a template, the plain formula (model.cpp, backward.cpp), and an overload for float that does the same faster
/// (fast_kernels.cpp, fast_backward.cpp), which is therefore what a call with floats means; `linear<float>(...)` is
/// the plain formula in float. They write into a matrix of the caller's, which is given the
/// right shape, so that memory is reused from layer to layer.
///
/// Weights in eight bits are for the overloads of the forward pass alone (eight_bits.hpp).
namespace epreuve::gpt2 {

/// Token and position embedding: x_k = wte_{t_k} + wpe_{first + k}, and so for each text.
/// @param x      n x K, set
/// @param texts  K tokens, each below N
/// @param first  position of the first of each; first + T at most the context
template <typename Real>
void embed(arma::Mat<Real>& x, const Weights<Real>& weights, const Texts& texts, arma::uword first);
void embed(arma::fmat& x, const Weights<float>& weights, const Texts& texts, arma::uword first);

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

/// GELU by its tanh form, of every entry (math::gelu_tanh).
/// @param y  of h's shape, set
template <typename Real>
void gelu(arma::Mat<Real>& y, const arma::Mat<Real>& h);
void gelu(arma::fmat& y, const arma::fmat& h);

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
/// The same with a model's own A.
template <typename Real>
void unembed(arma::Mat<Real>& logits, const Weights<Real>& weights, const arma::Mat<Real>& x);
void unembed(arma::fmat& logits, const Weights<float>& weights, const arma::fmat& x);

// --- backward -----------------------------------------------------------------------------
//
// Each takes dy, the derivative of a loss by what the function of its name returned, and gives those by what that
// function was given, in the same shapes: dx, and the gradient of the parameters. A gradient of parameters is a view
// that has its shape. Sums over tokens are in the order of the tokens.

/// Back from the embedding: gradient.wte_{t_k} += dx_k for each token, gradient.wpe_k = sum over the texts of dx_k, and 0
/// for the positions after them.
/// @param gradient  wte is added to, since the unembedding has its part in it; wpe is set
/// @param tokens    T x B
/// @param dx        n x B T, one text after another
template <typename Real>
void embed_backward(Weights<Real>& gradient, const arma::Mat<Token>& tokens,
                    const arma::Mat<Real>& dx);

/// Back through a layer norm, y = g x^ + b with x^ = (x - m) / s, s = sqrt(v + epsilon), where it reads from a residual
/// stream.
///
///     dg = sum dy x^,    db = sum dy         (over the tokens)
///     dx += (h - mean(h) - x^ mean(h x^)) / s,    h = g dy
///
/// @param gradient  set
/// @param dx        n x K, added to
/// @param x, dy     n x K
/// Source: the Jacobian is derived in proofs/27-layer-norm-jacobian.
template <typename Real>
void layer_norm_backward(Norm<Real>& gradient, arma::Mat<Real>& dx, const Norm<Real>& norm,
                         const arma::Mat<Real>& x, const arma::Mat<Real>& dy, double epsilon);
void layer_norm_backward(Norm<float>& gradient, arma::fmat& dx, const Norm<float>& norm,
                         const arma::fmat& x, const arma::fmat& dy, double epsilon);

/// Back through a dense layer, y = W x + b: dW = dy x^T, db = sum dy over the tokens, dx = W^T dy.
/// @param gradient  set
/// @param dx        in x K, set
/// @param x         in x K
/// @param dy        out x K
template <typename Real>
void linear_backward(Dense<Real>& gradient, arma::Mat<Real>& dx, const Dense<Real>& layer,
                     const arma::Mat<Real>& x, const arma::Mat<Real>& dy);
void linear_backward(Dense<float>& gradient, arma::fmat& dx, const Dense<float>& layer,
                     const arma::fmat& x, const arma::fmat& dy);

/// Back through GELU: dh <- GELU'(h) dh for every entry (math::gelu_tanh_derivative).
/// @param dh  set; before, the derivative by GELU(h)
/// @param h   what GELU was given
template <typename Real>
void gelu_backward(arma::Mat<Real>& dh, const arma::Mat<Real>& h);
void gelu_backward(arma::fmat& dh, const arma::fmat& h);

/// Back through causal attention of all heads. With A the pattern of a head, Z = V A^T and S = Q^T K / sqrt d:
///
///     dV = dZ A,    dA = dZ^T V,    dS_ij = A_ij (dA_ij - sum_l A_il dA_il)
///     dQ = K dS^T / sqrt d,    dK = Q dS / sqrt d
///
/// @param dqkv   3n x B T, set
/// @param qkv    3n x B T: queries, keys and values, one under the other, of one text after another
/// @param dz     n x B T
/// @param heads  divides n; d = n / heads
/// @param T      tokens of each text
template <typename Real>
void causal_attention_backward(arma::Mat<Real>& dqkv, const arma::Mat<Real>& qkv,
                               const arma::Mat<Real>& dz, arma::uword heads, arma::uword T);
void causal_attention_backward(arma::fmat& dqkv, const arma::fmat& qkv, const arma::fmat& dz,
                               arma::uword heads, arma::uword T);

/// Back through the unembedding, logits = A^T x: dA = x dlogits^T, dx = A dlogits.
/// @param gradient  n x N, set
/// @param dx        n x K, set
/// @param wte       A, n x N
/// @param x         n x K
/// @param dlogits   N x K
template <typename Real>
void unembed_backward(arma::Mat<Real>& gradient, arma::Mat<Real>& dx, const arma::Mat<Real>& wte,
                      const arma::Mat<Real>& x, const arma::Mat<Real>& dlogits);
void unembed_backward(arma::fmat& gradient, arma::fmat& dx, const arma::fmat& wte,
                      const arma::fmat& x, const arma::fmat& dlogits);

/// The loss of logits, and its derivative by them, which replaces them.
///
///     L = mean over k of (ln sum_i exp(l_ik) - l_{t_k k}),    dL/dl_ik = (softmax(l_k)_i - [i = t_k]) / K
///
/// @param logits   N x K, set
/// @param targets  K in all, in the order of the columns, each below N
/// @return         L, in nats, summed in double; NaN if a logit is not finite
template <typename Real>
double softmax_cross_entropy(arma::Mat<Real>& logits, const arma::Mat<Token>& targets);
double softmax_cross_entropy(arma::fmat& logits, const arma::Mat<Token>& targets);

} // namespace epreuve::gpt2
