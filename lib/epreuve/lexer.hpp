#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace epreuve {

/// A C++ token, a comment, or a whole preprocessor directive.
struct Token
{
  enum class Kind
  {
    identifier, ///< keywords too
    number,
    string, ///< with its prefix, raw ones too
    character,
    comment, ///< of either kind, with its marks
    directive,
    punctuation ///< one character
  };
  Kind kind;
  std::string_view text; ///< a part of the text that was read
  int line;              ///< of its first character, from 1
  int last_line;         ///< of its last character
  bool begins_line;      ///< there are only blanks before it on its line
  bool ended = true;     ///< false for a comment, a string or a character without its end
};

/// The tokens of a text, blanks left out. It follows the standard's lexical rules ([lex]) as far as is needed to tell
/// code from text: strings and raw strings, digit separators, comments, lines joined by a
/// backslash in comments, strings and directives. A string or character without its end is taken to end
/// with its line, so that one mistake does not swallow the rest of the file.
std::vector<Token> tokens_of(std::string_view text);

/// The contents of a string literal between its quotation marks, or of a raw one between its delimiters. Escaped
/// quotation marks and backslashes are resolved, other escapes stay as typed.
std::string value_of_string(std::string_view literal);

} // namespace epreuve
