#include "distances.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/positions/angles.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace epreuve::instruments {

namespace {

constexpr std::int64_t fine_steps = 1024;

/// e^{i d omega} as the product of a turn by the lower and a turn by the upper digits of d.
class Turns
{
public:
  Turns(math::DoubleDouble omega, std::int64_t K)
  {
    for (std::int64_t d = 0; d < fine_steps; ++d)
      fine_.push_back(math::turn(d, omega));
    for (std::int64_t d = 0; d < K; d += fine_steps)
      coarse_.push_back(math::turn(d, omega));
  }

  /// |e^{i d omega} - 1|^2
  double square_from_start(std::int64_t d) const
  {
    const auto [c, s] = coarse_[std::size_t(d / fine_steps)];
    const auto [cosine, sine] = fine_[std::size_t(d % fine_steps)];
    const double x = 1 - (c * cosine - s * sine), y = s * cosine + c * sine;
    return x * x + y * y;
  }

private:
  std::vector<math::CosineAndSine> fine_, coarse_;
};

/// The frequencies in an order of which every beginning has slow and fast ones alike: steps of about the
/// golden section of all.
std::vector<math::DoubleDouble> spread(const std::vector<math::DoubleDouble>& omega)
{
  const std::size_t m = omega.size();
  std::size_t step = std::size_t(0.618 * double(m)) + 1;
  while (std::gcd(step, m) != 1)
    ++step;
  std::vector<math::DoubleDouble> result;
  for (std::size_t i = 0; i < m; ++i)
    result.push_back(omega[i * step % m]);
  return result;
}

} // namespace

std::vector<NearPositions> records_of_nearness(arma::uword K, arma::uword n, double base)
{
  if (K < 2)
    throw Error("records_of_nearness: K must be at least 2 (two positions to compare), got {}", K);
  const auto all = math::precise_frequencies("records_of_nearness", n, base);
  const auto last = std::int64_t(K);
  math::require_known_angles("records_of_nearness", "K", last, all);
  const auto omega = spread(all);

  std::vector<Turns> turns; // of the frequencies that were needed so far
  std::vector<NearPositions> records;
  double least = std::numeric_limits<double>::infinity();
  for (std::int64_t d = 1; d < last; ++d) {
    double square = 0;
    for (std::size_t i = 0; i < omega.size() && square < least; ++i) {
      if (i == turns.size())
        turns.emplace_back(omega[i], last);
      square += turns[i].square_from_start(d);
    }
    if (square < least) {
      least = square;
      records.push_back({d, std::sqrt(square)});
    }
  }
  return records;
}

std::vector<Convergent> convergents(const Reference& x, std::int64_t most)
{
  if (!(x > 0) || most <= 0 || most >= 1'000'000'000'000)
    throw Error("convergents: x must be positive and the largest numerator between 1 and 10^12, "
                "got {} and {}",
                rounded(x), most);
  std::vector<Convergent> result;
  Convergent last{1, 0}, before{0, 1};
  for (Reference rest = x;;) {
    const Reference whole = floor(rest), fraction = rest - whole;
    const Reference numerator = whole * last.numerator + before.numerator;
    if (numerator > most)
      return result;
    const auto a = static_cast<std::int64_t>(whole);
    const Convergent next{a * last.numerator + before.numerator,
                          a * last.denominator + before.denominator};
    result.push_back(next);
    if (fraction < 1e-20)
      throw Error("convergents: x must not be rational, got {}/{}", next.numerator,
                  next.denominator);
    before = last;
    last = next;
    rest = 1 / fraction;
  }
}

arma::urowvec nearest_columns(const arma::mat& W, const arma::mat& X)
{
  if (W.n_rows != X.n_rows)
    throw Error("nearest_columns: W and X must have the same number of rows, got {} and {}",
                shape(W), shape(X));
  return arma::index_max(W.t() * X);
}

double share_read_right(const arma::mat& W, double sigma, arma::uword draws)
{
  const auto k = arma::randi<arma::uvec>(draws, arma::distr_param(0, int(W.n_cols) - 1));
  const arma::mat noisy = W.cols(k) + sigma * arma::randn(W.n_rows, draws);
  return double(arma::accu(nearest_columns(W, noisy).t() == k)) / double(draws);
}

ReadingBounds bounds_of_reading(const arma::mat& W, double sigma)
{
  if (W.n_cols < 2 || !(sigma > 0))
    throw Error("bounds_of_reading: two positions and sigma > 0 are needed, got {} and {}",
                W.n_cols, sigma);
  const double K = double(W.n_cols);
  double all = 0, neighbour = 0;
  for (arma::uword d = W.n_cols - 1; d > 0; --d) { // ends with the neighbour
    neighbour = std::erfc(arma::norm(W.col(d) - W.col(0)) / (std::sqrt(8) * sigma)) / 2;
    all += 2 * (K - double(d)) / K * neighbour; // of the K positions so many have one d places away
  }
  return {std::max(0.0, 1 - all), 1 - neighbour};
}

ByDistance by_distance(const arma::mat& X)
{
  if (X.n_cols < 2)
    throw Error("by_distance: expected at least two vectors, got {}", X.n_cols);
  const arma::mat G = X.t() * X;
  const double mean_of_all = arma::mean(arma::vectorise(G));
  ByDistance seen{arma::vec(X.n_cols), 0};
  double all = 0, explained = 0;
  for (arma::uword l = 0; l < X.n_cols; ++l) {
    const arma::vec products = G.diag(static_cast<arma::sword>(l));
    const double mean = arma::mean(products), times = l == 0 ? 1 : 2; // below the diagonal, too
    seen.mean(l) = mean;
    all += times * arma::accu(arma::square(products - mean_of_all));
    explained += times * double(products.n_elem) * (mean - mean_of_all) * (mean - mean_of_all);
  }
  if (!(all > 0))
    throw Error("by_distance: all dot products of these {} vectors are the same", X.n_cols);
  seen.mean /= arma::trace(G) / double(X.n_cols);
  seen.share = explained / all;
  return seen;
}

} // namespace epreuve::instruments
