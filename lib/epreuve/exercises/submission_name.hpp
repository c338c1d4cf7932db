#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::exercises {

/// The name of something handed in as reports show it: every character of it can be seen, and two names
/// are never shown alike. What is no such character, bytes that are no UTF-8 too, is written byte
/// by byte, each as a backslash, x and two digits; a backslash is written twice.
std::string shown_name(std::string_view name);

/// The beginning of the names of all files about a submission: results/NAME.json and so on. Different for
/// different names, at most 180 bytes, and a name that every file system has room for: what is a sign to
/// some program (/ : * ? ...), and what begins with a dot, a hyphen or the name of a device, is written
/// as %2F; a longer name is cut and ends with % and its hash.
/// @param shown  by `shown_name`
std::string file_name(std::string_view shown);

/// What lies in a folder of submissions, and what it is called: a file without its extension, unless
/// another is called so, too; then all of these but the folder have their whole names.
/// @param files  whether each is no folder, beside its name
std::vector<std::string> names_of(const std::vector<std::pair<std::string, bool>>& files);

} // namespace epreuve::exercises
