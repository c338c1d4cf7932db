#include "epreuve/evidence/estimate.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/math/special_functions/erf.hpp>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <random>

using namespace epreuve::evidence;
using epreuve::tests::says;

namespace {

arma::vec normal_sample(std::mt19937_64& generator, arma::uword n, double mean, double deviation)
{
  std::normal_distribution<double> normal(mean, deviation);
  arma::vec sample(n);
  sample.imbue([&] { return normal(generator); });
  return sample;
}

} // namespace

BOOST_AUTO_TEST_CASE(mean_and_variance_of_a_sample_worked_by_hand)
{
  // 1, 2, 4, 9: mean 4, squared deviations 9, 4, 0, 25 (sum 38), fourth powers 81, 16, 0, 625.
  const arma::vec sample{1, 2, 4, 9};
  const Estimate mean = mean_of(sample);
  BOOST_TEST(mean.value == 4);
  BOOST_TEST(mean.standard_error == std::sqrt(38.0 / 3 / 4), boost::test_tools::tolerance(4e-16));
  BOOST_TEST(mean.n == 4u);
  const Estimate variance = variance_of(sample);
  BOOST_TEST(variance.value == 38.0 / 3, boost::test_tools::tolerance(4e-16));
  // m4 = 722 / 4; Var = (m4 - (38/3)^2 / 3) / 4 = (722/4 - 1444/27) / 4
  BOOST_TEST(variance.standard_error == std::sqrt((722.0 / 4 - 1444.0 / 27) / 4),
             boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(samples_that_allow_no_estimate_are_refused_by_name)
{
  BOOST_CHECK_EXCEPTION(mean_of({1}), epreuve::Error, says("mean_of: a sample of at least 2"));
  BOOST_CHECK_EXCEPTION(mean_of(arma::vec()), epreuve::Error, says("got 0"));
  BOOST_CHECK_EXCEPTION(variance_of({1, 2, 3}), epreuve::Error,
                        says("variance_of: a sample of at least 4"));
  const double nan_value = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  BOOST_CHECK_EXCEPTION(mean_of({1, nan_value}), epreuve::Error, says("NaN or infinity"));
  BOOST_CHECK_EXCEPTION(variance_of({1, 2, 3, -infinity}), epreuve::Error, says("NaN or infinity"));
}

BOOST_AUTO_TEST_CASE(a_constant_sample_has_no_error)
{
  BOOST_TEST(mean_of({3, 3, 3}).standard_error == 0);
  BOOST_TEST(variance_of({3, 3, 3, 3}).value == 0);
  BOOST_TEST(variance_of({3, 3, 3, 3}).standard_error == 0);
}

BOOST_AUTO_TEST_CASE(half_widths_are_quantiles_of_the_normal_law)
{
  const auto quantile = [](double two_sided) {
    return std::sqrt(2.0) * boost::math::erfc_inv(two_sided);
  };
  const Estimate unit{.value = 0, .standard_error = 1, .n = 100};
  BOOST_TEST(half_width(unit, demanded_confidence) == quantile(1e-6),
             boost::test_tools::tolerance(1e-9)); // 1 - 10^-6 keeps 10 digits of 10^-6
  BOOST_TEST(half_width(unit, shown_confidence) == quantile(0.05),
             boost::test_tools::tolerance(1e-14));
}

// Student's law with one degree of freedom is Cauchy's, whose quantile at p is tan(π (p - 1/2)).
BOOST_AUTO_TEST_CASE(half_widths_of_few_points_are_quantiles_of_students_law)
{
  const Estimate unit{.value = 0, .standard_error = 2, .n = 3, .degrees_of_freedom = 1};
  BOOST_TEST(half_width(unit, 0.95) == 2 * std::tan(arma::datum::pi * 0.475),
             boost::test_tools::tolerance(1e-13));
}

BOOST_AUTO_TEST_CASE(a_slope_worked_by_hand)
{
  // x = 0, 1, 2, 3; y = 0, 1, 1, 2: S_xx = 5, S_xy = 3, b = 0.6, residuals -0.1, 0.3, -0.3, 0.1.
  const Estimate slope = slope_of({0, 1, 2, 3}, {0, 1, 1, 2});
  BOOST_TEST(slope.value == 0.6, boost::test_tools::tolerance(1e-15));
  BOOST_TEST(slope.standard_error == std::sqrt(0.2 / 2 / 5), boost::test_tools::tolerance(1e-14));
  BOOST_TEST(slope.degrees_of_freedom == 2);
}

BOOST_AUTO_TEST_CASE(an_exponent_is_found_and_told_from_its_neighbours)
{
  const arma::vec x = arma::exp2(arma::regspace(0, 8));
  const Estimate root = exponent_of(x, 3 * arma::sqrt(x));
  BOOST_TEST(root.value == 0.5, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(half_width(root, demanded_confidence) < 1e-10);
}

BOOST_AUTO_TEST_CASE(points_that_allow_no_slope_are_refused)
{
  BOOST_CHECK_EXCEPTION(slope_of({1, 2}, {1, 2}), epreuve::Error, says("at least 3"));
  BOOST_CHECK_EXCEPTION(slope_of({1, 1, 1}, {1, 2, 3}), epreuve::Error, says("same x, 1"));
  BOOST_CHECK_EXCEPTION(slope_of({1, 2, 3}, {1, 2, 3, 4}), epreuve::Error, says("3 and 4"));
  BOOST_CHECK_EXCEPTION(exponent_of({1, 2, 0}, {1, 2, 3}), epreuve::Error, says("positive"));
}

// Of 4000 intervals at 95 %, between 3695 and 3900 should contain the true value: 3800 +- 7 standard
// deviations (sqrt(4000 * 0.95 * 0.05) = 13.8), apart from the small-sample bias, which is below 0.3 %.
BOOST_AUTO_TEST_CASE(intervals_cover_the_truth_as_often_as_they_say)
{
  std::mt19937_64 generator(20240229);
  int means = 0;
  int variances = 0;
  int wide = 0;
  for (int i = 0; i < 4000; ++i) {
    const arma::vec sample = normal_sample(generator, 400, 5, 3);
    const Estimate mean = mean_of(sample);
    const Estimate variance = variance_of(sample);
    const auto holds = [](const Estimate& e, double truth, double confidence) {
      return std::abs(e.value - truth) <= half_width(e, confidence);
    };
    means += holds(mean, 5, shown_confidence);
    variances += holds(variance, 9, shown_confidence);
    wide += holds(mean, 5, demanded_confidence) && holds(variance, 9, demanded_confidence);
  }
  BOOST_TEST(means > 3695);
  BOOST_TEST(means < 3900);
  BOOST_TEST(variances > 3695);
  BOOST_TEST(variances < 3900);
  BOOST_TEST(wide == 4000);
}

// Where values are few or skewed, a mean and its standard error err together. By the normal law's quantile one in some ten
// thousand intervals would miss at the confidence 1 - 10^-6, of 20 normal values as of 100 exponential ones.
BOOST_AUTO_TEST_CASE(intervals_of_few_and_of_skewed_values_hold_the_truth_too)
{
  std::mt19937_64 generator(1908);
  std::exponential_distribution<double> exponential;
  int few = 0, skewed = 0, by_the_normal_law = 0;
  for (int i = 0; i < 20'000; ++i) {
    few += notices(mean_of(normal_sample(generator, 20, 5, 3)), 5);
    arma::vec sample(100);
    sample.imbue([&] { return exponential(generator); });
    const Estimate mean = mean_of(sample);
    skewed += notices(mean, 1);
    by_the_normal_law += notices({mean.value, mean.standard_error, mean.n}, 1);
  }
  BOOST_TEST(few == 0);
  BOOST_TEST(skewed <= 1);
  BOOST_TEST(by_the_normal_law >= 2); // 0.02 are expected of an interval that keeps its word
}

BOOST_AUTO_TEST_CASE(the_standard_error_of_the_variance_is_its_scatter_over_many_samples)
{
  // Uniform on [0, 1]: far from normal, so that the fourth moment matters.
  std::mt19937_64 generator(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  arma::vec variances(3000);
  double claimed = 0;
  for (double& v : variances) {
    arma::vec sample(200);
    sample.imbue([&] { return uniform(generator); });
    const Estimate e = variance_of(sample);
    v = e.value;
    claimed += e.standard_error / 3000;
  }
  // The scatter of 3000 values is known to 1 / sqrt(6000) = 1.3 %; allow five of these.
  BOOST_TEST(claimed == arma::stddev(variances), boost::test_tools::tolerance(0.065));
}

BOOST_AUTO_TEST_CASE(an_estimate_notices_what_lies_outside_its_interval)
{
  const Estimate estimate{.value = 1, .standard_error = 0.1, .n = 100};
  BOOST_TEST(notices(estimate, 1.5)); // 5 standard errors
  BOOST_TEST(notices(estimate, 0.5));
  BOOST_TEST(!notices(estimate, 1.48));
}
