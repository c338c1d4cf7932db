#include "epreuve/measuring/precision.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/eight_bits.hpp"
#include "epreuve/gpt2/kernels.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/measuring/rounding.hpp"

#include "support/checkpoints.hpp"
#include "support/errors.hpp"
#include "support/toy_weights.hpp"

#include <boost/test/unit_test.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve::gpt2;
using epreuve::tests::says;
using epreuve::tests::toy_config;
using epreuve::tests::toy_weights;
using Names = std::vector<std::string>;

namespace {

std::vector<Token> sentence(arma::uword length)
{
  std::vector<Token> tokens;
  for (arma::uword k = 0; k < length; ++k)
    tokens.push_back(static_cast<Token>((7 * k * k + 3) % toy_config().N));
  return tokens;
}

const Model<double>& reference()
{
  static const Model<double> model(toy_weights<double>(toy_config(), 3));
  return model;
}

const Model<float>& right()
{
  static const Model<float> model(toy_weights<float>(toy_config(), 3));
  return model;
}

/// What is found in a float model whose weights were changed.
Names found(const std::function<void(Weights<float>&)>& tamper)
{
  Weights<float> weights = toy_weights<float>(toy_config(), 3);
  tamper(weights);
  return compare_precisions(Model<float>(weights), reference(), sentence(6)).bugs();
}

/// What is found when a step of the float pass was computed otherwise.
Names found_in_pass(const std::function<void(KeptPass<float>&)>& tamper)
{
  const std::vector<Token> tokens = sentence(6);
  KeptPass<float> pass = keep_pass(right(), tokens);
  tamper(pass);
  return compare_precisions(right().weights(), pass, reference().weights(),
                            keep_pass(reference(), tokens), tokens)
      .bugs();
}

/// The largest share of a bound that the difference of a float result to a double one takes.
double share(const arma::fmat& computed, const arma::mat& exact, const arma::mat& bound)
{
  return arma::mat(arma::abs(arma::conv_to<arma::mat>::from(computed) - exact) / bound).max();
}

/// float, and the same numbers in double.
struct Input
{
  arma::fmat single;
  arma::mat exact = arma::conv_to<arma::mat>::from(single);
};

Input normal(arma::uword rows, arma::uword columns, float mean, float sd)
{
  return {mean + sd * arma::fmat(rows, columns, arma::fill::randn)};
}

} // namespace

BOOST_AUTO_TEST_CASE(in_the_right_model_all_differences_are_rounding)
{
  for (const arma::uword length : {2, 150}) {
    const PrecisionReport report = compare_precisions(right(), reference(), sentence(length));
    BOOST_CHECK_EQUAL(report.parameters.size(), 12 * 3 + 4);
    BOOST_CHECK_EQUAL(report.steps.size(), 8 * 3 + 3);
    BOOST_TEST(report.bugs() == Names(), boost::test_tools::per_element());
    for (const StepPrecision& step : report.steps) {
      BOOST_TEST_CONTEXT(step.name)
      {
        // Not bounds that anything would keep: some entry comes within a factor of a few hundred.
        BOOST_CHECK_GT(step.of_bound, 1e-3);
        BOOST_CHECK_GT(step.largest, 1);
        BOOST_CHECK_GT(step.local, 0);
        BOOST_CHECK_LT(step.accumulated, 1e-4);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(in_eight_bits_all_differences_are_steps_of_eight_bits)
{
  const Model<float> eight(in_eight_bits(toy_weights<float>(toy_config(), 3)));
  for (const arma::uword length : {1, 150}) {
    const PrecisionReport report = compare_precisions(eight, reference(), sentence(length));
    BOOST_CHECK_EQUAL(report.parameters.size(), 12 * 3 + 4);
    BOOST_CHECK_EQUAL(report.steps.size(), 8 * 3 + 3);
    BOOST_TEST(report.bugs() == Names(), boost::test_tools::per_element());
    for (const ParameterPrecision& parameter : report.parameters)
      if (!parameter.name.ends_with(".bias") && parameter.name.find("ln_") == std::string::npos &&
          parameter.name != "wpe.weight")
        BOOST_CHECK_GT(parameter.worst, 0.9); // a step's half is reached by some of so many
    for (const StepPrecision& step : report.steps)
      if (step.name.ends_with("qkv") || step.name.ends_with("mlp.pre") || step.name == "logits") {
        BOOST_CHECK_GT(step.of_bound, 0.01);
        BOOST_CHECK_GT(step.local, 1e-4); // float's are below that by orders of magnitude
      }
  }
}

BOOST_AUTO_TEST_CASE(a_neuron_of_another_scale_is_found_in_eight_bits)
{
  Weights<float> weights = in_eight_bits(toy_weights<float>(toy_config(), 3));
  arma::fmat neurons = weights.blocks[1].mlp_in.eight_bits->neurons();
  neurons.col(17) *= 1.02F;
  weights.blocks[1].mlp_in.eight_bits = std::make_shared<const EightBits>(neurons);
  const Names bugs = compare_precisions(Model<float>(weights), reference(), sentence(6)).bugs();
  BOOST_REQUIRE(!bugs.empty());
  BOOST_CHECK_EQUAL(bugs.front(), "h.1.mlp.c_fc.weight");
}

BOOST_AUTO_TEST_CASE(what_differs_in_the_logits_bounds_the_divergence_of_the_next_tokens_law)
{
  const std::vector<Token> tokens = sentence(20);
  const KeptPass<double> exact = keep_pass(reference(), tokens);
  KeptPass<float> pass = keep_pass(right(), tokens);
  const auto report = [&] {
    return compare_precisions(right().weights(), pass, reference().weights(), exact, tokens);
  };
  BOOST_CHECK_GE(report().divergence, 0);
  BOOST_CHECK_LT(report().divergence, 1e-8);
  BOOST_CHECK_EQUAL(report().same_first, 1);

  // A constant added to all logits of a token changes no law.
  pass.logits.col(3) += 1;
  BOOST_CHECK_LT(report().divergence, 1e-8);

  // The largest logit of a token is 1 larger: with its probability p, ln(1 + p (e - 1)) - p of that token.
  const arma::vec logits = exact.logits.col(7);
  const arma::uword first = logits.index_max();
  pass.logits(first, 7) += 1;
  const double p = std::exp(logits(first)) / arma::accu(arma::exp(logits));
  BOOST_CHECK_SMALL(report().divergence -
                        (std::log1p(p * std::expm1(1)) - p) / static_cast<double>(tokens.size()),
                    1e-6);
  BOOST_CHECK_LE(report().divergence, report().bound);
  BOOST_CHECK_CLOSE(report().bound, 1.0 / 8 / static_cast<double>(tokens.size()), 0.1);

  // The least probable token of another one becomes the most probable.
  pass.logits(exact.logits.col(9).index_min(), 9) =
      static_cast<float>(exact.logits.col(9).max()) + 1;
  BOOST_CHECK_CLOSE(report().same_first, 19.0 / 20, 1e-9);
}

BOOST_AUTO_TEST_CASE(a_single_token_attends_to_itself_and_nothing_is_rounded_there)
{
  const PrecisionReport report = compare_precisions(right(), reference(), sentence(1));
  BOOST_TEST(report.bugs() == Names(), boost::test_tools::per_element());
  for (const StepPrecision& step : report.steps)
    BOOST_TEST((step.local == 0) == step.name.ends_with(".attn.z"), step.name);
}

BOOST_AUTO_TEST_CASE(accumulated_is_the_difference_of_the_two_passes)
{
  const std::vector<Token> tokens = sentence(9);
  const StepPrecision last = compare_precisions(right(), reference(), tokens).steps.back();
  const arma::mat logits = reference().logits(tokens);
  const arma::mat single = arma::conv_to<arma::mat>::from(right().logits(tokens));
  BOOST_CHECK_EQUAL(last.name, "logits");
  BOOST_CHECK_EQUAL(last.accumulated, arma::abs(single - logits).max());
  BOOST_CHECK_EQUAL(last.largest, arma::abs(logits).max());
}

BOOST_AUTO_TEST_CASE(one_weight_off_by_a_thousandth_is_found)
{
  const Names bugs =
      found([](auto& weights) { weights.blocks[1].mlp_in.neurons(3, 17) *= 1.001F; });
  BOOST_CHECK_EQUAL(bugs.at(0), "h.1.mlp.c_fc.weight");
}

BOOST_AUTO_TEST_CASE(one_weight_two_ulps_off_is_found)
{
  const Names bugs = found([](auto& weights) {
    float& w = weights.wte(5, 50);
    w = std::nextafter(std::nextafter(w, 9.0F), 9.0F);
  });
  BOOST_CHECK(bugs == Names({"wte.weight"}));
}

BOOST_AUTO_TEST_CASE(a_missing_bias_is_found_with_the_step_that_misses_it)
{
  const Names bugs = found([](auto& weights) { weights.blocks[2].heads.b.zeros(); });
  BOOST_CHECK(bugs == Names({"h.2.attn.c_proj.bias", "blocks.2.resid_mid"}));
}

BOOST_AUTO_TEST_CASE(another_epsilon_is_found_in_the_first_layer_norm_whose_tokens_are_the_smallest)
{
  const Names bugs = found([](auto& weights) { weights.config.layer_norm_epsilon = 1e-6; });
  BOOST_CHECK_EQUAL(bugs.at(0), "blocks.0.ln1.normalized");
}

BOOST_AUTO_TEST_CASE(gelu_by_the_error_function_is_found)
{
  const Names bugs = found_in_pass([](auto& pass) {
    auto& block = pass.values.blocks[1];
    block.activated = epreuve::math::gelu(block.hidden);
  });
  BOOST_CHECK_EQUAL(bugs.at(0), "blocks.1.mlp.post");
}

BOOST_AUTO_TEST_CASE(scores_divided_by_another_root_are_found)
{
  const Names bugs = found_in_pass([](auto& pass) {
    const arma::fmat& qkv = pass.values.blocks[0].qkv; // 5 heads of 7
    arma::fmat& z = pass.values.blocks[0].z;
    const arma::fmat Q = qkv.rows(28, 34) * std::sqrt(7.0F / 8), K = qkv.rows(63, 69);
    z.rows(28, 34) = qkv.rows(98, 104) * epreuve::attention::causal_pattern(Q, K).t();
  });
  BOOST_CHECK_EQUAL(bugs.at(0), "blocks.0.attn.z");
}

BOOST_AUTO_TEST_CASE(a_sum_without_its_last_term_is_found)
{
  const Names bugs = found_in_pass([](auto& pass) {
    pass.logits(100, 5) =
        arma::dot(right().weights().wte.col(100).head(34), pass.values.normed.col(5).head(34));
  });
  BOOST_CHECK(bugs == Names({"logits"}));
}

BOOST_AUTO_TEST_CASE(the_first_step_that_is_not_a_number_is_found)
{
  const Names bugs = found([](auto& weights) { weights.blocks[1].ln_2.gain(2) = std::nanf(""); });
  BOOST_CHECK_EQUAL(bugs.at(0), "h.1.ln_2.weight");
  BOOST_CHECK_EQUAL(bugs.at(1), "blocks.1.ln2.normalized");
}

namespace {

/// An entry of the parameter with that name in the file.
template <typename Real>
Real& entry(Weights<Real>& weights, const std::string& parameter)
{
  if (parameter == "wte.weight")
    return weights.wte(0, toy_config().N - 1); // a token that is not in the sentence
  if (parameter == "wpe.weight")
    return weights.wpe(1, 2);
  if (parameter == "ln_f.weight")
    return weights.ln_f.gain(0);
  Block<Real>& block = weights.blocks.at(1);
  if (parameter == "h.1.ln_1.bias")
    return block.ln_1.bias(3);
  if (parameter == "h.1.attn.c_attn.weight")
    return block.qkv.neurons(1, 2);
  if (parameter == "h.1.attn.c_proj.bias")
    return block.heads.b(4);
  BOOST_REQUIRE(parameter == "h.1.mlp.c_fc.weight");
  return block.mlp_in.neurons(0, 1);
}

/// The report on a model in which such an entry is replaced, in float and in double.
PrecisionReport report_with(const std::string& parameter, float value)
{
  Weights<float> weights = toy_weights<float>(toy_config(), 3);
  Weights<double> exact = toy_weights<double>(toy_config(), 3);
  entry(weights, parameter) = value;
  entry(exact, parameter) = static_cast<double>(value);
  return compare_precisions(Model<float>(weights), Model<double>(exact), sentence(6));
}

} // namespace

BOOST_AUTO_TEST_CASE(steps_are_judged_up_to_the_first_that_is_not_finite_and_the_parameter_is_named)
{
  const std::vector<std::pair<std::string, std::string>> damages{
      {"wpe.weight", "blocks.0.resid_pre"},
      {"h.1.ln_1.bias", "blocks.1.ln1.normalized"},
      {"h.1.attn.c_attn.weight", "blocks.1.attn.qkv"},
      {"h.1.attn.c_proj.bias", "blocks.1.resid_mid"},
      {"h.1.mlp.c_fc.weight", "blocks.1.mlp.pre"},
      {"ln_f.weight", "ln_final.normalized"},
      {"wte.weight", "logits"},
  };
  for (const auto& [parameter, last] : damages)
    for (const float value : {std::nanf(""), std::numeric_limits<float>::infinity()}) {
      BOOST_TEST_CONTEXT(parameter << " " << value)
      {
        const PrecisionReport report = report_with(parameter, value);
        BOOST_CHECK(report.not_finite() == Names({parameter}));
        BOOST_CHECK(report.bugs() == Names({parameter, last}));
        BOOST_CHECK_EQUAL(report.steps.back().name, last);
        BOOST_CHECK(report.steps.back().cause == Cause::not_finite);
      }
    }
}

BOOST_AUTO_TEST_CASE(where_float_overflows_though_all_weights_are_finite_the_step_is_named)
{
  const PrecisionReport report = report_with("h.1.attn.c_proj.bias", 1e20F);
  BOOST_CHECK(report.not_finite() == Names());
  BOOST_CHECK_EQUAL(report.steps.back().name, "blocks.1.ln2.normalized");
  BOOST_CHECK(report.steps.back().cause == Cause::not_finite);
}

BOOST_AUTO_TEST_CASE(models_of_different_sizes_are_refused)
{
  Config config = toy_config();
  config.mlp = 78;
  BOOST_CHECK_EXCEPTION(
      compare_precisions(Model<float>(toy_weights<float>(config, 3)), reference(), sentence(3)),
      epreuve::Error, says("78 neurons, in double"));
}

BOOST_AUTO_TEST_CASE(
    gamma_bounds_what_k_roundings_in_one_direction_do_and_from_100_on_a_random_walk)
{
  using rounding::u;
  BOOST_CHECK_CLOSE(rounding::gamma(1), u, 1e-4);
  for (const arma::uword k : {2, 30, 99}) {
    BOOST_CHECK_GE(rounding::gamma(k), std::pow(1 + u, k) - 1);
    BOOST_CHECK_GE(rounding::gamma(k), std::pow(1 - u, -static_cast<double>(k)) - 1);
    BOOST_CHECK_CLOSE(rounding::gamma(k), static_cast<double>(k) * u, 1e-2);
  }
  BOOST_CHECK_CLOSE(rounding::gamma(3072), 10 * std::sqrt(3072) * u, 1e-2);
}

BOOST_AUTO_TEST_CASE(the_bounds_hold_where_rounding_is_at_its_worst)
{
  arma::arma_rng::set_seed(7);
  const auto check = [](const char* what, double of_bound) {
    BOOST_TEST_CONTEXT(what)
    {
      BOOST_CHECK_LE(of_bound, 1);
      BOOST_CHECK_GT(of_bound, 1e-4);
    }
  };
  for (const arma::uword n : {6, 96, 768}) {
    const Norm<float> norm{normal(n, 1, 1, 0.5F).single, normal(n, 1, 0, 1).single};
    const Norm<double> exact_norm{arma::conv_to<arma::vec>::from(norm.gain),
                                  arma::conv_to<arma::vec>::from(norm.bias)};
    for (const float mean : {0.0F, 100.0F, 1e4F}) { // far from 0, the variance loses digits
      const Input x = normal(n, 40, mean, 1);
      arma::fmat y;
      arma::mat exact;
      layer_norm(exact, exact_norm, x.exact, 1e-5);
      const arma::mat bound = rounding::of_layer_norm(exact_norm, x.exact, 1e-5);
      layer_norm(y, norm, x.single, 1e-5);
      check("layer norm, fast", share(y, exact, bound));
      layer_norm<float>(y, norm, x.single, 1e-5);
      check("layer norm, plain", share(y, exact, bound));
    }
    for (const float mean : {0.0F, 1.0F}) { // all terms of one sign
      const Input W = normal(n, 50, mean, 1), x = normal(n, 20, mean, 1), b = normal(50, 1, 0, 9);
      const Dense<double> layer{W.exact, b.exact};
      arma::fmat y;
      arma::mat exact;
      linear(exact, layer, x.exact);
      linear(y, Dense<float>{W.single, b.single}, x.single);
      check("dense layer", share(y, exact, rounding::of_linear(layer, x.exact)));
    }
  }
  const Input x{arma::linspace<arma::fvec>(-30, 30, 5000)};
  arma::fmat y;
  gelu(y, x.single);
  check("gelu", share(y, epreuve::math::gelu_tanh(x.exact), rounding::of_gelu(x.exact)));
  for (const float size : {0.1F, 3.0F, 10.0F}) { // the last: scores in the hundreds
    const arma::uword d = 16, T = 200;
    const Input qkv = normal(3 * d, T, 0, size);
    arma::fmat z;
    const arma::fmat& m = qkv.single;
    causal_attention(z, m.rows(0, d - 1), m.rows(d, 2 * d - 1), m.rows(2 * d, 3 * d - 1), 1);
    const arma::mat Q = qkv.exact.head_rows(d), K = qkv.exact.rows(d, 2 * d - 1),
                    V = qkv.exact.tail_rows(d);
    const arma::mat exact =
        epreuve::attention::head_output(V, epreuve::attention::causal_pattern(Q, K));
    check("attention", share(z, exact, rounding::of_head(Q, K, V)));
  }
}

/// Takes half a gigabyte, so it does not run by default: reference.cmake says how to run it.
BOOST_AUTO_TEST_SUITE(full_size, *boost::unit_test::disabled())

BOOST_AUTO_TEST_CASE(at_full_size_all_differences_are_rounding_and_one_wrong_step_is_found)
{
  const Checkpoint checkpoint(epreuve::tests::written_checkpoint("small"));
  const Model<float> model(checkpoint);
  const Model<double> exact(checkpoint);
  const std::vector<Token> tokens{464, 3797, 3332, 319, 262, 2603, 50256, 0};
  const PrecisionReport report = compare_precisions(model, exact, tokens);
  BOOST_CHECK_EQUAL(report.parameters.size(), 148);
  BOOST_CHECK_EQUAL(report.steps.size(), 99);
  BOOST_TEST(report.bugs() == Names(), boost::test_tools::per_element());

  // One product of 3072 in which weights and neurons kept 8 bits.
  KeptPass<float> pass = keep_pass(model, tokens);
  const auto of_8_bits = [](float value) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xffff0000U);
  };
  arma::fmat x = pass.values.stream[15], activated = pass.values.blocks[7].activated;
  Dense<float> layer = model.weights().blocks[7].mlp_out;
  layer.neurons.transform(of_8_bits);
  activated.transform(of_8_bits);
  add_linear(x, layer, activated);
  pass.values.stream[16] = x;
  const Names bugs =
      compare_precisions(model.weights(), pass, exact.weights(), keep_pass(exact, tokens), tokens)
          .bugs();
  BOOST_REQUIRE(!bugs.empty());
  BOOST_CHECK_EQUAL(bugs.front(), "blocks.7.resid_post");
}

BOOST_AUTO_TEST_SUITE_END()
