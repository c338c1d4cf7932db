#pragma once

#include "epreuve/instruments/reference.hpp"

#include <map>

namespace epreuve::instruments {

/// Sums of a log b: the factor a of each b. That of many terms with the same logarithm is added up exactly:
/// sum[b] += a.
using WeightedLogarithms = std::map<Rational, Rational>;

/// sum a log b, enclosed: the sum is certainly in the interval, to whose width a term adds less than
/// 10^-44 (1 + |a| + |a log b|).
/// Entropies and losses with rational probabilities are such sums.
///
///     log b = e log 2 + 2 artanh y,   y = (m - 1) / (m + 1),   b = m 2^e,   2/3 <= m <= 4/3,
///     artanh y = y + y^3 / 3 + y^5 / 5 + ...
///
/// in whole multiples of 2^-160, each rounded to a known side; no floating-point logarithm is trusted.
///
/// @throws Error if a b is not above 0
Interval sum_of_logarithms(const WeightedLogarithms& terms);

} // namespace epreuve::instruments
