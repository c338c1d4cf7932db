#pragma once

#include "epreuve/exercises/chapters.hpp"
#include "epreuve/exercises/compiler.hpp"
#include "epreuve/exercises/example.hpp"
#include "epreuve/exercises/judge_process.hpp"
#include "epreuve/exercises/result.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// Its exercises, as the header says that its judge was built with. Nothing that a student hands in changes it.
std::vector<About> exercises_of(const Chapter& chapter);

/// The inputs that its checks name, as its judge lists them, with the right results.
/// @throws Error if the judge does not list them
std::vector<ExamplesOf> examples_of(const Chapter& chapter);

/// The outcome of judging a file of exercises.
struct Judged
{
  Diagnostics diagnostics;     ///< of the whole file
  std::vector<Result> results; ///< empty if neither the file nor any part of it compiles
  bool is_watched = true;      ///< whether memory errors were looked for in all of it
};

struct JudgeOptions
{
  std::vector<std::string> exercises{}; ///< only these; all if empty
  bool sandboxed = false;
  bool sanitized = true;                          ///< whether memory errors are looked for
  std::function<void(const Result&)> each{};      ///< called as results come
  std::function<void(const Diagnostics&)> told{}; ///< called before the first result
  /// The descriptions of the chapter's exercises, in their order: a judge is not trusted with them while it judges. If
  /// this is empty, exercises_of has them.
  std::vector<About> catalogue{};
  std::uint64_t seed = Charge().seed;
  /// Seconds for compiling and judging together; never more than half a minute and Limits::chapter_seconds.
  double seconds = std::numeric_limits<double>::infinity();
};

/// Compiles a chapter's file and judges it. If it does not compile, those exercises are judged whose sections do; the
/// others are wrong, their reason the compiler's.
/// @throws Error if compiler or judge cannot be started, or there is no space for programs
/// @throws JudgeFailed if the judge does not answer for each exercise, once and in their order
Judged judge_file(const Compiler& compiler, const Chapter& chapter,
                  const std::filesystem::path& source, const JudgeOptions& options);

} // namespace epreuve::exercises
