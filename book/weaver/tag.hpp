#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// A line of a comment that begins with a tag: "@param a, b  > 0, any numbers".
struct Tag
{
  std::string word;               ///< "param"
  std::vector<std::string> names; ///< "a", "b"; empty if the word takes no names
  std::string text;               ///< "> 0, any numbers"
};

/// @param line  without the comment's own marks. Several names are separated by commas, and the last one from
///              the text by two blanks
/// @return nothing if the line begins with no tag
std::optional<Tag> tag_in(std::string_view line);

/// A line of a comment for a reader of Markdown, which would take a leading "> 1" for a quotation. Code stays as it is.
std::string without_quotation(std::string_view line);

} // namespace epreuve::book
