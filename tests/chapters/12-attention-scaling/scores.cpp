#include "chapters/12-attention-scaling/scores.hpp"

#include "support/errors.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <numbers>

using namespace epreuve::instruments;
using epreuve::tests::says;

static const arma::mat A{{1, 2, -1}, {0, 1, 3}}, B{{2, 0, 1}, {1, -1, 1}};
static const arma::vec a{0.5, -1}, b{1, 2};

BOOST_AUTO_TEST_CASE(it_is_the_mean_over_all_directions_of_a_circle)
{
  // The vectors of mean 0 and length sqrt(3) in three dimensions are a circle; 12 points on it average
  // squares exactly.
  const auto token = [](int i) {
    const double angle = arma::datum::tau * i / 12;
    const arma::vec u = arma::vec{1, -1, 0} / std::sqrt(2), v = arma::vec{1, 1, -2} / std::sqrt(6);
    return arma::vec(std::sqrt(3) * (std::cos(angle) * u + std::sin(angle) * v));
  };
  double all = 0, by_keys = 0;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) {
      const arma::vec q = A * token(i) + a;
      all += std::pow(arma::dot(q, B * token(j) + b), 2) / 144;
      by_keys += std::pow(arma::dot(q, B * token(j)), 2) / 144;
    }
  const ScoreSize size = score_size(A, a, B, b);
  BOOST_TEST(std::abs(size.all - std::sqrt(all)) < 1e-13);
  BOOST_TEST(std::abs(size.by_keys - std::sqrt(by_keys)) < 1e-13);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused)
{
  BOOST_CHECK_EXCEPTION(score_size(A, a, B.t(), b), epreuve::Error, says("score_size", "3 x 2"));
  BOOST_CHECK_EXCEPTION(score_size(A, {1}, B, b), epreuve::Error, says("score_size", "1 and 2"));
}

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

BOOST_AUTO_TEST_CASE(each_query_has_its_entropy_and_its_gradient)
{
  // Uniform over two keys: ln 2, and J = ((1, -1), (-1, 1)) / 4 of norm 1/2. Certain: 0 and 0.
  const AttentionStatistics statistics = attention_statistics({{3, 3}, {2000, 0}});
  BOOST_TEST(std::abs(statistics.entropy(0) - std::log(2)) < 1e-15);
  BOOST_TEST(std::abs(statistics.gradient(0) - 0.5) < 1e-15);
  BOOST_TEST(statistics.entropy(1) == 0);
  BOOST_TEST(statistics.gradient(1) == 0);
}

BOOST_AUTO_TEST_CASE(a_sample_is_summed_up_by_mean_and_three_quantiles)
{
  const arma::vec sample = arma::square(arma::regspace(0, 100)); // 0, 1, 4, ..., 10000
  const arma::rowvec row = mean_and_quantiles(sample);
  BOOST_TEST(row.n_elem == 4);
  BOOST_TEST(row(0) == 3350);
  BOOST_TEST(row(2) == 2500);
  // Where between two values a quantile lies is a convention.
  BOOST_TEST((row(1) >= 81 && row(1) <= 121));
  BOOST_TEST((row(3) >= 7921 && row(3) <= 8281));
}

BOOST_AUTO_TEST_CASE(an_empty_sample_is_refused)
{
  BOOST_CHECK_EXCEPTION(mean_and_quantiles({}), epreuve::Error, says("mean_and_quantiles", "none"));
}

BOOST_AUTO_TEST_CASE(a_summary_has_the_entropy_before_the_gradient)
{
  const arma::rowvec row = summary({{1, 1, 1}, {5, 5, 5}});
  BOOST_TEST(arma::approx_equal(row, arma::rowvec{1, 1, 1, 1, 5, 5, 5, 5}, "absdiff", 0.0));
}
