#pragma once

#include "epreuve/evidence/record.hpp"

#include "weaver/literate.hpp"
#include "weaver/problem.hpp"

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

namespace epreuve::book {

/// Where results are shown: after a piece of a page, or at the page's end.
struct Place
{
  std::size_t page = 0;
  std::size_t piece = 0; ///< of Literate::pieces; their number is the page's end

  auto operator<=>(const Place&) const = default;
};

/// A result, or a part of one, at its place.
struct Result
{
  enum class Kind
  {
    claim,
    finding,
    table,
    figure,
    undrawn,
    proposition
  };
  struct Evidence
  {
    std::size_t reading; ///< of the claim
    std::size_t index;   ///< in the reading

    auto operator<=>(const Evidence&) const = default;
  };

  Kind kind;
  std::size_t index;      ///< in the record's list of that kind
  Place home = {};        ///< of the whole result
  bool continued = false; ///< of a claim whose home is elsewhere: later evidence
  bool goes_on = false;   ///< of a claim, at its home: there is more evidence elsewhere
  std::vector<Evidence> evidence = {}; ///< of a claim or finding: what is shown here
};

/// The results at a place.
struct Placed
{
  Place place;
  std::vector<Result> results;
};

/// A page of a chapter, as it is read.
struct ChapterPage
{
  std::string path; ///< from the project's root: "chapters/12-attention-scaling/1-the-variance.cpp"
  Literate literate;
  std::vector<Problem> problems = {};
};

/// Puts each result of a chapter's record after the piece of code that contains its line. In one
/// piece they are in the order of their lines, and those of one line (from a loop) in the order of the
/// record. A claim's home is where it was first made; there it is shown with the evidence of
/// that piece. Its other evidence is shown
///
///  - further on, *continued*, where it comes from a later piece or another page;
///  - at home, where it comes from an earlier piece (a function that is called later), or from a
///    file that is no page.
///
/// Results made entirely in such a file come at the end of the last page. A line past the end of its
/// file is a Problem of that page.
/// @return their places ascend
std::vector<Placed> place_results(std::vector<ChapterPage>& pages, const evidence::Record& record);

} // namespace epreuve::book
