#include "epreuve/instruments/gpt2/pass_operations.hpp"
#include "epreuve/instruments/counted.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace epreuve::instruments;

/// 12 tokens in a model of 4 layers, 24 coordinates, 3 heads and 61 words.
static const ModelRun run = small_run(3);

BOOST_AUTO_TEST_CASE(every_weight_of_a_dense_layer_costs_two_operations_for_each_token)
{
  double weights = 0;
  for (const auto& block : run.weights().blocks)
    for (const auto* layer : {&block.qkv, &block.heads, &block.mlp_in, &block.mlp_out})
      weights += layer->neurons.n_elem;
  BOOST_TEST(pass_operations(run.config(), {12}).dense(0) == 2 * weights * 12);
}

BOOST_AUTO_TEST_CASE(every_pair_in_a_pattern_costs_four_operations_for_each_dimension_of_the_head)
{
  double pairs = 0;
  for (const std::string& name : run.trace.names())
    if (name.ends_with("attn.pattern"))
      pairs += arma::accu(run.trace[name] > 0);
  BOOST_TEST(pairs == 4 * 3 * 12 * 13 / 2);
  BOOST_TEST(pass_operations(run.config(), {12}).attention(0) ==
             4 * run.config().head_size() * pairs);
}

BOOST_AUTO_TEST_CASE(the_unembedding_costs_what_its_product_does)
{
  const CountedMatrix A(arma::mat(61, 24, arma::fill::ones)), w(arma::mat(24, 1, arma::fill::ones));
  const double counted = operations_of([&] { A* w; });
  BOOST_TEST(pass_operations(run.config(), {12}).unembedding(0) == counted);
}

BOOST_AUTO_TEST_CASE(several_lengths_are_counted_one_by_one)
{
  const PassOperations several = pass_operations(run.config(), {1, 12});
  BOOST_TEST(several.dense(1) == 12 * several.dense(0));
  BOOST_TEST(several.attention(1) == 78 * several.attention(0));
  BOOST_TEST(several.unembedding(1) == several.unembedding(0));
}
