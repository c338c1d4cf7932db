#include "epreuve/exercises/judging.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/exercises/salvage.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/system/temporary_folder.hpp"

#include <boost/process.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace epreuve::exercises {

namespace {

namespace fs = std::filesystem;
namespace process = boost::process;

constexpr std::string_view prefix = "checks-";

/// Runs a judge and hands on each line of its output.
template <typename Use>
void run_judge(const Chapter& chapter, const std::vector<std::string>& arguments, const Use& use)
{
  process::ipstream output;
  process::child child(chapter.judge.string(), process::args(arguments), process::std_in.close(),
                       process::std_out > output);
  for (std::string line; std::getline(output, line);)
    use(nlohmann::json::parse(line));
  child.wait();
  if (child.exit_code() != 0)
    throw Error("the judge of {} failed; what it said is above", chapter.name);
}

} // namespace

fs::path judge_of(const fs::path& programs, const std::string& chapter)
{
  return programs / (std::string(prefix) + chapter);
}

std::vector<Chapter> chapters(const fs::path& programs)
{
  std::vector<Chapter> found;
  for (const auto& entry : fs::directory_iterator(programs)) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with(prefix))
      found.push_back({file.substr(prefix.size()), entry.path()});
  }
  if (found.empty())
    throw Error("no exercises are built in {}; build the target \"exercises\"", programs.string());
  std::ranges::sort(found, {}, &Chapter::name);
  return found;
}

const Chapter& find_chapter(const std::vector<Chapter>& chapters, const std::string& name)
{
  return find_named(chapters, name, "chapter with exercises");
}

std::vector<About> exercises_of(const Chapter& chapter)
{
  std::vector<About> exercises;
  run_judge(chapter, {"--about"}, [&](const nlohmann::json& list) {
    for (const nlohmann::json& exercise : list)
      exercises.push_back(about_from_json(exercise));
  });
  return exercises;
}

Judged judge_file(const Compiler& compiler, const Chapter& chapter, const fs::path& source,
                  const JudgeOptions& options)
{
  if (!fs::exists(chapter.judge))
    throw Error("{}, which judges {}, is not built; ./epreuve check {} builds it",
                chapter.judge.string(), chapter.name, without_number(chapter.name));
  const TemporaryFolder folder;
  const fs::path worker = folder / "worker", sanitized = folder / "sanitized";
  const Salvage salvage =
      compile_what_compiles(compiler, chapter.name, source, {worker, sanitized}, options.sandboxed);
  Judged judged{salvage.diagnostics, {}};
  if (!salvage.has_program)
    return judged;
  if (!salvage.has_sanitized)
    note_once("memory errors are not looked for: the compiler has no sanitizers here, or they stop "
              "it");
  if (options.told)
    options.told(judged.diagnostics);
  const auto tell = [&](Result result) {
    judged.results.push_back(std::move(result));
    if (options.each)
      options.each(judged.results.back());
  };

  const auto judge = [&](const std::vector<std::string>& names) {
    std::vector<std::string> arguments{"--worker", worker.string()};
    if (salvage.has_sanitized)
      arguments.insert(arguments.end(), {"--sanitized", sanitized.string()});
    if (options.sandboxed)
      arguments.emplace_back("--sandbox");
    for (const std::string& name : names)
      arguments.insert(arguments.end(), {"--exercise", name});
    run_judge(chapter, arguments,
              [&](const nlohmann::json& line) { tell(result_from_json(line)); });
  };
  if (salvage.broken.empty()) {
    judge(options.exercises);
    return judged;
  }
  // What does not compile is not called; it is wrong, at its place among the others.
  std::vector<std::string> next;
  const auto judge_next = [&] {
    if (!next.empty())
      judge(std::exchange(next, {}));
  };
  for (const About& about : exercises_of(chapter)) {
    if (!options.exercises.empty() && std::ranges::count(options.exercises, about.name) == 0)
      continue;
    const auto broken = std::ranges::find(salvage.broken, about.name, &Broken::exercise);
    if (broken == salvage.broken.end()) {
      next.push_back(about.name);
      continue;
    }
    judge_next();
    tell({.about = about, .status = Status::wrong, .feedback = {.reason = broken->reason}});
  }
  judge_next();
  return judged;
}

} // namespace epreuve::exercises
