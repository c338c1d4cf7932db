#pragma once

#include "epreuve/exercises/instant.hpp"
#include "epreuve/exercises/result.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// The exercises of a chapter, by its name.
using Catalogue = std::map<std::string, std::vector<About>>;

/// What somebody handed in: a file, or a folder with files.
struct Submission
{
  std::string name;                             ///< as reports show it (submission_name.hpp)
  std::map<std::string, std::string> sources{}; ///< a file's text by its chapter
  std::map<std::string, Instant> changed{};     ///< when a file was last changed, by its chapter
  std::map<std::string, std::string> refused{}; ///< the reason why a chapter's file is not accepted
  std::string problem{};                ///< the reason why there is nothing to judge; else empty
  std::vector<std::string> not_taken{}; ///< files and folders for no chapter, each with the reason
};

/// A longer file of exercises is refused.
constexpr std::size_t longest_source = 1 << 20;

/// Whether a file is named as C++ sources are here: .cpp, in any case.
bool is_cpp(std::string_view name);
/// The same of .zip.
bool is_zip_name(std::string_view name);

/// Reads a submission: a folder, a .cpp file, or a zip file of either, which is unpacked within
/// bounds (zip.hpp).
///
/// Wherever it lies in a folder or in zip files in it, CHAPTER/exercises.cpp or CHAPTER.cpp is for that chapter, where
/// CHAPTER is written as 01-softmax, softmax, 1-softmax or 01, in any case, with blanks or underscores for hyphens. Any
/// other .cpp file, and a submission of one file, is for the chapter most of whose functions it defines
/// (definitions.hpp). Those that define none are listed, except in a handout, where they are its own.
///
/// Two files for a chapter that differ, and one of another chapter's functions, are refused; but a file that is as it
/// was handed out gives way to another. Only
/// files that lie in the folder itself are read: no symbolic link is followed, even if a folder becomes one meanwhile,
/// and a file is accepted only if it is text and no longer than `longest_source`.
/// @throws Unavailable if it is not the submission's fault that it cannot be read
Submission read_submission(const std::filesystem::path& path, const Catalogue& catalogue);

/// The contents of a folder of submissions, sorted by name.
struct Collected
{
  std::vector<std::filesystem::path> submissions; ///< folders, links, .cpp and zip files
  std::vector<std::string> names;                 ///< of each of them, all different
  std::vector<std::filesystem::path> strays;      ///< anything else: .DS_Store, grades.csv, a PDF
};

/// Hidden entries count as well, except those that systems and editors leave behind.
/// @throws Error if the folder cannot be read or holds no submission
Collected list_submissions(const std::filesystem::path& folder);

} // namespace epreuve::exercises
