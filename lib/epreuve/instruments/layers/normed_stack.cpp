#include "epreuve/instruments/layers/normed_stack.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace epreuve::instruments {

namespace {

/// E gelu(z)^2 = E z^2 Phi^2, by parts: E Phi^2 = 1/3, and the integral of the cubed density.
constexpr double cubed_density = 1 / (2 * std::numbers::pi * std::numbers::sqrt3);
constexpr double gelu_squared = 1. / 3 + cubed_density;

/// One block as it was met: its matrices, and the slopes of its bend there.
struct Met
{
  arma::mat W, V;
  arma::vec slope;

  arma::vec transposed(const arma::vec& g) const
  {
    return V.is_empty() ? arma::vec(W.t() * g) : arma::vec(W.t() * (slope % (V.t() * g)));
  }
};

} // namespace

double gain_of_bend()
{
  return (gelu_squared + cubed_density / 3) / gelu_squared;
}

NormedPass random_pass(const NormedStack& stack)
{
  if (stack.n < 3 || !(stack.variance >= 0) || !std::isfinite(stack.variance))
    throw Error(
        "normed stack: n must be at least 3 and the variance finite and >= 0, got n = {} and {}",
        stack.n, stack.variance);
  const arma::uword n = stack.n, L = stack.layers;
  const double scale = std::sqrt(stack.variance / double(n));
  const double bend = stack.bend ? std::sqrt(gelu_squared) : 1;

  std::vector<arma::vec> x{math::layer_norm(arma::vec(n, arma::fill::randn))};
  std::vector<arma::vec> normed; // what layer norm was given
  std::vector<Met> blocks;
  for (arma::uword l = 0; l < L; ++l) {
    const arma::vec y =
        stack.normed == Normed::before ? arma::vec(math::layer_norm(x.back())) : x.back();
    Met block{arma::mat(n, n, arma::fill::randn), {}, {}};
    arma::vec f;
    if (stack.bend) {
      block.W /= std::sqrt(double(n));
      block.V = scale / bend * arma::mat(n, n, arma::fill::randn);
      const arma::vec u = block.W * y;
      block.slope = math::gelu_derivative(u);
      f = block.V * math::gelu(u);
    } else {
      block.W *= scale;
      f = block.W * y;
    }
    blocks.push_back(block);
    const arma::vec sum = x.back() + f;
    normed.push_back(stack.normed == Normed::before ? x.back() : sum);
    x.push_back(stack.normed == Normed::behind ? arma::vec(math::layer_norm(sum)) : sum);
  }

  NormedPass pass{arma::vec(L + 1), arma::vec(L + 1), arma::vec(L + 1)};
  arma::vec g(n, arma::fill::randn);
  g /= arma::norm(g);
  for (arma::uword l = L + 1; l-- > 0;) {
    if (l < L) {
      const Met& block = blocks[l];
      switch (stack.normed) {
      case Normed::nowhere:
        g += block.transposed(g);
        break;
      case Normed::before:
        g += math::layer_norm_jacobian(normed[l]) * block.transposed(g);
        break;
      case Normed::behind:
        g = math::layer_norm_jacobian(normed[l]) * g;
        g += block.transposed(g);
        break;
      }
    }
    pass.gradients(l) = arma::dot(g, g);
    pass.squares(l) = arma::dot(x[l], x[l]) / double(n);
    pass.variances(l) = arma::var(x[l], 1);
  }
  return pass;
}

} // namespace epreuve::instruments
