#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace epreuve::exercises {

// The bounds on a zip file that somebody hands in. Its sources alone are counted and weighed: a whole handout may lie
// around them, even a compiled one.
constexpr std::size_t longest_archive = std::size_t{256} << 20, most_sources = 2000,
                      deepest_path = 8, longest_unpacked = std::size_t{64} << 20;

/// Whether bytes begin as a zip file does; so do documents of Office.
bool is_zip(std::string_view bytes);

/// Unpacks the C++ sources (.cpp) of a zip file into a folder, and nothing else, with the times of their last changes.
/// An archive gives these without a zone, so this machine's is taken, unless it gives them in UTC, too (the field UT).
/// None of them may lie outside the folder, be a link, or be longer than `longest_source`; all of them may have
/// `longest_unpacked` bytes together, and no two may share their packed bytes.
/// Those in more than `deepest_path` folders are left out, as build folders have them.
/// @throws Unavailable if there is no room or memory for them
/// @throws Error saying why the archive is not accepted: "holds ../x, which lies outside of it"
void unzip_sources(std::string_view archive, const std::filesystem::path& folder);

} // namespace epreuve::exercises
