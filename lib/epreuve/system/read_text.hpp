#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace epreuve {

/// What a file may hold at most where nothing is known of it.
inline constexpr std::size_t longest_file = std::size_t{1} << 30;

/// The bytes of an ordinary file, or of a link to one, no longer than `longest`, also while it is read. A
/// pipe or a device is not waited for.
/// @throws Error naming the file and why it is not read
std::string read_text(const std::filesystem::path& path, std::size_t longest = longest_file);

/// The same where a pipe or a device may be meant: /dev/stdin, or what a shell puts for <(...).
std::string read_text_or_pipe(const std::filesystem::path& path, std::size_t longest);
std::string read_standard_input(std::size_t longest);

} // namespace epreuve
