#include "scores.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/entropy.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/linear_algebra/jacobian_norm.hpp"
#include "epreuve/math/softmax.hpp"

#include <armadillo>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace epreuve::instruments {

namespace {

/// The covariance of M x, for x uniform among the vectors of mean 0 and length sqrt(n).
arma::mat covariance_of_image(arma::mat M)
{
  const double n = M.n_cols;
  M.each_col() -= arma::mean(M, 1);
  return n / (n - 1) * M * M.t();
}

} // namespace

ScoreSize score_size(const arma::mat& A, const arma::vec& a, const arma::mat& B, const arma::vec& b)
{
  if (arma::size(A) != arma::size(B) || a.n_elem != A.n_rows || b.n_elem != A.n_rows ||
      A.n_cols < 2)
    throw Error("score_size: A and B must be r x n with n >= 2, a and b of length r, got {} x {}, "
                "{} x {}, {} and {}",
                A.n_rows, A.n_cols, B.n_rows, B.n_cols, a.n_elem, b.n_elem);
  const arma::mat Q = covariance_of_image(A) + a * a.t(), C_k = covariance_of_image(B);
  return {std::sqrt(arma::trace(Q * (C_k + b * b.t()))), std::sqrt(arma::trace(Q * C_k))};
}

namespace {

using Function = std::function<double(double)>;

double trapezoid(const Function& f, double lo, double hi, double step)
{
  double total = 0;
  for (double x = lo; x <= hi; x += step)
    total += f(x);
  return step * total;
}

void require_dimension(const char* function, double d)
{
  if (!(d >= 1))
    throw Error("{}: d must be at least 1, got {}", function, d);
}

} // namespace

double normal_expectation(const Function& f)
{
  return trapezoid([&](double z) { return math::normal_density(z) * f(z); }, -38, 38, 1.0 / 16);
}

double dot_product_density(double d, double s)
{
  require_dimension("dot_product_density", d);
  const double nu = (d - 1) / 2;
  // K is infinite at 0, where the product is not, and overflows near it when nu is large.
  const double size = std::max(std::abs(s), nu > 2 ? 1e-3 : 1e-60);
  const double K = std::cyl_bessel_k(nu, size);
  return std::exp(nu * std::log(size / 2) + std::log(K) - std::lgamma(d / 2)) /
         std::sqrt(std::numbers::pi);
}

double score_expectation(double d, const Function& f)
{
  require_dimension("score_expectation", d);
  return 2 * trapezoid(
                 [&](double u) {
                   const double s = std::exp(u - std::exp(-u));
                   return s * (1 + std::exp(-u)) * dot_product_density(d, s) * f(s);
                 },
                 -5, 7, 1.0 / 64);
}

double query_expectation(double d, const Function& f)
{
  require_dimension("query_expectation", d);
  const double spread = std::sqrt(2 / d);
  const double log_constant = d / 2 * std::log(d / 2) - std::lgamma(d / 2);
  return trapezoid(
      [&](double x) {
        return std::exp(log_constant + d / 2 * (x - std::exp(x))) * f(std::exp(x / 2));
      },
      -14 * spread, 8 * spread, spread / 4);
}

AverageAttention average_attention(double n, double sigma)
{
  if (!(n >= 1 && sigma > 0))
    throw Error("average_attention: expected n >= 1 keys and sigma > 0, got {} and {}", n, sigma);
  // Steps that resolve y as well as z.
  const double step = 1 / (4 * std::max(1.0, sigma));
  const arma::vec z = arma::regspace(-10, step, 10);
  const arma::vec weights = step * math::normal_density(z);

  AverageAttention sums{0, 0, 0};
  const double outer_step = std::max(1.0, 1 / sigma) / 16;
  for (double w = -10 - 5 / sigma; w <= 10 + 40 / sigma; w += outer_step) {
    // Above y = 7, exp(-e^y) is 0 as a double, and so is all that it multiplies.
    const arma::uword there = arma::accu(z <= w + 7 / sigma);
    if (there == 0)
      continue;
    const arma::vec y = sigma * (z.head(there) - w), e_y = arma::exp(y);
    const arma::vec weight = weights.head(there);
    const double others = std::pow(arma::dot(weight, arma::exp(-e_y)), n - 1);
    if (others == 0)
      continue;
    const arma::vec first = weight % arma::exp(y - e_y);
    const double factor = n * sigma * outer_step * others;
    sums.total += factor * arma::accu(first);
    sums.entropy -= factor * arma::dot(y + std::numbers::egamma, first);
    sums.trace += factor * arma::dot(weight, arma::exp(2 * y - e_y));
  }
  sums.trace = 1 - sums.trace;
  return sums;
}

double entropy_of_pair(double g)
{
  return std::log1p(std::exp(-g)) + g / (1 + std::exp(g));
}

double top_gap_density(double n)
{
  if (!(n >= 2))
    throw Error("top_gap_density: a gap is between n >= 2 variables, got {}", n);
  const auto both = [=](double z) {
    return std::pow(math::normal_density(z), 2) * std::pow(math::normal_distribution(z), n - 2);
  };
  return n * (n - 1) * trapezoid(both, -12, 12, 1.0 / 32);
}

double top_gap_exceeds(double n, double x)
{
  if (!(n >= 2))
    throw Error("top_gap_exceeds: a gap is between n >= 2 variables, got {}", n);
  const auto one_above = [=](double z) {
    return math::normal_density(z + x) * std::pow(math::normal_distribution(z), n - 1);
  };
  return n * trapezoid(one_above, -12 - x, 12, 1.0 / 32);
}

AttentionStatistics attention_statistics(const arma::mat& scores)
{
  const arma::mat P = math::softmax_rows(scores);
  AttentionStatistics statistics{math::entropy_rows(P), arma::vec(P.n_rows)};
  for (arma::uword i = 0; i < P.n_rows; ++i)
    statistics.gradient(i) = math::jacobian_norm(P.row(i).t());
  return statistics;
}

arma::rowvec summary(const AttentionStatistics& statistics)
{
  return arma::join_rows(mean_and_quantiles(statistics.entropy),
                         mean_and_quantiles(statistics.gradient));
}

arma::rowvec mean_and_quantiles(const arma::vec& sample)
{
  if (sample.is_empty())
    throw Error("mean_and_quantiles: a sample needs at least one value, got none");
  const arma::vec quantiles = arma::quantile(sample, arma::vec{0.1, 0.5, 0.9});
  return {arma::mean(sample), quantiles(0), quantiles(1), quantiles(2)};
}

} // namespace epreuve::instruments
