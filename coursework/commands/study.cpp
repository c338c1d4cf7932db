#include "commands/study.hpp"
#include "commands/course.hpp"

#include "commands/feedback.hpp"
#include "commands/language.hpp"
#include "commands/statement.hpp"
#include "common/output.hpp"
#include "common/page.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <unistd.h>

namespace epreuve::tools {

namespace {

using exercises::About;
using exercises::Judged;
using exercises::Status;

/// The exercise that is asked for: the one named, else the next.
std::optional<Next> asked_for(const std::string& word)
{
  const Standings standings = read_progress();
  if (word.empty())
    return next_exercise(all_workbooks(), standings);
  const Selection selection = select_exercises({word}).front();
  const Workbook& workbook = selection.workbook;
  if (!selection.is_whole)
    return Next{workbook, selection.exercises.front()};
  // Of a chapter that the course leaves out, any may be asked for.
  if (workbook.counted().empty())
    for (const About& about : workbook.exercises)
      if (!standing(standings, workbook.chapter.name, about.name).passed)
        return Next{workbook, about};
  return next_exercise({workbook}, standings);
}

// --- next ---------------------------------------------------------------------------------

/// An exercise with its points, the file that it goes into, what it asks for, and the command that checks it.
void print_next(const Next& next, const evidence::Typography& type)
{
  for (const std::string& line :
       wrap(said("next: {}, for {}, in {}", title_of(next.about), counted_points(next.about.points),
                 shown(next.workbook.file())),
            static_cast<double>(type.width)))
    std::cout << line << '\n';
  std::cout << '\n'
            << statement(next.workbook, next.about.name, type) << "\n  ./epreuve check "
            << next.argument() << '\n';
}

/// The line on which an exercise begins in a student's file, from 1; the first if it has none.
std::ptrdiff_t line_of(const std::string& exercise, const exercises::Source& source)
{
  std::ptrdiff_t line = 1 + std::ranges::count(source.preamble, '\n');
  for (const exercises::Source::Section& section : source.sections) {
    if (section.name == exercise)
      return line;
    line += std::ranges::count(section.text, '\n');
  }
  return 1;
}

/// Becomes the editor that $VISUAL or $EDITOR names, at a line of a file; returns if neither is set, or if nobody sits at
/// a terminal.
void become_editor(const std::filesystem::path& file, std::ptrdiff_t line)
{
  std::string editor;
  for (const char* name : {"VISUAL", "EDITOR"})
    if (const char* const given = std::getenv(name); given != nullptr && editor.empty())
      editor = given;
  if (editor.empty() || ::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0)
    return;
  // Visual Studio Code has the line behind the file's name; for most others it comes first, after a plus.
  const std::string program = std::filesystem::path(editor.substr(0, editor.find(' '))).filename();
  const bool is_code = program == "code" || program == "codium";
  const std::string where = fmt::format("{}{}", is_code ? file.string() + ":" : "+", line);
  const std::string command = "exec " + editor + " \"$@\"";
  const char* const first = is_code ? "--goto" : where.c_str();
  const char* const second = is_code ? where.c_str() : file.c_str();
  ::execl("/bin/sh", "sh", "-c", command.c_str(), "sh", first, second, nullptr);
  throw Error("the shell cannot be started, nor by it the editor \"{}\": {}", editor,
              std::strerror(errno));
}

int next(const std::string& word)
{
  const auto next = asked_for(word);
  if (!next) {
    std::cout << (word.empty() ? said("all exercises are done")
                               : said("all exercises of {} are done", word))
              << '\n';
    return 0;
  }
  write_if_missing(next->workbook);
  print_next(*next, evidence::typography_of_stdout());
  std::cout.flush();
  const std::filesystem::path file = next->workbook.file();
  become_editor(file, line_of(next->about.name, exercises::Source(read_text(file))));
  return 0;
}

// --- hint ---------------------------------------------------------------------------------

void print_hints(const Next& next, std::size_t from, std::size_t to)
{
  const evidence::Typography type = evidence::typography_of_stdout();
  const std::vector<std::string>& hints = next.about.hints;
  const std::string headline = said("{}: {}", next.argument(), title_of(next.about));
  for (const std::string& line : wrap(headline, static_cast<double>(type.width)))
    std::cout << type.painted("1", line) << '\n';
  for (std::size_t i = from; i < to; ++i) {
    std::cout << type.painted("36", said("hint {} of {}", i + 1, hints.size())) << '\n';
    for (const std::string& line :
         wrap(translated("exercises", hints[i]), static_cast<double>(type.width - 2)))
      std::cout << "  " << line << '\n';
  }
}

int hint(const std::string& word)
{
  const auto next = asked_for(word);
  if (!next) {
    if (word.empty()) {
      std::cout << said("all exercises are done") << '\n';
      return 0;
    }
    const Workbook workbook = select_exercises({word}).front().workbook;
    std::cout << said("all exercises of {} are done; name one to see its hints, such as",
                      workbook.short_name())
              << "\n  ./epreuve hint " << argument_for(workbook, workbook.exercises.front().name)
              << '\n';
    return 0;
  }
  const std::string& chapter = next->workbook.chapter.name;
  const std::string& name = next->about.name;
  const std::size_t count = next->about.hints.size();
  const std::uint64_t shown_before = standing(read_progress(), chapter, name).hints;
  if (shown_before >= count) {
    print_hints(*next, 0, count);
    std::cout << said("these are all its hints") << '\n';
    return 0;
  }
  print_hints(*next, shown_before, shown_before + 1);
  update_progress([&](Standings& standings) { standings[chapter][name].hints = shown_before + 1; });
  return 0;
}

// --- solution -----------------------------------------------------------------------------

int solution(const std::string& word)
{
  const Selection selection = select_exercise(word);
  const Workbook& workbook = selection.workbook;
  const std::string& name = selection.exercises.front().name;
  const std::string argument = argument_for(workbook, name);
  const auto file = workbook.folder / "solutions.cpp";
  if (!exists(file)) {
    std::cout << said("there are no solutions here: {} is not part of what you were given",
                      shown(file))
              << '\n';
    return 1;
  }
  const exercises::Source solutions(read_text(file));
  const auto* section = solutions.find(name);
  if (!section)
    throw Error("{} has no solution of {}", shown(file), name);
  const Judged judged = judge(selection);
  if (judged.results.empty()) {
    std::cout << compile_error(workbook.file(), judged.diagnostics,
                               evidence::typography_of_stdout());
    return 1;
  }
  record(workbook, judged.results);
  const Status found = judged.results.front().status;
  if (found != Status::done) {
    std::cout << said("{} is {}; its solution is shown once it passes: ./epreuve check {}",
                      argument, translated("program", exercises::name(found)), argument)
              << '\n';
    return 1;
  }
  std::string text = section->text;
  while (text.ends_with("\n\n"))
    text.pop_back();
  std::cout << text;
  return 0;
}

// --- progress -----------------------------------------------------------------------------

struct Chapter
{
  Workbook workbook;
  int points = 0, most_points = 0, done = 0;
  std::optional<Next> next{};
};

Chapter summary(const Workbook& workbook, const Standings& standings)
{
  Chapter chapter{.workbook = workbook, .next = next_exercise({workbook}, standings)};
  for (const About& about : workbook.counted()) {
    const bool passed = standing(standings, workbook.chapter.name, about.name).passed;
    chapter.most_points += about.points;
    chapter.points += passed ? about.points : 0;
    chapter.done += passed ? 1 : 0;
  }
  return chapter;
}

std::string bar(int done, int of)
{
  constexpr int width = 16;
  // Full only if everything is done, and empty only if nothing is.
  int filled = of == 0 ? 0 : width * done / of;
  if (done > 0)
    filled = std::max(filled, 1);
  std::string text;
  for (int i = 0; i < width; ++i)
    text += i < filled ? "█" : "░";
  return text;
}

/// The exercises of a chapter, each with a sign whether it has passed.
void print_exercises(const Workbook& workbook, const Standings& standings,
                     const evidence::Typography& type)
{
  std::size_t title_width = 0;
  for (const About& about : workbook.counted())
    title_width = std::max(title_width, display_width(title_of(about)));
  for (const About& about : workbook.counted()) {
    const bool passed = standing(standings, workbook.chapter.name, about.name).passed;
    const std::string sign = passed ? type.painted("32", "✓") : type.painted("36", "○");
    const std::string row = pad_right(title_of(about), title_width) + "  ";
    if (4 + display_width(row + about.name) <= type.width) {
      std::cout << fmt::format("  {} {}{}\n", sign, row, type.painted("2", about.name));
      continue;
    }
    std::string margin = "  " + sign + " ";
    for (const std::string& line : wrap(title_of(about), static_cast<double>(type.width - 4))) {
      std::cout << margin << line << '\n';
      margin = "    ";
    }
    std::cout << "      " << type.painted("2", about.name) << '\n';
  }
}

/// A line for each chapter; below it the exercises of one that is named, that is begun, or that comes next. Then what is
/// next, and what it asks for.
void print_progress(const std::vector<Chapter>& chapters, bool named, const Standings& standings)
{
  const evidence::Typography type = evidence::typography_of_stdout();
  const std::string all = said("all chapters");
  std::size_t name_width = display_width(all);
  for (const Chapter& chapter : chapters) {
    name_width = std::max(name_width, chapter.workbook.chapter.name.size());
  }
  const auto row = [&](const std::string& name, int done, int of) {
    const std::string points = said("{:>3} of {:>3}", done, of);
    const std::string line =
        fmt::format("{}  {}  {}", pad_right(name, name_width), bar(done, of), points);
    return display_width(line) + 7 <= type.width ? line
                                                 : pad_right(name, name_width) + " " + points;
  };
  int got = 0, of = 0;
  std::optional<Next> next;
  for (const Chapter& chapter : chapters) {
    std::cout << row(chapter.workbook.chapter.name, chapter.points, chapter.most_points)
              << (chapter.next ? "" : "  " + type.painted("32", "✓")) << '\n';
    if (named || (chapter.next && (chapter.done > 0 || !next)))
      print_exercises(chapter.workbook, standings, type);
    if (!next)
      next = chapter.next;
    got += chapter.points;
    of += chapter.most_points;
  }
  std::cout << row(all, got, of) << ' ' << said("points") << '\n';
  if (!next) {
    std::cout << said("all exercises are done") << '\n';
    return;
  }
  std::cout << '\n';
  print_next(*next, type);
}

Json as_json(const std::vector<Chapter>& chapters, const Standings& standings)
{
  Json list = Json::array();
  int got = 0, of = 0;
  for (const Chapter& chapter : chapters) {
    const std::string& name = chapter.workbook.chapter.name;
    Json exercises = Json::array();
    for (const About& about : chapter.workbook.counted()) {
      const Standing kept = standing(standings, name, about.name);
      exercises.push_back({{"name", about.name},
                           {"title", about.title},
                           {"points", about.points},
                           {"stars", about.stars},
                           {"passed", kept.passed},
                           {"hints_shown", kept.hints},
                           {"hints", about.hints.size()}});
    }
    list.push_back({{"chapter", name},
                    {"points", chapter.points},
                    {"most_points", chapter.most_points},
                    {"next", chapter.next ? Json(chapter.next->argument()) : Json()},
                    {"exercises", exercises}});
    got += chapter.points;
    of += chapter.most_points;
  }
  return {{"points", got}, {"most_points", of}, {"chapters", list}};
}

int progress(const std::vector<std::string>& words, bool json)
{
  const Standings standings = read_progress();
  std::vector<Chapter> chapters;
  for (const Selection& selection : select_exercises(words))
    chapters.push_back(summary(selection.workbook, standings));
  if (json) {
    print(as_json(chapters, standings));
    return 0;
  }
  Page page;
  print_progress(chapters, !words.empty(), standings);
  page.show();
  return 0;
}

} // namespace

const char* const study_environment =
    "Environment:\n"
    "  EPREUVE_CHAPTERS  the chapters' folder, if not chapters/ of the project\n"
    "  EPREUVE_PROGRESS  the file that keeps the progress, if not .epreuve-progress.json there\n";

std::optional<Next> next_exercise(const std::vector<Workbook>& workbooks,
                                  const Standings& standings)
{
  for (const Workbook& workbook : workbooks)
    for (const About& about : workbook.counted())
      if (!standing(standings, workbook.chapter.name, about.name).passed)
        return Next{workbook, about};
  return {};
}

void record(const Workbook& workbook, const std::vector<exercises::Result>& results)
{
  update_progress([&](Standings& standings) {
    for (const exercises::Result& result : results) {
      const bool passed = result.status == Status::done;
      if (passed || standing(standings, workbook.chapter.name, result.about.name).passed)
        standings[workbook.chapter.name][result.about.name].passed = passed;
    }
  });
}

void add_next(Command& app, int& status)
{
  Command command =
      app.add_subcommand("next", "What the next exercise asks for; opens your file there");
  const auto word = std::make_shared<std::string>();
  command.add_option("CHAPTER/EXERCISE", *word,
                     "Another exercise, or a chapter; else the first that is not done");
  command.footer(
      std::string(
          "The file is opened by the editor that VISUAL or EDITOR names, if one of them is set.\n"
          "Example: EDITOR=nano ./epreuve next softmax\n") +
      study_environment);
  add_language_option(command);
  command.callback([word, &status] {
    speak_as_asked();
    status = next(*word);
  });
}

void add_hint(Command& app, int& status)
{
  Command command = app.add_subcommand("hint", "One more hint each time it is asked for");
  const auto word = std::make_shared<std::string>();
  command.add_option("CHAPTER/EXERCISE", *word,
                     "The exercise, or a chapter; else the next that is not done");
  command.footer(std::string("Example: ./epreuve hint softmax/log_sum_exp\n") + study_environment);
  add_language_option(command);
  command.callback([word, &status] {
    speak_as_asked();
    status = hint(*word);
  });
}

void add_solution(Command& app, int& status)
{
  Command command =
      app.add_subcommand("solution", "How we wrote an exercise, once yours passes its check");
  const auto word = std::make_shared<std::string>();
  command.add_option("CHAPTER/EXERCISE", *word, "The exercise").required();
  command.footer(std::string("Example: ./epreuve solution softmax/log_sum_exp\n"
                             "Exit status: 0 shown, 1 not done yet or no solutions here.\n") +
                 study_environment);
  add_language_option(command);
  command.callback([word, &status] {
    speak_as_asked();
    status = solution(*word);
  });
}

void add_progress(Command& app, int& status)
{
  Command command =
      app.add_subcommand("progress", "Which exercises passed their last check, and what is next");
  const auto words = std::make_shared<std::vector<std::string>>();
  command.add_option(
      "CHAPTER", *words,
      "Chapters whose exercises are listed; else those that are begun, and the next");
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "As JSON");
  add_course_option(command);
  command.footer(std::string("Example: ./epreuve progress softmax\n") + study_environment);
  add_language_option(command);
  command.callback([words, json, &status] {
    if (!*json)
      speak_as_asked();
    status = progress(*words, *json);
  });
}

} // namespace epreuve::tools
