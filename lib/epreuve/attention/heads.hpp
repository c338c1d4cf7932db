#pragma once

#include <armadillo>

namespace epreuve::attention {

/// A head's mixed values: for each query the mean of the values, weighted by its pattern.
///
///     Z = V A^T,    z_i = sum_j A_ij v_j
///
/// @param V  m x n_k, one value per column
/// @param A  n_q x n_k
/// @return   m x n_q
/// @throws   Error unless V has as many columns as A
/// Source: exo7 6.3.
template <typename Real>
arma::Mat<Real> head_output(const arma::Mat<Real>& V, const arma::Mat<Real>& A);

/// Attention, tokens as columns.
///
///     Z = V softmax(Q^T K / sqrt(d))^T,    softmax by rows
///
/// @param Q  d x n_q, one query per column
/// @param K  d x n_k, one key per column
/// @param V  m x n_k, one value per column
/// @return   m x n_q
/// @throws   Error as attention_pattern and head_output
template <typename Real>
arma::Mat<Real> attend(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                       const arma::Mat<Real>& V);

/// Attention, tokens as rows: what most papers print.
///
///     Z = softmax(Q K^T / sqrt(d)) V,    softmax by rows
///
/// @param Q  n_q x d, one query per row
/// @param K  n_k x d, one key per row
/// @param V  n_k x m, one value per row
/// @return   n_q x m; the transpose of attend(Q^T, K^T, V^T)
/// @throws   Error as attend, of the transposed matrices
/// Source: masterclass; iaetnous; Vaswani et al., Attention is all you need (2017), 3.2.1.
template <typename Real>
arma::Mat<Real> attend_rows(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                            const arma::Mat<Real>& V);

/// The weights of one head of dimension d on tokens of dimension n, tokens as columns.
template <typename Real>
struct Head
{
  arma::Mat<Real> W_Q, W_K; ///< d x n
  arma::Mat<Real> W_V;      ///< d x n (or m x n)
  arma::Mat<Real> W_O;      ///< n x d (or n x m)
};

/// Cross attention: the tokens of x ask, those of y answer.
///
///     h(x, y) = W_O W_V y A^T,    A = softmax by rows of (W_Q x)^T W_K y / sqrt(d)
///
/// Acting on y it is A (x) W_O W_V: vec h = (A (x) W_O W_V) vec(y).
///
/// @param x  n x n_q, one token per column
/// @param y  n x n_k, one token per column
/// @return   n x n_q, what the head adds to the stream of x
/// @throws   Error if the shapes do not fit, or as attend
/// Source: exo7 6.3, with its W_O transposed (it is printed r x n, and must be n x r).
template <typename Real>
arma::Mat<Real> cross_attention(const Head<Real>& head, const arma::Mat<Real>& x,
                                const arma::Mat<Real>& y);

/// Self-attention: x asks itself.
///
///     h(x) = W_O W_V x A^T = cross_attention(head, x, x)
///
/// @param x  n x K, one token per column
/// @return   n x K, what the head adds to the stream
/// @throws   Error as cross_attention
template <typename Real>
arma::Mat<Real> self_attention(const Head<Real>& head, const arma::Mat<Real>& x);

// Of doubles, arguments may be expressions of Armadillo.
//! @cond
inline arma::mat head_output(const arma::mat& V, const arma::mat& A)
{
  return head_output<double>(V, A);
}
inline arma::mat attend(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  return attend<double>(Q, K, V);
}
inline arma::mat attend_rows(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  return attend_rows<double>(Q, K, V);
}
//! @endcond

} // namespace epreuve::attention
