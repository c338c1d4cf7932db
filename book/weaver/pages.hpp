#pragma once

#include "weaver/frame.hpp"
#include "weaver/front.hpp"
#include "weaver/propositions.hpp"
#include "weaver/woven_chapter.hpp"

#include <string>
#include <vector>

namespace epreuve::book {

/// The cover, index.html: what this is and for whom, three doors, the first of the errata, the course in its order,
/// what each chapter verified, what the verdicts mean, how to cite it.
Page cover_page(const std::vector<WovenChapter>& chapters, const std::vector<ToldErratum>& errata);

/// exercises.html: the chapters that have some, and how they are checked.
Page exercises_page(const std::vector<WovenChapter>& chapters);

/// The chapter's pages. NN-NAME.html opens it: the text of chapter.cpp, what the documents have wrong, the list of
/// sections, the propositions. NN-NAME/N-SECTION.html follow, each made from one file, then
/// NN-NAME/exercises.html. A chapter that is all in chapter.cpp is one page. Each page links to the previous
/// and the next one in the book.
std::vector<Page> chapter_pages(const std::vector<WovenChapter>& chapters, std::size_t index,
                                const Propositions& propositions);

/// errata.html: what the documents have wrong, document by document, in the order of their lines.
Page errata_page(const std::vector<WovenChapter>& chapters);

/// claims.html: every claim that is checked, to be filtered by document, chapter, verdict and words.
Page claims_page(const std::vector<WovenChapter>& chapters);

/// build.html: commit, compiler, BLAS kernel, date, seed, and each chapter's run.
Page build_page(const Project& project, const std::vector<WovenChapter>& chapters);

/// HTML of the last line of every page.
std::string colophon(const std::vector<WovenChapter>& chapters);

} // namespace epreuve::book
