#pragma once

#include <functional>

namespace epreuve::instruments {

/// Certain bounds of a number: lower <= it <= upper.
struct Bounds
{
  double lower;
  double upper;
};

/// The largest value of f on [lo, hi], enclosed.
///
///     f(x) <= (f(a) + f(b)) / 2 + s / 8 + r^2 / (2 s)    on [a, b], where f'' >= -curvature,
///     with r = f(b) - f(a), s = curvature (b - a)^2; if 2 |r| >= s, the larger of f(a) and f(b)
///
/// (f(x) + curvature x^2 / 2 is convex, so on [a, b] it is below its chord, and f below a parabola through the
/// two ends.) An interval is halved
/// as long as that bound exceeds the best value seen by more than `width`, the interval with the
/// highest bound first. Unlike a search on a grid (maximize) this can miss nothing between two
/// points; in exchange someone has to bound the curvature, though a bound many times too large
/// will do.
///
/// @param f          finite on [lo, hi], continuous, with a second derivative except where its
///                   slope jumps up
/// @param curvature  f''(x) >= -curvature for all x in [lo, hi]
/// @param width      how far apart the two bounds may be, apart from rounding
/// @param rounding   what a computed f(x) may be off by
/// @return           bounds, at most width + 2 rounding apart; farther only where the width asked
///                   for is below the spacing of doubles
/// @throws           Error unless lo < hi are finite, width > 0, curvature and rounding >= 0; or
///                   where f is NaN or infinite
/// Source: branch and bound; Breiman and Cutler, "A deterministic algorithm for global
/// optimization" (1993).
Bounds certified_maximum(const std::function<double(double)>& f, double curvature, double lo,
                         double hi, double width, double rounding = 0);

} // namespace epreuve::instruments
