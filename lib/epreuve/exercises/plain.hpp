#pragma once

#include "epreuve/exercises/worker.hpp"

#include <filesystem>

namespace epreuve::exercises {

/// A worker in the user's own file system, for code that its user has written. Under the limits and
/// the filter of system calls, and kept from its judge and from files by what the system has:
///
///  - Landlock: it reads the system's libraries and nothing else
///  - another user, if the judge is root's: it owns nothing, and has no capabilities
///  - a judge that is not dumpable, whose /proc is closed then
///
/// Its environment is that of the sandbox. Where there is none of the three, it is not started.
Launch plain(const std::filesystem::path& worker);

/// A program of ours, which may crash or loop as judged code may: limits and filter are enough.
Launch trusted(const std::filesystem::path& program);

} // namespace epreuve::exercises
