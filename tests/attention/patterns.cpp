#include "epreuve/attention/patterns.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::attention;

// One query (2, 0, 0, 0) and keys with first coordinates 0 and 1: scores 0 and 2 / sqrt 4.
static const arma::mat query{2, 0, 0, 0}, zero_and_one{{0, 1}, {0, 0}, {0, 0}, {0, 0}};
static const double e = std::exp(1.0);

BOOST_AUTO_TEST_CASE(rows_are_queries_and_scores_are_divided_by_the_root_of_the_dimension)
{
  const arma::mat A = attention_pattern(query.t(), zero_and_one);
  BOOST_TEST_REQUIRE(arma::size(A) == arma::SizeMat(1, 2));
  BOOST_TEST(arma::abs(A - arma::mat{{1 / (1 + e), e / (1 + e)}}).max() < 1e-15);
}

BOOST_AUTO_TEST_CASE(a_causal_pattern_is_divided_by_the_root_of_the_dimension_too)
{
  const arma::mat A = causal_pattern(query.t(), zero_and_one);
  BOOST_TEST(std::abs(A(0, 1) - e / (1 + e)) < 1e-15);
}

BOOST_AUTO_TEST_CASE(equal_scores_share_what_may_be_seen)
{
  const arma::mat Q(4, 3, arma::fill::zeros), K(4, 3, arma::fill::ones);
  const arma::mat thirds(3, 3, arma::fill::value(1.0 / 3));
  BOOST_TEST(arma::abs(attention_pattern(Q, K) - thirds).max() < 1e-15);
  const arma::mat before{{1, 0, 0}, {0.5, 0.5, 0}, {1.0 / 3, 1.0 / 3, 1.0 / 3}};
  BOOST_TEST(arma::abs(causal_pattern(Q, K) - before).max() < 1e-15);
}
