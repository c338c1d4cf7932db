#pragma once

#include <span>
#include <string_view>

namespace epreuve::proofs {

/// An axiom that a library of Coq declares, beyond Coq's own logic.
struct Axiom
{
  std::string_view coq;     ///< the name that Print Assumptions shows
  std::string_view label;   ///< the usual short name
  std::string_view says;    ///< in words
  std::string_view library; ///< the library that declares it
};

/// The axioms that a formal proof may use. Any other would be our own, and a result that rests on it would not be
/// proven.
std::span<const Axiom> allowed_axioms();

/// The allowed axiom of this name in Coq; null if there is none.
const Axiom* find_axiom(std::string_view coq);

} // namespace epreuve::proofs
