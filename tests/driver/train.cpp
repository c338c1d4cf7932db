// The command `train`, as a process: what it prints and writes, whatever happens to it, and what wrong inputs get.

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/weights.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/training/training.hpp"

#include "support/completions.hpp"
#include "support/contains.hpp"
#include "support/driver.hpp"
#include "support/peak_memory.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using epreuve::TemporaryFolder;
using epreuve::tests::contains;
using epreuve::tests::driver;
using epreuve::tests::Finished;
using epreuve::tests::long_options;
using epreuve::tests::offered_by_bash;
using epreuve::tests::read_file;
using epreuve::tests::run;
using epreuve::tests::shell;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

Finished train(Words arguments, const std::string& threads = "1")
{
  arguments.insert(arguments.begin(), "train");
  return run(driver(), arguments,
             {{"COLUMNS", "100"}, {"OMP_NUM_THREADS", threads}, {"OPENBLAS_NUM_THREADS", threads}});
}

Words operator+(Words words, const Words& more)
{
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// A folder with the sizes of a tiny model, a text and some tokens.
struct Data
{
  Data()
  {
    write("config.json", config.dump());
    std::string text;
    for (int i = 0; i < 60; ++i)
      text += fmt::format("line {}: the cat sat on the mat, and the dog on the log\n", i * i);
    write("text.txt", text);
    write("tokens.txt", "1 2 3\n4 5 6 7 8 9\t10 11 12 13 0 200 255\n");
  }

  void write(const std::string& name, const std::string& content) const
  {
    std::ofstream(folder / name) << content;
  }
  std::string path(const std::string& name) const { return folder / name; }

  Words begin() const { return {"--init", path("config.json"), "--text", path("text.txt")}; }

  TemporaryFolder folder;
  json config{{"model_type", "gpt2"}, {"activation_function", "gelu_new"},
              {"n_layer", 2},         {"n_head", 2},
              {"n_embd", 8},          {"vocab_size", 256},
              {"n_positions", 16},    {"layer_norm_epsilon", 1e-5}};
};

std::uint64_t step_of(const fs::path& folder)
{
  return epreuve::training::read_state_header(folder / "training.state").at("step");
}

} // namespace

BOOST_FIXTURE_TEST_CASE(each_step_is_a_line_of_json_and_nothing_else_is_printed, Data)
{
  const Finished finished = train(begin() + Words{"--steps", "3", "--json"});
  BOOST_TEST(finished.status == 0, finished.error);
  BOOST_TEST(contains(finished.error, "nothing is kept"));
  const std::regex line(
      R"(\{"step": (\d+), "loss": [-+.e\d]+, "gradient_norm": [-+.e\d]+, "learning_rate": 0.000\d+, "tokens_per_second": [-+.e\d]+\}\n)");
  std::string rest = finished.output;
  for (int step = 0; step < 3; ++step) {
    std::smatch match;
    BOOST_REQUIRE(std::regex_search(rest, match, line, std::regex_constants::match_continuous));
    BOOST_TEST(match[1] == std::to_string(step));
    rest = match.suffix();
  }
  BOOST_TEST(rest == "");
}

BOOST_FIXTURE_TEST_CASE(the_loss_begins_at_that_of_guessing_and_falls, Data)
{
  const Finished finished = train(begin() + Words{"--steps", "60", "--learning-rate", "0.02",
                                                  "--json", "--precision", "double"});
  BOOST_REQUIRE_EQUAL(finished.status, 0);
  const double first = json::parse(finished.output.substr(0, finished.output.find('\n')))["loss"];
  const std::string last_line = finished.output.substr(finished.output.rfind("{\"step\": 59"));
  BOOST_TEST(first == std::log(256), boost::test_tools::tolerance(0.01));
  BOOST_TEST(json::parse(last_line)["loss"].get<double>() < 0.8 * first);
}

/// The lines of JSON that have a key, in the order in which they were printed.
std::vector<json> lines_with(const std::string& key, const std::string& output)
{
  std::vector<json> lines;
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);)
    if (json parsed = json::parse(line); parsed.contains(key))
      lines.push_back(std::move(parsed));
  return lines;
}

BOOST_FIXTURE_TEST_CASE(validations_and_samples_change_no_byte_of_the_model, Data)
{
  write("other.txt", read_file(path("text.txt")).substr(100, 400));
  const Words options = begin() + Words{"--steps", "12", "--learning-rate", "0.01", "--json"};
  const Finished plain = train(options + Words{"--out", path("plain")});
  const Finished watched =
      train(options + Words{"--validation", path("other.txt"), "--out", path("watched"),
                            "--validate-every", "5", "--sample-every", "4", "--prompt", "the cat"},
            "2");
  BOOST_REQUIRE_EQUAL(watched.status, 0);
  for (const char* file : {"model.safetensors", "config.json", "vocab.json"})
    BOOST_TEST((read_file(path("plain/") + file) == read_file(path("watched/") + file)), file);

  const std::vector<json> steps = lines_with("loss", plain.output),
                          same = lines_with("loss", watched.output);
  BOOST_REQUIRE_EQUAL(steps.size(), 12u);
  for (std::size_t step = 0; step < 12; ++step)
    BOOST_TEST(steps[step]["loss"] == same.at(step)["loss"]);

  const std::vector<json> validations = lines_with("validation_loss", watched.output),
                          samples = lines_with("sample", watched.output);
  std::vector<int> validated, sampled;
  for (const json& line : validations)
    validated.push_back(line["step"]);
  for (const json& line : samples) {
    sampled.push_back(line["step"]);
    BOOST_TEST(line["sample"].get<std::string>().starts_with("the cat"));
  }
  BOOST_TEST(validated == (std::vector<int>{0, 5, 10, 12}), boost::test_tools::per_element());
  BOOST_TEST(sampled == (std::vector<int>{0, 4, 8, 12}), boost::test_tools::per_element());

  // The loss falls throughout so short a training, so the best model is the last.
  BOOST_TEST(validations.back()["validation_loss"] < validations.front()["validation_loss"]);
  BOOST_TEST((read_file(path("watched/best/model.safetensors")) ==
              read_file(path("watched/model.safetensors"))));
  const Finished next =
      run(driver(), {"gpt2", "next", "--weights", path("watched/best"), "the cat", "--json"});
  BOOST_TEST(next.status == 0, next.error);
}

// Read backwards, the text has the same letters, and other ones follow each other: what the model learns first is of use for
// it, what it learns then is not. The best model is that of a training that ends there.
BOOST_FIXTURE_TEST_CASE(the_best_model_is_kept_beside_the_last, Data)
{
  const std::string text = read_file(path("text.txt"));
  write("backwards.txt", {text.rbegin(), text.rend()});
  const Words options = begin() + Words{"--learning-rate", "0.02", "--json"};
  const Finished finished =
      train(options + Words{"--validation", path("backwards.txt"), "--validation-texts", "0",
                            "--validate-every", "10", "--steps", "105", "--keep-every", "0",
                            "--out", path("long")});
  BOOST_REQUIRE_EQUAL(finished.status, 0);
  const std::vector<json> validations = lines_with("validation_loss", finished.output);
  BOOST_REQUIRE_EQUAL(validations.size(), 12u);
  int best = 0;
  double least = validations[0]["validation_loss"];
  for (const json& line : validations)
    if (line["validation_loss"] < least) {
      least = line["validation_loss"];
      best = line["step"];
    }
  BOOST_REQUIRE(best > 0);
  BOOST_REQUIRE(best < 105);
  BOOST_TEST(contains(finished.error, fmt::format("after {} steps", best)), finished.error);
  BOOST_REQUIRE_EQUAL(
      train(options + Words{"--steps", std::to_string(best), "--out", path("short")}).status, 0);
  BOOST_TEST((read_file(path("long/best/model.safetensors")) ==
              read_file(path("short/model.safetensors"))));
  BOOST_TEST((read_file(path("long/best/model.safetensors")) !=
              read_file(path("long/model.safetensors"))));
}

// What is kept back is the end: a text and its continuation in two files, or one file and a share, are the same training.
BOOST_FIXTURE_TEST_CASE(a_share_is_kept_back_at_the_end_and_not_trained_on, Data)
{
  const std::string text = read_file(path("text.txt"));
  const std::size_t kept = text.size() / 4; // a share of 1/4 is exact
  write("beginning.txt", text.substr(0, text.size() - kept));
  write("end.txt", text.substr(text.size() - kept));
  const Words options{
      "--init", path("config.json"), "--steps", "4", "--validate-every", "2", "--json", "--seed",
      "5"};
  const Finished share = train(options + Words{"--text", path("text.txt"), "--validation-share",
                                               "0.25", "--out", path("share")});
  const Finished files = train(options + Words{"--text", path("beginning.txt"), "--validation",
                                               path("end.txt"), "--out", path("files")});
  BOOST_REQUIRE_EQUAL(share.status, 0);
  BOOST_REQUIRE_EQUAL(files.status, 0);
  BOOST_TEST(
      (lines_with("validation_loss", share.output) == lines_with("validation_loss", files.output)));
  BOOST_TEST(
      (read_file(path("share/model.safetensors")) == read_file(path("files/model.safetensors"))));
}

BOOST_FIXTURE_TEST_CASE(accumulated_batches_make_the_model_of_one_large_batch, Data)
{
  // Two batches of 4 texts of 16 tokens are one part each; a batch of 8 is two parts.
  const Words options = begin() + Words{"--steps", "5", "--clip", "0.1", "--json", "--out"};
  const Finished large = train(options + Words{path("large"), "--batch", "8"});
  const Finished small =
      train(options + Words{path("small"), "--batch", "4", "--accumulate", "2"}, "2");
  BOOST_REQUIRE_EQUAL(small.status, 0);
  BOOST_TEST(
      (read_file(path("large/model.safetensors")) == read_file(path("small/model.safetensors"))));
  const std::vector<json> a = lines_with("loss", large.output),
                          b = lines_with("loss", small.output);
  BOOST_REQUIRE_EQUAL(b.size(), 5u);
  for (std::size_t step = 0; step < 5; ++step) {
    BOOST_TEST(a.at(step)["loss"] == b[step]["loss"]);
    BOOST_TEST(a.at(step)["gradient_norm"] == b[step]["gradient_norm"]);
  }
  const Finished said = train(begin() + Words{"--steps", "1", "--accumulate", "3"});
  BOOST_TEST(contains(said.output, "1 steps of 3 x 8 x 16 tokens"), said.output);
}

// What version 1 kept: no validations, and no settings of what there was not.
BOOST_FIXTURE_TEST_CASE(a_state_of_the_first_version_goes_on_and_one_of_a_later_is_refused, Data)
{
  const std::string out = path("out"), file = out + "/training.state";
  BOOST_REQUIRE_EQUAL(train(begin() + Words{"--steps", "9", "--out", path("whole")}).status, 0);
  BOOST_REQUIRE_EQUAL(train(begin() + Words{"--steps", "4", "--out", out}).status, 0);
  const std::string state = read_file(file);
  const std::size_t end = state.find('\n');
  auto header = nlohmann::ordered_json::parse(state.substr(0, end));
  header["version"] = 3;
  write("out/training.state", header.dump() + state.substr(end));
  const Finished later = train({"--resume", "--out", out, "--steps", "9"});
  BOOST_TEST(later.status == 2);
  BOOST_TEST(contains(later.error, "is of version 3, and this program reads those up to 2"),
             later.error);

  header["version"] = 1;
  header.erase("validations");
  for (const char* option :
       {"accumulate", "validation-share", "validate-every", "validation-texts"})
    BOOST_TEST(header["about"]["settings"].erase(option) == 1u);
  write("out/training.state", header.dump() + state.substr(end));
  const Finished changed = train({"--resume", "--out", out, "--accumulate", "2"});
  BOOST_TEST(changed.status == 2);
  BOOST_TEST(contains(changed.error, "--accumulate was 1 when the training"), changed.error);
  const Finished goes_on = train({"--resume", "--out", out, "--steps", "9"});
  BOOST_TEST(goes_on.status == 0, goes_on.error);
  for (const char* name : {"/model.safetensors", "/training.state"})
    BOOST_TEST((read_file(path("whole") + name) == read_file(out + name)), name);
}

BOOST_FIXTURE_TEST_CASE(samples_without_a_tokenizer_are_numbers_that_begin_with_the_datas_first,
                        Data)
{
  const Finished finished =
      train({"--init", path("config.json"), "--tokens", path("tokens.txt"), "--context", "8",
             "--steps", "1", "--sample-every", "1", "--json"});
  BOOST_REQUIRE_EQUAL(finished.status, 0);
  const std::vector<json> samples = lines_with("sample", finished.output);
  BOOST_REQUIRE_EQUAL(samples.size(), 2u);
  std::istringstream numbers(samples[0]["sample"].get<std::string>());
  std::vector<unsigned> tokens;
  for (unsigned token = 0; numbers >> token;)
    tokens.push_back(token);
  BOOST_TEST(tokens.size() == 8u);
  BOOST_TEST(tokens.front() == 1u);
}

BOOST_FIXTURE_TEST_CASE(ten_kills_at_random_moments_change_no_byte, Data)
{
  const Words options = begin() + Words{"--steps",      "1500",  "--learning-rate",    "0.01",
                                        "--final-rate", "0.001", "--warm-up",          "5",
                                        "--seed",       "7",     "--validate-every",   "30",
                                        "--batch",      "4",     "--validation-share", "0.2",
                                        "--accumulate", "2"};
  BOOST_REQUIRE_EQUAL(train(options + Words{"--out", path("whole")}).status, 0);
  const std::string killed = path("killed");
  std::mt19937 generator(20170612);
  std::uniform_int_distribution<int> microseconds(0, 20'000), steps(1, 30);
  std::uint64_t furthest = 0;
  for (int kill = 0; kill < 10; ++kill) {
    // Two kills come while it begins, and the others once it has kept so many steps, however slow the machine is.
    const std::uint64_t until = kill < 2 ? 0 : furthest + static_cast<unsigned>(steps(generator));
    const Words words = Words{driver().string(), "train"} + options +
                        Words{"--out", killed, "--resume", "--keep-every", "0"};
    const epreuve::Started started = epreuve::start_command(words, [] {});
    int status = 0;
    const auto is_kept = [&] {
      return until == 0 ||
             (exists(fs::path(killed) / "training.state") && step_of(killed) >= until);
    };
    while (!is_kept() && ::waitpid(started.child, &status, WNOHANG) == 0)
      ::usleep(500);
    ::usleep(static_cast<unsigned>(microseconds(generator)));
    ::kill(started.child, SIGKILL);
    ::waitpid(started.child, &status, 0);
    // If this process hesitated, the last of them may come too late.
    BOOST_TEST(
        ((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) || (furthest > 0 && status == 0)),
        status);
    // A checkpoint is whole, or not there.
    const fs::path model = fs::path(killed) / "model.safetensors";
    if (exists(model))
      BOOST_CHECK_NO_THROW(epreuve::gpt2::load_weights<float>(epreuve::gpt2::Checkpoint(killed)));
    if (exists(fs::path(killed) / "training.state")) {
      const std::uint64_t step = step_of(killed);
      BOOST_TEST(step >= furthest);
      furthest = step;
    }
  }
  BOOST_TEST(furthest > 0);
  const Finished end = train({"--out", killed, "--resume"});
  BOOST_TEST(end.status == 0, end.error);
  for (const char* file : {"model.safetensors", "training.state", "config.json", "vocab.json",
                           "best/model.safetensors", "best/config.json", "best/vocab.json"})
    BOOST_TEST((read_file(path("whole/") + file) == read_file(fs::path(killed) / file)),
               file << " differs");
}

BOOST_FIXTURE_TEST_CASE(petit_that_is_killed_goes_on_to_the_same_bytes_on_any_number_of_threads,
                        Data)
{
  const Words options{"petit", "--steps", "40", "--keep-every", "0"};
  const auto begun = std::chrono::steady_clock::now();
  BOOST_REQUIRE_EQUAL(train(options + Words{"--out", path("whole")}).status, 0);
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begun;
  for (const double part : {0.6, 0.8})
    shell(fmt::format("exec timeout --foreground -s KILL {:.3f} \"$0\" train \"$@\"",
                      part * whole.count()),
          options + Words{"--out", path("killed"), "--resume"});
  const Finished end = train(options + Words{"--resume", "--out", path("killed")}, "2");
  BOOST_TEST(end.status == 0, end.error);
  for (const char* file : {"model.safetensors", "training.state", "log.json", "vocab.json",
                           "merges.txt", "tokenizer_config.json"})
    BOOST_TEST((read_file(path("whole/") + file) == read_file(path("killed/") + file)),
               file << " differs");
  const Finished next =
      run(driver(), {"gpt2", "next", "the cat", "--weights", path("whole"), "--json"});
  BOOST_TEST(json::parse(next.output).at("words").size() > 0u);
}

BOOST_FIXTURE_TEST_CASE(double_precision_and_data_in_order_go_on_to_the_same_bytes_too, Data)
{
  const Words options = {
      "--init", path("config.json"), "--tokens", path("tokens.txt"), "--in-order", "--context",
      "16",     "--precision",       "double",   "--steps"};
  BOOST_REQUIRE_EQUAL(train(options + Words{"20", "--out", path("whole")}).status, 0);
  BOOST_REQUIRE_EQUAL(train(options + Words{"7", "--out", path("parts")}).status, 0);
  const Finished finished = train({"--resume", "--steps", "20", "--json", "--out", path("parts")});
  BOOST_TEST(finished.output.starts_with("{\"step\": 7,"));
  for (const char* file : {"/model.safetensors", "/training.state"})
    BOOST_TEST((read_file(path("whole") + file) == read_file(path("parts") + file)), file);
}

BOOST_FIXTURE_TEST_CASE(one_thread_and_two_train_alike_but_for_roundings, Data)
{
  config["n_embd"] = 48;
  write("config.json", config.dump());
  // OpenBLAS adds up long sums in parts that depend on the number of threads, with some processors' kernels: each of some
  // hundred terms is rounded, and five steps change little of what follows.
  const std::map<std::string, double> bounds{{"single", 1e-5}, {"double", 1e-13}};
  for (const auto& [precision, bound] : bounds) {
    std::map<std::string, std::vector<double>> losses;
    for (const std::string threads : {"1", "2"}) {
      const Finished finished =
          train(begin() + Words{"--steps", "5", "--json", "--precision", precision}, threads);
      BOOST_REQUIRE_EQUAL(finished.status, 0);
      std::istringstream lines(finished.output);
      for (std::string line; std::getline(lines, line);)
        losses[threads].push_back(json::parse(line)["loss"]);
    }
    BOOST_REQUIRE_EQUAL(losses["1"].size(), 5u);
    for (std::size_t step = 0; step < 5; ++step)
      BOOST_TEST(losses["1"][step] == losses["2"].at(step), boost::test_tools::tolerance(bound));
  }
}

BOOST_FIXTURE_TEST_CASE(a_trained_model_is_a_checkpoint_like_any_other, Data)
{
  for (const std::string precision : {"single", "double"}) {
    const std::string out = path(precision);
    BOOST_REQUIRE_EQUAL(
        train(begin() + Words{"--steps", "2", "--out", out, "--precision", precision}).status, 0);
    const Finished next = run(driver(), {"gpt2", "next", "--weights", out, "the cat", "--json"});
    BOOST_TEST(next.status == 0, next.error);
    const epreuve::gpt2::Checkpoint checkpoint{fs::path(out)};
    for (const auto& tensor : checkpoint.tensors())
      BOOST_TEST((tensor.dtype == epreuve::gpt2::Dtype::f32));
    const Finished tuned =
        train({"--weights", out, "--text", path("text.txt"), "--steps", "1", "--json"});
    BOOST_TEST(tuned.status == 0, tuned.error);
  }
}

BOOST_FIXTURE_TEST_CASE(weights_that_are_not_changed_are_written_as_they_were_read, Data)
{
  // With a rate as small as this no float changes, and the first step's gradient is still there.
  const Words tiny_rate{"--learning-rate", "1e-30", "--steps", "1", "--weight-decay", "0"};
  BOOST_REQUIRE_EQUAL(train(begin() + Words{"--steps", "3", "--out", path("one")}).status, 0);
  BOOST_REQUIRE_EQUAL(
      train(Words{"--weights", path("one"), "--text", path("text.txt"), "--out", path("two")} +
            tiny_rate)
          .status,
      0);
  BOOST_TEST(
      (read_file(path("one/model.safetensors")) == read_file(path("two/model.safetensors"))));
}

BOOST_FIXTURE_TEST_CASE(wrong_inputs_are_refused_in_words_and_nothing_is_written, Data)
{
  config["vocab_size"] = 100;
  write("small.json", config.dump());
  config["n_head"] = 3;
  write("heads.json", config.dump());
  write("words.txt", "1 2 three 4");
  write("large.txt", "1 2 256 3");
  write("empty.txt", "");
  write("short.txt", "abc");
  write("sixteen.txt", "sixteen letters!");
  write("cut.safetensors", "not a checkpoint");
  const std::string init = path("config.json"), text = path("text.txt");
  const std::vector<std::pair<Words, std::string>> wrong{
      {{"--text", text}, "no model is given"},
      {{"--init", init}, "no data is given"},
      {{"--init", init, "--weights", "x", "--text", text}, "give one of them"},
      {{"--init", init, "--text", text, "--tokens", text}, "give one of them"},
      {{"--init", path("no.json"), "--text", text}, "no.json"},
      {{"--init", path("heads.json"), "--text", text}, "n_head must divide n_embd"},
      {{"--init", path("small.json"), "--text", text}, "vocabulary of 100 is less than 256"},
      {{"--weights", path("cut.safetensors"), "--text", text}, "cut.safetensors"},
      {{"--init", init, "--text", path("no.txt")}, "no.txt"},
      {{"--init", init, "--text", path("empty.txt")}, "is empty"},
      {{"--init", init, "--tokens", path("empty.txt")}, "has no tokens"},
      {{"--init", init, "--tokens", path("words.txt")}, "its number 3, \"three\", is not a token"},
      {{"--init", init, "--tokens", path("large.txt")}, "its number 3 is token 256"},
      {{"--init", init, "--text", path("short.txt")}, "has 3 tokens, and --context 16 needs 17"},
      {{"--init", init, "--text", text, "--context", "17"}, "more than the model's context, 16"},
      {{"--init", init, "--text", text, "--learning-rate", "-1"},
       "--learning-rate must be a number above 0"},
      {{"--init", init, "--text", text, "--learning-rate", "nan"},
       "--learning-rate must be a number above 0"},
      {{"--init", init, "--text", text, "--beta2", "1"}, "--beta2 must be from 0 to less than 1"},
      {{"--init", init, "--text", text, "--steps", "0"}, "--steps must be a whole number from 1"},
      {{"--init", init, "--text", text, "--batch", "1000000"}, "of memory"},
      {{"--init", init, "--text", text, "--precision", "half"}, "--precision"},
      {{"--init", init, "--text", text, "--resume"}, "name it with --out"},
      {{"--init", init, "--text", text, "--tokenizer", path("out")}, "has no tokenizer"},
      {{"--init", init, "--text", text, "--warm-up", "9", "--steps", "10", "--final-rate", "0"},
       "leaves none"},
      {{"--init", init, "--text", text, "--accumulate", "0"},
       "--accumulate must be a whole number from 1"},
      {{"--init", init, "--text", text, "--validation", path("no.txt")}, "no.txt"},
      {{"--init", init, "--text", text, "--validation", path("empty.txt")}, "empty.txt is empty"},
      {{"--init", init, "--text", text, "--validation", path("sixteen.txt")},
       "sixteen.txt has 16 tokens, and a validation with --context 16 needs 17"},
      {{"--init", init, "--tokens", path("tokens.txt"), "--context", "4", "--validation",
        path("large.txt")},
       "large.txt: its number 3 is token 256, which the model does not have"},
      {{"--init", init, "--text", text, "--validation", text, "--validation-share", "0.1"},
       "--validation and --validation-share are both given"},
      {{"--init", init, "--text", text, "--validation-share", "0"},
       "--validation-share must be above 0 and below 1"},
      {{"--init", init, "--text", text, "--validation-share", "1"},
       "--validation-share must be above 0 and below 1"},
      {{"--init", init, "--text", text, "--validation-share", "0.0001"}, "keeps back 0, and"},
      {{"--init", init, "--text", text, "--validation-share", "0.9999"}, "and 1 are left"},
      {{"--init", init, "--text", text, "--validate-every", "5"},
       "--validate-every means nothing without a validation"},
      {{"--init", init, "--text", text, "--validation-share", "0.1", "--validate-every", "0"},
       "--validate-every must be a whole number from 1"},
      {{"--init", init, "--text", text, "--sample-every", "0"},
       "--sample-every must be a whole number from 1"},
      {{"--init", init, "--text", text, "--prompt", "the"}, "give --sample-every N"},
      {{"--init", init, "--text", text, "--sample-every", "1", "--prompt", ""},
       "--prompt is empty"},
      {{"--init", init, "--text", text, "--sample-every", "1", "--prompt", "sixteen letters!"},
       "--prompt has 16 tokens, and a sample has as many as a text of the training, 16"},
      {{"--init", init, "--tokens", path("tokens.txt"), "--context", "4", "--sample-every", "1",
        "--prompt", "the"},
       "no tokenizer is known"},
      {{"petit", "--validation-share", "0.1"},
       "--validation-share has no meaning for the training petit"},
      {{"induction"}, "there is no training \"induction\"; there are:\n  petit "},
      {{"twins", "--steps", "2"}, "the settings of twins are its own: give its name and --out DIR"},
      {{"petit", "--batch", "4"}, "--batch has no meaning for the training petit"},
      {{"petit", "--names-return", "2"}, "--names-return must be a fraction from 0 to 1"},
  };
  for (const auto& [arguments, words] : wrong) {
    Words all = arguments;
    if (words != "name it with --out")
      all = all + Words{"--out", path("out")};
    const Finished finished = train(all);
    BOOST_TEST(finished.status == 2, words);
    BOOST_TEST(finished.output == "");
    BOOST_TEST(contains(finished.error, words), finished.error << " does not say: " << words);
    BOOST_TEST(!fs::exists(path("out")), words);
  }
}

BOOST_FIXTURE_TEST_CASE(alone_it_shows_its_help, Data)
{
  const Finished finished = train({});
  BOOST_TEST(finished.status == 2);
  BOOST_TEST(contains(finished.error, "--learning-rate"));
}

BOOST_FIXTURE_TEST_CASE(what_would_be_overwritten_is_refused, Data)
{
  const std::string out = path("out");
  BOOST_REQUIRE_EQUAL(train(begin() + Words{"--steps", "1", "--out", out}).status, 0);
  const std::string model = read_file(out + "/model.safetensors");
  const Finished again = train(begin() + Words{"--steps", "1", "--out", out});
  BOOST_TEST(again.status == 2);
  BOOST_TEST(contains(again.error, "has a training already"), again.error);
  fs::remove(out + "/training.state");
  const Finished over = train(begin() + Words{"--steps", "1", "--out", out});
  BOOST_TEST(over.status == 2);
  BOOST_TEST(contains(over.error, "has a model, which this training would overwrite"), over.error);
  BOOST_TEST((read_file(out + "/model.safetensors") == model));
}

BOOST_FIXTURE_TEST_CASE(going_on_with_other_options_or_data_is_refused, Data)
{
  const std::string out = path("out");
  BOOST_REQUIRE_EQUAL(train(begin() + Words{"--steps", "2", "--out", out}).status, 0);
  const std::string state = read_file(out + "/training.state");
  write("other.txt", "another text, which is long enough for a context");
  const auto refused = [&](const Words& options, const std::string& words) {
    const Finished finished = train(Words{"--resume", "--out", out} + options);
    BOOST_TEST(finished.status == 2, words);
    BOOST_TEST(contains(finished.error, words), finished.error);
    BOOST_TEST((read_file(out + "/training.state") == state), words);
  };
  refused({"--batch", "4"}, "--batch was 8 when the training");
  refused({"--precision", "double"}, "--precision was \"single\"");
  refused({"--text", path("other.txt")}, "does not have the tokens");
  refused({"--accumulate", "2"}, "--accumulate was 1 when the training");
  refused({"--validation", path("other.txt")}, "began without --validation");
  refused({"--validation-share", "0.1"}, "--validation-share was 0.0 when the training");
  const Finished same = train(begin() + Words{"--resume", "--out", out, "--batch", "8"});
  BOOST_TEST(same.status == 0, same.error);
  BOOST_TEST(contains(same.output, "has had its 2 steps"));
}

BOOST_FIXTURE_TEST_CASE(a_damaged_state_is_refused, Data)
{
  const std::string out = path("out"), file = out + "/training.state";
  BOOST_REQUIRE_EQUAL(train(begin() + Words{"--steps", "2", "--out", out}).status, 0);
  fs::resize_file(file, fs::file_size(file) - 1);
  const Finished cut = train({"--resume", "--out", out, "--steps", "3"});
  BOOST_TEST(cut.status == 2);
  BOOST_TEST(contains(cut.error, "cut short"), cut.error);
  std::ofstream(file) << "{}\n";
  const Finished other = train({"--resume", "--out", out, "--steps", "3"});
  BOOST_TEST(other.status == 2);
  BOOST_TEST(contains(other.error, "is not the state of a training"), other.error);
}

BOOST_FIXTURE_TEST_CASE(numbers_that_overflow_stop_it_with_step_and_layer, Data)
{
  const Finished finished = train(
      begin() + Words{"--steps", "40", "--learning-rate", "1e30", "--out", path("out"), "--json"});
  BOOST_TEST(finished.status == 2);
  BOOST_TEST(
      std::regex_search(finished.error, std::regex("step [0-9]+: .*block [01]'s|the embedding")),
      finished.error);
  BOOST_TEST(contains(finished.error, "--learning-rate lower than 1e+30"), finished.error);
  BOOST_TEST(contains(finished.error, "before step 0"), finished.error);
  BOOST_TEST(fs::exists(path("out/model.safetensors")));
}

BOOST_FIXTURE_TEST_CASE(a_loss_that_stays_far_above_guessing_stops_it, Data)
{
  // The decay multiplies matrices by 1 - 3 * 0.68 = -1.04 in each step.
  const Finished finished =
      train(begin() + Words{"--steps", "1000", "--learning-rate", "3", "--weight-decay", "0.68",
                            "--context", "4", "--batch", "2"});
  BOOST_TEST(finished.status == 2);
  BOOST_TEST(contains(finished.error, "training diverges"), finished.error);
}

BOOST_FIXTURE_TEST_CASE(a_full_disk_is_reported_and_leaves_the_checkpoint_before, Data)
{
  const std::string out = path("out");
  BOOST_REQUIRE_EQUAL(train(begin() + Words{"--steps", "1", "--out", out}).status, 0);
  const std::string state = read_file(out + "/training.state");
  // A limit on the size of files stands in for the full disk.
  const Finished full = shell("trap '' XFSZ; ulimit -f 40; exec \"$0\" train \"$@\"",
                              {"--resume", "--out", out, "--steps", "3"});
  BOOST_TEST(full.status == 2);
  BOOST_TEST(contains(full.error, "make room on the disk"), full.error);
  BOOST_TEST((read_file(out + "/training.state") == state));
  BOOST_TEST(!fs::exists(out + "/training.state.new"));
}

BOOST_FIXTURE_TEST_CASE(the_curve_grows_and_is_drawn, Data)
{
  const Finished finished = train(
      begin() + Words{"--steps", "40", "--figures", path("figures"), "--validation-share", "0.1"});
  BOOST_TEST(finished.status == 0);
  const std::string& output = finished.output;
  BOOST_TEST(std::count(output.begin(), output.end(), '\n') >= 20);
  BOOST_TEST(contains(output, "█"));
  BOOST_TEST(contains(read_file(path("figures/loss.svg")), "Loss per token"));
  BOOST_TEST(contains(read_file(path("figures/loss.svg")), "validation"));
  // Every second step has a validation, and a line.
  BOOST_TEST(
      std::regex_search(
          output,
          std::regex(
              "step +loss  validation\n +0 +5\\.\\d{4} .*\n +1 +5\\.\\d{4} +5\\.\\d{4} .*\n +3 ")),
      output);
}

#ifndef EPREUVE_SANITIZE // sanitizers have memory of their own
BOOST_FIXTURE_TEST_CASE(memory_is_what_the_documentation_says, Data)
{
  config["n_embd"] = 128;
  config["n_layer"] = 4;
  config["vocab_size"] = 20'000;
  config["n_positions"] = 128;
  write("config.json", config.dump());
  // BLAS has memory of its own for each thread.
  const auto measured = epreuve::tests::run_measured(
      "/usr/bin/env", Words{"OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", driver().string(),
                            "train", "--steps", "2", "--batch", "6", "--context", "128"} +
                          begin());
  BOOST_REQUIRE_EQUAL(measured.finished.status, 0);
  const epreuve::gpt2::Config sizes{
      .layers = 4, .heads = 2, .n = 128, .N = 20'000, .context = 128, .mlp = 512};
  epreuve::training::Settings settings;
  settings.batch = 6;
  settings.context = 128;
  const double formula =
      30e6 + epreuve::training::memory_of_training(sizes, settings, false, sizeof(float));
  const auto peak = static_cast<double>(measured.peak.at("epreuve-train"));
  BOOST_TEST(peak == formula, boost::test_tools::tolerance(0.1));
}
#endif

namespace {

/// Two logs with the same members and words, and numbers that are near each other.
void is_nearly(const json& now, const json& then)
{
  BOOST_TEST_REQUIRE(now.size() == then.size());
  if (then.is_number())
    BOOST_TEST(std::abs(now.get<double>() - then.get<double>()) < 0.1 + then.get<double>() / 4);
  else if (!then.is_structured())
    BOOST_TEST((now == then));
  else if (then.is_object())
    for (const auto& [name, value] : then.items())
      is_nearly(now.at(name), value);
  else
    for (std::size_t i = 0; i < then.size(); ++i)
      is_nearly(now[i], then[i]);
}

} // namespace

// Takes minutes, so only where EPREUVE_RETRAIN is set. In float another processor's roundings grow with the steps, so
// numbers need not be the same.
BOOST_FIXTURE_TEST_CASE(logs_of_trainings_are_made_again_on_demand, Data)
{
  if (!std::getenv("EPREUVE_RETRAIN")) {
    BOOST_TEST_MESSAGE("EPREUVE_RETRAIN is not set: nothing is trained again");
    return;
  }
  for (const std::string name : {"twins", "masked", "ablations"}) {
    const Finished trained = train({name, "--out", path("logs")});
    BOOST_REQUIRE_EQUAL(trained.status, 0);
    const std::string file = name + ".json";
    is_nearly(json::parse(read_file(path("logs/" + file))),
              json::parse(read_file(fs::path(EPREUVE_SOURCE_DIR) / "models" / "logs" / file)));
  }
}

BOOST_FIXTURE_TEST_CASE(a_log_that_is_there_is_not_written_over, Data)
{
  fs::create_directory(path("logs"));
  for (const std::string name :
       {"recall", "reading", "bottleneck", "ablations", "twins", "masked"}) {
    const std::string file = "logs/" + name + ".json";
    write(file, "kept");
    const Finished again = train({name, "--out", path("logs")});
    BOOST_TEST(again.status == 2);
    BOOST_TEST(contains(again.error, path(file) + " is there already; name another folder"),
               again.error);
    BOOST_TEST(read_file(path(file)) == "kept");
  }
}

BOOST_FIXTURE_TEST_CASE(the_translator_wants_a_folder_that_has_no_model_and_nothing_else, Data)
{
  for (const Words& words :
       {Words{"translator"}, Words{"translator", "--out", path("model"), "--steps", "3"}}) {
    const Finished finished = train(words);
    BOOST_TEST(finished.status != 0);
    BOOST_TEST(contains(finished.error, "give its name and --out DIR"), finished.error);
  }
  fs::create_directory(path("taken"));
  write("taken/model.safetensors", "");
  const Finished finished = train({"translator", "--out", path("taken")});
  BOOST_TEST(finished.status != 0);
  BOOST_TEST(contains(finished.error, "has a model already"), finished.error);
}

BOOST_AUTO_TEST_CASE(the_completions_offer_the_options_that_train_has)
{
  const std::set<std::string> options = long_options(train({"--help"}).output);
  BOOST_TEST(offered_by_bash({"train"}) == options, boost::test_tools::per_element());
  const std::string zsh = read_file(fs::path(EPREUVE_SOURCE_DIR) / "completions" / "_epreuve");
  const auto between = [&](const std::string& from, const std::string& to) {
    const std::size_t begin = zsh.find(from);
    BOOST_REQUIRE(begin != std::string::npos);
    return zsh.substr(begin, zsh.find(to, begin) - begin);
  };
  const std::string offered =
      between("        train) _arguments", ";;") + between("local -a figure_options=(", "\n  )");
  BOOST_TEST(long_options(offered) == options, boost::test_tools::per_element());
}
