#pragma once

#include "common/chapters.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::book {

/// Where the book is made: what it is made of, and what is kept so that only what changed is made again.
struct Workshop
{
  std::filesystem::path root;           ///< of the project
  std::filesystem::path build;          ///< CMake's folder
  std::filesystem::path output;         ///< the book
  std::string compiler;                 ///< that the programs were made with, in words
  std::vector<tools::Program> programs; ///< of the chapters, in reading order

  std::filesystem::path kept() const { return build / "book"; }
  std::filesystem::path proof_results() const { return build / "proofs" / "results.json"; }
};

/// Something that has to be put right. The book is made all the same, as far as it can be.
struct Mistake
{
  std::string where; ///< "chapters/01-softmax/chapter.cpp, line 12"
  std::string message;
};

/// Writes a file unless it is there with this content, so that what watches it sees changes alone.
void write_if_changed(const std::filesystem::path& path, std::string_view content);

/// A hash of texts and of the contents of files. A file that is not there counts as such.
std::string fingerprint_of(const std::vector<std::string>& texts,
                           const std::vector<std::filesystem::path>& files);

/// What tells one installation of a program from the next: where it is, its size and its date; empty if it is
/// not on PATH.
std::string stamp_of(const std::string& program);

/// Whether what is kept was made of the same, by the same installation of a program. Without the program it could
/// not be made again, so what is kept stays.
/// @param kept  {"fingerprint": ..., "tool": ...} and what was made
/// @param tool  stamp_of the program now
bool still_stands(const nlohmann::json& kept, const std::string& fingerprint,
                  const std::string& tool);

/// The weaver itself, as one of the texts that a fingerprint is of: what another weaver made is made again.
const std::string& this_weaver();

/// What was made the last time, in a file, with what it was made of.
class Kept
{
public:
  /// @param fingerprint  of what it would be made of now
  /// @param tool  stamp_of the program that would make it now
  Kept(std::filesystem::path file, std::string fingerprint, std::string tool)
      : file_(std::move(file)), fingerprint_(std::move(fingerprint)), tool_(std::move(tool))
  {
  }

  nlohmann::json made() const; ///< null if it has to be made again
  void put(const nlohmann::json& made) const;
  void forget() const;

private:
  std::filesystem::path file_;
  std::string fingerprint_, tool_;
};

/// The files of a folder and its folders, sorted; none if there is no such folder.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder);

} // namespace epreuve::book
