#include "matrix.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "support/errors.hpp"

#include <rapidcheck/boost_test.h>

#include <cstddef>
#include <sstream>

using namespace epreuve;
using namespace epreuve::proofs;
using epreuve::tests::says;

namespace {

/// The product of x_j - x_i over i < j, the determinant of the powers of the x (Vandermonde).
Polynomial differences(const Matrix& x)
{
  Polynomial product = 1;
  for (std::size_t j = 0; j < x.rows(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      product *= x(j, 0) - x(i, 0);
  return product;
}

instruments::RationalMatrix draw(arma::uword n_rows, arma::uword n_cols)
{
  instruments::RationalMatrix A(n_rows, n_cols);
  for (arma::uword i = 0; i < n_rows; ++i)
    for (arma::uword j = 0; j < n_cols; ++j)
      A(i, j) = Rational(*rc::gen::inRange(-4, 5), *rc::gen::inRange(1, 4));
  return A;
}

Matrix constant(const instruments::RationalMatrix& A)
{
  Matrix C(A.rows(), A.cols());
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      C(i, j) = A(i, j);
  return C;
}

arma::uword draw_size()
{
  return *rc::gen::inRange<arma::uword>(1, 5);
}

} // namespace

BOOST_AUTO_TEST_CASE(symbols_are_numbered_from_1_as_on_paper)
{
  BOOST_TEST(symbols("a", 2, 3) == (Matrix{{symbol("a_11"), symbol("a_12"), symbol("a_13")},
                                           {symbol("a_21"), symbol("a_22"), symbol("a_23")}}));
  BOOST_TEST(symbols("y", 2) == (Matrix{{symbol("y_1")}, {symbol("y_2")}}));
}

BOOST_AUTO_TEST_CASE(a_product_of_symbols_is_rows_times_columns)
{
  const Polynomial a = symbol("a"), b = symbol("b"), c = symbol("c"), d = symbol("d");
  BOOST_TEST(
      (Matrix{{a, b}, {c, d}} * Matrix{{1, 2}, {0, -1}} == Matrix{{a, 2 * a - b}, {c, 2 * c - d}}));
  BOOST_TEST((Matrix{{1, 2, 3}} * Matrix{{a}, {b}, {c}} == Matrix{{a + 2 * b + 3 * c}}));
}

RC_BOOST_PROP(matrices_of_numbers_agree_with_the_rational_matrices_of_the_library, ())
{
  const arma::uword n = draw_size(), m = draw_size(), p = draw_size();
  const instruments::RationalMatrix A = draw(n, m), B = draw(n, m), C = draw(m, p);
  RC_ASSERT(constant(A) + constant(B) == constant(A + B));
  RC_ASSERT(constant(A) - constant(B) == constant(A - B));
  RC_ASSERT(constant(A) * constant(C) == constant(A * C));
  RC_ASSERT(transpose(constant(A)) == constant(instruments::transpose(A)));
  RC_ASSERT(Polynomial(Rational(2, 3)) * constant(A) == constant(Rational(2, 3) * A));
  RC_ASSERT(identity(n) == constant(instruments::RationalMatrix::identity(n)));
}

RC_BOOST_PROP(the_adjugate_is_the_determinant_times_the_inverse, ())
{
  const arma::uword n = draw_size();
  const instruments::RationalMatrix A = draw(n, n);
  RC_PRE(instruments::rank(A) == n);
  RC_ASSERT(adjugate(constant(A)) == determinant(constant(A)) * constant(instruments::inverse(A)));
}

RC_BOOST_PROP(the_determinant_is_0_just_for_the_matrices_of_lower_rank, ())
{
  const arma::uword n = draw_size();
  const instruments::RationalMatrix A = draw(n, n);
  RC_ASSERT((determinant(constant(A)) == 0) == (instruments::rank(A) < n));
}

BOOST_AUTO_TEST_CASE(the_determinant_of_vandermonde_is_the_product_of_the_differences)
{
  for (std::size_t n = 1; n <= 5; ++n) {
    const Matrix x = symbols("x", n);
    Matrix powers(n, n);
    for (std::size_t i = 0; i < n; ++i) {
      powers(i, 0) = 1;
      for (std::size_t j = 1; j < n; ++j)
        powers(i, j) = powers(i, j - 1) * x(i, 0);
    }
    BOOST_TEST(determinant(powers) == differences(x));
  }
}

BOOST_AUTO_TEST_CASE(the_adjugate_times_the_matrix_is_the_determinant_times_the_identity)
{
  for (std::size_t n = 1; n <= 4; ++n) {
    const Matrix A = symbols("a", n, n);
    BOOST_TEST(adjugate(A) * A == determinant(A) * identity(n));
    BOOST_TEST(A * adjugate(A) == determinant(A) * identity(n));
  }
  BOOST_TEST(determinant(Matrix(0, 0)) == 1);
}

BOOST_AUTO_TEST_CASE(the_kronecker_product_of_the_worked_example_comes_out)
{
  const Matrix A{{1, 2}, {3, 4}}, B{{2, -1}, {1, 0}}, M{{1, 2}, {0, 1}};
  BOOST_TEST(kronecker(A, B) ==
             (Matrix{{2, -1, 4, -2}, {1, 0, 2, 0}, {6, -3, 8, -4}, {3, 0, 4, 0}}));
  BOOST_TEST(vec(M) == (Matrix{{1}, {0}, {2}, {1}}));
  BOOST_TEST(kronecker(A, B) * vec(M) == (Matrix{{8}, {5}, {18}, {11}}));
}

BOOST_AUTO_TEST_CASE(the_kronecker_product_of_two_rectangles_is_blocks)
{
  const Polynomial a = symbol("a"), b = symbol("b");
  BOOST_TEST(kronecker({{a, b}}, {{1}, {2}}) == (Matrix{{a, b}, {2 * a, 2 * b}}));
  BOOST_TEST(kronecker({{a}, {b}}, {{1, 2}}) == (Matrix{{a, 2 * a}, {b, 2 * b}}));
}

BOOST_AUTO_TEST_CASE(a_permutation_matrix_puts_the_rows_in_the_order_given)
{
  const Matrix P = permutation_matrix({2, 0, 1});
  BOOST_TEST((P * Matrix{{1, 2}, {3, 4}, {5, 6}} == Matrix{{5, 6}, {1, 2}, {3, 4}}));
  BOOST_TEST(P * transpose(P) == identity(3));
  BOOST_TEST(determinant(P) == 1);
  BOOST_TEST(determinant(permutation_matrix({1, 0, 2})) == -1);
}

BOOST_AUTO_TEST_CASE(blocks_are_joined_in_every_direction_and_cut_out_again)
{
  const Matrix A{{1, 2}, {3, 4}}, B{{5}, {6}}, C{{7, 8}};
  BOOST_TEST(side_by_side({A, B}) == (Matrix{{1, 2, 5}, {3, 4, 6}}));
  BOOST_TEST(stacked({A, C}) == (Matrix{{1, 2}, {3, 4}, {7, 8}}));
  BOOST_TEST(block_diagonal({B, C}) == (Matrix{{5, 0, 0}, {6, 0, 0}, {0, 7, 8}}));
  BOOST_TEST(block(side_by_side({A, B}), 0, 1, 2, 2) == (Matrix{{2, 5}, {4, 6}}));
  BOOST_TEST(column(A, 1) == (Matrix{{2}, {4}}));
  BOOST_TEST(trace(A) == 5);
}

BOOST_AUTO_TEST_CASE(matrices_print_row_after_row)
{
  std::ostringstream out;
  out << Matrix{{1, symbol("a")}, {-2, 0}};
  BOOST_TEST(out.str() == "(1, a; -2, 0)");
  BOOST_TEST(size(Matrix(2, 3)) == "2 x 3");
}

BOOST_AUTO_TEST_CASE(operations_that_do_not_exist_are_refused)
{
  const Matrix A{{1, 2}, {3, 4}}, B{{1, 2, 3}};
  BOOST_CHECK_EXCEPTION((Matrix{{1, 2}, {3}}), Error, says("one of 1 after one of 2"));
  BOOST_CHECK_EXCEPTION(A(2, 0), Error, says("no entry (2, 0) in 2 x 2"));
  BOOST_CHECK_EXCEPTION(A(0, 2), Error, says("no entry (0, 2) in 2 x 2"));
  BOOST_CHECK_EXCEPTION(A + B, Error, says("A + B", "2 x 2 and 1 x 3"));
  BOOST_CHECK_EXCEPTION(A - B, Error, says("A - B", "2 x 2 and 1 x 3"));
  BOOST_CHECK_EXCEPTION(A * B, Error, says("A B", "2 x 2 and 1 x 3"));
  BOOST_CHECK_EXCEPTION(determinant(B), Error, says("determinant", "square, got 1 x 3"));
  BOOST_CHECK_EXCEPTION(adjugate(B), Error, says("adjugate", "square, got 1 x 3"));
  BOOST_CHECK_EXCEPTION(trace(B), Error, says("trace", "square, got 1 x 3"));
  BOOST_CHECK_EXCEPTION(symbols("a", 10, 2), Error, says("symbols", "at most 9 rows"));
  BOOST_CHECK_EXCEPTION(permutation_matrix({0, 0}), Error, says("any order, got [0, 0]"));
  BOOST_CHECK_EXCEPTION(permutation_matrix({1, 2}), Error, says("any order, got [1, 2]"));
  BOOST_CHECK_EXCEPTION(block(A, 1, 1, 1, 2), Error, says("no 1 x 2 block from entry (1, 1)"));
  BOOST_CHECK_EXCEPTION(column(A, 2), Error, says("no 2 x 1 block from entry (0, 2)"));
  BOOST_CHECK_EXCEPTION(side_by_side({A, B}), Error, says("rows, got 2 x 2 and 1 x 3"));
  BOOST_CHECK_EXCEPTION(stacked({A, B}), Error, says("columns, got 2 x 2 and 1 x 3"));
  BOOST_CHECK_EXCEPTION(stacked({}), Error, says("at least one block"));
  BOOST_CHECK_EXCEPTION(side_by_side({}), Error, says("at least one block"));
  BOOST_CHECK_EXCEPTION(block_diagonal({}), Error, says("at least one block"));
}
