#pragma once

#include <string>

namespace epreuve::book {

/// Something in a source file that its author has to correct. The book is made all the same, as far as
/// possible, and the command ends with 1.
struct Problem
{
  int line = 0;        ///< of the file
  std::string message; ///< what is wrong, and what to do

  bool operator==(const Problem&) const = default;
};

/// The same with its place in words, as the command reports it.
struct Mistake
{
  std::string where; ///< "chapters/01-softmax/chapter.cpp, line 12"
  std::string message;
};

} // namespace epreuve::book
