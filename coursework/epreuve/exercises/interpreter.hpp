#pragma once

#include <filesystem>
#include <string>

namespace epreuve::exercises {

/// Why a program that was linked from judged code is not started; empty if nothing is wrong with it. The kernel starts
/// the interpreter that a program's file names, and a source can name one by a section `.interp`. Here it has to be the
/// same as this program's, the system's loader. A program that passes will start, unless the machine is at fault.
/// @throws Error if the file cannot be read
std::string why_not_started(const std::filesystem::path& program);

} // namespace epreuve::exercises
