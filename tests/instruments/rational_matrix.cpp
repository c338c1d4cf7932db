#include "epreuve/instruments/exact/rational_matrix.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <rapidcheck/boost_test.h>

#include <cmath>
#include <limits>
#include <sstream>

using namespace epreuve;
using namespace epreuve::instruments;
using epreuve::tests::says;

namespace {

RationalMatrix draw(arma::uword n_rows, arma::uword n_cols)
{
  RationalMatrix A(n_rows, n_cols);
  for (arma::uword i = 0; i < n_rows; ++i)
    for (arma::uword j = 0; j < n_cols; ++j)
      A(i, j) = Rational(*rc::gen::inRange(-4, 5), *rc::gen::inRange(1, 4));
  return A;
}

arma::uword draw_size()
{
  return static_cast<arma::uword>(*rc::gen::inRange(1, 5));
}

} // namespace

BOOST_AUTO_TEST_CASE(the_worked_example_comes_out_in_thirds)
{
  const RationalMatrix A{{1, 2, 0, -1}, {1, 1, -1, 0}};
  const Rational third(1, 3);
  BOOST_TEST(A * transpose(A) == (RationalMatrix{{6, 3}, {3, 3}}));
  BOOST_TEST(inverse(A * transpose(A)) == (third * RationalMatrix{{1, -1}, {-1, 2}}));
  BOOST_TEST(right_inverse(A) == (third * RationalMatrix{{0, 1}, {1, 0}, {1, -2}, {-1, 1}}));
  BOOST_TEST(minimum_norm_solution(A, {{2}, {-1}}) ==
             (third * RationalMatrix{{-1}, {2}, {4}, {-3}}));
}

RC_BOOST_PROP(inverse_times_matrix_is_the_identity, ())
{
  const arma::uword n = draw_size();
  const RationalMatrix A = draw(n, n);
  RC_PRE(rank(A) == n);
  RC_ASSERT(inverse(A) * A == RationalMatrix::identity(n));
  RC_ASSERT(A * inverse(A) == RationalMatrix::identity(n));
}

RC_BOOST_PROP(a_product_through_r_dimensions_has_at_most_rank_r, ())
{
  const arma::uword r = draw_size();
  const RationalMatrix F = draw(r + 1, r), G = draw(r, r + 2);
  RC_ASSERT(rank(F * G) <= r);
  RC_ASSERT(rank(F * G) == rank(transpose(F * G)));
  if (rank(F) == r && rank(G) == r)
    RC_ASSERT(rank(F * G) == r);
}

RC_BOOST_PROP(kernel_columns_are_independent_solutions_and_as_many_as_the_rank_lacks, ())
{
  const arma::uword n = draw_size(), N = draw_size(), r = draw_size();
  const RationalMatrix A = draw(n, r) * draw(r, N), Z = kernel(A);
  RC_ASSERT(Z.rows() == N);
  RC_ASSERT(Z.cols() == N - rank(A));
  RC_ASSERT(rank(Z) == Z.cols());
  RC_ASSERT(A * Z == RationalMatrix(n, Z.cols()));
}

BOOST_AUTO_TEST_CASE(kernel_of_small_matrices_is_what_one_finds_by_hand)
{
  BOOST_TEST(kernel({{1, 2}}) == (RationalMatrix{{-2}, {1}}));
  BOOST_TEST(kernel({{0, 3, 6}, {0, 1, 2}}) == (RationalMatrix{{1, 0}, {0, -2}, {0, 1}}));
  BOOST_TEST(kernel({{0, 1}, {1, 0}}) == RationalMatrix(2, 0));
  BOOST_TEST(kernel(RationalMatrix(1, 2)) == RationalMatrix::identity(2));
}

RC_BOOST_PROP(sum_and_product_are_distributive, ())
{
  const arma::uword n = draw_size(), m = draw_size(), p = draw_size();
  const RationalMatrix A = draw(n, m), B = draw(n, m), C = draw(m, p);
  RC_ASSERT((A + B) * C == A * C + B * C);
  RC_ASSERT((A - B) * C == A * C - B * C);
  RC_ASSERT(A - A == RationalMatrix(n, m));
  RC_ASSERT(transpose(A * C) == transpose(C) * transpose(A));
}

RC_BOOST_PROP(no_solution_is_shorter_than_the_minimum_norm_one, ())
{
  const arma::uword n = draw_size(), N = n + draw_size();
  const RationalMatrix A = draw(n, N), y = draw(n, 1), any = draw(N, 1);
  RC_PRE(rank(A) == n);
  const RationalMatrix x = minimum_norm_solution(A, y);
  const RationalMatrix in_kernel = any - right_inverse(A) * (A * any);
  RC_ASSERT(A * x == y);
  RC_ASSERT(A * in_kernel == RationalMatrix(n, 1));
  RC_ASSERT(transpose(x) * in_kernel == RationalMatrix(1, 1));
}

BOOST_AUTO_TEST_CASE(hilbert_matrix_of_order_three_has_its_known_integer_inverse)
{
  RationalMatrix H(3, 3);
  for (arma::uword i = 0; i < 3; ++i)
    for (arma::uword j = 0; j < 3; ++j)
      H(i, j) = Rational(1, i + j + 1);
  const RationalMatrix known{{9, -36, 30}, {-36, 192, -180}, {30, -180, 180}};
  BOOST_TEST(inverse(H) == known);
  BOOST_TEST(H * known == RationalMatrix::identity(3));
  BOOST_TEST(inverse(Rational(-1) * H) == Rational(-1) * known);
}

BOOST_AUTO_TEST_CASE(products_and_ranks_of_fractions_are_those_found_by_hand)
{
  const Rational half(1, 2), third(1, 3);
  const RationalMatrix A{{half, -third}, {0, Rational(5, 7)}}, B{{third, 1}, {half, 0}};
  BOOST_TEST(A * B == (RationalMatrix{{0, half}, {Rational(5, 14), 0}}));
  // The third row is the first plus twice the second; the first pivot is in the second row.
  BOOST_TEST(rank(RationalMatrix{
                 {0, half, third}, {third, 1, -1}, {2 * third, Rational(5, 2), third - 2}}) == 2U);
  BOOST_TEST(rank(RationalMatrix(2, 3)) == 0U);
}

BOOST_AUTO_TEST_CASE(matrices_without_rows_or_columns_have_products_and_ranks)
{
  const RationalMatrix no_columns(2, 0), no_rows(0, 3);
  BOOST_TEST(no_columns * no_rows == RationalMatrix(2, 3));
  BOOST_TEST(rank(no_columns) == 0U);
  BOOST_TEST(rank(no_rows) == 0U);
  BOOST_TEST(kernel(no_rows) == RationalMatrix::identity(3));
  BOOST_TEST(inverse(RationalMatrix(0, 0)) == RationalMatrix(0, 0));
}

BOOST_AUTO_TEST_CASE(a_double_becomes_the_rational_that_it_is)
{
  const arma::mat A{{0.1, -0.75, 0x1p-1074}};
  const Integer two_to_1074 = pow(Integer(2), 1074);
  const RationalMatrix exact(A);
  BOOST_TEST(exact(0, 0) == Rational(3602879701896397LL, 36028797018963968LL));
  BOOST_TEST(exact(0, 1) == Rational(-3, 4));
  BOOST_TEST(exact(0, 2) == Rational(1, two_to_1074));
  BOOST_TEST(exact.to_double()(0) == A(0));
}

RC_BOOST_PROP(to_double_is_the_nearest_double, (int numerator))
{
  const int denominator = *rc::gen::inRange(1, 1 << 30);
  RationalMatrix A(1, 1);
  A(0, 0) = Rational(numerator, denominator);
  const double nearest = A.to_double()(0);
  const Rational distance = abs(Rational(nearest) - A(0, 0));
  for (const double direction : {-HUGE_VAL, HUGE_VAL})
    RC_ASSERT(distance <= abs(Rational(std::nextafter(nearest, direction)) - A(0, 0)));
}

BOOST_AUTO_TEST_CASE(rows_print_on_lines_of_their_own_with_columns_aligned)
{
  std::ostringstream out;
  out << Rational(1, 3) * RationalMatrix{{0, 1}, {-6, -2}};
  BOOST_TEST(out.str() == "   0   1/3\n  -2  -2/3\n");
}

BOOST_AUTO_TEST_CASE(matrices_are_joined_side_by_side)
{
  const RationalMatrix A{{1, 2}, {3, 4}}, B{{5}, {6}};
  BOOST_TEST((join_rows(A, B) == RationalMatrix{{1, 2, 5}, {3, 4, 6}}));
  BOOST_TEST((join_rows(B, A) == RationalMatrix{{5, 1, 2}, {6, 3, 4}}));
  BOOST_CHECK_EXCEPTION(join_rows(A, {{1, 2}}), Error, says("same number of rows, got 2 and 1"));
}

BOOST_AUTO_TEST_CASE(operations_that_do_not_exist_are_refused)
{
  const RationalMatrix A{{1, 2}, {2, 4}}, B{{1, 2, 3}};
  BOOST_CHECK_EXCEPTION((RationalMatrix{{1, 2}, {3}}), Error, says("one of 1 after one of 2"));
  BOOST_CHECK_EXCEPTION(RationalMatrix(arma::mat{{1, arma::datum::nan}}), Error,
                        says("nan at (0, 1)"));
  BOOST_CHECK_EXCEPTION(A(2, 0), Error, says("no entry (2, 0) in 2 x 2"));
  BOOST_CHECK_EXCEPTION(A(0, 2), Error, says("no entry (0, 2) in 2 x 2"));
  BOOST_CHECK_EXCEPTION(A + B, Error, says("2 x 2 and 1 x 3"));
  BOOST_CHECK_EXCEPTION(A - B, Error, says("2 x 2 and 1 x 3"));
  BOOST_CHECK_EXCEPTION(A * B, Error, says("2 x 2 and 1 x 3"));
  BOOST_CHECK_EXCEPTION(inverse(B), Error, says("A must be square, got 1 x 3"));
  BOOST_CHECK_EXCEPTION(inverse(A), Error, says("has rank 1"));
  BOOST_CHECK_EXCEPTION(right_inverse(A), Error, says("A (2 x 2) must have rank 2, has rank 1"));
  BOOST_CHECK_EXCEPTION(minimum_norm_solution(A, {{1}, {2}}), Error, says("has rank 1"));
  BOOST_CHECK_EXCEPTION(minimum_norm_solution(B, {{1}, {2}}), Error,
                        says("y must have one row for each of the 1 rows of A, got 2 x 1"));
}
