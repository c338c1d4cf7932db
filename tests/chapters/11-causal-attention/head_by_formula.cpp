#include "chapters/11-causal-attention/head_by_formula.hpp"

#include "epreuve/instruments/gpt2/model_runs.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;

static const ModelRun model = small_run(5);
static const AttentionLayer of_model = attention_layer(model.weights().blocks[1], 3);
static const arma::mat normed = model.trace.matrix("blocks.1.ln1.normalized");

static double error_of(Additions with, arma::uword head)
{
  return arma::abs(head_by_formula(of_model, head, normed, with) -
                   model.trace.matrix("blocks.1.attn.result", head))
      .max();
}

BOOST_AUTO_TEST_CASE(with_mask_and_biases_the_formula_gives_what_the_model_s_head_writes)
{
  for (arma::uword head = 0; head < 3; ++head)
    BOOST_TEST(error_of({.mask = true, .biases = true}, head) < 1e-12);
}

BOOST_AUTO_TEST_CASE(without_one_of_the_two_it_gives_something_else)
{
  BOOST_TEST(error_of({.mask = true}, 1) > 1e-3);
  BOOST_TEST(error_of({.biases = true}, 1) > 1e-3);
  BOOST_TEST(error_of({}, 1) > 1e-3);
}

BOOST_AUTO_TEST_CASE(the_first_output_without_a_mask_knows_the_last_token)
{
  const auto first = [](const arma::mat& x, bool mask) -> arma::vec {
    return head_by_formula(of_model, 0, x, {.mask = mask}).col(0);
  };
  arma::mat changed = normed;
  changed.tail_cols(1) *= -1;
  BOOST_TEST(arma::norm(first(changed, false) - first(normed, false)) > 1e-3);
  BOOST_TEST(arma::norm(first(changed, true) - first(normed, true)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(biases_of_keys_and_values_change_no_weight_and_those_of_queries_do)
{
  const arma::mat x = model.trace.matrix("blocks.1.resid_pre");
  BOOST_TEST(largest_change_without(of_model, Bias::keys, x) < 1e-13);
  BOOST_TEST(largest_change_without(of_model, Bias::values, x) == 0);
  BOOST_TEST(largest_change_without(of_model, Bias::queries, x) > 1e-3);
}
