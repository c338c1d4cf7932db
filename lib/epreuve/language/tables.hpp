#pragma once

#include "epreuve/language/language.hpp"

#include <map>
#include <vector>

namespace epreuve::language {

/// Successive words and how probable they are, where that is above 0.
using NGramTable = std::map<std::vector<Word>, Rational>;

/// The longest sequences of which tables are made.
constexpr unsigned longest_ngram = 4;

/// E[length] of a sentence, its "." included.
Rational expected_length(const Language& language);

/// The statistics of the endless text at a place that is nowhere in particular: sentence after sentence without
/// beginning, "." a word like others, so contexts reach across the ends of sentences. Such a place is in state s of
/// the automaton with probability E[visits of s] / E[length], since sentences are independent (renewal).

/// How probable each word is, by words(); the sum is 1.
std::vector<Rational> word_probabilities(const Language& language);

/// How probable k successive words are,
///
///     P(w_1 ... w_k) = sum_s E[visits of s] / E[length] (T_{w_1} ... T_{w_k} 1)_s,
///
/// for all that can be; the sum is 1.
/// @param k  from 1 to 4
/// @throws   Error for any other k
NGramTable ngram_probabilities(const Language& language, unsigned k);

} // namespace epreuve::language
