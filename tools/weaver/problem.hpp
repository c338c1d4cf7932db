#pragma once

#include <string>

namespace epreuve::book {

/// Something in a source file that its author has to put right. The book is made all the same, as far as it
/// can be, and the command ends with 1.
struct Problem
{
  int line = 0;        ///< of the file
  std::string message; ///< what is wrong, and what to do

  bool operator==(const Problem&) const = default;
};

/// The same with its place in words, as the command tells it.
struct Mistake
{
  std::string where; ///< "chapters/01-softmax/chapter.cpp, line 12"
  std::string message;
};

} // namespace epreuve::book
