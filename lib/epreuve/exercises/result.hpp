#pragma once

#include "epreuve/exercise_about.hpp"

#include <nlohmann/json.hpp>

#include <string>
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
  std::string reason{};    ///< what the difference is, or what usually leads there
  std::string diagnosis{}; ///< a known mistake
  std::string printed{};   ///< by judged code
};

struct Result
{
  About about;
  Status status = Status::not_started;
  Feedback feedback; ///< if it is wrong

  int points() const { return status == Status::done ? about.points : 0; }
};

std::string name(Status status); ///< "done", "wrong", "not started"

/// As JSON, and back. @throws nlohmann::json::exception if it is no result
nlohmann::json to_json(const About& about);
nlohmann::json to_json(const Result& result);
About about_from_json(const nlohmann::json& json);
Result result_from_json(const nlohmann::json& json);

} // namespace epreuve::exercises
