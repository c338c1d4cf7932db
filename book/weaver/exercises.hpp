#pragma once

#include "weaver/html.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// An exercise, as a chapter's page shows it: what is asked, never how it is solved.
struct Exercise
{
  std::string name; ///< of its function
  std::string title;
  int points = 0;
  int stars = 0;         ///< difficulty, 1 to 5
  std::string statement; ///< the comment in exercises.hpp: Markdown with @param, @return, @throws
  std::string signature;

  bool operator==(const Exercise&) const = default;
};

/// The exercises of a chapter's folder, in their order; none if it has no exercises.hpp. They are read from
/// the sources, so the book need not wait for the judges to be compiled: the statement and the
/// signature from exercises.hpp; title, points and stars from the calls course.exercise<...>("name",
/// ...).title("...").points(2).stars(3) in checks.cpp. Hints are not shown.
/// @throws Error if a function of exercises.hpp has no such call, or the call lacks one of these
std::vector<Exercise> exercises_of(const std::filesystem::path& folder);

/// The exercises' section of the page, as blocks of pandoc's tree. Its headings' ids are "exercises" and "exercise:NAME".
/// @param chapter  "01-softmax"
/// @throws Error as read_markdown does
nlohmann::json exercises_section(const std::vector<Exercise>& exercises,
                                 const std::string& chapter);

} // namespace epreuve::book
