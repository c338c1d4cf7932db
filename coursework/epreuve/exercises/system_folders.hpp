#pragma once

#include <filesystem>
#include <utility>
#include <vector>

namespace epreuve::exercises {

/// The folders of shared libraries, if they exist; without links.
std::vector<std::filesystem::path> library_folders();

/// The files of the shared libraries that this program has loaded, including those that they need.
std::vector<std::filesystem::path> loaded_libraries();

/// Further folders with compilers and headers.
std::vector<std::filesystem::path> compiler_folders();

/// The folders of this project, which hold solutions: the one that the running program lies in, and the
/// one that it was built from. Without links.
std::vector<std::filesystem::path> projects();

/// Whether a path is that folder or lies in it, by their names.
bool lies_in(const std::filesystem::path& inner, const std::filesystem::path& folder);

/// The whole environment of judged code.
std::vector<std::pair<const char*, const char*>> environment();

} // namespace epreuve::exercises
