#include "epreuve/math/linear_algebra/minimum_norm.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "support/errors.hpp"

#include <rapidcheck/boost_test.h>

#include <boost/mpl/list.hpp>

#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::instruments;
using namespace epreuve::math;
using epreuve::tests::says;

using Reals = boost::mpl::list<float, double>;

namespace {

template <typename Real>
constexpr auto eps = static_cast<double>(std::numeric_limits<Real>::epsilon());

template <typename Real>
RationalMatrix exact(const arma::Mat<Real>& A)
{
  return RationalMatrix(arma::conv_to<arma::mat>::from(A));
}

/// |x - reference| / |reference|, the difference taken exactly.
template <typename Real>
double relative_error(const arma::Mat<Real>& x, const RationalMatrix& reference)
{
  return arma::norm((exact(x) - reference).to_double(), "fro") /
         arma::norm(reference.to_double(), "fro");
}

/// The first-order error of a QR solver is c u cond(A), with c growing with the dimensions and
/// u = eps / 2 (Demmel and Higham, Improved Error Bounds for Underdetermined System Solvers, 1993);
/// c = 8 n N here and in chapter 02.
template <typename Real>
double qr_bound(const arma::Mat<Real>& A)
{
  return 4 * static_cast<double>(A.n_elem) * eps<Real> *
         arma::cond(arma::conv_to<arma::mat>::from(A));
}

/// LAPACK's iteration for the SVD takes each of n - 1 off-diagonal entries for 0 once it is below u^(7/8), at most 100 u,
/// relative to its neighbours (dbdsqr's TOLMUL).
template <typename Real>
double svd_bound(const arma::Mat<Real>& A)
{
  return qr_bound(A) *
         (1 + 100. * static_cast<double>(A.n_rows - 1) / (8. * static_cast<double>(A.n_elem)));
}

/// For the normal equations the square of the condition number takes its place.
template <typename Real>
double normal_equations_bound(const arma::Mat<Real>& A)
{
  return qr_bound(A) * arma::cond(arma::conv_to<arma::mat>::from(A));
}

template <typename Real>
arma::Mat<Real> draw_integers(arma::uword n_rows, arma::uword n_cols)
{
  arma::Mat<Real> A(n_rows, n_cols);
  for (Real& entry : A)
    entry = static_cast<Real>(*rc::gen::inRange(-3, 4));
  return A;
}

arma::uword draw_size(int from, int below)
{
  return static_cast<arma::uword>(*rc::gen::inRange(from, below));
}

/// Rows that are nearly parallel, condition number sqrt(2) / epsilon.
template <typename Real>
arma::Mat<Real> nearly_parallel_rows(Real epsilon)
{
  return {{1, epsilon, 0}, {1, 0, epsilon}};
}

template <typename Real>
void check_all_methods_against_exact_rationals()
{
  const arma::uword n = draw_size(1, 6), N = n + draw_size(0, 6);
  const arma::Mat<Real> A = draw_integers<Real>(n, N);
  const arma::Col<Real> y = arma::vectorise(draw_integers<Real>(n, 1));
  RC_PRE(rank(exact(A)) == n);
  RC_PRE(!y.is_zero());

  const RationalMatrix x = minimum_norm_solution(exact(A), exact<Real>(y));
  RC_ASSERT(relative_error<Real>(minimum_norm_solution(A, y), x) <= qr_bound(A));
  RC_ASSERT(relative_error<Real>(minimum_norm_semi_normal_equations(A, y), x) <= qr_bound(A));
  RC_ASSERT(relative_error<Real>(minimum_norm_svd(A, y).x, x) <= svd_bound(A));
  RC_ASSERT(relative_error<Real>(minimum_norm_normal_equations(A, y), x) <=
            normal_equations_bound(A));
  RC_ASSERT(relative_error<Real>(right_inverse(A), right_inverse(exact(A))) <= qr_bound(A));
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(the_worked_example_comes_out_in_thirds, Real, Reals)
{
  const arma::Mat<Real> A{{1, 2, 0, -1}, {1, 1, -1, 0}};
  const arma::Col<Real> y{2, -1};
  const RationalMatrix x = Rational(1, 3) * RationalMatrix{{-1}, {2}, {4}, {-3}};
  const RationalMatrix B = Rational(1, 3) * RationalMatrix{{0, 1}, {1, 0}, {1, -2}, {-1, 1}};
  BOOST_TEST(relative_error<Real>(minimum_norm_solution(A, y), x) <= qr_bound(A));
  BOOST_TEST(relative_error<Real>(minimum_norm_semi_normal_equations(A, y), x) <= qr_bound(A));
  BOOST_TEST(relative_error<Real>(minimum_norm_svd(A, y).x, x) <= svd_bound(A));
  BOOST_TEST(relative_error<Real>(right_inverse(A), B) <= qr_bound(A));
  BOOST_TEST(relative_error<Real>(minimum_norm_normal_equations(A, y), x) <=
             normal_equations_bound(A));
}

RC_BOOST_PROP(every_method_agrees_with_exact_rationals_in_double, ())
{
  check_all_methods_against_exact_rationals<double>();
}

RC_BOOST_PROP(every_method_agrees_with_exact_rationals_in_float, ())
{
  check_all_methods_against_exact_rationals<float>();
}

RC_BOOST_PROP(the_rank_found_is_the_exact_rank, ())
{
  const arma::uword n = draw_size(1, 6), r = draw_size(1, 4), N = draw_size(1, 6);
  const arma::mat A = draw_integers<double>(n, r) * draw_integers<double>(r, N);
  const arma::uword exact_rank = rank(exact(A));
  RC_ASSERT(numerical_rank(A) == exact_rank);
  RC_ASSERT(numerical_rank(arma::fmat(arma::conv_to<arma::fmat>::from(A))) == exact_rank);
}

RC_BOOST_PROP(no_rank_deficient_system_gets_an_answer_from_a_full_rank_solver, ())
{
  const arma::uword r = draw_size(1, 4), n = r + draw_size(1, 3), N = n + draw_size(0, 4);
  const arma::mat A = draw_integers<double>(n, r) * draw_integers<double>(r, N);
  const arma::vec y(n, arma::fill::ones);
  RC_ASSERT_THROWS_AS(minimum_norm_solution(A, y), Error);
  RC_ASSERT_THROWS_AS(minimum_norm_normal_equations(A, y), Error);
  RC_ASSERT_THROWS_AS(minimum_norm_semi_normal_equations(A, y), Error);
  RC_ASSERT_THROWS_AS(right_inverse(A), Error);
}

RC_BOOST_PROP(svd_gives_the_pseudo_inverse_of_a_rank_deficient_matrix, ())
{
  const arma::uword r = draw_size(1, 4), n = r + draw_size(1, 3), N = n + draw_size(0, 3);
  const arma::mat F = draw_integers<double>(n, r), G = draw_integers<double>(r, N), A = F * G;
  const arma::vec y = arma::vectorise(draw_integers<double>(n, 1));
  RC_PRE(rank(exact(A)) == r);

  // A = F G with F and G of full rank: A^+ = G^T (G G^T)^{-1} (F^T F)^{-1} F^T.
  const RationalMatrix Ft = transpose(exact(F));
  const RationalMatrix x =
      right_inverse(exact(G)) * (inverse(Ft * transpose(Ft)) * (Ft * exact<double>(y)));
  const double residual = arma::norm((exact(A) * x - exact<double>(y)).to_double());

  const auto found = minimum_norm_svd(A, y);
  const arma::vec sigma = arma::svd(A);
  const double condition = sigma(0) / sigma(r - 1);
  const double bound = 4 * static_cast<double>(A.n_elem) * eps<double> * condition;
  // Least squares: what of y lies outside the range of A enters with the condition squared.
  const double error = arma::norm((exact<double>(found.x) - x).to_double());
  RC_ASSERT(found.rank == r);
  RC_ASSERT(error <= bound * (arma::norm(x.to_double()) + condition * residual / sigma(0)));
  RC_ASSERT(std::abs(found.residual_norm - residual) <= bound * arma::norm(y));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(svd_reports_rank_singular_values_and_residual, Real, Reals)
{
  const arma::Mat<Real> A{{1, 2, 2}, {2, 4, 4}};
  const auto found = minimum_norm_svd<Real>(A, {1, 3});
  const Real tolerance = 24 * std::numeric_limits<Real>::epsilon(); // 4 n N eps, relative
  BOOST_TEST(found.rank == 1);
  BOOST_TEST(found.singular_values.n_elem == 2);
  BOOST_TEST(std::abs(found.singular_values(0) - std::sqrt(Real(45))) <= 7 * tolerance);
  BOOST_TEST(found.singular_values(1) <= 7 * tolerance);
  // The range of A is spanned by (1, 2): the nearest point to (1, 3) is 7/5 (1, 2).
  BOOST_TEST(std::abs(found.residual_norm - 1 / std::sqrt(Real(5))) <= 4 * tolerance);
  BOOST_TEST(arma::norm(found.x - arma::Col<Real>{7, 14, 14} / Real(45)) <= tolerance);
}

BOOST_AUTO_TEST_CASE(svd_of_the_zero_matrix_has_rank_zero_and_answers_zero)
{
  const auto found = minimum_norm_svd(arma::mat(2, 3, arma::fill::zeros), arma::vec{3, 4});
  BOOST_TEST(found.rank == 0);
  BOOST_TEST(found.x.is_zero());
  BOOST_TEST(found.x.n_elem == 3);
  BOOST_TEST(found.residual_norm == 5.0);
}

BOOST_AUTO_TEST_CASE(qr_keeps_the_digits_that_the_normal_equations_lose)
{
  const arma::mat A = nearly_parallel_rows(1e-6);
  const arma::vec y{1, 2};
  const RationalMatrix x = minimum_norm_solution(exact(A), exact<double>(y));
  // 1 + 1e-12 has lost all but four digits of the 1e-12 in which the rows differ.
  BOOST_TEST(relative_error<double>(minimum_norm_normal_equations(A, y), x) > 1e-6);
  BOOST_TEST(relative_error<double>(minimum_norm_normal_equations(A, y), x) < 1e-3);
  BOOST_TEST(relative_error<double>(minimum_norm_solution(A, y), x) <= qr_bound(A));
  BOOST_TEST(relative_error<double>(minimum_norm_svd(A, y).x, x) <= svd_bound(A));
}

BOOST_AUTO_TEST_CASE(semi_normal_equations_keep_their_digits_where_A_At_has_none)
{
  // The condition number of A A^T is 2e16, beyond 1 / u.
  const arma::mat A = nearly_parallel_rows(1e-8);
  const arma::vec y{1, 2};
  const RationalMatrix x = minimum_norm_solution(exact(A), exact<double>(y));
  BOOST_CHECK_THROW(minimum_norm_normal_equations(A, y), Error);
  BOOST_TEST(relative_error<double>(minimum_norm_semi_normal_equations(A, y), x) <= qr_bound(A));
}

BOOST_AUTO_TEST_CASE(normal_equations_refuse_where_qr_still_answers)
{
  const arma::mat A = nearly_parallel_rows(1e-9);
  const arma::vec y{1, 2};
  BOOST_CHECK_EXCEPTION(minimum_norm_normal_equations(A, y), Error,
                        says("minimum_norm_normal_equations", "A A^T is singular"));
  const RationalMatrix x = minimum_norm_solution(exact(A), exact<double>(y));
  BOOST_TEST(relative_error<double>(minimum_norm_solution(A, y), x) <= qr_bound(A));
}

BOOST_AUTO_TEST_CASE(the_rank_is_decided_at_eps_times_the_larger_dimension)
{
  const double N = 100;
  for (const double sigma : {0.5 * N * eps<double>, 2 * N * eps<double>}) {
    arma::mat A(2, 100, arma::fill::zeros);
    A(0, 7) = 1;
    A(1, 3) = sigma;
    const arma::uword expected = sigma > N * eps<double> ? 2 : 1;
    BOOST_TEST(numerical_rank(A) == expected);
    BOOST_TEST(numerical_rank(arma::mat(A.t())) == expected);
    BOOST_TEST(minimum_norm_svd(A, arma::vec{1, 0}).rank == expected);
  }
}

BOOST_AUTO_TEST_CASE(the_rank_is_seen_where_no_diagonal_entry_of_the_factor_is_small)
{
  // Kahan's matrix of order 90, c = 0.4: R = A^T is its own QR factor, its least diagonal entry
  // is 4e-4 of the largest, and its least singular value is below eps N sigma_max.
  const arma::uword n = 90;
  const double c = 0.4, s = std::sqrt(1 - c * c);
  arma::mat R(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n; ++i) {
    R(i, i) = std::pow(s, static_cast<double>(i));
    for (arma::uword j = i + 1; j < n; ++j)
      R(i, j) = -c * std::pow(s, static_cast<double>(i));
  }
  BOOST_TEST(R(n - 1, n - 1) > 1e-4);
  BOOST_TEST(numerical_rank(R) == n - 1);
  BOOST_CHECK_EXCEPTION(minimum_norm_solution(arma::mat(R.t()), arma::vec(n, arma::fill::ones)),
                        Error, says("minimum_norm_solution", "must have rank 90, found rank 89"));
}

BOOST_AUTO_TEST_CASE(a_square_matrix_gives_its_inverse)
{
  const arma::mat A{{2, 1, 0}, {-1, 3, 1}, {0, 1, 1}};
  BOOST_TEST(relative_error<double>(right_inverse(A), inverse(exact(A))) <= qr_bound(A));
  BOOST_TEST(minimum_norm_solution(arma::mat{4}, arma::vec{6})(0) == 1.5);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_right_inverse_taller_than_a_band_is_the_exact_one, Real, Reals)
{
  arma::Mat<Real> A(3, 2500);
  for (arma::uword j = 0; j < A.n_cols; ++j)
    for (arma::uword i = 0; i < A.n_rows; ++i)
      A(i, j) = static_cast<Real>((7 * i + 3) * (j + 2) % 11) - 5;
  const arma::Mat<Real> B = right_inverse(A);
  // A A^T holds integers below 2^24: exact in both types, and small to invert by hand.
  const RationalMatrix gram = exact<Real>(A * A.t());
  const arma::mat expected = arma::conv_to<arma::mat>::from(A).t() * inverse(gram).to_double();
  BOOST_TEST(arma::norm(arma::conv_to<arma::mat>::from(B) - expected, "fro") <=
             qr_bound(A) * arma::norm(expected, "fro"));
}

BOOST_AUTO_TEST_CASE(magnitudes_that_A_At_cannot_hold_are_no_trouble_for_the_others)
{
  const arma::mat A{{1, 2, 0, -1}, {1, 1, -1, 0}};
  const arma::vec y{2, -1};
  const arma::vec x = arma::vec{-1, 2, 4, -3} / 3;
  for (const double scale : {0x1p-700, 0x1p700}) {
    const arma::mat scaled = scale * A;
    BOOST_TEST(arma::norm(minimum_norm_solution(scaled, y) * scale - x) <= 2 * qr_bound(A));
    BOOST_TEST(arma::norm(minimum_norm_semi_normal_equations(scaled, y) * scale - x) <=
               2 * qr_bound(A));
    BOOST_TEST(arma::norm(minimum_norm_svd(scaled, y).x * scale - x) <= 2 * svd_bound(A));
    BOOST_CHECK_EXCEPTION(minimum_norm_normal_equations(scaled, y), Error,
                          says("minimum_norm_normal_equations", "A A^T is singular"));
  }
}

BOOST_AUTO_TEST_CASE(rank_deficient_systems_are_refused_with_the_rank_found)
{
  const arma::mat A{{1, 2, 3}, {2, 4, 6}};
  const arma::vec y{1, 2};
  BOOST_CHECK_EXCEPTION(minimum_norm_solution(A, y), Error,
                        says("minimum_norm_solution", "A (2 x 3) must have rank 2, found rank 1"));
  BOOST_CHECK_EXCEPTION(right_inverse(A), Error,
                        says("right_inverse", "A (2 x 3) must have rank 2, found rank 1"));
  BOOST_CHECK_EXCEPTION(minimum_norm_semi_normal_equations(A, y), Error,
                        says("minimum_norm_semi_normal_equations", "found rank 1"));
  BOOST_CHECK_EXCEPTION(minimum_norm_normal_equations(A, y), Error,
                        says("minimum_norm_normal_equations", "A (2 x 3) has rank < 2"));
}

BOOST_AUTO_TEST_CASE(bad_input_is_refused_by_each_function_in_its_own_name)
{
  const arma::mat good{{1, 2, 3}, {0, 1, 1}}, tall(3, 2, arma::fill::ones), empty(0, 3);
  const arma::mat broken{{1, arma::datum::nan}}, infinite{{1, arma::datum::inf}};
  const arma::vec y{1, 2};
  using Solver = arma::vec (*)(const arma::mat&, const arma::vec&);
  const Solver by_svd = [](const arma::mat& A, const arma::vec& b) {
    return minimum_norm_svd(A, b).x;
  };
  const Solver by_right_inverse = [](const arma::mat& A, const arma::vec&) {
    return arma::vec(right_inverse(A).col(0));
  };
  const std::vector<std::pair<std::string_view, Solver>> solvers{
      {"minimum_norm_solution", minimum_norm_solution<double>},
      {"minimum_norm_normal_equations", minimum_norm_normal_equations<double>},
      {"minimum_norm_semi_normal_equations", minimum_norm_semi_normal_equations<double>},
      {"minimum_norm_svd", by_svd},
      {"right_inverse", by_right_inverse}};
  for (const auto& [name, solve] : solvers) {
    BOOST_TEST_CONTEXT(name)
    {
      BOOST_CHECK_EXCEPTION(solve(empty, arma::vec()), Error, says(name, "A must not be empty"));
      BOOST_CHECK_EXCEPTION(solve(broken, {1}), Error, says(name, "A must be finite, got 1 x 2"));
      BOOST_CHECK_EXCEPTION(solve(infinite, {1}), Error, says(name, "A must be finite"));
      BOOST_CHECK_EXCEPTION(solve(tall, {1, 2, 3}), Error, says(name, "n <= N"));
      if (name == "right_inverse")
        continue;
      BOOST_CHECK_EXCEPTION(solve(good, {1, 2, 3}), Error, says(name, "2 rows of A, got 3"));
      BOOST_CHECK_EXCEPTION(solve(good, {1, arma::datum::inf}), Error,
                            says(name, "y must be finite"));
    }
  }
  BOOST_CHECK_EXCEPTION(numerical_rank(empty), Error,
                        says("numerical_rank", "A must not be empty"));
  BOOST_CHECK_EXCEPTION(numerical_rank(broken), Error, says("numerical_rank", "A must be finite"));
  const arma::mat huge{{1.5e308, 1.5e308}};
  BOOST_CHECK_EXCEPTION(minimum_norm_solution(huge, arma::vec{1}), Error,
                        says("minimum_norm_solution", "A has entries too large"));
}
