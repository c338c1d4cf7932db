#include "epreuve/instruments/positions/slow_waves.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::tests::says;

/// 3 cos of one period, 4 sin of three, and a mean, over 40 places.
static arma::mat waves()
{
  const arma::rowvec turn = arma::datum::tau / 40 * arma::regspace(0, 39).t();
  return arma::join_cols(3 * arma::cos(turn) + 7, 4 * arma::sin(3 * turn) - 1);
}

BOOST_AUTO_TEST_CASE(a_wave_counts_from_its_number_of_periods_on_and_the_mean_never)
{
  BOOST_TEST(std::abs(share_of_slow_waves(waves(), 1) - 0.36) < 1e-14);
  BOOST_TEST(std::abs(share_of_slow_waves(waves(), 2) - 0.36) < 1e-14);
  BOOST_TEST(std::abs(share_of_slow_waves(waves(), 3) - 1) < 1e-14);
}

BOOST_AUTO_TEST_CASE(too_few_places_and_what_does_not_vary_are_refused)
{
  BOOST_CHECK_EXCEPTION(share_of_slow_waves(waves(), 20), epreuve::Error,
                        says("share_of_slow_waves", "20 periods"));
  BOOST_CHECK_EXCEPTION(share_of_slow_waves(arma::ones(2, 9), 1), epreuve::Error,
                        says("share_of_slow_waves", "alike"));
}
