#pragma once

#include "commands/exercises.hpp"

#include "epreuve/evidence/report.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::tools {

/// How results are printed: the sign, title, name, difficulty and points of each exercise in columns; below a wrong
/// one, why it is wrong.
class Feedback
{
public:
  Feedback(const std::vector<exercises::About>& exercises, const evidence::Typography& typography);

  std::string of(const exercises::Result& result) const;

private:
  std::string headline(const exercises::Result& result) const;
  std::string reasons(const exercises::Feedback& feedback) const;

  evidence::Typography type_;
  std::size_t title_ = 0, name_ = 0, points_ = 0; ///< widths
};

/// The name of a chapter and the file to write in, above its results.
std::string heading(const Workbook& workbook, const evidence::Typography& typography);

/// "exercises.cpp:17: error: ..." and that line.
std::string compile_error(const std::filesystem::path& file,
                          const exercises::Diagnostics& diagnostics,
                          const evidence::Typography& typography);

/// "exercises.cpp:17: warning: ..." and that line, for each.
std::string warnings(const std::filesystem::path& file,
                     const std::vector<exercises::Message>& messages,
                     const evidence::Typography& typography);

/// "5 of 12 points".
std::string points(int points, int of);

} // namespace epreuve::tools
