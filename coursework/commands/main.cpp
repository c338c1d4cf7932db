#include "commands/study.hpp"
#include "commands/teaching.hpp"
#include "common/command_line.hpp"

#include "epreuve/command.hpp"
#include "epreuve/exercises/reading_apart.hpp"

#include <cstddef>
#include <span>

/// The commands of students and teachers.
int main(int argc, char** argv)
{
  using namespace epreuve::tools;
  const std::span words(argv, static_cast<std::size_t>(argc));
  if (epreuve::exercises::is_asked_to_read(words)) // by `grade`
    return epreuve::exercises::answer_reader(words);
  epreuve::Command app{"Coursework"};
  int status = 0;
  add_check(app, status);
  add_next(app, status);
  add_hint(app, status);
  add_solution(app, status);
  add_reset(app, status);
  add_progress(app, status);
  add_grade(app, status);
  add_handout(app, status);
  add_try(app, status);
  add_needed(app, status);
  return run_command_line(app, status, argc, argv);
}
