#include "epreuve/math/linear_algebra/kronecker.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/mpl/list.hpp>
#include <rapidcheck/boost_test.h>

#include <sys/resource.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>

using namespace epreuve;
using namespace epreuve::math;
using epreuve::tests::says;

using Reals = boost::mpl::list<float, double>;

namespace {

template <typename Real>
struct WorkedExample
{
  arma::Mat<Real> A{{1, 2}, {3, 4}};
  arma::Mat<Real> B{{2, -1}, {1, 0}};
  arma::Mat<Real> M{{1, 2}, {0, 1}};
};

/// Small integers: sums and products of them are exact in either type.
arma::mat draw(arma::uword n_rows, arma::uword n_cols)
{
  arma::mat A(n_rows, n_cols);
  for (double& entry : A)
    entry = *rc::gen::inRange(-5, 6);
  return A;
}

arma::uword draw_size()
{
  return *rc::gen::inRange<arma::uword>(1, 6);
}

template <typename Real>
bool same(const arma::Mat<Real>& A, const arma::Mat<Real>& B)
{
  return arma::approx_equal(A, B, "absdiff", Real(0));
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(the_worked_example_comes_out, Real, Reals)
{
  const WorkedExample<Real> example;
  const auto& [A, B, M] = example;
  const arma::Mat<Real> A_times_B{{2, -1, 4, -2}, {1, 0, 2, 0}, {6, -3, 8, -4}, {3, 0, 4, 0}};
  BOOST_TEST(same<Real>(kronecker(A, B), A_times_B));
  BOOST_TEST(same<Real>(vec(M), arma::Col<Real>{1, 0, 2, 1}));
  BOOST_TEST(same<Real>(kronecker_action(A, B, M), arma::Mat<Real>{{8, 18}, {5, 11}}));
  BOOST_TEST(same<Real>(column_of_action(A, B, M, 0), arma::Col<Real>{8, 5}));
  BOOST_TEST(same<Real>(column_of_action(A, B, M, 1), arma::Col<Real>{18, 11}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(vec_stacks_columns_and_vec_rows_stacks_rows, Real, Reals)
{
  const arma::Mat<Real> M{{1, 2, 3}, {4, 5, 6}};
  const arma::Col<Real> columns{1, 4, 2, 5, 3, 6}, rows{1, 2, 3, 4, 5, 6};
  BOOST_TEST(same<Real>(vec(M), columns));
  BOOST_TEST(same<Real>(vec_rows(M), rows));
  BOOST_TEST(same<Real>(unvec(columns, 2, 3), M));
  BOOST_TEST(same<Real>(unvec_rows(rows, 2, 3), M));
  BOOST_TEST(unvec(arma::Col<Real>(), 0, 4).n_cols == 4);
}

RC_BOOST_PROP(each_entry_of_the_product_is_an_entry_of_A_times_one_of_B, ())
{
  const arma::mat A = draw(draw_size(), draw_size()), B = draw(draw_size(), draw_size());
  const arma::mat product = kronecker(A, B);
  RC_ASSERT(product.n_rows == A.n_rows * B.n_rows);
  RC_ASSERT(product.n_cols == A.n_cols * B.n_cols);
  for (arma::uword r = 0; r < product.n_rows; ++r)
    for (arma::uword c = 0; c < product.n_cols; ++c)
      RC_ASSERT(product(r, c) == A(r / B.n_rows, c / B.n_cols) * B(r % B.n_rows, c % B.n_cols));
}

RC_BOOST_PROP(the_action_is_the_product_on_vec_in_both_conventions, ())
{
  const arma::mat A = draw(draw_size(), draw_size()), B = draw(draw_size(), draw_size());
  const arma::mat M = draw(B.n_cols, A.n_cols);
  const arma::mat acted = kronecker_action(A, B, M);
  RC_ASSERT(same<double>(kronecker(A, B) * vec(M), vec(acted)));
  RC_ASSERT(same<double>(kronecker(B, A) * vec_rows(M), vec_rows(acted)));
  for (arma::uword j = 0; j < A.n_rows; ++j)
    RC_ASSERT(same<double>(column_of_action(A, B, M, j), acted.col(j)));
}

RC_BOOST_PROP(products_multiply_factor_by_factor, ())
{
  const arma::uword a = draw_size(), b = draw_size();
  const arma::mat A1 = draw(draw_size(), a), A2 = draw(a, draw_size());
  const arma::mat B1 = draw(draw_size(), b), B2 = draw(b, draw_size());
  RC_ASSERT(
      same<double>(kronecker(A1, B1) * kronecker(A2, B2), kronecker<double>(A1 * A2, B1 * B2)));
}

RC_BOOST_PROP(a_kronecker_product_rearranged_is_an_outer_product, ())
{
  const arma::mat A = draw(draw_size(), draw_size()), B = draw(draw_size(), draw_size());
  const arma::mat R = kronecker_rearrangement(kronecker(A, B), arma::size(A), arma::size(B));
  RC_ASSERT(same<double>(R, vec(A) * vec(B).t()));
}

// Any M, not only a product: <M, A (x) B> = vec(A)^T R(M) vec(B), which determines R(M).
RC_BOOST_PROP(the_rearrangement_turns_inner_products_with_kronecker_products_into_bilinear_forms,
              ())
{
  const arma::mat A = draw(draw_size(), draw_size()), B = draw(draw_size(), draw_size());
  const arma::mat M = draw(A.n_rows * B.n_rows, A.n_cols * B.n_cols);
  const arma::mat R = kronecker_rearrangement(M, arma::size(A), arma::size(B));
  RC_ASSERT(arma::accu(M % kronecker(A, B)) == arma::as_scalar(vec(A).t() * R * vec(B)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_rows_of_the_rearrangement_are_the_blocks_columns_first, Real,
                              Reals)
{
  // Blocks of 1 x 2: (1 2), (3 4) above (5 6), (7 8).
  const arma::Mat<Real> M{{1, 2, 3, 4}, {5, 6, 7, 8}};
  const arma::Mat<Real> R = kronecker_rearrangement(M, arma::size(2, 2), arma::size(1, 2));
  BOOST_TEST(same<Real>(R, arma::Mat<Real>{{1, 2}, {5, 6}, {3, 4}, {7, 8}}));
}

// The singular value decomposition of a matrix of at most 25 x 25 errs by about 25 eps of its norm,
// and the factors carry that twice; 200 eps is safe.
RC_BOOST_PROP(the_nearest_kronecker_product_of_a_kronecker_product_is_itself, ())
{
  const arma::mat A = draw(draw_size(), draw_size()), B = draw(draw_size(), draw_size());
  const arma::mat M = kronecker(A, B);
  const auto nearest = nearest_kronecker(M, arma::size(A), arma::size(B));
  RC_ASSERT(arma::size(nearest.A) == arma::size(A));
  RC_ASSERT(arma::size(nearest.B) == arma::size(B));
  RC_ASSERT(arma::norm(M - kronecker(nearest.A, nearest.B), "fro") <=
            200 * arma::datum::eps * arma::norm(M, "fro"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(of_two_orthogonal_terms_the_larger_is_the_nearest_kronecker_product,
                              Real, Reals)
{
  // The terms' left factors are orthogonal to each other, and so are their right factors.
  const arma::Mat<Real> A{{0, -2}, {0, 0}}, B{{1, 0}, {0, 1}}, C{{1, 0}, {0, 0}}, D{{0, 1}, {1, 0}};
  const arma::Mat<Real> M = kronecker(A, B) + kronecker(C, D);
  const auto nearest = nearest_kronecker(M, arma::size(2, 2), arma::size(2, 2));
  const Real tolerance = 20 * std::numeric_limits<Real>::epsilon();
  const Real root = std::pow(Real(2), Real(0.25)); // of |A| / |B| = 2 / sqrt(2), the root
  const arma::Mat<Real> A_of_equal_norm = -A / root, B_of_equal_norm = -B * root;
  BOOST_TEST(arma::approx_equal(nearest.A, A_of_equal_norm, "absdiff", tolerance));
  BOOST_TEST(arma::approx_equal(nearest.B, B_of_equal_norm, "absdiff", tolerance));
}

// A competitor that solves for one factor at a time, which never moves away from M. It may stop at
// another critical point, never nearer to M.
RC_BOOST_PROP(no_kronecker_product_found_by_alternating_least_squares_is_nearer, ())
{
  const arma::uword rows = draw_size(), columns = draw_size();
  const arma::mat B_start = draw(draw_size(), draw_size());
  RC_PRE(!B_start.is_zero());
  const arma::mat M = draw(rows * B_start.n_rows, columns * B_start.n_cols);
  const auto nearest = nearest_kronecker(M, arma::size(rows, columns), arma::size(B_start));
  const double distance = arma::norm(M - kronecker(nearest.A, nearest.B), "fro");

  arma::mat A(rows, columns), B = B_start;
  for (int step = 0; step < 20; ++step) {
    const auto block = [&](arma::uword i, arma::uword j) {
      return arma::mat(M.submat(i * B.n_rows, j * B.n_cols, arma::size(B)));
    };
    for (arma::uword i = 0; i < rows; ++i)
      for (arma::uword j = 0; j < columns; ++j)
        A(i, j) = arma::accu(block(i, j) % B) / arma::accu(B % B);
    if (A.is_zero())
      break;
    arma::mat sum(arma::size(B), arma::fill::zeros);
    for (arma::uword i = 0; i < rows; ++i)
      for (arma::uword j = 0; j < columns; ++j)
        sum += A(i, j) * block(i, j);
    B = sum / arma::accu(A % A);
  }
  const double slack = 200 * arma::datum::eps * arma::norm(M, "fro");
  RC_ASSERT(distance <= arma::norm(M - kronecker(A, B), "fro") + slack);
}

BOOST_AUTO_TEST_CASE(a_matrix_that_no_product_of_these_sizes_can_be_is_refused)
{
  const arma::mat M(6, 4, arma::fill::ones);
  const auto size = [](arma::uword n_rows, arma::uword n_cols) {
    return arma::size(n_rows, n_cols);
  };
  BOOST_CHECK_NO_THROW(kronecker_rearrangement(M, size(3, 2), size(2, 2)));
  BOOST_CHECK_EXCEPTION(kronecker_rearrangement(M, size(3, 2), size(2, 3)), Error,
                        says("kronecker_rearrangement", "M must be 6 x 6"));
  BOOST_CHECK_EXCEPTION(nearest_kronecker(M, size(3, 3), size(2, 2)), Error,
                        says("nearest_kronecker", "with A 3 x 3 and B 2 x 2, got 6 x 4"));
  BOOST_CHECK_EXCEPTION(nearest_kronecker(M, size(0, 2), size(2, 2)), Error,
                        says("nearest_kronecker", "A must not be empty, got size 0 x 2"));
  BOOST_CHECK_EXCEPTION(kronecker_rearrangement(M, size(3, 2), size(2, 0)), Error,
                        says("kronecker_rearrangement", "B must not be empty, got size 2 x 0"));
  arma::mat infinite = M;
  infinite(2, 1) = HUGE_VAL;
  BOOST_CHECK_EXCEPTION(nearest_kronecker(infinite, size(3, 2), size(2, 2)), Error,
                        says("nearest_kronecker", "must be finite"));
}

BOOST_AUTO_TEST_CASE(flops_count_the_cheaper_order_of_the_action)
{
  const auto size = [](arma::uword n_rows, arma::uword n_cols) {
    return arma::size(n_rows, n_cols);
  };
  // A 1 x 100, B 50 x 2: B (M A^T) costs 2 (2 100 1 + 50 2 1), (B M) A^T 2 (50 2 100 + 50 100 1).
  BOOST_TEST(kronecker_action_flops(size(1, 100), size(50, 2)) == 600.0);
  // A 100 x 1, B 2 x 50: (B M) A^T costs 2 (2 50 1 + 2 1 100), B (M A^T) 2 (50 1 100 + 2 50 100).
  BOOST_TEST(kronecker_action_flops(size(100, 1), size(2, 50)) == 600.0);
  BOOST_TEST(kronecker_action_flops(size(7, 7), size(7, 7)) == 4.0 * 7 * 7 * 7);
  BOOST_TEST(kronecker_product_flops(size(2, 3), size(5, 7)) == 3.0 * 2 * 3 * 5 * 7);
  BOOST_TEST(kronecker_bytes(size(2, 3), size(5, 7)) == 8.0 * 2 * 3 * 5 * 7);
  BOOST_TEST(kronecker_bytes<float>(size(2, 3), size(5, 7)) == 4.0 * 2 * 3 * 5 * 7);
}

BOOST_AUTO_TEST_CASE(a_product_larger_than_memory_is_refused_with_the_bytes_it_needs)
{
  const arma::mat A(3000, 3000, arma::fill::zeros);
  // 3000^4 8 = 648 10^12 bytes.
  BOOST_CHECK_EXCEPTION(kronecker(A, A), Error, says("kronecker", "needs 648000000000000 bytes"));
  const arma::frowvec wide(1 << 17, arma::fill::zeros);
  const arma::fcolvec tall(1 << 17, arma::fill::zeros);
  BOOST_CHECK_EXCEPTION(
      (kronecker<float>(arma::fmat(tall * wide.head(64)), arma::fmat(tall.head(1 << 10) * wide))),
      Error, says("kronecker", "needs 4503599627370496 bytes"));
}

#if !defined(EPREUVE_SANITIZE) // has more address space than any limit
BOOST_AUTO_TEST_CASE(a_product_that_the_system_does_not_grant_is_refused_the_same_way)
{
  rlimit before{};
  BOOST_TEST_REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  const arma::mat A(100, 100, arma::fill::zeros); // 800 MB
  rlimit tight = before;
  tight.rlim_cur = 64 << 20;
  BOOST_TEST_REQUIRE(setrlimit(RLIMIT_AS, &tight) == 0);
  std::string message;
  try {
    (void)kronecker(A, A);
  } catch (const Error& error) {
    message = error.what();
  }
  BOOST_TEST_REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
  BOOST_TEST(message.find("needs 800000000 bytes") != std::string::npos);
}
#endif

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit_are_refused)
{
  const arma::mat A(2, 3, arma::fill::ones), B(4, 5, arma::fill::ones), M(5, 3, arma::fill::ones);
  const arma::mat empty(0, 3), turned = M.t();
  const arma::vec v(6, arma::fill::ones);
  BOOST_CHECK_NO_THROW(kronecker_action(A, B, M));
  BOOST_CHECK_EXCEPTION(kronecker_action(A, B, turned), Error,
                        says("kronecker_action", "M must be 5 x 3"));
  BOOST_CHECK_EXCEPTION(kronecker_action(A, B, turned), Error,
                        says("kronecker_action", "A 2 x 3 and B 4 x 5, got 3 x 5"));
  BOOST_CHECK_EXCEPTION(column_of_action(A, B, turned, 0), Error,
                        says("column_of_action", "M must be 5 x 3"));
  BOOST_CHECK_EXCEPTION(column_of_action(A, B, M, 2), Error,
                        says("column_of_action", "j must be below 2"));
  BOOST_CHECK_EXCEPTION(kronecker(empty, B), Error, says("kronecker", "A must not be empty"));
  BOOST_CHECK_EXCEPTION(kronecker(A, empty), Error, says("kronecker", "B must not be empty"));
  BOOST_CHECK_EXCEPTION(kronecker_action(empty, B, M), Error,
                        says("kronecker_action", "A must not be empty"));
  BOOST_CHECK_EXCEPTION(column_of_action(A, empty, M, 0), Error,
                        says("column_of_action", "B must not be empty"));
  BOOST_CHECK_EXCEPTION(unvec(v, 2, 2), Error, says("unvec", "v must have 2 x 2 entries, got 6"));
  BOOST_CHECK_EXCEPTION(unvec_rows(v, 4, 2), Error,
                        says("unvec_rows", "v must have 4 x 2 entries, got 6"));
  BOOST_CHECK_EXCEPTION(unvec(v, 0, 6), Error, says("unvec", "v must have 0 x 6 entries, got 6"));
}
