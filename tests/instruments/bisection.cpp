#include "epreuve/instruments/bisection.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using epreuve::instruments::first_where;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_first_number_whose_square_reaches_two_is_next_to_the_root)
{
  const auto reaches_two = [](auto x) { return x * x >= 2; };
  const double in_double = first_where(reaches_two, 1.0, 2.0);
  BOOST_TEST(in_double * in_double >= 2);
  BOOST_TEST(std::nextafter(in_double, 0) * std::nextafter(in_double, 0) < 2);
  const float in_float = first_where(reaches_two, -1.0F, 100.0F);
  BOOST_TEST(std::abs(in_float - 1.41421356F) <= 0x1p-23F);
}

BOOST_AUTO_TEST_CASE(the_least_positive_number_is_found)
{
  BOOST_TEST(first_where([](double x) { return x > 0; }, -1.0, 1.0) == 0x1p-1074);
}

BOOST_AUTO_TEST_CASE(what_does_not_change_is_refused)
{
  BOOST_CHECK_EXCEPTION(first_where([](double) { return true; }, 0.0, 1.0), epreuve::Error,
                        says("false at 0 and true at 1"));
}
