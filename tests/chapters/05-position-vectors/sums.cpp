#include "chapters/05-position-vectors/sums.hpp"

#include "epreuve/math/positions/subspaces.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(differences_on_two_axes_have_a_linear_reader_and_on_one_axis_none)
{
  const arma::mat V{{3, 5}, {1, 1}}, across{{7, 7}, {0, 2}}, along{{0, 4}, {0, 0}};
  BOOST_TEST(has_linear_reader(V, across));
  BOOST_TEST(!has_linear_reader(V, along));
}

BOOST_AUTO_TEST_CASE(with_room_all_readers_but_the_hasty_one_are_right)
{
  arma::arma_rng::set_seed(3);
  const arma::mat W = 20 * arma::mat(8, 3, arma::fill::eye); // far longer than tokens
  const SharesRight seen = shares_right(4, 1, W, 0);
  BOOST_TEST(seen.linear == 1);
  BOOST_TEST(seen.nearest_pair == 1);
  BOOST_TEST(seen.token_first < 0.7);
}

BOOST_AUTO_TEST_CASE(without_room_the_linear_reader_fails)
{
  arma::arma_rng::set_seed(3);
  const SharesRight seen = shares_right(60, 1, arma::mat(4, 3, arma::fill::eye), 0);
  BOOST_TEST(seen.linear < 0.5);
  BOOST_TEST(seen.nearest_pair == 1);
}

BOOST_AUTO_TEST_CASE(noise_longer_than_everything_leaves_chance)
{
  arma::arma_rng::set_seed(3);
  const SharesRight seen = shares_right(4, 1, arma::mat(8, 3, arma::fill::eye), 1000);
  BOOST_TEST(seen.nearest_pair < 0.25); // one in twelve; 0.25 is eight standard errors above
  BOOST_TEST(seen.linear < 0.25);
}

BOOST_AUTO_TEST_CASE(a_single_token_has_no_difference)
{
  const arma::mat one(3, 1, arma::fill::ones), two(3, 2, arma::fill::ones);
  BOOST_CHECK_EXCEPTION(has_linear_reader(one, two), Error, says("at least two"));
  BOOST_CHECK_EXCEPTION(shares_right(1, 1, two, 0), Error, says("at least two"));
}

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
