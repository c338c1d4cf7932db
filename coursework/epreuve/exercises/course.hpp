#pragma once

#include "epreuve/exercises/check.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::exercises {

/// The exercises of a chapter, in the order in which a student meets them.
class Course
{
public:
  /// @param name            of the function in exercises.hpp, whose type is `Signature`
  /// @param argument_names  as they are there
  template <typename Signature>
  Check<Signature>& exercise(std::string name, std::vector<std::string> argument_names)
  {
    auto check = std::make_shared<Check<Signature>>(std::move(name), std::move(argument_names));
    exercises_.push_back(check);
    return *check;
  }

  using Exercises = std::vector<std::shared_ptr<const BasicCheck>>;
  const Exercises& exercises() const { return exercises_; }

private:
  Exercises exercises_;
};

/// The main function of a chapter's judge. --about: the exercises' descriptions, as JSON on one line. --worker FILE:
/// judges that program and writes one result per line, as JSON; right answers it tries once more in the program of
/// --sanitized FILE, if that is given; wrong ones it compares with the mistakes in the program mistakes-NN-NAME next to
/// it. --mistakes: judges each of these, and writes its name, its diagnosis and the result, which should have the same
/// diagnosis; and, of an exercise that describes mistakes (Check::mistake), the diagnosis by these descriptions alone,
/// which must be no other. --driven: it gets seed and time, and gives answers, through a channel of its own
/// (judge_channel.hpp). Its process is closed to others.
/// Exit status 0: all judged; 2: bad usage, or a worker that cannot be started.
int judge_main(const std::function<void(Course&)>& define, int argc, char** argv);

} // namespace epreuve::exercises

/// Opens the body of a chapter's checks.cpp.
#define CHECKS(course)                                                                             \
  static void epreuve_checks(epreuve::exercises::Course&);                                         \
  int main(int argc, char** argv)                                                                  \
  {                                                                                                \
    return epreuve::exercises::judge_main(epreuve_checks, argc, argv);                             \
  }                                                                                                \
  static void epreuve_checks(epreuve::exercises::Course& course)
