#include "linear_stack.hpp"

#include "epreuve/error.hpp"

#include <cmath>

namespace epreuve::instruments {

namespace {

void require_sizes(const LinearStack& stack)
{
  if (stack.n == 0 || !(stack.variance >= 0) || !std::isfinite(stack.variance))
    throw Error("linear stack: n must be at least 1 and the variance finite and >= 0, got n = {} "
                "and {}",
                stack.n, stack.variance);
}

} // namespace

arma::mat random_product(const LinearStack& stack)
{
  require_sizes(stack);
  const arma::uword n = stack.n;
  const double scale = std::sqrt(stack.variance / static_cast<double>(n));
  arma::mat J(n, n, arma::fill::eye);
  for (arma::uword l = 0; l < stack.layers; ++l) {
    const arma::mat W = scale * arma::mat(n, n, arma::fill::randn);
    J = stack.residual ? arma::mat(J + W * J) : arma::mat(W * J);
  }
  return J;
}

StackMoments expected_moments(const LinearStack& stack)
{
  require_sizes(stack);
  const auto n = static_cast<double>(stack.n);
  const double v = stack.variance, c = stack.residual ? 1 : 0;
  StackMoments m{n, 1, n * n, n};
  for (arma::uword l = 0; l < stack.layers; ++l) {
    const double s = m.trace_squared, t = m.square_traces;
    m.diagonal = c * m.diagonal + v * m.squares / (n * n);
    m.squares *= c + v;
    m.trace_squared = (c + v) * (c + v) * s + (4 * c * v + 2 * v * v) / n * t;
    m.square_traces =
        (c + 2 * c * v + 2 * c * v / n + v * v * (n + 1) / n) * t + (2 * c * v + v * v) / n * s;
  }
  return m;
}

} // namespace epreuve::instruments
