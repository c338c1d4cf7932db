#include "commands/language.hpp"
#include "commands/study.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <unistd.h>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
using exercises::About;
using exercises::Source;

struct ResetOptions
{
  std::string word;
  bool yes = false;
};

std::string with_stub(const Workbook& workbook, const std::string& now, const std::string& name)
{
  Source source(now);
  const auto count = std::ranges::count(source.sections, name, &Source::Section::name);
  if (count != 1)
    throw Error("{} has {} line \"// [{}]\", where that exercise begins; ./epreuve reset {} puts "
                "the whole chapter back",
                shown(workbook.file()), count == 0 ? "no" : "more than one", name,
                workbook.short_name());
  for (const auto& [stub_name, stub] : stubs(workbook))
    if (stub_name == name)
      source.replace(name, stub);
  return source.text();
}

/// Whether the answer to a question at the terminal is yes.
bool asks(const std::string& question)
{
  const std::string yes = said("yes"), letter = yes.substr(0, 1);
  std::cout << fmt::format("{} [{}/N] ", question, letter) << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  answer = in_lower_case(answer);
  return answer == letter || answer == yes;
}

/// Copies a file to the first free of FILE.1, FILE.2, ...
fs::path back_up(const fs::path& file)
{
  for (int number = 1;; ++number) {
    fs::path copy = file;
    copy += fmt::format(".{}", number);
    if (fs::exists(fs::symlink_status(copy)))
      continue;
    std::error_code failure;
    if (!fs::copy_file(file, copy, failure))
      throw Error("{} cannot be written: {}; nothing was changed", shown(copy), failure.message());
    return copy;
  }
}

int reset(const ResetOptions& options)
{
  const Selection selection = select_exercises({options.word}).front();
  const Workbook& workbook = selection.workbook;
  const fs::path file = workbook.file();
  const bool is_there = exists(file);
  const std::string now = is_there ? read_text(file) : "";
  const std::string name = selection.exercises.front().name;
  const std::string then =
      selection.is_whole || !is_there ? as_handed_out(workbook) : with_stub(workbook, now, name);
  read_progress(); // a damaged file is reported before anything is changed
  if (is_there && now == then) {
    std::cout << said("{} is as it was handed out",
                      selection.is_whole ? shown(file) : argument_for(workbook, name))
              << '\n';
    return 0;
  }

  if (is_there && !options.yes) {
    if (::isatty(STDIN_FILENO) != 1)
      throw Error("{}", said("reset asks at a terminal before it changes {}; elsewhere say --yes",
                             shown(file)));
    const std::string what =
        selection.is_whole ? said("all {} exercises", workbook.exercises.size()) : name;
    if (!asks(said("Begin {} in {} again (a copy is kept)?", what, shown(file)))) {
      std::cout << said("nothing was changed") << '\n';
      return 1;
    }
  }
  if (is_there)
    std::cout << said("what you had is in {}", shown(back_up(file))) << '\n';
  write_file(file, then);
  update_progress([&](Standings& standings) {
    for (const About& about : selection.exercises)
      standings[workbook.chapter.name].erase(about.name);
    if (standings[workbook.chapter.name].empty())
      standings.erase(workbook.chapter.name);
  });
  std::cout << said("{} is as it was handed out",
                    selection.is_whole ? shown(file) : argument_for(workbook, name))
            << '\n';
  return 0;
}

} // namespace

void add_reset(Command& app, int& status)
{
  Command command =
      app.add_subcommand("reset", "Begin an exercise or a chapter again; a copy is kept");
  const auto options = std::make_shared<ResetOptions>();
  command.add_option("CHAPTER[/EXERCISE]", options->word, "What to begin again").required();
  command.add_flag("--yes", options->yes, "Do not ask");
  command.footer(std::string("Your version is kept next to it as exercises.cpp.1, .2, ...\n"
                             "Example: ./epreuve reset softmax/log_sum_exp\n"
                             "Exit status: 0 reset, 1 the answer was no, 2 bad usage.\n") +
                 study_environment);
  add_language_option(command);
  command.callback([options, &status] {
    speak_as_asked();
    status = reset(*options);
  });
}

} // namespace epreuve::tools
