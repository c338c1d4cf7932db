#include "chapters/11-causal-attention/angle.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using epreuve::Error;
using epreuve::instruments::angle;
using epreuve::tests::says;

// Units are right to 3u, their sum and difference to 10u, and the angle to some 20u < 1e-14.
static constexpr double rounding = 1e-14;

BOOST_AUTO_TEST_CASE(angles_of_the_plane_are_those_by_which_a_vector_was_turned)
{
  for (const double degrees : {0.0, 1e-7, 30.0, 60.0, 90.0, 135.0, 179.9999999, 180.0}) {
    const double turned = degrees * arma::datum::pi / 180;
    const arma::vec a{std::cos(0.4), std::sin(0.4)},
        b{5 * std::cos(0.4 + turned), 5 * std::sin(0.4 + turned)};
    BOOST_TEST(std::abs(angle(a, b) - turned) < rounding);
  }
}

BOOST_AUTO_TEST_CASE(a_small_angle_keeps_its_digits_where_the_cosine_has_lost_them)
{
  const arma::vec a{1, 0}, b{1, 1e-10};
  BOOST_TEST(std::abs(angle(a, b) / 1e-10 - 1) < rounding);
  BOOST_TEST(std::acos(arma::dot(a, b) / arma::norm(b)) == 0);
}

BOOST_AUTO_TEST_CASE(in_a_cube_the_diagonal_and_an_edge_enclose_the_arc_tangent_of_root_2)
{
  BOOST_TEST(std::abs(angle({1, 1, 1}, {0, 3, 0}) - std::atan(std::sqrt(2))) < rounding);
}

BOOST_AUTO_TEST_CASE(a_vector_without_direction_or_of_another_length_is_refused)
{
  BOOST_CHECK_EXCEPTION(angle({1, 0}, {0, 0}), Error, says("the vector 0 has no direction"));
  BOOST_CHECK_EXCEPTION(angle({1, 0}, {1, 0, 0}), Error, says("got 2 and 3 numbers"));
}
