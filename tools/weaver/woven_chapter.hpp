#pragma once

#include "weaver/weave.hpp"
#include "weaver/workshop.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace epreuve::book {

/// A claim of a document, as the pages that list claims show it.
struct ListedClaim
{
  nlohmann::json claim;                 ///< of the record, without its readings
  std::string statement;                ///< HTML
  std::string correction;               ///< HTML; empty if nothing is to be corrected
  std::string erratum;                  ///< HTML: printed, right, counterexample; empty as above
  bool erratum_tells_statement = false; ///< as what is printed
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
  double seconds = 0;       ///< that its run took
  std::size_t findings = 0;
  std::vector<ListedClaim> claims;
  std::vector<std::string> propositions; ///< that it cites, in order, each once
  std::string exercises;                 ///< HTML of their section; empty if there are none
  Woven woven;
  bool is_new = false; ///< run or woven anew
  std::vector<Mistake> mistakes;

  std::string page() const { return name + ".html"; }
  /// "Softmax" of "Softmax: from logits to probabilities", and the rest.
  std::string short_title() const;
  std::string subtitle() const;
};

/// Runs and weaves a chapter, or takes what is kept of it if nothing has changed: neither its program
/// nor what it is run with, nor its text, nor the weaver. A chapter that cannot be run or woven
/// gives a page that says why, and a mistake.
/// @param titles  of the propositions, by name
WovenChapter weave_chapter(const Workshop& workshop, const tools::Program& program,
                           const std::map<std::string, std::string>& titles);

} // namespace epreuve::book
