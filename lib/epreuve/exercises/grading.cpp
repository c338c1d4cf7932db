#include "epreuve/exercises/grading.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/mistakes.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/sha256.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include <fmt/format.h>

namespace epreuve::exercises {

namespace fs = std::filesystem;

namespace {

/// Adds to why an exercise is wrong what the compiler warns of in its section.
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

} // namespace

Grader::Grader(const fs::path& programs, const std::vector<std::string>& names, bool sandboxed)
    : compiler_(programs / "exercises"), sandboxed_(sandboxed)
{
  const std::vector<Chapter> all = exercises::chapters(programs);
  if (names.empty())
    chapters_ = all;
  for (const std::string& name : names)
    chapters_.push_back(find_chapter(all, name));
  Sha256 judges;
  for (const Chapter& chapter : chapters_) {
    catalogue_[chapter.name] = exercises_of(chapter);
    judges.add_text(read_text(chapter.judge));
    judges.add_text(read_text(programs / "exercises" / chapter.name / "worker.o"));
    if (const fs::path mistakes = mistakes_beside(chapter.judge); fs::exists(mistakes))
      judges.add_text(read_text(mistakes));
  }
  judges_ = std::move(judges).hex();
}

std::string Grader::key(const Submission& submission) const
{
  Sha256 hash;
  hash.add_text(judges_);
  hash.add_text(sandboxed_ ? "sandboxed" : "unsafe");
  hash.add_text(submission.problem);
  for (const auto& files : {submission.sources, submission.refused})
    for (const auto& [chapter, text] : files) {
      hash.add_text(chapter);
      hash.add_text(text);
    }
  return std::move(hash).hex();
}

Grade Grader::grade(const Submission& submission) const
{
  Grade grade{submission.name, submission.problem, {}, key(submission)};
  for (const Chapter& chapter : chapters_)
    grade.chapters.push_back(grade_chapter(chapter, submission));
  return grade;
}

Grade::OfChapter Grader::grade_chapter(const Chapter& chapter, const Submission& submission) const
{
  Grade::OfChapter graded{chapter.name, "", {}};
  const auto all_exercises = [&](Status status, const std::string& reason) {
    for (const About& about : catalogue_.at(chapter.name))
      graded.results.push_back({.about = about, .status = status, .feedback = {.reason = reason}});
  };
  const auto refused = submission.refused.find(chapter.name);
  const auto source = submission.sources.find(chapter.name);
  if (refused != submission.refused.end()) {
    graded.problem = refused->second;
    all_exercises(Status::wrong, graded.problem);
  } else if (source == submission.sources.end()) {
    all_exercises(Status::not_started, "");
  } else {
    const TemporaryFolder folder;
    write_file(folder / "exercises.cpp", source->second);
    const Judged judged = judge_file(compiler_, chapter, folder / "exercises.cpp",
                                     {.exercises = {}, .sandboxed = sandboxed_, .each = {}});
    graded.results = judged.results;
    add_warnings(graded.results, judged.diagnostics.warnings, Source(source->second));
    for (Result& result : graded.results)
      result.feedback.call.clear(); // as long as its input, and in no report
    if (const Diagnostics& said = judged.diagnostics; judged.results.empty()) {
      graded.problem =
          fmt::format("does not compile: {}{}",
                      said.line > 0 ? fmt::format("line {}: ", said.line) : "", said.error);
      all_exercises(Status::wrong, graded.problem);
    }
  }
  return graded;
}

} // namespace epreuve::exercises
