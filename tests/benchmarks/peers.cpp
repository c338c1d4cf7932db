// GPT-2 Small's speed beside that of other programs, on one set of weights: ONNX Runtime and llama.cpp, as
// `./epreuve install peers` installs them. peers/peers.py starts all of them and asks; `bench-peers answer CHECKPOINT
// float|int8` has our answers, to the questions of peers/questions.mjs.

#include "epreuve/blas.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/session.hpp"
#include "epreuve/gpt2/weights.hpp"
#include "epreuve/instruments/cost.hpp"
#include "epreuve/measuring/machine.hpp"
#include "epreuve/system/command.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

using namespace epreuve;
using namespace epreuve::gpt2;
using nlohmann::json;

namespace {

void say(const json& answer)
{
  std::cout << answer.dump() << std::endl; // who asks waits for the line
}

/// Multiplications and additions per second, and bytes that are read: the best of several ways, several times.
json limits(const Weights<float>& weights)
{
  Sgemm sgemm;
  WeightsReader read(weights);
  double operations = 0, bytes = 0;
  for (int time = 0; time < 3; ++time) {
    operations = std::max({operations, sgemm(), peak_operations(blas_threads())});
    for (std::size_t way = 0; way < WeightsReader::ways.size(); ++way)
      bytes = std::max(bytes, read.bytes() / instruments::seconds_of([&] { read(way); }));
  }
  return {{"operations", operations}, {"bytes", bytes}};
}

json answer(const Model<float>& model, Session<float>& session, const json& question)
{
  const std::string what = question.at("question");
  if (what == "memory")
    return peak_memory();
  if (what == "limits")
    return limits(model.weights());
  const auto tokens = question.at("tokens").get<std::vector<Token>>();
  session.clear();
  if (what == "logits")
    return arma::conv_to<std::vector<float>>::from(session.append(tokens));
  if (what == "prefill") {
    const bool all = question.value("all", false);
    return instruments::seconds_of([&] {
      if (all)
        session.append_all(tokens);
      else
        session.append(tokens);
    });
  }
  if (what != "decode")
    throw Error("there is no question {}", what);
  const std::size_t before = question.at("before");
  session.append({tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(before)});
  const double time = instruments::seconds_of([&] {
    for (std::size_t k = before; k < tokens.size(); ++k)
      session.append({tokens[k]});
  });
  return time / static_cast<double>(tokens.size() - before);
}

void answer_all(const std::string& place, const std::string& precision)
{
  std::optional<Model<float>> model;
  const double loading = instruments::seconds_of([&] {
    const Checkpoint checkpoint(place);
    model.emplace(precision == "int8" ? load_weights_in_eight_bits(checkpoint)
                                      : load_weights<float>(checkpoint));
  });
  say({{"loading", loading}});
  Session<float> session(*model);
  for (std::string line; std::getline(std::cin, line);)
    say(answer(*model, session, json::parse(line)));
}

/// Becomes peers.py.
void ask_all(const std::vector<std::string>& options)
{
  const std::filesystem::path folder = EPREUVE_PEERS;
  if (!exists(folder / "node_modules")) {
    fmt::print("There is nothing to compare GPT-2's speed with: ./epreuve install peers\n");
    return;
  }
  std::vector<std::string> command{EPREUVE_PYTHON,
                                   EPREUVE_SOURCE_DIR "/tests/benchmarks/peers/peers.py",
                                   (folder / "models").string(), folder.string(),
                                   std::filesystem::read_symlink("/proc/self/exe").string()};
  command.insert(command.end(), options.begin(), options.end());
  ::execv(command.front().c_str(), as_arguments(command).data());
  throw Error("{} cannot be started: {}", command.front(), std::strerror(errno));
}

} // namespace

int main(int argc, char** argv)
{
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() == 3 && words[0] == "answer")
      answer_all(words[1], words[2]);
    else
      ask_all(words);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-peers: {}\n", error.what());
    return 2;
  }
}
