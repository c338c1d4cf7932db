#pragma once

#include "epreuve/evidence/source_line.hpp"

#include <compare>
#include <string>
#include <string_view>

namespace epreuve::evidence {

/// Where a line of a chapter comes when it is read from its beginning: chapter.cpp opens, the
/// files N-name.cpp follow by number and name, other files (figures.cpp) come last.
struct ReadingPlace
{
  unsigned number = 0; ///< 0 for chapter.cpp, N for N-name.cpp
  std::string file;
  unsigned line = 0;

  std::strong_ordering operator<=>(const ReadingPlace&) const = default;
};

/// @param file  a path; its folder does not matter
/// @param line  from 1
ReadingPlace reading_place(std::string_view file, unsigned line);
ReadingPlace reading_place(const SourceLine& where);

/// Whether a file of a chapter's folder is one to read: chapter.cpp, or N-name.cpp with N > 0.
bool is_page(std::string_view file);

} // namespace epreuve::evidence
