#include "commands/mutants.hpp"

#include "common/progress.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/mutants.hpp"
#include "epreuve/system/parallel.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::tools {

namespace {

namespace fs = std::filesystem;
using exercises::EqualMutant;
using exercises::Mutant;
using exercises::Status;

/// The mutants of one solution, in one program.
class Specimens
{
public:
  Specimens(const Workbook& workbook, std::string exercise, std::string solutions)
      : workbook_(workbook), exercise_(std::move(exercise)), solutions_(std::move(solutions)),
        mutants_(exercises::mutants_of(solutions_, exercise_)), results_(mutants_.size() + 1)
  {
    for (std::size_t number = 1; number <= mutants_.size(); ++number)
      numbers_.push_back(number);
  }

  const std::string& exercise() const { return exercise_; }
  const Mutant& mutant(std::size_t number) const { return mutants_.at(number - 1); }
  std::size_t size() const { return mutants_.size(); }
  /// Those that compile, then those that pass as well.
  const std::vector<std::size_t>& numbers() const { return numbers_; }

  /// Leaves out those that do not compile.
  void compile()
  {
    while (!numbers_.empty()) {
      const exercises::MutantProgram program =
          exercises::program_of(solutions_, exercise_, mutants_, numbers_);
      const exercises::Diagnostics said = compile(program.text, "program", false);
      if (said.compiled)
        return;
      const std::size_t before = numbers_.size();
      for (const exercises::Message& error : said.errors)
        std::erase(numbers_, program.at(error.line));
      if (numbers_.size() == before)
        throw Error("the mutants of {} do not compile together: {}", exercise_, said.error);
    }
  }
  /// The same with sanitizers, of those that are left.
  void compile_with_sanitizers()
  {
    const auto said = compile(exercises::program_of(solutions_, exercise_, mutants_, numbers_).text,
                              "sanitized", true);
    if (!said.compiled)
      throw Error("the mutants of {} do not compile with sanitizers: {}", exercise_, said.error);
  }

  void judge(std::size_t number, bool sanitized)
  {
    std::vector<std::string> arguments{"--exercise", exercise_, "--worker",
                                       named("program", number).string()};
    if (sanitized)
      arguments.insert(arguments.end(), {"--sanitized", named("sanitized", number).string()});
    results_.at(number) = run_judge_once(workbook_, arguments);
  }
  const exercises::Result& result(std::size_t number) const { return results_.at(number); }

  void keep_those_that_pass()
  {
    if (result(0).status != Status::done)
      throw Error("the solution of {} passes, but not among its mutants: {}", exercise_,
                  result(0).feedback.got);
    std::erase_if(numbers_,
                  [&](std::size_t number) { return result(number).status != Status::done; });
  }

private:
  exercises::Diagnostics compile(const std::string& text, const std::string& program,
                                 bool sanitized) const
  {
    constexpr double seconds = 300; // a hundred times the size of an answer
    const fs::path source = folder_ / "mutants.cpp";
    write_file(source, text);
    const exercises::Compiler compiler(workbook_.chapter.judge.parent_path() / "exercises");
    return compiler.compile(workbook_.chapter.name, source, folder_ / program,
                            {.sanitized = sanitized, .seconds = seconds});
  }
  /// A name of the program by which it is this mutant.
  fs::path named(const std::string& program, std::size_t number) const
  {
    const fs::path folder = folder_ / (program + "s");
    fs::create_directories(folder);
    const fs::path name = folder / fmt::format("mutant-{}", number);
    if (!fs::exists(name))
      fs::create_hard_link(folder_ / program, name);
    return name;
  }

  const Workbook& workbook_;
  std::string exercise_, solutions_;
  std::vector<Mutant> mutants_;
  std::vector<exercises::Result> results_;
  std::vector<std::size_t> numbers_;
  TemporaryFolder folder_;
};

using AllSpecimens = std::vector<std::unique_ptr<Specimens>>;

/// Tasks on all processors, with a line that shows how far they have got.
void work(std::size_t count, const std::string& what, const std::function<void(std::size_t)>& task)
{
  Progress progress;
  std::mutex showing;
  std::size_t done = 0;
  parallel_for(count, [&](std::size_t i) {
    task(i);
    const std::scoped_lock lock(showing);
    ++done;
    progress.show(double(done) / double(count), fmt::format("{}: {} of {}", what, done, count));
  });
}

/// Judges all that are left, and keeps those that pass.
void judge(const AllSpecimens& all, bool sanitized)
{
  std::vector<std::pair<Specimens*, std::size_t>> tasks;
  for (const auto& specimens : all)
    if (!specimens->numbers().empty()) {
      tasks.emplace_back(specimens.get(), 0);
      for (const std::size_t number : specimens->numbers())
        tasks.emplace_back(specimens.get(), number);
    }
  work(tasks.size(), sanitized ? "judging those that pass with sanitizers" : "judging mutants",
       [&](std::size_t i) { tasks[i].first->judge(tasks[i].second, sanitized); });
  for (const auto& specimens : all)
    if (!specimens->numbers().empty())
      specimens->keep_those_that_pass();
}

bool fits(const EqualMutant& mark, const std::string& exercise, const Mutant& mutant)
{
  return mark.exercise == exercise && mark.before == mutant.before && mark.after == mutant.after;
}

/// The marks of an exercise that are not true.
void report_marks(const Workbook& workbook, const Specimens& specimens,
                  const std::vector<EqualMutant>& marks, Findings& findings)
{
  for (const EqualMutant& mark : marks) {
    if (mark.exercise != specimens.exercise())
      continue;
    std::size_t found = 0;
    for (std::size_t number = 1; number <= specimens.size(); ++number)
      if (fits(mark, specimens.exercise(), specimens.mutant(number)))
        found = number;
    const std::vector<std::string> lines{mark.before, mark.after};
    if (found == 0)
      findings.bad(fmt::format("a line of {} fits no mutant of {}, whose solution has perhaps "
                               "changed",
                               shown(workbook.folder / "mutants.jsonl"), mark.exercise),
                   lines);
    else if (std::ranges::none_of(specimens.numbers(), [&](std::size_t number) {
               return fits(mark, specimens.exercise(), specimens.mutant(number));
             }))
      findings.bad(fmt::format("{}:{}: what mutants.jsonl takes for equal is wrong, or does not "
                               "compile",
                               shown(workbook.folder / "solutions.cpp"),
                               specimens.mutant(found).line),
                   lines);
  }
}

void report(const Workbook& workbook, const Specimens& specimens, std::size_t compiled,
            const std::vector<EqualMutant>& marks, Findings& findings)
{
  std::size_t equal = 0;
  for (const std::size_t number : specimens.numbers()) {
    const Mutant& mutant = specimens.mutant(number);
    if (std::ranges::any_of(marks, [&](const EqualMutant& mark) {
          return fits(mark, specimens.exercise(), mutant);
        })) {
      ++equal;
      continue;
    }
    findings.bad(fmt::format("{}:{} passes with one change: it needs an input on which that is "
                             "wrong, or this line in mutants.jsonl, with the reason",
                             shown(workbook.folder / "solutions.cpp"), mutant.line),
                 {mutant.before, mutant.after,
                  exercises::as_line({specimens.exercise(), mutant.before, mutant.after, ""})});
  }
  report_marks(workbook, specimens, marks, findings);
  const std::string told =
      fmt::format("{}: {} mutants, of which {} are wrong, {} equal, as mutants.jsonl says; {} more "
                  "do not compile",
                  specimens.exercise(), compiled, compiled - specimens.numbers().size(), equal,
                  specimens.size() - compiled);
  if (specimens.numbers().size() == equal)
    findings.good(told);
  else
    findings.note(told);
}

} // namespace

void try_mutants(const Workbook& workbook, const std::vector<std::string>& names,
                 Findings& findings)
{
  const std::string solutions = read_text(workbook.folder / "solutions.cpp");
  const fs::path file = workbook.folder / "mutants.jsonl";
  std::vector<EqualMutant> marks;
  if (fs::exists(file))
    marks = exercises::equal_mutants(read_text(file));

  AllSpecimens all;
  for (const std::string& name : names)
    all.push_back(std::make_unique<Specimens>(workbook, name, solutions));
  work(all.size(), "compiling mutants", [&](std::size_t i) { all[i]->compile(); });
  std::vector<std::size_t> compiled;
  for (const auto& specimens : all)
    compiled.push_back(specimens->numbers().size());
  judge(all, false);
  work(all.size(), "compiling those that pass with sanitizers", [&](std::size_t i) {
    if (!all[i]->numbers().empty())
      all[i]->compile_with_sanitizers();
  });
  judge(all, true);
  for (std::size_t i = 0; i < all.size(); ++i)
    report(workbook, *all[i], compiled[i], marks, findings);
  for (const EqualMutant& mark : marks)
    if (std::ranges::count(workbook.exercises, mark.exercise, &exercises::About::name) == 0)
      findings.bad(fmt::format("a line of {} is about {}, which is no exercise of {}", shown(file),
                               mark.exercise, workbook.chapter.name));
}

} // namespace epreuve::tools
