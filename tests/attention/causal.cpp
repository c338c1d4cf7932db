#include "epreuve/attention/causal.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>

using namespace epreuve::attention;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_mask_hides_what_comes_later_and_nothing_else)
{
  const arma::mat S(3, 5, arma::fill::ones);
  const arma::mat masked = causal_mask(S);
  for (arma::uword i = 0; i < 3; ++i)
    for (arma::uword j = 0; j < 5; ++j)
      BOOST_TEST(masked(i, j) == (j <= i + 2 ? 1 : -std::numeric_limits<double>::infinity()));
}

BOOST_AUTO_TEST_CASE(equal_scores_give_the_mean_of_what_came_before)
{
  const arma::mat Q(4, 3, arma::fill::zeros), K(4, 3, arma::fill::ones);
  const arma::mat A = causal_pattern(Q, K);
  const arma::mat expected{{1, 0, 0}, {0.5, 0.5, 0}, {1.0 / 3, 1.0 / 3, 1.0 / 3}};
  BOOST_TEST(arma::abs(A - expected).max() < 1e-15);
  const arma::mat V{{3, 9, 0}, {1, 1, 1}};
  BOOST_TEST(arma::abs(head_output(V, A) - arma::mat{{3, 6, 4}, {1, 1, 1}}).max() < 1e-14);
}

BOOST_AUTO_TEST_CASE(scores_are_divided_by_the_root_of_the_dimension)
{
  // One query (2, 0, 0, 0) and keys with first coordinates 0 and 1: scores 0 and 2 / sqrt 4.
  arma::mat Q(4, 1), K(4, 2);
  Q(0, 0) = 2;
  K(0, 1) = 1;
  BOOST_TEST(std::abs(causal_pattern(Q, K)(0, 1) - std::exp(1.0) / (1 + std::exp(1.0))) < 1e-15);
}

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit_are_refused)
{
  BOOST_CHECK_EXCEPTION(causal_mask(arma::mat(3, 2)), Error, says("causal_mask", "3 x 2"));
  BOOST_CHECK_EXCEPTION(head_output(arma::mat(4, 3), arma::mat(2, 2)), Error,
                        says("head_output", "4 x 3"));
}
