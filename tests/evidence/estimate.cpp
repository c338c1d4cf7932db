#include "epreuve/evidence/estimate.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/math/special_functions/erf.hpp>
#include <boost/test/unit_test.hpp>

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

BOOST_AUTO_TEST_CASE(the_half_widths_are_the_normal_quantiles_they_claim_to_be)
{
  const auto quantile = [](double two_sided) {
    return std::sqrt(2.0) * boost::math::erfc_inv(two_sided);
  };
  BOOST_TEST(confidence_half_width == quantile(1e-6), boost::test_tools::tolerance(1e-14));
  BOOST_TEST(shown_half_width == quantile(0.05), boost::test_tools::tolerance(1e-14));
}

// Of 4000 intervals at 95 % between 3695 and 3900 should hold the truth: 3800 +- 7 standard
// deviations (sqrt(4000 * 0.95 * 0.05) = 13.8) bar the small-sample bias, which is below 0.3 %.
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
    const auto holds = [](const Estimate& e, double truth, double half_width) {
      return std::abs(e.value - truth) <= half_width * e.standard_error;
    };
    means += holds(mean, 5, shown_half_width);
    variances += holds(variance, 9, shown_half_width);
    wide += holds(mean, 5, confidence_half_width) && holds(variance, 9, confidence_half_width);
  }
  BOOST_TEST(means > 3695);
  BOOST_TEST(means < 3900);
  BOOST_TEST(variances > 3695);
  BOOST_TEST(variances < 3900);
  BOOST_TEST(wide == 4000);
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
