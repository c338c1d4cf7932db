#include "common/output.hpp"
#include "common/progress.hpp"
#include "gpt2/commands.hpp"
#include "gpt2/files.hpp"

#include "epreuve/command.hpp"
#include "epreuve/measuring/bench.hpp"
#include "epreuve/options.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

struct BenchOptions
{
  std::string weights;
  std::string precision = "float";
  unsigned rounds = 5;
  bool random = false;
  bool json = false;
};

/// Environment variables that make OpenBLAS slow.
std::vector<std::string> warnings()
{
  std::vector<std::string> found;
  for (const char* variable : {"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"})
    if (std::getenv(variable) != nullptr)
      found.push_back(
          fmt::format("{} is set and can halve the speed; unset it to measure", variable));
  return found;
}

Json to_json(const gpt2::BenchResult& result, double load_seconds)
{
  Json json{{"kernel", result.kernel},
            {"threads", result.threads},
            {"load_seconds", load_seconds},
            {"peak_memory", result.peak_memory}};
  for (const gpt2::Speed& speed : result.speeds)
    json["speeds"].push_back({{"what", speed.what},
                              {"unit", speed.unit},
                              {"ratio", speed.ratio()},
                              {"best", speed.best()},
                              {"rounds", speed.value},
                              {"limits", speed.limit},
                              {"seconds", speed.seconds}});
  for (const gpt2::ReadingSpeed& reading : result.readings)
    json["readings"].push_back({{"way", reading.way}, {"rounds", reading.value}});
  json["warnings"] = warnings();
  return json;
}

void print_as_table(const gpt2::BenchResult& result, double load_seconds)
{
  Column what{"", {}, Align::left}, ratio{"of the machine's"}, speed{"speed", {}, Align::left},
      limit{"the machine's", {}, Align::left}, time{"seconds"};
  const std::size_t rounds = result.speeds.front().value.size();
  for (const gpt2::Speed& s : result.speeds) {
    what.cells.push_back(s.what);
    ratio.cells.push_back(fmt::format("{:.0f} %", 100 * s.ratio()));
    speed.cells.push_back(fmt::format("{:.1f} {}", arma::median(arma::vec(s.value)), s.unit));
    limit.cells.push_back(fmt::format("{:.1f} {}", arma::median(arma::vec(s.limit)), s.unit));
    time.cells.push_back(fmt::format("{:.4f}", arma::median(arma::vec(s.seconds))));
  }
  print_table({what, ratio, speed, limit, time});
  std::vector<std::string> readings;
  for (const gpt2::ReadingSpeed& reading : result.readings)
    if (!reading.value.empty())
      readings.push_back(
          fmt::format("{} {:.1f} GB/s", reading.way, arma::median(arma::vec(reading.value))));
  std::cout << fmt::format("\nreading the weights alone, in each of several ways: {}\n"
                           "OpenBLAS kernel {}, {}; medians of {}\n"
                           "weights in memory after {:.3f} s, at most {:.0f} MB resident for a "
                           "whole context and its last logits\n",
                           fmt::join(readings, ", "), result.kernel,
                           counted(result.threads, "thread"), counted(rounds, "round"),
                           load_seconds, static_cast<double>(result.peak_memory) / 1e6);
}

gpt2::Weights<float> weights_of(const BenchOptions& options)
{
  const bool in_eight_bits = options.precision == "int8";
  if (options.random) {
    gpt2::Weights<float> weights = gpt2::random_weights<float>(gpt2::Config{}, 1);
    if (in_eight_bits)
      return gpt2::in_eight_bits(weights);
    return weights;
  }
  const gpt2::Checkpoint checkpoint = open_checkpoint_of_gpt2(options.weights);
  return in_eight_bits ? gpt2::load_weights_in_eight_bits(checkpoint)
                       : gpt2::load_weights<float>(checkpoint);
}

void bench(const BenchOptions& options)
{
  for (const std::string& warning : warnings())
    std::cerr << "epreuve: warning: " << warning << '\n';
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const gpt2::Model<float> model(weights_of(options));
  const double load_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (options
          .random) // the largest amount of memory is counted anew: what the drawing took is not the model's
    std::ofstream("/proc/self/clear_refs") << '5';
  tools::Progress progress(1);
  progress.begin("measuring");
  const gpt2::BenchResult result = gpt2::bench(model, options.rounds);
  progress.clear();
  if (options.json)
    print(to_json(result, load_seconds));
  else
    print_as_table(result, load_seconds);
}

} // namespace

void add_bench(Command& gpt2)
{
  Command command =
      gpt2.add_subcommand("bench", "How fast it runs, compared with what the machine can do");
  const auto options = std::make_shared<BenchOptions>();
  add_weights_option(command, options->weights);
  command.add_flag("--random", options->random,
                   "Random weights of GPT-2 Small's sizes, which need no file");
  command.add_option("--precision", options->precision, "Weights in float, or in eight bits")
      .one_of({"float", "int8"})
      .capture_default_str();
  add_whole_number(command, "--rounds", options->rounds, {1, 1000}, "Measurements of each speed");
  command.add_flag("--json", options->json, "As JSON");
  command.footer("Prefill is compared with sgemm, decode with reading the weights in the fastest "
                 "of several\nways, sgemm with multiply-adds on registers alone; each in the same "
                 "round: ratios mean\nsomething on a busy machine, times do not.\n"
                 "Example: ./epreuve gpt2 bench --random");
  command.callback([options] { bench(*options); });
}

} // namespace epreuve::tools
