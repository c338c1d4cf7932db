#pragma once

#include "epreuve/language/language.hpp"

#include <armadillo>

/// What a word says about a later one.
namespace epreuve::instruments {

/// The mutual information of two words of the endless text (language/tables.hpp) that are d places apart, whatever
/// stands between them, in nats:
///
///     I_d = I(X_t; X_{t+d}) = sum_{w, v} P(w, v) ln(P(w, v) / (P(w) P(v)))
///
/// With pi_s the probability of the automaton's state s, A_w the matrix of its arcs that bear w, and M the sum of all, the
/// end of a sentence being its start, P(w, v) = pi A_w M^{d-1} A_v 1. In doubles: fractions would grow with d.
/// @param longest  from 1
/// @return         longest; entry d - 1 is I_d, right to some 1e-13
/// @throws         Error if longest is 0
arma::vec information_at_distances(const language::Language& language, arma::uword longest);

} // namespace epreuve::instruments
