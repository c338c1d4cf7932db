#pragma once

#include "epreuve/attention/heads.hpp"

#include <armadillo>

/// The way back through a head: how a loss changes with everything that the head's output depends on.
namespace epreuve::attention {

/// Of a loss L, its derivatives by each entry of a head's matrices and of its tokens, in the shapes of these.
template <typename Real>
struct HeadGradient
{
  arma::Mat<Real> W_Q, W_K; ///< r x n
  arma::Mat<Real> W_V;      ///< m x n
  arma::Mat<Real> W_O;      ///< n x m
  arma::Mat<Real> x;        ///< n x K
};

/// Back through the softmax of rows: how L changes with the scores, given how it changes with the pattern.
///
///     D_ij = A_ij (P_ij - sum_l A_il P_il),    D = dL/dS,  P = dL/dA
///
/// Every row of D has sum 0: a constant added to a row of scores changes nothing.
///
/// @param A  n_q x n_k, rows of sum 1
/// @param P  n_q x n_k
/// @return   n_q x n_k
/// @throws   Error if the shapes differ
template <typename Real>
arma::Mat<Real> scores_gradient(const arma::Mat<Real>& A, const arma::Mat<Real>& P);

/// Of a loss L, its derivatives by queries, keys and values.
template <typename Real>
struct AttendGradient
{
  arma::Mat<Real> Q, K; ///< r x n_q and r x n_k
  arma::Mat<Real> V;    ///< m x n_k
};

/// Back through attention, Z = V A^T with A = softmax of the rows of Q^T K / sqrt(r), masked or not: A has 0 where a
/// query does not see a key, and through a weight that is always 0 nothing comes back.
///
///     P = U^T V,    D = scores_gradient(A, P),    U = dL/dZ
///
///     dL/dQ = K D^T / sqrt(r),    dL/dK = Q D / sqrt(r),    dL/dV = U A
///
/// @param Q, K  r x n_q and r x n_k
/// @param V     m x n_k
/// @param A     n_q x n_k, the pattern that the forward pass had
/// @param U     m x n_q
/// @throws      Error if the shapes do not fit, or a size is 0
template <typename Real>
AttendGradient<Real> attend_backward(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                     const arma::Mat<Real>& V, const arma::Mat<Real>& A,
                                     const arma::Mat<Real>& U);

/// The gradient of L through one head, y = self_attention(head, x) = W_O V A^T with Q = W_Q x, K = W_K x, V = W_V x,
/// S = Q^T K / sqrt(r) and A = softmax of the rows of S, not masked.
///
///     P = (W_O^T G)^T V,    D = scores_gradient(A, P),    C = x D x^T / sqrt(r)
///
///     dL/dW_Q = W_K C^T         dL/dW_V = W_O^T G A x^T
///     dL/dW_K = W_Q C           dL/dW_O = G (V A^T)^T
///     dL/dx   = (W_Q^T K D^T + W_K^T Q D) / sqrt(r) + W_V^T W_O^T G A
///
/// C is the derivative by W_Q^T W_K; the scores depend on W_Q and W_K through that product alone.
///
/// @param head  W_Q and W_K are r x n, W_V m x n, W_O n x m
/// @param x     n x K, tokens are columns
/// @param G     n x K, dL/dy
/// @throws      Error if the shapes do not fit, or a size is 0
template <typename Real>
HeadGradient<Real> head_gradient(const Head<Real>& head, const arma::Mat<Real>& x,
                                 const arma::Mat<Real>& G);

} // namespace epreuve::attention
