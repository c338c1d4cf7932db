#pragma once

#include "epreuve/system/descriptor.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace epreuve {

/// Opens a file or folder below another that is open. No part of the path may be a symbolic link or
/// lead upwards, whatever others do to the folders meanwhile.
/// @param flags  those of open(2); O_NOFOLLOW and O_CLOEXEC are added
/// @return not open if that failed: the reason is in errno, ELOOP for a link
///
/// Source: openat2(2), RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS.
Descriptor open_beneath(int folder, const std::filesystem::path& inside, int flags);

/// The same for a kernel without openat2: one part of the path after the other.
Descriptor walk_beneath(int folder, const std::filesystem::path& inside, int flags);

/// A folder that stays the one that was opened, whatever becomes of its name: its contents are listed and read from
/// there, and never through a symbolic link. All members throw Unavailable if the system lacks memory or descriptors.
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

  /// Links on the way to it are followed: its path comes from somebody trusted.
  /// @throws Error if it cannot be opened: "cannot be read: Permission denied"
  explicit HeldFolder(const std::filesystem::path& path);
  /// A folder below another. @throws Error as above, and if a link is on the way
  HeldFolder(const HeldFolder& above, const std::filesystem::path& inside);

  /// The kind of an entry. @throws Error if it does not exist or is not visible
  Kind kind(const std::filesystem::path& inside) const;

  /// When a file was last changed, to the second. @throws Error if it does not exist or is not visible
  std::chrono::sys_seconds changed(const std::filesystem::path& inside) const;

  /// The entries of this folder or of one below, by name.
  /// @throws Error if it cannot be read, or holds more than `most`
  std::vector<Entry> entries(const std::filesystem::path& inside, std::size_t most) const;

  /// The bytes of a file, which must be an ordinary one and no longer than `longest`, even while it is read. @throws
  /// Error saying why it is not accepted: "is a symbolic link", "has 7 bytes, expected at most 5"
  std::string read(const std::filesystem::path& inside, std::size_t longest) const;

private:
  Descriptor descriptor_;
};

} // namespace epreuve
