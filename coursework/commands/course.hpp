#pragma once

#include "epreuve/exercises/course_file.hpp"
#include "epreuve/exercises/grade.hpp"
#include "epreuve/exercises/roster.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve {
class Command;
}

namespace epreuve::tools {

/// What counts in the course, with its points: as the option --course says, else course.json in
/// the project's root. @throws Error if the file says something that is not known
const exercises::CourseFile& course();

/// The file that says so; empty if there is none. @throws Error if the one named is not there
std::filesystem::path course_file();

/// Who is in the class; null if the course has no roster. @throws Error if its file is wrong
const exercises::Roster* roster();

/// What the course notes about a submission: that it is late, or not of exactly one person on the roster.
std::vector<std::string> notes_on(const exercises::Grade& grade);

/// The name of the one person on the roster whose submission it is; else empty.
std::string person_of(const exercises::Grade& grade);

/// Whether this project was handed out, so that its user may be a student: it has no solutions.
bool is_handed_out();

/// Gives a command the option --course.
void add_course_option(Command& command);

} // namespace epreuve::tools
