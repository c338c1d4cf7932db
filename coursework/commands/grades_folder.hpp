#pragma once

#include "epreuve/exercises/grade.hpp"
#include "epreuve/exercises/reports.hpp"
#include "epreuve/exercises/submission_name.hpp"
#include "epreuve/system/descriptor.hpp"
#include "epreuve/system/held_folder.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

/// A grade from a folder that `grade` has written, checked to be that of the submission after which the file is named,
/// since anybody may have written the file.
/// @throws Error saying why it is not such a grade
exercises::Grade read_grade(const HeldFolder& results, const std::string& file);

/// The files of grades in a folder `results`, by name.
std::vector<std::string> grade_files(const HeldFolder& results);

/// The seed of the draws with which a folder's submissions were graded; nothing if none was.
/// @throws Error if the file that holds it is damaged
std::optional<std::uint64_t> kept_seed(const std::filesystem::path& folder);

/// Where grades and all reports of them are written. Nothing is written outside of it: no link in it is
/// followed.
class GradesFolder
{
public:
  /// Makes it where it is not there. @throws Error if a folder in it is a link
  explicit GradesFolder(const std::filesystem::path& folder);

  const std::filesystem::path& path() const { return folder_; }

  /// The grade that an earlier run gave a submission; nothing if it is damaged.
  std::optional<exercises::Grade> kept(const std::string& submission) const;
  /// The files of all grades in it.
  std::vector<std::string> files() const { return grade_files(HeldFolder(results())); }
  exercises::Grade read(const std::string& file) const
  {
    return read_grade(HeldFolder(results()), file);
  }

  /// Keeps a grade, for the next run.
  void keep(const exercises::Grade& grade) const;
  /// The reports of one submission.
  void report(const exercises::Grade& grade) const;
  /// The table and the page of all, and the table for Moodle if there is one.
  void report_all(const std::vector<exercises::Grade>& grades,
                  const std::vector<exercises::ForMoodle>& for_moodle) const;

  /// A report of each submission, for its student.
  struct Report
  {
    const char* folder;
    const char* extension;
    std::function<std::string(const exercises::StudentsView&)> write;
  };
  /// Reports of another kind will be written, too. @throws Error if their folder is a link
  void add(const Report& report);

  /// Keeps the seed; without one, forgets what was kept.
  void keep_seed(std::optional<std::uint64_t> seed) const;
  /// The seed that is kept; if there is none, an unpredictable one, kept from now on. Several
  /// runs that ask at the same time get the same.
  std::uint64_t common_seed() const;

  /// Says which submissions there will be, so that no two of their files differ in nothing but capitals.
  void expect(const std::vector<std::string>& submissions);
  /// The beginning of the names of a submission's files.
  std::string stem_of(const std::string& submission) const { return names_.of(submission); }

  /// Keeps others from grading into it as long as this object lives; parts (--shard) may do so at the same time.
  /// @throws Error if another grading is at work
  void lock(bool is_part);

private:
  std::filesystem::path results() const { return folder_ / "results"; }

  std::filesystem::path folder_;
  std::vector<Report> reports_;
  Descriptor lock_;
  exercises::FileNames names_;
};

/// A grade without the exercises that the course leaves out, and with what the course notes and whose it is.
exercises::Grade counted(exercises::Grade grade);

} // namespace epreuve::tools
