#pragma once

#include "weaver/frame.hpp"
#include "weaver/woven_chapter.hpp"

#include "epreuve/proofs/proposition.hpp"
#include "epreuve/proofs/result.hpp"

#include <map>
#include <string>
#include <vector>

namespace epreuve::book {

/// The project's propositions, and how far they are proven.
struct Propositions
{
  std::vector<proofs::Proposition> all;
  proofs::Results results;

  /// @param mistakes  gets the reason if results cannot be read; proofs then count as not run
  /// @throws Error if a proposition's folder is damaged
  Propositions(const Project& project, std::vector<Mistake>& mistakes);

  std::map<std::string, std::string> titles() const; ///< by name
};

/// HTML: a sign and a word for each of a proposition's proofs.
std::string proofs_html(const Propositions& propositions, const proofs::Proposition& proposition);

/// HTML of the section of a chapter's page: the propositions that belong to it or that it cites; empty if
/// there are none.
std::string propositions_section(const Propositions& propositions, const WovenChapter& chapter);

/// propositions.html: statements, and what each proof showed.
/// @param mistakes  gets the reason if a statement cannot be shown
Page propositions_page(const Project& project, const Propositions& propositions,
                       const std::vector<WovenChapter>& chapters, std::vector<Mistake>& mistakes);

} // namespace epreuve::book
