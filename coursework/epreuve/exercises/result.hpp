#pragma once

#include "epreuve/exercise.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::exercises {

enum class Status
{
  done,
  wrong,
  not_started
};

/// Why an exercise is wrong: on the smallest input that was found. Texts of one line or several;
/// those that do not apply are empty.
struct Feedback
{
  std::string input{};     ///< "large logits: softmax(x = (1000, 1001))"
  std::string expected{};  ///< a value, or a property in words
  std::string got{};       ///< a value, or what happened instead
  std::string reason{};    ///< what the difference is, or what usually causes it
  std::string diagnosis{}; ///< a known mistake
  std::string printed{};   ///< by judged code
  std::string credit{}; ///< what earned points nonetheless: "1 of 3 points: the entries sum to 1"
  std::string call{};   ///< the body of a main function that makes the call; not for reports
};

/// The most that a wrong answer can earn: less than all points.
inline int most_earned(const About& about)
{
  return std::max(0, about.points - 1);
}

struct Result
{
  About about;
  Status status = Status::not_started;
  Feedback feedback;    ///< if it is wrong
  int earned = 0;       ///< by parts of an answer that is wrong
  std::string remark{}; ///< what could not be checked in an answer that counts as right; or empty
  bool is_unwatched = false; ///< its program does not start under the sanitizers; in no report
  bool is_outside = false;   ///< its input is not one that the statement allows; in no report
  /// Whether it was right on each named input that it was tried on; in no report.
  std::vector<std::pair<std::string, bool>> on_named{};

  /// All reports add up these. A wrong answer has less than all, also where a course has made the
  /// whole worth less than its parts.
  int points() const
  {
    if (status == Status::done)
      return about.points;
    return status == Status::wrong ? std::clamp(earned, 0, most_earned(about)) : 0;
  }
};

std::string name(Status status); ///< "done", "wrong", "not started"
/// The word in a grade for a result that only stands in for what could not be judged.
constexpr const char* not_judged = "not judged";

/// As JSON, and back. @throws nlohmann::json::exception if it is not a result
nlohmann::json to_json(const About& about);
nlohmann::json to_json(const Result& result);
About about_from_json(const nlohmann::json& json);
Result result_from_json(const nlohmann::json& json);

} // namespace epreuve::exercises
