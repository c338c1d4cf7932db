// Right and wrong usage of the commands of gpt2: help, completion, and the answers to bad input.

#include "epreuve/system/temporary_folder.hpp"

#include "support/checkpoints.hpp"
#include "support/completions.hpp"
#include "support/contains.hpp"
#include "support/driver.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <pwd.h>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

using namespace epreuve::tests;
using epreuve::TemporaryFolder;

namespace {

const std::vector<std::string> commands{"fetch",     "tokenize", "train-tokenizer", "next",
                                        "logits",    "generate", "attention",       "lens",
                                        "trace",     "patch",    "perplexity",      "inspect",
                                        "precision", "compare",  "heads",           "bench"};

struct Refusal
{
  std::vector<std::string> arguments; ///< "TEXT", "ODD", "NONE": folders with and without files
  std::string said;
};

std::ostream& operator<<(std::ostream& out, const Refusal& refusal)
{
  for (const std::string& argument : refusal.arguments)
    out << argument << ' ';
  return out;
}

const std::vector<Refusal> refusals{
    {{"fetch", "--from", "/nonexistent", "--to", "NONE"},
     "--from /nonexistent: no folder of that name"},
    {{"nxet"}, "there is no command \"gpt2 nxet\"; the nearest is \"gpt2 next\""},
    {{"next", "--weights", "ODD"}, "there is no text to begin with"},
    {{"next", "", "--weights", "TEXT"}, "there is no text to begin with"},
    {{"next", "a", "--tokens", "1", "--weights", "TEXT"}, "both a text and --tokens"},
    {{"next", "The", "cat", "--weights", "TEXT"}, "\"cat\" follows the text \"The\""},
    {{"next", "a", "--frobnicate", "--weights", "TEXT"}, "--frobnicate"},
    {{"next", "--tokens", "", "--weights", "ODD"}, "\"\" is not a token id"},
    {{"next", "--tokens", "1,,2", "--weights", "ODD"}, "\"\" is not a token id"},
    {{"next", "--tokens", "1,x", "--weights", "ODD"}, "\"x\" is not a token id"},
    {{"next", "--tokens", "1,-2", "--weights", "ODD"}, "\"-2\" is not a token id"},
    {{"next", "--tokens", "1.5", "--weights", "ODD"}, "\"1.5\" is not a token id"},
    {{"next", "--tokens", "4294967296", "--weights", "ODD"}, "\"4294967296\" is not a token id"},
    {{"next", "--tokens", "3,101", "--weights", "ODD"},
     "token 101 is out of range: the vocabulary has 101 tokens, 0 to 100"},
    {{"next", "--tokens", "1,1,1,1,1,1", "--weights", "ONE"},
     "6 tokens are more than the model's context of 5"},
    {{"next", "a", "--weights", "ODD"}, "vocab.json is missing"},
    {{"next", "a", "--weights", "ODD"}, "--tokens 464,3797"},
    {{"next", "a", "--weights", "ODD"}, "--tokenizer DIR"},
    {{"next", "a", "--weights", "ODD", "--tokenizer", "NONE"}, "--tokenizer DIR"},
    {{"trace", "--tokens", "1", "--figures", "FILE", "--weights", "ODD"},
     "FILE is a file; name a folder with --figures"},
    {{"next", "--tokens", "1", "--figures", "FILE/below", "--weights", "ODD"},
     "FILE is a file; name a folder with --figures"},
    {{"lens", "--tokens", "1", "--format", "pdf", "--weights", "ODD"}, "--figures DIR"},
    {{"next", "a", "--weights", "NONE"}, "gpt2 fetch"},
    {{"next", "a", "--weights", "/nonexistent"}, "/nonexistent"},
    {{"next", "--tokens", "1", "--top", "0", "--weights", "ODD"},
     "--top must be a whole number from 1 to 10000000, got 0"},
    {{"lens", "--tokens", "1", "--top", "1.5", "--weights", "ODD"}, "from 1 to 10000000, got 1.5"},
    {{"next", "--tokens", "1", "--precision", "half", "--weights", "ODD"}, "--precision"},
    {{"logits", "--tokens", "1", "--weights", "ODD"}, "--out"},
    {{"logits", "--tokens", "1", "--out", "/nonexistent/x", "--weights", "ODD"}, "/nonexistent"},
    {{"attention", "--tokens", "1", "--weights", "ODD"}, "--layer 4 --head 11, or --all"},
    {{"attention", "--tokens", "1", "--layer", "1", "--weights", "ODD"},
     "--layer 4 --head 11, or --all"},
    {{"attention", "--tokens", "1", "--all", "--head", "1", "--weights", "ODD"}, "both --all"},
    {{"attention", "--tokens", "1", "--layer", "3", "--head", "0", "--weights", "ODD"},
     "--layer 3 is out of range: the model has 3, 0 to 2"},
    {{"attention", "--tokens", "1", "--layer", "0", "--head", "5", "--weights", "ODD"},
     "--head 5 is out of range: the model has 5, 0 to 4"},
    {{"attention", "--tokens", "1", "--layer", "-1", "--head", "0", "--weights", "ODD"},
     "--layer must be a whole number from 0 to 9999, got -1"},
    {{"attention", "--tokens", "1", "--layer", "0", "--head", "x", "--weights", "ODD"},
     "--head must be a whole number from 0 to 9999999, got x"},
    {{"attention", "--tokens", "1", "--all", "--figures", "FILE", "--weights", "ODD"},
     "FILE is a file; name a folder with --figures"},
    {{"attention", "--tokens", "1", "--all", "--format", "png", "--weights", "ODD"},
     "--figures DIR"},
    {{"attention", "--tokens", "1", "--all", "--figures", "/proc/x", "--weights", "ODD"},
     "/proc/x"},
    {{"generate", "--tokens", "1", "--temperature", "-1", "--weights", "ODD"}, "temperature"},
    {{"generate", "--tokens", "1", "--top-p", "0", "--weights", "ODD"}, "top-p"},
    {{"generate", "--tokens", "1", "--repetition-penalty", "1e-320", "--weights", "ODD"},
     "the repetition penalty must be from 0.01 to 100 (1 changes nothing), got 1e-320"},
    {{"generate", "--tokens", "1", "--seed", "x", "--weights", "ODD"},
     "--seed must be a whole number from 0 to 18446744073709551615, got x"},
    {{"generate", "--tokens", "1", "--seed", "18446744073709551616", "--weights", "ODD"},
     "to 18446744073709551615, got 18446744073709551616"},
    {{"generate", "--tokens", "1", "-n", "-1", "--weights", "ODD"},
     "--count must be a whole number from 0 to 10000000, got -1"},
    {{"generate", "--tokens", "1", "--top-k", "-1", "--weights", "ODD"},
     "--top-k must be a whole number from 0 to 10000000, got -1"},
    {{"generate", "--tokens", "1,1,1,1,1,1", "--weights", "ONE"},
     "6 tokens are more than the model's context of 5"},
    {{"perplexity", "--weights", "TEXT"}, "there is no text; name its file"},
    {{"perplexity", "--tokens", "1,2", "--stride", "0", "--weights", "TEXT"},
     "--stride must be a whole number from 1 to 10000000, got 0"},
    {{"perplexity", "/nonexistent", "--weights", "TEXT"}, "/nonexistent"},
    {{"perplexity", "/tmp", "--weights", "TEXT"}, "/tmp is a folder"},
    {{"perplexity", "--tokens", "1", "--weights", "TEXT"}, "one token predicts nothing"},
    {{"perplexity", "--tokens", "1,2", "--stride", "65", "--weights", "TEXT"}, "--stride 65"},
    {{"tokenize", "a", "--tokens", "1", "--weights", "TEXT"}, "both a text and --tokens"},
    {{"tokenize", "--tokens", "264", "--weights", "TEXT"}, "token 264 is out of range"},
    {{"tokenize", "a", "--weights", "NONE"}, "vocab.json"},
    {{"train-tokenizer", "--text", "/nonexistent", "--out", "NONE"}, "/nonexistent cannot be read"},
    {{"train-tokenizer", "--text", "NONE", "--out", "NONE"}, "is a folder; name files with texts"},
    {{"train-tokenizer", "--text", "FILE", "/dev/null", "--out", "TEXT"},
     "has other files, such as "},
    {{"train-tokenizer", "--text", "/dev/null", "--out", "NONE"}, "there is no text in /dev/null"},
    {{"train-tokenizer", "--text", "FILE", "--out", "FILE"},
     "FILE is a file; name a folder with --out"},
    {{"train-tokenizer", "--text", "FILE", "--out", "/proc/x"}, "/proc/x"},
    {{"train-tokenizer", "--text", "FILE", "--out", "NONE", "--vocabulary", "256"},
     "--vocabulary must be a whole number from 257 to 10000000, got 256"},
    {{"train-tokenizer", "--text", "FILE", "--out", "NONE", "--words", "--vocabulary", "258"},
     "with --vocabulary 258 only 0 of the 2 words are one token"},
    {{"inspect", "--weights", "NONE"}, "gpt2 fetch"},
    {{"compare", "--weights", "ODD"}, "has no log.json of a training of petit"},
    {{"trace", "--tokens", "1", "--precision", "int8", "--weights", "ODD"},
     "int8 not in {float,double}"},
    {{"compare", "--texts", "1"}, "--texts must be a whole number from 2 to 1000000, got 1"},
    {{"bench", "--rounds", "1001", "--weights", "ODD"},
     "--rounds must be a whole number from 1 to 1000, got 1001"},
};

} // namespace

BOOST_AUTO_TEST_CASE(bad_input_gets_one_line_and_status_2)
{
  const TemporaryFolder none, folder;
  const std::string file = (folder / "a file").string();
  std::ofstream(file) << "no folder";
  for (Refusal refusal : refusals) {
    BOOST_TEST_CONTEXT(refusal)
    {
      if (refusal.said.starts_with("FILE"))
        refusal.said.replace(0, 4, file);
      for (std::string& argument : refusal.arguments) {
        if (argument == "NONE")
          argument = none.path().string();
        if (argument.starts_with("FILE"))
          argument.replace(0, 4, file);
        for (const std::string name : {"TEXT", "ODD", "ONE"})
          if (argument == name) {
            std::string lower = name;
            std::ranges::transform(name, lower.begin(),
                                   [](char c) { return static_cast<char>(c | 32); });
            argument = written_checkpoint(lower).string();
          }
      }
      const Finished run = gpt2(refusal.arguments);
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
  const Finished run = gpt2({});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(run.output == "");
  BOOST_TEST(run.error.starts_with("epreuve: A subcommand is required\n"), run.error);
  BOOST_TEST(contains(run.error, "Usage: epreuve gpt2"), run.error);
}

BOOST_AUTO_TEST_CASE(of_damaged_weights_no_number_is_printed_and_precision_says_which_they_are)
{
  const TemporaryFolder folder;
  const std::string weights = folder.path().string();
  write_damaged_checkpoint(folder.path(), "h.0.mlp.c_fc.weight", 3, std::nanf(""));
  for (const std::string command : {"next", "trace", "lens", "generate", "attention"})
    for (const char* precision : {"float", "double"}) {
      std::vector<std::string> words{command, "sf", "--precision", precision, "--weights", weights};
      if (command == "attention")
        words.emplace_back("--all");
      const Finished run = gpt2(words);
      BOOST_TEST(run.status == 2);
      BOOST_TEST(contains(run.error, "epreuve: the model's logits are not numbers: block 0's MLP "
                                     "gives NaN or infinity in " +
                                         std::string(precision)),
                 command + ": " + run.error);
      BOOST_TEST(contains(run.error, "./epreuve gpt2 precision"));
    }
  const Finished run = gpt2({"precision", "sf", "--weights", weights});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(run.error == "");
  BOOST_TEST(contains(run.output, "blocks.0.ln2.normalized"));
  BOOST_TEST(!contains(run.output, "blocks.1.ln1.normalized"));
  BOOST_TEST(run.output.ends_with("blocks.0.mlp.pre is the first step that is not finite: "
                                  "h.0.mlp.c_fc.weight holds NaN or infinity\n"),
             run.output);
  BOOST_TEST(gpt2({"precision", "sf", "--json", "--weights", weights}).status == 1);
}

BOOST_AUTO_TEST_CASE(where_float_overflows_the_message_says_so_and_double_answers)
{
  const TemporaryFolder folder;
  const std::string weights = folder.path().string();
  write_damaged_checkpoint(folder.path(), "h.0.mlp.c_proj.bias", 3, 1e20F);
  const Finished run = gpt2({"next", "sf", "--weights", weights});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(contains(run.error, "a number is larger than float holds (try --precision double)"),
             run.error);
  BOOST_TEST(gpt2({"next", "sf", "--precision", "double", "--weights", weights}).status == 0);
  const Finished steps = gpt2({"precision", "sf", "--weights", weights});
  BOOST_TEST(contains(steps.output, "blocks.1.ln1.normalized is the first step that is not finite, "
                                    "though all weights are"),
             steps.output);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_a_pipe_or_a_device_is_refused_at_once_by_its_name)
{
  for (const std::string name : {"vocab.json", "merges.txt", "config.json", "model.safetensors"})
    for (const std::string make : {"mkfifo", "ln -s /dev/zero", "mkdir"}) {
      const TemporaryFolder folder;
      const Finished run =
          shell("cp \"$1\"/* \"$2\" && rm \"$2/$3\" && " + make +
                    " \"$2/$3\" && timeout 20 \"$0\" gpt2 next a --weights \"$2\"",
                {written_checkpoint("text").string(), folder.path().string(), name});
      BOOST_TEST(run.status == 2, make << " " << name << run.error);
      BOOST_TEST(contains(run.error, (folder / name).string()), run.error);
    }
}

BOOST_AUTO_TEST_CASE(a_text_may_come_through_a_pipe_and_does_not_grow_without_bound)
{
  const std::string weights = written_checkpoint("text").string();
  const std::string read = "timeout 60 \"$0\" gpt2 perplexity --weights \"$1\" ";
  const std::string said = shell("echo the cat | " + read, {weights}).output;
  BOOST_TEST(contains(said, "perplexity"));
  BOOST_TEST(shell("echo the cat | " + read + "/dev/stdin", {weights}).output == said);
  BOOST_TEST(shell("exec bash -c '" + read + "<(echo the cat)' \"$0\" \"$@\"", {weights}).output ==
             said);
  for (const char* endless : {"/dev/zero", "</dev/zero"}) {
#ifdef EPREUVE_SANITIZE // which reserve terabytes of addresses
    const std::string limited;
#else
    const std::string limited = "ulimit -v 4000000; ";
#endif
    const Finished run = shell(limited + read + endless, {weights});
    BOOST_TEST(run.status == 2);
    BOOST_TEST(contains(run.error, "has more than 67108864 bytes"), run.error);
  }
}

BOOST_AUTO_TEST_CASE(a_text_that_begins_with_a_dash_follows_two)
{
  const std::string weights = written_checkpoint("text").string();
  const Finished run = gpt2({"next", "--weights", weights, "--json", "--", "--top"});
  BOOST_TEST(run.status == 0, run.error);
  BOOST_TEST(nlohmann::json::parse(run.output)["tokens"].size() == 5u);
}

BOOST_AUTO_TEST_CASE(a_text_may_be_the_name_of_a_command)
{
  const std::string weights = written_checkpoint("text").string();
  for (const char* text : {"next", "lens", "run", "[a,b]", "{}", "a=b", "%%"})
    BOOST_TEST(gpt2({"next", text, "--weights", weights}).status == 0, text);
}

BOOST_AUTO_TEST_CASE(a_reader_that_goes_away_is_no_crash)
{
  const std::string weights = written_checkpoint("text").string();
  for (const std::string signal : {"", "trap '' PIPE; "}) {
    const Finished run =
        shell(signal + "\"$0\" gpt2 generate a -n 60 --temperature 0 --weights \"$1\" | true; "
                       "\"$0\" gpt2 tokenize --weights \"$1\" --json aaaaaaaaaaaaaaaaaaa | true",
              {weights});
    BOOST_TEST(run.status == 0);
    BOOST_TEST(!contains(run.error, "terminate"), run.error);
  }
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_an_error)
{
  const std::string weights = written_checkpoint("text").string();
  const Finished run = shell("\"$0\" gpt2 next a --json --weights \"$1\" >/dev/full", {weights});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(contains(run.error, "standard output"));
}

BOOST_AUTO_TEST_CASE(help_has_an_example_for_every_command_of_gpt2)
{
  const std::string overview = gpt2({"--help"}).output;
  for (const std::string& command : commands) {
    const Finished help = gpt2({command, "--help"});
    BOOST_TEST(help.status == 0);
    BOOST_TEST(contains(help.output, "Example: ./epreuve gpt2 " + command));
    BOOST_TEST(contains(overview, "  " + command + " "));
  }
}

BOOST_AUTO_TEST_CASE(no_line_of_the_tables_has_colours_away_from_a_terminal)
{
  const std::string weights = written_checkpoint("text").string();
  for (const char* command : {"next", "lens", "tokenize", "precision"}) {
    const Finished run = gpt2({command, "a cat", "--weights", weights});
    BOOST_TEST(run.status == 0, run.error);
    BOOST_TEST(run.output != "");
    BOOST_TEST(!contains(run.output, "\x1b"));
  }
}

BOOST_AUTO_TEST_CASE(without_home_the_files_are_where_the_table_of_users_has_one)
{
  const Finished bench =
      shell("unset HOME EPREUVE_GPT2 XDG_DATA_HOME; \"$0\" gpt2 bench --rounds 1");
  const std::string home = ::getpwuid(::getuid())->pw_dir;
  BOOST_TEST(bench.status == 2);
  BOOST_TEST(contains(bench.error, home + "/.local/share/epreuve/gpt2"), bench.error);
}

BOOST_AUTO_TEST_CASE(where_the_published_files_are_not_petit_answers_and_says_so)
{
  const TemporaryFolder nothing;
  const std::string text = "the cat sits on the", empty = nothing.path().string();
  const auto without_files = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "gpt2");
    return run(driver(), arguments, {{"EPREUVE_GPT2", empty}});
  };
  const std::vector<std::vector<std::string>> all{
      {"next", text},
      {"generate", text, "--count", "3"},
      {"logits", text, "--out", nothing / "logits"},
      {"lens", text},
      {"attention", text, "--all"},
      {"trace", text},
      {"inspect"},
      {"tokenize", text},
      {"perplexity", std::string(EPREUVE_SOURCE_DIR) + "/LICENSE"}};
  for (const std::vector<std::string>& arguments : all) {
    const Finished finished = without_files(arguments);
    BOOST_TEST(finished.status == 0, arguments.front() << ": " << finished.error);
    BOOST_TEST(contains(finished.error, "petit answers, a small model of our own"),
               arguments.front());
    BOOST_TEST(contains(finished.error, "gpt2 fetch gets GPT-2\n"), finished.error);
  }
  BOOST_TEST(without_files({"bench", "--rounds", "1"}).status == 2);
  BOOST_TEST(without_files({"next", text, "--weights", empty}).status == 2);
}

BOOST_AUTO_TEST_CASE(a_text_of_the_language_gets_exact_probabilities_and_another_is_said_to_be_none)
{
  const std::string petit = std::string(EPREUVE_SOURCE_DIR) + "/models/petit";
  const auto next = [&](const std::string& text) {
    return gpt2_json({"next", text, "--weights", petit});
  };
  const nlohmann::json on_the = next("the cat sits on the");
  BOOST_TEST(on_the.at("words").at(0).at("word") == "couch");
  BOOST_TEST(on_the.at("words").at(0).at("exact").at("fraction") == "1/2");
  BOOST_TEST(std::abs(on_the.at("words").at(0).at("probability").get<double>() - 0.5) < 0.05);
  BOOST_TEST(on_the.at("tokens").at(0).at("token") == "<|endoftext|>");

  BOOST_TEST(next("the cat sleeps.").at("tokens") == next("the cat sleeps .").at("tokens"));
  BOOST_TEST(next("").at("words").at(0).at("word") == "the");
  BOOST_TEST(contains(next("the dog").at("not_of_the_language"), "\"dog\", is not one of"));
  BOOST_TEST(!next("the dog").contains("words"));

  const Finished bars = gpt2({"next", "the cat sits on the", "--weights", petit});
  BOOST_TEST(contains(bars.output, "exact         1/2  ████████████████████\n"), bars.output);
  BOOST_TEST(contains(gpt2({"next", "the dog", "--weights", petit}).output,
                      "no text of the language that petit was trained on: word 2, \"dog\""));
}

BOOST_AUTO_TEST_CASE(the_completions_offer_the_options_that_the_commands_of_gpt2_have)
{
  const auto completions = std::filesystem::path(EPREUVE_SOURCE_DIR) / "completions";
  const std::string zsh = read_file(completions / "_epreuve");
  const auto between = [&](const std::string& from, const std::string& to) {
    const std::size_t begin = zsh.find(from);
    BOOST_REQUIRE(begin != std::string::npos);
    return zsh.substr(begin, zsh.find(to, begin) - begin);
  };
  for (const std::string& command : commands) {
    BOOST_TEST_CONTEXT(command)
    {
      const std::set<std::string> options = long_options(gpt2({command, "--help"}).output);
      BOOST_TEST(offered_by_bash({"gpt2", command}) == options, boost::test_tools::per_element());

      std::string arguments = between(" " + command + ") _arguments", ";;");
      for (const std::string list : {"text_options", "precision_option", "any_precision_option",
                                     "float_precision_option", "figure_options"})
        if (contains(arguments, "$" + list))
          arguments += between("local -a " + list + "=(", "\n  local");
      BOOST_TEST(long_options(arguments) == options, boost::test_tools::per_element());
    }
  }
}
