#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace epreuve::book {

/// Something in a chapter that its author has to put right. The book is built all the same, and the
/// command ends with 1.
struct Problem
{
  int line = 0;        ///< of the chapter's chapter.cpp
  std::string message; ///< what is wrong, and what to do

  bool operator==(const Problem&) const = default;
};

/// "chapters/01-softmax/chapter.cpp, line 12: ...": for the terminal.
/// @param source  path of the chapter's program, from the project's root
inline std::string told(const Problem& problem, std::string_view source)
{
  return fmt::format("{}, line {}: {}", source, problem.line, problem.message);
}

} // namespace epreuve::book
