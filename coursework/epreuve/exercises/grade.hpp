#pragma once

#include "epreuve/exercises/instant.hpp"
#include "epreuve/exercises/result.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// What one submission has achieved: a result for every exercise of every graded chapter, even if it has no file for
/// the chapter (not started) or one that does not compile (wrong). All reports
/// are views of it.
struct Grade
{
  struct OfChapter
  {
    std::string chapter; ///< "01-softmax"
    std::string problem; ///< why its file was not judged: "does not compile: ..."; else empty
    std::vector<Result> results; ///< in the order of the exercises
    std::string file{};          ///< a hash of what was handed in for it; empty if nothing was
    std::string key{};           ///< a hash of everything it depends on: the file and its judge
    std::optional<Instant> changed{}; ///< when the file was last changed, if that is known
  };

  std::string submission;               ///< the name of its file or folder
  std::string problem;                  ///< the reason why nothing was judged; else empty
  std::vector<OfChapter> chapters;      ///< in reading order
  std::vector<std::string> not_taken{}; ///< .cpp files for no chapter, each with the reason
  std::vector<std::string> notes{}; ///< "01-softmax: late by 2 h"; from the course, and not in JSON
  std::string
      person{}; ///< whose it is, "Ada Lovelace", from the roster, and not in JSON; may be empty
  std::string stem{}; ///< of the names of its files, where that is not the `file_name`; not in JSON

  /// The grade of a chapter; null if it was not graded.
  const OfChapter* find(const std::string& chapter) const;

  int points() const;
  int most_points() const;
  /// Whether there is a problem with it, or with one of its chapters.
  bool has_problem() const;
};

/// The beginning of the names of a grade's files.
std::string stem_in(const Grade& grade);

/// The problem of somebody on the roster who has no submission.
constexpr const char* nothing_handed_in = "nothing handed in";

/// Of files that were not taken, so many are named; then follows how many there are.
constexpr std::size_t most_not_taken = 20;

nlohmann::json to_json(const Grade& grade);
/// Anybody may have written it, so no text longer than `grade` writes is accepted, and no more points.
/// @throws Error, or nlohmann::json::exception, if it is not a grade
Grade grade_from_json(const nlohmann::json& json);

} // namespace epreuve::exercises
