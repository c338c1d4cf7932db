#include "epreuve/math/positions/subspaces.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::math;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_angle_of_two_lines_is_the_one_between_them)
{
  for (const double angle : {1e-9, 0.3, 1.5})
    BOOST_TEST(least_angle(arma::vec{2, 0, 0},
                           5 * arma::vec{std::cos(angle), 0, std::sin(angle)}) == angle,
               boost::test_tools::tolerance(1e-14 / angle));
}

BOOST_AUTO_TEST_CASE(of_several_angles_the_least_is_told_whichever_subspace_is_larger)
{
  const arma::mat plane{{1, 1}, {0, 3}, {0, 0}, {0, 0}, {0, 0}};
  // (1, 0, 1, 0, 0), (0, 3, 0, 4, 0) and the last axis: 45 degrees and arccos 3/5
  const arma::mat space{{1, 0, 0}, {0, 3, 0}, {1, 0, 0}, {0, 4, 0}, {0, 0, 7}};
  BOOST_TEST(least_angle(plane, space) == arma::datum::pi / 4, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(least_angle(space, plane) == arma::datum::pi / 4, boost::test_tools::tolerance(1e-14));
}

BOOST_AUTO_TEST_CASE(the_projection_keeps_the_one_and_forgets_the_other)
{
  const arma::mat P =
      projection_along(arma::vec{1, 0, 0}, arma::vec{1, 1, 0}); // along the diagonal
  const arma::mat expected{{1, -1, 0}, {0, 0, 0}, {0, 0, 0}};
  BOOST_TEST(arma::abs(P - expected).max() < 1e-14);
}

BOOST_AUTO_TEST_CASE(random_subspaces_have_the_angle_that_is_left_of_a_right_one)
{
  BOOST_TEST(least_angle_at_random(64, 16, 16) == arma::datum::pi / 6, // 90 - 30 - 30 degrees
             boost::test_tools::tolerance(1e-14));
  BOOST_TEST(least_angle_at_random(64, 48, 15) > 0);
  BOOST_TEST(least_angle_at_random(64, 48, 16) == 0);
}

BOOST_AUTO_TEST_CASE(columns_that_depend_or_do_not_fit_are_refused)
{
  const arma::mat line = arma::vec{1, 2}, twice{{1, 2}, {2, 4}};
  BOOST_CHECK_EXCEPTION(least_angle(line, twice), Error, says("rank is 1"));
  BOOST_CHECK_EXCEPTION(least_angle(line, arma::vec{1, 2, 3}), Error, says("2 x 1 and 3 x 1"));
  BOOST_CHECK_EXCEPTION(least_angle(line, arma::vec{1, arma::datum::nan}), Error, says("finite"));
  BOOST_CHECK_EXCEPTION(projection_along(line, 3 * line), Error, says("rank is 1"));
  BOOST_CHECK_EXCEPTION(least_angle_at_random(8, 9, 1), Error, says("N = 9"));
}
