#include "epreuve/instruments/heads/queries_and_keys.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::evidence;
using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(there_are_as_many_queries_as_keys_and_all_numbers_of_them_occur)
{
  arma::uvec seen(9);
  const auto fits = [&seen](const arma::mat& Q, const arma::mat& K) {
    ++seen(Q.n_cols);
    return arma::size(Q) == arma::size(K) && Q.n_rows == 3 && arma::abs(Q).max() <= 5 &&
           arma::abs(K).max() <= 5 && arma::any(arma::vectorise(Q != K));
  };
  BOOST_TEST(check_property(queries_and_keys(3, fits), 300, 1).passed);
  BOOST_TEST(arma::accu(seen.head(3)) == 0U);
  BOOST_TEST(seen.tail(6).min() > 0U);
}

BOOST_AUTO_TEST_CASE(a_statement_may_draw_more_and_compare_two_sides)
{
  const auto sides = [](const arma::mat& Q, const arma::mat& K, Draw& draw) {
    const double t = draw.real("t", 0, 3);
    return difference(arma::accu(t * Q % K), t * arma::accu(Q % K));
  };
  BOOST_TEST(check_property(queries_and_keys(1, sides), absolute(1e-10), 100, 1).passed);
}
