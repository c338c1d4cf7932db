#include "epreuve/exercises/grade.hpp"

#include <algorithm>

namespace epreuve::exercises {

using nlohmann::json;

namespace {

template <typename Count>
int sum(const Grade& grade, const Count& count)
{
  int total = 0;
  for (const Grade::OfChapter& chapter : grade.chapters)
    for (const Result& result : chapter.results)
      total += count(result);
  return total;
}

} // namespace

const Grade::OfChapter* Grade::find(const std::string& chapter) const
{
  const auto found = std::ranges::find(chapters, chapter, &OfChapter::chapter);
  return found == chapters.end() ? nullptr : &*found;
}

int Grade::points() const
{
  return sum(*this, [](const Result& result) { return result.points(); });
}

int Grade::most_points() const
{
  return sum(*this, [](const Result& result) { return result.about.points; });
}

bool Grade::has_problem() const
{
  return !problem.empty() || std::ranges::any_of(chapters, [](const OfChapter& chapter) {
    return !chapter.problem.empty();
  });
}

json to_json(const Grade& grade)
{
  json chapters = json::array();
  for (const Grade::OfChapter& chapter : grade.chapters) {
    json results = json::array();
    for (const Result& result : chapter.results)
      results.push_back(to_json(result));
    chapters.push_back({{"chapter", chapter.chapter},
                        {"problem", chapter.problem},
                        {"results", results},
                        {"file", chapter.file},
                        {"key", chapter.key}});
  }
  return {{"submission", grade.submission},
          {"problem", grade.problem},
          {"points", grade.points()},
          {"most_points", grade.most_points()},
          {"chapters", chapters}};
}

Grade grade_from_json(const json& written)
{
  Grade grade{written.at("submission"), written.at("problem"), {}};
  for (const json& chapter : written.at("chapters")) {
    grade.chapters.push_back(
        {chapter.at("chapter"), chapter.at("problem"), {}, chapter.at("file"), chapter.at("key")});
    for (const json& result : chapter.at("results"))
      grade.chapters.back().results.push_back(result_from_json(result));
  }
  return grade;
}

} // namespace epreuve::exercises
