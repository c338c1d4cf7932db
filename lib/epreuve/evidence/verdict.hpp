#pragma once

#include <cstddef>
#include <string_view>

namespace epreuve::evidence {

/// The possible findings on a claim. A chapter declares the verdict it expects and the engine finds
/// one (Claim::found); the chapter fails where they differ.
enum class Verdict
{
  holds,                ///< the statement is true as it stands
  reproduced,           ///< every printed digit is the correctly rounded one, or exact
  reproduced_truncated, ///< every printed digit is right, but cut off where it should be rounded
  refuted,              ///< false; a correction is given, and is itself checked
  ill_typed,            ///< the dimensions do not fit; the formula that fits is given and checked
  damaged,              ///< the copy lost symbols; the restored reading is given and checked
  slip,                 ///< a misprint: the document itself has the right letter elsewhere
  illustrative,         ///< claims nothing: invented numbers, a question, a figure that we made up
  needs_weights,        ///< only the published weights of GPT-2 can decide
  undecided,            ///< found only, never declared: the evidence does not support any verdict
};

/// The verdict's name in records, tables and on the command line: "reproduced-truncated".
std::string_view name(Verdict verdict);

/// A verdict as the predicate of so many statements, to be read after the number: "hold" after 60, "holds" after 1,
/// "need weights", "have digits cut", "refuted".
std::string_view said_of(std::size_t count, Verdict verdict);

/// The verdict of that name; throws Error with the list of names.
Verdict parse_verdict(std::string_view text);

/// A sign that carries the verdict without colour: ✓ ≈ ✗ ...
std::string_view sign(Verdict verdict);

/// Whether the verdict says that the document, as printed, is wrong or unreadable there. A slip
/// is an erratum too, and is listed apart from errors of content.
bool is_erratum(Verdict verdict);

} // namespace epreuve::evidence
