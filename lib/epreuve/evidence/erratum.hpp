#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::evidence {

class Claim;

/// What a document has wrong, what is right, and what shows it. It is decided here and nowhere else; the record keeps
/// it, and the terminal, the ledger and the book print it.
struct Erratum
{
  struct Why
  {
    std::string says;         ///< what was checked, and what was seen
    std::size_t evidence = 0; ///< of the reading
  };
  /// A reading that is refuted. One that passes is never wrong, though it is printed.
  struct Wrong
  {
    std::string says;        ///< its formula; the claim's statement if it has none
    std::size_t reading = 0; ///< of Claim::readings()
    std::vector<Why> why;    ///< its evidence that fails; if digits are cut, the digits that are
  };
  std::vector<Wrong> wrong; ///< at least one
  std::string right; ///< several formulas are joined by "; "; if digits are cut, the computed ones
  std::string elsewhere; ///< of a slip: where the document itself has it right; otherwise empty
};

/// The erratum of a claim; nothing unless is_erratum(claim.found()). The verdict decides what is wrong:
///
///     refuted, ill-typed, slip   the printed readings that fail: what the document means, where it is false
///     damaged                    the copied readings, all of which fail
///     reproduced-truncated       the printed readings with digits that are cut
///
/// A copied reading of a claim that is false as it was printed is not the document's error, and remains evidence.
std::optional<Erratum> erratum_of(const Claim& claim);

} // namespace epreuve::evidence
