#pragma once

#include <armadillo>

#include <functional>

/// Derivatives from the values of a function alone: to compare a formula for them with.
namespace epreuve::instruments {

/// (f(x + h) - f(x - h)) / (2h): f'(x), up to h^2 f''' / 6 and the errors of f divided by h.
/// @throws Error unless h > 0
double central_difference(const std::function<double(double)>& f, double x, double h);

/// The gradient of f by central differences, one entry of x after the other.
///
///     G_ij = (f(x + h e_ij) - f(x - h e_ij)) / (2h)
///
/// @param x  a matrix or vector of any shape
/// @return   of the shape of x
/// @throws   Error unless h > 0
arma::mat gradient_by_differences(const std::function<double(const arma::mat&)>& f,
                                  const arma::mat& x, double h);

} // namespace epreuve::instruments
