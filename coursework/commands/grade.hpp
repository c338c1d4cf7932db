#pragma once

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
  bool unsafe = false, merge = false, classroom50 = false;
  std::optional<double> vpl; ///< grades for VPL are out of it
};

/// Puts together what several runs have graded, each a part: different submissions, or different chapters of the same
/// submissions.
/// @return  the exit status
/// @throws Error if a part is damaged, describes other exercises than the project's, or if two parts contradict each
/// other
int merge_grades(const GradeOptions& options, const std::filesystem::path& programs);

} // namespace epreuve::tools
