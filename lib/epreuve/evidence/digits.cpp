#include "epreuve/evidence/digits.hpp"

#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace epreuve::evidence {

namespace {

std::string_view ordinal_place(std::size_t n_rows, std::size_t n_cols)
{
  return n_rows == 1 || n_cols == 1 ? "entry" : "entry, row by row,";
}

/// "2, 4": the positions, from 1, where `select` is true.
template <typename Select>
std::string positions(const std::vector<Agreement>& entries, const Select& select)
{
  std::string text;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (select(entries[i]))
      text += fmt::format("{}{}", text.empty() ? "" : ", ", i + 1);
  }
  return text;
}

/// Numbers in columns, rows on lines of their own.
std::string lay_out(const std::vector<std::string>& cells, std::size_t n_cols)
{
  const std::vector<std::string> aligned = at_decimal_mark(cells);
  std::string text;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    text += (k == 0 ? "" : k % n_cols == 0 ? "\n" : "  ") + aligned[k];
    if ((k + 1) % n_cols == 0)
      text.erase(text.find_last_not_of(' ') + 1);
  }
  return text;
}

/// Printed table and computed values have one shape, or are both vectors of one length.
bool same_layout(const PrintedTable& printed, const Values& computed)
{
  const bool vectors = (printed.n_rows == 1 || printed.n_cols == 1) &&
                       (computed.n_rows == 1 || computed.n_cols == 1);
  return printed.entries.size() == computed.numbers.size() &&
         (vectors || printed.n_rows == computed.n_rows);
}

std::string describe_digits(const PrintedTable& printed, const std::vector<Agreement>& entries,
                            const std::vector<std::string>& computed, Digits digits)
{
  switch (digits) {
  case Digits::exact:
    return "exactly";
  case Digits::rounded:
    return entries.size() == 1 ? "correctly rounded" : "all correctly rounded";
  case Digits::truncated: {
    const std::string cut =
        positions(entries, [](const Agreement& a) { return a.rounded == Answer::no; });
    return entries.size() == 1 ? "digits cut rather than rounded"
                               : fmt::format("digits cut rather than rounded (entries {})", cut);
  }
  case Digits::unknown:
    return "the computed value is not known to enough digits to tell";
  case Digits::wrong:
    break;
  }
  // Name the entry that is furthest off among those that neither convention explains; if each
  // is explained by one of the two, the table mixes them.
  std::size_t worst = entries.size();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].rounded == Answer::yes || entries[i].truncated == Answer::yes)
      continue;
    const auto off = [&](std::size_t k) {
      const double units = std::abs(entries[k].units_off);
      return std::isnan(units) ? std::numeric_limits<double>::infinity() : units;
    };
    if (worst == entries.size() || off(i) > off(worst))
      worst = i;
  }
  if (worst == entries.size())
    return fmt::format(
        "some entries are rounded and others cut (rounded only: {}; cut only: {})",
        positions(entries, [](const Agreement& a) { return a.truncated != Answer::yes; }),
        positions(entries, [](const Agreement& a) { return a.rounded != Answer::yes; }));
  const std::string where =
      entries.size() == 1
          ? std::string()
          : fmt::format("{} {}: ", ordinal_place(printed.n_rows, printed.n_cols), worst + 1);
  const PrintedNumber& number = printed.entries[worst];
  if (std::isnan(entries[worst].units_off))
    return fmt::format("{}printed {}, computed {}", where, number.text, computed[worst]);
  return fmt::format("{}printed {}, computed {}: off by {:+.2f} units of the last printed place",
                     where, number.text, computed[worst], -entries[worst].units_off);
}

} // namespace

Values::Values(double value, double trusted_ulps)
    : numbers{computed_number(value, trusted_ulps)}, n_rows(1), n_cols(1)
{
}

Values::Values(const arma::mat& matrix, double trusted_ulps)
    : n_rows(matrix.n_rows), n_cols(matrix.n_cols)
{
  for (arma::uword i = 0; i < matrix.n_rows; ++i) {
    for (arma::uword j = 0; j < matrix.n_cols; ++j)
      numbers.push_back(computed_number(matrix(i, j), trusted_ulps));
  }
}

Values::Values(const Rational& value) : numbers{{value, 0, true}}, n_rows(1), n_cols(1) {}

Values::Values(const std::vector<Rational>& column) : Values(column, column.size(), 1) {}

Values::Values(const std::vector<Rational>& row_by_row, std::size_t rows, std::size_t cols)
    : n_rows(rows), n_cols(cols)
{
  if (row_by_row.size() != rows * cols)
    throw Error("Values: {} x {} needs {} numbers, got {}", rows, cols, rows * cols,
                row_by_row.size());
  for (const Rational& value : row_by_row)
    numbers.push_back({value, 0, true});
}

Evidence compare_digits(std::string_view printed_text, const Values& computed, Meant meant,
                        std::source_location where)
{
  const bool exactly_meant = meant == Meant::exactly;
  PrintedTable printed = parse_printed_table(printed_text);
  Evidence e;
  e.kind = exactly_meant ? Evidence::Kind::equality : Evidence::Kind::digits;
  e.tolerance = exactly_meant ? "equal" : "rounded or cut to the printed digits";
  e.where = where;
  std::vector<std::string> printed_cells;
  for (const PrintedNumber& number : printed.entries)
    printed_cells.push_back(number.text);
  e.printed = lay_out(printed_cells, printed.n_cols);
  if (!same_layout(printed, computed)) {
    e.digits = Digits::wrong;
    e.seen = fmt::format("printed {} x {}, computed {} x {}", printed.n_rows, printed.n_cols,
                         computed.n_rows, computed.n_cols);
    return e;
  }

  std::vector<Agreement> entries;
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < printed.entries.size(); ++i) {
    PrintedNumber& number = printed.entries[i];
    ComputedNumber value = computed.numbers[i];
    if (exactly_meant) {
      number.unit = 0;
      value.radius = 0;
    }
    entries.push_back(compare(number, value));
    cells.push_back(in_the_form_of(number, value, 1));
  }
  Digits digits = judge(entries);
  const bool all_exact = std::all_of(printed.entries.begin(), printed.entries.end(),
                                     [](const PrintedNumber& n) { return n.unit == 0; });
  if (digits == Digits::rounded && all_exact)
    digits = Digits::exact;
  e.digits = digits;
  e.computed = lay_out(cells, printed.n_cols);
  e.passed = digits == Digits::exact || digits == Digits::rounded || digits == Digits::truncated;
  e.conclusive = digits != Digits::unknown;
  e.steady = e.computed;
  e.seen = describe_digits(printed, entries, cells, digits);
  return e;
}

} // namespace epreuve::evidence
