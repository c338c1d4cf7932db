#include "chapters.hpp"

#include "epreuve/error.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/temporary_folder.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace epreuve::tools {

namespace {

using std::filesystem::path;

constexpr std::string_view prefix = "chapter-";

/// Runs a program whose input and output are this one's; how it ended, as waitpid tells.
int run(std::vector<std::string>& words)
{
  const std::vector<char*> command = as_arguments(words);
  pid_t child = 0;
  if (const int error =
          ::posix_spawn(&child, command.front(), nullptr, nullptr, command.data(), environ);
      error != 0)
    throw Error("{} cannot be started: {}", words.front(), std::strerror(error));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      throw Error("{} cannot be waited for: {}", words.front(), std::strerror(errno));
  return status;
}

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
  const Ended ended = run_command({chapter.path.string(), "--about"}, {});
  const nlohmann::json told = nlohmann::json::parse(ended.output, nullptr, false);
  if (ended.status != 0 || told.is_discarded())
    throw Error("chapter {} does not say what it is; build it again", chapter.name);
  return told;
}

Outcome run_chapter(const Program& chapter, const std::vector<std::string>& arguments)
{
  const TemporaryFolder folder;
  const std::string file = (folder / "record.json").string();
  std::vector<std::string> words{chapter.path.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  words.insert(words.end(), {"--json", file});
  std::cout.flush();
  const int ended = run(words);

  Outcome outcome;
  if (WIFSIGNALED(ended)) {
    std::cerr << fmt::format("epreuve: chapter {} crashed (signal {}: {})\n", chapter.name,
                             WTERMSIG(ended), strsignal(WTERMSIG(ended)));
    outcome.status = 2;
    return outcome;
  }
  outcome.status = WEXITSTATUS(ended);
  if (std::ifstream input(file); input)
    outcome.record = nlohmann::json::parse(input).at("chapters").at(0);
  return outcome;
}

} // namespace epreuve::tools
