#include "chapters/13-multi-head/gpt2_layers.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

using namespace epreuve::instruments;
using epreuve::Error;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_overlap_is_the_mean_squared_cosine_of_two_angles)
{
  const arma::mat plane{{1, 0}, {0, 1}, {0, 0}, {0, 0}};
  const double a = 0.3, b = 1.1;
  const arma::mat turned{{std::cos(a), 0}, {0, std::cos(b)}, {std::sin(a), 0}, {0, std::sin(b)}};
  const arma::mat across{{0, 0}, {0, 0}, {1, 1}, {0, 1}};
  const arma::mat overlaps = subspace_overlaps({plane, turned, across});
  const double expected = (std::pow(std::cos(a), 2) + std::pow(std::cos(b), 2)) / 2;
  // 16 products of single precision, each within 2^-24
  BOOST_TEST(std::abs(overlaps(0, 1) - expected) < 1e-6);
  BOOST_TEST(std::abs(overlaps(0, 0) - 1) < 1e-6);
  BOOST_TEST(std::abs(overlaps(0, 2)) < 1e-6);
  BOOST_TEST(std::abs(overlaps(1, 2) - (1 - expected)) < 1e-6);
  BOOST_TEST(arma::approx_equal(overlaps, overlaps.t(), "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(the_overlap_does_not_depend_on_the_basis)
{
  arma::arma_rng::set_seed(3);
  const arma::mat A(12, 4, arma::fill::randn), B(12, 4, arma::fill::randn),
      mixed = B * arma::mat{{2, 1, 0, 5}, {0, 1, 3, 0}, {0, 0, 1, 1}, {1, 0, 0, 7}};
  const arma::mat overlaps = subspace_overlaps({A, B, mixed});
  BOOST_TEST(std::abs(overlaps(0, 1) - overlaps(0, 2)) < 1e-5);
  BOOST_TEST(std::abs(overlaps(1, 2) - 1) < 1e-5);
}

BOOST_AUTO_TEST_CASE(the_deviation_of_two_random_lines_is_that_of_the_beta_law)
{
  // cos^2 has the law Beta(1/2, (n - 1)/2), of variance 2 (n - 1) / (n^2 (n + 2))
  for (const double n : {2., 5., 768.})
    BOOST_TEST(overlap_deviation(arma::uword(n), 1) == std::sqrt(2 * (n - 1) / (n + 2)) / n,
               boost::test_tools::tolerance(1e-14));
  BOOST_TEST(overlap_deviation(7, 7) == 0);
}

BOOST_AUTO_TEST_CASE(what_a_matrix_reads_is_what_it_makes_of_a_token_without_its_mean)
{
  const auto run = small_run(3);
  AttentionLayer layer = attention_layer(run.weights().blocks[0], 3);
  layer.gain = arma::linspace(0.5, 2, 24);
  const arma::vec x = arma::linspace(-3, 8, 24) % arma::linspace(1, 2, 24);
  const arma::vec read = layer.W_K(1) * (layer.gain % (x - arma::mean(x)));
  // 24 products of numbers below 40
  BOOST_TEST(arma::abs(read_directions(layer, layer.W_K(1)).t() * x - read).max() < 1e-11);
}

BOOST_AUTO_TEST_CASE(means_over_layers_leave_out_a_head_with_itself)
{
  const arma::mat overlaps{{1, 2, 3, 4}, {2, 1, 5, 6}, {3, 5, 1, 7}, {4, 6, 7, 1}};
  const arma::mat means = means_by_layer(overlaps, 2);
  BOOST_TEST(means(0, 0) == 2);
  BOOST_TEST(means(1, 0) == 4.5); // of 3, 5, 4, 6
  BOOST_TEST(means(1, 1) == 7);
  BOOST_TEST(std::isnan(means(0, 1)));
  BOOST_TEST(arma::approx_equal(pairs_of(overlaps), arma::vec{2, 3, 4, 5, 6, 7}, "absdiff", 0));
  BOOST_CHECK_EXCEPTION(means_by_layer(overlaps, 3), Error, says("got 4 x 4"));
}

BOOST_AUTO_TEST_CASE(subspaces_that_do_not_fit_are_refused)
{
  const arma::mat plane(5, 2, arma::fill::randn), twice(5, 2, arma::fill::ones);
  BOOST_CHECK_EXCEPTION(subspace_overlaps({}), Error, says("there is no subspace"));
  BOOST_CHECK_EXCEPTION(subspace_overlaps({plane, arma::mat(5, 3, arma::fill::randn)}), Error,
                        says("expected 5 x 2, as the first, got 5 x 3"));
  BOOST_CHECK_EXCEPTION(subspace_overlaps({plane, twice}), Error, says("independent"));
  BOOST_CHECK_EXCEPTION(overlap_deviation(3, 4), Error, says("got n = 3, d = 4"));
}

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
