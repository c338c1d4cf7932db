#include "common/output.hpp"
#include "commands/exercises.hpp"
#include "commands/teaching.hpp"

#include "common/progress.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/judging.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/parallel.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
using exercises::About;
using exercises::Result;
using exercises::Source;
using exercises::Status;

/// The least that the tests demand.
constexpr std::size_t fewest_exercises = 4, fewest_mutants = 3;

/// A file in the chapter's mutants/.
struct Mutant
{
  fs::path file;
  std::string diagnosis; ///< what its first line says
};

/// The report to an author: one line for each thing that is right, several for each that is not.
class Findings
{
public:
  void good(const std::string& what) const { std::cout << "✓ " << what << '\n'; }
  void bad(const std::string& what, const std::vector<std::string>& more = {})
  {
    ++count_;
    std::cout << "✗ " << what << '\n';
    for (const std::string& line : more)
      std::cout << "  " << line << '\n';
  }
  int count() const { return count_; }

private:
  int count_ = 0;
};

/// What a judge says about a result that is not the expected one.
std::vector<std::string> lines_of(const Result& result)
{
  const exercises::Feedback& said = result.feedback;
  std::vector<std::string> lines;
  for (const auto& [name, text] : {std::pair("input", said.input),
                                   {"expected", said.expected},
                                   {"got", said.got},
                                   {"reason", said.reason},
                                   {"diagnosis", said.diagnosis}})
    if (!text.empty())
      lines.push_back(fmt::format("{:<10} {}", name, text));
  return lines;
}

/// The result of one exercise, as a judge prints it. @throws Error with what else it said
Result run_judge_once(const Workbook& workbook, const std::vector<std::string>& arguments)
{
  std::vector<std::string> command{workbook.chapter.judge.string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const Ended ended = run_command(command, {.seconds = 600});
  for (const std::string& line : split_lines(ended.output))
    if (line.starts_with('{'))
      return exercises::result_from_json(parse_json(line, workbook.chapter.judge.string()));
  throw Error("the judge says nothing about it: {}", ended.output);
}

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

std::string without_last_newlines(std::string text)
{
  while (text.ends_with('\n'))
    text.pop_back();
  return text;
}

void try_solution(const Workbook& workbook, const About& about, Findings& findings)
{
  const fs::path file = workbook.folder / "solutions.cpp";
  if (!section_of(file, about.name, "the answer that a student may read after passing", findings))
    return;
  const exercises::Compiler compiler(workbook.chapter.judge.parent_path() / "exercises");
  const TemporaryFolder folder;
  const fs::path worker = folder / "worker";
  const auto said = compiler.compile(workbook.chapter.name, file, worker, false);
  if (!said.compiled) {
    findings.bad(fmt::format("{}:{}: {}", shown(file), said.line, said.error));
    return;
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
      return;
    }
  }
  findings.good("the solution passes, on the draws of four seeds");
}

void try_stub(const Workbook& workbook, const About& about, Findings& findings)
{
  const auto stubs = tools::stubs(workbook);
  const auto stub =
      std::ranges::find(stubs, about.name, &std::pair<std::string, std::string>::first);
  const auto section =
      section_of(workbook.file(), about.name,
                 fmt::format("./epreuve reset {} writes it", workbook.short_name()), findings);
  if (!section)
    return;
  if (without_last_newlines(*section) != without_last_newlines(stub->second)) {
    findings.bad(fmt::format("{} is not as it is handed out; ./epreuve reset {} writes this:",
                             shown(workbook.file()), argument_for(workbook, about.name)),
                 split_lines(without_last_newlines(stub->second)));
    return;
  }
  const exercises::Compiler compiler(workbook.chapter.judge.parent_path() / "exercises");
  const TemporaryFolder folder;
  const fs::path worker = folder / "worker", file = folder / "exercises.cpp";
  std::string text = "#include \"exercises.hpp\"\n";
  for (const auto& [name, each] : stubs)
    text += each + "\n";
  write_file(file, text);
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

std::vector<Mutant> mutants_of(const Workbook& workbook, const std::string& exercise)
{
  std::vector<Mutant> mutants;
  const fs::path folder = workbook.folder / "mutants";
  if (!fs::is_directory(folder))
    return mutants;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".cpp")
      continue;
    const Source file(read_text(entry.path()));
    if (file.sections.size() != 1 || file.sections.front().name != exercise)
      continue;
    const std::string first = split_lines(file.sections.front().text).front();
    const std::size_t end = first.find("] ");
    mutants.push_back({entry.path(), end == first.npos ? "" : first.substr(end + 2)});
  }
  std::ranges::sort(mutants, {}, &Mutant::file);
  return mutants;
}

void try_mutants(const Workbook& workbook, const About& about, Findings& findings)
{
  const std::vector<Mutant> mutants = mutants_of(workbook, about.name);
  if (mutants.size() < fewest_mutants)
    findings.bad(
        fmt::format("{} mutant{} of {} in {}, expected at least {}: plausible wrong answers, "
                    "one file each, that begin with // [{}] and their diagnosis",
                    mutants.size(), mutants.size() == 1 ? "" : "s", about.name,
                    shown(workbook.folder / "mutants"), fewest_mutants, about.name));
  std::vector<std::optional<Result>> results(mutants.size());
  std::vector<std::string> problems(mutants.size());
  tools::Progress progress(mutants.size());
  std::mutex mutex;
  parallel_for(mutants.size(), [&](std::size_t i) {
    const std::string file = mutants[i].file.filename().string();
    {
      const std::lock_guard lock(mutex);
      progress.begin(file);
    }
    try {
      results[i] = run_judge_once(workbook, {"--mutant", file, "--exercise", about.name});
    } catch (const std::exception& error) {
      problems[i] = error.what();
    }
  });
  progress.clear();
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    const std::string file = shown(mutants[i].file);
    if (!results[i])
      findings.bad(fmt::format("{}: {}", file, problems[i]));
    else if (results[i]->status == Status::not_started)
      findings.bad(fmt::format("{} throws NotStarted; a mutant is an answer", file));
    else if (results[i]->status == Status::done)
      findings.bad(fmt::format(
          "{} passes: no input that checks.cpp tries is one on which it is wrong", file));
    else if (results[i]->feedback.diagnosis.empty())
      findings.bad(
          fmt::format("{} is wrong, but is not recognised: it does not do the same thing twice",
                      file),
          lines_of(*results[i]));
    else if (results[i]->feedback.diagnosis != mutants[i].diagnosis)
      findings.bad(
          fmt::format("{} gets the diagnosis of another mutant, which does the same wherever it is "
                      "wrong; try an input that tells them apart, or leave one out",
                      file),
          {"its own    " + mutants[i].diagnosis, "it gets    " + results[i]->feedback.diagnosis});
    else
      findings.good(fmt::format("{}: wrong, and recognised", file));
  }
}

/// Tries everything that belongs to an exercise and reports what is missing.
void try_exercise(const Workbook& workbook, const About& about, Findings& findings)
{
  std::cout << fmt::format("{}: {}, {}, {} stars, {} hints\n", argument_for(workbook, about.name),
                           about.title,
                           about.points == 1 ? "1 point" : fmt::format("{} points", about.points),
                           about.stars, about.hints.size());
  try {
    try_solution(workbook, about, findings);
    try_stub(workbook, about, findings);
    try_mutants(workbook, about, findings);
  } catch (const Error& error) {
    findings.bad(error.what());
  }
}

/// Tries a chapter's exercises together: the files must name the same exercises in the same order.
void try_chapter(const Workbook& workbook, Findings& findings)
{
  const auto names = [](const auto& list) {
    std::vector<std::string> found;
    for (const auto& each : list)
      found.push_back(each.name);
    return found;
  };
  const std::vector<std::string> expected = names(workbook.exercises);
  const auto compare = [&](const fs::path& file, const std::vector<std::string>& found) {
    if (found != expected)
      findings.bad(fmt::format("{} has {}; checks.cpp has {}: expected the same in the same order",
                               shown(file), fmt::join(found, ", "), fmt::join(expected, ", ")));
  };
  const fs::path header = workbook.folder / "exercises.hpp";
  compare(header, names(exercises::declarations(read_text(header))));
  for (const char* name : {"solutions.cpp", "exercises.cpp"})
    if (const fs::path file = workbook.folder / name; fs::exists(file))
      compare(file, names(Source(read_text(file)).sections));
  if (expected.size() < fewest_exercises)
    findings.bad(fmt::format("{} has {} exercise{}, expected at least {}", workbook.chapter.name,
                             expected.size(), expected.size() == 1 ? "" : "s", fewest_exercises));
}

int try_exercises(const std::string& word)
{
  const Selection selection = select_exercises({word}).front();
  Findings findings;
  try_chapter(selection.workbook, findings);
  for (const About& about : selection.exercises)
    try_exercise(selection.workbook, about, findings);
  std::cout << (findings.count() == 0 ? "nothing is missing\n"
                                      : fmt::format("{} to mend\n", findings.count()));
  return findings.count() == 0 ? 0 : 1;
}

} // namespace

void add_try(CLI::App& app, int& status)
{
  CLI::App* command = app.add_subcommand(
      "try", "For authors: whether an exercise is complete and its check judges as it should");
  const auto word = std::make_shared<std::string>();
  command->add_option("CHAPTER[/EXERCISE]", *word, "The exercise, or all of a chapter")->required();
  command->footer("Runs its solution, its stub and its mutants (docs/teach.md).\n"
                  "Example: ./epreuve try softmax/log_sum_exp\n"
                  "Exit status: 0 nothing is missing, 1 something is, 2 bad usage.");
  command->callback([word, &status] { status = try_exercises(*word); });
}

} // namespace epreuve::tools
