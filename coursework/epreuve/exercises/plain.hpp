#pragma once

#include "epreuve/exercises/worker.hpp"

#include <filesystem>

namespace epreuve::exercises {

/// A worker in the user's own file system, for code that its user has written. It runs under the limits and the filter
/// of system calls, and is kept from its judge and from files by whatever the system has of these:
///
///  - Landlock: it reads the system's libraries and nothing else
///  - another user, if the judge is root's: it owns nothing, and has no capabilities
///  - a judge that is not dumpable, whose /proc is closed then
///
/// Its environment is that of the sandbox. If there is none of the three, it is not started.
Launch plain(const std::filesystem::path& worker);

/// A worker of the project's own code, which may crash or loop as judged code may: limits and filter are enough.
Launch trusted(const std::filesystem::path& program);

} // namespace epreuve::exercises
