#pragma once

#include "epreuve/attention/head_gradient.hpp"

#include <armadillo>

/// Performer: the weights e^{q . k} are replaced by dot products of features of q and of k, and sums over keys are made
/// once for all queries.
namespace epreuve::attention {

/// Positive random features.
///
///     phi(x) = e^{-|x|^2 / 2} / sqrt(m) (e^{w_1 . x}, ..., e^{w_m . x})
///
/// For w ~ N(0, I), E e^{w . z} = e^{|z|^2 / 2}; so E phi(x) . phi(y) = e^{x . y}, and for m independent w the relative
/// variance of phi(x) . phi(y) is (e^{|x + y|^2} - 1) / m.
///
/// @param X      d x n, one vector per column
/// @param Omega  m x d, one w per row
/// @return       m x n, no entry negative
/// @throws       Error if the shapes do not fit or a size is 0
/// Source: Choromanski et al., Rethinking Attention with Performers (2021), lemma 1 and (5).
template <typename Real>
arma::Mat<Real> positive_features(const arma::Mat<Real>& X, const arma::Mat<Real>& Omega);

/// Trigonometric random features.
///
///     phi(x) = e^{|x|^2 / 2} / sqrt(m) (sin w_1 . x, ..., sin w_m . x, cos w_1 . x, ..., cos w_m . x)
///
/// phi(x) . phi(y) = e^{(|x|^2 + |y|^2) / 2} times the mean of cos(w . (x - y)): of mean e^{x . y} too, but it may be
/// negative. For m independent w its relative variance is (e^{|x - y|^2} + e^{-|x - y|^2} - 2) / (2m).
///
/// @param X      d x n
/// @param Omega  m x d
/// @return       2m x n
/// @throws       Error if the shapes do not fit or a size is 0
/// Source: Rahimi and Recht, Random Features for Large-Scale Kernel Machines (2007); Choromanski et al. (2021), (4).
template <typename Real>
arma::Mat<Real> trigonometric_features(const arma::Mat<Real>& X, const arma::Mat<Real>& Omega);

/// Directions that are orthogonal within blocks of d, each of them N(0, I) by itself: rows of a uniformly random
/// orthogonal matrix, times lengths of independent normal vectors. Drawn from Armadillo's generator.
///
/// @param m, d  at least 1
/// @return      m x d
/// @throws      Error if one of them is 0
/// Source: Choromanski et al. (2021), 2.4.
arma::mat orthogonal_directions(arma::uword m, arma::uword d);

/// Attention by features.
///
///     z_i = sum_j v_j (phi_j . psi_i) / sum_j phi_j . psi_i,    computed as  N psi_i / (s . psi_i)
///
///     N = sum_j v_j phi_j^T,    s = sum_j phi_j;    causal: j <= i alone, so N and s grow from token to token
///
/// No weight is made: 4 m_v m operations per token, and m_v m numbers, however long the text. A feature times a constant
/// for all keys, or for one query, changes nothing.
///
/// @param Psi     m x n_q, features of the queries
/// @param Phi     m x n_k, features of the keys
/// @param V       m_v x n_k
/// @param causal  query i sees the keys up to i; n_q = n_k
/// @return        m_v x n_q
/// @throws        Error if the shapes do not fit, a size is 0, or a denominator is 0 or not finite. It may be negative
///                if features are
/// Source: Katharopoulos et al., Transformers are RNNs (2020), (4) to (9).
template <typename Real>
arma::Mat<Real> feature_attention(const arma::Mat<Real>& Psi, const arma::Mat<Real>& Phi,
                                  const arma::Mat<Real>& V, bool causal = false);

template <typename Real>
struct FeatureAttentionGradient
{
  arma::Mat<Real> Psi, Phi; ///< m x n_q and m x n_k
  arma::Mat<Real> V;        ///< m_v x n_k
};

/// Back through it. With w_i = u_i / (s . psi_i) and c_i = -(w_i . z_i),
///
///     dL/dpsi_i = N^T w_i + c_i s,    dL/dphi_j = M^T v_j + t,    dL/dv_j = M phi_j
///
///     M = sum_i w_i psi_i^T,    t = sum_i c_i psi_i;    causal: i >= j alone
///
/// @param U  m_v x n_q, dL/dZ
/// @throws   Error as feature_attention, or if U does not have the shape of Z
template <typename Real>
FeatureAttentionGradient<Real>
feature_attention_backward(const arma::Mat<Real>& Psi, const arma::Mat<Real>& Phi,
                           const arma::Mat<Real>& V, const arma::Mat<Real>& U, bool causal = false);

/// Performer's attention: feature_attention with the positive features of q / d^{1/4} and k / d^{1/4}, whose dot
/// product is the score. The kernel's mean is right, the quotient's is not. Features are computed up to constants that
/// cancel, one for each query and one for all keys, so that the largest does not overflow.
///
/// @param Q, K    d x n_q and d x n_k
/// @param V       m_v x n_k
/// @param Omega   m x d
/// @param causal  as in feature_attention
/// @return        m_v x n_q
/// @throws        Error as feature_attention. A denominator that is 0 is one of a query whose features all lie where
///                those of its keys underflow
/// Source: Choromanski et al. (2021), 2.3.
template <typename Real>
arma::Mat<Real> performer_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                    const arma::Mat<Real>& V, const arma::Mat<Real>& Omega,
                                    bool causal = false);

/// Back through it, Omega fixed: dL/dx = sum_l (dL/dphi_l) phi_l (w_l - x) for each vector's features, x = q / d^{1/4}.
///
/// @param U  m_v x n_q, dL/dZ
/// @throws   Error as performer_attention, or if U does not have the shape of Z
template <typename Real>
AttendGradient<Real>
performer_attention_backward(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                             const arma::Mat<Real>& V, const arma::Mat<Real>& Omega,
                             const arma::Mat<Real>& U, bool causal = false);

} // namespace epreuve::attention
