#pragma once

#include "epreuve/exercises/instant.hpp"
#include "epreuve/exercises/result.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// What a report says of a wrong answer.
enum class Disclosure
{
  all,     ///< the failing input, what was expected, and what the mistake may be
  input,   ///< the failing input, what came and what was printed
  verdict, ///< that it is wrong
};

/// A feedback without what is not to be disclosed. The words of the compiler stay: no call has been made then.
Feedback disclosed(Feedback feedback, Disclosure what);

/// The table of grades for Moodle.
struct MoodleRules
{
  bool by_email = false; ///< who a row is about: the e-mail address instead of the idnumber
  double out_of = 20;    ///< the best grade
  bool has_decimal_comma = false;
};

/// What counts in a course, as its teacher says in course.json (docs/course.schema.json): which
/// chapters, how many points each exercise has, what students read about a wrong answer, who is in the class, until
/// when to hand in, and whether there is a table for Moodle. Anything that the file does not say, or everything if there is no
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
  Disclosure disclosure() const { return disclosure_; }
  /// The file of the roster; empty if there is none.
  const std::filesystem::path& roster() const { return roster_; }
  const std::optional<Instant>& deadline() const { return deadline_; }
  const std::optional<MoodleRules>& moodle() const { return moodle_; }
  /// An exercise with the points that it has in the course: 0 if it is left out.
  About with_points(const std::string& chapter, About about) const;

private:
  std::string title_;
  Disclosure disclosure_ = Disclosure::all;
  std::filesystem::path roster_;
  std::optional<Instant> deadline_;
  std::optional<MoodleRules> moodle_;
  bool is_selective_ = false; ///< only the chapters of points_ count
  std::map<std::string, std::map<std::string, int>> points_;
};

/// The exercises of a project's chapters, as their files exercises.hpp declare them.
std::map<std::string, std::vector<std::string>>
declared_exercises(const std::filesystem::path& chapters);

} // namespace epreuve::exercises
