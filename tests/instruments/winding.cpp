#include "epreuve/instruments/positions/winding.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;

using epreuve::tests::says;

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
