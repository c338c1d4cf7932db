#include "epreuve/instruments/heads/attention_statistics.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;

using epreuve::tests::says;

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
