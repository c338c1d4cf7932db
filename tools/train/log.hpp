#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace epreuve::tools {

/// The file that a training is to write, `out`/NAME.json, in a folder that is created.
/// @throws Error if it is there already
std::filesystem::path new_log(const std::string& out, std::string_view name);

/// Writes it whole or not at all, and says so on standard output.
void write_log(const std::filesystem::path& file, std::string_view text);

} // namespace epreuve::tools
