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

/// NN-NAME.html: the chapter, its propositions and exercises, and the way to its neighbours.
Page chapter_page(const std::vector<WovenChapter>& chapters, std::size_t index,
                  const Propositions& propositions);

/// errata.html: what the documents have wrong, document by document, in the order of their lines.
Page errata_page(const std::vector<WovenChapter>& chapters);

/// claims.html: every claim that is checked, to be filtered by document, chapter, verdict and words.
Page claims_page(const std::vector<WovenChapter>& chapters);

/// made.html: commit, compiler, BLAS kernel, date, seed, and each chapter's run.
Page made_page(const Workshop& workshop, const std::vector<WovenChapter>& chapters);

/// HTML of the last line of every page.
std::string colophon(const std::vector<WovenChapter>& chapters);

} // namespace epreuve::book
