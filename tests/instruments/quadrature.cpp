#include "epreuve/instruments/quadrature.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <numbers>

using epreuve::Error;
using epreuve::instruments::integral;
using epreuve::instruments::integral_by_gauss_kronrod;
using epreuve::tests::says;

static constexpr double infinity = std::numeric_limits<double>::infinity();

BOOST_TEST_DECORATOR(*boost::unit_test::tolerance(1e-13))
BOOST_AUTO_TEST_CASE(integrals_with_finite_and_infinite_ends_have_their_known_values)
{
  const auto exponential = [](double x) { return std::exp(x); };
  const auto bell = [](double x) { return std::exp(-x * x); };
  const auto root = [](double x) { return 1 / std::sqrt(x); }; // infinite at 0
  BOOST_TEST(integral(exponential, -infinity, 1) == std::numbers::e);
  BOOST_TEST(integral([](double x) { return std::exp(-x); }, 1, infinity) == 1 / std::numbers::e);
  BOOST_TEST(integral(bell, -infinity, infinity) == std::sqrt(std::numbers::pi));
  BOOST_TEST(integral(root, 0, 4) == 4.);
  BOOST_TEST(integral(exponential, 2, 2) == 0.);
}

BOOST_TEST_DECORATOR(*boost::unit_test::tolerance(1e-14))
BOOST_AUTO_TEST_CASE(gauss_and_kronrod_find_the_wave_that_one_application_of_the_rule_misses)
{
  const auto wave = [](double x) { return 1 + std::cos(600 * x); };
  BOOST_TEST(integral_by_gauss_kronrod(wave, 0, 1) == 1 + std::sin(600.) / 600);
  BOOST_TEST(integral_by_gauss_kronrod(wave, 1, 1) == 0.);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_integrated_is_refused)
{
  const auto one = [](double) { return 1.; };
  const auto not_a_number = [](double x) { return std::sqrt(x - 1); };
  BOOST_CHECK_EXCEPTION(integral(one, 1, 0), Error, says("a <= b, got a = 1, b = 0"));
  BOOST_CHECK_EXCEPTION(integral(one, std::nan(""), 0), Error, says("a <= b"));
  BOOST_CHECK_EXCEPTION(integral(not_a_number, 0, 2), Error, says("must be finite"));
  BOOST_CHECK_EXCEPTION(integral_by_gauss_kronrod(one, 0, infinity), Error, says("finite a <= b"));
  BOOST_CHECK_EXCEPTION(integral_by_gauss_kronrod(not_a_number, 0, 2), Error,
                        says("must be finite"));
}
