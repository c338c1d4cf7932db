#include "bigram_network.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"
#include "lbfgs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace epreuve::instruments {

namespace {

void check_bigrams(const char* function, const Bigrams& bigrams)
{
  const arma::uword N = bigrams.P.n_rows;
  if (N == 0 || bigrams.P.n_cols != N || bigrams.pi.n_elem != N)
    throw Error("{}: expected P of N x N and pi of N entries, got {} x {} and {}", function,
                bigrams.P.n_rows, bigrams.P.n_cols, bigrams.pi.n_elem);
  if (!bigrams.P.is_finite() || bigrams.P.min() < 0 ||
      arma::abs(arma::sum(bigrams.P, 0) - 1).max() > 1e-12)
    throw Error(
        "{}: the columns of P are to be distributions, without negative entries and of sum 1",
        function);
  if (!bigrams.pi.is_finite() || bigrams.pi.min() <= 0 ||
      std::abs(arma::accu(bigrams.pi) - 1) > 1e-12)
    throw Error("{}: the entries of pi are to be positive, of sum 1", function);
}

void check_logits(const char* function, const Bigrams& bigrams, const arma::mat& Z)
{
  check_bigrams(function, bigrams);
  if (arma::size(Z) != arma::size(bigrams.P))
    throw Error("{}: expected logits of {} x {}, a column for each token, got {} x {}", function,
                bigrams.N(), bigrams.N(), Z.n_rows, Z.n_cols);
  if (!Z.is_finite())
    throw Error("{}: a logit is not finite", function);
}

void check_dimension(const char* function, arma::uword n, arma::uword N)
{
  if (n < 1 || n > N)
    throw Error("{}: expected a dimension n from 1 to N = {}, got {}", function, N, n);
}

/// Excess and gradient in Z, unchecked: what training asks for thousands of times.
double excess_and_gradient(const Bigrams& bigrams, const arma::mat& Z, arma::mat& G)
{
  const arma::uword N = bigrams.N();
  G.set_size(N, N);
  double excess = 0;
  for (arma::uword i = 0; i < N; ++i) {
    const double* z = Z.colptr(i);
    const double* p = bigrams.P.colptr(i);
    double* g = G.colptr(i);
    const double largest = *std::max_element(z, z + N);
    double sum = 0, column = 0;
    for (arma::uword j = 0; j < N; ++j)
      sum += g[j] = std::exp(z[j] - largest);
    const double log_sum = std::log(sum);
    for (arma::uword j = 0; j < N; ++j) {
      const double q = g[j] / sum;
      if (p[j] > 0)
        column += p[j] * (std::log(p[j]) - (z[j] - largest - log_sum));
      column += q - p[j];
      g[j] = bigrams.pi(i) * (q - p[j]);
    }
    excess += bigrams.pi(i) * column;
  }
  return excess;
}

arma::mat floored_log(const arma::mat& P)
{
  return arma::log(arma::clamp(P, 1e-3, 1));
}

arma::mat less_column_means(const arma::mat& M)
{
  return M.each_row() - arma::mean(M, 0);
}

/// sqrt of the sum of the squared singular values beyond the first k.
double beyond_rank(const arma::mat& M, arma::uword k)
{
  const arma::vec sigma = arma::svd(M);
  return k < sigma.n_elem ? arma::norm(sigma.tail(sigma.n_elem - k)) : 0;
}

double excess_of_log_ratio(double t)
{
  return t + std::expm1(-t);
}

TrainedBigrams train_untied(const Bigrams& bigrams, arma::uword n, double slope, arma::uword most)
{
  const arma::uword N = bigrams.N();
  arma::mat U, V;
  arma::vec sigma;
  arma::svd(U, sigma, V, less_column_means(floored_log(bigrams.P)));
  const arma::mat root = arma::diagmat(arma::sqrt(sigma.head(n)) + 1e-3);
  const arma::mat B = U.head_cols(n) * root, A = root * V.head_cols(n).t();
  const auto parts = [&](const arma::vec& x) {
    return std::pair(arma::mat(x.memptr(), n, N), arma::mat(x.memptr() + n * N, N, n));
  };
  arma::mat G;
  const LocalMinimum found = lbfgs(
      [&](const arma::vec& x) {
        const auto [a, b] = parts(x);
        const double excess = excess_and_gradient(bigrams, b * a, G);
        return ValueAndGradient{
            excess, arma::join_cols(arma::vectorise(b.t() * G), arma::vectorise(G * a.t()))};
      },
      arma::join_cols(arma::vectorise(A), arma::vectorise(B)), slope, most);
  const auto [a, b] = parts(found.x);
  return {a, b, found.value, found.largest_slope, found.steps};
}

TrainedBigrams train_symmetric(const Bigrams& bigrams, arma::uword n, bool tied, double slope,
                               arma::uword most)
{
  const arma::uword N = bigrams.N();
  const arma::mat L = floored_log(bigrams.joint()), C = L + L.t();
  const arma::mat centred = less_column_means(less_column_means(C).t()) / 2;
  arma::vec lambda;
  arma::mat U;
  arma::eig_sym(lambda, U, (centred + centred.t()) / 2);
  const arma::vec size = tied ? lambda : arma::vec(arma::abs(lambda));
  const arma::uvec first = arma::uvec(arma::sort_index(size, "descend")).head(n);
  const arma::vec length = arma::sqrt(arma::clamp(arma::vec(size(first)), 1e-2, arma::datum::inf));
  arma::vec d(n, arma::fill::ones);
  if (!tied)
    d(arma::find(lambda(first) < 0)).fill(-1);
  const arma::mat start = arma::diagmat(length) * U.cols(first).t();
  arma::mat G;
  const LocalMinimum found = lbfgs(
      [&](const arma::vec& x) {
        const arma::mat A(x.memptr(), n, N);
        const arma::mat DA = A.each_col() % d;
        const double excess = excess_and_gradient(bigrams, A.t() * DA, G);
        return ValueAndGradient{excess, arma::vectorise(DA * (G + G.t()))};
      },
      arma::vectorise(start), slope, most);
  const arma::mat A(found.x.memptr(), n, N);
  return {A, (A.each_col() % d).t(), found.value, found.largest_slope, found.steps};
}

} // namespace

double bigram_loss(const Bigrams& bigrams, const arma::mat& Z)
{
  check_logits("bigram_loss", bigrams, Z);
  return -arma::accu(bigrams.joint() % math::log_softmax_columns(Z));
}

double bigram_entropy(const Bigrams& bigrams)
{
  check_bigrams("bigram_entropy", bigrams);
  arma::mat terms = bigrams.P;
  terms.transform([](double p) { return p > 0 ? -p * std::log(p) : 0; });
  return arma::dot(arma::sum(terms, 0).t(), bigrams.pi);
}

double bigram_excess(const Bigrams& bigrams, const arma::mat& Z)
{
  check_logits("bigram_excess", bigrams, Z);
  arma::mat G;
  return excess_and_gradient(bigrams, Z, G);
}

arma::mat bigram_gradient(const Bigrams& bigrams, const arma::mat& Z)
{
  check_logits("bigram_gradient", bigrams, Z);
  arma::mat G;
  excess_and_gradient(bigrams, Z, G);
  return G;
}

arma::vec excess_in_time(const arma::vec& p, double step, arma::uword doublings)
{
  const arma::uword N = p.n_elem;
  const Bigrams alike{{}, arma::repmat(p, 1, N), arma::vec(N, arma::fill::value(1.0 / double(N)))};
  check_bigrams("excess_in_time", alike);
  if (!(step > 0 && step <= 1) || 1 / step != std::round(1 / step))
    throw Error("excess_in_time: expected a step of 1 over a whole number, got {}", step);
  arma::vec z(N, arma::fill::zeros), excess(doublings + 1);
  double time = 0;
  for (arma::uword k = 0; k <= doublings; ++k) {
    for (; time < std::exp2(k); time += step) {
      const arma::vec e = arma::exp(z - z.max());
      z -= step * (e / arma::accu(e) - p);
    }
    excess(k) = bigram_excess(alike, arma::repmat(z, 1, N));
  }
  return excess;
}

TrainedBigrams train_bigrams(const Bigrams& bigrams, arma::uword n, Tying tying, double slope,
                             arma::uword most)
{
  check_bigrams("train_bigrams", bigrams);
  check_dimension("train_bigrams", n, bigrams.N());
  return tying == Tying::untied ? train_untied(bigrams, n, slope, most)
                                : train_symmetric(bigrams, n, tying == Tying::tied, slope, most);
}

double ExcessBounds::best() const
{
  return std::max({rank_of_log, centred, weighted});
}

ExcessBounds excess_bounds(const Bigrams& bigrams, arma::uword n)
{
  check_bigrams("excess_bounds", bigrams);
  check_dimension("excess_bounds", n, bigrams.N());
  if (bigrams.P.min() <= 0)
    throw Error("excess_bounds: a bigram has probability 0, and its logarithm is no number");
  const arma::mat L = arma::log(bigrams.P);
  const double m = bigrams.joint().min();
  const arma::vec a = arma::min(bigrams.P, 1);
  const arma::vec u = arma::sqrt(a / arma::accu(a));
  const arma::mat weighted =
      arma::diagmat(arma::sqrt(a)) * L * arma::diagmat(arma::sqrt(bigrams.pi));
  const double mu = a.min() * bigrams.pi.min();
  const double T = beyond_rank(weighted - u * (u.t() * weighted), n);
  return {m * excess_of_log_ratio(beyond_rank(L, n + 1)),
          m * excess_of_log_ratio(beyond_rank(less_column_means(L), n)),
          mu * excess_of_log_ratio(T / std::sqrt(mu))};
}

double tied_excess_bound(const Bigrams& bigrams, const arma::mat& Q)
{
  check_logits("tied_excess_bound", bigrams, Q);
  const arma::uword N = bigrams.N();
  const arma::vec& pi = bigrams.pi;
  if (bigrams.P.min() <= 0 || arma::abs(bigrams.P * pi - pi).max() > 1e-12)
    throw Error("tied_excess_bound: P is to be positive, and pi the frequencies that it keeps");
  // ones is an eigenvector of 0 once the tokens are as frequent after Q as before it
  const arma::mat stationary = Q + (pi - Q * pi) * arma::ones(1, N), I = arma::eye(N, N);
  if (stationary.min() < 0)
    throw Error("tied_excess_bound: Q changes the frequencies too much to be mended");
  const arma::mat sums_of_0 = arma::null(arma::ones(1, N));
  const auto mixed = [&](double share) { return arma::mat((1 - share) * stationary + share * I); };
  const auto certifies = [&](double share) {
    const arma::mat G = (mixed(share) - bigrams.P) * arma::diagmat(pi);
    return arma::eig_sym(sums_of_0.t() * (G + G.t()) * sums_of_0).min() >= 1e-15;
  };
  double low = 0, high = 1;
  for (int halving = 0; halving < 40 && !certifies(low); ++halving) {
    const double middle = (low + high) / 2;
    (certifies(middle) ? high : low) = middle;
  }
  const double share = certifies(low) ? low : high;
  return bigram_entropy({{}, mixed(share), pi}) - bigram_entropy(bigrams);
}

} // namespace epreuve::instruments
