#include "epreuve/instruments/exact/determinant.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <rapidcheck/boost_test.h>

using namespace epreuve::instruments;

using epreuve::tests::says;

namespace {

/// Entries small enough that many determinants vanish and many pivots are 0.
RationalMatrix draw(arma::uword n)
{
  RationalMatrix A(n, n);
  for (arma::uword i = 0; i < n; ++i)
    for (arma::uword j = 0; j < n; ++j)
      A(i, j) = *rc::gen::inRange(-2, 3);
  return A;
}

} // namespace

BOOST_AUTO_TEST_CASE(determinants_known_by_hand)
{
  BOOST_TEST(determinant({{1, 2}, {3, 4}}) == -2);
  BOOST_TEST(determinant({{0, 1}, {1, 0}}) == -1);
  BOOST_TEST(determinant({{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}) == 1);
  BOOST_TEST(determinant({{Rational(1, 3), 1}, {Rational(1, 2), 2}}) == Rational(1, 6));
  BOOST_TEST(determinant({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}) == 0);
}

RC_BOOST_PROP(the_determinant_of_a_product_is_that_of_the_factors, ())
{
  const auto n = *rc::gen::inRange<arma::uword>(1, 5);
  const RationalMatrix A = draw(n), B = draw(n);
  RC_ASSERT(determinant(A * B) == determinant(A) * determinant(B));
}

RC_BOOST_PROP(it_vanishes_exactly_when_the_rank_is_not_full, ())
{
  const auto n = *rc::gen::inRange<arma::uword>(1, 5);
  const RationalMatrix A = draw(n);
  RC_ASSERT((determinant(A) == 0) == (rank(A) < n));
}

BOOST_AUTO_TEST_CASE(the_trace_is_the_sum_of_the_diagonal)
{
  BOOST_TEST(trace({{1, 2}, {3, Rational(1, 2)}}) == Rational(3, 2));
}

BOOST_AUTO_TEST_CASE(a_matrix_that_is_not_square_is_refused)
{
  BOOST_CHECK_EXCEPTION(determinant(RationalMatrix(2, 3)), epreuve::Error, says("2 x 3"));
  BOOST_CHECK_EXCEPTION(trace(RationalMatrix(2, 3)), epreuve::Error, says("2 x 3"));
}
