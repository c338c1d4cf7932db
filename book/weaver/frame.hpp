#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// A page of the book without its frame. HTML is well-formed XML: every element is closed, every attribute
/// quoted, since the pages are read again as XML (see tree.hpp).
struct Page
{
  std::string file;          ///< from the book's folder: "claims.html", "library/math-softmax.html"
  std::string title;         ///< text: "Softmax"
  std::string main;          ///< HTML of the text
  std::string contents = {}; ///< HTML of the items <li> of "On this page"; none if empty
  std::string turn = {};     ///< HTML of the links to the pages before and after
  std::vector<std::string> scripts = {}; ///< besides those of every page: "scripts/filter.js"
  std::vector<std::string> styles = {};  ///< besides style.css: "explore/explore.css"
  bool has_folds = false; ///< checks and drawing code are folded, and a switch unfolds them all
  std::string description = {}; ///< text: what search engines and messengers show of it
};

/// The whole page. Links to other pages of the book, in `main` too, are given relative to the book's folder, and
/// are made relative to the page.
/// @param colophon  HTML of the last line of every page
std::string framed(const Page& page, std::string_view colophon);

} // namespace epreuve::book
