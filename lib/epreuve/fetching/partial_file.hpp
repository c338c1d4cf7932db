#pragma once

#include "epreuve/system/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace epreuve {

/// A file that is filled piece by piece, perhaps over several runs.
class PartialFile
{
public:
  /// Opens what an earlier run left, or an empty file.
  /// @throws Error saying why not (no such folder, no permission) and what to do
  explicit PartialFile(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }

  // Each throws Error, saying why (disk full) and what to do; the bytes that are there are kept.

  void append(std::string_view bytes);
  void clear();
  void sync(); ///< returns when the disk has it

private:
  [[noreturn]] void fail(const char* verb) const;

  std::filesystem::path path_;
  Descriptor file_;
  std::uint64_t size_ = 0;
};

} // namespace epreuve
