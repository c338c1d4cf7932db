#pragma once

#include <filesystem>

namespace epreuve {

/// The folder of the program that runs.
std::filesystem::path programs_folder();

/// Whether it is installed: in PREFIX/libexec/epreuve, not in a build folder's bin.
bool installed();

/// A folder of the project that comes with the programs: "models/petit", "proofs". An installation has it in
/// share/epreuve, and may be moved as a whole; if there is none beside the programs, it is the one in the sources.
std::filesystem::path data_folder(const std::filesystem::path& name);

/// The compiled translations: beside the folder of the programs, or of an installation in share/epreuve.
std::filesystem::path translations_folder();

/// Where what programs find out is kept for the next time: the build folder; of an installation, the user's cache.
std::filesystem::path kept_folder();

/// A folder of the user's: the one that the environment variable names if it is set, else the one of that name in the
/// home. There is always one, though perhaps not on this machine.
/// @param variable  "XDG_CACHE_HOME"
/// @param in_home   ".cache"
std::filesystem::path user_folder(const char* variable, const char* in_home);

} // namespace epreuve
