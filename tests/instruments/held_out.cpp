#include "epreuve/instruments/held_out.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::tests::says;

/// Points on a circle in a plane of four dimensions, 0.1 apart.
static arma::mat circle(arma::uword K)
{
  const arma::mat plane = arma::orth(arma::mat{{1, 2}, {0, 1}, {3, -1}, {1, 1}});
  arma::mat X(4, K);
  for (arma::uword k = 0; k < K; ++k)
    X.col(k) = plane * arma::vec{std::cos(0.1 * k), std::sin(0.1 * k)};
  return X;
}

BOOST_AUTO_TEST_CASE(every_third_of_four_blocks_is_set_aside)
{
  BOOST_TEST(arma::all(main_directions(circle(8)).kept == arma::uvec{1, 1, 0, 1, 1, 1, 0, 1}));
  BOOST_TEST(
      arma::all(main_directions(circle(9), 2).kept == arma::uvec{1, 1, 1, 1, 0, 0, 1, 1, 1}));
}

BOOST_AUTO_TEST_CASE(the_main_directions_hold_what_was_kept_and_nothing_else_decides_them)
{
  arma::mat X(3, 4);
  X.col(0) = arma::vec{3, 0, 0};
  X.col(1) = arma::vec{0, 1, 0};
  X.col(2) = arma::vec{0, 0, 100}; // set aside
  const MainDirections found = main_directions(X);
  BOOST_TEST(arma::abs(found.shares - arma::vec{0.9, 0.1, 0}).max() < 1e-15);
  BOOST_TEST(std::abs(std::abs(found.coordinates(0, 0)) - 3) < 1e-14);
  BOOST_TEST(std::abs(std::abs(found.coordinates(2, 2)) - 100) < 1e-12);
}

BOOST_AUTO_TEST_CASE(on_a_circle_one_matrix_predicts_what_it_has_not_seen)
{
  const ShiftErrors seen = shift_errors(main_directions(circle(60)), 3, 2);
  BOOST_TEST(seen.fitted < 1e-13);
  BOOST_TEST(seen.unseen < 1e-13);
  BOOST_TEST(std::abs(seen.still - 2 * std::sin(0.15)) < 1e-13); // the chord of three steps
}

BOOST_AUTO_TEST_CASE(of_noise_a_fit_on_as_many_coordinates_as_pairs_says_nothing_of_the_unseen)
{
  arma::arma_rng::set_seed(1);
  const arma::mat noise(40, 40, arma::fill::randn);
  const ShiftErrors seen = shift_errors(main_directions(noise), 1, 40);
  BOOST_TEST(seen.fitted < 1e-9);
  BOOST_TEST(seen.unseen > 0.9);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_fitted_is_refused)
{
  BOOST_CHECK_EXCEPTION(main_directions(circle(8), 0), epreuve::Error,
                        says("main_directions", "blocks of 0"));
  BOOST_CHECK_EXCEPTION(shift_errors(main_directions(circle(8)), 1, 5), epreuve::Error,
                        says("shift_errors", "5 coordinates"));
  BOOST_CHECK_EXCEPTION(shift_errors(main_directions(circle(2)), 1, 1), epreuve::Error,
                        says("shift_errors", "none to test on"));
}
