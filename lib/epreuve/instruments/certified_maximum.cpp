#include "epreuve/instruments/certified_maximum.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

namespace epreuve::instruments {

namespace {

struct Point
{
  double x, value;
};

struct Stretch
{
  Point left, right;
  double bound;

  bool operator<(const Stretch& other) const { return bound < other.bound; }
};

} // namespace

Bounds certified_maximum(const std::function<double(double)>& f, double curvature, double lo,
                         double hi, double width, double rounding)
{
  if (!(std::isfinite(lo) && std::isfinite(hi) && lo < hi)) {
    throw Error("certified_maximum: expected a finite interval with lo < hi, got lo = {}, hi = {}",
                lo, hi);
  }
  if (!(width > 0 && curvature >= 0 && rounding >= 0)) {
    throw Error("certified_maximum: expected width > 0, curvature >= 0 and rounding >= 0, got {}, "
                "{} and {}",
                width, curvature, rounding);
  }
  const auto at = [&](double x) {
    const Point point{x, f(x)};
    if (!std::isfinite(point.value)) {
      throw Error("certified_maximum: f must be finite on [lo, hi], got f({}) = {}", x,
                  point.value);
    }
    return point;
  };
  const auto between = [&](const Point& a, const Point& b) {
    // The parabola of the header is highest at 1/2 + rise / s of the way, if that is in between.
    const double s = curvature * (b.x - a.x) * (b.x - a.x), rise = b.value - a.value;
    const double bound = 2 * std::abs(rise) < s
                             ? std::midpoint(a.value, b.value) + s / 8 + rise * rise / (2 * s)
                             : std::max(a.value, b.value);
    return Stretch{a, b, std::max({a.value, b.value, bound})};
  };

  const Point first = at(lo), last = at(hi);
  double best = std::max(first.value, last.value);
  std::priority_queue<Stretch> open;
  for (open.push(between(first, last)); open.top().bound > best + width;) {
    const Stretch highest = open.top();
    const Point middle = at(std::midpoint(highest.left.x, highest.right.x));
    if (middle.x == highest.left.x || middle.x == highest.right.x) {
      break;
    }
    open.pop();
    best = std::max(best, middle.value);
    open.push(between(highest.left, middle));
    open.push(between(middle, highest.right));
  }
  return {best - rounding, std::max(best, open.top().bound) + rounding};
}

} // namespace epreuve::instruments
