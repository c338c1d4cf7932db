#pragma once

#include <armadillo>

namespace epreuve::math {

/// Layer norm of each token: shifted to mean 0 and scaled to variance 1; then each coordinate has a
/// gain and a bias of its own.
///
///     y_i = g_i (x_i - m) / sqrt(v + epsilon) + b_i,    m = 1/n sum x_i,  v = 1/n sum (x_i - m)^2
///
/// @param x        n x K, one token per column, finite
/// @param gain     n
/// @param bias     n
/// @param epsilon  >= 0; it keeps a token of equal entries from a division by 0. GPT-2: 1e-5
/// @return         n x K; for entries of any magnitude, whose squares may overflow
/// @throws         Error if x is empty, if gain or bias does not have n entries, if epsilon is
///                 negative, infinite or NaN, or if it is 0 and a token has variance 0, up to rounding
/// Source: Ba, Kiros and Hinton, Layer Normalization (2016); masterclass, Architecture de
/// l'encodeur, without epsilon.
template <typename Real>
arma::Mat<Real> layer_norm(const arma::Mat<Real>& x, const arma::Col<Real>& gain,
                           const arma::Col<Real>& bias, double epsilon);

/// The same with gain 1, bias 0 and epsilon 0: mean 0 and variance 1.
/// @throws Error if x is empty, or has a token whose entries are all equal, or differ from the computed mean by no more
///         than n u max |x_i|, u being the unit roundoff: by so much the mean may be off, and their variance would be
///         that of its rounding
template <typename Real>
arma::Mat<Real> layer_norm(const arma::Mat<Real>& x);

/// What layer norm divides each token by.
///
///     sigma_k = sqrt(v_k + epsilon)
///
/// @param x  n x K, one token per column, finite
/// @return   K
/// @throws   Error if x is empty, or epsilon is negative, infinite or NaN
template <typename Real>
arma::Row<Real> layer_norm_deviations(const arma::Mat<Real>& x, double epsilon);

/// RMS norm of each token: scaled to mean square 1, and not shifted; then a gain for each coordinate.
///
///     y_i = g_i x_i / sqrt(q + epsilon),    q = 1/n sum x_i^2
///
/// Of a token of mean 0 it is layer norm without bias.
///
/// @param x        n x K, one token per column, finite
/// @param gain     n
/// @param epsilon  >= 0
/// @return         n x K
/// @throws         Error if x is empty, if gain does not have n entries, if epsilon is negative, infinite
///                 or NaN, or if it is 0 and a token is 0
/// Source: Zhang and Sennrich, Root Mean Square Layer Normalization (2019).
template <typename Real>
arma::Mat<Real> rms_norm(const arma::Mat<Real>& x, const arma::Col<Real>& gain, double epsilon);

/// The Jacobian of layer norm at one token, with gain 1 and bias 0.
///
///     J = (I - 1/n 1 1^T - 1/n y y^T) / sqrt(v + epsilon),    y = layer_norm(x)
///
/// It is symmetric. For epsilon = 0, J sqrt(v) is the orthogonal projection onto what is orthogonal
/// to (1, ..., 1) and to y.
///
/// @param x        n, finite
/// @param epsilon  as in layer_norm
/// @return         n x n
/// @throws         Error as layer_norm
/// Source: derived in proofs/27-layer-norm-jacobian.
template <typename Real>
arma::Mat<Real> layer_norm_jacobian(const arma::Col<Real>& x, double epsilon = 0);

// Of doubles, arguments may be expressions of Armadillo.
//! @cond
inline arma::mat layer_norm(const arma::mat& x, const arma::vec& gain, const arma::vec& bias,
                            double epsilon)
{
  return layer_norm<double>(x, gain, bias, epsilon);
}
inline arma::mat layer_norm(const arma::mat& x)
{
  return layer_norm<double>(x);
}
inline arma::mat rms_norm(const arma::mat& x, const arma::vec& gain, double epsilon)
{
  return rms_norm<double>(x, gain, epsilon);
}
inline arma::mat layer_norm_jacobian(const arma::vec& x, double epsilon = 0)
{
  return layer_norm_jacobian<double>(x, epsilon);
}
//! @endcond

} // namespace epreuve::math
