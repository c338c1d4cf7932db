#include "epreuve/gpt2/conversion.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>

using namespace epreuve::gpt2;

namespace {

/// The value of a binary number of IEEE 754's form: sign, exponent, fraction from the left.
double value_of(unsigned bits, int exponent_bits, int fraction_bits)
{
  const int largest = (1 << exponent_bits) - 1;
  const int bias = largest / 2;
  const int exponent = static_cast<int>(bits >> fraction_bits) & largest;
  const double fraction = bits & ((1u << fraction_bits) - 1);
  const double sign = (bits >> (exponent_bits + fraction_bits)) == 0 ? 1 : -1;
  if (exponent == largest)
    return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  return exponent == 0 ? sign * std::ldexp(fraction, 1 - bias - fraction_bits)
                       : sign * std::ldexp(std::ldexp(1.0, fraction_bits) + fraction,
                                           exponent - bias - fraction_bits);
}

template <typename Stored>
void check_all(int exponent_bits, int fraction_bits)
{
  unsigned wrong = 0;
  for (unsigned bits = 0; bits < 65'536; ++bits) {
    const double expected = value_of(bits, exponent_bits, fraction_bits);
    const double value = static_cast<double>(to_float(static_cast<Stored>(bits)));
    const bool same = std::isnan(expected)
                          ? std::isnan(value)
                          : value == expected && std::signbit(value) == std::signbit(expected);
    wrong += same ? 0 : 1;
  }
  BOOST_TEST(wrong == 0u);
}

} // namespace

BOOST_AUTO_TEST_CASE(every_half_has_the_value_that_its_bits_stand_for)
{
  check_all<Half>(5, 10);
}

BOOST_AUTO_TEST_CASE(every_bfloat_has_the_value_that_its_bits_stand_for)
{
  check_all<Bfloat>(8, 7);
}
