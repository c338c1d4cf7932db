#include "maximum.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve;
using namespace epreuve::proofs;
using epreuve::tests::says;

namespace {

/// Whether the place contains x and is no wider than 1e-9.
bool encloses(const Place& place, const Ball& x)
{
  return contains(interval(place.lo, place.hi), x) && place.hi - place.lo <= 1e-9;
}

/// Whether `value` contains the largest value, which is known, and determines 15 digits of it.
bool encloses(const Ball& value, const Ball& largest)
{
  return overlap(value, largest) && below(absolute_value(value - largest), Ball("1e-15"));
}

} // namespace

BOOST_AUTO_TEST_CASE(a_maximum_inside_is_enclosed_and_is_the_one_zero_of_the_slope)
{
  // t exp(-t): 1/e at 1, which is no end of a half of [0.1, 5].
  const auto found = maximum([](const Jet& t) { return t * exp(-t); }, 0.1, 5);
  BOOST_TEST(found.decided());
  BOOST_TEST(encloses(found.value, 1 / exp(Ball(1))));
  BOOST_REQUIRE(found.places.size() == 1U);
  BOOST_TEST(found.places[0].peak);
  BOOST_TEST(encloses(found.places[0], 1));
}

BOOST_AUTO_TEST_CASE(a_maximum_where_two_halves_meet_is_one_place)
{
  const auto found = maximum([](const Jet& t) { return 3 - t * t; }, -1, 1);
  BOOST_TEST(found.decided());
  BOOST_TEST(encloses(found.value, 3));
  BOOST_REQUIRE(found.places.size() == 1U);
  BOOST_TEST((found.places[0].peak && encloses(found.places[0], 0)));
}

BOOST_AUTO_TEST_CASE(a_maximum_at_an_end_is_that_end)
{
  const auto right = maximum([](const Jet& t) { return exp(t); }, -1, 2);
  BOOST_TEST(right.decided());
  BOOST_TEST(encloses(right.value, exp(Ball(2))));
  BOOST_REQUIRE(right.places.size() == 1U);
  BOOST_TEST((right.places[0].lo == 2 && right.places[0].hi == 2 && !right.places[0].peak));

  const auto left = maximum([](const Jet& t) { return exp(-t); }, -1, 2);
  BOOST_REQUIRE(left.places.size() == 1U);
  BOOST_TEST((left.places[0].lo == -1 && left.places[0].hi == -1));
}

BOOST_AUTO_TEST_CASE(a_level_maximum_at_an_end_is_enclosed_and_single)
{
  const auto found = maximum([](const Jet& t) { return 1 - t * t; }, 0, 3);
  BOOST_TEST(found.decided());
  BOOST_TEST(encloses(found.value, 1));
  BOOST_REQUIRE(found.places.size() == 1U);
  BOOST_TEST((found.places[0].lo == 0 && encloses(found.places[0], 0) && !found.places[0].peak));
}

BOOST_AUTO_TEST_CASE(two_equal_maxima_are_both_found)
{
  // 2 t^2 - t^4: 1 at -1 and at 1.
  const auto found = maximum([](const Jet& t) { return 2 * t * t - t * t * t * t; }, -2.1, 2.3);
  BOOST_TEST(found.decided());
  BOOST_TEST(encloses(found.value, 1));
  BOOST_REQUIRE(found.places.size() == 2U);
  BOOST_TEST((found.places[0].peak && encloses(found.places[0], -1)));
  BOOST_TEST((found.places[1].peak && encloses(found.places[1], 1)));
}

BOOST_AUTO_TEST_CASE(a_maximum_inside_and_an_equal_one_at_an_end_are_both_found)
{
  // t^3 - 3 t: 2 at -1 and at 2.
  const auto found = maximum([](const Jet& t) { return t * t * t - 3 * t; }, -1.5, 2);
  BOOST_TEST(found.decided());
  BOOST_TEST(encloses(found.value, 2));
  BOOST_REQUIRE(found.places.size() == 2U);
  BOOST_TEST((found.places[0].peak && encloses(found.places[0], -1)));
  BOOST_TEST((!found.places[1].peak && found.places[1].lo == 2));
}

BOOST_AUTO_TEST_CASE(of_two_maxima_that_differ_in_the_12th_digit_the_lower_is_dropped)
{
  const auto f = [](const Jet& t) { return 2 * t * t - t * t * t * t + Ball("1e-12") * t; };
  const auto found = maximum(f, -2.1, 2.3);
  BOOST_REQUIRE(found.places.size() == 1U);
  BOOST_TEST(found.places[0].lo > 0);
}

BOOST_AUTO_TEST_CASE(a_peak_far_narrower_than_any_sampling_is_not_missed)
{
  // t / 10 below a bell of height 3 and width 1e-7 at 1/3.
  const auto f = [](const Jet& t) {
    const Jet s = Ball("1e7") * (3 * t - 1);
    return t / 10 + 3 * exp(-(s * s));
  };
  const auto found = maximum(f, -1, 1);
  BOOST_TEST(found.decided());
  BOOST_REQUIRE(found.places.size() == 1U);
  BOOST_TEST(
      contains(interval(0.3333333, 0.3333334), interval(found.places[0].lo, found.places[0].hi)));
  BOOST_TEST(below(3, found.value));
}

BOOST_AUTO_TEST_CASE(a_claimed_bound_a_hair_too_small_is_refused)
{
  const auto found = maximum([](const Jet& t) { return t * exp(-t); }, 0, 5);
  BOOST_TEST(below(found.value, 1 / exp(Ball(1)) + Ball("1e-20")));
  BOOST_TEST(!below(found.value, 1 / exp(Ball(1)) - Ball("1e-20")));
  BOOST_TEST(rounds_to(found.value, "0.367879"));
  BOOST_TEST(!rounds_to(found.value, "0.367878"));
}

BOOST_AUTO_TEST_CASE(a_plateau_is_reported_as_not_decided_and_still_enclosed)
{
  const auto found = maximum([](const Jet&) { return Jet(7); }, 0, 1);
  BOOST_TEST(!found.decided());
  BOOST_TEST(encloses(found.value, 7));
  BOOST_TEST(found.examined <= Effort().examined);
  BOOST_REQUIRE(found.places.size() == 1U);
  BOOST_TEST((found.places[0].lo == 0 && found.places[0].hi == 1 && !found.places[0].single));
}

BOOST_AUTO_TEST_CASE(a_maximum_without_curvature_is_enclosed_but_not_shown_to_be_single)
{
  const auto found = maximum([](const Jet& t) { return 1 - t * t * t * t; }, -1, 1.5);
  BOOST_TEST(!found.decided());
  BOOST_TEST(contains(found.value, 1));
  for (const Place& place : found.places)
    BOOST_TEST((-1e-3 < place.lo && place.hi < 1e-3));
}

BOOST_AUTO_TEST_CASE(a_function_with_a_pole_is_not_decided)
{
  const auto found = maximum([](const Jet& t) { return 1 / t; }, -1, 2, {0x1p-20, 4000});
  BOOST_TEST(!found.decided());
  BOOST_TEST(!below(found.value, Ball("1e30")));
}

BOOST_AUTO_TEST_CASE(a_search_cut_short_is_right_and_says_that_it_is_not_decided)
{
  const auto f = [](const Jet& t) { return 2 * t * t - t * t * t * t; };
  const auto found = maximum(f, -2.1, 2.3, {0x1p-40, 3});
  BOOST_TEST(!found.decided());
  BOOST_TEST(contains(found.value, 1));
  BOOST_TEST((found.places.front().lo <= -1 && found.places.back().hi >= 1));
}

BOOST_AUTO_TEST_CASE(an_empty_or_unbounded_interval_is_refused_with_its_ends)
{
  const auto f = [](const Jet& t) { return t; };
  BOOST_CHECK_EXCEPTION(maximum(f, 1, 1), epreuve::Error, says("maximum: ", "lo = 1, hi = 1"));
  BOOST_CHECK_EXCEPTION(maximum(f, 0, HUGE_VAL), epreuve::Error, says("maximum: ", "hi = inf"));
}
