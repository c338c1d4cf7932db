#include "epreuve/logs/masked.hpp"

#include "epreuve/logs/folder.hpp"
#include "epreuve/training/log_file.hpp"

#include <nlohmann/json.hpp>

namespace epreuve::logs {

static void to_json(nlohmann::ordered_json& json, const MaskedMark& mark)
{
  json = {{"step", mark.step}, {"missing", mark.missing}, {"impossible", mark.impossible}};
}

static void from_json(const nlohmann::json& json, MaskedMark& mark)
{
  mark = {json.at("step"), json.at("missing"), json.at("impossible")};
}

MaskedLog read_masked(const std::filesystem::path& file)
{
  MaskedLog log;
  training::read_log(file, "./epreuve train masked --out DIR", [&](const nlohmann::json& json) {
    log.marks = training::rows_of_log<MaskedMark>(json, "marks");
    const auto& holes = json.at("two_holes");
    log.two_holes = {holes.at("missing"), holes.at("orders")};
  });
  return log;
}

const MaskedLog& masked()
{
  static const MaskedLog log = read_masked(folder() / "masked.json");
  return log;
}

std::string text_of(const MaskedLog& log)
{
  return training::text_of_log(
      {{"training", "masked"},
       {"marks", log.marks},
       {"two_holes", {{"missing", log.two_holes.missing}, {"orders", log.two_holes.orders}}}});
}

} // namespace epreuve::logs
