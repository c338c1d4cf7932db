#include "epreuve/ball.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

using namespace epreuve;
using epreuve::tests::says;

namespace {

/// Whether x is within 10^-50 of a number given to more digits than that, and its radius is below 10^-50.
bool is(const Ball& x, const char* known)
{
  return below(absolute_value(x - Ball(known)), Ball("1e-50"));
}

const std::pair<double, double> intervals[] = {{-8, 8},      {-3, -0.5},       {-0.1, 0.3}, {0, 5},
                                               {2.25, 2.25}, {0.7, 0.7000001}, {-40, 40}};

/// Whether h over an interval contains h of its ends and of 31 numbers in between.
template <typename Operation>
bool includes_its_values(Operation h)
{
  for (const auto& [lo, hi] : intervals) {
    const Ball over = h(interval(lo, hi));
    for (int k = 0; k <= 32; ++k)
      if (!contains(over, h(exactly(lo + (hi - lo) * k / 32))))
        return false;
  }
  return true;
}

} // namespace

// The digits are from mpmath; those of pi and e are in any table as well.

BOOST_AUTO_TEST_CASE(constants_and_functions_are_right_to_50_digits)
{
  BOOST_TEST(is(pi(), "3.141592653589793238462643383279502884197169399375105821"));
  BOOST_TEST(is(exp(Ball(1)), "2.718281828459045235360287471352662497757247093699959575"));
  BOOST_TEST(is(exp(Ball(-10)), "0.00004539992976248485153559151556055061023791808886656496926"));
  BOOST_TEST(is(sqrt(Ball(2)), "1.414213562373095048801688724209698078569671875376948073"));
  BOOST_TEST(is(tanh(Ball(1)), "0.7615941559557648881194582826047935904127685972579365516"));
  BOOST_TEST(is(erf(Ball(1)), "0.8427007929497148693412206350826092592960669979663029085"));
  BOOST_TEST(is(erfc(Ball(3)), "0.00002209049699858544137277612958232037984770708739924965724"));
}

// Ball(0.1) would be Ball(0), were a double turned into an int, and 1/10 is not 0.1 in binary.
static_assert(!std::is_convertible_v<double, Ball> && !std::is_constructible_v<Ball, double>);

BOOST_AUTO_TEST_CASE(a_decimal_is_enclosed_and_a_binary_number_is_taken_as_it_is)
{
  BOOST_TEST(contains(Ball("0.1") * 10, 1));
  BOOST_TEST(!overlap(Ball("0.1"), exactly(0.1)));
  BOOST_TEST(contains(exactly(0.1) * exactly(0x1p55), exactly(3602879701896397)));
}

BOOST_AUTO_TEST_CASE(every_operation_over_an_interval_contains_its_values_there)
{
  BOOST_TEST(includes_its_values([](const Ball& x) { return -x; }));
  BOOST_TEST(includes_its_values([](const Ball& x) { return x + Ball("0.3"); }));
  BOOST_TEST(includes_its_values([](const Ball& x) { return x - x * x; }));
  BOOST_TEST(includes_its_values([](const Ball& x) { return 1 / (x * x + 1); }));
  BOOST_TEST(includes_its_values([](const Ball& x) { return power(x, 3); }));
  BOOST_TEST(includes_its_values([](const Ball& x) { return absolute_value(x); }));
  BOOST_TEST(includes_its_values([](const Ball& x) { return sqrt(x * x + 1); }));
  BOOST_TEST(includes_its_values([](const Ball& x) { return exp(x); }));
  BOOST_TEST(includes_its_values([](const Ball& x) { return tanh(x); }));
  BOOST_TEST(includes_its_values([](const Ball& x) { return erf(x); }));
  BOOST_TEST(includes_its_values([](const Ball& x) { return erfc(x); }));
  BOOST_TEST(includes_its_values([](const Ball& x) { return larger(x, 1); }));
}

BOOST_AUTO_TEST_CASE(an_interval_contains_its_numbers_and_not_those_beside_it)
{
  const Ball x = interval(0.1, 0.7);
  BOOST_TEST((contains(x, exactly(0.1)) && contains(x, exactly(0.7)) && contains(x, exactly(0.5))));
  BOOST_TEST((!overlap(x, exactly(0.0999999)) && !overlap(x, exactly(0.7000001))));
}

BOOST_AUTO_TEST_CASE(nothing_is_certain_about_what_is_undefined_for_a_number_of_the_ball)
{
  for (const Ball& unknown : {1 / interval(-1, 2), sqrt(interval(-1, 2)), 1 / Ball(0)}) {
    BOOST_TEST((!positive(unknown) && !negative(unknown) && !finite(unknown)));
    BOOST_TEST((!below(unknown, 7) && !below(7, unknown) && !rounds_to(unknown, "1")));
  }
}

BOOST_AUTO_TEST_CASE(a_sign_is_certain_only_if_the_whole_ball_has_it)
{
  BOOST_TEST((positive(interval(0.5, 2)) && !negative(interval(0.5, 2))));
  BOOST_TEST((negative(interval(-2, -0.5)) && !positive(interval(-2, -0.5))));
  for (const Ball& x : {interval(-1, 1), interval(0, 1), interval(-1, 0), Ball(0)})
    BOOST_TEST((!positive(x) && !negative(x)));
}

BOOST_AUTO_TEST_CASE(a_difference_of_equals_is_no_certain_sign_and_the_least_difference_is)
{
  const Ball nothing = power(sqrt(Ball(2)), 2) - 2;
  BOOST_TEST((!positive(nothing) && !negative(nothing)));
  BOOST_TEST(positive(power(sqrt(Ball(2)), 2) + Ball("1e-50") - 2));
}

BOOST_AUTO_TEST_CASE(below_means_the_whole_of_one_ball_below_the_whole_of_the_other)
{
  BOOST_TEST(below(interval(0, 1), interval(1.5, 2)));
  BOOST_TEST(!below(interval(0, 1.75), interval(1.5, 2)));
  BOOST_TEST(!below(Ball(1), Ball(1)));
}

BOOST_AUTO_TEST_CASE(ends_and_middle_are_numbers_of_the_ball)
{
  const Ball x = interval(-1, 3);
  BOOST_TEST(contains(interval(-1.000001, -1), lower(x)));
  BOOST_TEST(contains(interval(3, 3.000001), upper(x)));
  BOOST_TEST(contains(interval(0.999999, 1.000001), middle(x)));
}

BOOST_AUTO_TEST_CASE(two_enclosures_of_one_number_are_intersected_and_disjoint_ones_refused)
{
  const Ball both = intersection(interval(0, 2), interval(1, 3));
  BOOST_TEST((contains(both, interval(1.001, 1.999)) && contains(interval(0.999, 2.001), both)));
  BOOST_CHECK_EXCEPTION(intersection(interval(0, 1), interval(2, 3)), epreuve::Error,
                        says("intersection: ", "no number in common"));
}

BOOST_AUTO_TEST_CASE(a_number_rounds_to_a_decimal_only_if_all_of_its_ball_does)
{
  BOOST_TEST(rounds_to(pi(), "3.14159"));
  BOOST_TEST(rounds_to(pi(), "3.141593"));
  BOOST_TEST(!rounds_to(pi(), "3.141592"));
  BOOST_TEST(!rounds_to(pi(), "3.14160"));
  BOOST_TEST(rounds_to(-pi(), "-3.142"));
  BOOST_TEST(!rounds_to(-pi(), "3.142"));
  BOOST_TEST(rounds_to(interval(2.696, 2.704), "2.70"));
  BOOST_TEST(!rounds_to(interval(2.694, 2.704), "2.70"));
  BOOST_TEST(rounds_to(41, "41"));
}

BOOST_AUTO_TEST_CASE(halfway_between_two_decimals_a_number_rounds_to_neither)
{
  BOOST_TEST((!rounds_to(Ball("0.15"), "0.1") && !rounds_to(Ball("0.15"), "0.2")));
}

BOOST_AUTO_TEST_CASE(digits_are_printed_only_if_they_are_certain)
{
  BOOST_TEST(digits(pi(), 5) == "3.1415…");
  BOOST_TEST(digits(-pi() / 10000, 5) == "-0.00031415…");
  BOOST_TEST(digits(interval(2.6981, 2.6989), 12) == "2.698…");
  BOOST_TEST(digits(interval(1233.9, 1234.1), 12) == "[1233.899999, 1234.100001]");
  BOOST_TEST(digits(interval(123.25, 123.75), 1) == "123…");
  BOOST_TEST(digits(interval(-0.5, 0.5), 3) == bounds(interval(-0.5, 0.5), 6));
}

BOOST_AUTO_TEST_CASE(bounds_are_rounded_outwards)
{
  BOOST_TEST(bounds(pi(), 4) == "[3.1415, 3.1416]");
  BOOST_TEST(bounds(-pi(), 4) == "[-3.1416, -3.1415]");
  BOOST_TEST(bounds(Ball("0.001"), 2) == "[0.00, 0.01]");
  BOOST_TEST(bounds(3, 0) == "[3, 3]");
  BOOST_TEST(bounds(1 / Ball(0), 4) == "[-inf, inf]");
}

BOOST_AUTO_TEST_CASE(copies_are_independent_and_moved_balls_keep_their_number)
{
  Ball x = pi();
  const Ball copy = x;
  x = Ball(2);
  BOOST_TEST((rounds_to(copy, "3.14") && rounds_to(x, "2")));
  const Ball moved = std::move(x);
  BOOST_TEST(rounds_to(moved, "2"));
  Ball assigned = 5;
  assigned = copy;
  BOOST_TEST(rounds_to(assigned, "3.14"));
}

BOOST_AUTO_TEST_CASE(what_is_not_a_number_or_not_an_interval_is_refused_with_what_was_given)
{
  BOOST_CHECK_EXCEPTION(Ball("1,5"), epreuve::Error, says("Ball: ", "got \"1,5\""));
  BOOST_CHECK_EXCEPTION(Ball("3 +/- 1"), epreuve::Error, says("Ball: ", "got \"3 +/- 1\""));
  BOOST_CHECK_EXCEPTION(Ball("-"), epreuve::Error, says("Ball: ", "got \"-\""));
  BOOST_CHECK_EXCEPTION(Ball(""), epreuve::Error, says("Ball: ", "got \"\""));
  BOOST_CHECK_EXCEPTION(interval(2, 1), epreuve::Error, says("interval: ", "lo = 2, hi = 1"));
  BOOST_CHECK_EXCEPTION(interval(0, std::numeric_limits<double>::infinity()), epreuve::Error,
                        says("interval: ", "hi = inf"));
  BOOST_CHECK_EXCEPTION(exactly(std::nan("")), epreuve::Error, says("exactly: ", "got nan"));
}
