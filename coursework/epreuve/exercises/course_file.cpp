#include "epreuve/exercises/course_file.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise.hpp"
#include "epreuve/exercises/limits.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace epreuve::exercises {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr JsonBounds bounds{.longest = std::size_t{1} << 20, .comments = true};

/// The members of an object. @throws Error if it is not one
const json::object_t& object_at(const json& value, const std::string& place)
{
  if (!value.is_object())
    throw Error("{} is of type {}, expected an object {{...}}", place, value.type_name());
  return value.get_ref<const json::object_t&>();
}

/// A value for a message.
std::string as_written(const json& value)
{
  return value.is_string()       ? in_quotes(value.get_ref<const std::string&>())
         : value.is_structured() ? "of type " + std::string(value.type_name())
                                 : value.dump();
}

int points_at(const json& value, const std::string& place)
{
  if (!value.is_number_integer() || value < 0 || value > most_points_of_an_exercise)
    throw Error("{} is {}, expected a whole number from 0 (which leaves it out) to {}", place,
                as_written(value), most_points_of_an_exercise);
  return value;
}

Disclosure disclosure_at(const json& value)
{
  for (const auto& [name, disclosure] :
       {std::pair("all", Disclosure::all), std::pair("input", Disclosure::input),
        std::pair("verdict", Disclosure::verdict)})
    if (value == name)
      return disclosure;
  throw Error("feedback is {}, expected \"all\", \"input\" or \"verdict\"", as_written(value));
}

const std::string& text_at(const json& value, const std::string& place)
{
  if (!value.is_string())
    throw Error("{} is of type {}, expected a text", place, value.type_name());
  return value.get_ref<const std::string&>();
}

Instant deadline_at(const json& value)
{
  try {
    return parse_instant(text_at(value, "it"));
  } catch (const Error& error) {
    throw Error("deadline: {}", error.what());
  }
}

MoodleRules moodle_at(const json& value)
{
  constexpr int most = 100000;
  MoodleRules rules;
  for (const auto& [name, rule] : object_at(value, "moodle")) {
    if (name == "identifier" && (rule == "idnumber" || rule == "email"))
      rules.by_email = rule == "email";
    else if (name == "identifier")
      throw Error("moodle / identifier is {}, expected \"idnumber\" or \"email\"",
                  as_written(rule));
    else if (name == "out_of" && rule.is_number() && rule > 0 && rule <= most)
      rules.out_of = rule;
    else if (name == "out_of")
      throw Error("moodle / out_of is {}, expected a number above 0, at most {}", as_written(rule),
                  most);
    else if (name == "decimal_comma" && rule.is_boolean())
      rules.has_decimal_comma = rule;
    else if (name == "decimal_comma")
      throw Error("moodle / decimal_comma is {}, expected true or false", as_written(rule));
    else
      throw Error("moodle has no member \"{}\"; the nearest is \"{}\"", printable(name),
                  nearest(name, {"identifier", "out_of", "decimal_comma"}));
  }
  return rules;
}

struct Known
{
  std::string name;
};

std::string parse_chapter(const std::string& name,
                          const std::map<std::string, std::vector<std::string>>& known)
{
  std::vector<Known> chapters;
  for (const auto& [chapter, exercises] : known)
    chapters.push_back({chapter});
  return find_named(chapters, name, "chapter with exercises").name;
}

} // namespace

Feedback disclosed(Feedback feedback, Disclosure what)
{
  // Without an input nothing was called: the reason is the compiler's.
  if (what == Disclosure::all || feedback.input.empty())
    return feedback;
  if (what == Disclosure::verdict)
    return {.reason = "the course says only that it is wrong"};
  // What the difference is, or what earned points, would say what is right.
  return {.input = std::move(feedback.input),
          .got = std::move(feedback.got),
          .printed = std::move(feedback.printed),
          .call = std::move(feedback.call)};
}

CourseFile::CourseFile(const fs::path& file,
                       const std::map<std::string, std::vector<std::string>>& known)
{
  const json document = read_json(file, bounds);
  try {
    for (const auto& [name, value] : object_at(document, "the whole")) {
      if (name == "$schema")
        continue;
      if (name == "title")
        title_ = text_at(value, name);
      else if (name == "feedback")
        disclosure_ = disclosure_at(value);
      else if (name == "roster")
        roster_ = file.parent_path() / text_at(value, name);
      else if (name == "deadline")
        deadline_ = deadline_at(value);
      else if (name == "moodle")
        moodle_ = moodle_at(value);
      else if (name != "chapters")
        throw Error(
            "there is no member \"{}\"; the nearest is \"{}\"", printable(name),
            nearest(name, {"title", "chapters", "feedback", "roster", "deadline", "moodle"}));
      if (name != "chapters")
        continue;
      is_selective_ = true;
      for (const auto& [written, exercises] : object_at(value, "chapters")) {
        const std::string place = fmt::format("chapters / {}", printable(written));
        const std::string chapter = parse_chapter(written, known);
        if (points_.contains(chapter))
          throw Error("{} is {}, which occurs twice", place, chapter);
        auto& points = points_[chapter];
        for (const auto& [exercise, number] : object_at(exercises, place)) {
          const auto& names = known.at(chapter);
          if (std::ranges::find(names, exercise) == names.end())
            throw Error("{} has no exercise \"{}\"; the nearest name is \"{}\"", chapter,
                        printable(exercise), nearest(exercise, names));
          points[exercise] = points_at(number, fmt::format("{} / {}", place, printable(exercise)));
        }
      }
    }
  } catch (const Error& error) {
    throw Error("{}: {}", file.string(), error.what());
  }
}

bool CourseFile::counts(const std::string& chapter) const
{
  return !is_selective_ || points_.contains(chapter);
}

About CourseFile::with_points(const std::string& chapter, About about) const
{
  if (const auto found = points_.find(chapter); found != points_.end())
    if (const auto points = found->second.find(about.name); points != found->second.end())
      about.points = points->second;
  return about;
}

std::map<std::string, std::vector<std::string>> declared_exercises(const fs::path& chapters)
{
  std::map<std::string, std::vector<std::string>> found;
  for (const auto& entry : fs::directory_iterator(chapters))
    if (const fs::path header = entry.path() / "exercises.hpp"; fs::exists(header))
      for (const Exercise& declared : read_exercises(header))
        found[entry.path().filename().string()].push_back(declared.name);
  return found;
}

} // namespace epreuve::exercises
