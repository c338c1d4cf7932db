#pragma once

#include <filesystem>

namespace epreuve {

/// A folder of our own below the system's temporary folder, removed with what it holds.
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
};

} // namespace epreuve
