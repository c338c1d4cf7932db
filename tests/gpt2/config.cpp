#include "epreuve/gpt2/config.hpp"

#include "epreuve/gpt2/parameters.hpp"
#include "epreuve/gpt2/published.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <string>

using namespace epreuve;
using namespace epreuve::gpt2;
using epreuve::tests::says;
using nlohmann::json;

namespace {

/// Sizes that all differ.
json toy()
{
  return {{"activation_function", "gelu_new"},
          {"n_layer", 3},
          {"n_head", 2},
          {"n_embd", 10},
          {"vocab_size", 97},
          {"n_ctx", 31},
          {"n_positions", 31},
          {"n_inner", 17},
          {"layer_norm_epsilon", 1e-6}};
}

json with(const char* name, const json& value)
{
  json config = toy();
  config[name] = value;
  return config;
}

json without(const char* name)
{
  json config = toy();
  config.erase(name);
  return config;
}

Config read_text(const std::string& text)
{
  const TemporaryFolder folder;
  write_file(folder / "config.json", text);
  return read_config(folder / "config.json");
}

Config read(const json& config)
{
  return read_text(config.dump());
}

} // namespace

BOOST_AUTO_TEST_CASE(a_byte_order_mark_is_read_over_and_utf16_named)
{
  BOOST_TEST(read_text("\xEF\xBB\xBF" + toy().dump()).n == 10u);
  std::string wide = "\xFF\xFE";
  for (const char c : toy().dump())
    wide += std::string{c, '\0'};
  BOOST_CHECK_EXCEPTION(read_text(wide), Error,
                        says("config.json is text in UTF-16; save it as UTF-8"));
}

BOOST_AUTO_TEST_CASE(a_model_of_another_kind_is_refused)
{
  BOOST_CHECK_EXCEPTION(read(with("model_type", "llama")), Error,
                        says("model_type must be \"gpt2\" as in GPT-2, got \"llama\""));
  BOOST_CHECK_NO_THROW(read(with("model_type", "gpt2")));
}

BOOST_AUTO_TEST_CASE(every_size_is_the_files)
{
  const Config expected{.layers = 3,
                        .heads = 2,
                        .n = 10,
                        .N = 97,
                        .context = 31,
                        .mlp = 17,
                        .layer_norm_epsilon = 1e-6};
  BOOST_TEST((read(toy()) == expected));
}

BOOST_AUTO_TEST_CASE(the_mlp_is_four_times_as_wide_when_the_file_does_not_say)
{
  BOOST_TEST(read(with("n_inner", nullptr)).mlp == 40u);
  BOOST_TEST(read(without("n_inner")).mlp == 40u);
}

BOOST_AUTO_TEST_CASE(the_context_has_either_of_two_names)
{
  BOOST_TEST(read(without("n_ctx")).context == 31u);
  BOOST_TEST(read(without("n_positions")).context == 31u);
  BOOST_TEST(read(with("n_positions", 29)).context == 29u);
}

BOOST_AUTO_TEST_CASE(epsilon_is_the_published_one_when_the_file_does_not_say)
{
  BOOST_TEST(read(without("layer_norm_epsilon")).layer_norm_epsilon == 1e-5);
}

BOOST_AUTO_TEST_CASE(an_impossible_setting_is_refused_by_its_name)
{
  const auto refused = [](const json& config, const char* message) {
    BOOST_CHECK_EXCEPTION(read(config), Error, says(message));
  };
  refused(without("n_layer"), "config.json: n_layer is missing");
  refused(with("n_layer", 0), "n_layer must be a whole number from 1 to 10000, got 0");
  refused(with("n_layer", 10'001), "got 10001");
  refused(with("n_embd", -8), "n_embd must be a whole number from 1 to 10000000, got -8");
  refused(with("n_embd", 7.5), "got 7.5");
  refused(with("vocab_size", "many"), "vocab_size must be a whole number");
  refused(with("vocab_size", 18'446'744'073'709'551'615U), "got 18446744073709551615");
  refused(with("n_head", 4), "n_head must divide n_embd, got 4 and 10");
  refused(with("layer_norm_epsilon", 0), "layer_norm_epsilon must be a positive number, got 0");
  refused(with("layer_norm_epsilon", "a\nb"), R"(got "a\nb")");
}

BOOST_AUTO_TEST_CASE(a_model_that_is_computed_otherwise_is_refused)
{
  const auto refused = [](const json& config, const char* message) {
    BOOST_CHECK_EXCEPTION(read(config), Error, says(message));
  };
  refused(with("activation_function", "relu"),
          R"(activation_function must be "gelu_new" as in GPT-2, got "relu")");
  refused(with("tie_word_embeddings", false), "tie_word_embeddings must be true");
  refused(with("scale_attn_weights", false), "scale_attn_weights must be true");
  refused(with("scale_attn_by_inverse_layer_idx", true), "must be false");
}

BOOST_AUTO_TEST_CASE(what_is_not_a_config_file_is_refused)
{
  BOOST_CHECK_EXCEPTION(read_text("{\"n_layer\": "), Error, says("config.json is no JSON"));
  BOOST_CHECK_EXCEPTION(read_text(""), Error, says("config.json is no JSON"));
  BOOST_CHECK_EXCEPTION(
      read_text("{\"model_type\": " + std::string(50'000, '[') + std::string(50'000, ']') + "}"),
      Error, says("config.json, line 1, column 115: nested deeper than 100 levels"));
  BOOST_CHECK_EXCEPTION(read_text("[1, 2]"), Error, says("must hold a JSON object, got array"));
  BOOST_CHECK_EXCEPTION(read_text(std::string(2 << 20, ' ')), Error, says("has 2097152 bytes"));
  BOOST_CHECK_EXCEPTION(read_config("/nowhere/config.json"), Error,
                        says("/nowhere/config.json cannot be read"));
}

BOOST_AUTO_TEST_CASE(the_published_models_have_their_published_numbers_of_parameters)
{
  const auto parameters = [](arma::uword layers, arma::uword heads, arma::uword n) {
    return parameter_count({.layers = layers, .heads = heads, .n = n, .mlp = 4 * n});
  };
  BOOST_TEST(parameters(12, 12, 768) == 124'439'808u);
  BOOST_TEST(parameters(24, 16, 1024) == 354'823'168u);
  BOOST_TEST(parameters(36, 20, 1280) == 774'030'080u);
  BOOST_TEST(parameters(48, 25, 1600) == 1'557'611'200u);
}

BOOST_AUTO_TEST_CASE(the_parameters_are_the_published_ones_by_name_and_size)
{
  BOOST_TEST(parameters(Config{}).size() == 148u);
  for (const PublishedTensor& published : published_tensors()) {
    const auto parameter = find_parameter(Config{}, published.name);
    BOOST_REQUIRE_MESSAGE(parameter, published.name);
    arma::uword count = 1;
    for (const arma::uword length : parameter->shape)
      count *= length;
    BOOST_TEST(count == published.count, published.name);
  }
}

BOOST_AUTO_TEST_CASE(no_other_name_is_a_parameter)
{
  for (const char* name :
       {"h.12.ln_1.weight", "h.0.attn.bias", "h.-1.ln_1.bias", "h.0ln_1.bias", "h.", "h.0", "h.0.",
        "h.18446744073709551616.ln_1.bias", "ln_1.weight", "lm_head.weight", ""})
    BOOST_TEST(!find_parameter(Config{}, name), name);
}

BOOST_AUTO_TEST_CASE(the_parameters_of_odd_sizes_are_as_many_as_counted)
{
  const Config odd{.layers = 3, .heads = 2, .n = 10, .N = 97, .context = 31, .mlp = 17};
  arma::uword count = 0;
  for (const Parameter& parameter : parameters(odd)) {
    arma::uword product = 1;
    for (const arma::uword length : parameter.shape)
      product *= length;
    count += product;
  }
  BOOST_TEST(count == parameter_count(odd));
}
