#pragma once

#include "epreuve/system/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace epreuve::gpt2 {

/// A file as memory that is read from disk when it is looked at. Looking at all of it counts as
/// memory of the process; read() copies a piece without that.
class MappedFile
{
public:
  /// @throws Error if it is not a file, is empty or cannot be read
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::span<const std::byte> bytes() const { return bytes_; }

  /// Fills `destination` with the bytes at an offset.
  /// @throws Error if the file cannot be read, or has become shorter
  void read(std::uint64_t offset, std::span<std::byte> destination) const;
  /// The same, but one after the other into several places, at most 1024.
  void read(std::uint64_t offset, const std::vector<std::span<std::byte>>& destinations) const;

private:
  std::filesystem::path path_;
  Descriptor descriptor_;
  std::span<const std::byte> bytes_;
};

} // namespace epreuve::gpt2
