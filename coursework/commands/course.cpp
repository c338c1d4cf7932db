#include "commands/course.hpp"

#include "epreuve/error.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace epreuve::tools {

namespace {

/// What --course named; a process has one command line.
std::string& named_course()
{
  static std::string file;
  return file;
}

} // namespace

std::filesystem::path course_file()
{
  if (const std::filesystem::path named = named_course(); !named.empty()) {
    if (!exists(named))
      throw Error("--course {}: there is no such file", named.string());
    return named;
  }
  const std::filesystem::path usual = std::filesystem::path(EPREUVE_ROOT) / "course.json";
  return exists(usual) ? usual : "";
}

const exercises::CourseFile& course()
{
  static const exercises::CourseFile course = [] {
    const std::filesystem::path file = course_file();
    if (file.empty())
      return exercises::CourseFile();
    return exercises::CourseFile(
        file, exercises::declared_exercises(std::filesystem::path(EPREUVE_ROOT) / "chapters"));
  }();
  return course;
}

void add_course_option(CLI::App& command)
{
  command
      .add_option("--course", named_course(),
                  "Which chapters count and their points; else course.json of the project")
      ->type_name("FILE");
}

} // namespace epreuve::tools
