#include "epreuve/instruments/positions/noisy_positions.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::tests::says;

/// Two points of a circle, opposite each other.
static const arma::mat opposite = {{1, -1}, {0, 0}};

BOOST_AUTO_TEST_CASE(the_nearest_column_is_read)
{
  BOOST_TEST(
      arma::all(nearest_columns(opposite, {{0.1, -3, -0.1}, {5, 0, 5}}) == arma::urowvec{0, 1, 1}));
  BOOST_CHECK_EXCEPTION(nearest_columns(opposite, arma::ones(3, 1)), epreuve::Error,
                        says("nearest_columns", "3 x 1"));
}

BOOST_AUTO_TEST_CASE(of_two_positions_the_bounds_are_one_number_and_the_share_is_that)
{
  const auto [lower, upper] = bounds_of_reading(opposite, 1);
  BOOST_TEST(std::abs(lower - upper) < 1e-15);
  BOOST_TEST(std::abs(upper - 0.84134474606854293) < 1e-14); // Phi(1)
  arma::arma_rng::set_seed(1);
  BOOST_TEST(std::abs(share_read_right(opposite, 1, 20'000) - upper) <
             0.013); // five standard errors
  BOOST_TEST(share_read_right(opposite, 0.01, 100) == 1);
}

BOOST_AUTO_TEST_CASE(much_noise_leaves_no_lower_bound_and_no_noise_is_refused)
{
  arma::mat circle(2, 8);
  for (arma::uword k = 0; k < 8; ++k)
    circle.col(k) = arma::vec{std::cos(0.7 * double(k)), std::sin(0.7 * double(k))};
  BOOST_TEST(bounds_of_reading(circle, 9).lower == 0);
  BOOST_TEST(bounds_of_reading(circle, 9).upper > 0.5);
  BOOST_CHECK_EXCEPTION(bounds_of_reading(circle, 0), epreuve::Error,
                        says("bounds_of_reading", "sigma"));
}
