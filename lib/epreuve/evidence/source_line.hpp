#pragma once

#include <source_location>
#include <string>

namespace epreuve::evidence {

/// A line of the project's sources.
struct SourceLine
{
  std::string file;
  unsigned line = 0;

  SourceLine() = default;
  // Implicit, so that what is noted keeps where it was noted.
  SourceLine(const std::source_location& where) // NOLINT
      : file(where.file_name()), line(where.line())
  {
  }
};

} // namespace epreuve::evidence
