#pragma once

#include "epreuve/evidence/source.hpp"

#include "weaver/frame.hpp"
#include "weaver/problem.hpp"
#include "weaver/references.hpp"
#include "weaver/woven_chapter.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace epreuve::book {

/// "documents/exo7.html"
std::string file_of_document(std::string_view document);

/// HTML: where a document says it, a link to that section on the document's page: "exo7, 2.1. Softmax". The documents'
/// sentences are not ours to copy, and a line of a copy helps nobody else; a section can be looked up.
/// @param language  of the document, "fr"; empty if it is not known
std::string place_html(const evidence::ClaimSource& source, std::string_view language);

/// documents/NAME.html of each document that the chapters check: what it is, where to find it, and section by section
/// what it claims and whether that is so. A document without a reference is a mistake.
std::vector<Page> document_pages(const std::vector<WovenChapter>& chapters,
                                 const References& references, std::vector<Mistake>& mistakes);

/// references.html: the documents, then the articles, each with the pages that cite it.
Page references_page(const std::vector<WovenChapter>& chapters, const References& references);

} // namespace epreuve::book
