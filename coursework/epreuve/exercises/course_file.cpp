#include "epreuve/exercises/course_file.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/limits.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

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

int points_at(const json& value, const std::string& place)
{
  if (!value.is_number_integer() || value < 0 || value > most_points_of_an_exercise)
    throw Error("{} is {}, expected a whole number from 0 (which leaves it out) to {}", place,
                value.is_string()       ? in_quotes(value.get_ref<const std::string&>())
                : value.is_structured() ? "of type " + std::string(value.type_name())
                                        : value.dump(),
                most_points_of_an_exercise);
  return value;
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

CourseFile::CourseFile(const fs::path& file,
                       const std::map<std::string, std::vector<std::string>>& known)
{
  const json document = read_json(file, bounds);
  try {
    for (const auto& [name, value] : object_at(document, "the whole")) {
      if (name == "title") {
        if (!value.is_string())
          throw Error("title is of type {}, expected a text", value.type_name());
        title_ = value;
        continue;
      }
      if (name == "$schema")
        continue;
      if (name != "chapters")
        throw Error("there is no member \"{}\"; the nearest is \"{}\"", printable(name),
                    nearest(name, {"title", "chapters"}));
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
      for (const Declaration& declared : declarations(read_text(header)))
        found[entry.path().filename().string()].push_back(declared.name);
  return found;
}

} // namespace epreuve::exercises
