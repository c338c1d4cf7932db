#pragma once

#include "epreuve/exercises/course_file.hpp"

#include <filesystem>

namespace CLI {
class App;
}

namespace epreuve::tools {

/// What counts in the course, with its points: as the option --course says, else course.json in
/// the project's root. @throws Error if the file says something that is not known
const exercises::CourseFile& course();

/// The file that says so; empty if there is none. @throws Error if the one named is not there
std::filesystem::path course_file();

/// Gives a command the option --course.
void add_course_option(CLI::App& command);

} // namespace epreuve::tools
