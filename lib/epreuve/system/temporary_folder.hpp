#pragma once

#include "epreuve/system/descriptor.hpp"

#include <cstddef>
#include <filesystem>

namespace epreuve {

/// A folder of our own below the system's temporary folder, removed with its contents. It is locked while its process
/// lives, so a folder that a killed process leaves behind can be recognised.
class TemporaryFolder
{
public:
  /// @throws Error if it cannot be created: the message names the system's temporary folder
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::filesystem::path& name) const { return path_ / name; }

private:
  std::filesystem::path path_;
  Descriptor lock_; ///< of the folder; not open if the file system has no locks
};

/// Removes all temporary folders of this process, which is about to end by a signal: a thread that makes or destroys
/// one from now on waits for that end.
void remove_own_folders();

/// Removes the temporary folders of this user whose processes have ended without doing so: killed ones.
/// No link is followed, and no other user's folder is touched. Folders that cannot be removed stay.
/// @return  how many it has removed
std::size_t remove_abandoned_folders();

} // namespace epreuve
