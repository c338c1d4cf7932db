#pragma once

#include "weaver/frame.hpp"
#include "weaver/problem.hpp"
#include "weaver/project.hpp"
#include "weaver/woven_chapter.hpp"

#include <string>
#include <vector>

namespace epreuve::book {

/// One of the best errata, told to somebody who has read no chapter.
struct ToldErratum
{
  std::string claim;     ///< "exo7-7-tanh-approx"
  std::string address;   ///< of the claim in its chapter
  std::string place;     ///< HTML: its document and section
  std::string title;     ///< text
  std::string printed;   ///< HTML
  std::string right;     ///< HTML
  std::string use;       ///< HTML: what goes wrong if one uses what is printed
  std::string drawing;   ///< SVG for a page
  std::string figure_at; ///< the figure's address in its chapter
};

/// The errata of book/ten-errata.json whose chapters are there, in the file's order. One whose claim is none of its
/// chapter's errata, or that has no figure, is a mistake and is left out.
std::vector<ToldErratum> told_errata(const Project& project,
                                     const std::vector<WovenChapter>& chapters,
                                     std::vector<Mistake>& mistakes);

/// HTML: printed, right, and what goes wrong, in words.
std::string told_html(const ToldErratum& erratum);

/// ten-errata.html: each with its figure.
Page ten_errata_page(const std::vector<ToldErratum>& errata);

/// HTML of the cover's moving figure; scripts/front.js moves it, and without the script it is a figure.
std::string moving_figure();

/// HTML: how to cite the book, in BibTeX with its version; its licence; how to report an error.
std::string imprint();

} // namespace epreuve::book
