#include "commands/course.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/text.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <system_error>

namespace epreuve::tools {

namespace {

/// What --course named; a process has one command line.
std::string& named_course()
{
  static std::string file;
  return file;
}

const std::filesystem::path project = EPREUVE_ROOT;

/// The folder of the chapters, of what was handed out compiled; else empty.
std::filesystem::path chapters_handed_out()
{
  const char* elsewhere = std::getenv("EPREUVE_CHAPTERS");
  return elsewhere ? elsewhere : "";
}

} // namespace

std::filesystem::path course_file()
{
  if (const std::filesystem::path named = named_course(); !named.empty()) {
    if (!exists(named))
      throw Error("--course {}: there is no such file", named.string());
    return named;
  }
  for (const std::filesystem::path& folder : {chapters_handed_out().parent_path(), project})
    if (const auto usual = folder / "course.json"; !folder.empty() && exists(usual))
      return usual;
  return "";
}

const exercises::CourseFile& course()
{
  static const exercises::CourseFile course = [] {
    const std::filesystem::path file = course_file();
    if (file.empty())
      return exercises::CourseFile();
    return exercises::CourseFile(file, exercises::declared_exercises(exists(project / "chapters")
                                                                         ? project / "chapters"
                                                                         : chapters_handed_out()));
  }();
  return course;
}

const exercises::Roster* roster()
{
  static const std::optional<exercises::Roster> roster = [] {
    return course().roster().empty() ? std::nullopt
                                     : std::optional<exercises::Roster>(course().roster());
  }();
  return roster ? &*roster : nullptr;
}

std::vector<std::string> notes_on(const exercises::Grade& grade)
{
  std::vector<std::string> notes;
  std::optional<exercises::Instant> submitted;
  if (roster()) {
    const auto people = roster()->whose(grade.submission);
    if (people.empty())
      notes.emplace_back("not on the roster");
    else if (people.size() > 1)
      notes.emplace_back("on the roster, several may have handed it in: say in a column "
                         "\"submission\" whose it is");
    else
      submitted = people.front()->submitted;
  }
  if (const auto deadline = course().deadline())
    for (const exercises::Grade::OfChapter& chapter : grade.chapters)
      if (const auto time = submitted ? submitted : chapter.changed;
          chapter.changed && *time > *deadline)
        notes.push_back(
            fmt::format("{}: late by {}", chapter.chapter, exercises::in_words(*time - *deadline)));
  return notes;
}

std::string person_of(const exercises::Grade& grade)
{
  if (!roster())
    return "";
  const auto people = roster()->whose(grade.submission);
  return people.size() == 1 ? visible(people.front()->name) : "";
}

bool is_handed_out()
{
  std::error_code none;
  for (const auto& chapter : std::filesystem::directory_iterator(project / "chapters", none))
    if (exists(chapter.path() / "solutions.cpp"))
      return false;
  return true;
}

void add_course_option(Command& command)
{
  command
      .add_option("--course", named_course(),
                  "Which chapters count and their points; else course.json of the project")
      .type_name("FILE");
}

} // namespace epreuve::tools
