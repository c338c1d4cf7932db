#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// A link as a browser reads it. The path is decoded (%20 is a blank), the fragment is as it stands.
struct Link
{
  std::string scheme; ///< "https", in small letters; empty if the link is relative
  std::string path;   ///< without the query; empty if the link leads to its own page
  std::optional<std::string> fragment; ///< what is behind #

  bool operator==(const Link&) const = default;
};

Link parse_link(std::string_view link);

/// %C3%A9 is é; a % before anything else is itself.
std::string percent_decoded(std::string_view text);

/// A path as an address has it: é is %C3%A9; letters, digits and -._~/ are themselves.
std::string percent_encoded(std::string_view path);

/// The file that a relative path leads to, from the book's folder; nothing if it leads out of the book.
/// @param page  where the link stands, from the book's folder; an empty path is this page itself
std::optional<std::string> target_of(std::string_view path, const std::string& page);

/// What a style sheet, or a style attribute, would load.
struct StyleUrl
{
  std::string url;
  std::size_t offset; ///< where it begins
};

/// Each url(...) and @import of it, comments left out.
std::vector<StyleUrl> urls_of_style(std::string_view css);

} // namespace epreuve::book
