#include "epreuve/instruments/exact/sum_of_logarithms.hpp"

#include "epreuve/error.hpp"

#include <boost/multiprecision/cpp_int.hpp>

namespace epreuve::instruments {
namespace {

using boost::multiprecision::cpp_int;

constexpr unsigned fraction_bits = 160;

/// From `low` to `high`, in units of 2^-160.
struct InUnits
{
  cpp_int low, high;
};

InUnits operator+(const InUnits& a, const InUnits& b)
{
  return {a.low + b.low, a.high + b.high};
}

/// Rounded down; cpp_int divides towards zero.
cpp_int quotient_below(const cpp_int& a, const cpp_int& b)
{
  cpp_int quotient, remainder;
  divide_qr(a, b, quotient, remainder);
  return remainder < 0 ? cpp_int(quotient - 1) : quotient;
}

InUnits times(const Rational& factor, const InUnits& x)
{
  const cpp_int n = numerator(factor), d = denominator(factor);
  const cpp_int at_low = n * x.low, at_high = n * x.high;
  return {quotient_below(n < 0 ? at_high : at_low, d),
          -quotient_below(n < 0 ? -at_low : -at_high, d)};
}

/// artanh(n / d) for 0 <= n / d <= 1/3. All is rounded down, so the sum is below; each of its terms is so by less
/// than 3 units (1 by which y may be too small, 1 in y^2, 1 in each product and in each division, and each product
/// shrinks the errors before it to a ninth), and what follows the terms that are summed is less than 2.
InUnits artanh(const cpp_int& n, const cpp_int& d)
{
  const cpp_int y = (n << fraction_bits) / d;
  const cpp_int y_squared = (y * y) >> fraction_bits;
  cpp_int sum = 0;
  unsigned terms = 0;
  for (cpp_int power = y; power > 0; power = (power * y_squared) >> fraction_bits) {
    sum += power / (2 * terms + 1);
    ++terms;
  }
  return {sum, sum + 4 * (terms + 2)};
}

InUnits log_in_units(const Rational& b)
{
  if (b <= 0)
    throw Error("sum_of_logarithms: a logarithm is of a number above 0, got {}", b.str());
  static const InUnits log_2 = times(2, artanh(1, 3));
  cpp_int n = numerator(b), d = denominator(b);
  int e = int(msb(n)) - int(msb(d));
  (e > 0 ? d : n) <<= unsigned(e > 0 ? e : -e); // now 1/2 < n / d < 2
  if (3 * n > 4 * d) {
    d <<= 1;
    ++e;
  } else if (3 * n < 2 * d) {
    n <<= 1;
    --e;
  }
  const Rational sign = n < d ? -2 : 2;
  return times(e, log_2) + times(sign, artanh(abs(n - d), n + d));
}

/// To 50 digits, and further outwards than conversion and subtraction round: by 2^-168 of the number each.
Interval in_50_digits(const InUnits& x)
{
  const Reference low = ldexp(Reference(x.low), -int(fraction_bits));
  const Reference high = ldexp(Reference(x.high), -int(fraction_bits));
  const Reference margin = ldexp(abs(low) + abs(high), -166);
  return {low - margin, high + margin};
}

} // namespace

Interval sum_of_logarithms(const WeightedLogarithms& terms)
{
  InUnits sum{0, 0};
  for (const auto& [b, a] : terms)
    sum = sum + times(a, log_in_units(b));
  return in_50_digits(sum);
}

} // namespace epreuve::instruments
