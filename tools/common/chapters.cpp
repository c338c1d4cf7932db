#include "chapters.hpp"

#include "epreuve/error.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/places.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/temporary_folder.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <future>
#include <iostream>
#include <memory>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace epreuve::tools {

namespace {

using std::filesystem::path;

constexpr std::string_view prefix = "chapter-";

/// Starts a program whose input and output are this one's, or whose output goes to files.
pid_t start(std::vector<std::string> words, const path& output = {}, const path& errors = {})
{
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  const auto redirect = [&](int descriptor, const path& file) {
    if (!file.empty())
      ::posix_spawn_file_actions_addopen(&actions, descriptor, file.c_str(), O_WRONLY | O_CREAT,
                                         0600);
  };
  redirect(STDOUT_FILENO, output);
  redirect(STDERR_FILENO, errors);
  const std::vector<char*> command = as_arguments(words);
  pid_t child = 0;
  const int error =
      ::posix_spawn(&child, command.front(), &actions, nullptr, command.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw Error("{} cannot be started: {}", words.front(), std::strerror(error));
  return child;
}

std::vector<std::string> command_of(const Program& chapter,
                                    const std::vector<std::string>& arguments, const path& record)
{
  std::vector<std::string> words{chapter.path.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  words.insert(words.end(), {"--json", record.string()});
  return words;
}

/// How a chapter's process ended, and when.
struct Ending
{
  int status = 0; ///< as waitpid() gives it
  double seconds = 0;
};

/// Waits for a chapter in a thread of its own, so its time is measured rightly while others are waited for.
std::future<Ending> ending_of(pid_t child, const Program& chapter)
{
  return std::async(
      std::launch::async, [child, &chapter, begun = std::chrono::steady_clock::now()] {
        Ending ending;
        while (::waitpid(child, &ending.status, 0) < 0)
          if (errno != EINTR)
            throw Error("{} cannot be waited for: {}", chapter.path.string(), std::strerror(errno));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
        ending.seconds = took.count();
        return ending;
      });
}

/// How a chapter ended; a crash is reported on standard error.
Outcome outcome_of(const Ending& ending, const Program& chapter, const path& record)
{
  const int ended = ending.status;
  Outcome outcome;
  outcome.seconds = ending.seconds;
  if (WIFSIGNALED(ended)) {
    std::cerr << fmt::format("epreuve: chapter {} crashed (signal {}: {})\n", chapter.name,
                             WTERMSIG(ended), strsignal(WTERMSIG(ended)));
    outcome.status = 2;
    return outcome;
  }
  outcome.status = WEXITSTATUS(ended);
  if (exists(record))
    outcome.record = evidence::chapters_of(read_json(record)).at(0);
  return outcome;
}

void pass_on(const path& file, std::ostream& stream)
{
  if (std::ifstream input(file); input.peek() != std::ifstream::traits_type::eof())
    stream << input.rdbuf() << std::flush;
}

/// A chapter that runs alongside others.
struct Running
{
  explicit Running(const Program& chapter, const std::vector<std::string>& arguments)
      : ending(ending_of(start(command_of(chapter, arguments, folder / "record.json"),
                               folder / "output", folder / "errors"),
                         chapter))
  {
  }

  TemporaryFolder folder;
  std::future<Ending> ending;
};

} // namespace

std::string command()
{
  return installed() ? "epreuve" : "./epreuve";
}

std::vector<Program> all_chapters()
{
  const path folder = programs_folder();
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
  return select_named(all_chapters(), names, "chapter");
}

nlohmann::json about(const Program& chapter)
{
  const Ended ended = run_command({chapter.path.string(), "--about"}, {});
  try {
    if (ended.status == 0)
      return parse_json(ended.output, chapter.path.string());
  } catch (const Error&) {
    // Reported below.
  }
  throw Error("chapter {} does not say what it is; build it again", chapter.name);
}

Outcome run_chapter(const Program& chapter, const std::vector<std::string>& arguments)
{
  const TemporaryFolder folder;
  const path record = folder / "record.json";
  std::cout.flush();
  return outcome_of(ending_of(start(command_of(chapter, arguments, record)), chapter).get(),
                    chapter, record);
}

void run_chapters(const std::vector<Run>& runs, const std::function<void(const Run&)>& before,
                  const std::function<void(const Run&, const Outcome&)>& after)
{
  const std::size_t at_once = std::max(1U, std::thread::hardware_concurrency());
  std::deque<std::unique_ptr<Running>> running;
  std::size_t started = 0;
  for (const Run& run : runs) {
    before(run);
    for (; started < runs.size() && running.size() < at_once; ++started)
      running.push_back(std::make_unique<Running>(runs[started].chapter, runs[started].arguments));
    const std::unique_ptr<Running> first = std::move(running.front());
    running.pop_front();
    const Outcome outcome =
        outcome_of(first->ending.get(), run.chapter, first->folder / "record.json");
    pass_on(first->folder / "errors", std::cerr);
    pass_on(first->folder / "output", std::cout);
    after(run, outcome);
  }
}

} // namespace epreuve::tools
