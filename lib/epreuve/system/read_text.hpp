#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace epreuve {

/// The most bytes that a file may have if nothing is known about it.
inline constexpr std::size_t longest_file = std::size_t{1} << 30;

/// The bytes of an ordinary file, or of a link to one, no longer than `longest`, even while it is read. It does not
/// wait for a pipe or a device.
/// @throws Error naming the file and why it is not read
std::string read_text(const std::filesystem::path& path, std::size_t longest = longest_file);

/// The same, but a pipe or a device is allowed: /dev/stdin, or a shell's <(...).
std::string read_text_or_pipe(const std::filesystem::path& path, std::size_t longest);
std::string read_standard_input(std::size_t longest);

} // namespace epreuve
