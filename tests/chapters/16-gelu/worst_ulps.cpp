#include "chapters/16-gelu/worst_ulps.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(each_function_and_interval_has_the_error_that_was_put_there)
{
  const auto right = [](float x) { return x; };
  const auto off_above_2 = [](float x) { return x < 2 ? x : x + 3 * 0x1p-22F; }; // ulp on [2, 4)
  const auto truth = [](float x) { return Reference(x); };
  const arma::mat worst = worst_ulps({right, off_above_2}, truth, {1, 2, 4});
  const arma::mat expected{{0, 0}, {0, 3}};
  BOOST_TEST(arma::approx_equal(worst, expected, "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(subnormal_numbers_and_the_last_binade_are_counted_in_ulp_too)
{
  const auto next = [](float x) { return std::nextafter(x, 2 * x); };
  const auto truth = [](float x) { return Reference(x); };
  const arma::vec edges = binades_of_float();
  BOOST_TEST(edges.n_elem == 278);
  const arma::mat worst = worst_ulps({next}, truth, edges);
  BOOST_TEST(arma::approx_equal(worst.head_rows(276), arma::ones(276), "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(no_interval_is_refused)
{
  BOOST_CHECK_EXCEPTION(worst_ulps({}, {}, {1}), epreuve::Error,
                        epreuve::tests::says("got 1, 0 and 64"));
}
