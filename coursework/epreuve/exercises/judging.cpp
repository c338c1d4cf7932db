#include "epreuve/exercises/judging.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/limits.hpp"
#include "epreuve/exercises/salvage.hpp"
#include "epreuve/exercises/signature.hpp"
#include "epreuve/exercises/suspicious.hpp"
#include "epreuve/exercises/trial.hpp"
#include "epreuve/exercises/verdict.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/lexer.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/translation.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <iterator>
#include <set>
#include <string_view>
#include <sys/statvfs.h>
#include <utility>

namespace epreuve::exercises {

namespace {

namespace fs = std::filesystem;
using JudgingClock = std::chrono::steady_clock;

/// Programs may not be startable in the folder of students' programs.
void require_that_programs_start_in(const TemporaryFolder& folder)
{
  struct statvfs system{};
  if (::statvfs(folder.path().c_str(), &system) == 0 && (system.f_flag & ST_NOEXEC) != 0)
    throw Error("no program can be started in {}, which is mounted noexec; set TMPDIR to a folder "
                "where one can",
                folder.path().parent_path().string());
}

/// Which exercises are to be judged.
std::vector<About> asked_of(const Chapter& chapter, const JudgeOptions& options)
{
  std::vector<About> asked = options.catalogue.empty() ? exercises_of(chapter) : options.catalogue;
  if (!options.exercises.empty())
    std::erase_if(asked, [&](const About& about) {
      return std::ranges::count(options.exercises, about.name) == 0;
    });
  return asked;
}

/// The results of a file, each at its place: exercises that compile are judged, the others are wrong.
class Results
{
public:
  Results(const Chapter& chapter, std::vector<About> asked, const std::vector<Broken>& broken,
          std::function<void(Result)> tell)
      : judge_(chapter.judge.filename().string()), asked_(std::move(asked)), broken_(broken),
        tell_(std::move(tell))
  {
  }

  std::vector<std::string> names_to_judge() const
  {
    std::vector<std::string> names;
    for (const About& about : asked_)
      if (why_broken(about) == nullptr)
        names.push_back(about.name);
    return names;
  }

  /// The judge's next answer.
  void take(std::string_view line)
  {
    tell_broken();
    if (next_ == asked_.size())
      throw failed("it answered more than was asked");
    const About& about = asked_[next_++];
    tell_(read(line, about));
  }

  /// After the last answer.
  void end()
  {
    tell_broken();
    if (next_ < asked_.size())
      throw failed(fmt::format("it ended without a result for {}", asked_[next_].name));
  }

private:
  JudgeFailed failed(const std::string& why) const
  {
    return JudgeFailed("{} failed: {}", judge_, why);
  }
  Result read(std::string_view line, const About& about) const
  {
    try {
      return read_verdict(line, about);
    } catch (const Error& error) {
      throw failed(fmt::format("one of its answers is invalid: {}", error.what()));
    }
  }
  const std::string* why_broken(const About& about) const
  {
    const auto found = std::ranges::find(broken_, about.name, &Broken::exercise);
    return found == broken_.end() ? nullptr : &found->reason;
  }
  void tell_broken()
  {
    for (; next_ < asked_.size(); ++next_) {
      const std::string* const reason = why_broken(asked_[next_]);
      if (reason == nullptr)
        return;
      tell_({.about = asked_[next_], .status = Status::wrong, .feedback = {.reason = *reason}});
    }
  }

  std::string judge_;
  std::vector<About> asked_;
  const std::vector<Broken>& broken_;
  std::function<void(Result)> tell_;
  std::size_t next_ = 0;
};

/// The names before brackets in a text.
std::set<std::string_view> called_in(std::string_view code)
{
  std::set<std::string_view> names;
  const std::vector<Token> tokens = tokens_of(code);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].kind == Token::Kind::identifier && tokens[i + 1].text == "(")
      names.insert(tokens[i].text);
  return names;
}

bool mentions(std::string_view code, std::string_view name)
{
  return std::ranges::any_of(tokens_of(code), [&](const Token& token) {
    return token.kind == Token::Kind::identifier && token.text == name;
  });
}

bool is_written(const Source::Section& section)
{
  return !mentions(section.text, "NotStarted");
}

/// A function that is written, and calls one that is not, throws what that one throws.
void blame_what_is_not_written(Result& result, const Source& source)
{
  const Source::Section* const section = source.find(result.about.name);
  if (result.status != Status::not_started || section == nullptr || !is_written(*section))
    return;
  const std::set<std::string_view> names = called_in(section->text);
  const auto called = std::ranges::find_if(source.sections, [&](const Source::Section& other) {
    return &other != section && names.contains(other.name) && !is_written(other);
  });
  if (called == source.sections.end())
    return;
  result.status = Status::wrong;
  result.feedback.reason = said("it calls {}, which is not written yet", called->name);
}

/// If the file does not define an exercise's function, or does not compile because it defines another one: what was
/// expected, and the nearest that there is.
void explain_what_is_missing(Result& result, const Source& source,
                             const std::vector<Exercise>& declared)
{
  static constexpr std::array<std::string_view, 3> of_another_function{
      "should have been declared inside 'exercise'", "ambiguating new declaration",
      "no declaration matches"};
  Feedback& feedback = result.feedback;
  const bool is_missing = feedback.got == words(Answer{.outcome = Outcome::missing}, Limits()),
             is_another = std::ranges::any_of(of_another_function, [&](std::string_view said) {
               return feedback.input.empty() && feedback.reason.find(said) != std::string::npos;
             });
  const auto expected = std::ranges::find(declared, result.about.name, &Exercise::name);
  if (result.status != Status::wrong || expected == declared.end() || !(is_missing || is_another))
    return;
  feedback.expected = as_defined(*expected);
  const std::string why = why_missing(*expected, declared, source.text());
  feedback.reason = is_missing ? why : why + "\n" + feedback.reason;
}

/// The line that has the cause of what is wrong is named, and one that is written as nobody means it.
void name_the_line(Result& result, const Source& source, const std::vector<Message>& suspicions)
{
  if (result.status != Status::wrong || result.feedback.input.empty())
    return;
  std::string& diagnosis = result.feedback.diagnosis;
  const auto add = [&](const std::string& words) {
    diagnosis = diagnosis.empty() ? words : said("{}; {}", diagnosis, words);
  };
  if (const std::string cause = cause_of(diagnosis, source, result.about.name); !cause.empty())
    add(cause);
  if (const auto found = std::ranges::find(suspicions, result.about.name, &Message::function);
      found != suspicions.end())
    add(said("line {}: {}", found->line, found->words));
}

/// An exercise may be wrong because of another one that it calls: its results then look like a mistake that is not its
/// own. Whether that is so cannot be seen, so its diagnosis comes second.
void blame_what_it_calls(Result& result, const Source& source, const std::vector<Result>& before)
{
  const Source::Section* const section = source.find(result.about.name);
  if (result.status != Status::wrong || result.feedback.input.empty() || section == nullptr)
    return;
  const std::set<std::string_view> names = called_in(section->text);
  const auto called = std::ranges::find_if(before, [&](const Result& other) {
    return other.status == Status::wrong && names.contains(other.about.name);
  });
  if (called == before.end())
    return;
  std::string& diagnosis = result.feedback.diagnosis;
  diagnosis = said("it calls {}, which is wrong itself: correct that first", called->about.name) +
              (diagnosis.empty() ? "" : said("; if that is not enough: {}", diagnosis));
}

/// Adds warnings where the compiler has none.
void warn_of(std::vector<Message> further, Diagnostics& diagnostics)
{
  std::erase_if(further, [&](const Message& message) {
    return std::ranges::find(diagnostics.warnings, message.line, &Message::line) !=
           diagnostics.warnings.end();
  });
  std::ranges::move(further, std::back_inserter(diagnostics.warnings));
  std::ranges::stable_sort(diagnostics.warnings, {}, &Message::line);
}

/// Where there is no room for programs nothing compiles, and that is not the student's mistake.
void require_space(const fs::path& folder)
{
  constexpr std::uintmax_t least = 8 << 20;
  if (const auto free = fs::space(folder).available; free < least)
    throw Error("{} has {} KB left, too little to compile in; make room there, or set TMPDIR to "
                "another folder",
                folder.parent_path().string(), free >> 10);
}

} // namespace

std::vector<About> exercises_of(const Chapter& chapter)
{
  return abouts(read_exercises(header_beside(chapter.judge)));
}

std::vector<ExamplesOf> examples_of(const Chapter& chapter)
{
  std::vector<ExamplesOf> all;
  run_judge(chapter.judge, {"--examples"}, Charge(), JudgeLimits(), [&](std::string_view line) {
    try {
      for (const nlohmann::json& exercise : parse_json(line, "it")) {
        ExamplesOf& of = all.emplace_back();
        of.exercise = exercise.at("exercise");
        for (const nlohmann::json& example : exercise.at("examples"))
          of.examples.push_back({example.at("name"), example.at("call"), example.at("expected")});
      }
    } catch (const std::exception&) {
      throw Error("{} does not list its inputs", chapter.judge.string());
    }
  });
  return all;
}

Judged judge_file(const Compiler& compiler, const Chapter& chapter, const fs::path& source,
                  const JudgeOptions& options)
{
  constexpr double most_of_compiling = 30;
  const auto begin = JudgingClock::now();
  if (!fs::exists(chapter.judge))
    throw Error("{}, which judges {}, is not built; ./epreuve check {} builds it",
                chapter.judge.string(), chapter.name, without_number(chapter.name));
  const TemporaryFolder folder;
  require_that_programs_start_in(folder);
  const fs::path worker = folder / "worker",
                 sanitized = options.sanitized ? folder / "sanitized" : fs::path();
  const Salvage salvage =
      compile_what_compiles(compiler, chapter.name, source, {worker, sanitized}, options.sandboxed,
                            std::min(options.seconds, most_of_compiling));
  Judged judged{.diagnostics = salvage.diagnostics, .results = {}};
  const Source text(read_text(source));
  const std::vector<Message> suspicions = suspicious(text);
  warn_of(suspicions, judged.diagnostics);
  if (!judged.diagnostics.compiled)
    require_space(folder.path());
  if (!salvage.has_program)
    return judged;
  judged.is_watched = salvage.has_sanitized;
  if (options.told)
    options.told(judged.diagnostics);
  const std::vector<Exercise> declared = read_exercises(compiler.header(chapter.name));
  Results results(chapter, asked_of(chapter, options), salvage.broken, [&](Result result) {
    blame_what_is_not_written(result, text);
    explain_what_is_missing(result, text, declared);
    name_the_line(result, text, suspicions);
    blame_what_it_calls(result, text, judged.results);
    judged.is_watched = judged.is_watched && !result.is_unwatched;
    judged.results.push_back(std::move(result));
    if (options.each)
      options.each(judged.results.back());
  });
  if (const std::vector<std::string> names = results.names_to_judge(); !names.empty()) {
    std::vector<std::string> arguments{"--worker", worker.string()};
    if (salvage.has_sanitized)
      arguments.insert(arguments.end(), {"--sanitized", sanitized.string()});
    if (options.sandboxed)
      arguments.emplace_back("--sandbox");
    if (const std::string language = spoken_language(); !language.empty())
      arguments.insert(arguments.end(), {"--lang", language});
    for (const std::string& name : names)
      arguments.insert(arguments.end(), {"--exercise", name});
    const double used = std::chrono::duration<double>(JudgingClock::now() - begin).count();
    const Charge charge{.seed = options.seed,
                        .seconds =
                            std::clamp(options.seconds - used, 0., Limits().chapter_seconds)};
    run_judge(chapter.judge, arguments, charge, JudgeLimits(),
              [&](std::string_view line) { results.take(line); });
  }
  results.end();
  return judged;
}

} // namespace epreuve::exercises
