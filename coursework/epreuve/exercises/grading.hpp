#pragma once

#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/course_file.hpp"
#include "epreuve/exercises/grade.hpp"
#include "epreuve/exercises/judging.hpp"
#include "epreuve/exercises/submission.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// What a run has made of a submission and of its earlier grade.
struct Graded
{
  Grade grade;
  bool is_from_before = false; ///< nothing had to be judged
  std::vector<std::string>
      replaced{}; ///< chapters whose earlier grade was of another file or judge
  std::vector<std::string> outdated{}; ///< not graded now, and dropped: their files have changed
};

struct GradingOptions
{
  bool sandboxed = true;              ///< false only for submissions that are trusted
  std::uint64_t seed = Charge().seed; ///< of every random draw; grades by another seed are not kept
  /// What is kept of a wrong answer: all that is known, except where students may read what is kept. Grades that were
  /// kept by another rule are not kept now.
  Disclosure kept = Disclosure::all;
  double seconds = 180; ///< for one submission: after that no further chapter is begun
};

/// Grades submissions: compiles and judges their files, each in a sandbox of its own.
class Grader
{
public:
  /// @param programs  the folder of the judges and of the files that they compile with
  /// @param chapters   the names of the chapters to grade; those of the course if empty
  /// @throws Error if there is no chapter of one of these names, or the course leaves it out; if nothing can be judged
  /// here (trial_run.hpp), in a sandbox if there is to be one
  Grader(const std::filesystem::path& programs, const std::vector<std::string>& chapters,
         const GradingOptions& options, CourseFile course = {});

  /// Takes another seed than that of the options, before anything is graded.
  void draw_from(std::uint64_t seed) { options_.seed = seed; }

  /// The chapters that are graded.
  const std::vector<Chapter>& chapters() const { return chapters_; }

  /// The exercises of every chapter of the course, including those that are not graded now.
  const Catalogue& catalogue() const { return catalogue_; }

  /// Grades the chapters without a valid earlier grade, that is one of the same file by the same judge. Grades of
  /// chapters that are not graded now are kept, unless the submission has another
  /// file for them now. Points are those of the course in any case. May be called from several
  /// threads at once. A chapter that could not be graded has that as its problem, and no key, so the next run grades it
  /// again.
  /// @throws Error if no submission could be graded now: there is no space, no further process
  Graded grade(const Submission& submission, const std::optional<Grade>& before) const;
  Grade grade(const Submission& submission) const { return grade(submission, {}).grade; }

  /// An earlier grade with the points and the chapters of the course, and no more than is kept.
  Grade as_course_says(Grade grade) const;

private:
  /// @param seconds  that are left for the submission
  Grade::OfChapter grade_chapter(const Chapter& chapter, const Submission& submission,
                                 double seconds) const;
  Grade::OfChapter grade_file(const Chapter& chapter, const std::string& source,
                              double seconds) const;
  std::string key(const Chapter& chapter, const std::string& file) const;

  Compiler compiler_;
  CourseFile course_;
  std::vector<Chapter> chapters_;
  Catalogue catalogue_, exercises_; ///< with the points of the course, and as the checks say
  std::map<std::string, std::string> judges_; ///< a hash of each chapter's
  GradingOptions options_;
  bool has_sanitizers_ = true; ///< on this machine, whatever a submission does with them
};

} // namespace epreuve::exercises
