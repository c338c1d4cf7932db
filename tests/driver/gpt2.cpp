// The commands of gpt2 that print numbers, as processes, compared with the independent forward pass in gpt2/reference.

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/system/temporary_folder.hpp"

#include "support/checkpoints.hpp"
#include "support/driver.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

using namespace epreuve::tests;
using epreuve::TemporaryFolder;
using nlohmann::json;

namespace {

constexpr double single = 2e-4, twofold = 1e-10; // tolerances for float and double

std::string weights(const std::string& name)
{
  return written_checkpoint(name).string();
}

/// Tokens as --tokens takes them.
std::string list(const json& tokens)
{
  std::string text;
  for (const json& token : tokens)
    text += (text.empty() ? "" : ",") + token.dump();
  return text;
}

std::vector<std::string> on(const std::string& checkpoint, const json& tokens)
{
  return {"--weights", weights(checkpoint), "--tokens", list(tokens)};
}

std::vector<std::string> operator+(std::vector<std::string> arguments,
                                   const std::vector<std::string>& more)
{
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// The ids by decreasing logit.
std::vector<std::size_t> ranking(const json& logits)
{
  std::vector<std::size_t> ids(logits.size());
  std::iota(ids.begin(), ids.end(), 0u);
  std::ranges::sort(ids, [&](std::size_t a, std::size_t b) { return logits[a] > logits[b]; });
  return ids;
}

template <typename Real>
std::vector<Real> numbers(const std::string& bytes)
{
  std::vector<Real> values(bytes.size() / sizeof(Real));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Real));
  return values;
}

/// Compares a pattern with rows up to the diagonal with a square one.
void compare_patterns(const json& pattern, const json& expected, double tolerance)
{
  BOOST_REQUIRE(pattern.size() == expected.size());
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    BOOST_REQUIRE(pattern[i].size() == pattern.size());
    for (std::size_t j = 0; j < pattern.size(); ++j)
      BOOST_TEST(std::abs(pattern[i][j].get<double>() -
                          (j <= i ? expected[i][j].get<double>() : 0)) <= tolerance);
  }
}

} // namespace

BOOST_AUTO_TEST_CASE(next_ranks_the_tokens_as_the_reference_does)
{
  for (const std::string precision : {"float", "double"})
    for (const json& prompt : reference_values("odd")) {
      const json found =
          gpt2_json(std::vector<std::string>{"next", "--top", "7", "--precision", precision} +
                    on("odd", prompt["tokens"]));
      const double tolerance = precision == "float" ? single : twofold;
      const json& logits = prompt["logits"].back();
      const double log_sum_exp = prompt["log_sum_exp"].back();
      BOOST_TEST(std::abs(found["log_sum_exp"].get<double>() - log_sum_exp) <= tolerance);
      BOOST_REQUIRE(found["top"].size() == 7u);
      for (std::size_t rank = 0; rank < 7; ++rank) {
        const json& candidate = found["top"][rank];
        const double logit = logits[ranking(logits)[rank]];
        BOOST_TEST(candidate["id"] == ranking(logits)[rank]);
        BOOST_TEST(std::abs(candidate["logit"].get<double>() - logit) <= tolerance);
        BOOST_TEST(std::abs(candidate["probability"].get<double>() -
                            std::exp(logit - log_sum_exp)) <= tolerance);
        BOOST_TEST(candidate["token"].is_null());
      }
      for (std::size_t i = 0; i < prompt["tokens"].size(); ++i)
        BOOST_TEST(found["tokens"][i] == json({{"id", prompt["tokens"][i]}, {"token", nullptr}}));
    }
}

BOOST_AUTO_TEST_CASE(
    eight_bits_change_the_logits_of_a_few_tokens_by_a_little_in_each_command_that_takes_them)
{
  const std::vector<std::string> eight{"--precision", "int8"};
  const auto tokens = on("odd", {7, 0, 55, 55});
  const std::vector<std::string> next{"next", "--top", "101"};
  const double coarse = gpt2_json(next + tokens + eight)["log_sum_exp"],
               plain = gpt2_json(next + tokens)["log_sum_exp"];
  BOOST_TEST(coarse != plain);
  BOOST_TEST(std::abs(coarse - plain) < 0.5); // of logits that spread over 20

  const TemporaryFolder folder;
  const std::string file = (folder / "logits").string();
  BOOST_TEST(gpt2(std::vector<std::string>{"logits", "--out", file} + tokens + eight).status == 0);
  BOOST_TEST(std::filesystem::file_size(file) == 4u * 101 * 4);
  BOOST_TEST(gpt2_json(std::vector<std::string>{"perplexity"} + tokens + eight)["perplexity"]
                 .get<double>() > 1.0);
  BOOST_TEST(gpt2_json(std::vector<std::string>{"generate", "-n", "3"} + tokens +
                       eight)["stopped"] == "count");
}

BOOST_AUTO_TEST_CASE(eight_bits_cost_petit_some_of_what_it_knows)
{
  const std::vector<std::string> compare{"compare", "--texts", "40"};
  const double plain = gpt2_json(compare)["missing_nats"],
               coarse = gpt2_json(compare +
                                  std::vector<std::string>{"--precision", "int8"})["missing_nats"];
  BOOST_TEST(coarse != plain);
  BOOST_TEST(std::abs(coarse - plain) < 0.005); // petit itself misses 0.0012
}

BOOST_AUTO_TEST_CASE(a_text_gives_what_its_tokens_give_and_their_texts)
{
  const json found = gpt2_json({"next", "sf the", "--weights", weights("text")});
  // '!' is 0, so 's' and 'f' are 82 and 69; the third merge makes " the".
  const json tokens{
      {{"id", 82}, {"token", "s"}}, {{"id", 69}, {"token", "f"}}, {{"id", 258}, {"token", " the"}}};
  BOOST_TEST(found["tokens"] == tokens);
  const json same = gpt2_json(std::vector<std::string>{"next"} + on("text", {82, 69, 258}));
  BOOST_TEST(found["log_sum_exp"] == same["log_sum_exp"]);
  BOOST_TEST(found["top"][0]["id"] == same["top"][0]["id"]);
  BOOST_TEST(found["top"][0]["token"].is_string());
}

BOOST_AUTO_TEST_CASE(more_top_tokens_than_there_are_means_all)
{
  const json found = gpt2_json(std::vector<std::string>{"next", "--top", "1000"} + on("one", {3}));
  BOOST_TEST(found["top"].size() == 11u);
}

BOOST_AUTO_TEST_CASE(logits_are_written_as_raw_floats_one_row_per_position)
{
  const TemporaryFolder folder;
  const std::string file = (folder / "logits.bin").string();
  for (const json& prompt : reference_values("odd")) {
    const json& expected = prompt["logits"];
    BOOST_TEST(gpt2(std::vector<std::string>{"logits", "--out", file} + on("odd", prompt["tokens"]))
                   .status == 0);
    const auto floats = numbers<float>(read_file(file));
    BOOST_TEST(gpt2(std::vector<std::string>{"logits", "--out", file, "--precision", "double"} +
                    on("odd", prompt["tokens"]))
                   .status == 0);
    const auto doubles = numbers<double>(read_file(file));
    BOOST_REQUIRE(floats.size() == expected.size() * 101);
    BOOST_REQUIRE(doubles.size() == expected.size() * 101);
    double worst_float = 0, worst_double = 0;
    for (std::size_t i = 0; i < floats.size(); ++i) {
      const double value = expected[i / 101][i % 101];
      worst_float = std::max(worst_float, std::abs(static_cast<double>(floats[i]) - value));
      worst_double = std::max(worst_double, std::abs(doubles[i] - value));
    }
    BOOST_TEST(worst_float <= single);
    BOOST_TEST(worst_double <= twofold);
  }
}

BOOST_AUTO_TEST_CASE(a_file_serves_as_weights_as_well_as_its_folder)
{
  const auto whole = std::vector<std::string>{"next"} + on("odd", {7, 0, 55});
  auto file = whole;
  file[2] = (written_checkpoint("odd") / "model.safetensors").string();
  BOOST_TEST(gpt2_json(whole) == gpt2_json(file));
}

BOOST_AUTO_TEST_CASE(attention_gives_the_pattern_of_the_head_that_is_named)
{
  const json prompt = reference_values("odd")[1];
  for (const std::size_t layer : {0u, 2u})
    for (const std::size_t head : {0u, 4u}) {
      const json found =
          gpt2_json(std::vector<std::string>{"attention", "--layer", std::to_string(layer),
                                             "--head", std::to_string(head)} +
                    on("odd", prompt["tokens"]));
      BOOST_TEST(found["layer"] == layer);
      BOOST_TEST(found["head"] == head);
      BOOST_TEST(found["tokens"].size() == prompt["tokens"].size());
      compare_patterns(found["pattern"], prompt["patterns"][layer][head], single);
    }
}

BOOST_AUTO_TEST_CASE(attention_to_all_gives_every_head_of_every_layer)
{
  const json prompt = reference_values("odd")[1];
  const json found =
      gpt2_json(std::vector<std::string>{"attention", "--all", "--precision", "double"} +
                on("odd", prompt["tokens"]));
  BOOST_REQUIRE(found["patterns"].size() == 15u);
  for (const json& head : found["patterns"])
    compare_patterns(
        head["pattern"],
        prompt["patterns"][head["layer"].get<std::size_t>()][head["head"].get<std::size_t>()],
        twofold);
}

BOOST_AUTO_TEST_CASE(attention_draws_heat_map_head_view_and_sheet)
{
  const TemporaryFolder folder;
  const std::string figures = (folder / "new" / "figures").string();
  const Finished one = gpt2({"attention", "a cat the", "--weights", weights("text"), "--layer", "1",
                             "--head", "2", "--figures", figures});
  BOOST_TEST(one.status == 0, one.error);
  BOOST_TEST(one.output == figures + "/attention-1.2.svg\n" + figures + "/head-view-1.2.svg\n");
  // A blank is drawn as a visible sign.
  BOOST_TEST(read_file(figures + "/attention-1.2.svg").find("␣the") != std::string::npos);
  BOOST_TEST(read_file(figures + "/head-view-1.2.svg").find("␣the") != std::string::npos);
  // 40 tokens in 2 layers of 3 heads: more than 20, so drawn in blocks.
  const Finished all = gpt2({"attention", std::string(40, 'q'), "--weights", weights("text"),
                             "--all", "--figures", figures});
  BOOST_TEST(all.output == figures + "/attention-all.svg\n");
  BOOST_TEST(read_file(figures + "/attention-all.svg").find("</svg>") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(attention_is_a_table_of_text_without_a_folder)
{
  const Finished text =
      gpt2({"attention", "a cat", "--weights", weights("text"), "--layer", "1", "--head", "2"});
  BOOST_TEST(text.output.find("1.000      ·") != std::string::npos, text.output);
}

BOOST_AUTO_TEST_CASE(the_lens_reads_each_layer_as_the_final_norm_and_unembedding_would)
{
  using namespace epreuve::gpt2;
  const json prompt = reference_values("odd")[1];
  const json found =
      gpt2_json(std::vector<std::string>{"lens", "--top", "101", "--precision", "double"} +
                on("odd", prompt["tokens"]));
  BOOST_REQUIRE(found["layers"].size() == 4u); // the embedding and three blocks

  const Checkpoint checkpoint(written_checkpoint("odd"));
  const Model<double> model(checkpoint);
  Trace<double> trace({"blocks.*.resid_post", "blocks.0.resid_pre"});
  model.logits(prompt["tokens"].get<std::vector<Token>>(), &trace);
  const arma::vec gain = checkpoint.vector<double>("ln_f.weight"),
                  bias = checkpoint.vector<double>("ln_f.bias");
  const arma::mat wte = checkpoint.matrix<double>("wte.weight");
  for (std::size_t depth = 0; depth < 4; ++depth) {
    const json& layer = found["layers"][depth];
    BOOST_TEST(layer["after"] == (depth == 0 ? "embed" : std::to_string(depth - 1)));
    const arma::mat x = trace.matrix(
        depth == 0 ? "blocks.0.resid_pre" : "blocks." + std::to_string(depth - 1) + ".resid_post");
    const arma::vec last = x.col(x.n_cols - 1), centred = last - arma::mean(last);
    const arma::vec logits =
        wte.t() * (gain % centred / std::sqrt(arma::mean(arma::square(centred)) + 1e-5) + bias);
    for (const json& candidate : layer["top"])
      BOOST_TEST(std::abs(candidate["logit"].get<double>() -
                          logits[candidate["id"].get<arma::uword>()]) <= twofold);
    for (std::size_t k = 0; k < layer["norms"].size(); ++k)
      BOOST_TEST(std::abs(layer["norms"][k].get<double>() -
                          prompt["norms"][2 * depth][k].get<double>()) <= twofold);
  }
}

BOOST_AUTO_TEST_CASE(the_lens_ends_at_what_next_says)
{
  const std::vector<std::string> arguments = on("odd", {7, 0, 55, 55});
  const json lens = gpt2_json(std::vector<std::string>{"lens", "--top", "3"} + arguments);
  const json next = gpt2_json(std::vector<std::string>{"next", "--top", "3"} + arguments);
  for (std::size_t i = 0; i < 3; ++i) {
    const json &seen = lens["layers"].back()["top"][i], &said = next["top"][i];
    BOOST_TEST(seen["id"] == said["id"]);
    BOOST_TEST(std::abs(seen["logit"].get<double>() - said["logit"].get<double>()) <= single);
  }
}

BOOST_AUTO_TEST_CASE(inspect_counts_the_parameters_of_each_part)
{
  const json found = gpt2_json({"inspect", "--weights", weights("odd-published-layout")});
  // n = 30, N = 101, context 17, mlp 77, 3 layers; 12 tensors per layer and 4 more; besides them 3 masks.
  BOOST_TEST(found["tensors"].size() == 43u);
  BOOST_TEST(found["present"] == 40);
  BOOST_TEST(found["expected"] == 40);
  BOOST_TEST(found["published"] == 0);
  const auto of = [&](const char* part) { return found["parts"][part]["held"].get<int>(); };
  BOOST_TEST(of("token embedding") == 101 * 30);
  BOOST_TEST(of("positions") == 17 * 30);
  BOOST_TEST(of("layer norms") == (3 * 2 + 1) * 2 * 30);
  BOOST_TEST(of("attention") == 3 * (30 * 90 + 90 + 30 * 30 + 30));
  BOOST_TEST(of("MLP") == 3 * (30 * 77 + 77 + 77 * 30 + 30));
  BOOST_TEST(found["parameters"]["held"] == found["parameters"]["of"]);
}

BOOST_AUTO_TEST_CASE(precision_finds_rounding_alone_in_a_healthy_model)
{
  const Finished said = gpt2(std::vector<std::string>{"precision"} + on("odd", {7, 0, 55, 55}));
  BOOST_TEST(said.status == 0);
  BOOST_TEST(said.output.find("float and double differ by rounding alone") != std::string::npos);
  const json found = gpt2_json(std::vector<std::string>{"precision"} + on("odd", {7, 0, 55, 55}));
  BOOST_TEST(found["bugs"].empty());
  BOOST_TEST(found["steps"].back()["name"] == "logits");
  const json eight = gpt2_json(std::vector<std::string>{"precision", "--precision", "int8"} +
                               on("odd", {7, 0, 55, 55}));
  BOOST_TEST(eight["bugs"].empty());
  BOOST_TEST(eight["divergence_nats"].get<double>() > found["divergence_nats"].get<double>());
  BOOST_TEST(eight["divergence_nats"].get<double>() <= eight["divergence_bound"].get<double>());
}

BOOST_AUTO_TEST_CASE(bench_measures_the_pass_beside_the_machine)
{
  const json found = gpt2_json({"bench", "--rounds", "2", "--weights", weights("odd")});
  BOOST_TEST(found["threads"].get<int>() >= 1);
  BOOST_TEST(found["load_seconds"].get<double>() > 0);
  BOOST_REQUIRE(found["speeds"].size() == 4u);
  for (const json& speed : found["speeds"]) {
    BOOST_TEST_CONTEXT(speed["what"])
    {
      BOOST_REQUIRE(speed["rounds"].size() == 2u);
      BOOST_REQUIRE(speed["limits"].size() == 2u);
      const auto of_round = [&](std::size_t i) {
        return speed["rounds"][i].get<double>() / speed["limits"][i].get<double>();
      };
      BOOST_TEST(std::min(of_round(0), of_round(1)) > 0);
      BOOST_TEST(speed["ratio"].get<double>() == (of_round(0) + of_round(1)) / 2,
                 boost::test_tools::tolerance(1e-12));
    }
  }
  // The fastest way of reading is the limit of decoding.
  BOOST_REQUIRE(found["readings"].size() == 3u);
  for (std::size_t round = 0; round < 2; ++round) {
    double fastest = 0;
    for (const json& reading : found["readings"])
      fastest = std::max(fastest, reading["rounds"][round].get<double>());
    BOOST_TEST(found["speeds"][2]["limits"][round].get<double>() == fastest);
  }
}

/// Half a gigabyte, so not by default: gpt2/reference.cmake says how to run it.
BOOST_AUTO_TEST_SUITE(full_size, *boost::unit_test::disabled())

BOOST_AUTO_TEST_CASE(commands_agree_with_the_reference_on_a_model_of_full_size)
{
  const json prompt = reference_values("small").at(0);
  const auto on_prompt = on("small", prompt["tokens"]);
  const json &ids = prompt["logits"]["ids"], &last = prompt["logits"]["last"];

  const TemporaryFolder folder;
  const std::string file = (folder / "logits.bin").string();
  BOOST_TEST(gpt2(std::vector<std::string>{"logits", "--out", file} + on_prompt).status == 0);
  const auto logits = numbers<float>(read_file(file));
  BOOST_REQUIRE(logits.size() == prompt["tokens"].size() * 50257);
  const float* const row = logits.data() + logits.size() - 50257;
  for (std::size_t i = 0; i < ids.size(); ++i)
    BOOST_TEST(std::abs(static_cast<double>(row[ids[i].get<std::size_t>()]) -
                        last[i].get<double>()) <= single);

  const json next = gpt2_json(std::vector<std::string>{"next", "--top", "1"} + on_prompt);
  BOOST_TEST(std::abs(next["log_sum_exp"].get<double>() -
                      prompt["log_sum_exp"].back().get<double>()) <= single);
  BOOST_TEST(next["top"][0]["id"] == std::max_element(row, row + 50257) - row);

  const json& head = prompt["pattern"];
  const json attention =
      gpt2_json(std::vector<std::string>{"attention", "--layer", head["layer"].dump(), "--head",
                                         head["head"].dump()} +
                on_prompt);
  compare_patterns(attention["pattern"], head["rows"], single);

  const json generated =
      gpt2_json(std::vector<std::string>{"generate", "-n", "1", "--temperature", "0"} + on_prompt);
  BOOST_TEST(generated["tokens"][0]["id"] == next["top"][0]["id"]);
}

BOOST_AUTO_TEST_CASE(weights_and_a_whole_context_stay_below_560_megabytes)
{
  const json found = gpt2_json({"bench", "--rounds", "1", "--weights", weights("small")});
  BOOST_TEST(found["peak_memory"].get<double>() > 124'439'808. * sizeof(float));
  BOOST_TEST(found["peak_memory"].get<double>() < 560e6);
}

BOOST_AUTO_TEST_SUITE_END()
