#include "commands/progress_file.hpp"

#include "commands/exercises.hpp"
#include "common/output.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/write_file.hpp"

#include <cstdlib>
#include <exception>

namespace epreuve::tools {

namespace {

using nlohmann::json;

constexpr int version = 1;

Standings from_json(const json& written)
{
  if (written.at("version") != version)
    throw Error("its version is {}, expected {}", written.at("version").dump(), version);
  Standings standings;
  for (const auto& [chapter, exercises] : written.at("chapters").get_ref<const json::object_t&>())
    for (const auto& [exercise, kept] : exercises.get_ref<const json::object_t&>())
      standings[chapter][exercise] = {kept.at("passed").get_ref<const bool&>(),
                                      kept.at("hints").get_ref<const json::number_unsigned_t&>()};
  return standings;
}

Json to_json(const Standings& standings)
{
  Json chapters = Json::object();
  for (const auto& [chapter, exercises] : standings)
    for (const auto& [exercise, kept] : exercises)
      chapters[chapter][exercise] = {{"passed", kept.passed}, {"hints", kept.hints}};
  return {{"version", version}, {"chapters", chapters}};
}

} // namespace

Standing standing(const Standings& standings, const std::string& chapter,
                  const std::string& exercise)
{
  const auto in_chapter = standings.find(chapter);
  if (in_chapter == standings.end())
    return {};
  const auto found = in_chapter->second.find(exercise);
  return found == in_chapter->second.end() ? Standing{} : found->second;
}

std::filesystem::path progress_file()
{
  const char* elsewhere = std::getenv("EPREUVE_PROGRESS");
  return elsewhere && *elsewhere ? elsewhere : EPREUVE_PROGRESS_FILE;
}

Standings read_progress()
{
  const std::filesystem::path file = progress_file();
  if (!exists(file))
    return {};
  const std::string text = read_text(file);
  try {
    return from_json(parse_json(text, "it"));
  } catch (const std::exception& error) {
    throw Error("{} is damaged; remove it, and ./epreuve check finds again what is done ({})",
                shown(file), error.what());
  }
}

void update_progress(const std::function<void(Standings&)>& change)
{
  const Standings before = read_progress();
  Standings after = before;
  change(after);
  if (after != before)
    write_file(progress_file(), to_json(after).dump(2) + "\n");
}

} // namespace epreuve::tools
