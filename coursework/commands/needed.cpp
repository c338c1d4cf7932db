#include "commands/course.hpp"
#include "commands/exercises.hpp"
#include "commands/teaching.hpp"

#include "epreuve/command.hpp"

#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

struct NeededOptions
{
  std::string command;
  std::vector<std::string> chapters;
  bool built = false, merge = false;
};

/// The targets, one per line. Judges are what answers are judged with; a handout that is compiled elsewhere has the
/// mistakes alone, since it cannot have their sources.
void tell_needed(const NeededOptions& options)
{
  if (options.merge)
    return;
  const bool is_source = options.command == "handout" && !options.built;
  for (const exercises::Chapter& chapter : chapters_of_course(options.chapters))
    std::cout << (is_source ? "mistakes-" : "checks-") << chapter.name << '\n';
}

} // namespace

void add_needed(Command& app, int& status)
{
  Command command = app.add_subcommand(
      "needed", "The build targets that a command needs besides this program; for ./epreuve");
  command.pass_on_everything();
  const auto options = std::make_shared<NeededOptions>();
  command.add_option("COMMAND", options->command).required();
  command.add_option("--chapter", options->chapters).allow_extra_args(false);
  command.add_flag("--built", options->built);
  command.add_flag("--merge", options->merge);
  add_course_option(command);
  command.callback([options, &status] {
    tell_needed(*options);
    status = 0;
  });
}

} // namespace epreuve::tools
