#include "epreuve/attention/heads.hpp"

#include "epreuve/attention/patterns.hpp"
#include "epreuve/instruments/heads/attention_written_out.hpp"
#include "epreuve/math/linear_algebra/kronecker.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <tuple>

using namespace epreuve::attention;
using epreuve::Error;
using epreuve::tests::says;
using Reals = std::tuple<float, double>;

namespace {

template <typename Real>
arma::Mat<Real> random_matrix(arma::uword rows, arma::uword columns, unsigned seed)
{
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> entry(-1, 1);
  arma::Mat<Real> M(rows, columns);
  M.imbue([&] { return Real(entry(generator)); });
  return M;
}

/// Of dimension 2 on tokens of dimension 3, values of dimension 4: no two sizes are equal.
template <typename Real>
Head<Real> random_head()
{
  return {random_matrix<Real>(2, 3, 1), random_matrix<Real>(2, 3, 2), random_matrix<Real>(4, 3, 3),
          random_matrix<Real>(3, 4, 4)};
}

/// Entries stay below 10 and no sum has more than 20 terms.
template <typename Real>
constexpr double rounding = 1000 * double(std::numeric_limits<Real>::epsilon());

template <typename Real>
double distance(const arma::Mat<Real>& A, const arma::Mat<Real>& B)
{
  BOOST_TEST_REQUIRE(arma::size(A) == arma::size(B));
  return double(arma::abs(A - B).max());
}

} // namespace

BOOST_AUTO_TEST_CASE(a_head_passes_on_the_mean_of_the_values_weighted_by_its_pattern)
{
  const arma::mat V{{3, 9, 0}, {1, 1, 1}}, A{{1, 0, 0}, {0.5, 0.5, 0}};
  BOOST_TEST(distance<double>(head_output(V, A), {{3, 6}, {1, 1}}) < 1e-15);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_head_is_a_kronecker_product_of_its_pattern_and_its_weights, Real,
                              Reals)
{
  const Head<Real> head = random_head<Real>();
  const arma::Mat<Real> x = random_matrix<Real>(3, 5, 5), y = random_matrix<Real>(3, 7, 6);
  const arma::Mat<Real> queries = head.W_Q * x, keys = head.W_K * y, W_OV = head.W_O * head.W_V;
  const arma::Mat<Real> A = attention_pattern(queries, keys);
  const arma::Col<Real> h = epreuve::math::kronecker(A, W_OV) * epreuve::math::vec(y);
  BOOST_TEST(distance(cross_attention(head, x, y), epreuve::math::unvec(h, 3, 5)) < rounding<Real>);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(columns_and_rows_are_transposes_and_number_by_number_the_same, Real,
                              Reals)
{
  const arma::Mat<Real> Q = random_matrix<Real>(2, 5, 1), K = random_matrix<Real>(2, 7, 2);
  const arma::Mat<Real> V = random_matrix<Real>(4, 7, 3), Q_T = Q.t(), K_T = K.t(), V_T = V.t();
  const arma::Mat<Real> by_columns = attend(Q, K, V), by_rows = attend_rows(Q_T, K_T, V_T).t();
  BOOST_TEST(distance(by_columns, by_rows) == 0);
  const auto to_double = [](const auto& M) { return arma::conv_to<arma::mat>::from(M); };
  const arma::mat expected = epreuve::instruments::attention_written_out(
      to_double(Q), to_double(K), to_double(V), std::sqrt(2));
  BOOST_TEST(distance(to_double(by_columns), expected) < rounding<Real>);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(self_attention_asks_and_answers_itself, Real, Reals)
{
  const Head<Real> head = random_head<Real>();
  const arma::Mat<Real> x = random_matrix<Real>(3, 5, 5);
  const arma::Mat<Real> Q = head.W_Q * x, K = head.W_K * x, V = head.W_V * x;
  const arma::Mat<Real> expected = head.W_O * attend(Q, K, V);
  BOOST_TEST(distance(self_attention(head, x), expected) < rounding<Real>);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused)
{
  BOOST_CHECK_EXCEPTION(head_output(arma::mat(4, 3), arma::mat(2, 2)), Error,
                        says("head_output", "4 x 3"));
  const Head<double> head = random_head<double>();
  const arma::mat x(3, 5, arma::fill::ones), wrong(2, 5, arma::fill::ones);
  BOOST_CHECK_EXCEPTION(cross_attention(head, wrong, x), Error,
                        says("cross_attention", "W_Q 2 x 3 and x 2 x 5"));
  BOOST_CHECK_EXCEPTION(cross_attention(head, x, wrong), Error,
                        says("cross_attention", "W_K 2 x 3 and y 2 x 5"));
  Head<double> as_printed = head;
  as_printed.W_O = head.W_V; // exo7 prints W_O of the shape of W_V
  BOOST_CHECK_EXCEPTION(self_attention(as_printed, x), Error,
                        says("cross_attention", "W_O 4 x 3 and W_V 4 x 3"));
}
