#include "epreuve/instruments/exact/rational_angle.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

using namespace epreuve::instruments;

using epreuve::instruments::Rational;
using epreuve::instruments::RationalMatrix;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(half_the_tangent_gives_the_angle)
{
  const RationalAngle omega = rational_angle(Rational(1, 2)); // the triangle 3, 4, 5
  BOOST_TEST(omega.cosine == Rational(3, 5));
  BOOST_TEST(omega.sine == Rational(4, 5));
  const RationalAngle steep = rational_angle(Rational(-7, 3));
  const auto near = boost::test_tools::tolerance(1e-15);
  BOOST_TEST(double(steep.cosine) == std::cos(2 * std::atan(-7.0 / 3)), near);
  BOOST_TEST(double(steep.sine) == std::sin(2 * std::atan(-7.0 / 3)), near);
}

BOOST_AUTO_TEST_CASE(multiples_turn_as_often_forwards_and_backwards)
{
  const RationalAngle omega{Rational(3, 5), Rational(4, 5)};
  const RationalAngle thrice = multiple(omega, 3), back = multiple(omega, -3);
  BOOST_TEST(thrice.cosine == Rational(-117, 125)); // (3 + 4i)^3 = -117 + 44i
  BOOST_TEST(thrice.sine == Rational(44, 125));
  BOOST_TEST(back.cosine == thrice.cosine);
  BOOST_TEST(back.sine == -thrice.sine);
  BOOST_TEST(multiple(omega, 0).cosine == 1);
}

BOOST_AUTO_TEST_CASE(blocks_stand_on_the_diagonal_and_move_position_vectors)
{
  const std::vector<RationalAngle> omega{{Rational(3, 5), Rational(4, 5)}, {0, 1}};
  const RationalMatrix R = rotation_block_matrix(omega);
  BOOST_TEST((R == RationalMatrix{{Rational(3, 5), Rational(-4, 5), 0, 0},
                                  {Rational(4, 5), Rational(3, 5), 0, 0},
                                  {0, 0, 0, -1},
                                  {0, 0, 1, 0}}));
  BOOST_TEST((position_matrix(omega, 0, 1) == RationalMatrix{{1}, {0}, {1}, {0}}));
  BOOST_TEST((rotation_block_matrix(multiple(omega, 2)) == R * R));
  BOOST_TEST((R * position_matrix(omega, -2, 5) == position_matrix(omega, -1, 5)));
}

BOOST_AUTO_TEST_CASE(without_an_angle_or_a_position_there_is_nothing_to_turn)
{
  BOOST_CHECK_EXCEPTION(rotation_block_matrix({}), epreuve::Error, says("at least one angle"));
  BOOST_CHECK_EXCEPTION(position_matrix({{0, 1}}, 0, 0), epreuve::Error, says("K must be"));
}
