#pragma once

#include "epreuve/evidence/claim.hpp"
#include "epreuve/evidence/table.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <deque>
#include <source_location>
#include <string>
#include <vector>

namespace epreuve::evidence {

/// A figure's entry in the record.
struct FigureNote
{
  std::string name; ///< file name without its ending
  std::string title;
  std::string caption;
  std::string alt;       ///< alternative text
  bool measured = false; ///< shows a time or a memory peak: compared with nothing
  std::string file;      ///< where it was drawn in this run; empty if it was not
  std::source_location where;
};

/// A figure that the chapter did not draw in this run, for want of GPT-2's weights.
struct UndrawnFigure
{
  std::string name; ///< file name without its ending
  std::string reason;
  std::source_location where;
};

/// A proposition that the chapter cites, and how far it is proven.
struct CitedProposition
{
  struct Proof
  {
    std::string method; ///< "exact", "enclosure", "formal"
    std::string status; ///< "proven", "failed", "skipped", "stale", "not run"
  };
  std::string name; ///< of its folder in proofs/: "01-minimum-norm"
  std::vector<Proof> proofs;
  std::vector<std::string> theorems; ///< cited; "exact" or "enclosure" is what that proof shows
  std::source_location where;

  bool failed() const;
};

/// Everything that a run of a chapter found. The terminal report, the JSON document, the claims
/// ledger and the book are views of it.
struct Record
{
  std::string name; ///< "01-softmax"
  std::string title;
  std::string source_path; ///< of chapter.cpp, from the project's root
  std::uint64_t seed = 0;
  std::vector<ClaimSource> sources; ///< every claim the chapter owes evidence for
  std::deque<Claim> claims;         ///< claims of the documents
  std::deque<Claim> findings;       ///< statements of our own
  std::vector<Table> tables;
  std::vector<FigureNote> figures;
  std::vector<UndrawnFigure> undrawn;
  std::vector<CitedProposition> propositions;

  /// Ids of sources without a piece of evidence.
  std::vector<std::string> missing() const;
  /// Something is stated, every claim has evidence, every verdict is the declared one, and no proof of a
  /// cited proposition failed.
  bool ok() const;
};

/// One chapter's record as docs/record.schema.json describes it.
nlohmann::json to_json(const Record& record);

/// The document that `--json` writes: {"format": "epreuve-record", "version": 2, "chapters": [...]}.
nlohmann::json record_document(const std::vector<nlohmann::json>& chapters);

} // namespace epreuve::evidence
