#include "chapters.hpp"

#include "epreuve/error.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/temporary_folder.hpp"

#include <boost/process.hpp>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>

namespace epreuve::tools {

namespace {

namespace process = boost::process;
using std::filesystem::path;

constexpr std::string_view prefix = "chapter-";

} // namespace

std::vector<Program> all_chapters()
{
  const path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  std::vector<Program> chapters;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with(prefix))
      chapters.push_back({file.substr(prefix.size()), entry.path()});
  }
  if (chapters.empty())
    throw Error("no chapter is built in {}; build the target \"chapters\"", folder.string());
  std::sort(chapters.begin(), chapters.end(),
            [](const Program& a, const Program& b) { return a.name < b.name; });
  return chapters;
}

std::vector<Program> select_chapters(const std::vector<std::string>& names)
{
  const std::vector<Program> chapters = all_chapters();
  if (names.empty())
    return chapters;
  std::vector<Program> selected;
  for (const std::string& name : names)
    selected.push_back(find_named(chapters, name, "chapter"));
  return selected;
}

nlohmann::json about(const Program& chapter)
{
  process::ipstream output;
  std::string line;
  process::child child(chapter.path.string(), "--about", process::std_out > output);
  std::getline(output, line);
  child.wait();
  if (child.exit_code() != 0)
    throw Error("chapter {} does not say what it is; build it again", chapter.name);
  return nlohmann::json::parse(line);
}

Outcome run_chapter(const Program& chapter, const std::vector<std::string>& arguments)
{
  const TemporaryFolder folder;
  const std::string file = (folder / "record.json").string();
  std::vector<std::string> all = arguments;
  all.insert(all.end(), {"--json", file});
  std::cout.flush();
  process::child child(chapter.path.string(), process::args(all));
  child.wait();

  Outcome outcome;
  if (WIFSIGNALED(child.native_exit_code())) {
    std::cerr << fmt::format("epreuve: chapter {} crashed (signal {}: {})\n", chapter.name,
                             WTERMSIG(child.native_exit_code()),
                             strsignal(WTERMSIG(child.native_exit_code())));
    outcome.status = 2;
    return outcome;
  }
  outcome.status = child.exit_code();
  if (std::ifstream input(file); input)
    outcome.record = nlohmann::json::parse(input).at("chapters").at(0);
  return outcome;
}

} // namespace epreuve::tools
