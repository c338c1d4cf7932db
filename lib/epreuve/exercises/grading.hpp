#pragma once

#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/grade.hpp"
#include "epreuve/exercises/judging.hpp"
#include "epreuve/exercises/submission.hpp"

#include <string>
#include <vector>

namespace epreuve::exercises {

/// Grades submissions: compiles and judges their files, each in a sandbox of its own.
class Grader
{
public:
  /// @param programs   the folder of the judges and of what they compile with
  /// @param chapters   the names of the chapters to grade; all of them if empty
  /// @param sandboxed  false only for submissions that are trusted
  /// @throws Error if there is no chapter of one of these names
  Grader(const std::filesystem::path& programs, const std::vector<std::string>& chapters,
         bool sandboxed);

  const Catalogue& catalogue() const { return catalogue_; }

  /// A hash of what a submission's grade depends on: its files, the judges, the sandbox.
  std::string key(const Submission& submission) const;

  /// May be called from several threads at once.
  /// @throws Error if its files cannot be compiled or judged, and the reason is not in them
  Grade grade(const Submission& submission) const;

private:
  Grade::OfChapter grade_chapter(const Chapter& chapter, const Submission& submission) const;

  Compiler compiler_;
  std::vector<Chapter> chapters_;
  Catalogue catalogue_;
  std::string judges_; ///< a hash of them
  bool sandboxed_;
};

} // namespace epreuve::exercises
