#include "epreuve/instruments/extrema.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

using epreuve::instruments::maximize;
using epreuve::tests::says;

namespace {

/// The location of a maximum is known to about sqrt(2 * 2^-53 / |f''|) plus Brent's tolerance of
/// 2^-25 relatively; both are below this where |f''| and the location are about 1.
constexpr double location_tolerance = 1e-7;

} // namespace

BOOST_AUTO_TEST_CASE(a_smooth_maximum_is_found_to_half_the_digits_and_its_value_to_all)
{
  const auto [x, y] = maximize([](double t) { return std::sin(t); }, 0, 4);
  BOOST_TEST(std::abs(x - std::numbers::pi / 2) < location_tolerance);
  BOOST_TEST(std::abs(y - 1) <= std::numeric_limits<double>::epsilon());
}

BOOST_AUTO_TEST_CASE(the_higher_of_two_peaks_wins_though_its_samples_are_lower)
{
  // Samples every 1/4; the peak of height 1 at 0.25 is sampled at its top, that of height 1.1 at
  // 0.625 no higher than 1.1 - 10 / 64 < 1.
  const auto two_peaks = [](double t) {
    return std::max(1 - 10 * std::pow(t - 0.25, 2), 1.1 - 10 * std::pow(t - 0.625, 2));
  };
  const auto [x, y] = maximize(two_peaks, 0, 1, 4);
  BOOST_TEST(std::abs(x - 0.625) < location_tolerance);
  BOOST_TEST(std::abs(y - 1.1) < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_peak_is_found_on_either_side_of_its_nearest_sample_and_in_the_end_cells)
{
  // Samples at 0, 1/4, 1/2, 3/4, 1.
  for (const double top : {0.1, 0.3, 0.45, 0.55, 0.7, 0.9}) {
    const auto found = maximize([top](double t) { return -std::pow(t - top, 2); }, 0, 1, 4);
    BOOST_TEST(std::abs(found.location - top) < location_tolerance);
  }
}

BOOST_AUTO_TEST_CASE(maxima_at_either_end_are_found)
{
  BOOST_TEST(maximize([](double t) { return t; }, -1, 2).location == 2);
  BOOST_TEST(maximize([](double t) { return -t; }, -1, 2).location == -1);
}

BOOST_AUTO_TEST_CASE(a_maximum_inside_the_only_cell_is_found)
{
  const auto [x, y] = maximize([](double t) { return t * (1 - t); }, 0, 1, 1);
  BOOST_TEST(std::abs(x - 0.5) < location_tolerance);
  BOOST_TEST(std::abs(y - 0.25) < 1e-15);
}

BOOST_AUTO_TEST_CASE(a_constant_has_its_maximum_at_the_left_end)
{
  const auto [x, y] = maximize([](double) { return 3.0; }, -1, 1);
  BOOST_TEST(x == -1);
  BOOST_TEST(y == 3);
}

BOOST_AUTO_TEST_CASE(an_empty_or_unbounded_interval_is_refused_with_its_bounds)
{
  const auto f = [](double t) { return t; };
  BOOST_CHECK_EXCEPTION(maximize(f, 2, 1), epreuve::Error, says("got lo = 2, hi = 1"));
  BOOST_CHECK_EXCEPTION(maximize(f, 1, 1), epreuve::Error, says("maximize: expected a finite"));
  BOOST_CHECK_EXCEPTION(maximize(f, 0, std::numeric_limits<double>::infinity()), epreuve::Error,
                        says("hi = inf"));
  BOOST_CHECK_EXCEPTION(maximize(f, std::nan(""), 1), epreuve::Error, says("lo = nan"));
}

BOOST_AUTO_TEST_CASE(less_than_one_cell_is_refused)
{
  BOOST_CHECK_EXCEPTION(maximize([](double t) { return t; }, 0, 1, 0), epreuve::Error,
                        says("cells must be at least 1, got 0"));
}

BOOST_AUTO_TEST_CASE(a_function_that_is_not_finite_is_refused_with_the_place)
{
  BOOST_CHECK_EXCEPTION(maximize([](double t) { return std::log(t); }, 0, 1), epreuve::Error,
                        says("f must be finite on [lo, hi], got f(0) = -inf"));
}
