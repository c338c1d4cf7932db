#include "epreuve/instruments/exact/rational_pattern.hpp"

#include "epreuve/math/softmax.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(a_point_more_doubles_a_weight_of_the_row)
{
  const RationalMatrix S{{0, 1, 2}, {-1, 0, -1}};
  const RationalMatrix expected{{Rational(1, 7), Rational(2, 7), Rational(4, 7)},
                                {Rational(1, 4), Rational(1, 2), Rational(1, 4)}};
  BOOST_TEST((rational_pattern(S) == expected));
}

BOOST_AUTO_TEST_CASE(it_is_softmax_of_the_scores_times_ln_2)
{
  const arma::mat S{{3, -2, 0, 7}, {1, 1, -5, 2}};
  const arma::mat expected = epreuve::math::softmax_rows(arma::mat(S * std::log(2)));
  const arma::mat pattern = rational_pattern(RationalMatrix(S)).to_double();
  BOOST_TEST(arma::abs(pattern / expected - 1).max() < 1e-14);
}

BOOST_AUTO_TEST_CASE(scores_that_are_no_integers_are_refused)
{
  BOOST_CHECK_EXCEPTION(rational_pattern({{Rational(1, 2)}}), Error, says("0.5"));
  BOOST_CHECK_EXCEPTION(rational_pattern(RationalMatrix(0, 2)), Error,
                        says("rational_pattern", "0 x 2"));
}

BOOST_AUTO_TEST_CASE(with_the_future_masked_a_row_is_the_pattern_of_what_it_sees)
{
  const RationalMatrix S{{0, 9, 9}, {1, 0, 9}, {0, 1, 2}};
  const RationalMatrix expected{{1, 0, 0},
                                {Rational(2, 3), Rational(1, 3), 0},
                                {Rational(1, 7), Rational(2, 7), Rational(4, 7)}};
  BOOST_TEST((rational_causal_pattern(S) == expected));
}

BOOST_AUTO_TEST_CASE(a_mask_is_for_tokens_that_ask_each_other)
{
  BOOST_CHECK_EXCEPTION(rational_causal_pattern(RationalMatrix(2, 3)), Error,
                        says("rational_causal_pattern", "2 x 3"));
}
