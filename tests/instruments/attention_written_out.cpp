#include "epreuve/instruments/heads/attention_written_out.hpp"

#include "epreuve/attention/scores.hpp"
#include "epreuve/math/softmax.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using epreuve::instruments::attention_written_out;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_query_mixes_the_values_by_exponentials_of_its_scores)
{
  // Scores ln 3 and 0 of the first query: weights 3/4 and 1/4; of the second 0 and 0.
  const arma::mat Q{{std::log(3), 0}}, K{{2, 0}}, V{{4, 8}, {0, 100}};
  const arma::mat expected{{5, 6}, {25, 50}};
  BOOST_TEST(arma::approx_equal(attention_written_out(Q, K, V, 2), expected, "absdiff", 1e-13));
}

BOOST_AUTO_TEST_CASE(it_is_the_formula_with_matrices_for_any_shapes)
{
  const arma::mat Q{{1, -1, 0.5}, {0.2, 2, -3}}, K{{0, 1, 2, -1}, {1, 1, -2, 0}};
  const arma::mat V{{1, 2, 3, 4}, {0, -1, 0, 5}, {7, 7, 7, 7}};
  const arma::mat pattern =
      epreuve::math::softmax_rows(epreuve::attention::scaled_attention_scores(Q, K));
  BOOST_TEST(arma::approx_equal(attention_written_out(Q, K, V, std::sqrt(2)), V * pattern.t(),
                                "absdiff", 1e-13));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused)
{
  const arma::mat Q(2, 3), K(2, 4), V(5, 3);
  BOOST_CHECK_EXCEPTION(attention_written_out(Q, K, V, 1), epreuve::Error,
                        says("K 2 x 4, V 5 x 3"));
}
