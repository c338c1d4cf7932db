#include "epreuve/instruments/positions/least_angle_law.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/positions/subspaces.hpp"

#include <algorithm>
#include <cmath>

namespace epreuve::instruments {

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
