#include "epreuve/logs/reading.hpp"

#include "epreuve/logs/folder.hpp"
#include "epreuve/logs/numbers.hpp"
#include "epreuve/training/log_file.hpp"

#include <nlohmann/json.hpp>

namespace epreuve::instruments {

static void to_json(nlohmann::ordered_json& json, const ReadingRun& run)
{
  json = {{"network", name_of(run.task.network)},
          {"rate", run.task.rate},
          {"seed", run.task.seed},
          {"missing_at_first", run.missing_at_first},
          {"missing", run.missing},
          {"at_first", run.at_first},
          {"at_last", run.at_last},
          {"replaced", run.replaced}};
}

static void from_json(const nlohmann::json& json, ReadingRun& run)
{
  const auto by_distance = [&](const char* what) {
    return logs::numbers(json, what, reading_length);
  };
  run = {{.network = reader_named(json.at("network").get<std::string>()),
          .rate = json.at("rate"),
          .seed = json.at("seed")},
         json.at("missing_at_first"),
         json.at("missing"),
         by_distance("at_first"),
         by_distance("at_last"),
         by_distance("replaced")};
}

} // namespace epreuve::instruments

namespace epreuve::logs {

ReadingLog read_reading(const std::filesystem::path& file)
{
  ReadingLog log;
  training::read_log(file, "./epreuve train reading --out DIR", [&](const nlohmann::json& json) {
    log.runs = training::rows_of_log<instruments::ReadingRun>(json, "runs");
  });
  return log;
}

const ReadingLog& reading()
{
  static const ReadingLog log = read_reading(folder() / "reading.json");
  return log;
}

std::string text_of(const ReadingLog& log)
{
  return training::text_of_log({{"training", "reading"}, {"runs", log.runs}});
}

} // namespace epreuve::logs
