#pragma once

#include "epreuve/evidence/decimal.hpp"
#include "epreuve/evidence/source_line.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::evidence {

/// One thing that was checked, and what was seen. The record, the terminal table and the book
/// print it; only the verdict is computed from it.
struct Evidence
{
  enum class Kind
  {
    digits,
    equality,
    identity,
    property,
    bound,
    statistic,
    shapes,
    fact,
    reading,
    illustration,
    weights
  };
  Kind kind = Kind::fact;
  std::string what; ///< what was checked, in words
  bool passed = false;
  bool conclusive = true; ///< false: too few digits or draws to tell, so no verdict either
  std::string seen;       ///< what came out, in one line
  std::string printed;    ///< the document's digits (kinds digits, equality)
  std::string computed;   ///< ours, in the same form with more digits
  std::string steady; ///< what was seen, to the digits that every processor gives; empty if to none
  std::string tolerance; ///< the largest difference accepted
  std::optional<Digits> digits;
  std::optional<double> absolute, ulps; ///< largest difference seen
  std::optional<double>
      share; ///< of the tolerance that the largest difference takes, where it passed
  std::uint64_t draws = 0;
  std::string counterexample;
  bool measured = false; ///< measures time or memory, so it differs from run to run
  SourceLine where;
};

/// "what: seen", for one line.
std::string summary(const Evidence& evidence);
std::string_view name(Evidence::Kind kind);
std::string_view name(Digits digits);
// The value of that name. Throws Error if there is none.
Evidence::Kind parse_kind(std::string_view name);
Digits parse_digits(std::string_view name);

/// The reading that a piece of evidence is about.
enum class Role
{
  printed,   ///< the statement as the document means it
  copied,    ///< a literal reading of a text whose symbols were lost in conversion
  corrected, ///< what is right where the document errs
  restored,  ///< what the damaged text must have said
  meant,     ///< what a slip means, as the document itself has it elsewhere
};

std::string_view name(Role role);
Role parse_role(std::string_view name);

/// Whether the reading says what is right, not what the document has.
bool is_right(Role role);

/// A formula or sentence, and the evidence on it.
struct Reading
{
  Role role = Role::printed;
  std::string formula; ///< the statement under test; may be empty for the claim itself
  std::vector<Evidence> evidence;

  /// Every piece of its evidence passed, and some of it bears on the formula: for a reading of what is
  /// right (corrected, restored, meant), more than "invented" or "needs weights".
  bool passes() const;
};

} // namespace epreuve::evidence
