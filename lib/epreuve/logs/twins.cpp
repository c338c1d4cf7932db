#include "epreuve/logs/twins.hpp"

#include "epreuve/error.hpp"
#include "epreuve/logs/folder.hpp"
#include "epreuve/text.hpp"
#include "epreuve/training/log_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace epreuve::logs {

static void to_json(nlohmann::ordered_json& json, const TwinsMark& mark)
{
  json = {{"training", mark.training},           {"step", mark.step},
          {"english_first", mark.english_first}, {"english_later", mark.english_later},
          {"french_first", mark.french_first},   {"french_later", mark.french_later}};
}

static void from_json(const nlohmann::json& json, TwinsMark& mark)
{
  mark = {json.at("training"),      json.at("step"),         json.at("english_first"),
          json.at("english_later"), json.at("french_first"), json.at("french_later")};
}

TwinsLog read_twins(const std::filesystem::path& file)
{
  TwinsLog log;
  training::read_log(file, "./epreuve train twins --out DIR", [&](const nlohmann::json& json) {
    log = {training::rows_of_log<TwinsMark>(json, "marks"), json.at("alike_before"),
           json.at("alike_after_english")};
  });
  return log;
}

const TwinsLog& twins()
{
  static const TwinsLog log = read_twins(folder() / "twins.json");
  return log;
}

std::string text_of(const TwinsLog& log)
{
  return training::text_of_log({{"training", "twins"},
                                {"marks", log.marks},
                                {"alike_before", log.alike_before},
                                {"alike_after_english", log.alike_after_english}});
}

const TwinsMark& TwinsLog::at(std::string_view training, unsigned step) const
{
  const auto mark = std::ranges::find_if(
      marks, [&](const TwinsMark& one) { return one.training == training && one.step == step; });
  if (mark == marks.end())
    throw Error("the log of twins has no step {} of {}", step, in_quotes(training));
  return *mark;
}

} // namespace epreuve::logs
