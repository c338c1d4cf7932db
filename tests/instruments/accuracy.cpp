#include "epreuve/instruments/accuracy.hpp"

#include "epreuve/error.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

using epreuve::instruments::Reference;
using epreuve::instruments::ulp;
using epreuve::instruments::ulp_error;

namespace {

using Double = std::numeric_limits<double>;
using Float = std::numeric_limits<float>;

Reference power_of_two(int exponent)
{
  return ldexp(Reference(1), exponent);
}

} // namespace

BOOST_AUTO_TEST_CASE(ulp_doubles_at_each_power_of_two)
{
  BOOST_TEST(ulp<double>(1) == power_of_two(-52));
  BOOST_TEST(ulp<double>(Reference(1) - power_of_two(-100)) == power_of_two(-53));
  BOOST_TEST(ulp<double>(-2) == power_of_two(-51));
  BOOST_TEST(ulp<float>(1) == power_of_two(-23));
  BOOST_TEST(ulp<float>(Reference(1) - power_of_two(-100)) == power_of_two(-24));
}

BOOST_AUTO_TEST_CASE(ulp_stays_the_least_subnormal_number_from_the_least_normal_one_to_zero)
{
  for (const Reference& r : {Reference(0), power_of_two(-5000), power_of_two(-1074),
                             power_of_two(-1022), 1.9 * power_of_two(-1022)}) {
    BOOST_TEST(ulp<double>(r) == power_of_two(-1074));
  }
  BOOST_TEST(ulp<double>(power_of_two(-1021)) == power_of_two(-1073));
  BOOST_TEST(ulp<float>(power_of_two(-126)) == power_of_two(-149));
  BOOST_TEST(ulp<float>(power_of_two(-125)) == power_of_two(-148));
}

BOOST_AUTO_TEST_CASE(ulp_of_infinity_is_refused_by_name)
{
  const Reference infinity = Reference(Double::infinity());
  const auto names_r = [](const epreuve::Error& error) {
    return std::string(error.what()).starts_with("ulp: r must be finite");
  };
  BOOST_CHECK_EXCEPTION(ulp<double>(infinity), epreuve::Error, names_r);
  BOOST_CHECK_EXCEPTION(ulp<float>(Reference(Double::quiet_NaN())), epreuve::Error, names_r);
}

BOOST_AUTO_TEST_CASE(the_next_number_away_from_zero_is_one_ulp_off_for_any_double_and_float)
{
  const bool doubles = rc::check("double", [] {
    const auto significand = static_cast<double>(*rc::gen::inRange(-(1LL << 53) + 1, 1LL << 53));
    const double x = std::ldexp(significand, *rc::gen::inRange(-1080, 971));
    RC_PRE(std::abs(x) < Double::max());
    const double next = std::nextafter(x, std::copysign(Double::infinity(), x));
    RC_ASSERT(ulp_error(next, Reference(x)) == 1);
    RC_ASSERT(ulp_error(x, Reference(x)) == 0);
  });
  const bool floats = rc::check("float", [] {
    const auto significand = static_cast<float>(*rc::gen::inRange(-(1 << 24) + 1, 1 << 24));
    const float x = std::ldexp(significand, *rc::gen::inRange(-155, 104));
    RC_PRE(std::abs(x) < Float::max());
    const float next = std::nextafter(x, std::copysign(Float::infinity(), x));
    RC_ASSERT(ulp_error(next, Reference(x)) == 1);
  });
  BOOST_TEST(doubles);
  BOOST_TEST(floats);
}

BOOST_AUTO_TEST_CASE(a_conversion_from_50_digits_is_at_most_half_an_ulp_off)
{
  const std::pair<double, const char*> literals[] = {{0.1, "0.1"},
                                                     {-1.702, "-1.702"},
                                                     {3.3e-320, "3.3e-320"},
                                                     {1e-300, "1e-300"},
                                                     {7.7e307, "7.7e307"}};
  for (const auto& [rounded, digits] : literals) {
    const double error = ulp_error(rounded, Reference(digits));
    BOOST_TEST(error <= 0.5);
    BOOST_TEST(error > 0);
  }
  BOOST_TEST(ulp_error(0.1F, Reference("0.1")) <= 0.5);
}

BOOST_AUTO_TEST_CASE(infinity_is_right_from_half_an_ulp_above_the_largest_number_on)
{
  const Reference largest = Double::max();
  const Reference threshold = largest + power_of_two(970);
  BOOST_TEST(ulp_error(Double::infinity(), threshold) == 0);
  BOOST_TEST(ulp_error(-Double::infinity(), Reference(-threshold)) == 0);
  BOOST_TEST(ulp_error(Double::infinity(), Reference(Double::infinity())) == 0);
  BOOST_TEST(std::isinf(ulp_error(-Double::infinity(), threshold)));
  BOOST_TEST(std::isinf(ulp_error(Double::infinity(), largest)));
  BOOST_TEST(std::isinf(ulp_error(1.0, Reference(Double::infinity()))));
  BOOST_TEST(ulp_error(Double::max(), threshold) == 0.5);
}

BOOST_AUTO_TEST_CASE(nan_is_right_only_where_nan_is_expected)
{
  const Reference nan = Reference(Double::quiet_NaN());
  BOOST_TEST(ulp_error(Double::quiet_NaN(), nan) == 0);
  BOOST_TEST(std::isinf(ulp_error(Double::quiet_NaN(), Reference(1))));
  BOOST_TEST(std::isinf(ulp_error(1.0F, nan)));
}
