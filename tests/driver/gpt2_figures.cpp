// The figures of the commands of gpt2, and the numbers from which they are drawn.

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/system/temporary_folder.hpp"

#include "support/checkpoints.hpp"
#include "support/contains.hpp"
#include "support/driver.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace epreuve::tests;
using epreuve::TemporaryFolder;
using epreuve::gpt2::Token;
using nlohmann::json;

namespace {

const epreuve::gpt2::Checkpoint& checkpoint()
{
  static const epreuve::gpt2::Checkpoint opened(written_checkpoint("text"));
  return opened;
}

std::vector<std::string> on_text(std::vector<std::string> arguments)
{
  arguments.insert(arguments.end(), {"--weights", written_checkpoint("text").string()});
  return arguments;
}

/// A command's drawing: one of the files that it names.
/// @param count  how many it draws
std::string drawn(std::vector<std::string> arguments, const std::string& name,
                  std::ptrdiff_t count = 1)
{
  const TemporaryFolder folder;
  const std::string figures = (folder / "new" / "folder").string();
  arguments.insert(arguments.end(), {"--figures", figures});
  const Finished run = gpt2(on_text(arguments));
  BOOST_TEST(run.status == 0, run.error);
  const std::string file = figures + "/" + name + ".svg";
  BOOST_TEST(contains(run.output, "\n" + file + "\n"), run.output);
  BOOST_TEST(run.output.ends_with(".svg\n"), run.output);
  BOOST_TEST(std::distance(std::filesystem::directory_iterator(figures), {}) == count);
  const std::string svg = read_file(file);
  BOOST_TEST(contains(svg, "</svg>"));
  return svg;
}

/// A blank is visible in a figure.
std::string label(const json& token)
{
  std::string shown;
  for (const char c : token.get<std::string>())
    shown += c == ' ' ? "␣" : std::string(1, c);
  return shown;
}

} // namespace

BOOST_AUTO_TEST_CASE(next_draws_the_probabilities_that_it_tells)
{
  const std::vector<std::string> arguments{"next", "sf the", "--top", "4"};
  const json found = gpt2_json(on_text(arguments));
  const std::string svg = drawn(arguments, "next");
  BOOST_TEST(contains(svg, "The most probable tokens after “sf the”"));
  for (const json& candidate : found["top"])
    BOOST_TEST(
        contains(svg, fmt::format(">{:.2f}<", 100 * candidate["probability"].get<double>())));
}

BOOST_AUTO_TEST_CASE(the_lens_draws_each_depth_beside_what_it_would_answer)
{
  const std::vector<std::string> arguments{"lens", "a cat", "--top", "3"};
  const json found = gpt2_json(on_text(arguments));
  const std::string svg = drawn(arguments, "lens");
  int looked_for = 0;
  for (const json& layer : found["layers"])
    if (label(layer["top"][0]["token"]).size() == 1) { // others may be escaped
      BOOST_TEST(contains(svg, layer["after"].get<std::string>() + ": "));
      ++looked_for;
    }
  BOOST_TEST(looked_for > 0);
  BOOST_TEST(found["layers"].back()["top"].size() == 3u);
  for (const json& candidate : found["layers"].back()["top"])
    BOOST_TEST(
        contains(svg, fmt::format(">{:.1f}<", 100 * candidate["probability"].get<double>())));
}

BOOST_AUTO_TEST_CASE(trace_tells_the_norms_that_the_forward_pass_has)
{
  const std::vector<Token> tokens{82, 69, 258, 82};
  const json found = gpt2_json(on_text({"trace", "sf thes", "--precision", "double"}));
  const epreuve::gpt2::Model<double> model(checkpoint());
  epreuve::gpt2::Trace<double> trace({"*"});
  model.logits(tokens, &trace);
  const auto layers = checkpoint().config().layers;
  BOOST_TEST(found["norms"].size() == 3 + 5 * layers);
  for (const auto& [name, norms] : found["norms"].items()) {
    const arma::mat x = trace.matrix(name);
    BOOST_REQUIRE(norms.size() == tokens.size());
    for (std::size_t k = 0; k < norms.size(); ++k)
      BOOST_TEST(norms[k].get<double>() == arma::norm(x.col(k)),
                 boost::test_tools::tolerance(1e-12));
  }
}

BOOST_AUTO_TEST_CASE(trace_prints_the_last_token_after_each_layer)
{
  const json found = gpt2_json(on_text({"trace", "a cat"}));
  const std::string table = gpt2(on_text({"trace", "a cat"})).output;
  const auto layers = checkpoint().config().layers;
  for (std::size_t layer = 0; layer < layers; ++layer)
    for (const std::string site : {"attn_out", "mlp_out", "resid_post"}) {
      const json& norms = found["norms"][fmt::format("blocks.{}.{}", layer, site)];
      BOOST_TEST(contains(table, fmt::format("{:.2f}", norms.back().get<double>())), table);
    }
}

BOOST_AUTO_TEST_CASE(trace_draws_the_stream_and_what_is_added_to_it)
{
  const std::string svg = drawn({"trace", "a cat the"}, "trace", 6);
  for (const char* text : {"Norms along the residual stream of “a cat the”", "first token",
                           "last token", "all tokens", "attention", "MLP"})
    BOOST_TEST(contains(svg, text), text);
  // One token is the first and the last.
  BOOST_TEST(!contains(drawn({"trace", "s"}, "trace", 6), "first token"));
}

BOOST_AUTO_TEST_CASE(perplexity_tells_the_surprise_at_each_token_in_bits)
{
  const json found = gpt2_json(
      on_text({"perplexity", "--tokens", "82,69,258,82,70", "--each", "--precision", "double"}));
  const epreuve::gpt2::Model<double> model(checkpoint());
  const std::vector<Token> tokens{82, 69, 258, 82, 70};
  BOOST_REQUIRE(found["surprises"].size() == 4U);
  double sum = 0;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const arma::vec logits =
        model.last_logits({tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(i)});
    const double p = 1 / arma::accu(arma::exp(logits - logits[tokens[i]]));
    const json& surprise = found["surprises"][i - 1];
    BOOST_TEST(surprise["id"] == tokens[i]);
    BOOST_TEST(surprise["bits"].get<double>() == -std::log2(p), boost::test_tools::tolerance(1e-9));
    sum += surprise["bits"].get<double>();
  }
  BOOST_TEST(found["perplexity"].get<double>() == std::exp2(sum / 4),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(!gpt2_json(on_text({"perplexity", "--tokens", "82,69"})).contains("surprises"));
}

BOOST_AUTO_TEST_CASE(perplexity_draws_the_surprises_of_short_and_long_texts)
{
  const TemporaryFolder folder;
  const auto drawn_of = [&](std::size_t length) {
    const std::string file = (folder / "book.txt").string();
    std::string text;
    for (std::size_t i = 0; i < length; ++i)
      text += static_cast<char>('a' + i * i % 26);
    std::ofstream(file) << text;
    return drawn({"perplexity", file}, "perplexity");
  };
  BOOST_TEST(contains(drawn_of(8), "The surprise at each token of “"));
  BOOST_TEST(contains(drawn_of(300), "position in the text"));
  const std::string blocks = drawn_of(1200);
  BOOST_TEST(contains(blocks, "The surprise at each token of book.txt"));
  BOOST_TEST(contains(blocks, "mean of 3 tokens"));
}

BOOST_AUTO_TEST_CASE(each_figure_can_be_drawn_in_characters_below_the_table)
{
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"next", "a cat"},
                                             {"lens", "a cat"},
                                             {"trace", "a cat"},
                                             {"perplexity", "--tokens", "82,69,70"}}) {
    const std::string table = gpt2(on_text(arguments)).output;
    std::vector<std::string> drawing = arguments;
    drawing.insert(drawing.end(), {"--format", "terminal"});
    const std::string output = gpt2(on_text(drawing)).output;
    BOOST_TEST(output.starts_with(table), arguments.front());
    BOOST_TEST(output.size() > table.size() + 100, arguments.front());
  }
}

BOOST_AUTO_TEST_CASE(the_json_of_a_command_that_draws_is_all_that_it_prints)
{
  const TemporaryFolder folder;
  const std::string figures = folder.path().string();
  for (const std::string command : {"next", "lens", "trace"}) {
    const json plain = gpt2_json(on_text({command, "a cat"}));
    json drawing = gpt2_json(on_text({command, "a cat", "--figures", figures}));
    BOOST_REQUIRE(drawing["figures"].size() == (command == "trace" ? 6U : 1U));
    BOOST_TEST(std::ranges::any_of(drawing["figures"], [&](const json& figure) {
      return figure["file"] == figures + "/" + command + ".svg";
    }));
    BOOST_TEST(exists(folder / (command + ".svg")));
    for (const json& figure : drawing["figures"])
      for (const char* text : {"title", "caption", "alt"})
        BOOST_TEST(figure[text].get<std::string>().size() > 20U, text);
    drawing.erase("figures");
    BOOST_TEST(drawing == plain);
  }
  for (const std::vector<std::string>& which :
       std::vector<std::vector<std::string>>{{"--all"}, {"--layer", "0", "--head", "1"}}) {
    std::vector<std::string> arguments{"attention", "a cat", "--figures", figures};
    arguments.insert(arguments.end(), which.begin(), which.end());
    const json found = gpt2_json(on_text(arguments));
    for (const json& figure : found["figures"])
      BOOST_TEST(exists(std::filesystem::path(figure["file"].get<std::string>())));
  }
}
