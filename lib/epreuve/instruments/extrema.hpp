#pragma once

#include <functional>

namespace epreuve::instruments {

/// A maximum of a function: f(location) = value.
struct Maximum
{
  double location;
  double value;
};

/// The largest value of f on [lo, hi], and where it is taken.
///
/// f is sampled at cells + 1 equidistant points; every sample that is not below its neighbours is
/// refined by Brent's method between them, and the best of all is returned (the leftmost of
/// equals). It is the global maximum if f is continuous and every local maximum that could be the
/// global one has the two cells around its nearest sample to itself; a peak narrower than a cell
/// can be missed.
///
/// The location is known to sqrt(2 d / |f''|), d being the error of f near the maximum: about
/// half the digits of a smooth f, and no better than 1e-8 relatively. The value is as good as f.
///
/// @param f      finite on [lo, hi]
/// @param cells  at least 1
/// @throws       Error unless lo < hi are finite and cells >= 1, or where f is NaN or infinite
/// Source: Brent, "Algorithms for minimization without derivatives" (1973), as in Boost.Math.
Maximum maximize(const std::function<double(double)>& f, double lo, double hi, int cells = 4096);

} // namespace epreuve::instruments
