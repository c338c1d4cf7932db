#include "epreuve/proving/axioms.hpp"

#include <algorithm>
#include <array>

namespace epreuve::proofs {

namespace {

constexpr std::array axioms{
    Axiom{"boolp.functional_extensionality_dep", "funext",
          "functions with equal values everywhere are equal", "mathcomp-analysis"},
    Axiom{"boolp.propositional_extensionality", "propext", "equivalent propositions are equal",
          "mathcomp-analysis"},
    Axiom{"boolp.constructive_indefinite_description", "choice",
          "where something exists, one may be chosen", "mathcomp-analysis"},
    Axiom{"FunctionalExtensionality.functional_extensionality_dep", "funext",
          "functions with equal values everywhere are equal", "Coq's standard library"},
    Axiom{"ClassicalDedekindReals.sig_forall_dec", "LPO",
          "a decidable property holds of all natural numbers or has a counterexample",
          "Coq's real numbers"},
    Axiom{"ClassicalDedekindReals.sig_not_dec", "weak excluded middle",
          "every proposition is refuted or cannot be", "Coq's real numbers"},
    Axiom{"Classical_Prop.classic", "excluded middle", "every proposition holds or does not",
          "Coq's standard library"},
};

} // namespace

std::span<const Axiom> allowed_axioms()
{
  return axioms;
}

const Axiom* find_axiom(std::string_view coq)
{
  const auto found = std::ranges::find(axioms, coq, &Axiom::coq);
  return found == axioms.end() ? nullptr : &*found;
}

} // namespace epreuve::proofs
