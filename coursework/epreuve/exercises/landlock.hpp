#pragma once

#include <filesystem>
#include <vector>

namespace epreuve::exercises {

/// A folder without others that may lie in it: the paths to name in order to allow the rest.
/// @return the folder itself if none of `hidden` lies in it; nothing if it lies in one of them
std::vector<std::filesystem::path> without(const std::filesystem::path& folder,
                                           const std::vector<std::filesystem::path>& hidden);

/// Restricts this process, and the program that it becomes, by Landlock: it may open only these files, those in these
/// folders, and the program, all for reading only; no other process's memory or descriptors are
/// open to it; and where the kernel can (6.12 and later) no signal leaves it. Nothing undoes this.
/// @param program  a descriptor of the program that it will become
/// @return whether the kernel has Landlock and did so
bool restrict_files(const std::vector<std::filesystem::path>& readable, int program);

} // namespace epreuve::exercises
