#include "commands/exercises.hpp"
#include "commands/mutants.hpp"
#include "commands/teaching.hpp"
#include "commands/trying.hpp"
#include "common/output.hpp"

#include "common/progress.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/exercise.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/clauses.hpp"
#include "epreuve/exercises/judging.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
using exercises::About;
using exercises::Result;
using exercises::Source;
using exercises::Status;

/// The least that the tests demand.
constexpr std::size_t fewest_exercises = 4, fewest_mistakes = 3;

/// The section of an exercise in a file of the chapter; says so if there is none.
std::optional<std::string> section_of(const fs::path& file, const std::string& name,
                                      const std::string& expected, Findings& findings)
{
  if (!fs::exists(file)) {
    findings.bad(fmt::format("{} is missing: {}", shown(file), expected));
    return {};
  }
  const Source source(read_text(file));
  const auto* const section = source.find(name);
  if (section == nullptr) {
    findings.bad(fmt::format("{} has no section \"// [{}] ...\": {}", shown(file), name, expected));
    return {};
  }
  return section->text;
}

/// Returns whether it passes.
bool try_solution(const Workbook& workbook, const About& about, Findings& findings)
{
  const fs::path file = workbook.folder / "solutions.cpp";
  if (!section_of(file, about.name, "the answer that a student may read after passing", findings))
    return false;
  const exercises::Compiler compiler(workbook.chapter.judge.parent_path() / "exercises");
  const TemporaryFolder folder;
  const fs::path worker = folder / "worker";
  const auto said = compiler.compile(workbook.chapter.name, file, worker, false);
  if (!said.compiled) {
    findings.bad(fmt::format("{}:{}: {}", shown(file), said.line, said.error));
    return false;
  }
  for (const char* seed : {"20170612", "1", "2", "3"}) {
    const Result result = run_judge_once(
        workbook, {"--worker", worker.string(), "--exercise", about.name, "--seed", seed});
    if (result.status != Status::done) {
      findings.bad(
          fmt::format("the solution is {} on the draws of seed {}: it or checks.cpp is not "
                      "right",
                      exercises::name(result.status), seed),
          lines_of(result));
      return false;
    }
  }
  findings.good("the solution passes, on the draws of four seeds");
  return true;
}

void try_stub(const Workbook& workbook, const About& about, Findings& findings)
{
  const exercises::Compiler compiler(workbook.chapter.judge.parent_path() / "exercises");
  const TemporaryFolder folder;
  const fs::path worker = folder / "worker", file = folder / "exercises.cpp";
  write_file(file, as_handed_out(workbook));
  const auto said = compiler.compile(workbook.chapter.name, file, worker, false);
  if (!said.compiled) {
    findings.bad(fmt::format("the stubs do not compile: {}", said.error));
    return;
  }
  const Result result =
      run_judge_once(workbook, {"--worker", worker.string(), "--exercise", about.name});
  if (result.status == Status::not_started)
    findings.good("the stub is not started");
  else
    findings.bad(fmt::format("the stub is {}, expected not started", name(result.status)),
                 lines_of(result));
}

std::size_t mistakes_written(const fs::path& file, const std::string& exercise)
{
  return fs::exists(file) ? static_cast<std::size_t>(std::ranges::count(
                                Source(read_text(file)).sections, exercise, &Source::Section::name))
                          : 0;
}

/// Each clause of the statement, and what decides it.
void try_clauses(const Workbook& workbook, const About& about,
                 const std::vector<nlohmann::json>& mistakes, Findings& findings)
{
  std::vector<exercises::Tried> tried;
  for (const nlohmann::json& mistake : mistakes)
    tried.push_back({mistake.at("mistake"), mistake.at("on_named")});
  const auto inputs = exercises::inputs_from_json(
      run_judge(workbook, {"--inputs", "--exercise", about.name}).front());
  const auto exercise =
      std::ranges::find(workbook.exercises, about.name, &exercises::Exercise::name);
  for (const auto& [clause, by, shows, lacks] :
       exercises::decisions(exercise->statement, inputs, tried)) {
    const std::string what = fmt::format("{}: \"{}\"", name(clause.kind), clause.sentence);
    if (lacks.empty())
      findings.good(fmt::format("{}: decided by {}{}", what,
                                by == ".domain" ? by : fmt::format("\"{}\"", by),
                                shows.empty() ? "" : ", which shows " + shows));
    else
      findings.bad(fmt::format("{}: {}", what, lacks));
  }
}

void try_mistakes(const Workbook& workbook, const About& about, Findings& findings)
{
  const fs::path file = workbook.folder / "mistakes.cpp";
  const std::size_t written = mistakes_written(file, about.name);
  if (written < fewest_mistakes)
    findings.bad(fmt::format("{} in {} in {}, expected at least {}: plausible wrong "
                             "answers, each of which begins with // [{}] and its diagnosis",
                             counted(written, "mistake"), about.name, shown(file), fewest_mistakes,
                             about.name));
  if (written == 0)
    return;
  tools::Progress progress(1);
  progress.begin(fmt::format("the mistakes in {}", about.name));
  const auto judged = run_judge(workbook, {"--mistakes", "--exercise", about.name});
  progress.clear();
  if (judged.size() < written)
    findings.bad(fmt::format("the judge knows {} of the {} mistakes in {}: build it again",
                             judged.size(), written, about.name));
  for (const nlohmann::json& mistake : judged) {
    const std::string place = shown(workbook.folder / mistake.at("mistake").get<std::string>());
    const std::string diagnosis = mistake.at("diagnosis");
    const Result result = exercises::result_from_json(mistake.at("result"));
    if (result.status == Status::not_started)
      findings.bad(fmt::format("{} throws NotStarted; a mistake is an answer", place));
    else if (result.status == Status::done)
      findings.bad(fmt::format(
          "{} passes: no input that checks.cpp tries is one on which it is wrong", place));
    else if (result.feedback.diagnosis.empty())
      findings.bad(
          fmt::format("{} is wrong, but is not recognised: it does not do the same thing twice",
                      place),
          lines_of(result));
    else if (result.feedback.diagnosis != diagnosis)
      findings.bad(fmt::format("{} gets the diagnosis of another mistake, which does the same "
                               "wherever it is wrong; try an input that tells them apart, or "
                               "leave one out",
                               place),
                   {"its own    " + diagnosis, "it gets    " + result.feedback.diagnosis});
    else if (const std::string described = mistake.value("described", "");
             !described.empty() && described != diagnosis)
      findings.bad(
          fmt::format("{} is also what .mistake(...) in checks.cpp describes, with another "
                      "diagnosis: describe that more narrowly",
                      place),
          {"its own    " + diagnosis, "described  " + described});
    else
      findings.good(fmt::format("{}: wrong, and recognised: {}", place, diagnosis));
  }
  try_clauses(workbook, about, judged, findings);
}

/// Tries everything that belongs to an exercise and reports what is missing.
void try_exercise(const Workbook& workbook, const About& about, Findings& findings)
{
  std::cout << fmt::format("{}: {}, {}, {}, {} hints\n", argument_for(workbook, about.name),
                           about.title, counted(about.points, "point"),
                           counted(about.stars, "star"), about.hints.size());
  try {
    try_solution(workbook, about, findings);
    try_stub(workbook, about, findings);
    try_mistakes(workbook, about, findings);
  } catch (const Error& error) {
    findings.bad(error.what());
  }
}

/// Tries the mutants of those solutions that pass: of another one all are wrong, and that would look well.
void try_mutants_of(const Selection& selection, Findings& findings)
{
  std::vector<std::string> names;
  for (const About& about : selection.exercises) {
    std::cout << argument_for(selection.workbook, about.name) << ": ";
    if (try_solution(selection.workbook, about, findings))
      names.push_back(about.name);
  }
  try_mutants(selection.workbook, names, findings);
}

/// Tries a chapter's exercises together: the files must name the same exercises in the same order.
/// @param is_whole  whether they are tried, and not one of them
void try_chapter(const Workbook& workbook, bool is_whole, Findings& findings)
{
  const auto names = [](const auto& list) {
    std::vector<std::string> found;
    for (const auto& each : list)
      found.push_back(each.name);
    return found;
  };
  const std::vector<std::string> expected = names(workbook.exercises);
  if (const fs::path file = workbook.folder / "solutions.cpp"; fs::exists(file))
    if (const auto found = names(Source(read_text(file)).sections); found != expected)
      findings.bad(
          fmt::format("{} has {}; exercises.hpp has {}: expected the same in the same order",
                      shown(file), fmt::join(found, ", "), fmt::join(expected, ", ")));
  if (is_whole && expected.size() < fewest_exercises)
    findings.bad(fmt::format("{} has {}, expected at least {}", workbook.chapter.name,
                             counted(expected.size(), "exercise"), fewest_exercises));
}

int try_exercises(const std::string& word, bool mutants)
{
  const Selection selection = select_exercises({word}).front();
  Findings findings;
  try_chapter(selection.workbook, selection.is_whole, findings);
  if (mutants)
    try_mutants_of(selection, findings);
  else
    for (const About& about : selection.exercises)
      try_exercise(selection.workbook, about, findings);
  std::cout << (findings.count() == 0 ? "nothing is missing\n"
                                      : fmt::format("{} to mend\n", findings.count()));
  return findings.count() == 0 ? 0 : 1;
}

} // namespace

void add_try(Command& app, int& status)
{
  Command command = app.add_subcommand(
      "try", "For authors: whether an exercise is complete and its check judges as it should");
  const auto word = std::make_shared<std::string>();
  const auto mutants = std::make_shared<bool>(false);
  command.add_option("CHAPTER[/EXERCISE]", *word, "The exercise, or all of a chapter").required();
  command.add_flag("--mutants", *mutants,
                   "Judge the solution with one small change, in all ways, and list those that "
                   "pass");
  command.footer("Runs its solution, its stub and its mistakes (docs/teach.md), or, with "
                 "--mutants, its solution\nand hundreds like it (docs/add-a-chapter.md).\n"
                 "Examples: ./epreuve try softmax/log_sum_exp, ./epreuve try softmax --mutants\n"
                 "Exit status: 0 nothing is missing, 1 something is, 2 bad usage.");
  command.callback([word, mutants, &status] { status = try_exercises(*word, *mutants); });
}

} // namespace epreuve::tools
