#include "epreuve/math/kernel_smoothing.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::math;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(each_value_counts_by_the_gaussian_of_its_distance)
{
  // Distances 0 and 2 from (1, 1), width 3: weights 1 and e^{-4/18}.
  const arma::mat X{{1, 1}, {1, 3}}, Y{{5, 8}};
  const double w = std::exp(-2.0 / 9);
  const arma::mat smooth = kernel_smoothing(arma::vec{1, 1}, X, Y, 3);
  BOOST_TEST(std::abs(smooth(0, 0) - (5 + 8 * w) / (1 + w)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(half_way_between_two_points_is_the_mean_of_both)
{
  const arma::fmat X{{-4, 6}}, Y{{1, 3}, {0, 8}};
  const arma::fmat smooth = kernel_smoothing(arma::fvec{1}, X, Y, 0.5F);
  BOOST_TEST(std::abs(smooth(0, 0) - 2) < 1e-6F);
  BOOST_TEST(std::abs(smooth(1, 0) - 4) < 1e-6F);
}

BOOST_AUTO_TEST_CASE(far_from_all_points_the_nearest_decides)
{
  // The kernels themselves are all 0 there: e^{-5 10^7} underflows.
  const arma::mat X{{0, 1, 2}}, Y{{10, 20, 30}};
  const arma::mat smooth = kernel_smoothing(arma::mat{{-1e4, 1e4}}, X, Y, 1);
  BOOST_TEST(smooth(0, 0) == 10);
  BOOST_TEST(smooth(0, 1) == 30);
}

BOOST_AUTO_TEST_CASE(kernel_smoothing_says_what_does_not_fit)
{
  const arma::mat X(2, 3), Y(1, 3);
  BOOST_CHECK_EXCEPTION(kernel_smoothing(arma::mat(3, 1), X, Y, 1), Error, says("x 3 x 1"));
  BOOST_CHECK_EXCEPTION(kernel_smoothing(arma::mat(2, 1), X, arma::mat(1, 2), 1), Error,
                        says("Y 1 x 2"));
  BOOST_CHECK_EXCEPTION(kernel_smoothing(arma::mat(2, 1), arma::mat(2, 0), arma::mat(1, 0), 1),
                        Error, says("not none"));
  BOOST_CHECK_EXCEPTION(kernel_smoothing(arma::mat(2, 1), X, Y, 0), Error, says("got 0"));
}
