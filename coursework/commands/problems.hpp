#pragma once

#include "commands/exercises.hpp"

#include <string>

namespace epreuve::tools {

/// What the compiler and the judge have against the answers in a file, as GCC writes it and editors read it:
/// "chapters/01-softmax/exercises.cpp:17:3: error: ...", a line each, in the order of the file. The judge's are at the
/// function's definition; what it was called with, what was expected and what came follow on the same line.
std::string problems(const Selection& selection, const exercises::Judged& judged);

} // namespace epreuve::tools
