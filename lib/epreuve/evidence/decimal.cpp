#include "epreuve/evidence/decimal.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace epreuve::evidence {

namespace {

constexpr std::string_view minus_sign = "−";
constexpr int largest_exponent = 400;

Rational power_of_ten(int exponent)
{
  const Integer power = pow(Integer(10), static_cast<unsigned>(std::abs(exponent)));
  return exponent >= 0 ? Rational(power) : Rational(1, power);
}

bool consume(std::string_view& text, std::string_view prefix)
{
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool consume_minus(std::string_view& text)
{
  return consume(text, "-") || consume(text, minus_sign);
}

std::string consume_digits(std::string_view& text)
{
  std::string digits;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    digits += text.front();
    text.remove_prefix(1);
  }
  return digits;
}

int consume_exponent(std::string_view& text)
{
  if (!consume(text, "e") && !consume(text, "E") && !consume(text, "·10^"))
    return 0;
  const bool negative = consume_minus(text);
  if (!negative)
    consume(text, "+");
  const std::string digits = consume_digits(text);
  if (digits.empty() || Integer(digits) > largest_exponent)
    throw Error("an exponent needs one to three digits and at most {}", largest_exponent);
  const auto exponent = int(Integer(digits));
  return negative ? -exponent : exponent;
}

PrintedNumber parse_decimal(std::string_view text)
{
  PrintedNumber number;
  number.negative = consume_minus(text);
  std::string digits = consume_digits(text);
  if (digits.empty())
    throw Error("a digit was expected");

  if (consume(text, "/")) {
    const std::string denominator = consume_digits(text);
    if (denominator.empty() || Integer(denominator) == 0 || !text.empty())
      throw Error("a fraction is two integers, the second not 0");
    number.value = Rational(Integer(digits), Integer(denominator));
    if (number.negative)
      number.value = -number.value;
    return number;
  }

  int decimals = 0;
  if (consume(text, ".") || consume(text, ",")) {
    const std::string fraction = consume_digits(text);
    if (fraction.empty())
      throw Error("a digit was expected after the decimal mark");
    digits += fraction;
    decimals = static_cast<int>(fraction.size());
  }
  int exponent = consume_exponent(text) - decimals;
  if (consume(text, "%"))
    exponent -= 2;
  if (!text.empty())
    throw Error("\"{}\" does not belong to a number", text);

  number.unit = power_of_ten(exponent);
  number.value = number.unit * Integer(digits);
  if (number.negative)
    number.value = -number.value;
  return number;
}

struct Interval
{
  Rational low, high;
  bool low_included, high_included;
};

Answer contains(const Interval& interval, const ComputedNumber& x)
{
  const Rational low = x.value - x.radius;
  const Rational high = x.value + x.radius;
  const auto above = [&](const Rational& v) {
    return interval.low_included ? v >= interval.low : v > interval.low;
  };
  const auto below = [&](const Rational& v) {
    return interval.high_included ? v <= interval.high : v < interval.high;
  };
  if (above(low) && below(high))
    return Answer::yes;
  if (!above(high) || !below(low))
    return Answer::no;
  return Answer::unknown;
}

std::string fixed(const Rational& value, int decimals)
{
  const bool negative = value < 0;
  const Rational scaled = abs(value) * power_of_ten(std::max(decimals, 0)) + Rational(1, 2);
  std::string digits = (numerator(scaled) / denominator(scaled)).str();
  const auto places = static_cast<std::size_t>(std::max(decimals, 0));
  if (digits.size() <= places)
    digits.insert(0, places + 1 - digits.size(), '0');
  if (places > 0)
    digits.insert(digits.size() - places, ".");
  return (negative ? "-" : "") + digits;
}

/// The e with 10^e <= |value| < 10^(e+1). A double's log10 would miss it next to powers of ten
/// and outside the range of doubles.
int decimal_exponent(const Rational& value)
{
  const auto digits = [](const Integer& n) { return static_cast<int>(n.str().size()); };
  const int exponent = digits(abs(numerator(value))) - digits(denominator(value));
  return abs(value) >= power_of_ten(exponent) ? exponent : exponent - 1;
}

bool has_exponent(std::string_view text)
{
  return text.find_first_of("eE") != std::string_view::npos ||
         text.find("·10^") != std::string_view::npos;
}

int decimals_of(std::string_view text)
{
  const auto mark = text.find_first_of(".,");
  if (mark == std::string_view::npos)
    return 0;
  const auto end = text.find_first_not_of("0123456789", mark + 1);
  return static_cast<int>((end == std::string_view::npos ? text.size() : end) - mark - 1);
}

} // namespace

PrintedNumber parse_printed(std::string_view text)
{
  try {
    PrintedNumber number = parse_decimal(text);
    number.text = text;
    return number;
  } catch (const Error& e) {
    throw Error("\"{}\" is no printed number: {}", text, e.what());
  }
}

PrintedTable parse_printed_table(std::string_view text)
{
  PrintedTable table;
  std::size_t in_row = 0;
  const auto end_row = [&] {
    if (in_row == 0)
      throw Error("printed table \"{}\" has an empty row", text);
    if (table.n_rows > 0 && in_row != table.n_cols)
      throw Error("printed table \"{}\": row {} has {} entries, the first has {}", text,
                  table.n_rows + 1, in_row, table.n_cols);
    table.n_cols = in_row;
    ++table.n_rows;
    in_row = 0;
  };
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ' || text[i] == '\n' || text[i] == '\t') {
      ++i;
    } else if (text[i] == ';') {
      end_row();
      ++i;
    } else {
      const std::size_t end = std::min(text.find_first_of(" \n\t;", i), text.size());
      table.entries.push_back(parse_printed(text.substr(i, end - i)));
      ++in_row;
      i = end;
    }
  }
  end_row();
  return table;
}

ComputedNumber computed_number(double value, double ulps)
{
  if (!std::isfinite(ulps) || ulps < 0)
    throw Error("computed_number: a finite number of ulps, at least 0, was expected, got {}", ulps);
  if (!std::isfinite(value))
    return {0, 0, false};
  // Towards 0 for the largest number, which has no finite neighbour above it.
  const double x = std::abs(value);
  const double above = std::nextafter(x, std::numeric_limits<double>::infinity());
  const Rational ulp = std::isfinite(above) ? Rational(above) - Rational(x)
                                            : Rational(x) - Rational(std::nextafter(x, 0.0));
  return {Rational(value), Rational(ulps) * ulp, true};
}

Agreement compare(const PrintedNumber& printed, const ComputedNumber& computed)
{
  if (!computed.finite)
    return {Answer::no, Answer::no, std::numeric_limits<double>::quiet_NaN()};
  const Rational& p = printed.value;
  const Rational& u = printed.unit;
  if (u == 0) {
    const bool equal = computed.value == p && computed.radius == 0;
    const bool possible = abs(computed.value - p) <= computed.radius;
    const Answer answer = equal ? Answer::yes : possible ? Answer::unknown : Answer::no;
    return {answer, answer, std::numeric_limits<double>::quiet_NaN()};
  }
  const bool negative_zero = p == 0 && printed.negative;
  const Interval rounded{p - u / 2, negative_zero ? p : p + u / 2, true, true};
  // Zero without a sign may be a small number of either sign cut off.
  const Interval truncated = p < 0 || negative_zero ? Interval{p - u, p, false, true}
                             : p > 0                ? Interval{p, p + u, true, false}
                                                    : Interval{-u, u, false, false};
  return {contains(rounded, computed), contains(truncated, computed),
          double((computed.value - p) / u)};
}

Digits judge(const std::vector<Agreement>& entries)
{
  if (entries.empty())
    throw Error("judge: at least one entry was expected, got none");
  bool rounded = true;
  bool rounded_possible = true;
  bool truncated = true;
  bool truncated_possible = true;
  bool some_rounds_otherwise = false;
  for (const Agreement& entry : entries) {
    rounded &= entry.rounded == Answer::yes;
    rounded_possible &= entry.rounded != Answer::no;
    // A number that rounds to the printed one and is within its own uncertainty of it does
    // not speak against truncation: 1 computed as 1 - 2^-53 is still cut off to "1".
    truncated &= entry.truncated == Answer::yes ||
                 (entry.truncated == Answer::unknown && entry.rounded == Answer::yes);
    truncated_possible &= entry.truncated != Answer::no;
    some_rounds_otherwise |= entry.rounded == Answer::no;
  }
  if (rounded)
    return Digits::rounded;
  if (truncated && some_rounds_otherwise)
    return Digits::truncated;
  return rounded_possible || truncated_possible ? Digits::unknown : Digits::wrong;
}

std::string in_the_form_of(const PrintedNumber& printed, const ComputedNumber& computed, int extra)
{
  if (!computed.finite)
    return "not-finite"; // one cell of a table, so without a blank
  if (printed.unit == 0)
    return computed.value.str();
  const int decimals = decimals_of(printed.text) + extra;
  if (printed.text.ends_with('%'))
    return fixed(computed.value * 100, decimals) + "%";
  if (!has_exponent(printed.text))
    return fixed(computed.value, decimals);
  if (computed.value == 0)
    return "0";
  int exponent = decimal_exponent(computed.value);
  std::string mantissa = fixed(computed.value * power_of_ten(-exponent), decimals);
  if (mantissa.starts_with("10") || mantissa.starts_with("-10"))
    mantissa = fixed(computed.value * power_of_ten(-++exponent), decimals);
  return fmt::format("{}e{}", mantissa, exponent);
}

} // namespace epreuve::evidence
