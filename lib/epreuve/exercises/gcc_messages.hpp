#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// What a compiler or linker says about a file.
struct Message
{
  int line = 0;           ///< of the file, from 1; 0 if none is to blame
  std::string words{};    ///< on one line, bounded, `printable`
  std::string function{}; ///< of the linker's: the exercise's function that it is in
};

/// What a compiler reports about a file: nothing, or its first error.
struct Diagnostics
{
  bool compiled = false;
  int line = 0;                    ///< of the file, from 1; 0 if none is to blame
  std::string error;               ///< the compiler's words; what stopped it, if it was stopped
  std::vector<Message> errors{};   ///< the one above, and those after it
  std::vector<Message> warnings{}; ///< in the order of their lines
};

/// How many errors of a file are kept.
inline constexpr std::size_t most_errors = 50;

/// What GCC prints with -fdiagnostics-format=json, and the linker beside it, also if it is cut off.
/// A message that does not lead to a line of this file has none.
/// @param file  its path, as the compiler was given it
Diagnostics read_gcc_json(const std::string& output, const std::string& file);

/// The errors of what GCC prints otherwise. It is longer, and says for what is wrong inside a
/// template which line required it.
Diagnostics read_gcc_text(const std::string& output, const std::string& file);

} // namespace epreuve::exercises
