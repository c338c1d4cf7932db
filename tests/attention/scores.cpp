#include "epreuve/attention/scores.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/reference.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve::instruments;
using epreuve::attention::attention_scores;
using epreuve::attention::scaled_attention_scores;
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
