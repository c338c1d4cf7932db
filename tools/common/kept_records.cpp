#include "common/kept_records.hpp"

#include "common/circumstances.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/places.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/write_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <map>
#include <system_error>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path file_of(const Program& chapter)
{
  return kept_folder() / "records" / (chapter.name + ".json");
}

} // namespace

std::string circumstances_of(const Program& chapter)
{
  return size_and_date(chapter.path) + size_and_date(kept_folder() / "proofs" / "results.json") +
         circumstances(data_folder("models"));
}

// If it cannot be kept, the chapter runs again the next time.
void keep(const Program& chapter, const std::string& circumstances,
          const std::optional<evidence::Record>& record)
{
  try {
    const fs::path file = file_of(chapter);
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    if (record)
      write_file(file, json{{"circumstances", circumstances}, {"record", *record}}.dump());
    else
      fs::remove(file, failed);
  } catch (const Error&) {
  }
}

std::optional<KeptRecord> kept_record(const Program& chapter)
{
  const fs::path file = file_of(chapter);
  std::error_code missing;
  const auto written = fs::last_write_time(file, missing);
  if (missing)
    return std::nullopt;
  try {
    const json kept = read_json(file);
    if (kept.at("circumstances") == circumstances_of(chapter))
      return KeptRecord{kept.at("record").get<evidence::Record>(), written};
  } catch (const std::exception&) {
    // Damaged: as if there were none.
  }
  return std::nullopt;
}

void run_and_keep(const std::vector<Program>& chapters, const std::vector<std::string>& arguments,
                  const std::function<void(const Program&)>& before,
                  const std::function<void(const Program&, const Outcome&)>& after)
{
  const bool keeps = std::ranges::find(arguments, "--seed") == arguments.end();
  std::map<std::string, std::string> circumstances; // as they are before the run
  if (keeps)
    for (const Program& chapter : chapters)
      circumstances[chapter.name] = circumstances_of(chapter);
  std::vector<Run> runs;
  for (const Program& chapter : chapters)
    runs.push_back({chapter, arguments});
  run_chapters(
      runs, [&](const Run& run) { before(run.chapter); },
      [&](const Run& run, const Outcome& outcome) {
        if (keeps)
          keep(run.chapter, circumstances[run.chapter.name], outcome.record);
        after(run.chapter, outcome);
      });
}

} // namespace epreuve::tools
