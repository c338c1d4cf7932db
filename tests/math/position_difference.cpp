#include "epreuve/math/positions/position_difference.hpp"

#include "epreuve/math/positions/positions.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::math;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(all_pairs_agree_on_exact_vectors)
{
  const arma::vec forward = read_difference(position_vector(700, 8), position_vector(950, 8));
  BOOST_TEST(arma::abs(forward - 250).max() < 1e-10);
  const arma::vec back = read_difference(position_vector(950, 8), position_vector(700, 8));
  BOOST_TEST(arma::abs(back + 250).max() < 1e-10);
}

BOOST_AUTO_TEST_CASE(of_inexact_vectors_the_fast_pairs_correct_the_slow_ones)
{
  const arma::vec from = arma::round(10 * position_vector(20, 8)) / 10;
  const arma::vec to = arma::round(10 * position_vector(53, 8)) / 10;
  const arma::vec d = read_difference(from, to);
  BOOST_TEST(std::abs(d(0) - 33) < 0.15);
  BOOST_TEST(std::abs(d(3) - 33) > 1);
}

BOOST_AUTO_TEST_CASE(beyond_half_a_turn_of_the_slowest_pair_nothing_is_known)
{
  const double read = read_difference(position_vector(0, 2), position_vector(4, 2))(0);
  BOOST_TEST(read == 4 - arma::datum::tau, boost::test_tools::tolerance(1e-13));
}

BOOST_AUTO_TEST_CASE(vectors_that_are_no_positions_are_refused)
{
  BOOST_CHECK_EXCEPTION(read_difference({1, 0}, {1, 0, 1, 0}), Error, says("2 and 4"));
  BOOST_CHECK_EXCEPTION(read_difference({1, 0, 1}, {1, 0, 1}), Error, says("even"));
  BOOST_CHECK_EXCEPTION(read_difference({1, 0}, {1, 0}, 0), Error, says("base"));
}
