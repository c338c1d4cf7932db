#pragma once

#include "epreuve/exercises/check.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <source_location>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::exercises {

/// The checks of a chapter's exercises, in the order in which a student meets them.
class Course
{
public:
  using Location = std::source_location;

  /// @param declared  the exercises, as exercises.hpp declares them
  explicit Course(std::vector<Exercise> declared)
      : declared_(std::move(declared)), exercises_(declared_.size()), checked_(declared_.size())
  {
  }

  /// As course.EXERCISE(softmax): the check of the function of that name, whose type is `Signature`.
  /// @throws Error if it is not declared, or has a check already
  template <typename Signature>
  Check<Signature>& exercise(std::string_view name, const Location& where = Location::current())
  {
    const std::size_t place = place_of(name, where);
    auto check = std::make_shared<Check<Signature>>(declared_[place], declared_[place].arguments);
    exercises_[place] = check;
    return *check;
  }

  using Exercises = std::vector<std::shared_ptr<const BasicCheck>>;
  /// @param checks  the file that has them, for an error
  /// @throws Error if an exercise has no check, or an incomplete one
  const Exercises& exercises(const std::filesystem::path& checks) const;

private:
  std::size_t place_of(std::string_view name, const Location& where);

  std::vector<Exercise> declared_;
  Exercises exercises_;           ///< null until it is defined
  std::vector<Location> checked_; ///< where
};

/// The main function of a chapter's judge. --worker FILE: judges that program and writes one result per line, as JSON;
/// right answers it tries once more in the program of --sanitized FILE, if that is given; wrong ones it compares with the
/// mistakes in the program mistakes-NN-NAME next to it. --mistakes: judges each of these, and writes its name, its
/// diagnosis and the result, which should have the same diagnosis; and, of an exercise that describes mistakes
/// (Check::mistake), the diagnosis by these descriptions alone, which must be no other. --fits: sees that each exercise of
/// exercises.hpp has a check, as it does before everything else too. --driven: it gets seed and time, and gives answers,
/// through a channel of its own (judge_channel.hpp). Its process is closed to others.
/// @param checks  where they are defined
/// Exit status 0: all judged; 2: bad usage, or a worker that cannot be started.
int judge_main(const std::function<void(Course&)>& define, int argc, char** argv,
               const std::source_location& checks = std::source_location::current());

} // namespace epreuve::exercises

/// Opens the body of a chapter's checks.cpp.
#define CHECKS(course)                                                                             \
  static void epreuve_checks(epreuve::exercises::Course&);                                         \
  int main(int argc, char** argv)                                                                  \
  {                                                                                                \
    return epreuve::exercises::judge_main(epreuve_checks, argc, argv);                             \
  }                                                                                                \
  static void epreuve_checks(epreuve::exercises::Course& course)

/// course.EXERCISE(softmax) begins the check of an exercise: its name gives the type too, and exercises.hpp the rest.
#define EXERCISE(name) exercise<decltype(exercise::name)>(#name)
