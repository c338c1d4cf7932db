#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// A submission's name as reports show it: every character of it is visible, and different names never look the same.
/// Anything else, including invalid UTF-8, is written byte by byte, each as a backslash, x and two digits; a backslash
/// is written twice.
std::string shown_name(std::string_view name);

/// The beginning of the names of all files about a submission: results/NAME.json and so on. Different for
/// different names, at most 180 bytes, and a name that every file system accepts: characters that are special to some
/// program (/ : * ? ...), or a dot, a hyphen or a device's name at the beginning, are written like %2F; a longer name
/// is cut and ends with % and its hash.
/// @param shown  by `shown_name`
std::string file_name(std::string_view shown);

/// The same with % and the hash in any case.
std::string file_name_with_hash(std::string_view shown);

/// Names of files that are different on every file system, also where capitals make no difference.
class FileNames
{
public:
  /// @param name  that some submission has, by `file_name`
  void add(const std::string& name);
  /// `file_name`, with the hash where another name differs from it in nothing but capitals.
  std::string of(const std::string& shown) const;

private:
  std::map<std::string, std::set<std::string>> names_; ///< by what they are in small letters
};

/// The names of the entries of a folder of submissions: a file's is without its extension, unless another entry has the
/// same name; then all of these except a folder have their whole names.
/// @param files  the name of each entry, and whether it is a file rather than a folder
std::vector<std::string> names_of(const std::vector<std::pair<std::string, bool>>& files);

} // namespace epreuve::exercises
