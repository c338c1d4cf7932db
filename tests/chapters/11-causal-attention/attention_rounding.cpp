#include "chapters/11-causal-attention/attention_rounding.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using epreuve::instruments::attention_rounding;
using epreuve::tests::says;

// The bound is a difference from 1, which keeps only what is above u.
constexpr double last_digits = 0x1p-51;

BOOST_AUTO_TEST_CASE(rounding_of_attention_counts_scores_softmax_and_sum)
{
  // d = 4, |q|.|k| = 4 * 3000 * 1000, divided by 2: E = 6 u 6e6; T = 2.
  const arma::mat queries(4, 1, arma::fill::value(3000)), keys(4, 2, arma::fill::value(-1000));
  const double u = 0x1p-53, expected = 5 * (2 * 6 * u * 6e6 + 20 * u);
  BOOST_TEST(std::abs(attention_rounding(queries, keys, {{-5, 1}}) - expected) <
             1e-8 * expected + last_digits);
}

BOOST_AUTO_TEST_CASE(rounding_of_attention_grows_with_the_values)
{
  const arma::mat one{{1, 2}};
  BOOST_TEST(attention_rounding(one, one, {{3, 0}}) == 3 * attention_rounding(one, one, {{1, -1}}));
}

BOOST_AUTO_TEST_CASE(rounding_of_attention_asks_for_shapes_that_fit)
{
  const arma::mat two(2, 3, arma::fill::ones);
  BOOST_CHECK_EXCEPTION(attention_rounding(two, two.head_rows(1), two), epreuve::Error,
                        says("attention_rounding", "K 1 x 3"));
  BOOST_CHECK_EXCEPTION(attention_rounding(two, two, two.head_cols(2)), epreuve::Error,
                        says("attention_rounding", "V 2 x 2"));
}
