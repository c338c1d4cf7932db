#include "epreuve/instruments/positions/nearest_positions.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/positions/angles.hpp"

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

} // namespace epreuve::instruments
