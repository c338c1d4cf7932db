#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>

using namespace epreuve::instruments;

using epreuve::evidence::Draw;
using epreuve::gpt2::Block;
using epreuve::gpt2::Config;
using epreuve::tests::says;

static const Config small{.layers = 3, .heads = 2, .n = 40, .N = 200, .context = 9, .mlp = 90};

/// Mean and standard deviation of many entries, within 4 standard errors.
static bool follows(const arma::mat& entries, double mean, double deviation)
{
  const arma::vec x = arma::vectorise(entries);
  const double error = deviation / std::sqrt(x.n_elem);
  return std::abs(arma::mean(x) - mean) < 4 * error &&
         std::abs(arma::stddev(x) - deviation) < 3 * error;
}

BOOST_AUTO_TEST_CASE(lively_weights_follow_the_laws_of_their_description)
{
  const auto weights = lively_weights(small, 5);
  BOOST_TEST(follows(weights.wte, 0, 0.3));
  BOOST_TEST(follows(weights.wpe, 0, 0.1));
  for (const Block<double>& block : weights.blocks) {
    BOOST_TEST(follows(block.qkv.neurons, 0, 1 / std::sqrt(40)));
    BOOST_TEST(follows(block.mlp_out.neurons, 0, 1 / std::sqrt(90)));
    BOOST_TEST(follows(block.mlp_in.b, 0, 0.3));
    BOOST_TEST(follows(block.ln_1.gain, 1, 0.2));
    BOOST_TEST(follows(block.ln_2.bias, 0, 0.2));
  }
}

BOOST_AUTO_TEST_CASE(lively_weights_in_float_are_the_doubles_rounded)
{
  const auto doubles = lively_weights(small, 5);
  const auto floats = lively_weights<float>(small, 5);
  const arma::fmat last = arma::conv_to<arma::fmat>::from(doubles.blocks.at(2).mlp_out.neurons);
  BOOST_TEST(arma::all(arma::vectorise(floats.blocks.at(2).mlp_out.neurons == last)));
  BOOST_TEST(!arma::approx_equal(doubles.wte, lively_weights(small, 6).wte, "absdiff", 0.1));
}

BOOST_AUTO_TEST_CASE(a_longer_text_begins_as_a_shorter_one_and_uses_the_vocabulary)
{
  const auto text = random_text(small, 900, 3), start = random_text(small, 10, 3);
  BOOST_TEST(std::equal(start.begin(), start.end(), text.begin()));
  BOOST_TEST(std::ranges::max(text) < small.N);
  BOOST_TEST(std::ranges::max(text) > 0.9 * small.N);
}

BOOST_AUTO_TEST_CASE(a_run_keeps_what_it_was_asked_for)
{
  const ModelRun run(lively_weights(small, 1), {4, 5, 6}, {"ln_final.normalized"});
  BOOST_TEST(run.trace.names().size() == 1);
  const arma::mat logits = run.weights().wte.t() * run.trace.matrix("ln_final.normalized");
  BOOST_TEST(arma::approx_equal(run.logits, logits, "absdiff", 1e-12));
}

BOOST_AUTO_TEST_CASE(the_small_example_is_lively)
{
  const ModelRun run = small_run(1);
  BOOST_TEST(run.text.size() == 12);
  BOOST_TEST(run.config().N == 61);
  BOOST_TEST(arma::abs(run.logits - small_run(2).logits).max() > 0.1);
  BOOST_TEST(arma::stddev(run.logits.col(11)) > 0.5); // before training: 0.1, and all tokens alike
}

BOOST_AUTO_TEST_CASE(a_run_refuses_a_text_that_does_not_fit)
{
  BOOST_CHECK_EXCEPTION(ModelRun(lively_weights(small, 1), random_text(small, 10, 1)),
                        epreuve::Error,
                        says("10 tokens are more than the context of the model, 9"));
}

BOOST_AUTO_TEST_CASE(drawn_runs_have_the_sizes_of_their_description)
{
  arma::uword longest = 0;
  const auto fits = [&](Draw& draw) {
    const ModelRun run = draw_run(draw);
    const Config& c = run.config();
    longest = std::max<arma::uword>(longest, run.text.size());
    return c.n % c.heads == 0 && c.n >= 4 && c.head_size() >= 2 && c.head_size() <= 4 &&
           c.layers <= 3 && c.mlp <= 12 && c.N <= 20 && !run.text.empty() &&
           run.text.size() <= c.context && run.logits.n_cols == run.text.size() &&
           run.logits.is_finite();
  };
  BOOST_TEST(epreuve::evidence::check_property(fits, 200, 1).passed);
  BOOST_TEST(longest == 10);
}

BOOST_AUTO_TEST_CASE(the_parts_of_a_logit_sum_to_it_and_a_silent_layer_has_none)
{
  auto weights = lively_weights(small, 2);
  silence(weights.blocks.at(1).mlp_out);
  const ModelRun run(weights, {7, 8, 9});
  const arma::vec parts = parts_of_logit(run, 11);
  BOOST_TEST(parts.n_elem == 9);
  BOOST_TEST(std::abs(arma::accu(parts) - run.logits(11, 2)) < 1e-12);
  BOOST_TEST(std::abs(parts(5)) < 1e-15); // embedding, position, two of layer 1, attention, MLP
  BOOST_TEST(arma::abs(parts).eval().max() > 0.1);
}

BOOST_AUTO_TEST_CASE(a_statement_about_runs_may_draw_more_of_its_own)
{
  const auto column_is_finite = model_runs([](const ModelRun& run, Draw& draw) {
    return run.logits.col(draw.size("j", 0, run.text.size() - 1)).is_finite();
  });
  BOOST_TEST(epreuve::evidence::check_property(column_is_finite, 20, 1).passed);
  const auto one_token = model_runs([](const ModelRun& run) { return run.text.size() == 1; });
  BOOST_TEST(!epreuve::evidence::check_property(one_token, 20, 1).passed);
}
