#pragma once

#include "epreuve/evidence/record.hpp"
#include "epreuve/proofs/result.hpp"

#include "weaver/project.hpp"
#include "weaver/weave.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::book {

/// A claim of a document, as the pages that list claims show it.
struct ListedClaim
{
  evidence::ClaimRecord claim; ///< without its readings
  std::string statement;       ///< HTML
  std::string wrong;           ///< HTML of what is wrong in it; empty if nothing is
  std::string correction;      ///< HTML of what is right; empty as above
  std::string erratum; ///< HTML: what is wrong, what is right, what shows it; empty as above
  bool erratum_tells_statement = false; ///< as what is wrong
  std::string place;                    ///< HTML: its document and section, with a link
};

/// A chapter that was run and woven.
struct WovenChapter
{
  std::string name; ///< "01-softmax"
  std::string title;
  std::string source; ///< its program, from the project's root
  std::string documents;
  std::uint64_t seed = 0;
  bool as_declared = false; ///< nothing is missing and every verdict is the declared one
  double seconds = 0;       ///< of its run
  std::size_t findings = 0;
  std::size_t figures_undrawn = 0; ///< for want of GPT-2's files
  std::vector<ListedClaim> claims;
  std::vector<std::string> propositions; ///< that it cites, in order, each once
  std::string exercises;                 ///< HTML of their section; empty if there are none
  Woven woven;
  bool is_new = false; ///< run or woven anew
  std::vector<Mistake> mistakes;

  std::string page() const { return name + ".html"; } ///< its first
  /// A claim's page, and its place there: "01-softmax.html#claim:exo7-2.1-softmax-example".
  std::string address_of(const std::string& claim) const;
  /// "Softmax" of "Softmax: from logits to probabilities", and the rest.
  std::string short_title() const;
  std::string subtitle() const;
};

/// The seeds of the chapters' random draws, "20170612": only one, unless runs are mixed.
std::string seeds_of(const std::vector<WovenChapter>& chapters);

/// The outcome of a chapter's run.
struct ChapterRun
{
  std::optional<evidence::Record> record; ///< if it wrote one
  int status = 0;
  double seconds = 0;
  bool is_new = false; ///< it was run now
};

/// Runs a chapter with its figures, or takes the cached result of its last run if that is still valid: if the program
/// and its inputs are the same, the proofs that it cites have the same status, and its figures are there.
/// @throws Error if it cannot be started
ChapterRun run_chapter(const Project& project, const tools::Program& program,
                       const proofs::Results& proofs);

/// Weaves a chapter, or takes its cached pages if its text, record, figures and exercises,
/// the propositions' titles, pandoc and the weaver have not changed. A chapter that did not run or cannot be woven
/// gets a page that says why, and counts as a mistake.
/// @param titles  of the propositions, by name
/// @param course  the chapters of the course
/// @param references  that prose may cite
WovenChapter weave_chapter(const Project& project, const tools::Program& program,
                           const ChapterRun& run, const std::map<std::string, std::string>& titles,
                           const Course& course, const References& references);

} // namespace epreuve::book
