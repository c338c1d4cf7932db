#pragma once

#include <armadillo>

#include <functional>

namespace epreuve::math {

/// An activation function and its derivative, each of one number.
struct Activation
{
  std::function<double(double)> value, derivative;
};

/// ReLU, whose derivative is taken to be 0 at 0.
Activation relu_activation();
Activation gelu_activation();

/// The gradient of the loss |h - t|^2 / 2 of a layer h = a(W x + b), with respect to W.
///
///     dL/dW = ((h - t) ∘ a'(W x + b)) x^T
///
/// One row per neuron: where a' = 0 the row is 0, and a step of gradient descent does not move the
/// neuron's weights.
///
/// @param W     m x n
/// @param b, t  m
/// @param x     n
/// @return      m x n
/// @throws      Error unless the shapes fit
/// Source: exo7 7 (ReLU against GELU); backpropagation through one layer.
arma::mat weight_gradient(const Activation& a, const arma::mat& W, const arma::vec& b,
                          const arma::vec& x, const arma::vec& t);

} // namespace epreuve::math
