#pragma once

#include "epreuve/exercises/gcc_messages.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// How judged code is compiled: the file toolchain.json, with {folder} replaced by the folder that it lies in. Its
/// members are the compiler, flags, warnings, flags with sanitizers, the header that comes first, and libraries.
/// @param folder  bin/exercises
/// @throws Error if there is none
nlohmann::json read_toolchain(const std::filesystem::path& folder);

struct CompileOptions
{
  bool sandboxed = false;           ///< in bubblewrap, where it sees only its source and headers
  bool sanitized = false;           ///< with the sanitizers (memory_error.hpp), and no warnings
  std::filesystem::path also{};     ///< another source of the program
  std::filesystem::path included{}; ///< where #include "..." looks too
  double seconds = 20;              ///< at most
};

/// Makes workers of files of exercises. The files that it needs lie next to the programs (Exercises.cmake).
class Compiler
{
public:
  /// @param folder  bin/exercises
  /// @throws Error if there is no toolchain in it
  explicit Compiler(std::filesystem::path folder);

  /// Compiles a file and links it with its chapter's worker: first to assembly, so the compiler's messages are separate
  /// from those of the assembler, which the file can forge. Both are read by another process, the chapter's judge; if
  /// that fails, the file has failed.
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

  /// The command that compiles a program for a debugger, like judged code, but without optimisation.
  /// @param source   a file with a main function, which includes the student's
  /// @param program  where it goes
  std::vector<std::string> debugging_command(const std::filesystem::path& source,
                                             const std::filesystem::path& program) const;

private:
  struct Job;
  std::vector<std::string> assembling_command(const Job& job, std::size_t source) const;
  std::vector<std::string> linking_command(const Job& job) const;
  std::vector<std::string> beginning(const Job& job) const;
  Diagnostics read(const Job& job, Speaker speaker, const std::string& output) const;

  std::filesystem::path folder_;
  std::string compiler_, first_;
  std::vector<std::string> flags_, warnings_, sanitized_flags_, libraries_;
};

} // namespace epreuve::exercises
