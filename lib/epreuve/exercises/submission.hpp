#pragma once

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
  std::map<std::string, std::string> refused{}; ///< why a chapter's file is not taken
  std::string problem{};                        ///< why there is nothing to judge; else empty
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
/// A folder's file for a chapter is CHAPTER/exercises.cpp or CHAPTER.cpp, there or below chapters/
/// in it, where CHAPTER is written as 01-softmax, softmax, 1-softmax or 01, in any case, with
/// blanks or underscores for hyphens. Where no file is named like a chapter, each .cpp file in the
/// folder belongs to the chapter most of whose functions it defines, as a submission of one file
/// does. Where there is nothing but another folder, or one zip file, that is looked into.
///
/// Two files for a chapter that differ, and one of another chapter's functions, are refused. Only
/// files that lie in the folder itself are read: no symbolic link is followed, also if a folder becomes
/// one meanwhile, and nothing longer than `longest_source` is taken, nor what is no text.
/// @throws Unavailable if it is not the submission's fault that it cannot be read
Submission read_submission(const std::filesystem::path& path, const Catalogue& catalogue);

/// What lies in a folder of submissions, sorted by name.
struct Collected
{
  std::vector<std::filesystem::path> submissions; ///< folders, links, .cpp and zip files
  std::vector<std::string> names;                 ///< of each of them, all different
  std::vector<std::filesystem::path> strays;      ///< what is none: .DS_Store, grades.csv, a PDF
};

/// What is hidden counts as well, but for what systems and editors leave behind.
/// @throws Error if the folder cannot be read or holds no submission
Collected list_submissions(const std::filesystem::path& folder);

} // namespace epreuve::exercises
