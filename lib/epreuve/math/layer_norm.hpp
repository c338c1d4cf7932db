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
/// @return         n x K
/// @throws         Error if x is empty, if gain or bias does not have n entries, or if epsilon is
///                 negative, infinite or NaN
/// Source: Ba, Kiros and Hinton, Layer Normalization (2016); masterclass, Architecture de
/// l'encodeur, without epsilon.
template <typename Real>
arma::Mat<Real> layer_norm(const arma::Mat<Real>& x, const arma::Col<Real>& gain,
                           const arma::Col<Real>& bias, double epsilon);

/// The same with gain 1, bias 0 and epsilon 0: mean 0 and variance 1.
/// @throws Error if x is empty, or has a token whose entries are all equal
template <typename Real>
arma::Mat<Real> layer_norm(const arma::Mat<Real>& x);

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
//! @endcond

} // namespace epreuve::math
