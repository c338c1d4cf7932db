#pragma once

#include <armadillo>

#include <type_traits>

namespace epreuve::math {

/// Kernel smoothing: what is known at some points, as a mean with weights that fall with the distance.
///
///     m(x) = sum_j w_j y_j / sum_j w_j,    w_j = e^{-|x - x_j|^2 / (2 h^2)}
///
/// The weights are softmax of -|x - x_j|^2 / (2 h^2), so that far from all points the nearest still counts. Their
/// logits are differences squared, not inner products: what attention has in common with it can be seen.
///
/// @param x  r x n, the points at which it is asked, one per column
/// @param X  r x K, the points at which something is known, one per column
/// @param Y  d x K, what is known there
/// @param h  width of the kernel, positive and finite
/// @return   d x n
/// @throws   Error if X is empty, if the shapes do not fit or h is not positive and finite
/// Source: Nadaraya, On estimating regression (1964); Watson, Smooth regression analysis (1964).
template <typename Real>
arma::Mat<Real> kernel_smoothing(const arma::Mat<Real>& x, const arma::Mat<Real>& X,
                                 const arma::Mat<Real>& Y, std::type_identity_t<Real> h);

// Of doubles, arguments may be expressions of Armadillo.
//! @cond
inline arma::mat kernel_smoothing(const arma::mat& x, const arma::mat& X, const arma::mat& Y,
                                  double h)
{
  return kernel_smoothing<double>(x, X, Y, h);
}
//! @endcond

} // namespace epreuve::math
