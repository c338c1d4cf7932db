#pragma once

#include "epreuve/exercises/result.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// The exercises of a chapter, by its name.
using Catalogue = std::map<std::string, std::vector<About>>;

/// What somebody handed in: a file, or a folder with files.
struct Submission
{
  std::string name; ///< of the file, without its extension, or of the folder
  std::map<std::string, std::string> sources{}; ///< a file's text by its chapter
  std::map<std::string, std::string> refused{}; ///< why a chapter's file is not taken
  std::string problem{};                        ///< why there is nothing to judge; else empty
};

/// A longer file of exercises is refused.
constexpr std::size_t longest_source = 1 << 20;

/// Reads a submission. A folder's file for a chapter is NN-NAME/exercises.cpp, below it or below
/// chapters/ in it, NN-NAME.cpp or NAME.cpp; a single file, exercises.cpp in the folder or the
/// submission itself, belongs to the chapter most of whose functions it defines. Only files that
/// lie in the folder itself are read: no symbolic link is followed, and nothing longer than
/// `longest_source` is taken.
Submission read_submission(const std::filesystem::path& path, const Catalogue& catalogue);

/// The submissions in a folder, sorted by name; hidden files do not count.
std::vector<std::filesystem::path> list_submissions(const std::filesystem::path& folder);

} // namespace epreuve::exercises
