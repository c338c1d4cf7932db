#pragma once

#include <armadillo>

#include <functional>

/// Reversible residual layers: what went in can be computed from what came out, so a stack of them need not keep its
/// activations for the way back. Memory then does not grow with the number of layers.
namespace epreuve::networks {

/// The two halves of a reversible stream, of the same shape; or derivatives by them.
template <typename Real>
struct Halves
{
  arma::Mat<Real> first, second;
};

template <typename Real>
using Branch = std::function<arma::Mat<Real>(const arma::Mat<Real>&)>;

/// Back through a branch: from its input and dL/d(output), dL/d(input). Derivatives by its own weights it gathers itself.
template <typename Real>
using BranchBackward =
    std::function<arma::Mat<Real>(const arma::Mat<Real>&, const arma::Mat<Real>&)>;

///     y_1 = x_1 + F(x_2),    y_2 = x_2 + G(y_1)
///
/// In Reformer F is attention and G the MLP, each with its layer norm.
///
/// @param F, G  any functions that keep the shape, the same at every call
/// @throws      Error if the halves differ in shape, or a branch changes it
/// Source: Gomez et al., The Reversible Residual Network (2017), 3.1; Kitaev, Kaiser and Levskaya, Reformer (2020), 3.
template <typename Real>
Halves<Real> reversible(const Branch<Real>& F, const Branch<Real>& G, const Halves<Real>& x);

/// The input of a layer from its output.
///
///     x_2 = y_2 - G(y_1),    x_1 = y_1 - F(x_2)
///
/// Exactly that, for any F and G, invertible or not; in floating point up to the roundings of these sums, which a stack
/// may magnify.
///
/// @throws Error as reversible
template <typename Real>
Halves<Real> reversible_input(const Branch<Real>& F, const Branch<Real>& G, const Halves<Real>& y);

template <typename Real>
struct ReversibleGradient
{
  Halves<Real> x;    ///< the input, computed again
  Halves<Real> to_x; ///< dL/dx
};

/// Back through a layer, from its output alone. With D_1 and D_2 = dL/dy,
///
///     E_1 = D_1 + G'(y_1)^T D_2,    dL/dx_1 = E_1,    dL/dx_2 = D_2 + F'(x_2)^T E_1
///
/// @param F_back, G_back  back through F and G
/// @param y               the layer's output
/// @param D               dL/dy
/// @throws                Error as reversible, or if D does not have the shape of y
template <typename Real>
ReversibleGradient<Real> reversible_backward(const Branch<Real>& F, const Branch<Real>& G,
                                             const BranchBackward<Real>& F_back,
                                             const BranchBackward<Real>& G_back,
                                             const Halves<Real>& y, const Halves<Real>& D);

} // namespace epreuve::networks
