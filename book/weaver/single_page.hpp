#pragma once

#include <string>
#include <utility>
#include <vector>

namespace epreuve::book {

/// Pages of the book as a single one to be printed, for the book's folder: the main part of each begins on a
/// new sheet of paper. Ids stay distinct, links from one of the pages to another lead inside the document, links to
/// other pages become text; scripts are left out, and what a reader would have to open is open.
/// @param pages  files, from the book's folder, and their HTML, in reading order; the whole has the title
///               of the first
/// @throws Error naming the page if one is there twice, is not well-formed or has no main part
std::string single_page(const std::vector<std::pair<std::string, std::string>>& pages);

} // namespace epreuve::book
