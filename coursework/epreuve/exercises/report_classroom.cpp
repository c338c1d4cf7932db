#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/reports.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace epreuve::exercises {

using Json = nlohmann::ordered_json;

namespace {

/// A text for a log in which the runner obeys commands.
std::string no_command(const std::string& text)
{
  std::string safe = "| ";
  for (const char c : text) {
    if (c == '[' && safe.ends_with("##"))
      safe += ' ';
    safe += c;
    if (c == '\n')
      safe += "| ";
  }
  return safe;
}

std::string status(const Result& result, const std::string& obstacle)
{
  if (result.status == Status::done)
    return "pass";
  return obstacle.empty() ? "fail" : "error";
}

Json test(const Grade::OfChapter& chapter, const Result& result, const std::string& obstacle)
{
  const std::string exercise = full_name(chapter, result);
  std::string message = name(result.status), feedback;
  if (!obstacle.empty())
    message = obstacle;
  else if (result.status == Status::wrong)
    message = feedback = as_text(parts(result.feedback));
  // Of a test with an error the reporter prints the message alone, of one that fails the name and
  // the code: so the message of the first has the name too, and the code of the second has the feedback.
  Json test{{"name", exercise}, {"status", status(result, obstacle)}};
  if (result.status == Status::done)
    test["message"] = nullptr;
  else
    test["message"] = fmt::format("{}\n{}", exercise, no_command(message));
  test["test_code"] = feedback.empty() ? "" : no_command(feedback);
  test["filename"] = "";
  test["line_no"] = 0; // so that no line number is printed
  test["score"] = result.points();
  return test;
}

} // namespace

std::string classroom_json(const Grade& grade)
{
  Json tests = Json::array();
  for (const Grade::OfChapter& chapter : grade.chapters)
    for (const Result& result : chapter.results)
      tests.push_back(test(chapter, result, obstacle(grade, chapter)));
  const auto any = [&](const char* status) {
    return std::ranges::any_of(tests, [&](const Json& test) { return test["status"] == status; });
  };
  const char* status = "pass";
  if (any("fail"))
    status = "fail";
  else if (any("error") || grade.has_problem())
    status = "error";
  return written(
      {{"version", 1}, {"status", status}, {"max_score", grade.most_points()}, {"tests", tests}});
}

} // namespace epreuve::exercises
