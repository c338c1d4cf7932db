#include "epreuve/logs/ablations.hpp"

#include "epreuve/error.hpp"
#include "epreuve/logs/folder.hpp"
#include "epreuve/text.hpp"
#include "epreuve/training/log_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace epreuve::logs {

static void to_json(nlohmann::ordered_json& json, const Ablation& run)
{
  json = {{"trained_with", run.trained_with},
          {"withheld", run.withheld},
          {"constructions", run.constructions},
          {"loss", run.loss}};
}

static void from_json(const nlohmann::json& json, Ablation& run)
{
  run = {json.at("trained_with"), json.at("withheld"), json.at("constructions"), json.at("loss")};
}

AblationsLog read_ablations(const std::filesystem::path& file)
{
  AblationsLog log;
  training::read_log(file, "./epreuve train ablations --out DIR", [&](const nlohmann::json& json) {
    log = {json.at("steps"), json.at("withheld"), json.at("constructions"),
           training::rows_of_log<Ablation>(json, "runs")};
  });
  return log;
}

const AblationsLog& ablations()
{
  static const AblationsLog log = read_ablations(folder() / "ablations.json");
  return log;
}

std::string text_of(const AblationsLog& log)
{
  return training::text_of_log({{"training", "ablations"},
                                {"steps", log.steps},
                                {"withheld", log.withheld},
                                {"constructions", log.constructions},
                                {"runs", log.runs}});
}

const Ablation& AblationsLog::with(std::string_view parts) const
{
  const auto run = std::ranges::find(runs, parts, &Ablation::trained_with);
  if (run == runs.end())
    throw Error("the log of ablations has no training with {}", in_quotes(parts));
  return *run;
}

} // namespace epreuve::logs
