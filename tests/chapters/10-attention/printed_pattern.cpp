#include "chapters/10-attention/printed_pattern.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_printed_zero_stands_for_small_positive_numbers_only)
{
  const PrintedPattern P = rounds_to_pattern("0.0 0.25");
  BOOST_TEST(P.low(0, 0) == 0);
  BOOST_TEST(P.high(0, 0) == Rational(1, 20));
  BOOST_TEST(P.low(0, 1) == Rational(49, 200)); // half a unit of the second digit
  BOOST_TEST(P.high(0, 1) == Rational(51, 200));
}

BOOST_AUTO_TEST_CASE(queries_that_agree_on_two_keys_and_not_on_two_others_are_found)
{
  const auto found = disagreement(rounds_to_pattern("0.3 0.2 0.1 0.4; 0.1 0.2 0.3 0.4"));
  // both like key 3 best; key 0 ranks before key 1 in the first row, after it in the second
  BOOST_TEST_REQUIRE(found.has_value());
  BOOST_CHECK(*found == (Disagreement{0, 1, 3, 0, 0, 1}));
}

BOOST_AUTO_TEST_CASE(opposite_orders_are_no_disagreement_of_that_kind)
{
  BOOST_TEST(!disagreement(rounds_to_pattern("0.5 0.3 0.2; 0.2 0.3 0.5")).has_value());
}

BOOST_AUTO_TEST_CASE(an_order_that_rounding_may_exchange_decides_nothing)
{
  BOOST_TEST(disagreement(rounds_to_pattern("0.4 0.3 0.3; 0.3 0.1 0.6")).has_value());
  // the first query may prefer the third key to the first, as the other does
  BOOST_TEST(!disagreement(rounds_to_pattern("0.4 0.2 0.4; 0.3 0.1 0.6")).has_value());
}

BOOST_AUTO_TEST_CASE(the_room_of_even_scores_is_that_of_a_quarter)
{
  const RationalMatrix even(1, 4);
  BOOST_TEST(std::abs(room(even, near_pattern({{Rational(1, 4), Rational(1, 4), Rational(1, 4),
                                                Rational(1, 4)}},
                                              Rational(1, 8))) -
                      1. / 8) < 1e-15);
  const double outside = room(even, rounds_to_pattern("0.3 0.2 0.2 0.2"));
  BOOST_TEST(outside <= 0); // 0.25 is the end of [0.15, 0.25), and no part of it
}

BOOST_AUTO_TEST_CASE(the_room_is_that_to_the_nearer_end)
{
  const RationalMatrix even(1, 2), two_fifths{{Rational(2, 5), Rational(2, 5)}}, one{{1, 1}},
      none(1, 2), three_fifths{{Rational(3, 5), Rational(3, 5)}};
  BOOST_TEST(std::abs(room(even, {two_fifths, one}) - 0.1) < 1e-15); // 0.5 and the lower end, 0.4
  BOOST_TEST(std::abs(room(even, {none, three_fifths}) - 0.1) < 1e-15); // and the upper end, 0.6
}

BOOST_AUTO_TEST_CASE(the_least_determinant_of_two_keys_is_a_difference_of_logarithms)
{
  // det (ln p, ln q; 1, 1) = ln p - ln q, least at the lower end of p and the upper one of q
  const double least = least_determinant(rounds_to_pattern("0.7 0.3"), {0});
  BOOST_TEST(std::abs(least - std::log(0.65 / 0.35)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(an_entry_near_zero_leaves_a_least_determinant_only_on_the_right_side)
{
  const double bounded = least_determinant(rounds_to_pattern("1.0 0.0"), {0});
  BOOST_TEST(std::abs(bounded - std::log(0.95 / 0.05)) < 1e-14);
  BOOST_TEST(std::isinf(least_determinant(rounds_to_pattern("0.0 1.0"), {0})));
}

BOOST_AUTO_TEST_CASE(a_pattern_of_low_dimension_has_no_least_determinant_above_zero)
{
  // scores q k of dimension 1 for three keys: two rows of ln P are multiples up to constants
  const RationalMatrix even{{Rational(1, 3), Rational(1, 3), Rational(1, 3)},
                            {Rational(1, 2), Rational(1, 3), Rational(1, 6)}};
  BOOST_TEST(least_determinant(near_pattern(even, Rational(1, 100)), {0, 1}) < 0);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused)
{
  const PrintedPattern P = rounds_to_pattern("0.5 0.3 0.2; 0.0 0.0 1.0");
  BOOST_CHECK_EXCEPTION(least_determinant(P, {0}), epreuve::Error,
                        says("least_determinant", "3 keys need 2 queries"));
  BOOST_CHECK_EXCEPTION(least_determinant(P, {0, 2}), epreuve::Error, says("of 2"));
  BOOST_CHECK_EXCEPTION(least_determinant(P, {0, 1}), epreuve::Error, says("got 2"));
  BOOST_CHECK_EXCEPTION(room(RationalMatrix(1, 3), P), epreuve::Error, says("room", "2 x 3"));
  BOOST_CHECK_EXCEPTION(near_pattern(P.low, 0), epreuve::Error, says("near_pattern", "above 0"));
}
