#pragma once

#include "epreuve/attention/heads.hpp"

#include <armadillo>

#include <vector>

/// A layer of attention and its way back; see layers.hpp for the conventions.
namespace epreuve::networks {

/// Multi-head attention: the tokens of x ask, those of y answer, and what the heads say is added.
///
///     h(x, y) = sum_h W_O^h W_V^h y A_h^T,
///
///     A_h = softmax by rows of (W_Q^h x)^T W_K^h y / sqrt(d) where seen, 0 elsewhere
///
/// Full self-attention is y = x and all is seen, causal self-attention y = x and attention::causal_visibility; in cross
/// attention y is another text. The sum is what papers write as one product with the heads' values one under the other
/// (chapter 13).
///
/// @param heads  at least one; all of them read and write tokens of dimension n
/// @param x      n x n_q
/// @param y      n x n_k
/// @param seen   n_q x n_k, not 0 where a query sees a key
/// @return       n x n_q
/// @throws       Error if the shapes do not fit, a size is 0, a query sees no key, or a token is not finite
template <typename Real>
arma::Mat<Real> multi_head(const std::vector<attention::Head<Real>>& heads,
                           const arma::Mat<Real>& x, const arma::Mat<Real>& y,
                           const arma::umat& seen);

/// The patterns A_h of multi_head, n_q x n_k x heads. @throws Error as multi_head
template <typename Real>
arma::Cube<Real> multi_head_patterns(const std::vector<attention::Head<Real>>& heads,
                                     const arma::Mat<Real>& x, const arma::Mat<Real>& y,
                                     const arma::umat& seen);

template <typename Real>
struct MultiHeadGradient
{
  std::vector<attention::Head<Real>> heads; ///< by the heads' matrices, in the shapes of these
  arma::Mat<Real> x;                        ///< n x n_q
  arma::Mat<Real> y; ///< n x n_k; in self-attention L changes by the sum of both
};

/// Back through multi-head attention. Let Q = W_Q x, K = W_K y, V = W_V y, U = W_O^T G of each head, and Q', K', V' the
/// derivatives by the first three, attention::attend_backward. From dh = sum dW_O V A^T + W_O d(V A^T),
///
///     dL/dW_Q = Q' x^T,  dL/dW_K = K' y^T,  dL/dW_V = V' y^T,  dL/dW_O = G (V A^T)^T
///
///     dL/dx = sum_h W_Q^T Q',    dL/dy = sum_h W_K^T K' + W_V^T V'
///
/// @param G  n x n_q
/// @throws   Error as multi_head, or if G does not have the shape of x
template <typename Real>
MultiHeadGradient<Real> multi_head_backward(const std::vector<attention::Head<Real>>& heads,
                                            const arma::Mat<Real>& x, const arma::Mat<Real>& y,
                                            const arma::umat& seen, const arma::Mat<Real>& G);

/// Attention with a given pattern, Z = V A^T, attention::head_output: it is bilinear, and so are its derivatives.
template <typename Real>
struct HeadOutputGradient
{
  arma::Mat<Real> V; ///< m x n_k
  arma::Mat<Real> A; ///< n_q x n_k
};

///     dL/dV = G A,    dL/dA = G^T V
///
/// @param V  m x n_k
/// @param A  n_q x n_k
/// @param G  m x n_q
/// @throws   Error if the shapes do not fit
template <typename Real>
HeadOutputGradient<Real> head_output_backward(const arma::Mat<Real>& V, const arma::Mat<Real>& A,
                                              const arma::Mat<Real>& G);

} // namespace epreuve::networks
