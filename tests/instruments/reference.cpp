#include "epreuve/instruments/reference.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;

using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_printed_number_is_the_reals_that_round_to_it)
{
  const Interval v = rounds_to("-0.008");
  BOOST_TEST(abs(v.lo + Reference("0.0085")) < 1e-49);
  BOOST_TEST(abs(v.hi + Reference("0.0075")) < 1e-49);
  BOOST_TEST(rounds_to("1.0507e-7").width() == 1e-11, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(intervals_hold_every_result_and_their_ends_are_reached)
{
  const Interval a(-1, 2), b(3, 5);
  const auto is = [](const Interval& v, double lo, double hi) { return v.lo == lo && v.hi == hi; };
  BOOST_TEST(is(a + b, 2, 7));
  BOOST_TEST(is(a - b, -6, -1));
  BOOST_TEST(is(a * b, -5, 10));
  BOOST_TEST(is(a * a, -2, 4)); // two independent numbers, not a square
  BOOST_TEST(is(Interval(6) / Interval(2, 4), 1.5, 3));
  BOOST_TEST(is(log(exp(Interval(0))), 0, 0));
  BOOST_TEST(is(sqrt(Interval(4, 9)), 2, 3));
  BOOST_TEST(is(intersection(a, Interval(1, 9)), 1, 2));
}

BOOST_AUTO_TEST_CASE(what_no_interval_can_be_is_refused)
{
  using epreuve::Error;
  BOOST_CHECK_EXCEPTION(Interval(1, 0), Error, says("lower end first"));
  BOOST_CHECK_EXCEPTION(Interval(1) / Interval(-1, 1), Error, says("holds 0"));
  BOOST_CHECK_EXCEPTION(log(Interval(0, 1)), Error, says("not positive"));
  BOOST_CHECK_EXCEPTION(sqrt(Interval(-1, 1)), Error, says("negative"));
  BOOST_CHECK_EXCEPTION(intersection(Interval(0, 1), Interval(2, 3)), Error,
                        says("nothing in common"));
}
