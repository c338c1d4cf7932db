#pragma once

#include <armadillo>

/// Linformer: keys and values of n tokens are mixed to those of k, the same for every text of that length.
namespace epreuve::attention {

/// Attention to k mixtures of the tokens.
///
///     Z = V F^T softmax(Q^T K E^T / sqrt(d))^T
///
/// With tokens as rows, softmax(Q (E K)^T / sqrt(d)) F V. For k = n it is attention, for all Q, K and V, exactly if F is
/// a permutation P and E = P + 1 c^T: softmax does not see what is added to all scores of a query. For other k there are such
/// E and F exactly if n divides k. (Proposition "linformer".)
///
/// There is no causal form: each mixed key contains the last token, so a mask on the k mixtures cannot keep the first
/// query from hearing it.
///
/// @param Q     d x n_q
/// @param K     d x n
/// @param V     m x n
/// @param E, F  k x n
/// @return      m x n_q
/// @throws      Error if the shapes do not fit, or as attend
/// Source: Wang et al., Linformer: Self-Attention with Linear Complexity (2020), (7).
template <typename Real>
arma::Mat<Real> linformer_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                    const arma::Mat<Real>& V, const arma::Mat<Real>& E,
                                    const arma::Mat<Real>& F);

/// Of a loss L, its derivatives by each argument, in the shapes of these.
template <typename Real>
struct LinformerGradient
{
  arma::Mat<Real> Q, K, V, E, F;
};

/// Back through it. With K' = K E^T, V' = V F^T and G the gradient of attend(Q, K', V'),
///
///     dL/dQ = G.Q,  dL/dK = G.K E,  dL/dE = G.K^T K,  dL/dV = G.V F,  dL/dF = G.V^T V
///
/// @param U  m x n_q, dL/dZ
/// @throws   Error as linformer_attention, or if U does not have the shape of Z
template <typename Real>
LinformerGradient<Real>
linformer_attention_backward(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                             const arma::Mat<Real>& V, const arma::Mat<Real>& E,
                             const arma::Mat<Real>& F, const arma::Mat<Real>& U);

} // namespace epreuve::attention
