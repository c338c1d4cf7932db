#pragma once

#include "support/submissions.hpp"

#include "epreuve/exercises/judging.hpp"
#include "epreuve/system/temporary_folder.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::tests {

/// A chapter's answers in several variants, compiled once. Each variant is a program of its own: a copy of the compiled
/// one in which a number is overwritten that says which bodies its functions have. The judge launches and confines it
/// like any other submission's.
class Variants
{
public:
  /// @param programs   the folder of the judges
  /// @param variants   each other bodies for some functions, which have the solutions' bodies elsewhere; at most 1000
  /// @param sanitized  whether there is a second program, with sanitizers, as a submission has
  /// @param above      put above the first function
  /// @throws std::runtime_error if they do not compile
  Variants(const std::filesystem::path& programs, const std::string& chapter,
           const std::vector<Bodies>& variants, bool sanitized = true,
           const std::string& above = "");

  /// What the judge says about an exercise of a variant.
  /// @param sandboxed  whether it is judged as by `grade`, in bubblewrap
  exercises::Result judge(std::size_t variant, const std::string& exercise,
                          bool sandboxed = false) const
  {
    return judge_all(variant, {exercise}, sandboxed).at(0);
  }

  /// The same of several, by one judge.
  /// @param names  of exercises, in their order
  std::vector<exercises::Result> judge_all(std::size_t variant,
                                           const std::vector<std::string>& names,
                                           bool sandboxed = false) const;

  /// Where the programs are.
  const std::filesystem::path& folder() const { return folder_.path(); }

  /// The source with all bodies.
  const std::string& text() const { return text_; }

  /// The line, from 1, on which a part of the source begins.
  long line_of(const std::string& part) const;

private:
  std::filesystem::path program(const std::string& name, std::size_t variant) const;

  TemporaryFolder folder_;
  exercises::Chapter chapter_;
  std::string text_;
  bool sanitized_;
};

} // namespace epreuve::tests
