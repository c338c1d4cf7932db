#include "chapters/05-position-vectors/position_schemes.hpp"

#include "chapters/05-position-vectors/arbitrary.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::tests::says;

static const arma::vec q = arbitrary_matrix(1, 8, 1), v = arbitrary_matrix(2, 8, 1);

BOOST_AUTO_TEST_CASE(a_score_is_a_dot_product_less_the_slope_for_each_place)
{
  const auto schemes = position_schemes(8, 100);
  BOOST_TEST(schemes.at(3).score(q, 20, v, 4) == arma::dot(q, v) - 1);
  BOOST_TEST(schemes.at(4).score(q, 20, v, 4) == arma::dot(q, v));
}

BOOST_AUTO_TEST_CASE(a_table_ends)
{
  const PositionScheme table = position_schemes(8, 100).at(1);
  BOOST_TEST(table.at(q, 99).is_finite());
  BOOST_CHECK_EXCEPTION(table.at(q, 100), epreuve::Error, says("position_schemes", "0 to 99"));
  BOOST_TEST(!beyond_training(table, 8, 100));
  BOOST_TEST(beyond_training(position_schemes(8, 100).at(0), 8, 100));
}

BOOST_AUTO_TEST_CASE(each_question_has_schemes_that_it_refuses)
{
  // x + k x: not bounded, and its score q . v (1 + i)(1 + j) is not one of the shift
  const PositionScheme growing{
      "growing", [](const arma::vec& x, long k) -> arma::vec { return double(k + 1) * x; }};
  BOOST_TEST(!bounded(growing, q, 100));
  BOOST_TEST(bounded(growing, q, 1));
  BOOST_TEST(!scores_know_the_shift_alone(growing, q, v));
  // k^2 in the first coordinate alone: no matrix takes k^2 to (k + 1)^2
  const PositionScheme square{"square", [](arma::vec x, long k) -> arma::vec {
                                x(0) = 0.001 * double(k * k);
                                return x;
                              }};
  BOOST_TEST(!one_matrix_moves(square, arma::zeros(8)));
  // 2^-k: the half of it
  const PositionScheme halves{
      "halves", [](const arma::vec& x, long k) -> arma::vec { return std::exp2(-k) * x; }};
  BOOST_TEST(one_matrix_moves(halves, q));
  const PositionScheme level{"level", [](const arma::vec& x, long) { return x; }};
  BOOST_TEST(!scores_fall(level, q, v));
  BOOST_TEST(scores_fall({"biased", level.at, 0.5}, q, v));
}
