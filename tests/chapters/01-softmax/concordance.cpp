#include "chapters/01-softmax/concordance.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using epreuve::instruments::concordance;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(what_rises_with_x_has_concordance_1_and_what_falls_0)
{
  const arma::vec x{3, 1, 2, 10};
  BOOST_TEST(concordance(x, arma::exp(x)) == 1);
  BOOST_TEST(concordance(x, -x) == 0);
}

BOOST_AUTO_TEST_CASE(pairs_that_tie_in_either_do_not_count)
{
  // Of the six pairs, (0, 1) ties in x and (1, 2) in y; (0, 2) and (0, 3) rise, the others fall.
  BOOST_TEST(concordance({1, 1, 2, 3}, {0, 5, 5, 4}) == 0.5);
}

BOOST_AUTO_TEST_CASE(without_a_pair_to_compare_there_is_no_concordance)
{
  using epreuve::Error;
  BOOST_CHECK_EXCEPTION(concordance({1, 2}, {7, 7}), Error, says("no pair"));
  BOOST_CHECK_EXCEPTION(concordance({1, 2}, {7}), Error, says("same length"));
  BOOST_CHECK_EXCEPTION(concordance({1, 2}, {7, arma::datum::nan}), Error, says("without NaN"));
}
