#pragma once

#include "epreuve/exercises/result.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// What counts in a course, as its teacher says in course.json (docs/course.schema.json): which
/// chapters, and how many points each exercise has. Anything that the file does not say, or everything if there is no
/// file, is as in the chapters' checks.cpp.
///
///     {"title": "Transformers, winter", "chapters": {"softmax": {"log_sum_exp": 3}, "06-rotations": {}}}
class CourseFile
{
public:
  CourseFile() = default;

  /// @param known  the exercises of every chapter of the project
  /// @throws Error naming the place, if the file is not as the schema says; for an unknown name, the nearest one
  CourseFile(const std::filesystem::path& file,
             const std::map<std::string, std::vector<std::string>>& known);

  const std::string& title() const { return title_; }
  /// Whether a chapter, "01-softmax", is part of the course.
  bool counts(const std::string& chapter) const;
  /// An exercise with the points that it has in the course: 0 if it is left out.
  About with_points(const std::string& chapter, About about) const;

private:
  std::string title_;
  bool is_selective_ = false; ///< only the chapters of points_ count
  std::map<std::string, std::map<std::string, int>> points_;
};

/// The exercises of a project's chapters, as their files exercises.hpp declare them.
std::map<std::string, std::vector<std::string>>
declared_exercises(const std::filesystem::path& chapters);

} // namespace epreuve::exercises
