#include "chapters/18-gpt2-heads/helix.hpp"

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

/// A rotation about a slanting axis, from its axis u and its angle (Rodrigues).
static arma::mat rotation(const arma::vec& u, double angle)
{
  const arma::mat K{{0, -u(2), u(1)}, {u(2), 0, -u(0)}, {-u(1), u(0), 0}};
  return arma::mat(arma::eye(3, 3)) + std::sin(angle) * K + (1 - std::cos(angle)) * K * K;
}

static const arma::vec axis = arma::normalise(arma::vec{1, 2, -1});
static const arma::mat some_points{{1, 0, 2, -1}, {3, 1, 0, 2}, {0, 1, -2, 1}};

BOOST_AUTO_TEST_CASE(a_rotation_is_found_again_from_points_and_their_images)
{
  const arma::mat R = rotation(axis, 0.3);
  BOOST_TEST(arma::norm(nearest_orthogonal(some_points, R * some_points) - R) < 1e-14);
}

BOOST_AUTO_TEST_CASE(of_points_and_images_that_are_stretched_only_the_turning_is_found)
{
  const arma::mat R = rotation(axis, 0.3), S{{2, 0.5, 0}, {0.5, 1, 0.1}, {0, 0.1, 3}};
  const arma::mat basis(3, 3, arma::fill::eye);
  BOOST_TEST(arma::norm(nearest_orthogonal(basis, R * S) - R) < 1e-14);
}

BOOST_AUTO_TEST_CASE(points_on_a_cone_turn_and_none_of_them_rises)
{
  arma::mat curve(3, 50);
  for (arma::uword k = 0; k < 50; ++k)
    curve.col(k) = rotation(axis, 0.3 * k) * arma::vec{1, 0, 3};
  const Winding seen = winding(curve, 7);
  BOOST_TEST(std::abs(seen.angle - 0.3) < 1e-13);
  BOOST_TEST(std::abs(seen.turned.back() - 49 * 0.3) <
             1e-12); // more than two turns, counted through
  BOOST_TEST(std::abs(seen.y(7)) < 1e-14);
  BOOST_TEST(seen.x(7) > 0);
  BOOST_TEST(arma::range(seen.height) < 1e-13);
  BOOST_TEST(arma::norm(arma::square(seen.x) + arma::square(seen.y) + arma::square(seen.height) -
                        arma::sum(arma::square(curve))) < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_helix_is_higher_at_its_end_whichever_way_it_winds)
{
  arma::mat curve(3, 200);
  for (arma::uword k = 0; k < 200; ++k)
    curve.col(k) = arma::vec{std::cos(0.1 * k), std::sin(0.1 * k), 0.001 * k};
  const arma::mat mirrored = arma::diagmat(arma::vec{1, 1, -1}) * curve;
  for (const arma::mat& way : {curve, mirrored}) {
    const Winding seen = winding(way, 100);
    BOOST_TEST(seen.height.back() > seen.height.front());
    BOOST_TEST(std::abs(seen.turned.back() - 19.9) < 0.1);
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_curve_in_space_is_refused)
{
  BOOST_CHECK_EXCEPTION(winding(arma::mat(2, 5), 0), epreuve::Error, says("winding", "2 x 5"));
  BOOST_CHECK_EXCEPTION(winding(some_points, 4), epreuve::Error,
                        says("winding", "point 4, got 3 x 4"));
  BOOST_CHECK_EXCEPTION(nearest_orthogonal(some_points, some_points.t()), epreuve::Error,
                        says("nearest_orthogonal", "3 x 4 and 4 x 3"));
}
