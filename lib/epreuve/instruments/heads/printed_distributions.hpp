#pragma once

#include "epreuve/evidence/decimal.hpp"

namespace epreuve::instruments {

/// Whether the rows of a printed table can be distributions: how far the sum of a row is from 1, in units
/// of the largest effect of rounding on it, half a unit of the last digit for each number. Exact; for the worst
/// of all rows.
///
///     max_i |sum_j p_ij - 1| / sum_j u_ij / 2
///
/// At most 1 if the rows are distributions, rounded.
/// @throws Error if a row has no number with a unit
double distance_from_distributions(const evidence::PrintedTable& table);
/// The same with the rows summed only up to the diagonal: of a causal pattern, all of it.
double distance_from_causal_distributions(const evidence::PrintedTable& table);

} // namespace epreuve::instruments
