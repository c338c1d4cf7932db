#include "commands/study.hpp"
#include "commands/teaching.hpp"
#include "common/command_line.hpp"

#include <CLI/CLI.hpp>

/// The commands of students and teachers.
int main(int argc, char** argv)
{
  using namespace epreuve::tools;
  CLI::App app{"Coursework"};
  int status = 0;
  add_check(app, status);
  add_hint(app, status);
  add_solution(app, status);
  add_reset(app, status);
  add_progress(app, status);
  add_grade(app, status);
  add_handout(app, status);
  add_try(app, status);
  return run_command_line(app, status, argc, argv);
}
