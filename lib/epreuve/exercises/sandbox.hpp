#pragma once

#include "epreuve/exercises/worker.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// A worker under limits and a filter of system calls, in the user's own file system: for code that
/// its user has written.
Launch plain(const std::filesystem::path& worker);

/// A place for code of others: bubblewrap with no network, no processes but its own, no privileges,
/// and of the file system what it is given and /usr, read-only.
class Sandbox
{
public:
  Sandbox();

  /// Whether bubblewrap is here and works. If not, why; empty if it does.
  static std::string obstacle();

  /// A worker in the sandbox, under the limits of `plain`.
  Launch launch(const std::filesystem::path& worker) const;

  /// The beginning of a command that runs what follows it in a sandbox, these files and folders in
  /// it, at the same paths: read-only, and to be written.
  static std::vector<std::string> command(const std::vector<std::filesystem::path>& readable,
                                          const std::vector<std::filesystem::path>& writable);

private:
  std::shared_ptr<Descriptor> filter_;
};

} // namespace epreuve::exercises
