#pragma once

#include "epreuve/exercises/compiler.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// An exercise whose section does not compile.
struct Broken
{
  std::string exercise;
  std::string reason; ///< "does not compile: line 12: ...", and that line
};

/// Where the programs of a file go.
struct Programs
{
  std::filesystem::path worker,
      sanitized; ///< `sanitized` is empty if none is to be made with the sanitizers
};

/// The outcome for a file: whether there is a program of it, and with which exercises.
struct Salvage
{
  Diagnostics diagnostics{}; ///< of the whole file
  bool has_program = false;
  bool has_sanitized = false;   ///< the same with the sanitizers
  std::vector<Broken> broken{}; ///< exercises whose sections are not in the program
};

/// Compiles a file; if that fails, again without the sections that hold the errors, so one mistake does not hide all
/// other exercises. An exercise that calls one that is left out gets an exception that says so. The parameters are
/// those of Compiler::compile.
/// @param seconds  at most, for all attempts; a few more if little is left for the last
Salvage compile_what_compiles(const Compiler& compiler, const std::string& chapter,
                              const std::filesystem::path& source, const Programs& programs,
                              bool sandboxed, double seconds = 30);

/// Where a text stops being balanced: a brace that is not closed, a comment, a literal, an #if.
/// Line 0 if it is balanced.
Message imbalance(std::string_view text);

} // namespace epreuve::exercises
