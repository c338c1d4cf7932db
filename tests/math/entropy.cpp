#include "epreuve/math/entropy.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/accuracy.hpp"
#include "epreuve/instruments/softmax.hpp"
#include "epreuve/math/softmax.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
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
