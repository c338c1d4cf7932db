#pragma once

#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/result.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// A chapter with exercises and the program that judges them.
struct Chapter
{
  std::string name; ///< "01-softmax"
  std::filesystem::path judge;
};

/// Where the judge of a chapter is among the programs.
std::filesystem::path judge_of(const std::filesystem::path& programs, const std::string& chapter);

/// Those whose judges lie in the programs' folder, in reading order.
std::vector<Chapter> chapters(const std::filesystem::path& programs);

/// The chapter of that name, with or without its number.
/// @throws Error if there is none, with the nearest name
const Chapter& find_chapter(const std::vector<Chapter>& chapters, const std::string& name);

/// Its exercises. @throws Error if the judge does not list them
std::vector<About> exercises_of(const Chapter& chapter);

/// The outcome of judging a file of exercises.
struct Judged
{
  Diagnostics diagnostics;     ///< of the whole file
  std::vector<Result> results; ///< none if it did not compile and no part of it does
};

struct JudgeOptions
{
  std::vector<std::string> exercises{}; ///< only these; all if empty
  bool sandboxed = false;
  std::function<void(const Result&)> each{};      ///< called as results come
  std::function<void(const Diagnostics&)> told{}; ///< called before the first result
};

/// Compiles a chapter's file and judges it. Of one that does not compile, those exercises are judged
/// whose sections do; the others are wrong, their reason the compiler's.
/// @throws Error if compiler or judge cannot be started, or the judge fails
Judged judge_file(const Compiler& compiler, const Chapter& chapter,
                  const std::filesystem::path& source, const JudgeOptions& options);

} // namespace epreuve::exercises
