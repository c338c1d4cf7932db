#include "epreuve/exercises/grade.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercises/limits.hpp"
#include "epreuve/exercises/submission_name.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <utility>

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

constexpr std::size_t longest_name = 100, longest_text = 1 << 16, most_chapters = 200,
                      most_exercises = 200, most_hints = 50;

const std::string& text_at(const json& object, const char* member, std::size_t longest)
{
  const std::string& text = object.at(member).get_ref<const std::string&>();
  if (text.size() > longest)
    throw Error("{} has {} bytes, expected at most {}", member, text.size(), longest);
  return text;
}

/// A chapter's or an exercise's name, which becomes a part of file names and tables.
void require_name(const json& object, const char* member)
{
  const std::string& name = text_at(object, member, longest_name);
  const auto fits = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '-' ||
           c == '_';
  };
  if (name.empty() || name.front() == '-' || !std::ranges::all_of(name, fits))
    throw Error("{} is {}, which is not the name of a chapter or exercise", member,
                in_quotes(name));
}

void require_number(const json& object, const char* member, int most)
{
  const json& number = object.at(member);
  if (!number.is_number_integer() || number < 0 || number > most)
    throw Error("{} is not a whole number from 0 to {}", member, most);
}

const json::array_t& array_at(const json& object, const char* member, std::size_t most)
{
  const auto& array = object.at(member).get_ref<const json::array_t&>();
  if (array.size() > most)
    throw Error("{} has {} entries, expected at most {}", member, array.size(), most);
  return array;
}

void require_result(const json& result)
{
  require_name(result, "name");
  for (const char* member : {"title", "section"})
    text_at(result, member, longest_text);
  require_number(result, "points", most_points_of_an_exercise);
  require_number(result, "stars", 5);
  for (const json& hint : array_at(result, "hints", most_hints))
    if (hint.get_ref<const std::string&>().size() > longest_text)
      throw Error("a hint is too long");
  const std::string& status = text_at(result, "status", longest_name);
  if (status != name(Status::done) && status != name(Status::wrong) &&
      status != name(Status::not_started) && status != not_judged)
    throw Error("there is no status {}", in_quotes(status));
  if (result.contains("remark"))
    text_at(result, "remark", longest_text);
  if (!result.contains("feedback"))
    return;
  require_number(result, "earned", most_points_of_an_exercise);
  for (const char* member :
       {"input", "expected", "got", "reason", "diagnosis", "printed", "credit", "call"})
    text_at(result.at("feedback"), member, longest_text);
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

std::string stem_in(const Grade& grade)
{
  return grade.stem.empty() ? file_name(grade.submission) : grade.stem;
}

json to_json(const Grade& grade)
{
  json chapters = json::array();
  for (const Grade::OfChapter& chapter : grade.chapters) {
    json results = json::array();
    for (const Result& result : chapter.results) {
      results.push_back(to_json(result));
      if (!grade.problem.empty() || !chapter.problem.empty())
        results.back()["status"] = not_judged;
    }
    chapters.push_back({{"chapter", chapter.chapter},
                        {"problem", chapter.problem},
                        {"results", results},
                        {"file", chapter.file},
                        {"key", chapter.key}});
    if (chapter.changed)
      chapters.back()["changed"] = as_text(*chapter.changed);
  }
  return {{"submission", grade.submission},     {"problem", grade.problem},
          {"not_taken", grade.not_taken},       {"points", grade.points()},
          {"most_points", grade.most_points()}, {"chapters", chapters}};
}

Grade grade_from_json(const json& written)
{
  Grade grade{
      text_at(written, "submission", longest_text), text_at(written, "problem", longest_text), {}};
  if (written.contains("not_taken"))
    for (const json& line : array_at(written, "not_taken", most_not_taken + 1)) {
      grade.not_taken.push_back(line);
      if (grade.not_taken.back().size() > longest_text)
        throw Error("a line of not_taken is too long");
    }
  for (const json& chapter : array_at(written, "chapters", most_chapters)) {
    require_name(chapter, "chapter");
    if (grade.find(chapter.at("chapter")) != nullptr)
      throw Error("it has the chapter {} twice", chapter.at("chapter").get<std::string>());
    Grade::OfChapter& read = grade.chapters.emplace_back();
    read.chapter = chapter.at("chapter");
    read.problem = text_at(chapter, "problem", longest_text);
    read.file = text_at(chapter, "file", longest_name);
    read.key = text_at(chapter, "key", longest_name);
    if (chapter.contains("changed"))
      read.changed = parse_instant(text_at(chapter, "changed", longest_name));
    for (const json& result : array_at(chapter, "results", most_exercises)) {
      require_result(result);
      Result next = result_from_json(result);
      if (std::ranges::any_of(read.results, [&](const Result& other) {
            return other.about.name == next.about.name;
          }))
        throw Error("it has the exercise {} twice", next.about.name);
      read.results.push_back(std::move(next));
    }
  }
  return grade;
}

} // namespace epreuve::exercises
