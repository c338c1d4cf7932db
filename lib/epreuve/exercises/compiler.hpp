#pragma once

#include <filesystem>
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

/// What GCC prints with -fdiagnostics-format=json, and the linker beside it, also if it is cut off.
/// A message that does not lead to a line of this file has none.
/// @param file  its path, as the compiler was given it
Diagnostics read_gcc_json(const std::string& output, const std::string& file);

/// The errors of what GCC prints otherwise. It is longer, and says for what is wrong inside a
/// template which line required it.
Diagnostics read_gcc_text(const std::string& output, const std::string& file);

struct CompileOptions
{
  bool sandboxed = false;           ///< in bubblewrap, where it sees only its source and headers
  bool sanitized = false;           ///< with the sanitizers (memory_error.hpp), and no warnings
  std::filesystem::path also{};     ///< another source of the program
  std::filesystem::path included{}; ///< where #include "..." looks too
  double seconds = 20;              ///< at most
};

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
  /// @throws Error if the compiler cannot be started
  Diagnostics compile(const std::string& chapter, const std::filesystem::path& source,
                      const std::filesystem::path& program, const CompileOptions& options) const;
  Diagnostics compile(const std::string& chapter, const std::filesystem::path& source,
                      const std::filesystem::path& program, bool sandboxed) const
  {
    return compile(chapter, source, program, CompileOptions{.sandboxed = sandboxed});
  }

  /// The declarations of a chapter's exercises.
  std::filesystem::path header(const std::string& chapter) const
  {
    return folder_ / chapter / "exercises.hpp";
  }

  /// The command that compiles a program for a debugger, as judged code is compiled but for
  /// optimisation: nothing is optimised away.
  /// @param source   a file with a main function, which includes the student's
  /// @param program  where it goes
  std::vector<std::string> debugging_command(const std::filesystem::path& source,
                                             const std::filesystem::path& program) const;

private:
  std::filesystem::path folder_;
  std::string compiler_, first_;
  std::vector<std::string> flags_, warnings_, sanitized_flags_, libraries_;
};

} // namespace epreuve::exercises
