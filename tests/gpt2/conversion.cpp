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

BOOST_AUTO_TEST_CASE(a_float_becomes_the_nearest_half_and_of_two_the_even_one)
{
  const auto bits = [](float value) { return static_cast<unsigned>(to_half(value)); };
  constexpr unsigned infinity = 0x7C00;
  unsigned wrong = 0;
  for (unsigned lower = 0; lower < infinity; ++lower) {
    const double here = value_of(lower, 5, 10);
    const double next = lower + 1 == infinity ? 65536 : value_of(lower + 1, 5, 10);
    const auto middle = static_cast<float>((here + next) / 2); // a float has it exactly
    wrong += bits(static_cast<float>(here)) != lower;
    wrong += bits(static_cast<float>(-here)) != (lower | 0x8000);
    wrong += bits(middle) != lower + lower % 2;
    wrong += bits(std::nextafter(middle, 0.F)) != lower;
    wrong += bits(std::nextafter(middle, 1e6F)) != lower + 1;
  }
  BOOST_TEST(wrong == 0u);
  BOOST_TEST(bits(std::numeric_limits<float>::infinity()) == infinity);
  BOOST_TEST(bits(-1e30F) == (infinity | 0x8000));
}
