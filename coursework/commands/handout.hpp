#pragma once

#include "commands/exercises.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::tools {

/// Copies a file or a folder, except answers and the copies that `reset` has kept.
void copy_for_students(const std::filesystem::path& from, const std::filesystem::path& to);

/// Writes the file in which students write a chapter's exercises.
/// @param folder  the one in which chapters/ is
void put_stubs(const std::filesystem::path& folder, const exercises::Chapter& chapter);

/// Copies the course's file, if there is one, without the chapters that are not handed out and without what is about one
/// class: the roster, the deadline, and the table for Moodle. @throws Error if it is wrong
void put_course(const std::filesystem::path& folder,
                const std::vector<exercises::Chapter>& chapters);

/// Writes what git is to ignore there: all that the commands write, and nothing that a student does.
void put_gitignore(const std::filesystem::path& folder);

/// Writes an executable script.
void write_program(const std::filesystem::path& path, const std::string& text);

/// What students get in compiled form: judges, the chapters' mistakes, the students' commands and the shared
/// libraries of all of them, in a folder that may be moved to another machine. There a check needs GCC
/// and Armadillo's headers.
/// @param libraries  false: without them, for a package of the same system that depends on theirs
void hand_out_built(const std::filesystem::path& folder,
                    const std::vector<exercises::Chapter>& chapters, bool libraries);

/// "Debian GNU/Linux 12 (bookworm), x86_64".
std::string this_system();

} // namespace epreuve::tools
