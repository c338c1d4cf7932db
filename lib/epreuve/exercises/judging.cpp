#include "epreuve/exercises/judging.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/system/temporary_folder.hpp"

#include <boost/process.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <future>
#include <string_view>

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
  const TemporaryFolder folder;
  const fs::path worker = folder / "worker", sanitized = folder / "sanitized";
  // At the same time, for the second core; what does not compile does so only once.
  std::future<Diagnostics> second = std::async(std::launch::async, [&] {
    return compiler.compile_with_sanitizers(chapter.name, source, sanitized, options.sandboxed);
  });
  Judged judged{compiler.compile(chapter.name, source, worker, options.sandboxed), {}};
  const bool is_sanitized = second.get().compiled;
  if (!judged.diagnostics.compiled)
    return judged;
  std::vector<std::string> arguments{"--worker", worker.string()};
  if (is_sanitized)
    arguments.insert(arguments.end(), {"--sanitized", sanitized.string()});
  else
    note_once("memory errors are not looked for: the compiler has no sanitizers here, or they stop "
              "it");
  if (options.sandboxed)
    arguments.emplace_back("--sandbox");
  for (const std::string& name : options.exercises)
    arguments.insert(arguments.end(), {"--exercise", name});
  run_judge(chapter, arguments, [&](const nlohmann::json& line) {
    judged.results.push_back(result_from_json(line));
    if (options.each)
      options.each(judged.results.back());
  });
  return judged;
}

} // namespace epreuve::exercises
