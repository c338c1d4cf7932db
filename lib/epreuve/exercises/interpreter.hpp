#pragma once

#include <filesystem>
#include <string>

namespace epreuve::exercises {

/// Why a program that was linked from judged code is not started; empty if nothing is wrong with it. What the
/// kernel starts is the interpreter that a program's file names, and a source can name one: it has a section
/// `.interp`. Here that has to be the one of this program, the system's loader. What passes starts, unless
/// the machine is at fault.
/// @throws Error if the file cannot be read
std::string why_not_started(const std::filesystem::path& program);

} // namespace epreuve::exercises
