#pragma once

#include <string>

namespace epreuve::book {

/// Something in a chapter that its author has to put right. The book is built all the same, and the
/// command ends with 1.
struct Problem
{
  int line = 0;        ///< of the chapter's chapter.cpp
  std::string message; ///< what is wrong, and what to do

  bool operator==(const Problem&) const = default;
};

} // namespace epreuve::book
