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
/// In ball arithmetic; the ends are further outwards by 2^-165 of the sum, so that their decimals (54 of them) enclose
/// it too.
///
/// @throws Error if a b is not above 0
Interval sum_of_logarithms(const WeightedLogarithms& terms);

} // namespace epreuve::instruments
