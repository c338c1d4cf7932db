#include "epreuve/math/softmax.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/accuracy.hpp"
#include "epreuve/instruments/softmax.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>
#include <rapidcheck/boost_test.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

using epreuve::instruments::log_softmax_50;
using epreuve::instruments::softmax_50;
using namespace epreuve::instruments;
using namespace epreuve::math;
using Reals = std::tuple<float, double>;
using Exact = std::vector<Reference>;

namespace {

template <typename Real>
constexpr Real infinity = std::numeric_limits<Real>::infinity();
template <typename Real>
constexpr Real largest = std::numeric_limits<Real>::max();

/// The bounds the header derives are for double; float is double rounded once.
template <typename Real>
double bound(double ulp_of_double)
{
  return std::is_same_v<Real, float> ? 0.51 : ulp_of_double;
}

template <typename Real>
double worst_ulps(const arma::Col<Real>& computed, const Exact& exact)
{
  if (computed.n_elem != exact.size())
    return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (arma::uword i = 0; i < computed.n_elem; ++i)
    worst = std::max(worst, ulp_error(computed(i), exact[i]));
  return worst;
}

template <typename Real>
Exact widened(const arma::Col<Real>& x)
{
  return Exact(x.begin(), x.end());
}

/// Logits from nearly equal to so far apart that most probabilities underflow, around 0 and far
/// from it; the same ones each time.
template <typename Real>
std::vector<arma::Col<Real>> many_logits()
{
  std::mt19937_64 generator(20240229);
  std::vector<arma::Col<Real>> result;
  for (const double spread : {1e-9, 1., 30., 300., 1500., 1e4})
    for (const double offset : {0., 1e3, -1e5})
      for (const arma::uword N : {1, 2, 3, 12})
        for (int repetition = 0; repetition < 3; ++repetition) {
          std::uniform_real_distribution<double> logit(offset - spread / 2, offset + spread / 2);
          arma::Col<Real> x(N);
          x.imbue([&] { return static_cast<Real>(logit(generator)); });
          result.push_back(x);
        }
  return result;
}

std::function<bool(const epreuve::Error&)> says(std::vector<std::string> parts)
{
  return [parts](const epreuve::Error& error) {
    for (const std::string& part : parts)
      if (std::string(error.what()).find(part) == std::string::npos) {
        BOOST_TEST_MESSAGE(error.what() << " does not say " << part);
        return false;
      }
    return true;
  };
}

template <typename Call>
void refuses(Call call, const std::vector<std::string>& parts)
{
  BOOST_CHECK_EXCEPTION(call(), epreuve::Error, says(parts));
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(softmax_is_within_9_ulp_for_logits_of_any_size, Real, Reals)
{
  double worst = 0;
  for (const auto& x : many_logits<Real>())
    worst = std::max(worst, worst_ulps(softmax(x), softmax_50(widened(x))));
  BOOST_TEST(worst <= bound<Real>(9));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(softmax_is_within_9_ulp_at_any_temperature, Real, Reals)
{
  double worst = 0;
  for (const Real T : {Real(0.07), Real(1) / 3, Real(1.7), Real(1e6)})
    for (const auto& x : many_logits<Real>())
      if (x.n_elem <= 3)
        worst = std::max(worst, worst_ulps(softmax(x, T), softmax_50(widened(x), T)));
  BOOST_TEST(worst <= bound<Real>(9));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(softmax_is_within_9_ulp_at_the_smallest_temperatures, Real, Reals)
{
  const Real T = std::is_same_v<Real, float> ? std::numeric_limits<Real>::denorm_min()
                                             : static_cast<Real>(1.3 * 0x1p-1000);
  const arma::Col<Real> x{0, -T * Real(0.7), -7 * T, -T * Real(61.3), -600 * T, -1};
  BOOST_TEST(worst_ulps(softmax(x, T), softmax_50(widened(x), T)) <= bound<Real>(9));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(softmax_at_temperature_1_is_softmax, Real, Reals)
{
  for (const auto& x : many_logits<Real>())
    BOOST_TEST(arma::all(softmax(x, 1) == softmax(x)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(softmax_survives_logits_that_overflow_exp, Real, Reals)
{
  const arma::Col<Real> x{1000, 1001, 999, -1000};
  BOOST_TEST(!softmax_naive(x).is_finite());
  BOOST_TEST(worst_ulps(softmax(x), softmax_50(widened(x))) <= bound<Real>(9));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(softmax_is_within_9_ulp_where_it_underflows_to_subnormals, Real,
                              Reals)
{
  const double smallest = std::log(static_cast<double>(std::numeric_limits<Real>::denorm_min()));
  const double normal = std::log(static_cast<double>(std::numeric_limits<Real>::min()));
  arma::Col<Real> x(200);
  x(0) = Real(0.3);
  for (arma::uword i = 1; i < 200; ++i)
    x(i) = static_cast<Real>(normal + (smallest - 1 - normal) * static_cast<double>(i) / 199);
  const arma::Col<Real> s = softmax(x);
  BOOST_TEST(s(100) > 0);
  BOOST_TEST(s(100) < std::numeric_limits<Real>::min());
  BOOST_TEST(s(199) == 0);
  BOOST_TEST(worst_ulps(s, softmax_50(widened(x))) <= bound<Real>(9));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(softmax_is_within_9_ulp_over_a_whole_vocabulary, Real, Reals)
{
  const arma::uword N = 50257;
  const arma::Col<Real> values{Real(-94.1504), Real(-91.7648), Real(-95.7328), Real(-80.1), -110};
  arma::Col<Real> x(N);
  for (arma::uword i = 0; i < N; ++i)
    x(i) = values(i % 5);
  Reference total = 0;
  for (arma::uword k = 0; k < 5; ++k)
    total += exp(Reference(values(k))) * ((N - k + 4) / 5);
  Exact exact;
  for (arma::uword k = 0; k < 5; ++k)
    exact.push_back(exp(Reference(values(k))) / total);
  BOOST_TEST(worst_ulps(arma::Col<Real>(softmax(x).head(5)), exact) <= bound<Real>(9));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_ends_of_the_range_are_logits_too, Real, Reals)
{
  const arma::Col<Real> ends{largest<Real>, 0, -largest<Real>};
  BOOST_TEST(arma::all(softmax(ends) == arma::Col<Real>{1, 0, 0}));
  BOOST_TEST(arma::all(softmax(ends, std::numeric_limits<Real>::denorm_min()) ==
                       arma::Col<Real>{1, 0, 0}));
  BOOST_TEST(worst_ulps(softmax(ends, largest<Real>), softmax_50(Exact{1, 0, -1})) <=
             bound<Real>(9));
  BOOST_TEST(arma::all(log_softmax(ends) == arma::Col<Real>{0, -largest<Real>, -infinity<Real>}));
  BOOST_TEST(log_sum_exp(ends) == largest<Real>);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_excluded_token_has_probability_exactly_0, Real, Reals)
{
  const arma::Col<Real> masked{-infinity<Real>, 2, -infinity<Real>, Real(-0.5)};
  const arma::Col<Real> kept{2, Real(-0.5)};
  const arma::uvec at{1, 3};

  const arma::Col<Real> s = softmax(masked), log_s = log_softmax(masked);
  BOOST_TEST(s(0) == 0);
  BOOST_TEST(s(2) == 0);
  BOOST_TEST(arma::all(arma::Col<Real>(s(at)) == softmax(kept)));
  BOOST_TEST(softmax(masked, Real(0.5))(0) == 0);
  BOOST_TEST(log_s(0) == -infinity<Real>);
  BOOST_TEST(arma::all(arma::Col<Real>(log_s(at)) == log_softmax(kept)));
  BOOST_TEST(log_sum_exp(masked) == log_sum_exp(kept));
  BOOST_TEST(softmax_naive(masked)(0) == 0);
  BOOST_TEST(arma::accu(arma::abs(softmax_jacobian(masked).row(0))) == 0);
  BOOST_TEST(softmax_jacobian_times(masked, arma::Col<Real>{9, 1, 2, 3})(0) == 0);
}

RC_BOOST_PROP(a_shift_of_all_logits_changes_no_bit, ())
{
  const auto logits =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(-800, 800)));
  const int shift = *rc::gen::inRange(-1000000, 1000000);
  const arma::vec x = arma::conv_to<arma::vec>::from(logits);
  const arma::vec shifted = x + shift;
  RC_ASSERT(arma::all(softmax(shifted) == softmax(x)));
  RC_ASSERT(arma::all(log_softmax(shifted) == log_softmax(x)));
}

RC_BOOST_PROP(probabilities_sum_to_1, ())
{
  const auto logits =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(-80000, 80000)));
  const arma::vec s = softmax(arma::vec(arma::conv_to<arma::vec>::from(logits) / 100));
  RC_ASSERT(s.min() >= 0);
  Reference total = 0;
  for (const double s_i : s)
    total += s_i;
  RC_ASSERT(abs(total - 1) <= 9 * 0x1p-53);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(naive_softmax_is_right_for_small_logits, Real, Reals)
{
  // exp to 1 ulp (2u) and N - 1 additions (3u) in the sum, exp and a division: 8u for N = 4.
  const arma::Col<Real> x{Real(2.2), Real(-1.1), Real(3.3), Real(0.44)};
  BOOST_TEST(worst_ulps(softmax_naive(x), softmax_50(widened(x))) <= 8);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(naive_softmax_fails_beyond_the_range_of_exp, Real, Reals)
{
  const bool single = std::is_same_v<Real, float>;
  const arma::Col<Real> high{single ? Real(88.8) : Real(709.8), 0};
  BOOST_TEST(std::isnan(softmax_naive(high)(0)));
  BOOST_TEST(softmax_naive(high)(1) == 0);
  const arma::Col<Real> below{single ? Real(88.7) : Real(709.7), 0};
  BOOST_TEST(softmax_naive(below)(0) == 1);
  const arma::Col<Real> low{single ? Real(-104) : Real(-746), single ? Real(-120) : Real(-800)};
  BOOST_TEST(softmax_naive(low).has_nan());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(log_softmax_is_within_7_ulp_for_logits_of_any_size, Real, Reals)
{
  double worst = 0;
  for (const auto& x : many_logits<Real>())
    worst = std::max(worst, worst_ulps(log_softmax(x), log_softmax_50(widened(x))));
  BOOST_TEST(worst <= bound<Real>(7));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(log_softmax_of_a_nearly_certain_token_keeps_its_digits, Real, Reals)
{
  const arma::Col<Real> x{5, -75};
  BOOST_TEST(softmax(x)(0) == 1);
  BOOST_TEST(ulp_error(log_softmax(x)(0), log_softmax_50(Exact{5, -75})[0]) <= bound<Real>(7));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(log_sum_exp_is_within_half_an_ulp_and_6u_of_its_excess, Real, Reals)
{
  const auto check = [](const arma::Col<Real>& x) {
    const std::size_t top = x.index_max();
    const Reference excess = -log_softmax_50(widened(x))[top];
    const Reference exact = x(top) + excess;
    const Real result = log_sum_exp(x);
    const Reference allowed = 6 * 0x1p-53 * excess;
    // The excess's own error can move the result across one rounding boundary more: 0.51.
    return ulp_error(result, exact) <= 0.51 ||
           abs(Reference(result) - exact) <= abs(exact) * 0x1p-53 + allowed;
  };
  for (const auto& x : many_logits<Real>())
    BOOST_TEST(check(x));
  BOOST_TEST(check({0, -50}));
  BOOST_TEST(check({-std::log(Real(3)), -std::log(Real(3)), -std::log(Real(3))}));
}

BOOST_AUTO_TEST_CASE(log_sum_exp_of_equal_logits_adds_the_logarithm_of_their_number)
{
  BOOST_TEST(ulp_error(log_sum_exp(arma::vec(1000, arma::fill::zeros)), log(Reference(1000))) <= 7);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(rows_and_columns_are_treated_one_by_one, Real, Reals)
{
  const arma::Mat<Real> M{{1, -2, Real(0.5)}, {700, -infinity<Real>, 705}};
  const arma::Mat<Real> rows = softmax_rows(M), log_rows = log_softmax_rows(M);
  BOOST_TEST_REQUIRE(arma::size(rows) == arma::size(M));
  BOOST_TEST_REQUIRE(arma::size(log_rows) == arma::size(M));
  for (arma::uword i = 0; i < M.n_rows; ++i) {
    const arma::Col<Real> row = M.row(i).t();
    BOOST_TEST(arma::all(arma::Col<Real>(rows.row(i).t()) == softmax(row)));
    BOOST_TEST(arma::all(arma::Col<Real>(log_rows.row(i).t()) == log_softmax(row)));
  }
  const arma::Mat<Real> columns = softmax_columns(M), log_columns = log_softmax_columns(M);
  BOOST_TEST_REQUIRE(arma::size(columns) == arma::size(M));
  BOOST_TEST_REQUIRE(arma::size(log_columns) == arma::size(M));
  for (arma::uword j = 0; j < M.n_cols; ++j) {
    const arma::Col<Real> column = M.col(j);
    BOOST_TEST(arma::all(arma::Col<Real>(columns.col(j)) == softmax(column)));
    BOOST_TEST(arma::all(arma::Col<Real>(log_columns.col(j)) == log_softmax(column)));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_jacobian_is_the_derivative_of_softmax, Real, Reals)
{
  // A central difference with step 1e-12 in 50 digits is right to about 24 of them.
  const Reference h("1e-12");
  for (const arma::Col<Real>& x : {arma::Col<Real>{Real(2.2), Real(-1.1), Real(3.3), Real(0.44)},
                                   arma::Col<Real>{-3, 1, 1, Real(8.5), -4}}) {
    const arma::Mat<Real> J = softmax_jacobian(x);
    BOOST_TEST_REQUIRE(J.n_rows == x.n_elem);
    BOOST_TEST_REQUIRE(J.n_cols == x.n_elem);
    for (arma::uword j = 0; j < x.n_elem; ++j) {
      Exact after = widened(x), before = widened(x);
      after[j] += h;
      before[j] -= h;
      const Exact s_after = softmax_50(after), s_before = softmax_50(before);
      for (arma::uword i = 0; i < x.n_elem; ++i)
        BOOST_TEST(ulp_error(J(i, j), (s_after[i] - s_before[i]) / (2 * h)) <=
                   bound<Real>(i == j ? 24 : 19));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_jacobian_is_within_24_ulp_for_logits_of_any_size, Real, Reals)
{
  double worst_off = 0, worst_on = 0;
  for (const auto& x : many_logits<Real>()) {
    const arma::Mat<Real> J = softmax_jacobian(x);
    const Exact s = softmax_50(widened(x));
    for (std::size_t i = 0; i < s.size(); ++i) {
      Reference others = 0;
      for (std::size_t j = 0; j < s.size(); ++j)
        if (j != i) {
          others += s[j];
          worst_off = std::max(worst_off, ulp_error(J(i, j), -s[i] * s[j]));
        }
      worst_on = std::max(worst_on, ulp_error(J(i, i), s[i] * others));
    }
  }
  BOOST_TEST(worst_off <= bound<Real>(19));
  BOOST_TEST(worst_on <= bound<Real>(24));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_jacobian_keeps_its_digits_where_softmax_rounds_to_1, Real, Reals)
{
  const arma::Col<Real> x{0, -60};
  const Reference e = exp(Reference(-60));
  BOOST_TEST(softmax(x)(0) == 1);
  for (const Real entry : arma::vectorise(arma::abs(softmax_jacobian(x))).eval())
    BOOST_TEST(ulp_error(entry, e / ((1 + e) * (1 + e))) <= bound<Real>(24));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_jacobian_times_v_is_within_its_bound, Real, Reals)
{
  std::mt19937_64 generator(7);
  std::normal_distribution<double> entry(3, 2);
  double worst = 0;
  for (const auto& x : many_logits<Real>()) {
    arma::Col<Real> v(x.n_elem);
    v.imbue([&] { return static_cast<Real>(entry(generator)); });
    const arma::Col<Real> result = softmax_jacobian_times(x, v);
    BOOST_TEST_REQUIRE(result.n_elem == x.n_elem);

    const Exact s = softmax_50(widened(x)), w = widened(v);
    const std::size_t top = x.index_max();
    Reference A = 0;
    for (std::size_t j = 0; j < s.size(); ++j)
      A += s[j] * abs(w[j] - w[top]);
    for (std::size_t i = 0; i < s.size(); ++i) {
      Reference exact = 0;
      for (std::size_t j = 0; j < s.size(); ++j)
        exact += s[i] * s[j] * (w[i] - w[j]);
      const Reference u = 0x1p-53;
      const Reference eta = std::numeric_limits<double>::denorm_min();
      Reference allowed = 24 * u * s[i] * (abs(w[i] - w[top]) + A) + 100 * eta;
      if (std::is_same_v<Real, float>)
        allowed += abs(exact) * 0x1p-24 + std::numeric_limits<float>::denorm_min();
      worst = std::max(worst, static_cast<double>(abs(Reference(result(i)) - exact) / allowed));
    }
  }
  BOOST_TEST(worst <= 1);
}

RC_BOOST_PROP(the_jacobian_sends_a_constant_to_0, (int constant))
{
  const auto logits =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(-800, 800)));
  const arma::vec x = arma::conv_to<arma::vec>::from(logits);
  const arma::vec v(x.n_elem, arma::fill::value(constant));
  RC_ASSERT(arma::all(softmax_jacobian_times(x, v) == 0));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_jacobian_times_the_largest_numbers_does_not_overflow, Real, Reals)
{
  const arma::Col<Real> product =
      softmax_jacobian_times(arma::Col<Real>{0, 0}, arma::Col<Real>{largest<Real>, -largest<Real>});
  BOOST_TEST(product(0) == largest<Real> / 2);
  BOOST_TEST(product(1) == -largest<Real> / 2);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(logits_that_give_no_distribution_are_refused, Real, Reals)
{
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  using Function = std::function<void(const arma::Col<Real>&)>;
  const std::vector<std::pair<std::string, Function>> functions{
      {"log_sum_exp: x", [](const auto& x) { log_sum_exp(x); }},
      {"softmax: x", [](const auto& x) { softmax(x); }},
      {"softmax: x", [](const auto& x) { softmax(x, Real(0.5)); }},
      {"log_softmax: x", [](const auto& x) { log_softmax(x); }},
      {"softmax_naive: x", [](const auto& x) { softmax_naive(x); }},
      {"softmax_jacobian: x", [](const auto& x) { softmax_jacobian(x); }},
      {"softmax_jacobian_times: x", [](const auto& x) { softmax_jacobian_times(x, x); }}};
  for (const auto& [name, function] : functions)
    BOOST_TEST_CONTEXT(name)
    {
      refuses([&] { function({}); }, {name, "empty"});
      refuses([&] { function({1, 2, nan}); }, {name, "nan at index 2"});
      refuses([&] { function({1, infinity<Real>}); }, {name, "inf at index 1"});
      refuses([&] { function({-infinity<Real>, -infinity<Real>}); }, {name, "-inf in all 2"});
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_bad_row_or_column_is_named, Real, Reals)
{
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  using Function = std::function<void(const arma::Mat<Real>&)>;
  const std::vector<std::pair<std::string, Function>> by_row{
      {"softmax_rows", [](const auto& M) { softmax_rows(M); }},
      {"log_softmax_rows", [](const auto& M) { log_softmax_rows(M); }}};
  const std::vector<std::pair<std::string, Function>> by_column{
      {"softmax_columns", [](const auto& M) { softmax_columns(M); }},
      {"log_softmax_columns", [](const auto& M) { log_softmax_columns(M); }}};
  for (const auto& functions : {by_row, by_column})
    for (const auto& [name, function] : functions)
      BOOST_TEST_CONTEXT(name)
      {
        refuses([&] { function({}); }, {name + ": M", "0 x 0"});
        refuses([&] { function(arma::Mat<Real>(0, 3)); }, {name + ": M", "0 x 3"});
        refuses([&] { function(arma::Mat<Real>(3, 0)); }, {name + ": M", "3 x 0"});
      }
  const arma::Mat<Real> M{{1, 2, 3}, {4, nan, 6}};
  for (const auto& [name, function] : by_row) {
    refuses([&] { function(M); }, {name + ": row 1 of M", "nan at index 1"});
    refuses([&] { function(arma::Col<Real>{0, -infinity<Real>}); },
            {name + ": row 1 of M", "-inf in all 1"});
  }
  for (const auto& [name, function] : by_column) {
    refuses([&] { function(M); }, {name + ": column 1 of M", "nan at index 1"});
    refuses([&] { function(arma::Row<Real>{0, 1, infinity<Real>}); },
            {name + ": column 2 of M", "got inf"});
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_temperature_that_is_not_positive_and_finite_is_refused, Real, Reals)
{
  const arma::Col<Real> x{1, 2};
  for (const Real T : {Real(0), Real(-1), infinity<Real>, std::numeric_limits<Real>::quiet_NaN()})
    refuses([&] { softmax(x, T); },
            {"softmax: temperature must be positive and finite", fmt::format("got {}", T)});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_direction_that_does_not_fit_is_refused, Real, Reals)
{
  const arma::Col<Real> x{1, 2, 3};
  refuses([&] { softmax_jacobian_times(x, {1, 2}); },
          {"softmax_jacobian_times: v must have the length of x, 3, got 2"});
  refuses([&] { softmax_jacobian_times(x, {1, infinity<Real>, 2}); },
          {"softmax_jacobian_times: v must be finite, got inf at index 1"});
}
