// The commands of language as processes: their output, in words and in JSON, and the answers to bad input.

#include "epreuve/evidence/decimal.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/language/tables.hpp"

#include "support/completions.hpp"
#include "support/contains.hpp"
#include "support/driver.hpp"
#include "support/schema.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

using namespace epreuve::tests;
using epreuve::instruments::Reference;
using epreuve::language::Rational;
using nlohmann::json;

namespace {

const std::vector<std::string> commands{"sample", "next", "entropy"};

Finished language(std::vector<std::string> arguments)
{
  arguments.insert(arguments.begin(), "language");
  return run(driver(), arguments, {{"COLUMNS", "100"}});
}

json language_json(std::vector<std::string> arguments)
{
  arguments.emplace_back("--json");
  const Finished finished = language(arguments);
  BOOST_REQUIRE_MESSAGE(finished.status == 0, finished.error);
  const json document = json::parse(finished.output);
  BOOST_TEST(schema_violations(document, "docs/language.schema.json") == "");
  return document;
}

Rational fraction(const json& exact)
{
  const Rational value =
      epreuve::evidence::parse_printed(exact["fraction"].get<std::string>()).value;
  BOOST_TEST(exact["value"].get<double>() == double(value));
  return value;
}

struct Refusal
{
  std::vector<std::string> arguments;
  std::string said;
};

const std::vector<Refusal> refusals{
    {{"nxet"}, "there is no command \"language nxet\"; the nearest is \"language next\""},
    {{"sample", "--sentences", "0"}, "--sentences must be a whole number from 1 to 100000, got 0"},
    {{"sample", "--sentences", "100001"}, "from 1 to 100000, got 100001"},
    {{"sample", "--sentences", "-3"}, "from 1 to 100000, got -3"},
    {{"sample", "--sentences", ""}, "from 1 to 100000, got nothing"},
    {{"sample", "--seed", "1.5"}, "from 0 to 18446744073709551615, got 1.5"},
    {{"sample", "--seed", "18446744073709551616"}, "got 18446744073709551616"},
    {{"sample", "--lang", "de"}, "--lang must be en (English) or fr (French), got \"de\""},
    {{"sample", "--lang", ""}, "--lang must be en (English) or fr (French), got \"\""},
    {{"entropy", "--names-return", "4/3"},
     "--names-return must be a fraction from 0 to 1, such as 3/4 or 0.75, got \"4/3\""},
    {{"entropy", "--names-return", "-1/3"}, "from 0 to 1, such as 3/4 or 0.75, got \"-1/3\""},
    {{"entropy", "--names-return", "1/0"}, "such as 3/4 or 0.75, got \"1/0\""},
    {{"entropy", "--names-return", "often"}, "such as 3/4 or 0.75, got \"often\""},
    {{"entropy", "--names-return", ""}, "such as 3/4 or 0.75, got \"\""},
    {{"next", "--names-return", "1e-30"}, "2^-63"},
    {{"entropy", "cat"}, "cat"},
    {{"sample", "cat"}, "cat"},
    {{"next", "--top", "3"}, "--top"},
    {{"next", "the cta"},
     "word 2, \"cta\", is not one of the 80 words of the language \"en\"; the nearest is \"cat\"; "
     "after "
     "\"the\" there can stand \"little\", \"cats\", \"big\", \"cat\""},
    {{"next", "the", "cat", "sit"},
     "word 3, \"sit\", cannot stand there: after \"the cat\" there can stand \"sits\""},
    {{"next", "sits"},
     "word 1, \"sits\", cannot stand there: at the beginning there can stand \"the\""},
    {{"next", "le chat"}, "it begins a text in the other language, --lang fr"},
    {{"next", "the cat", "--lang", "fr"}, "it begins a text in the other language, --lang en"},
    {{"next", "the cat\x1b[31m"}, "\"cat␛[31m\""},
    {{"next", "the cat \xff"}, "word 3"},
    {{"next", ". the"}, "word 1, \".\", cannot stand there"},
};

} // namespace

BOOST_AUTO_TEST_CASE(bad_input_gets_one_line_and_status_2)
{
  for (const Refusal& refusal : refusals) {
    BOOST_TEST_CONTEXT(refusal.said)
    {
      const Finished run = language(refusal.arguments);
      BOOST_TEST(run.status == 2);
      BOOST_TEST(run.output == "");
      BOOST_TEST(run.error.starts_with("epreuve: "));
      BOOST_TEST(contains(run.error, refusal.said), run.error);
      BOOST_TEST(std::ranges::count(run.error, '\n') == 1);
    }
  }
}

BOOST_AUTO_TEST_CASE(alone_it_says_what_is_missing_and_how_it_is_used)
{
  const Finished run = language({});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(run.output == "");
  BOOST_TEST(run.error.starts_with("epreuve: A subcommand is required\n"), run.error);
  BOOST_TEST(contains(run.error, "Usage: epreuve language"), run.error);
}

BOOST_AUTO_TEST_CASE(a_sample_is_one_sentence_per_line_and_the_same_every_time)
{
  const Finished once = language({"sample", "--sentences", "40", "--seed", "5"});
  BOOST_TEST(once.status == 0, once.error);
  BOOST_TEST(std::ranges::count(once.output, '\n') == 40);
  BOOST_TEST(once.output == language({"sample", "--sentences", "40", "--seed", "5"}).output);
  BOOST_TEST(once.output != language({"sample", "--sentences", "40", "--seed", "6"}).output);
  const auto& en = epreuve::language::english();
  BOOST_TEST(en.encode(once.output) == en.sample(5, 40));
  // The first sentences are the same, however many are requested.
  BOOST_TEST(
      once.output.starts_with(language({"sample", "--sentences", "7", "--seed", "5"}).output));
}

BOOST_AUTO_TEST_CASE(a_sample_in_json_tells_each_probability)
{
  for (const char* lang : {"en", "fr"}) {
    const json document =
        language_json({"sample", "--sentences", "25", "--seed", "2", "--lang", lang});
    BOOST_TEST(document["language"] == lang);
    BOOST_TEST(document["seed"] == 2);
    BOOST_TEST(document["sentences"].size() == 25u);
    const auto& words =
        lang == std::string("en") ? epreuve::language::english() : epreuve::language::french();
    for (const json& sentence : document["sentences"])
      BOOST_TEST(fraction(sentence["probability"]) ==
                 words.sentence_probability(words.encode(sentence["text"].get<std::string>())));
  }
}

BOOST_AUTO_TEST_CASE(next_words_are_told_with_their_fractions_the_most_probable_first)
{
  const Finished run = language({"next", "after", "the", "war", "a", "woman", "signs"});
  BOOST_TEST(run.status == 0, run.error);
  BOOST_TEST(contains(run.output,
                      "after \"after the war a woman signs\"; a text begins like this with "
                      "probability 3/1024 = 0.00293"),
             run.output);
  BOOST_TEST(contains(run.output, "the-peace"), run.output);
  BOOST_TEST(contains(run.output, "1/2  50.000 %"), run.output);
  BOOST_TEST(!contains(run.output, "the-lease"), run.output);

  const json document = language_json({"next", "the cat that the women"});
  BOOST_TEST(document["prefix"] == (json{"the", "cat", "that", "the", "women"}));
  Rational sum = 0, last = 1;
  for (const json& entry : document["next"]) {
    const Rational probability = fraction(entry["probability"]);
    BOOST_TEST(probability <= last);
    sum += probability;
    last = probability;
  }
  BOOST_TEST(sum == 1);
  BOOST_TEST(document["next"][0]["word"] == "see");
  BOOST_TEST(document["next"][0]["probability"]["fraction"] == "9/16");
}

BOOST_AUTO_TEST_CASE(a_text_may_have_several_sentences_or_no_word_at_all)
{
  const json beginning = language_json({"next"});
  BOOST_TEST(beginning["prefix"].empty());
  BOOST_TEST(fraction(beginning["probability"]) == 1);
  BOOST_TEST(language_json({"next", ""})["next"] == beginning["next"]);
  BOOST_TEST(language_json({"next", "the cats sleep. a king reigns with his cat ."})["next"] ==
             beginning["next"]);
}

BOOST_AUTO_TEST_CASE(the_knob_reaches_the_probabilities)
{
  const auto again = [](const std::string& knob) {
    const json document = language_json({"next", "Ada sleeps then", "--names-return", knob});
    for (const json& entry : document["next"])
      if (entry["word"] == "Ada")
        return fraction(entry["probability"]);
    return Rational(0);
  };
  BOOST_TEST(again("1/3") == Rational(1, 3));
  BOOST_TEST(again("0.5") == Rational(1, 2));
  BOOST_TEST(again("0") == 0);
  BOOST_TEST(again("1") == 1);
}

BOOST_AUTO_TEST_CASE(the_entropy_is_told_in_words_and_enclosed_in_json)
{
  const Finished run = language({"entropy"});
  BOOST_TEST(run.status == 0, run.error);
  for (const char* line :
       {"80 words", "nothing", "the word before", "the 3 words before", "everything before"})
    BOOST_TEST(contains(run.output, line), run.output);

  const json document = language_json({"entropy", "--lang", "fr", "--names-return", "1/2"});
  const auto language_here = epreuve::language::french({1, 2});
  const auto check = [](const json& told, const epreuve::instruments::Interval& known) {
    const Reference low(told["low"].get<std::string>()), high(told["high"].get<std::string>());
    BOOST_TEST(low <= high);
    BOOST_TEST(high - low < 1e-44);
    BOOST_TEST(abs(low - known.lo) < 1e-48);
    BOOST_TEST(told["nats"].get<double>() == known.middle());
  };
  check(document["entropy_rate"], entropy_rate(language_here));
  check(document["sentence_entropy"], sentence_entropy(language_here));
  for (unsigned k = 0; k < 4; ++k)
    check(document["best_loss"][k], best_loss(language_here, k));
  BOOST_TEST(fraction(document["expected_length"]) == expected_length(language_here));
}

BOOST_AUTO_TEST_CASE(the_schema_refuses_what_it_does_not_know)
{
  json document = language_json({"next", "the"});
  document["next"][0]["probability"]["fraction"] = "0.5";
  BOOST_TEST(schema_violations(document, "docs/language.schema.json") != "");
  document = language_json({"entropy"});
  document["more"] = 1;
  BOOST_TEST(schema_violations(document, "docs/language.schema.json") != "");
}

BOOST_AUTO_TEST_CASE(help_has_an_example_for_every_command)
{
  const std::string overview = language({"--help"}).output;
  for (const std::string& command : commands) {
    const Finished help = language({command, "--help"});
    BOOST_TEST(help.status == 0);
    BOOST_TEST(contains(help.output, "Example: ./epreuve language " + command));
    BOOST_TEST(contains(overview, "  " + command + " "));
  }
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_an_error_and_a_reader_that_goes_away_no_crash)
{
  const Finished full = shell("\"$0\" language sample >/dev/full");
  BOOST_TEST(full.status == 2);
  BOOST_TEST(contains(full.error, "standard output"));
  const Finished gone = shell("\"$0\" language sample --sentences 100000 | true");
  BOOST_TEST(gone.status == 0);
  BOOST_TEST(!contains(gone.error, "terminate"), gone.error);
}

BOOST_AUTO_TEST_CASE(the_completions_offer_the_options_that_the_commands_have)
{
  const auto completions = std::filesystem::path(EPREUVE_SOURCE_DIR) / "completions";
  const std::string zsh = read_file(completions / "_epreuve");
  const auto between = [&](const std::string& from, const std::string& to) {
    const std::size_t begin = zsh.find(from);
    BOOST_REQUIRE(begin != std::string::npos);
    return zsh.substr(begin, zsh.find(to, begin) - begin);
  };
  // `next` is also in gpt2's list; this one comes after it.
  const std::string of_language = between("_epreuve_language()", "\n}");
  for (const std::string& command : commands) {
    const std::set<std::string> options = long_options(language({command, "--help"}).output);
    BOOST_TEST(offered_by_bash({"language", command}) == options, boost::test_tools::per_element());
    const std::size_t begin = of_language.find(" " + command + ") _arguments");
    BOOST_REQUIRE(begin != std::string::npos);
    const std::string arguments = of_language.substr(begin, of_language.find(";;", begin) - begin) +
                                  between("local -a language_options=(", "\n  local");
    BOOST_TEST(long_options(arguments) == options, boost::test_tools::per_element());
  }
}
