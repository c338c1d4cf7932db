#pragma once

#include <filesystem>

namespace epreuve {

/// The folder of a small model that comes with the suite, or of its logs. Programs of an installation are in libexec/epreuve,
/// and may be moved with it; if there is no such folder beside them, it is the one in the sources.
///
/// @param from_programs  where an installation has it, from the folder of its programs on
std::filesystem::path model_folder(const std::filesystem::path& from_programs,
                                   const std::filesystem::path& in_sources);

} // namespace epreuve
