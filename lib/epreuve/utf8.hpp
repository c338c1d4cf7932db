#pragma once

#include <cstddef>
#include <string_view>

namespace epreuve {

/// The beginning of a text, read as UTF-8.
struct Utf8Unit
{
  enum class Kind
  {
    character,
    broken,    ///< not a character, whatever follows
    unfinished ///< the text ends inside a character
  };
  Kind kind;
  std::size_t length; ///< bytes that belong to it, at least 1
};

/// The character that a text begins with, or the bytes that one U+FFFD replaces: the longest beginning of some
/// character, else one byte.
/// @param text  not empty
/// Source: the Unicode Standard 15.0, 3.9: table 3-7, and U+FFFD substitution of maximal subparts.
Utf8Unit first_utf8_unit(std::string_view text);

} // namespace epreuve
