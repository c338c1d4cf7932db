#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/reports.hpp"

#include <fmt/format.h>

#include <string>

namespace epreuve::exercises {

using Json = nlohmann::ordered_json;

std::string gradescope_json(const StudentsView& view)
{
  const Grade& grade = *view;
  Json tests = Json::array();
  for (const Grade::OfChapter& chapter : grade.chapters)
    for (const Result& result : chapter.results)
      tests.push_back(
          {{"name", fmt::format("{}: {}", full_name(chapter, result), result.about.title)},
           {"score", result.points()},
           {"max_score", result.about.points},
           {"status", result.status == Status::done ? "passed" : "failed"},
           {"output", as_text(result, obstacle(grade, chapter))}});
  Json document{{"score", grade.points()}};
  if (const std::string text = problems(grade); !text.empty())
    document["output"] = text;
  for (const char* format : {"output_format", "test_output_format", "test_name_format"})
    document[format] = "text";
  document["tests"] = tests;
  return written(document);
}

} // namespace epreuve::exercises
