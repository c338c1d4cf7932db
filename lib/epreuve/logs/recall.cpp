#include "epreuve/logs/recall.hpp"

#include "epreuve/error.hpp"
#include "epreuve/logs/folder.hpp"
#include "epreuve/logs/numbers.hpp"
#include "epreuve/training/log_file.hpp"

#include <nlohmann/json.hpp>

namespace epreuve::instruments {

static void to_json(nlohmann::ordered_json& json, const RecallRun& run)
{
  json = {{"network", name_of(run.task.network)},
          {"T", run.task.T},
          {"rate", run.task.rate},
          {"seed", run.task.seed},
          {"right", run.right}};
}

static void from_json(const nlohmann::json& json, RecallRun& run)
{
  run = {{.network = reader_named(json.at("network").get<std::string>()),
          .T = json.at("T"),
          .rate = json.at("rate"),
          .seed = json.at("seed")},
         json.at("right")};
}

} // namespace epreuve::instruments

namespace epreuve::logs {

RecallLog read_recall(const std::filesystem::path& file)
{
  RecallLog log;
  training::read_log(file, "./epreuve train recall --out DIR", [&](const nlohmann::json& json) {
    log.runs = training::rows_of_log<instruments::RecallRun>(json, "runs");
    for (const instruments::Reader network : instruments::all_readers) {
      const auto& seen = json.at("connections").at(log.connections.size());
      if (instruments::reader_named(seen.at("network").get<std::string>()) != network)
        throw Error("its connections {} are not those of {}", log.connections.size(),
                    name_of(network));
      const arma::uword words = task_of_connections(network).T + 1;
      log.connections.push_back(
          {seen.at("right"), numbers(seen, "at_first", words), numbers(seen, "at_last", words)});
    }
  });
  return log;
}

const RecallLog& recall()
{
  static const RecallLog log = read_recall(folder() / "recall.json");
  return log;
}

std::string text_of(const RecallLog& log)
{
  nlohmann::ordered_json connections;
  for (const instruments::Reader network : instruments::all_readers) {
    const instruments::Recall& seen = log.connections.at(connections.size());
    connections.push_back({{"network", name_of(network)},
                           {"right", seen.right},
                           {"at_first", seen.at_first},
                           {"at_last", seen.at_last}});
  }
  return training::text_of_log(
      {{"training", "recall"}, {"runs", log.runs}, {"connections", connections}});
}

} // namespace epreuve::logs
