#include "epreuve/gpt2/model.hpp"

#include "support/errors.hpp"
#include "support/toy_weights.hpp"

#include "epreuve/math/softmax.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::gpt2;
using epreuve::tests::toy_config;
using epreuve::tests::toy_weights;

namespace {

const Model<double> model(toy_weights<double>(toy_config(), 11));

std::vector<Token> sentence(std::size_t length, Token step = 7)
{
  std::vector<Token> tokens(length);
  for (std::size_t k = 0; k < length; ++k)
    tokens[k] = static_cast<Token>((3 + step * k + k * k) % model.config().N);
  return tokens;
}

/// The forward pass once more, from the definition, entry by entry: no function of the library.
arma::mat logits_by_hand(const Weights<double>& weights, const std::vector<Token>& tokens)
{
  const Config& c = weights.config;
  const arma::uword K = tokens.size(), d = c.n / c.heads;
  const auto norm = [&](const arma::vec& x, const Norm<double>& by) {
    const double mean = arma::accu(x) / static_cast<double>(c.n);
    double variance = 0;
    for (const double entry : x)
      variance += (entry - mean) * (entry - mean) / static_cast<double>(c.n);
    arma::vec y(c.n);
    for (arma::uword i = 0; i < c.n; ++i)
      y(i) = by.gain(i) * (x(i) - mean) / std::sqrt(variance + 1e-5) + by.bias(i);
    return y;
  };
  const auto dense = [](const arma::vec& x, const Dense<double>& layer) {
    arma::vec y = layer.b;
    for (arma::uword i = 0; i < y.n_elem; ++i)
      for (arma::uword j = 0; j < x.n_elem; ++j)
        y(i) += layer.neurons(j, i) * x(j);
    return y;
  };
  std::vector<arma::vec> x;
  for (arma::uword k = 0; k < K; ++k)
    x.push_back(weights.wte.col(tokens[k]) + weights.wpe.col(k));
  for (const auto& block : weights.blocks) {
    std::vector<arma::vec> qkv;
    for (const auto& token : x)
      qkv.push_back(dense(norm(token, block.ln_1), block.qkv));
    for (arma::uword k = 0; k < K; ++k) {
      arma::vec z(c.n);
      for (arma::uword h = 0; h < c.heads; ++h) {
        std::vector<double> weight;
        double sum = 0;
        for (arma::uword j = 0; j <= k; ++j) {
          double score = 0;
          for (arma::uword i = 0; i < d; ++i)
            score += qkv[k](h * d + i) * qkv[j](c.n + h * d + i);
          weight.push_back(std::exp(score / std::sqrt(static_cast<double>(d))));
          sum += weight.back();
        }
        for (arma::uword j = 0; j <= k; ++j)
          for (arma::uword i = 0; i < d; ++i)
            z(h * d + i) += weight[j] / sum * qkv[j](2 * c.n + h * d + i);
      }
      x[k] += dense(z, block.heads);
    }
    for (auto& token : x) {
      arma::vec hidden = dense(norm(token, block.ln_2), block.mlp_in);
      for (double& v : hidden)
        v = v / 2 * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (v + 0.044715 * v * v * v)));
      token += dense(hidden, block.mlp_out);
    }
  }
  arma::mat logits(c.N, K);
  for (arma::uword k = 0; k < K; ++k) {
    const arma::vec w = norm(x[k], weights.ln_f);
    for (arma::uword t = 0; t < c.N; ++t)
      logits(t, k) = arma::dot(weights.wte.col(t), w);
  }
  return logits;
}

} // namespace

BOOST_AUTO_TEST_CASE(logits_are_those_of_the_definition_entry_by_entry)
{
  const auto tokens = sentence(13);
  const arma::mat expected = logits_by_hand(model.weights(), tokens);
  BOOST_TEST(arma::stddev(arma::vectorise(expected)) > 1.0); // otherwise nothing is tested
  BOOST_TEST(arma::abs(model.logits(tokens) - expected).max() < 1e-12);

  const Model<float> in_float(toy_weights<float>(toy_config(), 11));
  BOOST_TEST(arma::abs(arma::conv_to<arma::mat>::from(in_float.logits(tokens)) - expected).max() <
             2e-4);
}

BOOST_AUTO_TEST_CASE(a_prediction_does_not_depend_on_what_follows)
{
  auto tokens = sentence(40);
  const arma::mat before = model.logits(tokens);
  tokens[25] = (tokens[25] + 1) % static_cast<Token>(model.config().N);
  const arma::mat after = model.logits(tokens);
  BOOST_TEST(arma::abs(after.head_cols(25) - before.head_cols(25)).max() == 0.0);
  for (arma::uword k = 25; k < 40; ++k)
    BOOST_TEST(arma::abs(after.col(k) - before.col(k)).max() > 1e-6);
}

BOOST_AUTO_TEST_CASE(the_last_logits_are_the_last_column_of_all)
{
  const auto tokens = sentence(9);
  BOOST_TEST(arma::abs(model.last_logits(tokens) - model.logits(tokens).tail_cols(1)).max() <
             1e-12);
}

BOOST_AUTO_TEST_CASE(the_unembedding_of_the_last_residual_stream_gives_the_logits)
{
  Trace<double> trace({"blocks.2.resid_post"});
  const arma::mat logits = model.logits(sentence(9), &trace);
  BOOST_TEST(arma::abs(model.unembed(trace.matrix("blocks.2.resid_post")) - logits).max() < 1e-12);
}

BOOST_AUTO_TEST_CASE(what_a_trace_keeps_fits_together)
{
  Trace<double> trace({"*"});
  model.logits(sentence(12), &trace);
  BOOST_TEST(arma::abs(trace.matrix("embed") + trace.matrix("pos_embed") -
                       trace.matrix("blocks.0.resid_pre"))
                 .max() == 0.0);
  for (const std::string block : {"blocks.0.", "blocks.1.", "blocks.2."}) {
    const auto close = [&](const arma::mat& left, const arma::mat& right) {
      BOOST_TEST(arma::abs(left - right).max() < 1e-12);
    };
    close(trace.matrix(block + "resid_pre") + trace.matrix(block + "attn_out"),
          trace.matrix(block + "resid_mid"));
    close(trace.matrix(block + "resid_mid") + trace.matrix(block + "mlp_out"),
          trace.matrix(block + "resid_post"));
    const auto layer = static_cast<std::size_t>(block[7] - '0');
    arma::mat written = arma::repmat(model.weights().blocks[layer].heads.b, 1, 12);
    for (arma::uword h = 0; h < model.config().heads; ++h) {
      const arma::mat pattern = trace.matrix(block + "attn.pattern", h);
      close(arma::sum(pattern, 1), arma::ones(12));
      close(pattern, arma::trimatl(pattern));
      close(epreuve::math::softmax_rows(trace.matrix(block + "attn.scores", h)), pattern);
      close(trace.matrix(block + "attn.v", h) * pattern.t(), trace.matrix(block + "attn.z", h));
      written += trace.matrix(block + "attn.result", h);
    }
    close(written, trace.matrix(block + "attn_out"));
  }
}

BOOST_AUTO_TEST_CASE(a_trace_changes_nothing)
{
  Trace<double> everything({"*"}), nothing({});
  const arma::mat plain = model.logits(sentence(12));
  BOOST_TEST(arma::abs(model.logits(sentence(12), &everything) - plain).max() == 0.0);
  model.logits(sentence(12), &nothing);
  BOOST_TEST(nothing.names().empty());
}

BOOST_AUTO_TEST_CASE(
    a_pass_that_keeps_its_values_keeps_those_that_a_trace_sees_and_computes_the_same)
{
  Trace<double> trace({"*"});
  Workspace<double> passing, keeping{.keeps = true};
  const arma::mat last = model.forward(sentence(12), passing, nullptr, &trace);
  const auto same = [](const arma::mat& a, const arma::mat& b) {
    BOOST_TEST(arma::approx_equal(a, b, "absdiff", 0));
  };
  same(model.forward(sentence(12), keeping, nullptr, nullptr), last);
  same(keeping.x, passing.x);
  BOOST_TEST(passing.blocks.size() == 1);
  BOOST_TEST(passing.stream.empty());
  BOOST_REQUIRE(keeping.blocks.size() == 3);
  BOOST_REQUIRE(keeping.stream.size() == 7);
  for (const arma::uword layer : {0, 1, 2}) {
    const std::string block = "blocks." + std::to_string(layer) + ".";
    const Workspace<double>::Block& v = keeping.blocks[layer];
    same(v.normed, trace.matrix(block + "ln1.normalized"));
    for (arma::uword h = 0; h < 5; ++h) { // of 7 rows
      same(v.qkv.rows(7 * h, 7 * h + 6), trace.matrix(block + "attn.q", h));
      same(v.qkv.rows(35 + 7 * h, 35 + 7 * h + 6), trace.matrix(block + "attn.k", h));
      same(v.qkv.rows(70 + 7 * h, 70 + 7 * h + 6), trace.matrix(block + "attn.v", h));
      same(v.z.rows(7 * h, 7 * h + 6), trace.matrix(block + "attn.z", h));
    }
    same(v.normed_2, trace.matrix(block + "ln2.normalized"));
    same(v.hidden, trace.matrix(block + "mlp.pre"));
    same(v.activated, trace.matrix(block + "mlp.post"));
    same(keeping.stream[2 * layer], trace.matrix(block + "resid_pre"));
    same(keeping.stream[2 * layer + 1], trace.matrix(block + "resid_mid"));
    same(keeping.stream[2 * layer + 2], trace.matrix(block + "resid_post"));
  }
}

BOOST_AUTO_TEST_CASE(a_block_as_wide_as_the_largest_models_is_the_same_code)
{
  // 25 heads of 64, as in GPT-2 XL.
  const Config config{.layers = 1, .heads = 25, .n = 1600, .N = 300, .context = 24, .mlp = 64};
  const std::vector<Token> tokens{5, 17, 299, 0, 8};
  const arma::mat expected = Model<double>(random_weights<double>(config, 3)).logits(tokens);
  const arma::fmat logits = Model<float>(random_weights<float>(config, 3)).logits(tokens);
  BOOST_TEST(arma::abs(expected).max() > 1);
  BOOST_TEST(arma::abs(arma::conv_to<arma::mat>::from(logits) - expected).max() < 2e-4);
}

namespace {

template <typename Real>
void set(Real& entry, double value)
{
  entry = static_cast<Real>(value);
}

/// What a model says to damage in its second block.
template <typename Real>
void with_damage(const std::function<void(Block<Real>&)>& damage, const std::string& said)
{
  Weights<Real> weights = toy_weights<Real>(toy_config(), 11);
  damage(weights.blocks[1]);
  const Model<Real> damaged(std::move(weights));
  BOOST_CHECK_EXCEPTION(damaged.logits(sentence(5)), epreuve::Error, epreuve::tests::says(said));
  BOOST_CHECK_EXCEPTION(damaged.last_logits(sentence(1)), epreuve::Error,
                        epreuve::tests::says(said));
}

} // namespace

BOOST_AUTO_TEST_CASE(damaged_weights_are_an_error_that_says_where_and_no_token)
{
  const double nan = std::nan("");
  const std::string
      attention =
          "the model's logits are not numbers: block 1's attention gives NaN or infinity in ",
      mlp = "block 1's MLP gives NaN or infinity in ";
  with_damage<float>([&](auto& block) { set(block.qkv.neurons(0, 0), nan); }, attention + "float");
  with_damage<double>([&](auto& block) { set(block.qkv.neurons(0, 0), nan); },
                      attention + "double");
  with_damage<float>([&](auto& block) { set(block.mlp_in.b(3), nan); }, mlp + "float");
  with_damage<double>([&](auto& block) { set(block.mlp_in.b(3), nan); }, mlp + "double");
}

BOOST_AUTO_TEST_CASE(where_float_overflows_no_token_wins_and_double_goes_on)
{
  const auto large = [](auto& block) { set(block.heads.b(4), 1e20); };
  with_damage<float>(large, "block 1's MLP gives NaN or infinity in float");
  Weights<double> weights = toy_weights<double>(toy_config(), 11);
  large(weights.blocks[1]);
  BOOST_TEST(Model<double>(std::move(weights)).logits(sentence(5)).is_finite());
}

BOOST_AUTO_TEST_CASE(impossible_tokens_are_named)
{
  using epreuve::Error;
  using epreuve::tests::says;
  BOOST_CHECK_EXCEPTION(model.logits({}), Error, says("no tokens"));
  BOOST_CHECK_EXCEPTION(model.logits({5, 401}), Error, says("token 401 is not in the vocabulary"));
  BOOST_CHECK_EXCEPTION(model.logits(sentence(151)), Error,
                        says("151 tokens are more than the context of the model, 150"));
  BOOST_TEST(model.logits(sentence(150)).n_cols == 150u);
}
