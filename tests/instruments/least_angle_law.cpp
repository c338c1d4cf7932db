#include "epreuve/instruments/positions/least_angle_law.hpp"

#include "epreuve/math/positions/subspaces.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(many_dimensions_bring_the_typical_angle_to_the_limit)
{
  const double limit = epreuve::math::least_angle_at_random(64'000'000, 16'000'000, 8'000'000);
  const LeastAngleLaw law(64'000'000, 16'000'000, 8'000'000);
  BOOST_TEST(law.typical() == limit, boost::test_tools::tolerance(1e-4));
  BOOST_TEST(law.standardised(law.typical()) == LeastAngleLaw::mean,
             boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_CASE(drawn_angles_have_the_width_of_the_law)
{
  arma::arma_rng::set_seed(5);
  const LeastAngleLaw law(48, 8, 8);
  const arma::mat fixed(48, 8, arma::fill::eye);
  arma::vec x(300);
  for (double& draw : x)
    draw = law.standardised(epreuve::math::least_angle(fixed, arma::mat(48, 8, arma::fill::randn)));
  BOOST_TEST(arma::var(x) > 1.2); // the Tracy-Widom law has 1.61; three standard errors are 0.4
  BOOST_TEST(arma::var(x) < 2.0);
}

BOOST_AUTO_TEST_CASE(the_mean_of_draws_is_the_typical_angle)
{
  arma::arma_rng::set_seed(5);
  const double mean = mean_least_angle(48, 8, 8, 100); // standard error 0.0075
  BOOST_TEST(std::abs(mean - LeastAngleLaw(48, 8, 8).typical()) < 0.03);
}

BOOST_AUTO_TEST_CASE(subspaces_that_must_meet_are_refused)
{
  BOOST_CHECK_EXCEPTION(LeastAngleLaw(8, 4, 4), Error, says("N + K < n"));
  BOOST_CHECK_EXCEPTION(LeastAngleLaw(8, 0, 4), Error, says("N = 0"));
  BOOST_CHECK_EXCEPTION(mean_least_angle(8, 2, 2, 0), Error, says("no draws"));
}
