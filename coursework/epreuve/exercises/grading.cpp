#include "epreuve/exercises/grading.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/exercises/mistakes.hpp"
#include "epreuve/exercises/trial_run.hpp"
#include "epreuve/exercises/verdict.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/sha256.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <future>
#include <string_view>

namespace epreuve::exercises {

namespace fs = std::filesystem;

namespace {

/// The beginning of the problem of a chapter whose file was not judged, though it may be right.
constexpr std::string_view could_not = "could not be graded: ";

/// Adds the compiler's warnings about an exercise's section to the reason why it is wrong.
void add_warnings(std::vector<Result>& results, const std::vector<Message>& warnings,
                  const Source& source)
{
  for (const Message& warning : warnings)
    if (const Source::Section* section = source.at_line(warning.line))
      for (Result& result : results)
        if (result.status == Status::wrong && result.about.name == section->name) {
          std::string& reason = result.feedback.reason;
          reason += fmt::format("{}the compiler warns of line {}: {}", reason.empty() ? "" : "\n",
                                warning.line, warning.words);
        }
}

/// A hash of a chapter's judge and of all that it uses and a grade depends on: of exercises.hpp, no title and no hint.
std::string hash_of_judge(const fs::path& programs, const Chapter& chapter)
{
  Sha256 hash;
  hash.add_text(read_text(chapter.judge));
  for (const char* worker : {"worker.o", "worker-sanitized.o"})
    hash.add_text(read_text(programs / "exercises" / chapter.name / worker));
  for (const About& about : exercises_of(chapter))
    hash.add_text(fmt::format("{} {}", about.name, about.points));
  if (const fs::path mistakes = mistakes_beside(chapter.judge); fs::exists(mistakes))
    hash.add_text(read_text(mistakes));
  return std::move(hash).hex();
}

/// A hash of what was handed in for a chapter; empty if nothing was.
std::string file_of(const Submission& submission, const std::string& chapter)
{
  const auto source = submission.sources.find(chapter), refused = submission.refused.find(chapter);
  Sha256 hash;
  if (refused != submission.refused.end())
    hash.add_text("refused " + refused->second);
  else if (source != submission.sources.end())
    hash.add_text(source->second);
  else
    return "";
  return std::move(hash).hex();
}

/// The reason why there is nothing for a chapter though something was handed in: the files are for other chapters.
std::string of_others(const Submission& submission)
{
  std::string names;
  for (const auto& files : {submission.sources, submission.refused})
    for (const auto& [chapter, text] : files)
      names += (names.empty() ? "" : ", ") + chapter;
  return fmt::format("no file for it was handed in, only for {}", names);
}

} // namespace

Grader::Grader(const fs::path& programs, const std::vector<std::string>& names,
               const GradingOptions& options, CourseFile course)
    : compiler_(programs / "exercises"), course_(std::move(course)), options_(options)
{
  const std::vector<Chapter> all = exercises::chapters(programs);
  for (const Chapter& chapter : all)
    if (names.empty() && course_.counts(chapter.name))
      chapters_.push_back(chapter);
  for (const std::string& name : names) {
    const Chapter& chapter = find_chapter(all, name);
    if (!course_.counts(chapter.name))
      throw Error("{} is not among the chapters of the course; add it to the course's file",
                  chapter.name);
    if (std::ranges::find(chapters_, chapter.name, &Chapter::name) == chapters_.end())
      chapters_.push_back(chapter);
  }
  if (chapters_.empty())
    throw Error("the course has no chapter with exercises");
  std::ranges::sort(chapters_, {}, &Chapter::name);
  for (const Chapter& chapter : chapters_) {
    if (!fs::exists(chapter.judge))
      throw Error("{}, which judges {}, is not built; ./epreuve grade builds it",
                  chapter.judge.string(), chapter.name);
    exercises_[chapter.name] = exercises_of(chapter);
  }
  for (const Chapter& chapter : all)
    if (course_.counts(chapter.name)) {
      const auto judged = exercises_.find(chapter.name);
      for (const About& about :
           judged == exercises_.end() ? abouts_of(chapter.name) : judged->second)
        catalogue_[chapter.name].push_back(course_.with_points(chapter.name, about));
    }
  for (const Chapter& chapter : chapters_)
    judges_[chapter.name] = hash_of_judge(programs, chapter);
  const Chapter& first = chapters_.front();
  std::future<std::string> obstacle = std::async(std::launch::async, [&] {
    return sanitizers_obstacle(compiler_, first.name, options_.sandboxed);
  });
  prove_that_it_judges(compiler_, first, catalogue_.at(first.name), options_.sandboxed);
  if (const std::string why = obstacle.get(); !why.empty()) {
    note_once("memory errors are not looked for: " + why);
    has_sanitizers_ = false;
  }
}

std::string Grader::key(const Chapter& chapter, const std::string& file) const
{
  Sha256 hash;
  hash.add_text(judges_.at(chapter.name));
  hash.add_text(options_.sandboxed ? "sandboxed" : "unsafe");
  hash.add_text(std::to_string(options_.seed));
  if (options_.kept != Disclosure::all)
    hash.add_text(std::to_string(static_cast<int>(options_.kept)));
  hash.add_text(file);
  return std::move(hash).hex();
}

Graded Grader::grade(const Submission& submission, const std::optional<Grade>& before) const
{
  Graded graded{.grade = {submission.name, "", {}, submission.not_taken},
                .is_from_before = before.has_value()};
  std::vector<Grade::OfChapter>& chapters = graded.grade.chapters;
  bool has_file = false;
  const auto begin = std::chrono::steady_clock::now();
  for (const Chapter& chapter : chapters_) {
    const std::string file = file_of(submission, chapter.name);
    has_file = has_file || !file.empty();
    // A submission with a problem has no files, so that its grade depends on the problem.
    const std::string depends = key(chapter, file.empty() ? submission.problem : file);
    const Grade::OfChapter* const known = before ? before->find(chapter.name) : nullptr;
    const auto changed = submission.changed.find(chapter.name);
    if (known != nullptr && known->key == depends) {
      chapters.push_back(*known);
      if (changed != submission.changed.end())
        chapters.back().changed = changed->second;
      continue;
    }
    graded.is_from_before = false;
    if (known != nullptr && !known->key.empty())
      graded.replaced.push_back(chapter.name);
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - begin;
    chapters.push_back(grade_chapter(chapter, submission, options_.seconds - used.count()));
    chapters.back().file = file;
    if (changed != submission.changed.end())
      chapters.back().changed = changed->second;
    if (!chapters.back().problem.starts_with(could_not))
      chapters.back().key = depends;
  }
  const std::string obstacle = !submission.problem.empty() ? submission.problem
                               : has_file                  ? ""
                                                           : of_others(submission);
  bool is_whole = true;
  if (before)
    for (const Grade::OfChapter& other : before->chapters) {
      if (graded.grade.find(other.chapter) != nullptr)
        continue;
      const std::string file = file_of(submission, other.chapter);
      if (!file.empty() && file != other.file) {
        graded.outdated.push_back(other.chapter);
      } else {
        chapters.push_back(other);
        is_whole = false;
      }
    }
  // A problem of this run does not affect earlier grades.
  if (is_whole)
    graded.grade.problem = has_file ? "" : obstacle;
  else if (!has_file)
    for (Grade::OfChapter& chapter : chapters)
      if (judges_.contains(chapter.chapter))
        chapter.problem = obstacle;
  std::ranges::sort(chapters, {}, &Grade::OfChapter::chapter);
  graded.grade = as_course_says(std::move(graded.grade));
  return graded;
}

Grade Grader::as_course_says(Grade grade) const
{
  std::erase_if(grade.chapters,
                [&](const Grade::OfChapter& chapter) { return !course_.counts(chapter.chapter); });
  for (Grade::OfChapter& chapter : grade.chapters) {
    for (Result& result : chapter.results)
      result.feedback = disclosed(std::move(result.feedback), options_.kept);
    const auto known = catalogue_.find(chapter.chapter);
    if (known == catalogue_.end())
      continue;
    for (Result& result : chapter.results)
      if (const auto about = std::ranges::find(known->second, result.about.name, &About::name);
          about != known->second.end())
        result.about = *about;
  }
  return grade;
}

Grade::OfChapter Grader::grade_chapter(const Chapter& chapter, const Submission& submission,
                                       double seconds) const
{
  Grade::OfChapter graded{chapter.name, "", {}};
  const auto refused = submission.refused.find(chapter.name);
  const auto source = submission.sources.find(chapter.name);
  Status status = Status::wrong;
  if (refused != submission.refused.end())
    graded.problem = refused->second;
  else if (source == submission.sources.end())
    status = Status::not_started;
  else
    graded = grade_file(chapter, source->second, seconds);
  if (graded.results.empty())
    for (const About& about : catalogue_.at(chapter.name))
      graded.results.push_back(
          {.about = about, .status = status, .feedback = {.reason = graded.problem}});
  return graded;
}

Grade::OfChapter Grader::grade_file(const Chapter& chapter, const std::string& source,
                                    double seconds) const
{
  Grade::OfChapter graded{chapter.name, "", {}};
  if (seconds <= 0) {
    graded.problem =
        fmt::format("{}the time of one submission, {:.0f} s, was used up by the chapters before",
                    could_not, options_.seconds);
    return graded;
  }
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp", source);
  try {
    const Judged judged = judge_file(compiler_, chapter, folder / "exercises.cpp",
                                     {.sandboxed = options_.sandboxed,
                                      .sanitized = has_sanitizers_,
                                      .catalogue = exercises_.at(chapter.name),
                                      .seed = options_.seed,
                                      .seconds = seconds});
    graded.results = judged.results;
    if (const Diagnostics& said = judged.diagnostics; judged.results.empty())
      graded.problem =
          fmt::format("does not compile: {}{}",
                      said.line > 0 ? fmt::format("line {}: ", said.line) : "", said.error);
    add_warnings(graded.results, judged.diagnostics.warnings, Source(source));
  } catch (const JudgeFailed& error) {
    graded.problem = fmt::format("{}{}", could_not, error.what());
  } catch (const Error&) {
    throw; // our own failure, not this submission's
  } catch (const std::exception& error) {
    graded.problem = fmt::format("{}{}", could_not, error.what());
  }
  if (graded.problem.starts_with(could_not))
    graded.results.clear();
  for (Result& result : graded.results) {
    result.feedback.call.clear(); // it is as long as its input, and not in any report
    result.feedback = within_bounds(std::move(result.feedback));
  }
  return graded;
}

} // namespace epreuve::exercises
