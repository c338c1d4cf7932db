#pragma once

#include "commands/grades_folder.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

/// What became of earlier grades, by the names of submissions.
struct History
{
  std::size_t kept = 0; ///< submissions in which nothing had to be judged
  std::map<std::string, std::vector<std::string>> replaced, outdated; ///< by chapter
  std::vector<std::string> elsewhere; ///< graded before, and not among the submissions now
  std::vector<std::string> others;    ///< handed in, and graded by other parts
};

/// What tables of all submissions need of one: for the teacher, and as its student may see it.
struct Row
{
  exercises::Grade grade;
  exercises::StudentsView view;
};

/// Without what the course leaves out.
Row row_of(const exercises::Grade& grade);

/// The end of a grading: writes the table and the page of all submissions, and reports the outcome.
/// @param seed    of the draws, if all have the same
/// @param failed  how many could not be graded though they may be later
/// @return        the exit status: 0, or 1 if some have problems
int finish(const GradesFolder& out, std::vector<Row> rows, History history,
           std::optional<std::uint64_t> seed, std::size_t failed);

/// The first of many names, on one line.
std::string list_names(const std::vector<std::string>& names, std::size_t most);

} // namespace epreuve::tools
