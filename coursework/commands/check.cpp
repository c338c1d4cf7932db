#include "commands/course.hpp"
#include "commands/study.hpp"

#include "commands/feedback.hpp"
#include "commands/language.hpp"
#include "commands/problems.hpp"
#include "commands/reproduction.hpp"
#include "commands/statement.hpp"
#include "commands/view.hpp"
#include "common/output.hpp"

#include "common/progress.hpp"
#include "common/watch.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/options.hpp"
#include "epreuve/system/parallel.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::tools {

namespace {

using exercises::About;
using exercises::Diagnostics;
using exercises::Judged;
using exercises::Result;
using exercises::Status;
using tools::Interruption;
using tools::Watch;

struct CheckOptions
{
  std::vector<std::string> words;
  bool json = false, watch = false, cpp = false;
  std::string format = "text";
  std::uint64_t seed = exercises::JudgeOptions().seed;

  bool for_editors() const { return format == "gcc"; }
};

/// What a check of several chapters found.
struct Outcome
{
  struct OfChapter
  {
    Selection selection;
    Judged judged;
  };
  std::vector<OfChapter> chapters;

  bool is_judged() const
  {
    return std::ranges::none_of(
        chapters, [](const OfChapter& chapter) { return chapter.judged.results.empty(); });
  }
  int count(Status status) const
  {
    int count = 0;
    for (const OfChapter& chapter : chapters)
      for (const Result& result : chapter.judged.results)
        count += result.status == status ? 1 : 0;
    return count;
  }
};

int points_of(const std::vector<Result>& results)
{
  int sum = 0;
  for (const Result& result : results)
    sum += result.points();
  return sum;
}

int points_of(const std::vector<About>& exercises)
{
  int sum = 0;
  for (const About& about : exercises)
    sum += about.points;
  return sum;
}

/// One line for a chapter in which nothing has been written.
std::string summary(const Selection& selection)
{
  const std::size_t count = selection.exercises.size();
  return said("○ {}: not started, {}, {}", selection.workbook.chapter.name,
              count == 1 ? said("1 exercise") : said("{} exercises", count),
              counted_points(points_of(selection.exercises))) +
         "\n";
}

/// Ends a check if Ctrl-C was pressed while its file was being compiled.
void stop_if_interrupted()
{
  if (Interruption::came())
    throw Error("interrupted");
}

/// Checks one chapter and prints its results as they come.
Judged check_chapter(const Selection& selection, std::uint64_t seed, Seen* memory,
                     const evidence::Typography& typography)
{
  const Workbook& workbook = selection.workbook;
  tools::Progress progress(selection.exercises.size() + 1);
  const Feedback feedback(selection.exercises, typography);
  View view(selection, memory);
  std::size_t count = 0;
  progress.begin(said("compiling {}", shown(workbook.file())));
  const auto each = [&](const Result& result) {
    stop_if_interrupted();
    progress.clear();
    if (view.shows(result))
      std::cout << feedback.of(result) << std::flush;
    if (++count < selection.exercises.size())
      progress.begin(selection.exercises[count].name);
  };
  const auto told = [&](const Diagnostics& diagnostics) {
    progress.clear();
    std::cout << heading(workbook, typography)
              << warnings(workbook.file(), view.of(diagnostics.warnings), typography) << std::flush;
  };
  const Judged judged = judge(selection, each, told, seed);
  progress.clear();
  if (judged.results.empty())
    std::cout << compile_error(workbook.file(), judged.diagnostics, typography);
  std::cout << view.others();
  return judged;
}

/// Checks several chapters at once. For editors it shows no progress: they read each line of a terminal.
std::vector<Judged> check_chapters(const std::vector<Selection>& selections,
                                   const CheckOptions& options)
{
  std::vector<Judged> judged(selections.size());
  tools::Progress progress(selections.size());
  std::mutex mutex;
  parallel_for(selections.size(), [&](std::size_t i) {
    if (!options.for_editors()) {
      const std::lock_guard lock(mutex);
      progress.begin(selections[i].workbook.chapter.name);
    }
    judged[i] =
        judge(selections[i], [](const Result&) { stop_if_interrupted(); }, {}, options.seed);
  });
  return judged;
}

/// Prints the results of several chapters; a single line for a chapter in which nothing has been written, unless it was
/// named.
void print_chapters(const Outcome& outcome, bool named, Seen* memory,
                    const evidence::Typography& typography)
{
  bool was_brief = true;
  for (const auto& [selection, judged] : outcome.chapters) {
    const bool is_brief = !named && is_untouched(selection.workbook);
    if (&selection != &outcome.chapters.front().selection && !(was_brief && is_brief))
      std::cout << '\n';
    was_brief = is_brief;
    View view(selection, memory);
    if (is_brief) {
      std::cout << summary(selection);
    } else if (judged.results.empty()) {
      std::cout << compile_error(selection.workbook.file(), judged.diagnostics, typography);
    } else {
      const Feedback feedback(selection.exercises, typography);
      std::cout << heading(selection.workbook, typography)
                << warnings(selection.workbook.file(), view.of(judged.diagnostics.warnings),
                            typography);
      for (const Result& result : judged.results)
        if (view.shows(result))
          std::cout << feedback.of(result);
      std::cout << view.others();
    }
  }
}

/// The first exercise that is wrong, else the first that is not started.
std::optional<Next> next_in(const Outcome& outcome)
{
  for (const Status status : {Status::wrong, Status::not_started})
    for (const auto& [selection, judged] : outcome.chapters)
      for (const Result& result : judged.results)
        if (result.status == status)
          return Next{selection.workbook, result.about};
  return {};
}

/// The first exercise that never passed: of the chapters that were checked, else of any.
std::optional<Next> next_after(const Outcome& outcome)
{
  const auto standings = read_progress();
  std::vector<Workbook> here;
  for (const auto& [selection, judged] : outcome.chapters)
    here.push_back(selection.workbook);
  const auto next = next_exercise(here, standings);
  return next ? next : next_exercise(all_workbooks(), standings);
}

/// What --watch has shown already.
struct Memory
{
  Seen seen;
  std::string statement; ///< the last one
};

/// What to do next, and below it the command; before it what the exercise asks for, unless that was the last to be shown.
void print_advice(const Outcome& outcome, Memory* memory, const evidence::Typography& typography)
{
  std::string text = said("all exercises are done"), command;
  const std::optional<Next> next = next_in(outcome);
  if (next) {
    const std::string asked = statement(next->workbook, next->about.name, typography);
    if (!memory || std::exchange(memory->statement, asked) != asked)
      std::cout << '\n' << asked << '\n';
  }
  if (next && outcome.count(Status::wrong) > 0) {
    text = said("next: correct {}; for a hint:", next->about.name);
    command = "hint " + next->argument();
  } else if (next) {
    text = said("next: write {} into {}, then:", next->about.name, shown(next->workbook.file()));
    command = "check " + next->argument();
  } else if (const auto other = next_after(outcome)) {
    text = said("next: {}, in {}:", title_of(other->about), other->workbook.chapter.name);
    command = "check " + other->argument();
  }
  for (const std::string& line : wrap(text, static_cast<double>(typography.width)))
    std::cout << line << '\n';
  if (!command.empty())
    std::cout << "  ./epreuve " << command << '\n';
}

void print_total(const Outcome& outcome, Memory* memory, const evidence::Typography& typography)
{
  // If nothing compiles, only the compiler's error counts.
  if (outcome.chapters.size() == 1 && !outcome.is_judged())
    return;
  int got = 0, of = 0;
  for (const auto& [selection, judged] : outcome.chapters) {
    got += points_of(judged.results);
    of += points_of(selection.exercises);
  }
  std::cout << '\n' << typography.painted("1", points(got, of)) << '\n';
  if (outcome.is_judged())
    print_advice(outcome, memory, typography);
}

/// Writes a program for each exercise that is wrong.
void write_programs(const Outcome& outcome)
{
  std::cout << '\n';
  if (outcome.count(Status::wrong) == 0)
    std::cout << (outcome.is_judged() ? said("no program: nothing is wrong")
                                      : said("no program: what does not compile cannot be called"))
              << '\n';
  for (const auto& [selection, judged] : outcome.chapters)
    for (const Result& result : judged.results)
      if (result.status == Status::wrong)
        std::cout << write_reproduction(selection.workbook, result);
}

Json as_json(const Outcome& outcome)
{
  Json chapters = Json::array();
  int got = 0, of = 0;
  for (const auto& [selection, judged] : outcome.chapters) {
    Json exercises = Json::array();
    for (const Result& result : judged.results) {
      Json written = to_json(result);
      written["hints"] = result.about.hints.size(); // not to be given away
      if (written.contains("feedback")) {
        written["feedback"].erase("call"); // that is for --cpp
        for (auto& text : written["feedback"])
          text = visible(text.get_ref<const std::string&>());
      }
      exercises.push_back(written);
    }
    Json chapter{{"chapter", selection.workbook.chapter.name},
                 {"file", selection.workbook.file().string()},
                 {"compiled", judged.diagnostics.compiled}};
    if (!judged.diagnostics.compiled)
      chapter["error"] = {{"line", judged.diagnostics.line},
                          {"message", visible(judged.diagnostics.error)}};
    chapter["warnings"] = Json::array();
    for (const exercises::Message& warning : judged.diagnostics.warnings)
      chapter["warnings"].push_back({{"line", warning.line}, {"message", visible(warning.words)}});
    chapter["points"] = points_of(judged.results);
    chapter["most_points"] = points_of(selection.exercises);
    chapter["exercises"] = exercises;
    got += points_of(judged.results);
    of += points_of(selection.exercises);
    chapters.push_back(chapter);
  }
  const auto next = next_in(outcome);
  return {{"points", got},
          {"most_points", of},
          {"next", next ? Json(next->argument()) : Json()},
          {"chapters", chapters}};
}

/// @param memory  of --watch, else null
Outcome check(const std::vector<Selection>& selections, const CheckOptions& options, Memory* memory)
{
  Seen* const seen = memory ? &memory->seen : nullptr;
  const evidence::Typography typography = evidence::typography_of_stdout();
  const bool one = selections.size() == 1 && !options.json && !options.for_editors();
  const std::vector<Judged> judged =
      one ? std::vector{check_chapter(selections.front(), options.seed, seen, typography)}
          : check_chapters(selections, options);
  Outcome outcome;
  for (std::size_t i = 0; i < selections.size(); ++i) {
    outcome.chapters.push_back({selections[i], judged[i]});
    record(selections[i].workbook, judged[i].results);
  }
  if (options.json) {
    print(as_json(outcome));
    return outcome;
  }
  if (options.for_editors()) {
    for (const auto& [selection, of_chapter] : outcome.chapters)
      std::cout << problems(selection, of_chapter);
    return outcome;
  }
  if (!one)
    print_chapters(outcome, !options.words.empty(), seen, typography);
  print_total(outcome, memory, typography);
  if (options.cpp)
    write_programs(outcome);
  return outcome;
}

/// Writes the files that are missing, as in a fresh clone, and says where they are.
void write_missing(const std::vector<Selection>& selections, const CheckOptions& options)
{
  std::vector<std::string> written;
  for (const Selection& selection : selections)
    if (write_if_missing(selection.workbook))
      written.push_back(shown(selection.workbook.file()));
  if (written.empty() || options.json || options.for_editors())
    return;
  std::cout << (written.size() == 1
                    ? said("{} is new: write your functions there", written.front())
                    : said("{} files are new, such as {}: write your functions there",
                           written.size(), written.front()))
            << "\n\n"
            << std::flush;
}

std::string time_of_day()
{
  const std::time_t now = std::time(nullptr);
  char text[sizeof "23:59:59"] = "";
  std::strftime(text, sizeof text, "%H:%M:%S", std::localtime(&now));
  return text;
}

/// Checks, and checks again whenever a file is saved, until it is interrupted.
void watch(const std::vector<Selection>& selections, const CheckOptions& options)
{
  std::vector<std::filesystem::path> files;
  for (const Selection& selection : selections)
    files.push_back(selection.workbook.file());
  const Interruption interruption;
  Watch watch(files);
  std::string why;
  std::vector<Selection> due = selections;
  Memory memory;
  while (!interruption.came()) {
    try {
      check(due, options, &memory);
    } catch (const std::exception& error) {
      // If Ctrl-C has ended a judge, its failure is not reported.
      if (!interruption.came())
        std::cerr << fmt::format("epreuve: {}\n", visible(error.what()));
    }
    std::cout << std::flush;
    if (watch.why_polling() != why) {
      why = watch.why_polling();
      std::cerr << fmt::format("epreuve: looking for changes 4 times a second ({})\n", why);
    }
    if (!interruption.came())
      std::cerr << "epreuve: " << said("waiting for a file to be saved; Ctrl-C ends") << '\n';
    due.clear();
    for (const std::size_t saved : watch.wait(interruption))
      due.push_back(selections[saved]);
    if (!due.empty())
      std::cout << fmt::format("\n{}\n", time_of_day());
  }
}

int check(const CheckOptions& options)
{
  remove_abandoned_folders();
  const std::vector<Selection> selections = select_exercises(options.words);
  read_progress(); // a damaged file is reported before anything is written or compiled
  write_missing(selections, options);
  if (options.watch) {
    watch(selections, options);
    return 0;
  }
  const Outcome outcome = check(selections, options, nullptr);
  const bool unfinished = !options.words.empty() && outcome.count(Status::not_started) > 0;
  return outcome.is_judged() && outcome.count(Status::wrong) == 0 && !unfinished ? 0 : 1;
}

} // namespace

void add_check(Command& app, int& status)
{
  Command command = app.add_subcommand("check", "Check what you have written for the exercises");
  const auto options = std::make_shared<CheckOptions>();
  command.add_option("CHAPTER[/EXERCISE]", options->words,
                     "Chapters, as 01-softmax, softmax or 01, or single exercises; all if none "
                     "is named");
  const Option json = command.add_flag("--json", options->json, "As JSON");
  const Option format = command
                            .add_option("--format", options->format,
                                        "text; or gcc, for editors: a line FILE:LINE:COLUMN: "
                                        "error: ... for each mistake, as GCC has them")
                            .one_of({"text", "gcc"})
                            .capture_default_str();
  format.excludes(json);
  const Option watch = command.add_flag("--watch", options->watch,
                                        "Check again whenever a file is saved, until Ctrl-C");
  watch.excludes(json);
  command
      .add_flag("--cpp", options->cpp,
                "For each wrong answer, write try-EXERCISE.cpp into the current folder: a program "
                "that calls it on the failing input, to look into with gdb")
      .excludes(json)
      .excludes(format)
      .excludes(watch);
  add_whole_number(command, "--seed", options->seed, {},
                   "Seed of the random inputs: that of a grading repeats its draws");
  add_course_option(command);
  command.footer(
      std::string("Example: ./epreuve check softmax/log_sum_exp\n"
                  "Exit status: 0 everything named is done (nothing is wrong, if nothing is "
                  "named), 1 it is not or does not compile, 2 bad usage.\n") +
      study_environment +
      "  EPREUVE_POLL      if set, --watch does not rely on the system to report changes");
  add_language_option(command);
  command.callback([options, &status] {
    if (!options->json)
      speak_as_asked();
    status = check(*options);
  });
}

} // namespace epreuve::tools
