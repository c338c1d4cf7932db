#include "epreuve/networks/reversible.hpp"

#include "epreuve/error.hpp"
#include "epreuve/shape.hpp"

namespace epreuve::networks {

namespace {

template <typename Real>
void require_halves(const char* function, const Halves<Real>& x)
{
  if (arma::size(x.first) != arma::size(x.second))
    throw Error("{}: the halves must have the same shape, got {} and {}", function, shape(x.first),
                shape(x.second));
}

template <typename Real>
arma::Mat<Real> of_same_shape(const char* function, arma::Mat<Real> result,
                              const arma::Mat<Real>& x)
{
  if (arma::size(result) != arma::size(x))
    throw Error("{}: a branch must keep the shape {}, it returned {}", function, shape(x),
                shape(result));
  return result;
}

} // namespace

template <typename Real>
Halves<Real> reversible(const Branch<Real>& F, const Branch<Real>& G, const Halves<Real>& x)
{
  require_halves("reversible", x);
  const arma::Mat<Real> first = x.first + of_same_shape("reversible", F(x.second), x.second);
  return {.first = first, .second = x.second + of_same_shape("reversible", G(first), first)};
}

template <typename Real>
Halves<Real> reversible_input(const Branch<Real>& F, const Branch<Real>& G, const Halves<Real>& y)
{
  require_halves("reversible_input", y);
  const arma::Mat<Real> second = y.second - of_same_shape("reversible_input", G(y.first), y.first);
  return {.first = y.first - of_same_shape("reversible_input", F(second), second),
          .second = second};
}

template <typename Real>
ReversibleGradient<Real> reversible_backward(const Branch<Real>& F, const Branch<Real>& G,
                                             const BranchBackward<Real>& F_back,
                                             const BranchBackward<Real>& G_back,
                                             const Halves<Real>& y, const Halves<Real>& D)
{
  require_halves("reversible_backward", D);
  if (arma::size(D.first) != arma::size(y.first))
    throw Error("reversible_backward: D must have the shape of y, {}, got {}", shape(y.first),
                shape(D.first));
  const Halves<Real> x = reversible_input(F, G, y);
  const arma::Mat<Real> E =
      D.first + of_same_shape("reversible_backward", G_back(y.first, D.second), y.first);
  return {.x = x,
          .to_x = {.first = E,
                   .second = D.second +
                             of_same_shape("reversible_backward", F_back(x.second, E), x.second)}};
}

#define INSTANTIATE(Real)                                                                          \
  template Halves<Real> reversible(const Branch<Real>&, const Branch<Real>&, const Halves<Real>&); \
  template Halves<Real> reversible_input(const Branch<Real>&, const Branch<Real>&,                 \
                                         const Halves<Real>&);                                     \
  template ReversibleGradient<Real> reversible_backward(                                           \
      const Branch<Real>&, const Branch<Real>&, const BranchBackward<Real>&,                       \
      const BranchBackward<Real>&, const Halves<Real>&, const Halves<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::networks
