#include "epreuve/attention/linear_bias.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::attention;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_score_loses_the_slope_for_each_place_between_query_and_key)
{
  // two queries, the last of four tokens
  const arma::mat S = {{9, 9, 9, 9}, {8, 8, 8, 8}};
  BOOST_TEST(arma::approx_equal(linear_bias(S, 0.5), arma::mat{{8, 8.5, 9, 8.5}, {6.5, 7, 7.5, 8}},
                                "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(more_queries_than_tokens_and_slopes_that_reward_distance_are_refused)
{
  BOOST_CHECK_EXCEPTION(linear_bias(arma::zeros(3, 2), 1), epreuve::Error,
                        says("linear_bias", "3 x 2"));
  BOOST_CHECK_EXCEPTION(linear_bias(arma::zeros(2, 2), -1), epreuve::Error,
                        says("linear_bias", "slope"));
}
