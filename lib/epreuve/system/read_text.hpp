#pragma once

#include <filesystem>
#include <string>

namespace epreuve {

/// The bytes of a file. @throws Error if it cannot be read
std::string read_text(const std::filesystem::path& path);

} // namespace epreuve
