#include "epreuve/reference.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/log1p.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/test/unit_test.hpp>
#include <rapidcheck/boost_test.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

using epreuve::Integer, epreuve::Rational, epreuve::Reference;

namespace {

/// Boost's numbers of the same 168 bits, and of 100 digits: the same arithmetic by other means.
using Same = boost::multiprecision::cpp_bin_float_50;
using Fine = boost::multiprecision::cpp_bin_float_100;
using Limits = std::numeric_limits<double>;

static_assert(std::numeric_limits<Same>::digits == Reference::precision);

/// The number itself, up to far less than either of Boost's numbers has digits.
template <typename Real>
Real of_boost(const Reference& x)
{
  return Real(x.str(130));
}

/// The same with 160 random bits, as both libraries round it.
Reference draw(int least_exponent, int largest_exponent)
{
  const auto high = *rc::gen::inRange<std::int64_t>(-(1LL << 53), 1LL << 53);
  const auto low = *rc::gen::inRange<std::int64_t>(0, 1LL << 53);
  return ldexp(high + ldexp(Reference(low), -100),
               *rc::gen::inRange(least_exponent, largest_exponent));
}

bool is(const Reference& x, const Same& y)
{
  return of_boost<Same>(x) == y;
}

/// Whether x is within 0.51 units in the last place of the right number.
bool is_near(const Reference& x, const Fine& right)
{
  if (right == 0)
    return x == 0;
  return abs(of_boost<Fine>(x) - right) <= ldexp(Fine(0.51), ilogb(right) - 167);
}

} // namespace

RC_BOOST_PROP(sums_products_quotients_and_roots_are_rounded_as_boosts_are, ())
{
  const Reference x = draw(-60, 60), y = draw(-60, 60);
  const Same X = of_boost<Same>(x), Y = of_boost<Same>(y);
  RC_ASSERT(is(x + y, X + Y));
  RC_ASSERT(is(x - y, X - Y));
  RC_ASSERT(is(x * y, X * Y));
  RC_ASSERT(is(-x, -X));
  RC_ASSERT(is(abs(x), abs(X)));
  RC_ASSERT(is(sqrt(abs(x)), sqrt(abs(X))));
  RC_ASSERT(is(floor(x), floor(X)));
  RC_ASSERT(is(ldexp(x, -17), ldexp(X, -17)));
  RC_ASSERT((x < y) == (X < Y));
  RC_ASSERT((x == y) == (X == Y));
  if (y != 0)
    RC_ASSERT(is(x / y, X / Y));
  if (x != 0)
    RC_ASSERT(ilogb(x) == ilogb(X));
}

RC_BOOST_PROP(functions_are_within_half_a_unit_of_the_right_number, ())
{
  const Reference x = draw(-60, -50), size = abs(x) + ldexp(Reference(1), -20);
  const Fine X = of_boost<Fine>(x), S = of_boost<Fine>(size);
  RC_ASSERT(is_near(exp(x), exp(X)));
  RC_ASSERT(is_near(log(size), log(S)));
  RC_ASSERT(is_near(log1p(size), boost::math::log1p(S)));
  RC_ASSERT(is_near(log10(size), log10(S)));
  RC_ASSERT(is_near(pow(size, x), pow(S, X)));
  RC_ASSERT(is_near(cos(x), cos(X)));
  RC_ASSERT(is_near(sin(x), sin(X)));
  RC_ASSERT(is_near(atan2(x, size), atan2(X, S)));
  RC_ASSERT(is_near(atan2(x, -size), atan2(X, -S)));
}

BOOST_AUTO_TEST_CASE(constants_and_the_error_function_are_right_to_the_last_bit)
{
  BOOST_TEST(is_near(epreuve::pi_50(), boost::math::constants::pi<Fine>()));
  for (const char* text : {"0.125", "-0.5", "1", "-2.75", "5.5"}) {
    BOOST_TEST(is_near(erf(Reference(text)), boost::math::erf(Fine(text))));
    BOOST_TEST(is_near(erfc(Reference(text)), boost::math::erfc(Fine(text))));
  }
}

BOOST_AUTO_TEST_CASE(values_that_are_exact_are_exact)
{
  BOOST_TEST(exp(Reference(0)) == 1);
  BOOST_TEST(log(Reference(1)) == 0);
  BOOST_TEST(log10(Reference(1000)) == 3);
  BOOST_TEST(pow(Reference(16), Reference("0.25")) == 2);
  BOOST_TEST(pow(Reference(2), -3) == Reference(1) / 8);
  BOOST_TEST(sin(Reference(0)) == 0);
  BOOST_TEST(erf(Reference(0)) == 0);
  BOOST_TEST(atan2(Reference(0), 1) == 0);
}

BOOST_AUTO_TEST_CASE(the_sine_of_a_number_next_to_pi_has_its_digits)
{
  // sin(p) = pi - p up to 10^-150, where p is pi rounded: the digits of pi after the 51st.
  const Fine right = boost::math::constants::pi<Fine>() - of_boost<Fine>(epreuve::pi_50());
  const Fine found = of_boost<Fine>(sin(epreuve::pi_50()));
  BOOST_TEST(abs(found - right) < abs(right) * Fine("1e-45"));
}

BOOST_AUTO_TEST_CASE(decimals_are_read_rounded_and_written_with_as_many_digits_as_asked)
{
  BOOST_TEST(is(Reference("0.044715"), Same("0.044715")));
  BOOST_TEST(is(Reference("-1e-30"), Same("-1e-30")));
  BOOST_TEST(is(Reference("7.7e307"), Same("7.7e307")));
  BOOST_TEST((Reference(1) / 3).str(5) == "0.33333");
  BOOST_TEST(Reference(-0.75).str(2) == "-0.75");
  for (const char* text : {"", "one", "nan", "inf", "0x1p3", "1.5.", "[1 +/- 0.1]"})
    BOOST_CHECK_THROW(Reference{text}, std::runtime_error);
}

BOOST_AUTO_TEST_CASE(whole_numbers_fractions_and_long_doubles_are_taken_as_they_are)
{
  BOOST_TEST(Reference(Rational(1, 3)) == Reference(1) / 3);
  BOOST_TEST(Reference(pow(Integer(2), 100) + 1) == ldexp(Reference(1), 100) + 1);
  BOOST_TEST(Reference(pow(Integer(2), 200) + 1) == ldexp(Reference(1), 200));
  BOOST_TEST(Integer(Reference("-2.75")) == -2);
  BOOST_TEST(Integer(ldexp(Reference(1), 100)) == pow(Integer(2), 100));
  BOOST_CHECK_THROW((void)Integer(Reference(Limits::infinity())), std::overflow_error);
  const long double x = 1 / 3.0L;
  const auto above = static_cast<double>(x),
             below = static_cast<double>(x - static_cast<long double>(above));
  BOOST_TEST(Reference(x) == Reference(above) + Reference(below));
  BOOST_TEST(Reference(-std::numeric_limits<long double>::infinity()) == -Limits::infinity());
  BOOST_TEST(isnan(Reference(std::numeric_limits<long double>::quiet_NaN())));
  BOOST_TEST(Reference(0.0L) == 0);
  constexpr long double least = std::numeric_limits<long double>::denorm_min(); // below any double
  BOOST_TEST(Reference(-least) == -ldexp(Reference(1), std::ilogb(least)));
}

RC_BOOST_PROP(the_double_and_the_float_of_a_reference_are_the_nearest, ())
{
  const auto is_nearest = [](auto x, const Reference& r) {
    const Reference distance = abs(x - r);
    for (const auto direction : {-Limits::infinity(), Limits::infinity()}) {
      const auto neighbour = std::nextafter(x, decltype(x)(direction));
      if (std::isfinite(neighbour) && abs(neighbour - r) < distance)
        return false;
    }
    return std::isfinite(x);
  };
  const Reference r = draw(-1140, 960), s = draw(-210, 60);
  RC_ASSERT(is_nearest(double(r), r));
  RC_ASSERT(is_nearest(float(s), s));
}

BOOST_AUTO_TEST_CASE(next_to_the_middle_between_two_floats_a_reference_is_rounded_once)
{
  // As a double it would be the middle itself, from which a float is rounded to even.
  const Reference middle = 1 + ldexp(Reference(1), -24), more = ldexp(Reference(1), -80);
  BOOST_TEST(float(middle) == 1);
  BOOST_TEST(float(middle + more) == 1 + 0x1p-23F);
  BOOST_TEST(float(-middle - more) == -1 - 0x1p-23F);
  BOOST_TEST(float(middle - more) == 1);
  const Reference half_the_least = ldexp(Reference(1), -150);
  BOOST_TEST(float(half_the_least) == 0);
  BOOST_TEST(float(half_the_least + more * half_the_least) == 0x1p-149F);
  BOOST_TEST(std::isinf(float(ldexp(Reference(1), 2000))));
}

BOOST_AUTO_TEST_CASE(what_is_undefined_is_nan_and_no_comparison_with_it_is_true)
{
  for (const Reference& x : {Reference(1) / 0, log(Reference(0)), log(Reference(-1)),
                             sqrt(Reference(-1)), Reference(Limits::quiet_NaN())}) {
    BOOST_TEST(isnan(x));
    BOOST_TEST(std::isnan(double(x)));
    BOOST_TEST(std::isnan(float(x)));
    BOOST_TEST(!isfinite(x));
    BOOST_TEST(!(x == x));
    BOOST_TEST(!(x < 1));
    BOOST_TEST(!(x >= 1));
  }
  const Reference infinity = Limits::infinity();
  BOOST_TEST(isinf(infinity));
  BOOST_TEST(infinity > Limits::max());
  BOOST_TEST(exp(-infinity) == 0);
}

BOOST_AUTO_TEST_CASE(a_reference_that_was_moved_from_can_be_assigned_to)
{
  const Reference third = Reference(1) / 3;
  Reference source = third, target = std::move(source);
  BOOST_TEST(target == third);
  source = target; // NOLINT: what this tests
  target += 1;
  BOOST_TEST(source == third);
}
