#pragma once

#include "epreuve/lexer.hpp"

#include "weaver/problem.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// Lines of a chapter's page that belong together.
struct Piece
{
  enum class Kind
  {
    prose, ///< the text of a comment /** ... */
    code
  };
  Kind kind;
  int first_line;                 ///< of `lines` in the file
  std::vector<std::string> lines; ///< neither the first nor the last is blank

  int last_line() const { return first_line + static_cast<int>(lines.size()) - 1; }
  std::string text() const; ///< the lines, each with its newline
  /// Whether it is code that consists of braces and the names of sections only, which need not be shown.
  bool is_bare() const;
};

/// A heading of the prose.
struct Heading
{
  int level;          ///< 1 for the page's title
  std::string text;   ///< as it is typed: Markdown
  std::string words;  ///< without marks, for places that hold only text: "scores are divided by √d"
  std::string anchor; ///< the id of the heading on the page: letters, digits, hyphens; unique
  int line;
  std::string html = {}; ///< its text, once it is woven
};

/// A page of a chapter's program as a text to read.
struct Literate
{
  std::string text; ///< of the file, as clean_source made it
  std::vector<Piece> pieces;
  std::vector<Heading> headings;
  std::vector<Problem> problems;

  int line_count() const; ///< of the file
};

/// Source code as the book can show it, line by line the same: printable UTF-8, blanks instead of
/// tabs (to every eighth column), newlines alone as ends of lines, no byte order mark.
std::string clean_source(std::string_view text);

/// Reads chapter.cpp, or a file of one of its sections. Prose is a comment that opens with /** (and not with
/// /**/ or /***) and is the first on its line; its common indentation is taken away. Everything else is code:
/// the includes before the title, other comments, SECTION(name) and its braces. A comment /** after code on
/// the same line is code too.
Literate read_literate(std::string_view text);

/// Whether each line of prose is text to read, rather than code of a fenced or indented block.
std::vector<bool> text_lines(const Piece& prose);

/// Mathematics in LaTeX as readable characters: "\sqrt{d}" is "√d", "\sigma_i" "σ_i".
std::string readable_mathematics(std::string_view latex);

} // namespace epreuve::book
