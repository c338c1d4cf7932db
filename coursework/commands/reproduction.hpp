#pragma once

#include "commands/exercises.hpp"

#include <string>

namespace epreuve::tools {

/// Writes try-EXERCISE.cpp into the current folder: a main function that includes the student's file
/// and calls the function on the input on which it is wrong. A file of that name is kept, as
/// try-EXERCISE.cpp.old, if a check wrote it; any other is left alone.
/// @param result  wrong
/// @return        what was done, and the commands that compile and debug it, in lines
/// @throws Error if the file cannot be written, or exists and was not written by a check
std::string write_reproduction(const Workbook& workbook, const exercises::Result& result);

} // namespace epreuve::tools
