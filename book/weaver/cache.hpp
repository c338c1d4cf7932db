#pragma once

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::book {

/// Writes a file unless it already has this content, so that watchers see only real changes.
void write_if_changed(const std::filesystem::path& path, std::string_view content);

/// A hash of texts and of the contents of files. That a file is missing counts too.
std::string fingerprint_of(const std::vector<std::string>& texts,
                           const std::vector<std::filesystem::path>& files);

/// What distinguishes one installation of a program from the next: where it is, its size and its date; empty if it
/// is not on PATH.
std::string stamp_of(const std::string& program);

/// Whether a cached result was computed from the same inputs, by the same installation of a program. Without the
/// program it could not be computed again, so the cached one stays.
/// @param cached  {"fingerprint": ..., "tool": ...} and the result
/// @param tool  stamp_of the program now
bool still_holds(const nlohmann::json& cached, const std::string& fingerprint,
                 const std::string& tool);

/// The weaver itself, as one of the texts in a fingerprint: a new weaver uses no result of an old one.
const std::string& this_weaver();

/// A result in a file, with the fingerprint of its inputs.
class Cached
{
public:
  /// @param fingerprint  of the inputs as they are now
  /// @param tool  stamp_of the program that would compute it now, if that is not among the inputs
  Cached(std::filesystem::path file, std::string fingerprint, std::string tool = "")
      : file_(std::move(file)), fingerprint_(std::move(fingerprint)), tool_(std::move(tool))
  {
  }

  nlohmann::json value() const; ///< null if it has to be computed again
  void put(const nlohmann::json& value) const;
  void forget() const;

private:
  std::filesystem::path file_;
  std::string fingerprint_, tool_;
};

/// The files of a folder and its folders, sorted; none if there is no such folder.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder);

} // namespace epreuve::book
