#pragma once

#include <armadillo>

#include <vector>

/// Layers of networks, each with its way back.
///
/// Tokens are columns. A loss L depends on a layer's output y; let G = dL/dy, in the shape of y. NAME_backward gives
/// the derivatives of L by all that y depends on, each in the shape of what it belongs to:
///
///     dL/dx_j = sum_i G_i dy_i/dx_j,    that is J^T G, J the Jacobian of the layer
///
/// So a network's backward pass calls these in the reverse order of the forward pass, and where a value was used twice,
/// it adds what comes back. Nothing is recorded: a way back is given what the way there was given, and computes again
/// what it needs of it. NaN propagates.
namespace epreuve::networks {

// -- Linear: exact where the products and sums are -------------------------------------------------------------------

/// A dense layer.
///
///     y = W x + b 1^T
///
/// @param W  m x n
/// @param b  m
/// @param x  n x K
/// @return   m x K
/// @throws   Error if the shapes do not fit
template <typename Real>
arma::Mat<Real> dense(const arma::Mat<Real>& W, const arma::Col<Real>& b, const arma::Mat<Real>& x);

template <typename Real>
struct DenseGradient
{
  arma::Mat<Real> W; ///< m x n
  arma::Col<Real> b; ///< m
  arma::Mat<Real> x; ///< n x K
};

/// Back through a dense layer: from dy = dW x + db 1^T + W dx and dL = tr(G^T dy),
///
///     dL/dW = G x^T,    dL/db = G 1 = sum_k g_k,    dL/dx = W^T G
///
/// @param W  m x n
/// @param x  n x K
/// @param G  m x K
/// @throws   Error if the shapes do not fit
template <typename Real>
DenseGradient<Real> dense_backward(const arma::Mat<Real>& W, const arma::Mat<Real>& x,
                                   const arma::Mat<Real>& G);

/// Back through the embedding of a text, math::embed: from y = A E, where column k of E is e_i for the k-th token i,
///
///     dL/dA = G E^T,    column i: the sum of g_k over all places k of token i, 0 if there is none
///
/// added up, not multiplied: E is not formed. A token has no derivative.
///
/// @param tokens  K token numbers, each from 0 to N - 1
/// @param N       size of the vocabulary
/// @param G       n x K
/// @return        n x N
/// @throws        Error if there is no token, one is N or more, or G does not have a column for each
template <typename Real>
arma::Mat<Real> embed_backward(const std::vector<arma::uword>& tokens, arma::uword N,
                               const arma::Mat<Real>& G);

/// A residual connection: what a block writes is added to what it was given.
///
///     y = x + b(x)
///
/// @param x  n x K
/// @param b  b(x), n x K
/// @throws   Error if the shapes differ
template <typename Real>
arma::Mat<Real> residual(const arma::Mat<Real>& x, const arma::Mat<Real>& b);

/// Back through a residual connection: the gradient splits, passes the block, and is added.
///
///     dL/db(x) = G,    dL/dx = G + J_b^T G
///
/// @param G     n x K
/// @param back  J_b^T G, n x K: what the block's own way back gives for G
/// @throws      Error if the shapes differ
template <typename Real>
arma::Mat<Real> residual_backward(const arma::Mat<Real>& G, const arma::Mat<Real>& back);

// -- Number by number: forward they are math::relu, sigmoid, gelu, gelu_tanh and arma::tanh ---------------------------
//
//     y_i = a(x_i),    dL/dx_i = a'(x_i) G_i
//
// @param x, G  of one shape, any
// @throws      Error if the shapes differ

/// a'(x) = 1 for x > 0, 0 for x < 0. At the corner x = 0, where the slope is 0 on the left and 1 on the right, it is
/// taken to be 0.
template <typename Real>
arma::Mat<Real> relu_backward(const arma::Mat<Real>& x, const arma::Mat<Real>& G);

/// a'(x) = 1 / cosh(x)^2: equal to 1 - tanh(x)^2, which has no digit left where tanh is near 1.
template <typename Real>
arma::Mat<Real> tanh_backward(const arma::Mat<Real>& x, const arma::Mat<Real>& G);

/// a'(x) = sigma(x) sigma(-x): equal to sigma(x) (1 - sigma(x)), which has no digit left where sigma is near 1.
template <typename Real>
arma::Mat<Real> sigmoid_backward(const arma::Mat<Real>& x, const arma::Mat<Real>& G);

/// a'(x) = Phi(x) + x f(x), math::gelu_derivative.
template <typename Real>
arma::Mat<Real> gelu_backward(const arma::Mat<Real>& x, const arma::Mat<Real>& G);

/// GPT-2's: math::gelu_tanh_derivative.
template <typename Real>
arma::Mat<Real> gelu_tanh_backward(const arma::Mat<Real>& x, const arma::Mat<Real>& G);

// -- Token by token --------------------------------------------------------------------------------------------------

template <typename Real>
struct LayerNormGradient
{
  arma::Col<Real> gain, bias; ///< n
  arma::Mat<Real> x;          ///< n x K
};

/// Back through layer norm, math::layer_norm: let z = (x - m) / sigma be the token before gain and bias, sigma =
/// sqrt(v + epsilon), and p = gain ∘ g. Since J_z = (I - 1/n 1 1^T - 1/n z z^T) / sigma is symmetric
/// (math::layer_norm_jacobian),
///
///     dL/dx = (p - mean(p) - z mean(p ∘ z)) / sigma
///
///     dL/dgain = sum_k g_k ∘ z_k,    dL/dbias = sum_k g_k
///
/// @param x        n x K, finite
/// @param gain     n
/// @param epsilon  as in math::layer_norm
/// @param G        n x K
/// @throws         Error as math::layer_norm, or if G does not have the shape of x
template <typename Real>
LayerNormGradient<Real> layer_norm_backward(const arma::Mat<Real>& x, const arma::Col<Real>& gain,
                                            double epsilon, const arma::Mat<Real>& G);

/// Softmax with cross-entropy: the mean surprise at the tokens that were right, in nats.
///
///     L = -1/K sum_k ln softmax(x_k)_{t_k}
///
/// @param x        N x K, the logits of one place per column
/// @param targets  K token numbers, each from 0 to N - 1
/// @return         >= 0; infinite if a target's logit is -inf
/// @throws         Error as math::log_softmax_columns, or unless there are K targets below N
template <typename Real>
Real cross_entropy(const arma::Mat<Real>& x, const std::vector<arma::uword>& targets);

/// Back through both at once: from d ln softmax(x)_t = dx_t - sum_i softmax(x)_i dx_i,
///
///     dL/dx_k = (softmax(x_k) - e_{t_k}) / K
///
/// The target's entry is computed as minus the sum of the other probabilities: where the target is nearly certain, the
/// difference from 1 would have no digit left.
///
/// @return  N x K, columns of sum 0
/// @throws  Error as cross_entropy
template <typename Real>
arma::Mat<Real> cross_entropy_backward(const arma::Mat<Real>& x,
                                       const std::vector<arma::uword>& targets);

} // namespace epreuve::networks
