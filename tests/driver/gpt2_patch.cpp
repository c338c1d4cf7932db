// gpt2 patch, and the attribution and the page of gpt2 trace.

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/write_checkpoint.hpp"
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
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve::tests;
using epreuve::TemporaryFolder;
using epreuve::gpt2::Token;
using nlohmann::json;

namespace {

const epreuve::gpt2::Model<double>& model()
{
  static const epreuve::gpt2::Model<double> read(
      epreuve::gpt2::Checkpoint(written_checkpoint("text")));
  return read;
}

std::vector<std::string> on_text(std::vector<std::string> arguments)
{
  arguments.insert(arguments.end(), {"--weights", written_checkpoint("text").string()});
  return arguments;
}

std::vector<std::string> patch(std::vector<std::string> more = {})
{
  std::vector<std::string> arguments{"patch",   "the cat sf", "the sf cat",  "--answer", "c",
                                     "--other", "a",          "--precision", "double"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return on_text(arguments);
}

std::vector<Token> ids(const json& tokens)
{
  std::vector<Token> all;
  for (const json& token : tokens)
    all.push_back(token["id"]);
  return all;
}

/// A hook that puts columns or slices of another run in place of its own, written once more.
class Copies final : public epreuve::gpt2::Hook<double>
{
public:
  Copies(std::string name, std::function<void(arma::cube&)> copy)
      : name_(std::move(name)), copy_(std::move(copy))
  {
  }
  bool wants(std::string_view name) const override { return name == name_; }
  bool visit(const std::string&, arma::cube& value) override
  {
    copy_(value);
    return true;
  }

private:
  std::string name_;
  std::function<void(arma::cube&)> copy_;
};

struct Refusal
{
  std::vector<std::string> arguments;
  std::string said;
};

} // namespace

BOOST_AUTO_TEST_CASE(patch_says_what_comes_back_of_the_difference_of_logits)
{
  const json found = gpt2_json(patch());
  const auto clean = ids(found["clean"]["tokens"]), corrupted = ids(found["corrupted"]["tokens"]);
  const Token answer = found["answer"]["id"], other = found["other"]["id"];
  BOOST_TEST(found["answer"]["token"] == "c");
  BOOST_TEST(found["other"]["token"] == "a");
  epreuve::gpt2::Trace<double> kept({"*"});
  const auto difference = [&](const std::vector<Token>& tokens, epreuve::gpt2::Hook<double>* hook) {
    const arma::vec logits = model().last_logits(tokens, hook);
    return logits[answer] - logits[other];
  };
  const double right = difference(clean, &kept), wrong = difference(corrupted, nullptr);
  const auto near = boost::test_tools::tolerance(1e-9);
  BOOST_TEST(found["clean"]["difference"].get<double>() == right, near);
  BOOST_TEST(found["corrupted"]["difference"].get<double>() == wrong, near);

  const auto comes_back = [&](const json& share, const std::string& name,
                              const std::function<void(arma::cube&, const arma::cube&)>& copy) {
    Copies hook(name, [&](arma::cube& value) { copy(value, kept[name]); });
    BOOST_TEST(std::abs(share.get<double>() -
                        (difference(corrupted, &hook) - wrong) / (right - wrong)) < 1e-9);
  };
  const auto layers = model().config().layers, heads = model().config().heads;
  for (const auto& [kind, value] : {std::pair("resid", "resid_pre"), std::pair("mlp", "mlp_out")}) {
    const json& shares = found["shares"][kind];
    BOOST_REQUIRE(shares.size() == layers);
    for (std::size_t layer = 0; layer < layers; ++layer)
      for (std::size_t k = 0; k < clean.size(); ++k)
        comes_back(shares[layer]["by token"][k], fmt::format("blocks.{}.{}", layer, value),
                   [&](arma::cube& to, const arma::cube& from) {
                     to.slice(0).col(k) = from.slice(0).col(k);
                   });
  }
  for (std::size_t layer = 0; layer < layers; ++layer)
    for (std::size_t h = 0; h < heads; ++h) {
      const std::string name = fmt::format("blocks.{}.attn.result", layer);
      comes_back(found["shares"]["head"][layer]["by head"][h], name,
                 [&](arma::cube& to, const arma::cube& from) { to.slice(h) = from.slice(h); });
      const json& placed = found["shares"]["head-position"][layer * heads + h];
      BOOST_TEST(placed["head"] == fmt::format("{}.{}", layer, h));
      for (std::size_t k = 0; k < clean.size(); ++k)
        comes_back(placed["by token"][k], name, [&](arma::cube& to, const arma::cube& from) {
          to.slice(h).col(k) = from.slice(h).col(k);
        });
    }
}

BOOST_AUTO_TEST_CASE(nothing_comes_back_from_before_the_texts_differ_and_all_from_where_they_do)
{
  // They differ in their last token alone: the stream there is all there is.
  const json found =
      gpt2_json(on_text({"patch", "the cat s", "the cat f", "--answer", "c", "--other", "a"}));
  const json& layers = found.at("shares").at("resid");
  BOOST_TEST(!layers.empty());
  for (const json& layer : layers) {
    const json& shares = layer.at("by token");
    BOOST_TEST(shares.size() > 1u);
    for (std::size_t k = 0; k + 1 < shares.size(); ++k)
      BOOST_TEST(shares[k].get<double>() == 0);
    BOOST_TEST(std::abs(shares.back().get<double>() - 1) < 1e-5);
  }
}

BOOST_AUTO_TEST_CASE(patch_prints_the_shares_and_draws_them)
{
  const TemporaryFolder folder;
  const json found = gpt2_json(patch());
  const Finished run = gpt2(patch({"--figures", folder.path().string()}));
  BOOST_TEST(run.status == 0, run.error);
  for (const auto& [kind, rows] : found["shares"].items()) {
    const std::string file = (folder / ("patch-" + kind + ".svg")).string();
    BOOST_TEST(contains(run.output, file + "\n"), run.output);
    const std::string svg = read_file(file);
    BOOST_TEST(contains(svg, "What comes back from"));
    for (const json& row : rows)
      for (const auto& [key, shares] : row.items())
        if (key.starts_with("by "))
          for (const json& share : shares) {
            const std::string shown =
                fmt::format("{:.2f}", std::round(100 * share.get<double>()) / 100 + 0.0);
            BOOST_TEST(contains(run.output, shown), run.output);
          }
  }
  BOOST_TEST(contains(run.output, "logit(c) - logit(a)"));
  const json drawn = gpt2_json(patch({"--site", "mlp,resid", "--figures", folder.path().string()}));
  BOOST_REQUIRE(drawn["figures"].size() == 2U);
  BOOST_TEST(drawn["figures"][0]["file"] == (folder / "patch-resid.svg").string());
  BOOST_TEST(!drawn["shares"].contains("head"));
  BOOST_TEST(drawn["shares"]["mlp"] == found["shares"]["mlp"]);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_patched_is_refused_in_words)
{
  const std::vector<Refusal> refusals{
      {{"patch", "--answer", "c", "--other", "a"}, "CLEAN"},
      {{"patch", "the cat", "--answer", "c", "--other", "a"}, "CORRUPTED"},
      {{"patch", "", "cat", "--answer", "c", "--other", "a"}, "there is no text to begin with"},
      {{"patch", "the", "cat"}, "--answer"},
      {{"patch", "the cat", "the sf cat", "--answer", "c", "--other", "a"},
       "the clean text is 3 tokens: t he ␣cat; the corrupted one is 6: t he ␣ s f ␣cat; a position "
       "of one must be a position of the other, so give two texts of as many tokens"},
      {{"patch", "s", "s", "--answer", "c", "--other", "a"},
       "the clean and the corrupted text are the same"},
      {{"patch", "s", "f", "--answer", "c", "--other", "c"},
       "--answer and --other are the same token, c"},
      {{"patch", "s", "f", "--answer", "cat", "--other", "c"},
       "--answer \"cat\" is 2 tokens, c at; give the text of one token: with a blank before it, "
       "\" cat\", it is one"},
      {{"patch", "s", "f", "--answer", "c", "--other", "xy"},
       "--other \"xy\" is 2 tokens, x y; give the text of one token\n"},
      {{"patch", "s", "f", "--answer", "", "--other", "c"}, "--answer is empty"},
      {{"patch", "s", "f", "--answer", "c", "--other", "a", "--site", "neuron"}, "--site"},
      {{"trace", "s", "--answer", "cat"}, "--answer \"cat\" is 2 tokens, c at"},
      {{"trace", "--tokens", "1", "--answer", "c"}, "name its folder with --tokenizer DIR"},
      {{"trace", "s", "--page", "/nonexistent/page.html"}, "/nonexistent"},
  };
  for (const Refusal& refusal : refusals)
    BOOST_TEST_CONTEXT(refusal.said)
    {
      const Finished run = gpt2(on_text(refusal.arguments));
      BOOST_TEST(run.status == 2);
      BOOST_TEST(run.output == "");
      BOOST_TEST(contains(run.error, refusal.said), run.error);
      BOOST_TEST(std::ranges::count(run.error, '\n') == 1, run.error);
    }
}

BOOST_AUTO_TEST_CASE(a_difference_that_does_not_change_cannot_come_back)
{
  // With a final gain of 0 the model answers the same to every text.
  const TemporaryFolder folder;
  auto weights =
      epreuve::gpt2::load_weights<float>(epreuve::gpt2::Checkpoint(written_checkpoint("text")));
  weights.ln_f.gain.zeros();
  epreuve::gpt2::write_config(folder.path(), weights.config);
  epreuve::gpt2::write_tensors(folder.path(), weights);
  for (const char* file : {"vocab.json", "merges.txt"})
    std::filesystem::copy(written_checkpoint("text") / file, folder / file);
  const Finished run = gpt2({"patch", "the cat", "the the", "--answer", "c", "--other", "a",
                             "--weights", folder.path().string()});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(contains(run.error, "after both texts, so nothing can come back; give two texts after "
                                 "which it differs\n"),
             run.error);
}

BOOST_AUTO_TEST_CASE(trace_says_what_gives_the_logit_of_the_answer)
{
  const json likely = gpt2_json(on_text({"trace", "a cat the", "--precision", "double"}));
  const arma::vec logits = model().last_logits(ids(likely["tokens"]));
  BOOST_TEST(likely["attribution"]["answer"]["id"] == logits.index_max());
  const json found =
      gpt2_json(on_text({"trace", "a cat the", "--answer", " cat", "--precision", "double"}));
  const json& parts = found["attribution"];
  BOOST_TEST(parts["answer"]["token"] == " cat");
  const double logit = logits[parts["answer"]["id"].get<Token>()];
  BOOST_TEST(std::abs(parts["logit"].get<double>() - logit) < 1e-12);
  double sum = parts["embedding"].get<double>() + parts["positions"].get<double>() +
               parts["final bias"].get<double>();
  for (const json& of_layers : {parts["attention biases"], parts["mlps"]})
    for (const json& part : of_layers)
      sum += part.get<double>();
  for (const json& layer : parts["heads"])
    for (const json& part : layer)
      sum += part.get<double>();
  BOOST_TEST(std::abs(sum - logit) < 1e-10);
  const std::string printed =
      gpt2(on_text({"trace", "a cat the", "--answer", " cat", "--precision", "double"})).output;
  BOOST_TEST(
      contains(printed,
               fmt::format("logit of ␣cat {:.2f} = embedding {:.2f}, positions {:.2f}", logit,
                           parts["embedding"].get<double>(), parts["positions"].get<double>())),
      printed);
}

BOOST_AUTO_TEST_CASE(trace_draws_the_whole_pass_into_a_folder_or_one_page)
{
  const TemporaryFolder folder;
  const std::string page = (folder / "page.html").string();
  const Finished run = gpt2(on_text(
      {"trace", "a <cat> \"the", "--figures", (folder / "figures").string(), "--page", page}));
  BOOST_TEST(run.status == 0, run.error);
  const std::string html = read_file(page);
  for (const char* name :
       {"next", "lens", "trace", "attention-all", "attribution", "attribution-heads"}) {
    const std::string file = (folder / "figures" / (std::string(name) + ".svg")).string();
    BOOST_TEST(contains(run.output, file + "\n"), run.output);
    BOOST_TEST(std::filesystem::exists(file));
  }
  BOOST_TEST(run.output.ends_with(page + "\n"));
  std::size_t drawings = 0;
  for (std::size_t at = html.find("<img "); at != std::string::npos;
       at = html.find("<img ", at + 1)) {
    ++drawings;
    const std::string tag = html.substr(at, html.find('>', at) - at);
    BOOST_TEST(contains(tag, "src=\"data:image/svg+xml;charset=utf-8,"));
    BOOST_TEST(!contains(tag, "alt=\"\""));
    // The address ends where a fragment begins; "&#39;" is a quotation mark.
    for (std::size_t hash = tag.find('#'); hash != std::string::npos;
         hash = tag.find('#', hash + 1))
      BOOST_TEST(tag.substr(hash - 1, 5) == "&#39;");
  }
  BOOST_TEST(drawings == 6U);
  for (const char* elsewhere : {"<script", "<link", "src=\"http", "@import", "<cat>"})
    BOOST_TEST(!contains(html, elsewhere), elsewhere);
  const json found = gpt2_json(on_text({"trace", "a cat", "--page", page}));
  BOOST_TEST(found["page"] == page);
  BOOST_TEST(!found.contains("figures"));
}
