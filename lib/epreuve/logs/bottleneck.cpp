#include "epreuve/logs/bottleneck.hpp"

#include "epreuve/error.hpp"
#include "epreuve/logs/folder.hpp"
#include "epreuve/logs/numbers.hpp"
#include "epreuve/training/log_file.hpp"

#include <nlohmann/json.hpp>

namespace epreuve::instruments {

static void to_json(nlohmann::ordered_json& json, const CountedTexts& counted)
{
  json = {{"states", counted.states}, {"right", counted.right}};
}

static void from_json(const nlohmann::json& json, CountedTexts& counted)
{
  counted = {.states = json.at("states"), .right = json.at("right")};
}

static void to_json(nlohmann::ordered_json& json, const CopyRun& run)
{
  auto pattern = nlohmann::ordered_json::array();
  for (arma::uword t = 0; t < run.pattern.n_rows; ++t)
    pattern.push_back(arma::rowvec(run.pattern.row(t)));
  json = {{"m", run.task.m},       {"attends", run.task.attends}, {"rate", run.task.rate},
          {"seed", run.task.seed}, {"right", run.right},          {"counted", run.counted},
          {"pattern", pattern}};
}

static void from_json(const nlohmann::json& json, CopyRun& run)
{
  run = {{.m = json.at("m"),
          .attends = json.at("attends"),
          .rate = json.at("rate"),
          .seed = json.at("seed")},
         arma::conv_to<std::vector<double>>::from(logs::numbers(json, "right", copy_longest_tried)),
         json.at("counted"),
         {}};
  const auto& pattern = json.at("pattern");
  if (run.counted.size() != (run.task.attends ? 0 : copy_bits) ||
      pattern.size() != (run.task.attends ? copy_longest : 0))
    throw Error("a run has {} counts and a pattern of {} rows, which do not go together",
                run.counted.size(), pattern.size());
  run.pattern.set_size(pattern.size(), pattern.size());
  for (arma::uword t = 0; t < pattern.size(); ++t)
    run.pattern.row(t) = logs::numbers(pattern, t, pattern.size()).t();
}

} // namespace epreuve::instruments

namespace epreuve::logs {

BottleneckLog read_bottleneck(const std::filesystem::path& file)
{
  BottleneckLog log;
  training::read_log(file, "./epreuve train bottleneck --out DIR", [&](const nlohmann::json& json) {
    log.runs = training::rows_of_log<instruments::CopyRun>(json, "runs");
  });
  return log;
}

const BottleneckLog& bottleneck()
{
  static const BottleneckLog log = read_bottleneck(folder() / "bottleneck.json");
  return log;
}

std::string text_of(const BottleneckLog& log)
{
  return training::text_of_log({{"training", "bottleneck"}, {"runs", log.runs}});
}

} // namespace epreuve::logs
