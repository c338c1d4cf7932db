#include "train/translator.hpp"

#include "epreuve/error.hpp"
#include "epreuve/logs/ablations.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/training/log_file.hpp"
#include "epreuve/translator/making.hpp"
#include "train/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <vector>

namespace epreuve::tools {

namespace {

using translator::Settings;

/// The translator with fewer steps, and something left out.
struct LeftOut
{
  const char* name;
  void (*change)(Settings& settings);
};

constexpr std::uint64_t steps_of_ablations = 2000;

const std::vector<LeftOut> ablations{
    {"all parts", [](Settings&) {}},
    {"one head", [](Settings& settings) { settings.sizes.heads = 1; }},
    {"one block", [](Settings& settings) { settings.sizes.blocks = 1; }},
    {"no positions", [](Settings& settings) { settings.positions = false; }},
    {"no cross-attention", [](Settings& settings) { settings.sizes.cross = false; }}};

/// How many of the sentences come out exactly right.
std::size_t right(const translator::Translator& translator,
                  const std::vector<language::Twins>& sentences)
{
  return static_cast<std::size_t>(
      std::ranges::count_if(sentences, [&](const language::Twins& twins) {
        return translator::judged(translator, twins.source, twins.target).is_written;
      }));
}

} // namespace

void train_translator(const std::string& out)
{
  const std::filesystem::path folder = make_folder(out, "--out");
  if (exists(folder / "model.safetensors"))
    throw Error("{} has a model already; name another folder with --out", out);
  const Settings settings = translator::settings();
  double mean = 0;
  constexpr std::uint64_t of_a_line = 500;
  auto network = translator::trained(settings, [&](std::uint64_t step, double loss) {
    mean += loss / of_a_line;
    if ((step + 1) % of_a_line == 0) {
      std::cout << fmt::format("step {:5} of {}, loss {:.5f}, the mean of {} steps\n", step + 1,
                               settings.schedule.steps, mean, of_a_line)
                << std::flush;
      mean = 0;
    }
  });
  translator::write(folder, network, settings.sizes);
  const translator::Split split = translator::split();
  std::cout << fmt::format("{} has the model; of {} withheld sentences it translates {} rightly\n",
                           out, split.withheld.size(),
                           right(translator::rounded(std::move(network)), split.withheld));
}

void train_ablations(const std::string& out)
{
  const std::filesystem::path file = new_log(out, "ablations");
  const translator::Split split = translator::split();
  std::vector<language::Twins> constructions;
  for (const auto& some : split.constructions)
    constructions.insert(constructions.end(), some.begin(), some.end());
  logs::AblationsLog log{steps_of_ablations, split.withheld.size(), constructions.size(), {}};
  for (const auto& [name, change] : ablations) {
    Settings settings = translator::settings();
    settings.schedule.steps = steps_of_ablations;
    change(settings);
    double loss = 0;
    auto network = translator::trained(settings, [&](std::uint64_t step, double at) {
      if (step + 200 >= steps_of_ablations)
        loss += at / 200;
    });
    translator::Translator translator = translator::rounded(std::move(network));
    translator.positions = settings.positions;
    log.runs.push_back({name, right(translator, split.withheld), right(translator, constructions),
                        training::to_places(loss, 4)});
    std::cout << fmt::format("{}: {} and {} sentences right, loss {:.4f}\n", name,
                             log.runs.back().withheld, log.runs.back().constructions, loss)
              << std::flush;
  }
  write_log(file, logs::text_of(log));
}

} // namespace epreuve::tools
