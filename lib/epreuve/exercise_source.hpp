#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// A file of exercises, exercises.cpp or solutions.cpp, in its parts: the text before the first line "// [NAME] ...",
/// and from each such line to the next.
struct Source
{
  struct Section
  {
    std::string name; ///< of the exercise
    std::string text; ///< the line "// [NAME] ..." and what follows it
  };
  std::string preamble;
  std::vector<Section> sections;

  explicit Source(std::string_view text);
  std::string text() const;

  const Section* find(std::string_view name) const;
  /// The section that a line is in, counted from 1; null if it is above the first.
  const Section* at_line(int line) const;
  /// Replaces a section by a text. @throws Error if there is no such section
  void replace(std::string_view name, std::string text);
};

/// Why a compiler cannot read a file: "is empty", "is a text in UTF-16 ...". Empty if it can.
std::string why_no_source(std::string_view text);

} // namespace epreuve::exercises
