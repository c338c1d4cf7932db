#pragma once

#include "epreuve/system/descriptor.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace epreuve {

/// Opens a file or folder below another that is open. No part of the path may be a symbolic link or
/// lead upwards, whatever others do to the folders meanwhile.
/// @param flags  those of open(2); O_NOFOLLOW and O_CLOEXEC are added
/// @return       not open where that failed: the reason is in errno, ELOOP for a link
///
/// Source: openat2(2), RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS.
Descriptor open_beneath(int folder, const std::filesystem::path& inside, int flags);

/// The same where the kernel has no openat2: one part of the path after the other.
Descriptor walk_beneath(int folder, const std::filesystem::path& inside, int flags);

/// A folder that stays the one that was opened, whatever becomes of its name: what lies in it is listed
/// and read from there, and never through a symbolic link. All of it throws Unavailable where the
/// system lacks memory or descriptors.
class HeldFolder
{
public:
  enum class Kind
  {
    file,
    folder,
    link,
    other ///< a pipe, a socket, a device
  };
  struct Entry
  {
    std::string name;
    Kind kind;
  };

  /// Links on the way to it are followed: somebody trusted has named it.
  /// @throws Error if it cannot be opened: "cannot be read: Permission denied"
  explicit HeldFolder(const std::filesystem::path& path);
  /// One below another. @throws Error as above, and if a link is on the way
  HeldFolder(const HeldFolder& above, const std::filesystem::path& inside);

  /// What something in it is. @throws Error if there is nothing, or nothing that can be seen
  Kind kind(const std::filesystem::path& inside) const;

  /// What lies in it or in a folder below, by name.
  /// @throws Error if it cannot be read, or holds more than `most`
  std::vector<Entry> entries(const std::filesystem::path& inside, std::size_t most) const;

  /// The bytes of a file: an ordinary one, no longer than `longest`, also while it is read.
  /// @throws Error telling why it is not taken: "is a symbolic link", "has 7 bytes, expected at most 5"
  std::string read(const std::filesystem::path& inside, std::size_t longest) const;

private:
  Descriptor descriptor_;
};

} // namespace epreuve
