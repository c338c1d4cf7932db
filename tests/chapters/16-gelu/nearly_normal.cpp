#include "chapters/16-gelu/nearly_normal.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

using namespace epreuve::instruments;

using epreuve::tests::says;

BOOST_TEST_DECORATOR(*boost::unit_test::tolerance(1e-14))
BOOST_AUTO_TEST_CASE(one_number_is_uniform_and_two_make_a_triangle)
{
  BOOST_TEST(uniform_sum_distribution(1, 0.25) == 0.75);
  BOOST_TEST(uniform_sum_distribution(1, -3) == 0.);
  BOOST_TEST(uniform_sum_distribution(1, 3) == 1.);
  BOOST_TEST(uniform_sum_distribution(2, -0.5) == 0.125);
  BOOST_TEST(uniform_sum_distribution(2, 0.5) == 0.875);
}

BOOST_AUTO_TEST_CASE(the_sum_of_n_is_the_mean_of_the_sum_of_n_minus_one_over_a_unit_interval)
{
  const int n = 12, steps = 2000; // midpoint rule: its error is h^2 / 24 at most
  for (const double x : {-2.5, -0.3, 0.0, 1.7}) {
    double mean = 0;
    for (int i = 0; i < steps; ++i)
      mean += uniform_sum_distribution(n - 1, x - 0.5 + (i + 0.5) / steps) / steps;
    BOOST_TEST(std::abs(uniform_sum_distribution(n, x) - mean) < 2e-8);
  }
}

BOOST_AUTO_TEST_CASE(hermites_polynomials_are_those_of_the_tables)
{
  BOOST_TEST(hermite(0, 3) == 1);
  BOOST_TEST(hermite(3, 2) == 8 - 3 * 2);
  BOOST_TEST(hermite(5, 2) == 32 - 10 * 8 + 15 * 2);
  BOOST_TEST(hermite(7, -1) == -1 + 21 - 105 + 105);
}

BOOST_AUTO_TEST_CASE(edgeworth_comes_nearer_with_the_cube_of_the_number_of_terms)
{
  // The first cumulants that the series leaves out are of the order n^-3.
  const auto error = [](int n) {
    double largest = 0;
    for (double x = 0; x < 3; x += 0.01) {
      const double exact = uniform_sum_distribution(n, x * std::sqrt(n / 12.0));
      largest = std::max(largest, std::abs(exact - edgeworth(x, -1.2 / n, 48.0 / 7 / n / n)));
    }
    return largest;
  };
  BOOST_TEST(error(3) < 1e-3);
  BOOST_TEST(error(6) / error(12) > 5);
  BOOST_TEST(error(6) / error(12) < 13);
}

BOOST_AUTO_TEST_CASE(what_has_no_law_is_refused)
{
  BOOST_CHECK_EXCEPTION(uniform_sum_distribution(21, 0), epreuve::Error, says("got 21"));
  BOOST_CHECK_EXCEPTION(hermite(-1, 0), epreuve::Error, says("got -1"));
}
