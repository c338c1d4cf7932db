#include "sums.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/math/positions/subspaces.hpp"
#include "epreuve/math/positions/token_and_position.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::instruments {

namespace {

/// x_1 - x_0, x_2 - x_0, ...
arma::mat from_first(const char* caller, const arma::mat& x)
{
  if (x.n_cols < 2)
    throw Error("{}: expected at least two tokens and two positions, got {}", caller, x.n_cols);
  return x.tail_cols(x.n_cols - 1).eval().each_col() - x.col(0);
}

} // namespace

bool has_linear_reader(const arma::mat& V, const arma::mat& W)
{
  const RationalMatrix D_V(from_first("has_linear_reader", V));
  const RationalMatrix D_W(from_first("has_linear_reader", W));
  const RationalMatrix both = join_rows(D_V, D_W);
  if (rank(both) < both.cols())
    return false;
  const RationalMatrix left_inverse = transpose(right_inverse(transpose(both)));
  const RationalMatrix P = join_rows(D_V, RationalMatrix(D_W.rows(), D_W.cols())) * left_inverse;
  const auto column = [](const arma::mat& of, arma::uword j) {
    return RationalMatrix(arma::mat(of.col(j)));
  };
  const RationalMatrix first = column(V, 0) + column(W, 0);
  for (arma::uword t = 0; t < V.n_cols; ++t)
    for (arma::uword k = 0; k < W.n_cols; ++k)
      if (P * (column(V, t) + column(W, k) - first) + column(V, 0) != column(V, t))
        return false;
  return true;
}

SharesRight shares_right(arma::uword N, double s, const arma::mat& W, double noise)
{
  constexpr arma::uword vocabularies = 8, sums = 25;
  const arma::mat D_W = from_first("shares_right", W);
  const arma::vec nothing(W.n_rows, arma::fill::zeros);
  arma::uword linear = 0, token_first = 0, nearest_pair = 0;
  for (arma::uword vocabulary = 0; vocabulary < vocabularies; ++vocabulary) {
    const arma::mat V = s * arma::mat(W.n_rows, N, arma::fill::randn);
    const arma::mat D_V = from_first("shares_right", V);
    const arma::mat P = D_V * arma::pinv(arma::join_rows(D_V, D_W)).eval().head_rows(N - 1);
    for (arma::uword sum = 0; sum < sums; ++sum) {
      const math::TokenAndPosition put{sum * 7919 % N, sum % W.n_cols};
      const arma::vec u =
          V.col(put.token) + W.col(put.position) + noise * arma::vec(W.n_rows, arma::fill::randn);
      const arma::vec v = P * (u - V.col(0) - W.col(0)) + V.col(0);
      const math::TokenAndPosition read{math::nearest_pair(v, V, nothing).token,
                                        math::nearest_pair(u - v, nothing, W).position};
      linear += read == put ? 1 : 0;
      token_first += math::token_first(u, V, W) == put ? 1 : 0;
      nearest_pair += math::nearest_pair(u, V, W) == put ? 1 : 0;
    }
  }
  const double all = vocabularies * sums;
  return {double(linear) / all, double(token_first) / all, double(nearest_pair) / all};
}

LeastAngleLaw::LeastAngleLaw(arma::uword n, arma::uword N, arma::uword K)
{
  if (N < 1 || K < 1 || N + K >= n)
    throw Error("LeastAngleLaw: expected N, K >= 1 and N + K < n, got n = {}, N = {}, K = {}", n, N,
                K);
  const double points = double(n) - 1;
  const auto angle = [points](arma::uword of) {
    return 2 * std::asin(std::sqrt((double(of) - 0.5) / points));
  };
  const double gamma = angle(std::min(N, K)), phi = angle(std::max(N, K));
  const double across = std::sin(phi + gamma);
  centre = 2 * std::log(std::tan((phi + gamma) / 2));
  scale = std::cbrt(16 / (points * points * across * across * std::sin(phi) * std::sin(gamma)));
}

double LeastAngleLaw::standardised(double theta) const
{
  return (-2 * std::log(std::tan(theta)) - centre) / scale;
}

double LeastAngleLaw::typical() const
{
  return std::atan(std::exp(-(centre + scale * mean) / 2));
}

double mean_least_angle(arma::uword n, arma::uword N, arma::uword K, arma::uword draws)
{
  if (draws == 0)
    throw Error("mean_least_angle: no draws have no mean");
  const arma::mat axes(n, K, arma::fill::eye);
  double sum = 0;
  for (arma::uword draw = 0; draw < draws; ++draw)
    sum += math::least_angle(arma::mat(n, N, arma::fill::randn), axes);
  return sum / double(draws);
}

} // namespace epreuve::instruments
