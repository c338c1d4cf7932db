#include "chapters/05-position-vectors/arbitrary.hpp"

#include <boost/test/unit_test.hpp>

using epreuve::instruments::arbitrary_matrix;

BOOST_AUTO_TEST_CASE(a_seed_is_a_matrix_and_another_seed_another)
{
  const arma::mat M = arbitrary_matrix(1, 3, 40);
  BOOST_TEST(arma::approx_equal(M.head_cols(2), arbitrary_matrix(1, 3, 2), "absdiff", 0));
  BOOST_TEST(arma::abs(M - arbitrary_matrix(2, 3, 40)).min() > 0);
  BOOST_TEST(M.min() < -0.5);
  BOOST_TEST(M.max() > 0.5);
  BOOST_TEST(arma::abs(M).max() <= 1);
}

BOOST_AUTO_TEST_CASE(its_first_number_is_the_generators_first_bits)
{
  // the first output of mt19937_64 with its default seed is 14514284786278117030
  BOOST_TEST(arbitrary_matrix(5489, 1, 1)(0) ==
             double(14514284786278117030ULL >> 11U) * 0x1p-52 - 1);
}
