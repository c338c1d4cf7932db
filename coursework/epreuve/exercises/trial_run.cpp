#include "epreuve/exercises/trial_run.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/exercises/plain.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/exercises/trial.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace epreuve::exercises {

namespace {

constexpr const char* without_exercises = "#include \"exercises.hpp\"\n";

Judged judge_nothing(const Compiler& compiler, const Chapter& chapter,
                     const std::vector<About>& catalogue, bool sandboxed)
{
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp", without_exercises);
  return judge_file(compiler, chapter, folder / "exercises.cpp",
                    {.exercises = {catalogue.at(0).name},
                     .sandboxed = sandboxed,
                     .sanitized = false,
                     .catalogue = catalogue});
}

} // namespace

void prove_that_it_judges(const Compiler& compiler, const Chapter& chapter,
                          const std::vector<About>& catalogue, bool sandboxed)
{
  const char* const where = sandboxed ? "in the sandbox" : "here";
  if (sandboxed)
    if (const std::string obstacle = Sandbox::obstacle(); !obstacle.empty())
      throw Error("{}", obstacle);
  Judged judged;
  try {
    judged = judge_nothing(compiler, chapter, catalogue, sandboxed);
  } catch (const JudgeFailed& error) {
    throw Error("nobody is graded, for no program can be judged {}: {}", where, error.what());
  }
  if (!judged.diagnostics.compiled)
    throw Error("nobody is graded, for not even an empty file of exercises compiles {}: {}", where,
                printable(judged.diagnostics.error));
  const std::string due = words(Answer{.outcome = Outcome::missing}, Limits()),
                    got = judged.results.at(0).feedback.got;
  if (got != due)
    throw Error("nobody is graded, for programs do not answer {}: an empty file of exercises gets "
                "\"{}\", expected \"{}\"",
                where, printable(got), due);
}

std::string sanitizers_obstacle(const Compiler& compiler, const std::string& chapter,
                                bool sandboxed)
{
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "exercises.cpp", program = folder / "sanitized";
  write_file(file, without_exercises);
  const Diagnostics said =
      compiler.compile(chapter, file, program, {.sandboxed = sandboxed, .sanitized = true});
  if (!said.compiled)
    return fmt::format("the compiler has no sanitizers here: {}", printable(said.error));
  try {
    Worker worker(under_sanitizers(sandboxed ? Sandbox().launch(program) : plain(program)),
                  with_room_for_sanitizers(Limits()));
    if (has_started(worker))
      return "";
  } catch (const Error&) {
    // Treated as if it had not answered.
  }
  return "the sanitizers do not start on this machine";
}

} // namespace epreuve::exercises
