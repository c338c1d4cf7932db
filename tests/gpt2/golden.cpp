// The published model against published values, reference/values/golden.json. Without
// the whole model nothing here runs, and ctest reports that it was skipped.

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/parameters.hpp"
#include "epreuve/gpt2/session.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/math/softmax.hpp"

#include "support/checkpoints.hpp"

#include <armadillo>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

using namespace epreuve::gpt2;
using epreuve::tests::published_folder;
using nlohmann::json;
namespace test = boost::unit_test;

namespace {

/// What is missing for these tests to run; empty if nothing is.
std::string missing()
{
  const std::filesystem::path folder = published_folder();
  if (folder.empty())
    return "EPREUVE_GPT2 does not name a folder with the published files";
  for (const char* name : {"vocab.json", "merges.txt"})
    if (!exists(folder / name))
      return "EPREUVE_GPT2's folder has no " + std::string(name);
  const Checkpoint checkpoint(folder);
  for (const Parameter& parameter : parameters(checkpoint.config()))
    if (!checkpoint.has(parameter.name))
      return checkpoint.file().string() + " has no tensor " + parameter.name;
  return "";
}

/// Says why nothing runs, in words that ctest looks for.
boost::test_tools::assertion_result the_published_model(test::test_unit_id)
{
  const std::string reason = missing();
  if (!reason.empty())
    std::cout << "skipped: " << reason << '\n';
  return reason.empty();
}

/// Loaded once: 124 million parameters.
const Model<float>& model()
{
  static const Model<float> loaded{Checkpoint(published_folder())};
  return loaded;
}

const json& golden()
{
  static const json read = epreuve::tests::reference_values("golden");
  return read;
}

} // namespace

BOOST_AUTO_TEST_SUITE(golden_values, *test::precondition(the_published_model))

BOOST_AUTO_TEST_CASE(the_logits_at_the_last_position_are_the_published_ones)
{
  BOOST_REQUIRE(!golden()["last_position"].empty());
  for (const json& prompt : golden()["last_position"]) {
    BOOST_TEST_CONTEXT(prompt["prompt"])
    {
      const double tolerance = prompt["tolerance"];
      const arma::vec logits = arma::conv_to<arma::vec>::from(
          model().last_logits(prompt["tokens"].get<std::vector<Token>>()));
      const double log_sum_exp = epreuve::math::log_sum_exp(logits);
      BOOST_CHECK_SMALL(log_sum_exp - prompt["log_sum_exp"].get<double>(), tolerance);
      const json& first = prompt["logits_first5"];
      for (arma::uword id = 0; id < first.size(); ++id)
        BOOST_CHECK_SMALL(logits(id) - first[id].get<double>(), tolerance);
      for (arma::vec left = logits; const json& token : prompt["top10"]) {
        BOOST_CHECK_EQUAL(left.index_max(), token["id"]);
        const double logit = logits(token["id"]);
        left(token["id"]) = -arma::datum::inf;
        BOOST_CHECK_SMALL(logit - token["logit"].get<double>(), tolerance);
        BOOST_CHECK_SMALL(std::exp(logit - log_sum_exp) - token["probability"].get<double>(),
                          tolerance);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_heads_attend_as_published)
{
  for (const json& prompt : golden()["last_position"]) {
    Trace<float> trace({"blocks.*.attn.pattern"});
    model().last_logits(prompt["tokens"].get<std::vector<Token>>(), &trace);
    BOOST_REQUIRE(!prompt["attention"].empty());
    for (const json& head : prompt["attention"]) {
      const std::string layer = std::to_string(head["layer"].get<int>());
      const arma::fmat pattern = trace.matrix("blocks." + layer + ".attn.pattern", head["head"]);
      BOOST_TEST_CONTEXT(prompt["prompt"] << ", head " << layer << "." << head["head"])
      for (arma::uword i = 0; i < pattern.n_rows; ++i)
        for (arma::uword j = 0; j < pattern.n_cols; ++j)
          BOOST_CHECK_SMALL(static_cast<double>(pattern(i, j)) - head["rows"][i][j].get<double>(),
                            prompt["tolerance"].get<double>());
    }
  }
}

BOOST_AUTO_TEST_CASE(greedy_continuations_are_the_published_ones)
{
  const Tokenizer tokenizer(published_folder());
  BOOST_REQUIRE(!golden()["greedy"].empty());
  for (const json& text : golden()["greedy"]) {
    const auto expected = text["continuation_tokens"].get<std::vector<Token>>();
    Session<float> session(model());
    arma::fvec logits = session.append(tokenizer.encode(text["prompt"].get<std::string>()));
    std::vector<Token> continuation;
    while (continuation.size() < expected.size()) {
      continuation.push_back(static_cast<Token>(logits.index_max()));
      logits = session.append({continuation.back()});
    }
    BOOST_TEST_CONTEXT(text["prompt"])
    BOOST_CHECK_EQUAL_COLLECTIONS(continuation.begin(), continuation.end(), expected.begin(),
                                  expected.end());
  }
}

BOOST_AUTO_TEST_SUITE_END()
