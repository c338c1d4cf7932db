#include "normed_stack.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"

#include <cmath>
#include <numbers>
#include <vector>

namespace epreuve::instruments {

namespace {

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

double mean_square_of_gelu(double s)
{
  return s / 4 + s / (2 * std::numbers::pi) *
                     (std::asin(s / (1 + s)) + 2 * s / ((1 + s) * std::sqrt(1 + 2 * s)));
}

double mean_square_of_gelu_slope(double s)
{
  // The first term is mean_square_of_gelu(s) / s, for s = 0 too.
  return 1. / 4 + (std::asin(s / (1 + s)) + 2 * s / ((1 + s) * std::sqrt(1 + 2 * s)) +
                   s / std::pow(1 + 2 * s, 1.5)) /
                      (2 * std::numbers::pi);
}

arma::vec gradients_to_leading_order(const NormedStack& stack)
{
  const auto written = [&](double s) { return stack.bend ? mean_square_of_gelu(s) : s; };
  const auto slopes = [&](double s) { return stack.bend ? mean_square_of_gelu_slope(s) : 1; };
  const double variance = stack.variance, kappa = slopes(1) / written(1);
  arma::vec factors(stack.layers);
  double s = 1;
  for (arma::uword l = 0; l < stack.layers; ++l)
    switch (stack.normed) {
    case Normed::nowhere:
      factors(l) = 1 + variance * slopes(s) / written(1);
      s += variance * written(s) / written(1);
      break;
    case Normed::pre:
      factors(l) = 1 + variance * kappa / (1 + double(l) * variance);
      break;
    case Normed::post:
      factors(l) = (1 + variance * kappa) / (1 + variance);
      break;
    }
  arma::vec gradients(stack.layers + 1, arma::fill::ones);
  for (arma::uword l = stack.layers; l-- > 0;)
    gradients(l) = gradients(l + 1) * factors(l);
  return gradients;
}

NormedPass random_pass(const NormedStack& stack)
{
  if (stack.n < 3 || !(stack.variance >= 0) || !std::isfinite(stack.variance))
    throw Error(
        "normed stack: n must be at least 3 and the variance finite and >= 0, got n = {} and {}",
        stack.n, stack.variance);
  const arma::uword n = stack.n, L = stack.layers;
  const double scale = std::sqrt(stack.variance / double(n));
  const double bend = stack.bend ? std::sqrt(mean_square_of_gelu(1)) : 1;

  std::vector<arma::vec> x{math::layer_norm(arma::vec(n, arma::fill::randn))};
  std::vector<arma::vec> normed; // what layer norm was given
  std::vector<Met> blocks;
  for (arma::uword l = 0; l < L; ++l) {
    const arma::vec y =
        stack.normed == Normed::pre ? arma::vec(math::layer_norm(x.back())) : x.back();
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
    normed.push_back(stack.normed == Normed::pre ? x.back() : sum);
    x.push_back(stack.normed == Normed::post ? arma::vec(math::layer_norm(sum)) : sum);
  }

  NormedPass pass{arma::vec(L + 1), arma::vec(L + 1), arma::vec(L + 1), arma::vec(L)};
  arma::vec g(n, arma::fill::randn);
  g /= arma::norm(g);
  for (arma::uword l = L + 1; l-- > 0;) {
    if (l < L) {
      const Met& block = blocks[l];
      if (stack.normed == Normed::post)
        g = math::layer_norm_jacobian(normed[l]) * g;
      pass.written(l) = arma::dot(g, g);
      const arma::vec back = block.transposed(g);
      g += stack.normed == Normed::pre ? arma::vec(math::layer_norm_jacobian(normed[l]) * back)
                                       : back;
    }
    pass.gradients(l) = arma::dot(g, g);
    pass.squares(l) = arma::dot(x[l], x[l]) / double(n);
    pass.variances(l) = arma::var(x[l], 1);
  }
  return pass;
}

} // namespace epreuve::instruments
