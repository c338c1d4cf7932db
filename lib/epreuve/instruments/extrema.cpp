#include "epreuve/instruments/extrema.hpp"

#include "epreuve/error.hpp"

#include <boost/math/tools/minima.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace epreuve::instruments {

Maximum maximize(const std::function<double(double)>& f, double lo, double hi, int cells)
{
  if (!(std::isfinite(lo) && std::isfinite(hi) && lo < hi)) {
    throw Error("maximize: expected a finite interval with lo < hi, got lo = {}, hi = {}", lo, hi);
  }
  if (cells < 1) {
    throw Error("maximize: cells must be at least 1, got {}", cells);
  }
  const auto checked = [&f](double x) {
    const double y = f(x);
    if (!std::isfinite(y)) {
      throw Error("maximize: f must be finite on [lo, hi], got f({}) = {}", x, y);
    }
    return y;
  };

  const auto point = [=](int i) { return std::lerp(lo, hi, static_cast<double>(i) / cells); };
  std::vector<double> value;
  for (int i = 0; i <= cells; ++i) {
    value.push_back(checked(point(i)));
  }

  Maximum best{lo, value.front()};
  const auto keep_better = [&best](Maximum candidate) {
    if (candidate.value > best.value) {
      best = candidate;
    }
  };
  for (int i = 0; i <= cells; ++i) {
    keep_better({point(i), value[i]});
    const int left = std::max(i - 1, 0);
    const int right = std::min(i + 1, cells);
    if (value[left] <= value[i] && value[i] >= value[right]) {
      constexpr int half_the_bits = std::numeric_limits<double>::digits / 2;
      std::uintmax_t iterations = 200;
      const auto [x, minus_y] =
          boost::math::tools::brent_find_minima([&](double t) { return -checked(t); }, point(left),
                                                point(right), half_the_bits, iterations);
      keep_better({x, -minus_y});
    }
  }
  return best;
}

} // namespace epreuve::instruments
