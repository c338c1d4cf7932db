#include "epreuve/instruments/gpt2/layer_table.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_table_has_the_products_of_patterns_and_matrices)
{
  const RationalMatrix A{{1, 0}, {3, 4}}, W{{5, 6}, {7, 8}};
  const RationalMatrix expected{{5, 6, 7, 8}, {0, 0, 0, 0}, {15, 18, 21, 24}, {20, 24, 28, 32}};
  BOOST_TEST((layer_table({A}, {W}) == expected));
  BOOST_TEST((layer_table({A, A}, {W, W}) == Rational(2) * expected));
  BOOST_CHECK_EXCEPTION(layer_table({A, A}, {W}), Error, says("got 2 and 1 matrices"));
}

BOOST_AUTO_TEST_CASE(matrices_are_counted_that_are_no_combinations_of_others)
{
  const RationalMatrix A{{1, 2}, {3, 4}}, B{{0, 1}, {1, 0}};
  BOOST_TEST(independent_among({A, B}) == 2U);
  BOOST_TEST(independent_among({A, B, A - Rational(1, 3) * B}) == 2U);
  BOOST_CHECK_EXCEPTION(independent_among({A, RationalMatrix(2, 3)}), Error, says("got 2 x 3"));
}

BOOST_AUTO_TEST_CASE(causal_patterns_have_rows_of_sum_1_up_to_the_diagonal)
{
  long next = 0;
  const auto patterns = causal_patterns(2, 3, [&] { return ++next; });
  const RationalMatrix second{{1, 0, 0}, {{8, 17}, {9, 17}, 0}, {{10, 33}, {11, 33}, {12, 33}}};
  BOOST_TEST((patterns.at(1) == second));
  BOOST_CHECK_EXCEPTION(causal_patterns(1, 1, [] { return 0; }), Error, says("positive, got 0"));
}

BOOST_AUTO_TEST_CASE(inner_products_and_patterns_are_those_of_the_heads)
{
  const auto run = small_run(3);
  const AttentionLayer layer = attention_layer(run.weights().blocks[0], 3);
  const arma::mat in = arma::mat(24, 24, arma::fill::eye) - 1. / 24;
  const arma::mat W_1 = layer.W_O(1) * layer.W_V(1) * arma::diagmat(layer.gain) * in,
                  W_2 = layer.W_O(2) * layer.W_V(2) * arma::diagmat(layer.gain) * in;
  BOOST_TEST(inner_products_of_heads(layer)(2, 1) == arma::trace(W_1.t() * W_2),
             boost::test_tools::tolerance(1e-10));
  arma::arma_rng::set_seed(4);
  const arma::mat rows = patterns_as_rows(layer, arma::mat(24, 5, arma::fill::randn));
  const arma::mat pattern = arma::reshape(rows.row(2), 5, 5);
  BOOST_TEST(arma::abs(arma::sum(pattern, 1) - 1).max() < 1e-14);
  BOOST_TEST(arma::accu(pattern(arma::trimatu_ind(arma::size(pattern), 1))) == 0);
}
