#include "epreuve/instruments/certified_maximum.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/extrema.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>

using epreuve::instruments::Bounds;
using epreuve::instruments::certified_maximum;
using epreuve::instruments::maximize;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_top_of_a_sine_is_enclosed_as_narrowly_as_asked)
{
  const auto sine = [](double x) { return std::sin(x); };
  for (const double width : {1e-2, 1e-6, 1e-12}) {
    const Bounds found = certified_maximum(sine, 1, 0, 4, width, 1e-15);
    BOOST_TEST(found.lower <= 1);
    BOOST_TEST(found.upper >= 1);
    BOOST_TEST(found.upper - found.lower <= width + 3e-15);
  }
}

BOOST_AUTO_TEST_CASE(a_peak_between_two_samples_of_a_grid_is_not_missed)
{
  // At all 4097 points of the grid the peak is 0, and what they show is a line that rises to 1/2.
  constexpr double width = 1e-6;
  const auto peak = [](double x) { return x / 2 + std::exp(-std::pow((x - 0.3) / width, 2)); };
  BOOST_TEST(maximize(peak, 0, 1).value == 0.5);
  const Bounds found = certified_maximum(peak, 2 / (width * width), 0, 1, 1e-5, 1e-14);
  BOOST_TEST(found.lower <= 1.15 + 1e-6);
  BOOST_TEST(found.lower >= 1.15 - 1e-5);
  BOOST_TEST(found.upper >= 1.15);
}

BOOST_AUTO_TEST_CASE(no_sample_is_above_the_upper_bound)
{
  BOOST_TEST(rc::check("f <= upper, lower is attained", [] {
    const double a = *rc::gen::inRange(1, 40) / 8.0, b = *rc::gen::inRange(1, 40) / 8.0;
    const double c = *rc::gen::inRange(-20, 20) / 8.0;
    const auto f = [=](double x) { return std::sin(a * x + c) + x * std::cos(b * x); };
    const double curvature = a * a + 2 * b + 3 * b * b; // |x| <= 3
    const Bounds found = certified_maximum(f, curvature, -3, 3, 1e-7, 1e-14);
    double highest = -10;
    for (int i = 0; i <= 10'000; ++i) {
      highest = std::max(highest, f(std::lerp(-3.0, 3.0, i / 10'000.0)));
    }
    RC_ASSERT(highest <= found.upper);
    RC_ASSERT(found.lower <= highest + curvature * 6e-4 * 6e-4 / 8);
    RC_ASSERT(found.upper - found.lower <= 1e-7 + 3e-14);
  }));
}

BOOST_AUTO_TEST_CASE(the_largest_value_may_be_at_an_end)
{
  for (const double slope : {-2.0, 2.0}) {
    const Bounds found =
        certified_maximum([slope](double x) { return slope * x - 5; }, 0, -1, 1, 1e-3);
    BOOST_TEST(found.lower == -3);
    BOOST_TEST(found.upper == -3);
  }
}

BOOST_AUTO_TEST_CASE(rounding_widens_both_bounds)
{
  const auto hill = [](double x) { return x * (1 - x); };
  const Bounds plain = certified_maximum(hill, 2, 0, 1, 1e-3);
  const Bounds wider = certified_maximum(hill, 2, 0, 1, 1e-3, 0.125);
  BOOST_TEST(wider.lower == plain.lower - 0.125);
  BOOST_TEST(wider.upper == plain.upper + 0.125);
}

BOOST_AUTO_TEST_CASE(a_width_below_the_spacing_of_doubles_ends_the_search)
{
  const auto hill = [](double x) { return 1e6 - (x - 1e6) * (x - 1e6); };
  const Bounds found = certified_maximum(hill, 2, 1e6, 1e6 + 1, 1e-300);
  BOOST_TEST(found.lower == 1e6);
  BOOST_TEST(found.upper - 1e6 < 1e-9);
}

BOOST_AUTO_TEST_CASE(wrong_arguments_are_refused_and_named)
{
  const double infinity = std::numeric_limits<double>::infinity();
  const auto search = [](double curvature, double lo, double hi, double width, double rounding) {
    certified_maximum([](double x) { return x; }, curvature, lo, hi, width, rounding);
  };
  const auto refuses = [](const char* words) { return says("certified_maximum", words); };
  BOOST_CHECK_EXCEPTION(search(1, 1, 1, 1, 0), epreuve::Error, refuses("lo < hi"));
  BOOST_CHECK_EXCEPTION(search(1, 0, infinity, 1, 0), epreuve::Error, refuses("finite interval"));
  BOOST_CHECK_EXCEPTION(search(-1, 0, 1, 1, 0), epreuve::Error, refuses("curvature >= 0"));
  BOOST_CHECK_EXCEPTION(search(1, 0, 1, 0, 0), epreuve::Error, refuses("width > 0"));
  BOOST_CHECK_EXCEPTION(search(1, 0, 1, 1, -1), epreuve::Error, refuses("rounding >= 0"));
  BOOST_CHECK_EXCEPTION(certified_maximum([](double x) { return std::log(x); }, 1, 0, 1, 1e-3),
                        epreuve::Error, refuses("must be finite"));
}
