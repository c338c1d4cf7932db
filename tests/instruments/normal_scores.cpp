#include "epreuve/instruments/heads/normal_scores.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <armadillo>
#include <cmath>
#include <numbers>

using namespace epreuve::instruments;

using epreuve::tests::says;

static bool near(double value, double expected, double tolerance = 1e-12)
{
  return std::abs(value - expected) <= tolerance;
}

BOOST_AUTO_TEST_CASE(normal_expectations_of_powers_and_waves_are_known)
{
  BOOST_TEST(near(normal_expectation([](double z) { return std::pow(z, 6); }), 15));
  BOOST_TEST(near(normal_expectation([](double z) { return std::cos(3 * z); }), std::exp(-4.5)));
}

BOOST_AUTO_TEST_CASE(the_density_of_a_dot_product_is_that_of_Laplace_for_two_dimensions)
{
  for (const double s : {-3.0, -0.25, 0.5, 7.0})
    BOOST_TEST(near(dot_product_density(2, s) / (std::exp(-std::abs(s)) / 2), 1));
  // d = 4: e^{-|s|} (1 + |s|) / 4
  BOOST_TEST(near(dot_product_density(4, 1.5), std::exp(-1.5) * 2.5 / 4));
}

BOOST_AUTO_TEST_CASE(score_expectations_have_the_moments_of_a_dot_product)
{
  for (const double d : {1.0, 3.0, 64.0}) {
    BOOST_TEST(near(score_expectation(d, [](double) { return 1; }), 1, 1e-10));
    const double fourth = 3 * d * d + 6 * d;
    BOOST_TEST(
        near(score_expectation(d, [=](double s) { return std::pow(s, 4) / fourth; }), 1, 1e-9));
  }
}

BOOST_AUTO_TEST_CASE(query_expectations_have_the_moments_of_a_length)
{
  // |q|^2 / d has mean 1 and variance 2 / d; |q| / sqrt(d) of d = 2 has mean sqrt(pi) / 2
  for (const double d : {1.0, 16.0, 4096.0})
    BOOST_TEST(
        near(query_expectation(d, [](double r) { return std::pow(r, 4); }), 1 + 2 / d, 1e-6));
  BOOST_TEST(near(query_expectation(2, [](double r) { return r; }), std::sqrt(std::numbers::pi) / 2,
                  1e-6));
}

BOOST_AUTO_TEST_CASE(average_attention_agrees_with_one_integral_for_two_keys_and_is_0_for_one)
{
  const double sigma = 2;
  const auto over_the_gap = [=](double z) { return sigma * std::numbers::sqrt2 * z; };
  const AverageAttention two = average_attention(2, sigma);
  BOOST_TEST(near(two.total, 1));
  BOOST_TEST(near(two.trace, normal_expectation(
                                 [&](double z) { return 1 / (1 + std::cosh(over_the_gap(z))); })));
  BOOST_TEST(near(two.entropy, normal_expectation([&](double z) {
                    const double p = 1 / (1 + std::exp(std::abs(over_the_gap(z)))), q = 1 - p;
                    return -(p * std::log(p) + q * std::log1p(-p));
                  }),
                  1e-5)); // this integrand has a third derivative that jumps
  BOOST_TEST(near(average_attention(1, 3).entropy, 0));
}

BOOST_AUTO_TEST_CASE(many_keys_leave_half_a_nat_and_a_zero_query_none_is_refused)
{
  BOOST_TEST(near(average_attention(1e4, 1).entropy, std::log(1e4) - 0.5, 1e-3));
  BOOST_CHECK_EXCEPTION(average_attention(0, 1), epreuve::Error,
                        says("average_attention", "n >= 1"));
  BOOST_CHECK_EXCEPTION(average_attention(2, 0), epreuve::Error,
                        says("average_attention", "got 2"));
  BOOST_CHECK_EXCEPTION(dot_product_density(0.5, 1), epreuve::Error, says("at least 1, got 0.5"));
}

BOOST_AUTO_TEST_CASE(a_pair_has_the_entropy_of_its_two_probabilities)
{
  BOOST_TEST(near(entropy_of_pair(0), std::numbers::ln2, 1e-15));
  const double p = 0.9, g = std::log(9);
  BOOST_TEST(near(entropy_of_pair(g), -p * std::log(p) - (1 - p) * std::log(1 - p), 1e-15));
}

BOOST_AUTO_TEST_CASE(the_gap_of_two_variables_is_that_of_a_normal_law_of_variance_2)
{
  BOOST_TEST(near(top_gap_density(2), 1 / std::sqrt(std::numbers::pi)));
  BOOST_TEST(near(top_gap_exceeds(2, 1), std::erfc(0.5)));
}

BOOST_AUTO_TEST_CASE(the_density_of_the_gap_is_the_slope_of_its_probability)
{
  BOOST_TEST(near(top_gap_exceeds(64, 0), 1));
  BOOST_TEST(near((1 - top_gap_exceeds(64, 1e-5)) / 1e-5, top_gap_density(64), 1e-3));
  BOOST_CHECK_EXCEPTION(top_gap_density(1), epreuve::Error, says("top_gap_density", "got 1"));
  BOOST_CHECK_EXCEPTION(top_gap_exceeds(1, 0), epreuve::Error, says("top_gap_exceeds", "got 1"));
}
