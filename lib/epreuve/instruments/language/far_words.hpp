#pragma once

#include "epreuve/language/language.hpp"

#include <armadillo>

#include <vector>

/// What words of the endless text (language/tables.hpp) say about a later one, in nats and in doubles: fractions would grow
/// with the distance. A place that is nowhere in particular is in state s of the automaton with probability pi_s; A_w is
/// the matrix of the arcs that bear w, the end of a sentence being its start, and M the sum of all.
namespace epreuve::instruments {

/// The mutual information of two words that are d places apart, whatever stands between them:
///
///     I_d = I(X_t; X_{t+d}) = sum_{w, v} P(w, v) ln(P(w, v) / (P(w) P(v))),    P(w, v) = pi A_w M^{d-1} A_v 1
///
/// @param longest  from 1
/// @return         longest; entry d - 1 is I_d, right to some 1e-13
/// @throws         Error if longest is 0
arma::vec information_at_distances(const language::Language& language, arma::uword longest);

/// The least mean loss of a predictor that sees the k words before, language::best_loss for any k:
///
///     H(X_{t+1} | X_{t-k+1} ... X_t) = sum over all w_1 ... w_k of |b| H(b A_v 1 / |b|, by v),    b = pi A_{w_1} ... A_{w_k}
///
/// where |b| = b 1. Contexts after which the same follows are added up, when b / |b| differs by less than 1e-9.
/// @return  longest + 1; entry k is that of k words, right to some 1e-8
arma::vec least_losses(const language::Language& language, arma::uword longest);

/// The law of the next word after each word of a text whose beginning is nowhere in particular, given its words so far.
/// @return  N x K, columns of sum 1
/// @throws  Error if there is no such text
arma::mat laws_of_next(const language::Language& language, const std::vector<language::Word>& text);

} // namespace epreuve::instruments
