#include "epreuve/petit/logs.hpp"

#include "epreuve/training/log_file.hpp"

#include <nlohmann/json.hpp>

namespace epreuve::petit {

static void to_json(nlohmann::ordered_json& json, const Mark& mark)
{
  json = {{"step", mark.step},
          {"missing", mark.missing},
          {"half_width", mark.half_width},
          {"by_choice", mark.by_choice}};
}

static void from_json(const nlohmann::json& json, Mark& mark)
{
  mark = {json.at("step"), json.at("missing"), json.at("half_width"), json.at("by_choice")};
}

static void from_json(const nlohmann::json& json, CopyingLog& log)
{
  log = {json.at("names_return"),
         json.at("seed"),
         json.at("gain"),
         json.at("gain_a_word"),
         training::rows_of_log<std::pair<std::uint64_t, double>>(json, "missing"),
         json.at("scores"),
         json.at("worth_at_name").at("resampled")};
}

Log read_log(const std::filesystem::path& folder)
{
  Log log;
  training::read_log(folder / "log.json", "./epreuve train petit --out DIR",
                     [&](const nlohmann::json& json) {
                       log = {json.at("names_return"), json.at("seed"), json.at("texts"),
                              training::rows_of_log<Mark>(json, "marks")};
                     });
  return log;
}

std::string text_of(nlohmann::ordered_json head, const std::vector<Mark>& marks)
{
  head["marks"] = marks;
  return training::text_of_log(head);
}

std::vector<CopyingLog> read_copying(const std::filesystem::path& folder)
{
  std::vector<CopyingLog> logs;
  training::read_log(folder / "copying.json", "./epreuve gpt2 heads --json",
                     [&](const nlohmann::json& json) {
                       logs = json.get<std::vector<CopyingLog>>();
                       training::require_rows(logs.size(), "trainings");
                     });
  return logs;
}

} // namespace epreuve::petit
