#pragma once

#include "commands/exercises.hpp"
#include "commands/progress_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace epreuve {
class Command;
}

namespace epreuve::tools {

// The student's commands. Exit status: 0 done or shown, 1 not done, does not compile or not shown,
// 2 bad usage or something missing.

void add_check(Command& app, int& status);
void add_next(Command& app, int& status);
void add_hint(Command& app, int& status);
void add_solution(Command& app, int& status);
void add_reset(Command& app, int& status);
void add_progress(Command& app, int& status);

/// The part of their help that describes the environment variables.
extern const char* const study_environment;

/// An exercise that is not done yet.
struct Next
{
  Workbook workbook;
  exercises::About about;

  std::string argument() const { return argument_for(workbook, about.name); }
};

/// The first, in reading order, that had not passed when it was last checked.
std::optional<Next> next_exercise(const std::vector<Workbook>& workbooks,
                                  const Standings& standings);

/// Notes which exercises passed and which did not.
void record(const Workbook& workbook, const std::vector<exercises::Result>& results);

} // namespace epreuve::tools
