#include "epreuve/attention/concentration.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>

using namespace epreuve::attention;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_best_query_has_its_key_ahead_of_all_others_by_two_beta)
{
  for (const double beta : {0.0, 0.5, 3.0}) {
    const double first = std::exp(beta), others = 4 * std::exp(-beta);
    BOOST_TEST(std::abs(most_for_one_query(beta, 5) - first / (first + others)) < 1e-15);
  }
  BOOST_TEST(most_for_one_query(7, 1) == 1);
}

BOOST_AUTO_TEST_CASE(all_queries_at_once_reach_what_a_simplex_reaches)
{
  // Three unit vectors of the plane at 120 degrees: scores beta and -beta / 2.
  const double beta = 2, first = std::exp(beta), others = 2 * std::exp(-beta / 2);
  BOOST_TEST(std::abs(most_for_all_queries(beta, 3) - first / (first + others)) < 1e-15);
}

BOOST_AUTO_TEST_CASE(two_keys_are_no_harder_for_two_queries_than_for_one)
{
  BOOST_TEST(most_for_all_queries(1.25, 2) == most_for_one_query(1.25, 2));
  BOOST_TEST(most_for_all_queries(1.25, 3) < most_for_one_query(1.25, 3));
}

BOOST_AUTO_TEST_CASE(concentration_is_asked_for_sensible_sizes_only)
{
  BOOST_CHECK_EXCEPTION(most_for_one_query(-1, 4), Error, says("got -1"));
  BOOST_CHECK_EXCEPTION(most_for_one_query(std::numeric_limits<double>::quiet_NaN(), 4), Error,
                        says("most_for_one_query"));
  BOOST_CHECK_EXCEPTION(most_for_one_query(1, 0), Error, says("at least 1 tokens, got 0"));
  BOOST_CHECK_EXCEPTION(most_for_all_queries(1, 1), Error, says("at least 2 tokens, got 1"));
}
