#include "epreuve/instruments/heads/printed_distributions.hpp"

#include "epreuve/error.hpp"

#include <algorithm>

namespace epreuve::instruments {

using evidence::Rational;

namespace {

double worst_row(const evidence::PrintedTable& table, bool up_to_the_diagonal)
{
  Rational worst = 0;
  for (std::size_t i = 0; i < table.n_rows; ++i) {
    Rational excess = -1, half_units = 0;
    const std::size_t end = up_to_the_diagonal ? std::min(i + 1, table.n_cols) : table.n_cols;
    for (std::size_t j = 0; j < end; ++j) {
      const evidence::PrintedNumber& number = table.entries.at(i * table.n_cols + j);
      excess += number.value;
      half_units += number.unit / 2;
    }
    if (half_units == 0)
      throw Error("distance_from_distributions: row {} is of fractions, which are not rounded", i);
    worst = std::max(worst, Rational(abs(excess) / half_units));
  }
  return double(worst);
}

} // namespace

double distance_from_distributions(const evidence::PrintedTable& table)
{
  return worst_row(table, false);
}

double distance_from_causal_distributions(const evidence::PrintedTable& table)
{
  return worst_row(table, true);
}

} // namespace epreuve::instruments
