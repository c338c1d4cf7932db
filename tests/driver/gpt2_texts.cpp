// The commands of gpt2 that read and write texts, as processes, on the toy with a tokenizer: one token per byte ('!' is
// 0), seven merges, and <|endoftext|> last.

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
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
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using namespace epreuve::tests;
using epreuve::TemporaryFolder;
using epreuve::gpt2::Token;
using nlohmann::json;

namespace {

std::string text_model()
{
  return written_checkpoint("text").string();
}

std::vector<Token> ids(const json& tokens)
{
  std::vector<Token> all;
  for (const json& token : tokens)
    all.push_back(token["id"]);
  return all;
}

std::string texts(const json& tokens)
{
  std::string all;
  for (const json& token : tokens)
    all += token["token"];
  return all;
}

const epreuve::gpt2::Model<double>& model()
{
  static const epreuve::gpt2::Model<double> loaded{
      epreuve::gpt2::Checkpoint(written_checkpoint("text"))};
  return loaded;
}

/// -ln p of the last token after those before it.
double surprise(const std::vector<Token>& tokens)
{
  const arma::vec logits = model().last_logits({tokens.begin(), tokens.end() - 1});
  return std::log(arma::accu(arma::exp(logits - logits.max()))) + logits.max() -
         logits[tokens.back()];
}

boost::test_tools::assertion_result the_published_tokenizer(boost::unit_test::test_unit_id)
{
  const auto folder = published_folder();
  if (!folder.empty() && exists(folder / "vocab.json") && exists(folder / "merges.txt"))
    return true;
  std::cout << "skipped: EPREUVE_GPT2 names no folder with vocab.json and merges.txt\n";
  return false;
}

} // namespace

BOOST_AUTO_TEST_CASE(tokenize_reads_standard_input_byte_for_byte)
{
  // A carriage return, a lone continuation byte, a newline at the end: 13 + 188, ...
  const Finished out =
      shell("printf 's\\r\\200\\n' | \"$0\" gpt2 tokenize --json --weights \"$1\"", {text_model()});
  BOOST_TEST(out.status == 0, out.error);
  const json tokens = json::parse(out.output)["tokens"];
  // Bytes that cannot be printed come after the 188 that can, in their own order.
  BOOST_TEST(ids(tokens) == (std::vector<Token>{82, 188 + 13, 188 + 33 + 1, 188 + 10}),
             boost::test_tools::per_element());
  BOOST_TEST(tokens[1]["token"] == "\r");
  BOOST_TEST(tokens[2]["token"] == "\xEF\xBF\xBD");
  BOOST_TEST(tokens[3]["token"] == "\n");
}

BOOST_AUTO_TEST_CASE(a_text_on_standard_input_is_what_it_is_as_an_argument)
{
  for (const std::string command : {"next", "lens", "trace", "precision", "attention --all"})
    for (const std::string text : {"a cat", "a cat\\n", "a cat\\r\\n"}) {
      const Finished piped =
          shell("printf '" + text + "' | \"$0\" gpt2 " + command + " --json --weights \"$1\"",
                {text_model()});
      const Finished given =
          shell("\"$0\" gpt2 " + command + " 'a cat' --json --weights \"$1\"", {text_model()});
      BOOST_TEST(piped.status == 0, piped.error);
      BOOST_TEST(piped.output == given.output);
    }
}

BOOST_AUTO_TEST_CASE(of_standard_input_only_the_last_newline_does_not_count)
{
  const Finished piped =
      shell("printf '\\na cat \\n\\n' | \"$0\" gpt2 next --json --weights \"$1\"", {text_model()});
  BOOST_TEST(texts(json::parse(piped.output)["tokens"]) == "\na cat \n");
}

BOOST_AUTO_TEST_CASE(an_argument_keeps_its_last_newline)
{
  const json tokens = gpt2_json({"next", "a\n", "--weights", text_model()})["tokens"];
  BOOST_TEST(texts(tokens) == "a\n");
}

BOOST_AUTO_TEST_CASE(perplexity_reads_standard_input_byte_for_byte)
{
  const TemporaryFolder folder;
  const std::string file = (folder / "text").string();
  std::ofstream(file) << "the cat\n";
  const Finished piped =
      shell("\"$0\" gpt2 perplexity --json --weights \"$1\" <\"$2\"", {text_model(), file});
  BOOST_TEST(json::parse(piped.output) ==
             gpt2_json({"perplexity", file, "--weights", text_model()}));
}

BOOST_AUTO_TEST_CASE(the_tokenizer_may_be_in_another_folder_than_the_weights)
{
  const TemporaryFolder files, weights;
  for (const char* file : {"vocab.json", "merges.txt"})
    std::filesystem::copy(written_checkpoint("text") / file, files / file);
  for (const char* file : {"model.safetensors", "config.json"})
    std::filesystem::copy(written_checkpoint("text") / file, weights / file);
  const std::vector<std::string> apart{"--weights", weights.path().string(), "--tokenizer",
                                       files.path().string()};
  std::vector<std::string> text{"next", "the cat"}, tokens{"next", "--tokens", "82,69"};
  for (auto* arguments : {&text, &tokens})
    arguments->insert(arguments->end(), apart.begin(), apart.end());
  BOOST_TEST(gpt2_json(text) == gpt2_json({"next", "the cat", "--weights", text_model()}));
  // Tokens have texts if a tokenizer is named.
  BOOST_TEST(texts(gpt2_json(tokens)["tokens"]) == "sf");
}

BOOST_AUTO_TEST_CASE(a_message_does_not_stand_behind_the_text_that_was_generated)
{
  // The fifth position is damaged: the text begins and breaks off.
  const TemporaryFolder folder;
  const std::size_t n = epreuve::gpt2::Checkpoint(written_checkpoint("text")).config().n;
  write_damaged_checkpoint(folder.path(), "wpe.weight", 5 * n, std::nanf(""));
  for (const char* temperature : {"0", "1"}) {
    const Finished run = gpt2({"generate", "sfsf", "-n", "9", "--temperature", temperature,
                               "--weights", folder.path().string()});
    BOOST_TEST(run.status == 2);
    BOOST_TEST(run.output.starts_with("sfsf"));
    BOOST_TEST(run.output.ends_with("\n"));
    BOOST_TEST(run.error.starts_with("epreuve: the model's logits are not numbers"), run.error);
  }
}

BOOST_AUTO_TEST_CASE(one_token_is_not_counted_as_several)
{
  const Finished run = gpt2({"generate", "a", "-n", "1", "--weights", text_model()});
  BOOST_TEST(run.error.find("epreuve: 1 token, seed") == 0U, run.error);
}

BOOST_AUTO_TEST_CASE(tokenize_needs_no_weights_and_gives_back_the_text)
{
  const TemporaryFolder folder;
  for (const char* file : {"vocab.json", "merges.txt"})
    std::filesystem::copy(written_checkpoint("text") / file, folder / file);
  const std::string text = "the cat: \xC3\xA9t\xC3\xA9, <|endoftext|>";
  const json tokens = gpt2_json({"tokenize", text, "--weights", folder.path().string()})["tokens"];
  BOOST_TEST(texts(tokens) == text);
  for (const Token id : ids(tokens))
    BOOST_TEST(id < 263u); // what a user typed separates no documents
}

BOOST_AUTO_TEST_CASE(tokenize_gives_the_texts_of_tokens)
{
  const json tokens =
      gpt2_json({"tokenize", "--tokens", "82, 69,258", "--weights", text_model()})["tokens"];
  BOOST_TEST(texts(tokens) == "sf the");
}

BOOST_AUTO_TEST_CASE(an_empty_text_has_no_tokens)
{
  BOOST_TEST(gpt2_json({"tokenize", "", "--weights", text_model()}) ==
             json({{"tokens", json::array()}}));
}

BOOST_AUTO_TEST_CASE(at_temperature_0_each_token_is_the_most_probable)
{
  const json found =
      gpt2_json({"generate", "the", "-n", "12", "--temperature", "0", "--weights", text_model()});
  std::vector<Token> all = ids(found["prompt"]);
  for (const Token token : ids(found["tokens"])) {
    BOOST_TEST(token == model().last_logits(all).index_max());
    all.push_back(token);
  }
  BOOST_TEST(found["tokens"].size() == 12u);
  BOOST_TEST(found["stopped"] == "count");
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_text_and_another_seed_another)
{
  const auto text_of = [](const char* seed) {
    return gpt2({"generate", "a cat", "-n", "30", "--seed", seed, "--weights", text_model()})
        .output;
  };
  BOOST_TEST(text_of("7") == text_of("7"));
  BOOST_TEST(text_of("7") != text_of("8"));
}

BOOST_AUTO_TEST_CASE(what_is_streamed_begins_with_the_prompt_and_is_the_text_of_the_json)
{
  for (const char* seed : {"1", "2", "3"}) {
    const std::vector<std::string> arguments{"generate", "a cat", "-n",        "40",
                                             "--seed",   seed,    "--weights", text_model()};
    const std::string streamed = gpt2(arguments).output;
    const json found = gpt2_json(arguments);
    BOOST_TEST(streamed == "a cat" + found["text"].get<std::string>() + "\n");
    BOOST_CHECK_NO_THROW(json(streamed).dump()); // would throw for invalid UTF-8
  }
}

BOOST_AUTO_TEST_CASE(with_tokens_generate_prints_ids_that_tokens_takes)
{
  const std::string model = text_model();
  const std::string first =
      gpt2({"generate", "--tokens", "82,69", "-n", "5", "--temperature", "0", "--weights", model})
          .output;
  BOOST_TEST(first.starts_with("82,69,"));
  const json more = gpt2_json({"generate", "--tokens", first, "-n", "0", "--weights", model});
  BOOST_TEST(more["prompt"].size() == 7u);
  BOOST_TEST(more["prompt"][0]["token"].is_null());
  BOOST_TEST(more["text"].is_null());
}

BOOST_AUTO_TEST_CASE(a_full_context_ends_the_text_and_says_so)
{
  const std::vector<std::string> arguments{"generate",  std::string(60, 'q'), "-n",
                                           "100",       "--temperature",      "0",
                                           "--weights", text_model()};
  const Finished run = gpt2(arguments);
  BOOST_TEST(run.status == 0);
  BOOST_TEST(run.error.find("the context of 64 tokens is full") != std::string::npos);
  const json found = gpt2_json(arguments);
  BOOST_TEST(found["stopped"] == "context");
  BOOST_TEST(found["tokens"].size() == 5u); // the last one needs no room
}

BOOST_AUTO_TEST_CASE(the_end_of_text_ends_the_text_and_is_not_printed)
{
  for (int seed = 0; seed < 200; ++seed) {
    const json found = gpt2_json({"generate", "s", "-n", "60", "--temperature", "1000", "--seed",
                                  std::to_string(seed), "--weights", text_model()});
    const auto tokens = ids(found["tokens"]);
    BOOST_TEST(std::ranges::count(tokens, 263u) == 0);
    if (found["stopped"] == "end of text") {
      BOOST_TEST(tokens.size() < 60u);
      return;
    }
  }
  BOOST_ERROR("no text of 200 ended, with some 60 tokens of 264 drawn almost evenly");
}

BOOST_AUTO_TEST_CASE(perplexity_is_that_of_each_token_after_those_before_it)
{
  const TemporaryFolder folder;
  const std::string text = "the cat sat at the cat", file = (folder / "text").string();
  std::ofstream(file) << text;
  const auto tokens = ids(gpt2_json({"tokenize", text, "--weights", text_model()})["tokens"]);
  double sum = 0;
  for (std::size_t end = 2; end <= tokens.size(); ++end)
    sum += surprise({tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(end)});
  const double predicted = static_cast<double>(tokens.size() - 1);

  const json found =
      gpt2_json({"perplexity", file, "--precision", "double", "--weights", text_model()});
  BOOST_TEST(found["tokens"] == tokens.size());
  BOOST_TEST(found["predicted"] == tokens.size() - 1);
  const auto close = boost::test_tools::tolerance(1e-9);
  BOOST_TEST(found["mean_negative_log_likelihood"].get<double>() == sum / predicted, close);
  BOOST_TEST(found["perplexity"].get<double>() == std::exp(sum / predicted), close);
  // The first token, "t", is one byte that nothing predicts.
  BOOST_TEST(found["bits_per_byte"].get<double>() ==
                 sum / std::log(2) / static_cast<double>(text.size() - 1),
             close);
}

BOOST_AUTO_TEST_CASE(a_text_longer_than_the_context_is_read_in_windows)
{
  std::vector<Token> tokens;
  std::string list;
  for (unsigned i = 0; i < 150; ++i) {
    tokens.push_back((37 * i + 5) % 256);
    list += (list.empty() ? "" : ",") + std::to_string(tokens.back());
  }
  const std::size_t context = 64;
  for (const std::size_t stride : {64u, 32u, 10u}) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      // The first window that holds token i; it begins at a multiple of the stride.
      const std::size_t begin = i < context ? 0 : (i - context + stride) / stride * stride;
      sum += surprise({tokens.begin() + static_cast<std::ptrdiff_t>(begin),
                       tokens.begin() + static_cast<std::ptrdiff_t>(i + 2)});
    }
    const json found =
        gpt2_json({"perplexity", "--tokens", list, "--stride", std::to_string(stride),
                   "--precision", "double", "--weights", text_model()});
    BOOST_TEST(found["mean_negative_log_likelihood"].get<double>() ==
                   sum / static_cast<double>(tokens.size() - 1),
               boost::test_tools::tolerance(1e-9));
    BOOST_TEST(found["bits_per_byte"].is_null());
  }
}

BOOST_AUTO_TEST_CASE(the_published_tokenizer_gives_the_published_ids,
                     *boost::unit_test::precondition(the_published_tokenizer))
{
  const std::string folder = published_folder().string();
  const json tokens = gpt2_json({"tokenize", "The dog is black", "--weights", folder})["tokens"];
  BOOST_TEST(ids(tokens) == (std::vector<Token>{464, 3290, 318, 2042}),
             boost::test_tools::per_element());
  BOOST_TEST(tokens[1]["token"] == " dog");
}
