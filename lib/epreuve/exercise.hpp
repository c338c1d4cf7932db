#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// What lists and reports say of an exercise.
struct About
{
  std::string name{};    ///< of its function: "log_sum_exp"
  std::string title{};   ///< "Log-sum-exp without overflow"
  std::string section{}; ///< where it comes from: "exo7 2.1"
  int points = 0;
  int stars = 0;                    ///< difficulty, 1 to 5
  std::vector<std::string> hints{}; ///< at least 3, from a nudge to nearly all
};

/// An exercise, as a chapter's exercises.hpp declares it.
struct Exercise : About
{
  std::string statement{};              ///< the comment below title and points, without the slashes
  std::string signature{};              ///< "arma::vec softmax(const arma::vec& x)"
  std::vector<std::string> arguments{}; ///< their names
  int line = 0;                         ///< where its comment begins
};

/// The exercises that a header declares, in their order. Each is a function in `namespace exercise` below its comment;
/// the hints follow after the namespace, so that nobody who reads a statement reads them:
///
///     /// # Log-sum-exp without overflow
///     /// 3 points, 2 stars: exo7 2.1
///     /// The logarithm of softmax's denominator ...
///     double log_sum_exp(const arma::vec& x);
///
///     } // namespace exercise
///
///     // [log_sum_exp]
///     // - Which of the exponentials overflow, and which underflow?
///     // - ...
///
/// A declaration begins at the beginning of a line, with the function's name on it: so the commands' script and
/// completion find the names too.
/// @param file  its name, for errors
/// @throws Error naming the line of what is not so: a comment without title or points, a name declared twice, hints of
/// no exercise, fewer than three or one without words
std::vector<Exercise> exercises_in(std::string_view header,
                                   const std::string& file = "exercises.hpp");
std::vector<Exercise> read_exercises(const std::filesystem::path& header);

/// What a compiler needs of such a header, on the lines on which it is there: nothing changes in it when a title or a
/// hint does. And EPREUVE_EXERCISES(each), which is each(NAME) for every exercise.
/// @param file  its path, for the compiler's messages
std::string for_compiler(std::string_view header, const std::string& file);

/// What lists and reports say of these exercises.
std::vector<About> abouts(const std::vector<Exercise>& exercises);

/// A section of exercises.cpp as the student finds it: the function, which throws NotStarted.
std::string stub(const Exercise& exercise);

} // namespace epreuve::exercises
