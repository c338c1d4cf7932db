#pragma once

#include "weaver/problem.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace epreuve::book {

/// A link as a browser reads it. The path is decoded (%20 is a blank), the fragment is not.
struct Link
{
  std::string scheme; ///< "https", in small letters; empty if the link is relative
  std::string path;   ///< without the query; empty if the link leads to its own page
  std::optional<std::string> fragment; ///< the part after #

  bool operator==(const Link&) const = default;
};

Link parse_link(std::string_view link);

/// %C3%A9 is é; a % before anything else is itself.
std::string percent_decoded(std::string_view text);

/// A path as an address has it: é is %C3%A9; letters, digits and -._~/ are themselves.
std::string percent_encoded(std::string_view path);

/// The file that a relative path leads to, from the book's folder; nothing if it leads out of the book.
/// @param page  the page that has the link, from the book's folder; an empty path is this page itself
std::optional<std::string> target_of(std::string_view path, const std::string& page);

/// The links of the book's pages that lead to nothing in it.
/// @param pages  files, from the book's folder, and their HTML
/// @param others  the other files of the book
std::vector<Mistake> broken_links(const std::vector<std::pair<std::string, std::string>>& pages,
                                  const std::set<std::string>& others);

} // namespace epreuve::book
