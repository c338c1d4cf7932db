#pragma once

#include "weaver/frame.hpp"

#include <string>
#include <vector>

namespace epreuve::book {

/// What can be found: a part of a page below a heading, a claim, a function, an exercise, a source.
struct Findable
{
  std::string address; ///< "16-gelu.html#the-function", from the book's folder
  std::string title;   ///< text
  std::string page;    ///< the title of its page; "" if it is `title`
  std::string text;    ///< all its prose, without code, tables of evidence and drawings
};

/// Everything on the pages that can be found, in their order. Pages that repeat others, such as the documents' lists of
/// claims, are left out.
std::vector<Findable> findables(const std::vector<Page>& pages);

/// A script that hands them to scripts/search.js: a page opened from the disk may load scripts, and nothing else.
std::string script_of(const std::vector<Findable>& all);

} // namespace epreuve::book
