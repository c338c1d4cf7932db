#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace epreuve::book {

/// Something that is wrong in the finished book.
struct Complaint
{
  std::string page; ///< or style sheet, from the book's folder: "library/math-softmax.html"
  int line = 0;
  std::string message;

  auto operator<=>(const Complaint&) const = default;
};

/// Reads all pages and style sheets of a book and tells what is wrong with them, as far as that can be
/// seen without a browser:
///
///     a page is well-formed, and a browser reads the same elements in it as an XML reader; it has a
///     language, a title, one h1, no level of headings left out, no id twice;
///     every link within the book leads to a file and an id that are there, every address of the
///     claims' filter to claims; nothing is loaded from elsewhere; no script stands in a page;
///     images have alternative texts, figures captions, tables headings, verdicts words;
///     all LaTeX has become MathML.
///
/// Text shows unconverted LaTeX if, outside code, it holds $$, mathematics between dollars as
/// split_at_mathematics finds it, or a backslash and the name of one of LaTeX's common commands. So a
/// price in dollars is none, nor is a lone $ or a \n.
///
/// @return  ordered by page and line
/// @throws  Error if there is no page in the folder, or a file cannot be read
std::vector<Complaint> check_book(const std::filesystem::path& folder);

} // namespace epreuve::book
