#pragma once

#include "epreuve/exercises/limits.hpp"
#include "epreuve/exercises/worker.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// The known mistakes in one exercise, and what they return: those of the chapter's mistakes.cpp, in a worker, since
/// one may crash or loop as judged code may. So may a solution, on inputs that its statement excludes.
class Mistakes
{
public:
  struct Mistake
  {
    std::string name;      ///< by which it is called: where it begins, "mistakes.cpp:120"
    std::string diagnosis; ///< what to tell a student who makes it
  };

  /// @param program   the chapter's mistakes; without one nothing is known
  /// @param exercise  the name of its function
  /// @param limits    if they leave no time, nothing is known
  /// @throws Error if the program cannot be started, or does not list them
  Mistakes(const std::filesystem::path& program, const std::string& exercise, const Limits& limits);

  const std::vector<Mistake>& known() const { return known_; }

  /// What the mistake does with these arguments, given as their bytes.
  /// @param like  what judged code did. The mistake has a second, and three times as long as that took: nobody should
  /// wait for it if it loops where judged code does not.
  Answer answer(const Mistake& mistake, const std::string& arguments, const Answer& like);

  /// What the exercise's solution does with these arguments, which its statement may exclude: in a twentieth of a second
  /// it has a result, or is not waited for.
  Answer solution(const std::string& arguments);

private:
  std::string exercise_;
  bool exists_;
  Worker worker_;
  std::vector<Mistake> known_;
};

/// The program of the mistakes in a judge's chapter: mistakes-NN-NAME, next to checks-NN-NAME.
std::filesystem::path mistakes_beside(const std::filesystem::path& judge);

} // namespace epreuve::exercises
