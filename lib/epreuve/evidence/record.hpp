#pragma once

#include "epreuve/evidence/erratum.hpp"
#include "epreuve/evidence/evidence.hpp"
#include "epreuve/evidence/source.hpp"
#include "epreuve/evidence/source_line.hpp"
#include "epreuve/evidence/table.hpp"
#include "epreuve/evidence/verdict.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::evidence {

/// A claim or a finding, as the record has it.
struct ClaimRecord
{
  ClaimSource source; ///< of a finding: its id and statement alone
  Verdict declared = Verdict::holds;
  Verdict found = Verdict::undecided;
  std::string complaint;          ///< why the verdict found is not the declared one; empty if it is
  std::optional<Erratum> erratum; ///< what the document has wrong, if anything
  std::vector<Reading> readings;
  SourceLine where;

  bool as_declared() const { return found == declared; }
};

ClaimRecord recorded(const Claim& claim);

/// A figure's entry in the record.
struct FigureNote
{
  std::string name; ///< file name without its ending
  std::string title;
  std::string caption;
  std::string alt;       ///< alternative text
  bool measured = false; ///< shows a time or a memory peak: compared with nothing
  std::string file;      ///< where it was drawn in this run; empty if it was not
  SourceLine where{};
};

/// A figure that the chapter did not draw in this run, for want of GPT-2's weights.
struct UndrawnFigure
{
  std::string name; ///< file name without its ending
  std::string reason;
  SourceLine where{};
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
  std::vector<Proof> proofs{};
  std::vector<std::string> theorems{}; ///< cited; "exact" or "enclosure" is what that proof shows
  SourceLine where{};

  bool failed() const;
};

/// Everything that a run of a chapter found. The terminal report, the JSON document, the claims
/// ledger and the book are views of it.
struct Record
{
  std::string name; ///< "01-softmax"
  std::string title;
  std::string source_path; ///< of chapter.cpp, from the project's root
  std::string documents;   ///< that it checks, with their sections: "exo7 2.1 · thomas"
  std::uint64_t seed = 0;
  std::vector<std::string> missing;  ///< claims that it owes evidence for, and has none
  std::vector<ClaimRecord> claims;   ///< of the documents
  std::vector<ClaimRecord> findings; ///< statements of our own
  std::vector<Table> tables;
  std::vector<FigureNote> figures;
  std::vector<UndrawnFigure> undrawn;
  std::vector<CitedProposition> propositions;

  /// Something is stated, every claim has evidence, every verdict is the declared one, and no proof of a
  /// cited proposition failed.
  bool ok() const;
};

// What docs/record.schema.json describes. Here alone are the names of its members.
// Reading throws Error or an exception of nlohmann's if the value has another form.
void to_json(nlohmann::json& object, const Record& record);
void from_json(const nlohmann::json& object, Record& record);
void to_json(nlohmann::json& object, const ClaimRecord& claim);
void from_json(const nlohmann::json& object, ClaimRecord& claim);

/// The document that `--json` writes: {"format": "epreuve-record", "version": 2, "chapters": [...]}.
nlohmann::json record_document(const std::vector<Record>& chapters);

/// The chapters of such a document. Throws Error if it has another form.
std::vector<Record> chapters_of(const nlohmann::json& document);

} // namespace epreuve::evidence
