#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace epreuve::evidence {

/// How the shares of its tolerance that a piece of evidence takes are spread over many seeds.
struct Tail
{
  double worst = 0;       ///< share
  double median = 0;      ///< of the shares that are not 0
  double probability = 0; ///< that a seed takes more than all of the tolerance, extrapolated
};

/// The tail of a law, if it is heavy enough to overturn the evidence one day. Through the median m and the worst w of n
/// shares, w being exceeded by one seed in n / ln 2 and m by every second, goes the power law
///
///     P(share > x) = 1/2 (x / m)^{-a},    a = ln(n / (2 ln 2)) / ln(w / m)
///
/// as quotients have it whose denominator comes near 0. The share of a sum of roundings has a lighter tail: the worst of
/// some hundred seeds is not even twice the median; rounded to whole ulp, three times. So a tail is heavy if w > 4 m, and
/// of interest if the law gives P(share > 1) > 10⁻⁶, what design.md allows a seed.
/// Shares of 0, of draws whose comparison is exact, count only as seeds: of 1/2 is left their part.
/// @param shares  of seeds with which the evidence passed; fewer than ten that are not 0 say nothing
std::optional<Tail> heavy_tail(std::vector<double> shares);

} // namespace epreuve::evidence
