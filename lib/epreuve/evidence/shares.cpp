#include "epreuve/evidence/shares.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace epreuve::evidence {

std::optional<Tail> heavy_tail(std::vector<double> shares)
{
  constexpr std::size_t fewest = 10;
  constexpr double heavy = 4, allowed = 1e-6;
  const auto seeds = static_cast<double>(shares.size());
  std::erase(shares, 0);
  if (shares.size() < fewest)
    return std::nullopt;
  std::ranges::sort(shares);
  const auto n = static_cast<double>(shares.size());
  Tail tail{.worst = shares.back(), .median = shares[shares.size() / 2]};
  if (tail.worst <= heavy * tail.median)
    return std::nullopt;
  const double exponent =
      std::log(n / (2 * std::numbers::ln2)) / std::log(tail.worst / tail.median);
  tail.probability = n / seeds / 2 * std::pow(tail.median, exponent);
  return tail.probability > allowed ? std::optional(tail) : std::nullopt;
}

} // namespace epreuve::evidence
