#pragma once

#include "epreuve/exercises/worker.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// A place for other people's code: bubblewrap with no network, no processes but its own, no privileges, and only the
/// files that it is given and the system's libraries, read-only. This project is not there, even if it lies among them,
/// and nothing can be written except to folders that are given for writing.
class Sandbox
{
public:
  Sandbox();

  /// The reason why bubblewrap is missing or does not work; empty if it works.
  static std::string obstacle();

  /// A worker in the sandbox, under limits and a filter of system calls. Both are in place before it begins, and
  /// it becomes no other program.
  Launch launch(const std::filesystem::path& worker) const;

  /// The beginning of a command that runs what follows it in a sandbox, these files and folders in
  /// it, at the same paths: read-only, and to be written. The command is a compiler, whose temporary files go to the
  /// first of the latter.
  static std::vector<std::string> command(const std::vector<std::filesystem::path>& readable,
                                          const std::vector<std::filesystem::path>& writable);

private:
  std::shared_ptr<Descriptor> filter_;
};

} // namespace epreuve::exercises
