#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::exercises {

/// A solution with one small change that a check should notice: another operator, constant or function, an operand, a
/// call or a statement fewer, an index one further.
struct Mutant
{
  std::size_t begin = 0, end = 0; ///< what is replaced in solutions.cpp
  std::string by;                 ///< by what
  int line = 0;                   ///< where that begins
  std::string before, after; ///< the lines that it changes, before and after, with single blanks
};

/// The mutants of an exercise's section in solutions.cpp, and of what the section uses from above the first one; no two
/// changes of a line make the same of it. Some do not compile.
///
/// Only an operator between blanks has two operands, as clang-format writes it: so < of a template is not one.
/// @throws Error if there is no such section
std::vector<Mutant> mutants_of(std::string_view solutions, const std::string& exercise);

/// A file of exercises in which one function is all of its mutants: mutant k in a program that was started by the name
/// mutant-k, and the solution itself as mutant-0. So many mutants are compiled once, and each is judged as any file is.
/// Other functions are the solutions.
struct MutantProgram
{
  std::string text;
  std::vector<std::pair<int, std::size_t>>
      begins; ///< the line where a mutant begins, and which it is

  /// The mutant that a line belongs to; 0 if it belongs to none.
  std::size_t at(int line) const;
};

/// @param mutants  all; they are numbered from 1
/// @param numbers  those to be in it
/// @throws Error if the exercise's section does not define its function, as exercise::NAME(...)
MutantProgram program_of(std::string_view solutions, const std::string& exercise,
                         const std::vector<Mutant>& mutants,
                         const std::vector<std::size_t>& numbers);

/// The author's word that a mutant is no mistake: on all inputs that the statement allows it is right.
struct EqualMutant
{
  std::string exercise, before, after; ///< which
  std::string why;
};

/// A chapter's mutants.jsonl: one object per line, with the members exercise, before, after and equal, the reason.
/// @throws Error with the line if one of them is missing, empty or no text
std::vector<EqualMutant> equal_mutants(std::string_view jsonl);

/// The line of mutants.jsonl that takes a mutant for equal.
std::string as_line(const EqualMutant& mutant);

} // namespace epreuve::exercises
