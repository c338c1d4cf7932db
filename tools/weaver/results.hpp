#pragma once

#include "weaver/literate.hpp"
#include "weaver/problem.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <vector>

namespace epreuve::book {

/// Lines of code that are not parted by a result: from one blank line to the next, as far as these stand
/// between statements in an *open* place: outside all functions, in the body of a function, or in
/// a block of it that prose stands in. A blank line within a statement, a class, a lambda or any other
/// block parts nothing.
struct Paragraph
{
  std::size_t piece; ///< of Literate::pieces
  int first_line;
  int last_line;
  int function; ///< number of the function that its last line belongs to, -1 outside all of them
};
std::vector<Paragraph> paragraphs_of(const Literate& chapter);

/// A result, or a part of one, where it stands.
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
  std::size_t index;                   ///< in the record's list of that kind
  bool continued = false;              ///< of a claim that has its place elsewhere: later evidence
  bool goes_on = false;                ///< of a claim, at its place: more evidence stands elsewhere
  std::vector<Evidence> evidence = {}; ///< of a claim or finding: what is shown here
};

/// The results that stand behind a line.
struct Place
{
  int line; ///< the last of a paragraph; beyond the last line for what stands at the chapter's end
  std::vector<Result> results;
};

struct Placement
{
  std::vector<Place> places; ///< their lines ascend
  std::vector<Problem> problems;
};

/// Puts each result of a chapter's record behind the paragraph that its line is in. Of several in one
/// paragraph, the one with the smaller line comes first, and of one line the one that the record has
/// first (a loop makes several). A claim has its place where it was first made; there it is shown with the
/// evidence of that paragraph. Its other evidence stands
///
///  - further down, *continued*, where it comes from a later paragraph of the same function, or from a
///    paragraph anywhere that says the claim's id;
///  - at the claim's place, where it comes from an earlier paragraph (a lambda that is called later),
///    from another function (a helper that checks several claims), or from another file.
///
/// A chapter written as functions that CHAPTER calls is so read like one that is all in CHAPTER. What was
/// made in another file altogether stands at the chapter's end.
///
/// A line beyond the file, or one where no such call begins with that id, tells that chapter.cpp is not
/// the one that the record was made from: one Problem for all of them, at the first. Whatever still has a
/// line is placed by it, the rest at the chapter's end.
/// @param record  a chapter of docs/record.schema.json
/// @throws Error if it is not
Placement place_results(const Literate& chapter, const nlohmann::json& record);

} // namespace epreuve::book
