#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// What a compiler reports about a file: nothing, or its first error.
struct Diagnostics
{
  bool compiled = false;
  int line = 0;      ///< of the file, from 1; 0 if none is to blame
  std::string error; ///< the compiler's words; what stopped it, if it was stopped
};

/// The first error in what GCC printed, and the line of this file that led to it.
Diagnostics first_error(const std::string& output, const std::string& file_name);

/// Makes workers of files of exercises. What it needs lies beside the programs (Exercises.cmake).
class Compiler
{
public:
  /// @param folder  bin/exercises
  /// @throws Error if there is no toolchain in it
  explicit Compiler(std::filesystem::path folder);

  /// Compiles a file and links it with its chapter's worker.
  /// @param chapter    "01-softmax"
  /// @param source     the file
  /// @param program    where the worker goes
  /// @param sandboxed  in bubblewrap, where it sees only its source and the headers
  /// @throws Error if the compiler cannot be started
  Diagnostics compile(const std::string& chapter, const std::filesystem::path& source,
                      const std::filesystem::path& program, bool sandboxed) const;

  /// The command that compiles a program for a debugger, as judged code is compiled but for
  /// optimisation: nothing is optimised away.
  /// @param source   a file with a main function, which includes the student's
  /// @param program  where it goes
  std::vector<std::string> debugging_command(const std::filesystem::path& source,
                                             const std::filesystem::path& program) const;

private:
  std::filesystem::path folder_;
  std::string compiler_, first_;
  std::vector<std::string> flags_, libraries_;
};

} // namespace epreuve::exercises
