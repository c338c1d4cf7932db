#pragma once

#include "weaver/frame.hpp"
#include "weaver/propositions.hpp"
#include "weaver/woven_chapter.hpp"

#include <string>
#include <vector>

namespace epreuve::book {

/// The cover, index.html: what this is, the course in its order, what each chapter verified, what the
/// verdicts mean.
Page cover_page(const std::vector<WovenChapter>& chapters);

/// The chapter's pages. NN-NAME.html opens it: what chapter.cpp says, what the documents have wrong, what the
/// chapter holds, its propositions. NN-NAME/N-SECTION.html follow, each made of a file, then
/// NN-NAME/exercises.html. A chapter that is all in chapter.cpp is one page. Each leads to the one before it
/// and behind it in the book.
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
