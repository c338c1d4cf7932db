#include "epreuve/instruments/minimax.hpp"

#include "epreuve/instruments/bisection.hpp"

#include <algorithm>

namespace epreuve::instruments {

using instruments::Bounds;

Bounds minimax_constant(const std::function<double(double, double)>& error, const Bounds& constants,
                        const std::function<Bounds(const std::function<double(double)>&)>& largest)
{
  // Beside the half of the other one, either is positive: where e is nearly 0 on a long stretch, and below it
  // elsewhere, its largest value alone would cost a million looks. Which of the two is larger is the same.
  const auto excess = [&](double c) {
    return largest([&](double x) { return std::max(error(c, x), -error(c, x) / 2); });
  };
  const auto deficit = [&](double c) {
    return largest([&](double x) { return std::max(-error(c, x), error(c, x) / 2); });
  };
  const auto not_too_small = [&](double c) { return deficit(c).lower <= excess(c).upper; };
  const auto too_large = [&](double c) { return excess(c).lower > deficit(c).upper; };
  return {first_where(not_too_small, constants.lower, constants.upper),
          first_where(too_large, constants.lower, constants.upper)};
}

} // namespace epreuve::instruments
