#include "epreuve/instruments/gpt2/plain_pass.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

using namespace epreuve::instruments;

using epreuve::tests::says;

static double distance(const arma::mat& a, const arma::mat& b)
{
  return arma::abs(a - b).max();
}

BOOST_AUTO_TEST_CASE(the_plain_pass_is_the_librarys_model)
{
  const ModelRun run = small_run(3);
  const std::vector<arma::mat> x = plain::stream(run);
  BOOST_TEST(x.size() == 9);
  BOOST_TEST(distance(x.at(3), run.trace.matrix("blocks.1.resid_mid")) < 1e-12);
  BOOST_TEST(distance(plain::end(run.weights(), x.back()), run.logits) < 1e-12);
}

BOOST_AUTO_TEST_CASE(single_precision_is_rounded_to_single_precision)
{
  const auto text = small_run(3).text;
  const auto doubles = plain::stream(lively_weights(small_config(), 3), text).back();
  const auto floats = plain::stream(lively_weights<float>(small_config(), 3), text).back();
  const double error = distance(arma::conv_to<arma::mat>::from(floats), doubles);
  BOOST_TEST(error < 1e-4);
  BOOST_TEST(error > 1e-8);
}

BOOST_AUTO_TEST_CASE(the_exact_gelu_differs_from_the_first_mlp_on)
{
  const ModelRun run = small_run(3);
  const auto x = plain::stream(run);
  const auto exact = plain::stream(run.weights(), run.text, {.exact_gelu = true});
  BOOST_TEST(distance(exact.at(1), x.at(1)) == 0);
  BOOST_TEST(distance(exact.at(2), x.at(2)) > 1e-5);
}

BOOST_AUTO_TEST_CASE(with_post_norm_every_state_has_size_1)
{
  ModelRun run = small_run(3);
  auto weights = run.weights();
  for (auto& block : weights.blocks)
    for (auto* norm : {&block.ln_1, &block.ln_2}) {
      norm->gain.ones();
      norm->bias.zeros();
    }
  const auto x = plain::stream(weights, run.text, {.norm_first = false});
  for (std::size_t i = 1; i < x.size(); ++i)
    BOOST_TEST(std::abs(arma::norm(x[i].col(5)) - std::sqrt(24)) < 1e-3);
}

BOOST_AUTO_TEST_CASE(a_text_that_does_not_fit_is_refused)
{
  const auto weights = lively_weights(small_config(), 3);
  BOOST_CHECK_EXCEPTION(plain::start(weights, {}), epreuve::Error, says("got 0"));
  BOOST_CHECK_EXCEPTION(plain::stream(weights, random_text(small_config(), 21, 1)), epreuve::Error,
                        says("1 to 20 tokens"));
}
