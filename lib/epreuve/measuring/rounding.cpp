#include "epreuve/measuring/rounding.hpp"

#include "epreuve/attention/patterns.hpp"
#include "epreuve/math/gelu.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::gpt2::rounding {

namespace {

/// |A|^T |x|, a few thousand columns of A at a time: |A| itself can be a copy of the vocabulary.
arma::mat magnitudes(const arma::mat& A, const arma::mat& x)
{
  constexpr arma::uword at_once = 4096;
  const arma::mat sizes = arma::abs(x);
  arma::mat all(A.n_cols, x.n_cols);
  for (arma::uword first = 0; first < A.n_cols; first += at_once) {
    const arma::uword last = std::min(first + at_once, A.n_cols) - 1;
    all.rows(first, last) = arma::abs(A.cols(first, last)).t() * sizes;
  }
  return all;
}

} // namespace

double gamma(arma::uword k)
{
  const auto count = static_cast<double>(k);
  const double always = count * u / (1 - count * u);
  const double almost_always = std::expm1(10 * std::sqrt(count) * u + count * u * u / (1 - u));
  return std::min(always, almost_always);
}

namespace in_eight_bits {

namespace {

/// h s of each column.
arma::rowvec half_steps(const arma::mat& columns)
{
  arma::rowvec steps(columns.n_cols);
  for (arma::uword i = 0; i < columns.n_cols; ++i)
    steps(i) = h / 127 * arma::norm(columns.col(i), "inf") + 0x1p-119;
  return steps;
}

/// The sum of magnitudes of each column.
arma::rowvec sums_of_sizes(const arma::mat& columns)
{
  arma::rowvec sums(columns.n_cols);
  for (arma::uword i = 0; i < columns.n_cols; ++i)
    sums(i) = arma::norm(columns.col(i), 1);
  return sums;
}

} // namespace

arma::mat of_embedding(const arma::mat& token, const arma::mat& position)
{
  const arma::mat steps = arma::repmat(half_steps(token), token.n_rows, 1);
  return steps + gamma(3) * (arma::abs(token) + steps + arma::abs(position)) + tiny;
}

arma::mat of_linear(const arma::mat& A, const arma::vec& b, const arma::mat& x, const arma::mat& y0)
{
  const auto n = static_cast<double>(A.n_rows);
  const arma::vec s = half_steps(A).t(), sizes_of_A = sums_of_sizes(A).t() + n * s;
  const arma::rowvec t = half_steps(x);
  const arma::mat steps = s * sums_of_sizes(x) + sizes_of_A * t;
  arma::mat sizes = magnitudes(A, x) + steps; // |W'| |x'|
  if (!b.is_empty())
    sizes.each_col() += arma::abs(b);
  if (!y0.is_empty())
    sizes += arma::abs(y0);
  return steps + gamma(6) * sizes + tiny;
}

} // namespace in_eight_bits

arma::mat of_embedding(const arma::mat& token, const arma::mat& position)
{
  return gamma(2) * (arma::abs(token) + arma::abs(position)) + tiny;
}

arma::mat of_linear(const Dense<double>& layer, const arma::mat& x, const arma::mat& y0)
{
  arma::mat sizes = magnitudes(layer.neurons, x);
  sizes.each_col() += arma::abs(layer.b);
  if (!y0.is_empty())
    sizes += arma::abs(y0);
  return gamma(x.n_rows + 3) * sizes + tiny;
}

arma::mat of_products(const arma::mat& A, const arma::mat& x)
{
  return gamma(x.n_rows + 1) * magnitudes(A, x) + tiny;
}

arma::mat of_layer_norm(const Norm<double>& norm, const arma::mat& x, double epsilon)
{
  const arma::uword n = x.n_rows;
  arma::mat bound(n, x.n_cols);
  for (arma::uword k = 0; k < x.n_cols; ++k) {
    const arma::vec c = arma::abs(x.col(k) - arma::mean(x.col(k)));
    const double s = arma::mean(arma::square(c)) + epsilon, r = 1 / std::sqrt(s);
    const double e = gamma(n + 1) * arma::mean(arma::abs(x.col(k)));
    const double theta = gamma(n + 6) * (1 + e * e / s) + e * e / s;
    const double rho = (1 + gamma(3)) / std::sqrt(1 - theta) - 1;
    bound.col(k) = arma::abs(norm.gain) % (r * ((c + e) * (1 + rho) * (1 + gamma(5)) - c)) +
                   gamma(2) * arma::abs(norm.bias) + tiny;
  }
  return bound;
}

arma::mat of_gelu(const arma::mat& x)
{
  const arma::mat w = std::sqrt(2 / arma::datum::pi) * arma::abs(x + 0.044715 * arma::pow(x, 3));
  const arma::mat factor = arma::exp(2 * gamma(8) * w) * (1 + gamma(8)) - 1;
  return arma::abs(math::gelu_tanh(x)) % factor + tiny;
}

arma::mat of_head(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  const arma::uword d = Q.n_rows, T = K.n_cols;
  const arma::mat P = attention::causal_pattern(Q, K);
  arma::mat E =
      gamma(d + 6) / std::sqrt(static_cast<double>(d)) * (arma::abs(Q).t() * arma::abs(K));
  E.elem(arma::find(P == 0)).zeros();
  E.each_col() += arma::vec(arma::max(E, 1));
  const arma::mat f = arma::exp(E) * (1 + gamma(8)) - 1;
  arma::mat t = (1 + f) * (1 + gamma(T + 2));
  t.each_col() /= 1 - arma::vec(arma::sum(P % f, 1));
  t = P % (t * (1 + gamma(T)) - 1);
  return arma::abs(V) * t.t() + tiny;
}

} // namespace epreuve::gpt2::rounding
