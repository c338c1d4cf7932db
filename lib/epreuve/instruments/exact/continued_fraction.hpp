#pragma once

#include "epreuve/instruments/reference.hpp"

#include <cstdint>
#include <vector>

namespace epreuve::instruments {

/// A fraction p/q in lowest terms.
struct Convergent
{
  std::int64_t numerator;
  std::int64_t denominator;
};

/// The convergents of x, the fractions nearest to it among all with denominators as small:
///
///     x = a_0 + 1/(a_1 + 1/(a_2 + ...)),    p_j = a_j p_{j-1} + p_{j-2},    q_j = a_j q_{j-1} + q_{j-2}
///
/// From the second one on, |q_j x - p_j| < |q x - p| for all other fractions with q <= q_j (the law of best
/// approximation).
///
/// @param x     not rational, > 0
/// @param most  the largest numerator, below 10^12: beyond, the digits of x would not decide
/// @throws      Error unless x > 0 and 0 < most < 10^12, or if x is rational with so small a numerator
std::vector<Convergent> convergents(const Reference& x, std::int64_t most);

} // namespace epreuve::instruments
