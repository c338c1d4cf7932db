#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/reports.hpp"

#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace epreuve::exercises {

using Json = nlohmann::ordered_json;

namespace {

/// What judged code printed, cut to the length that is allowed.
std::string output(const std::string& printed)
{
  constexpr std::size_t most = 500;
  const std::string note = "\nOutput was truncated. Please limit to 500 chars";
  const std::string clean = visible(printed);
  if (beginning(clean, most).size() == clean.size())
    return clean;
  return std::string(beginning(clean, most - note.size())) + note;
}

/// The test that was tried: the call with the failing input, if there is one.
std::string test_code(const Result& result)
{
  const std::string& input = result.feedback.input;
  return input.empty() ? result.about.name + "(...)" : excerpt(input);
}

/// "3 points"; "1 of 3 points" for an answer that is wrong and earns something.
std::string points_of(const Result& result)
{
  const int most = result.about.points;
  const bool partial = result.status == Status::wrong && result.points() > 0;
  return fmt::format("{}{} {}", partial ? fmt::format("{} of ", result.points()) : "", most,
                     most == 1 ? "point" : "points");
}

Json test(const Grade::OfChapter& chapter, const Result& result, const std::string& obstacle,
          int task)
{
  Json test{{"name", fmt::format("{}: {} ({})", full_name(chapter, result), result.about.title,
                                 points_of(result))},
            {"test_code", test_code(result)}};
  if (result.status == Status::done) {
    test["status"] = "pass";
    test["message"] = nullptr;
  } else if (!obstacle.empty()) {
    test["status"] = "error";
    test["message"] = obstacle;
  } else {
    test["status"] = "fail";
    test["message"] = result.status == Status::wrong ? as_text(parts_but_printed(result.feedback))
                                                     : name(result.status);
  }
  if (!result.feedback.printed.empty())
    test["output"] = output(result.feedback.printed);
  test["task_id"] = task;
  return test;
}

} // namespace

std::string exercism_json(const Grade& grade)
{
  Json tests = Json::array();
  bool judged = false, all_done = true;
  for (const Grade::OfChapter& chapter : grade.chapters) {
    const std::string reason = obstacle(grade, chapter);
    judged = judged || reason.empty();
    for (const Result& result : chapter.results) {
      all_done = all_done && result.status == Status::done;
      tests.push_back(test(chapter, result, reason, static_cast<int>(tests.size()) + 1));
    }
  }
  Json document{{"version", 3}, {"status", all_done ? "pass" : "fail"}, {"message", nullptr}};
  if (!judged) {
    const std::string why = problems(grade);
    document["status"] = "error";
    document["message"] = why.empty() ? "there is no exercise to judge" : why;
  }
  document["tests"] = tests;
  return written(document);
}

} // namespace epreuve::exercises
