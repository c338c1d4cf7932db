#include "epreuve/instruments/heads/exact_head.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/math/linear_algebra/kronecker.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;

static const arma::mat W_Q{{1, 0, -1}, {0, 1, 1}}, W_K{{1, 1, 0}, {0, 1, -1}};
static const arma::mat W_V{{2, 0, 1}, {0, 1, 0}}, W_O{{1, 0}, {1, 1}, {0, -1}};
static const arma::mat x{{1, 0, 1, 0}, {0, 1, 1, -1}, {1, 1, 0, 0}};

BOOST_AUTO_TEST_CASE(a_head_in_fractions_is_the_usual_one_with_scores_times_ln_2)
{
  const double c = std::sqrt(2) * std::log(2); // the division by sqrt(r), and base 2
  const epreuve::attention::Head<double> usual{c * W_Q, W_K, W_V, W_O};
  const arma::mat h = exact_output(exact_head(W_Q, W_K, W_V, W_O), RationalMatrix(x)).to_double();
  BOOST_TEST(arma::abs(h - epreuve::attention::self_attention(usual, x)).max() < 1e-13);
}

BOOST_AUTO_TEST_CASE(rows_of_its_pattern_are_queries)
{
  const RationalMatrix one{{1}};
  const RationalMatrix A = exact_pattern({{{2}}, one, one, one}, {{0, 1}});
  BOOST_TEST(
      (A == RationalMatrix{{Rational(1, 2), Rational(1, 2)}, {Rational(1, 5), Rational(4, 5)}}));
}

BOOST_AUTO_TEST_CASE(kronecker_products_and_stacked_columns_are_those_of_doubles)
{
  const RationalMatrix product = kronecker(RationalMatrix(W_Q), RationalMatrix(W_O));
  BOOST_TEST((product == RationalMatrix(epreuve::math::kronecker(W_Q, W_O))));
  BOOST_TEST((vec(RationalMatrix(x)) == RationalMatrix(arma::mat(epreuve::math::vec(x)))));
}
