#pragma once

#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/course_file.hpp"
#include "epreuve/exercises/grade.hpp"
#include "epreuve/exercises/judging.hpp"
#include "epreuve/exercises/submission.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// What a run has made of a submission and of its grade from before.
struct Graded
{
  Grade grade;
  bool is_from_before = false;         ///< nothing had to be judged
  std::vector<std::string> replaced{}; ///< chapters whose grade from before was another's
  std::vector<std::string> outdated{}; ///< not graded now, and dropped: their files have changed
};

struct GradingOptions
{
  bool sandboxed = true;              ///< false only for submissions that are trusted
  std::uint64_t seed = Charge().seed; ///< of every random draw; grades by another do not hold
  double seconds = 180; ///< for one submission: it is not begun with a chapter after that
};

/// Grades submissions: compiles and judges their files, each in a sandbox of its own.
class Grader
{
public:
  /// @param programs   the folder of the judges and of what they compile with
  /// @param chapters   the names of the chapters to grade; those of the course if empty
  /// @throws Error if there is no chapter of one of these names, or the course leaves it out; if
  ///         nothing can be judged here (trial_run.hpp), sandboxed if it is to be
  Grader(const std::filesystem::path& programs, const std::vector<std::string>& chapters,
         const GradingOptions& options, CourseFile course = {});

  /// Takes another seed than that of the options, before anything is graded.
  void draw_from(std::uint64_t seed) { options_.seed = seed; }

  /// Of every chapter of the course, also of those that are not graded now.
  const Catalogue& catalogue() const { return catalogue_; }

  /// Grades what has no grade from before that still holds: one of the same file, by the same
  /// judge. Grades of chapters that are not graded now are kept, unless the submission has another
  /// file for them now. Points are those of the course in any case. May be called from several
  /// threads at once. A chapter that could not be graded has that as its problem, and no key, so that
  /// the next run grades it again.
  /// @throws Error if no submission could be graded now: there is no space, no further process
  Graded grade(const Submission& submission, const std::optional<Grade>& before) const;
  Grade grade(const Submission& submission) const { return grade(submission, {}).grade; }

  /// A grade from before with the points and the chapters of the course.
  Grade with_points(Grade grade) const;

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
  bool has_sanitizers_ = true; ///< here, whatever a submission does with them
};

} // namespace epreuve::exercises
