#pragma once

#include <armadillo>

#include <type_traits>

/// Softmax, from logits to probabilities, and what goes with it.
///
/// Logits are finite, or -inf for a token that is excluded. Every function here throws Error,
/// naming itself and the index, for a logit that is NaN or +inf; and also if there is no logit, or
/// if all are -inf, since no token is then left to give the probability to.
///
/// Accuracy. All but `softmax_naive` subtract the largest logit m, and keep the rounding error
/// of x_i - m, which exp would otherwise magnify by |x_i - m|. With u = 2^-53, exp and log1p
/// right to 1 ulp (2u) and a compensated sum, that gives for N up to 2^20
///
///     w_i = e^{x_i - m}              3u    2u of exp, u of the correction
///     R = sum of w_i but w_top = 1   4u    3u of the terms, u of the sum
///     S = 1 + R                      5u
///     s_i = w_i / S                  9u    3u + 5u + u of the division
///     L = ln S = log1p(R)            6u    4u + 2u of log1p
///
/// whatever the logits. Each function states its bound for double; exponentials that underflow
/// add at most N eta to it, eta = 2^-1074. Float arguments are computed in double and rounded
/// once: 0.51 ulp.
namespace epreuve::math {

/// Logarithm of the sum of the exponentials of the logits.
///
///     ln sum_j e^{x_j},    computed as  m + L,  m = max x,  L = log1p(sum_{j != top} e^{x_j - m})
///
/// Within half an ulp of the result, plus 6u L: the second term matters only where m and L cancel.
///
/// @param x  N logits
template <typename Real>
Real log_sum_exp(const arma::Col<Real>& x);

/// Softmax: the probabilities that belong to logits.
///
///     s_i = e^{x_i} / sum_j e^{x_j},    computed as  w_i / S,  w_i = e^{x_i - max x}
///
/// An entry -inf gives exactly 0. Within 9 ulp, subnormal results included.
///
/// @param x  N logits
/// @return   N, in [0, 1], of sum 1
/// Source: exo7 2.1; thomas, Introduction.
template <typename Real>
arma::Col<Real> softmax(const arma::Col<Real>& x);

/// Softmax at a temperature: T < 1 sharpens the distribution, T > 1 flattens it.
///
///     s_i = e^{x_i / T} / sum_j e^{x_j / T}
///
/// The quotient's remainder is kept as well, so the bound is that of `softmax`, 9 ulp, as long as
/// T >= 2^-1000; below, the remainder underflows and |x_i - max x| / T more ulp can be lost.
///
/// @param x            N logits
/// @param temperature  T, positive and finite
/// @return             N, in [0, 1], of sum 1
/// @throws             Error if T is not positive and finite
template <typename Real>
arma::Col<Real> softmax(const arma::Col<Real>& x, std::type_identity_t<Real> temperature);

/// Logarithm of the softmax, which keeps its last digits where softmax is near 1, and is finite
/// where softmax underflows.
///
///     ln s_i = (x_i - max x) - L,    L = log1p(sum_{j != top} e^{x_j - max x})
///
/// Both terms are <= 0, so nothing cancels: within 7 ulp. An entry -inf gives -inf, and so does
/// an entry that is further below the largest than Real can hold.
///
/// @param x  N logits
/// @return   N, in [-inf, 0]
template <typename Real>
arma::Col<Real> log_softmax(const arma::Col<Real>& x);

/// Softmax as the documents print it, e^{x_i} / sum_j e^{x_j}, in Real and without the shift by
/// the largest logit. It is here to be seen failing; nothing should compute with it. Past 88.7
/// (float) or 709.8 (double) the exponential is +inf and its quotient NaN; when every logit is
/// below -104 or -746 the sum is 0, and all quotients NaN.
///
/// @param x  N logits
/// @return   N, possibly NaN
/// Source: exo7 2.1; thomas, Introduction.
template <typename Real>
arma::Col<Real> softmax_naive(const arma::Col<Real>& x);

/// `softmax` of each row of M: attention scores to patterns, one query per row.
///
/// @param M  any shape, at least 1 x 1
/// @return   the shape of M, rows of sum 1
/// @throws   Error if M is empty, or for the logits of a row (the message gives its index)
/// Source: exo7 6.3.
template <typename Real>
arma::Mat<Real> softmax_rows(const arma::Mat<Real>& M);

/// `softmax` of each column of M: the logits of one token per column.
///
/// @param M  any shape, at least 1 x 1
/// @return   the shape of M, columns of sum 1
/// @throws   Error if M is empty, or for the logits of a column (the message gives its index)
template <typename Real>
arma::Mat<Real> softmax_columns(const arma::Mat<Real>& M);

/// `log_softmax` of each row of M; shapes and errors are those of `softmax_rows`.
template <typename Real>
arma::Mat<Real> log_softmax_rows(const arma::Mat<Real>& M);

/// `log_softmax` of each column of M; shapes and errors are those of `softmax_columns`.
template <typename Real>
arma::Mat<Real> log_softmax_columns(const arma::Mat<Real>& M);

/// Jacobian of softmax at x, symmetric, of rank N - 1 at most: its rows sum to 0.
///
///     J = diag(s) - s s^T,    J_ij = s_i (delta_ij - s_j)
///
/// On the diagonal 1 - s_i is the sum of the other probabilities, not a difference: where s_i is
/// near 1 the difference would have no digit left. Within 19 ulp off the diagonal, 24 on it.
///
/// @param x  N logits
/// @return   N x N
template <typename Real>
arma::Mat<Real> softmax_jacobian(const arma::Col<Real>& x);

/// The Jacobian of softmax at x times v, in O(N): the derivative of softmax in direction v, and,
/// J being symmetric, the step of backpropagation.
///
///     J v = s o (v' - s^T v'),    v' = v - v_top (1, ..., 1)
///
/// J sends the constant vector to 0, so v may be shifted by its entry at the largest logit; then
/// the large s_top meets v'_top = 0 and does not drown the others. With A = sum_j s_j |v'_j|, the
/// error of entry i is at most 24 u s_i (|v'_i| + A).
///
/// @param x  N logits
/// @param v  N, finite
/// @return   N, of sum 0
/// @throws   Error if v does not have the length of x, or is not finite
template <typename Real>
arma::Col<Real> softmax_jacobian_times(const arma::Col<Real>& x, const arma::Col<Real>& v);

// Of doubles, arguments may be expressions of Armadillo, or lists: softmax(2 * x), softmax({0, 1}).
//! @cond
inline double log_sum_exp(const arma::vec& x)
{
  return log_sum_exp<double>(x);
}
inline arma::vec softmax(const arma::vec& x)
{
  return softmax<double>(x);
}
inline arma::vec softmax(const arma::vec& x, double temperature)
{
  return softmax<double>(x, temperature);
}
inline arma::vec log_softmax(const arma::vec& x)
{
  return log_softmax<double>(x);
}
inline arma::vec softmax_naive(const arma::vec& x)
{
  return softmax_naive<double>(x);
}
inline arma::mat softmax_rows(const arma::mat& M)
{
  return softmax_rows<double>(M);
}
inline arma::mat softmax_columns(const arma::mat& M)
{
  return softmax_columns<double>(M);
}
inline arma::mat log_softmax_rows(const arma::mat& M)
{
  return log_softmax_rows<double>(M);
}
inline arma::mat log_softmax_columns(const arma::mat& M)
{
  return log_softmax_columns<double>(M);
}
inline arma::mat softmax_jacobian(const arma::vec& x)
{
  return softmax_jacobian<double>(x);
}
inline arma::vec softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  return softmax_jacobian_times<double>(x, v);
}
//! @endcond

} // namespace epreuve::math
