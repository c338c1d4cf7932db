#pragma once

#include "epreuve/exercises/course_file.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

struct GradeOptions
{
  std::vector<std::string> folders, chapters;
  std::string out = "grades", shard;
  std::optional<std::uint64_t> seed;
  bool unsafe = false, merge = false, classroom50 = false, for_students = false, questions = false;
  std::optional<double> vpl; ///< grades for VPL are out of it
};

/// What is kept of a wrong answer: everything, for the teacher, unless students may read what is kept. They may where
/// the option says so, and in a project that was handed out.
exercises::Disclosure kept_by(const GradeOptions& options);

/// Puts together what several runs have graded, each a part: different submissions, or different chapters of the same
/// submissions.
/// @return  the exit status
/// @throws Error if a part is damaged, describes other exercises than the project's, or if two parts contradict each
/// other
int merge_grades(const GradeOptions& options, const std::filesystem::path& programs);

} // namespace epreuve::tools
