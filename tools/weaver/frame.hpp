#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// A page of the book without its frame. HTML is well-formed XML: every element is closed, every attribute
/// has its quotes; that is how the pages are read again (see tree.hpp).
struct Page
{
  std::string file;          ///< from the book's folder: "claims.html", "library/math-softmax.html"
  std::string title;         ///< text: "Softmax"
  std::string main;          ///< HTML of the text
  std::string contents = {}; ///< HTML of the items <li> of "On this page"; none if empty
  std::string turn = {};     ///< HTML of the links to the pages before and after
  std::vector<std::string> scripts = {}; ///< beside those of every page: "scripts/filter.js"
  std::vector<std::string> styles = {};  ///< beside style.css: "explore/explore.css"
  bool has_folds = false; ///< what is checked and drawn is folded, and a switch unfolds all of it
};

/// The whole page. Links to other pages of the book, in `main` too, are from the book's folder; they are
/// brought to where the page is.
/// @param colophon  HTML of the last line of every page
std::string framed(const Page& page, std::string_view colophon);

} // namespace epreuve::book
