#include "epreuve/instruments/heads/causal_pattern_statistics.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::tests::says;

static const arma::mat pattern{{1, 0, 0}, {0.5, 0.5, 0}, {0, 0.25, 0.75}};

BOOST_AUTO_TEST_CASE(evenness_is_the_entropy_of_each_row_over_that_of_equal_weights)
{
  const arma::vec seen = evenness(pattern);
  BOOST_TEST_REQUIRE(seen.n_elem == 2U);
  BOOST_TEST(std::abs(seen(0) - 1) < 1e-15);
  const double H = 0.25 * std::log(4) + 0.75 * std::log(4. / 3);
  BOOST_TEST(std::abs(seen(1) - H / std::log(3)) < 1e-15);
  BOOST_TEST(arma::abs(evenness(0.999999 * pattern) - seen).max() < 1e-14); // as printed digits are
}

BOOST_AUTO_TEST_CASE(the_strongest_keys_are_named_query_by_query)
{
  BOOST_TEST(strongest_keys(pattern) == "0 0 2");
}

BOOST_AUTO_TEST_CASE(a_weight_on_a_later_key_is_found)
{
  BOOST_TEST(largest_above_diagonal(pattern) == 0);
  BOOST_TEST(largest_above_diagonal(pattern.t()) == 0.5);
}

BOOST_AUTO_TEST_CASE(what_stands_so_many_places_back_is_given_for_the_last_queries)
{
  BOOST_TEST(arma::all(entries_back(pattern, 0, 3) == arma::vec{1, 0.5, 0.75}));
  BOOST_TEST(arma::all(entries_back(pattern, 1, 2) == arma::vec{0.5, 0.25}));
  BOOST_TEST(arma::all(entries_back(pattern, 1, 1) == arma::vec{0.25}));
}

BOOST_AUTO_TEST_CASE(what_is_no_pattern_is_refused)
{
  BOOST_CHECK_EXCEPTION(evenness(arma::mat(3, 2)), epreuve::Error, says("evenness", "3 x 2"));
  BOOST_CHECK_EXCEPTION(strongest_keys({}), epreuve::Error, says("strongest_keys", "empty"));
  BOOST_CHECK_EXCEPTION(entries_back(pattern, 1, 3), epreuve::Error,
                        says("entries_back", "at least 4"));
}
