#pragma once

#include "epreuve/rational.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::evidence {

using epreuve::Rational;

/// A number as a document prints it: an exact decimal and the unit of its last printed digit.
///
/// "0.008" has value 8/1000 and unit 1/1000; "71%" has value 71/100 and unit 1/100; "1.05e-7"
/// has unit 10^-9; "-1/3" is exact: its unit is 0.
struct PrintedNumber
{
  std::string text;
  Rational value;
  Rational unit;
  bool negative = false; ///< a minus sign is printed, also before a zero
};

/// Reads one printed number: sign (- or −), digits with . or , as decimal mark, exponent
/// (e-07 or ·10^-7), percent sign; or a fraction of integers. Throws Error on anything else.
PrintedNumber parse_printed(std::string_view text);

/// A table of printed numbers, read as Armadillo reads matrices: blanks between the entries,
/// semicolons between the rows.
struct PrintedTable
{
  std::vector<PrintedNumber> entries; ///< row by row
  std::size_t n_rows = 0;
  std::size_t n_cols = 0;
};

/// Throws Error if a number cannot be read, the table is empty, or its rows differ in length.
PrintedTable parse_printed_table(std::string_view text);

/// A computed number together with how far it may be from the true one: the true value lies
/// in [value - radius, value + radius].
struct ComputedNumber
{
  Rational value;
  Rational radius;
  bool finite = true; ///< false for infinities and NaN, which agree with no printed number
};

/// A double, which is an exact rational, known to within `ulps` units in its last place. Throws
/// Error if `ulps` is negative or not finite.
ComputedNumber computed_number(double value, double ulps);

enum class Answer
{
  no,
  yes,
  unknown
};

/// Which of the usual ways of printing a number to so many digits gives what was printed.
///
/// Printed p with last unit u stands for the true values in
///     [p - u/2, p + u/2]             rounded (a tie may go either way); [-u/2, 0] for "-0.00"
///     [p, p + u), mirrored for p < 0  truncated towards zero
/// The comparison is exact, in rationals. `unknown`: the computed number's uncertainty
/// straddles an end of the interval, so more digits are needed.
struct Agreement
{
  Answer rounded = Answer::no;
  Answer truncated = Answer::no;
  double units_off = 0; ///< (computed - printed) / unit; NaN for exact fractions
};

Agreement compare(const PrintedNumber& printed, const ComputedNumber& computed);

/// How a whole table of printed numbers relates to the computed ones.
enum class Digits
{
  exact,     ///< every entry is exactly the printed number
  rounded,   ///< every entry rounds to the printed one
  truncated, ///< every entry cut off is the printed one, and some round to another
  unknown,   ///< some computed entry is not known well enough to decide
  wrong,     ///< neither rounding everywhere nor cutting everywhere gives what is printed
};

/// Throws Error if there is no entry.
Digits judge(const std::vector<Agreement>& entries);

/// The computed value with `extra` more digits than `printed` shows, in the printed form
/// (fixed, scientific or percent), for display next to it.
std::string in_the_form_of(const PrintedNumber& printed, const ComputedNumber& computed, int extra);

} // namespace epreuve::evidence
