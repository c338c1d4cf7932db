#include "epreuve/instruments/vectors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::evidence;
using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(vectors_have_the_lengths_and_entries_asked_for_and_all_lengths_occur)
{
  arma::uvec seen(6);
  const auto fits = [&seen](const arma::vec& x) {
    ++seen(x.n_elem);
    return x.min() >= -2 && x.max() <= 7;
  };
  BOOST_TEST(check_property(vectors({3, 5}, {-2, 7}, fits), 200, 1).passed);
  BOOST_TEST(arma::accu(seen.head(3)) == 0U);
  BOOST_TEST(seen.tail(3).min() > 0U);
}

BOOST_AUTO_TEST_CASE(a_false_statement_is_shrunk_to_its_smallest_vector)
{
  const auto result =
      check_property(vectors({1, 9}, 5, [](const arma::vec& x) { return x.max() < 1; }), 200, 1);
  BOOST_TEST(!result.passed);
  BOOST_TEST(result.counterexample == "N = 1, x = (1)");
}

BOOST_AUTO_TEST_CASE(a_statement_may_draw_more_and_compare_two_sides)
{
  const auto sides = [](const arma::vec& x, Draw& draw) {
    const double t = draw.real("t", 0, 3);
    return difference(arma::norm(t * x), t * arma::norm(x));
  };
  const auto result = check_property(vectors({1, 4}, 5, sides), ulps(10), 100, 1);
  BOOST_TEST(result.passed);
  BOOST_TEST(result.draws == 100U);
}

BOOST_AUTO_TEST_CASE(an_empty_range_is_an_error_of_the_property)
{
  const auto anything = [](const arma::vec&) { return true; };
  BOOST_TEST(check_property(vectors({5, 3}, {-2, 7}, anything), 10, 1).threw);
  BOOST_TEST(check_property(vectors({3, 5}, {7, -2}, anything), 10, 1).threw);
}
