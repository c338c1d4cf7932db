#include "epreuve/math/scores.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/accuracy.hpp"
#include "epreuve/instruments/softmax.hpp"
#include "epreuve/math/softmax.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>
#include <rapidcheck/boost_test.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <vector>

using epreuve::instruments::entropy_50;
using namespace epreuve::instruments;
using namespace epreuve::math;
using Reals = std::tuple<float, double>;

namespace {

template <typename Real>
constexpr Real not_a_number = std::numeric_limits<Real>::quiet_NaN();
template <typename Real>
constexpr Real infinity = std::numeric_limits<Real>::infinity();

template <typename Real>
arma::Mat<Real> random_matrix(arma::uword rows, arma::uword columns, unsigned seed)
{
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> entry;
  arma::Mat<Real> M(rows, columns);
  M.imbue([&] { return static_cast<Real>(entry(generator)); });
  return M;
}

template <typename Real>
double entropy_bound()
{
  return std::is_same_v<Real, float> ? 0.51 : 4;
}

template <typename Call>
void refuses(Call call, const std::vector<std::string>& parts)
{
  BOOST_CHECK_EXCEPTION(call(), epreuve::Error, [&](const auto& error) {
    for (const std::string& part : parts)
      if (std::string(error.what()).find(part) == std::string::npos) {
        BOOST_TEST_MESSAGE(error.what() << " does not say " << part);
        return false;
      }
    return true;
  });
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(scores_are_dot_products_with_queries_as_rows, Real, Reals)
{
  const arma::Mat<Real> Q{{1, 2, 0}, {-3, 1, 4}};
  const arma::Mat<Real> K{{2, 5}, {1, -1}};
  const arma::Mat<Real> by_hand{{-1, 8}, {5, 9}, {4, -4}};
  const arma::Mat<Real> S = attention_scores(Q, K);
  BOOST_TEST_REQUIRE(arma::size(S) == arma::size(by_hand));
  BOOST_TEST(arma::all(arma::vectorise(S == by_hand)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(scores_are_within_the_bound_of_a_dot_product, Real, Reals)
{
  // A sum of r products in any order: r u |q| . |k| (Higham, Accuracy and Stability, 3.1); two
  // roundings more for the square root, which shrinks the score it divides, and the division.
  const arma::uword r = 64;
  const Reference u = static_cast<double>(std::numeric_limits<Real>::epsilon()) / 2;
  const arma::Mat<Real> Q = random_matrix<Real>(r, 7, 1), K = random_matrix<Real>(r, 5, 2);
  const arma::Mat<Real> S = attention_scores(Q, K), scaled = scaled_attention_scores(Q, K);
  BOOST_TEST_REQUIRE(arma::size(S) == arma::SizeMat(7, 5));
  BOOST_TEST_REQUIRE(arma::size(scaled) == arma::SizeMat(7, 5));
  double worst = 0, worst_scaled = 0;
  for (arma::uword i = 0; i < 7; ++i)
    for (arma::uword j = 0; j < 5; ++j) {
      Reference exact = 0, size = 0;
      for (arma::uword l = 0; l < r; ++l) {
        exact += Reference(Q(l, i)) * K(l, j);
        size += abs(Reference(Q(l, i)) * K(l, j));
      }
      worst = std::max(worst, static_cast<double>(abs(S(i, j) - exact) / (r * u * size)));
      const Reference error = abs(scaled(i, j) - exact / sqrt(Reference(r)));
      worst_scaled = std::max(
          worst_scaled, static_cast<double>(error * sqrt(Reference(r)) / ((r + 2) * u * size)));
    }
  BOOST_TEST(worst <= 1);
  BOOST_TEST(worst_scaled <= 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_scale_is_the_root_of_the_dimension_not_of_the_length, Real, Reals)
{
  const arma::Mat<Real> Q(9, 2, arma::fill::ones), K(9, 5, arma::fill::value(2));
  BOOST_TEST(arma::all(arma::vectorise(attention_scores(Q, K) == 18)));
  BOOST_TEST(arma::all(arma::vectorise(scaled_attention_scores(Q, K) == 6)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(queries_and_keys_that_do_not_fit_are_refused, Real, Reals)
{
  using Matrix = arma::Mat<Real>;
  const std::vector<std::pair<std::string, std::function<void(const Matrix&, const Matrix&)>>>
      functions{
          {"attention_scores", [](const Matrix& Q, const Matrix& K) { attention_scores(Q, K); }},
          {"scaled_attention_scores",
           [](const Matrix& Q, const Matrix& K) { scaled_attention_scores(Q, K); }}};
  const Matrix good(2, 3, arma::fill::ones);
  for (const auto& [name, function] : functions)
    BOOST_TEST_CONTEXT(name)
    {
      refuses([&] { function(good, good.t()); }, {name + ": Q and K", "Q 2 x 3 and K 3 x 2"});
      refuses([&] { function(Matrix(2, 0), good); }, {name + ": Q must", "got 2 x 0"});
      refuses([&] { function(good, Matrix(0, 3)); }, {name + ": K must", "got 0 x 3"});
      refuses([&] { function(Matrix{1, not_a_number<Real>}, Matrix{1}); },
              {name + ": Q must be finite"});
      refuses([&] { function(Matrix{1}, Matrix{infinity<Real>}); }, {name + ": K must be finite"});
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(entropy_is_within_4_ulp, Real, Reals)
{
  double worst = 0;
  for (const Real spread : {Real(1e-3), Real(1), Real(10), Real(60)})
    for (const arma::uword N : {2, 3, 10, 300}) {
      const arma::Col<Real> x = spread * random_matrix<Real>(N, 1, static_cast<unsigned>(N)).col(0);
      const arma::Col<Real> p = softmax(x);
      if (p.max() < 1)
        worst = std::max(worst, ulp_error(entropy(p), entropy_50({p.begin(), p.end()})));
    }
  BOOST_TEST(worst > 0);
  BOOST_TEST(worst <= entropy_bound<Real>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(entropy_goes_from_0_for_certainty_to_ln_N_for_equality, Real, Reals)
{
  BOOST_TEST(entropy(arma::Col<Real>{0, 1, 0}) == 0);
  BOOST_TEST(!std::signbit(entropy(arma::Col<Real>{1})));
  const arma::Col<Real> uniform(1024, arma::fill::value(Real(1) / 1024));
  BOOST_TEST(ulp_error(entropy(uniform), log(Reference(1024))) <= entropy_bound<Real>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_sum_that_only_rounding_keeps_from_1_is_accepted, Real, Reals)
{
  const Real epsilon = std::numeric_limits<Real>::epsilon();
  BOOST_TEST(entropy(arma::Col<Real>{1 + epsilon}) == 0);
  BOOST_TEST(entropy(arma::Col<Real>{1 - 16 * epsilon}) > 0);
  BOOST_CHECK_NO_THROW(entropy(arma::Col<Real>{Real(0.5), Real(0.5) + 18 * epsilon}));
  BOOST_CHECK_THROW(entropy(arma::Col<Real>{Real(0.5), Real(0.5) + 19 * epsilon}), epreuve::Error);
  BOOST_CHECK_THROW(entropy(arma::Col<Real>{Real(0.5), Real(0.5) - 19 * epsilon}), epreuve::Error);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_softmax_has_an_entropy, Real, Reals)
{
  for (const arma::uword N : {1, 2, 100, 50257})
    for (const Real spread : {Real(0), Real(1), Real(20)}) {
      const arma::Col<Real> x = spread * random_matrix<Real>(N, 1, 3).col(0);
      const Real H = entropy(softmax(x));
      BOOST_TEST(H >= 0);
      BOOST_TEST(static_cast<double>(H) <= std::log(static_cast<double>(N)) * (1 + 1e-6));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(entropy_of_independent_choices_adds, Real, Reals)
{
  const arma::Col<Real> p{Real(0.5), Real(0.375), Real(0.125)}, q{Real(0.75), Real(0.25)};
  const arma::Col<Real> both = arma::kron(p, q);
  const Reference apart = entropy_50({p.begin(), p.end()}) + entropy_50({q.begin(), q.end()});
  BOOST_TEST(ulp_error(entropy(both), apart) <= entropy_bound<Real>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(entropy_of_rows_is_the_entropy_of_each_row, Real, Reals)
{
  const arma::Mat<Real> P{{Real(0.5), Real(0.25), Real(0.25)}, {0, 1, 0}};
  const arma::Col<Real> H = entropy_rows(P);
  BOOST_TEST_REQUIRE(H.n_elem == 2);
  BOOST_TEST(ulp_error(H(0), Reference(1.5) * log(Reference(2))) <= entropy_bound<Real>());
  BOOST_TEST(H(1) == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_is_no_probability_vector_is_refused, Real, Reals)
{
  using Vector = arma::Col<Real>;
  refuses([] { entropy(Vector{}); }, {"entropy: p is empty"});
  refuses([] { entropy(Vector{1, Real(-0.5), Real(0.5)}); }, {"entropy: p", "-0.5 at index 1"});
  refuses([] { entropy(Vector{1, 0, not_a_number<Real>}); }, {"entropy: p", "nan at index 2"});
  refuses([] { entropy(Vector{infinity<Real>}); }, {"entropy: p", "inf at index 0"});
  refuses([] { entropy(Vector{Real(0.5), Real(0.25)}); }, {"entropy: p must sum to 1", "got 0.75"});
  refuses([] { entropy_rows(arma::Mat<Real>(0, 4)); }, {"entropy_rows: P", "0 x 4"});
  refuses([] { entropy_rows(arma::Mat<Real>{{1, 0}, {1, 1}}); },
          {"entropy_rows: row 1 of P must sum to 1", "got 2"});
}
