#include "epreuve/gpt2/attribution.hpp"

#include "epreuve/gpt2/model.hpp"

#include "support/errors.hpp"
#include "support/toy_weights.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::gpt2;
using epreuve::tests::says;
using epreuve::tests::toy_config;
using epreuve::tests::toy_weights;

namespace {

const std::vector<Token> text{3, 17, 5, 60, 41};

/// Weights in which no parameter is 0 or 1, those of the final layer norm included.
template <typename Real>
Model<Real> toy()
{
  Weights<Real> weights = toy_weights<Real>(toy_config(), 11);
  for (arma::uword i = 0; i < weights.ln_f.gain.n_elem; ++i) {
    weights.ln_f.gain[i] = static_cast<Real>(1 + 0.5 * std::sin(double(i)));
    weights.ln_f.bias[i] = static_cast<Real>(0.3 * std::cos(double(i)));
  }
  return Model<Real>(std::move(weights));
}

} // namespace

BOOST_AUTO_TEST_CASE(the_parts_sum_to_the_logit)
{
  const Model<double> model = toy<double>();
  const Model<float> in_float = toy<float>();
  Trace<double> trace(attribution_sites());
  Trace<float> float_trace(attribution_sites());
  const arma::vec logits = model.last_logits(text, &trace);
  const arma::fvec float_logits = in_float.last_logits(text, &float_trace);
  BOOST_TEST(arma::stddev(logits) > 1.0);
  for (Token t = 0; t < model.config().N; t += 7) {
    BOOST_TEST(std::abs(logit_attribution(model.weights(), trace, t).sum() - logits[t]) < 1e-12);
    BOOST_TEST(std::abs(logit_attribution(in_float.weights(), float_trace, t).sum() -
                        static_cast<double>(float_logits[t])) < 2e-4);
  }
}

BOOST_AUTO_TEST_CASE(each_part_is_what_the_logit_loses_without_it_while_the_scale_is_frozen)
{
  const Model<double> model = toy<double>();
  Trace<double> trace({"*"});
  model.logits(text, &trace);
  const Token answer = 29;
  const LogitAttribution parts = logit_attribution(model.weights(), trace, answer);
  const auto last = [&](const std::string& name, arma::uword head = 0) -> arma::vec {
    return trace.matrix(name, head).tail_cols(1);
  };
  const arma::vec x = last("blocks.2.resid_post");
  // The final layer norm and the unembedding, entry by entry, at the scale of x.
  const auto logit = [&](const arma::vec& stream) {
    double mean = 0, mean_x = 0, variance = 0, sum = 0;
    const double n = static_cast<double>(x.n_elem);
    for (arma::uword i = 0; i < x.n_elem; ++i) {
      mean += stream[i] / n;
      mean_x += x[i] / n;
    }
    for (const double entry : x)
      variance += (entry - mean_x) * (entry - mean_x) / n;
    const double scale = std::sqrt(variance + model.config().layer_norm_epsilon);
    for (arma::uword i = 0; i < x.n_elem; ++i)
      sum += model.weights().wte(i, answer) *
             (model.weights().ln_f.gain[i] * (stream[i] - mean) / scale +
              model.weights().ln_f.bias[i]);
    return sum;
  };
  const auto loses = [&](double part, const arma::vec& added) {
    BOOST_TEST(std::abs(part - (logit(x) - logit(x - added))) < 1e-12);
    BOOST_TEST(std::abs(part) > 1e-6);
  };
  loses(parts.embedding, last("embed"));
  loses(parts.position, last("pos_embed"));
  for (arma::uword layer = 0; layer < 3; ++layer) {
    const std::string block = "blocks." + std::to_string(layer) + ".";
    for (arma::uword h = 0; h < model.config().heads; ++h)
      loses(parts.heads(layer, h), last(block + "attn.result", h));
    loses(parts.attention_bias[layer], model.weights().blocks[layer].heads.b);
    loses(parts.attention()[layer], last(block + "attn_out"));
    loses(parts.mlp[layer], last(block + "mlp_out"));
  }
  BOOST_TEST(std::abs(parts.final_bias - logit(arma::zeros(x.n_elem))) < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_token_that_is_not_there_has_no_attribution)
{
  const Model<double> model = toy<double>();
  Trace<double> trace(attribution_sites()), too_little({"embed"});
  model.last_logits(text, &trace);
  model.last_logits(text, &too_little);
  BOOST_CHECK_EXCEPTION(
      logit_attribution(model.weights(), trace, static_cast<Token>(model.config().N)),
      epreuve::Error, says("is not in the vocabulary"));
  BOOST_CHECK_EXCEPTION(logit_attribution(model.weights(), too_little, 1), epreuve::Error,
                        says("the trace has no \"blocks.2.resid_post\""));
}
