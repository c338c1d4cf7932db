#pragma once

#include "epreuve/instruments/reference.hpp"
#include "epreuve/language/language.hpp"

namespace epreuve::language {

using instruments::Interval;

/// The entropy of a sentence, in nats: a certain enclosure, some 10^-45 wide. As a sentence has one path,
///
///     H(sentence) = sum_s E[visits of s] H(arcs of s).
Interval sentence_entropy(const Language& language);

/// H = H(sentence) / E[length], in nats per word: what no predictor of the next word can get below in the long run,
/// whatever it sees of the text.
Interval entropy_rate(const Language& language);

/// The longest context for which best_loss is computed.
constexpr unsigned longest_context = 3;

/// The least mean loss, -log of the probability that it gave to the word that came, of a predictor that sees the k
/// words before:
///
///     H(X_{t+1} | X_{t-k+1} ... X_t),
///
/// in nats per word of the endless text (see tables.hpp: contexts cross the ends of sentences). It decreases with k,
/// to the entropy rate.
/// @param k  from 0 to 3
/// @throws   Error if k is larger
Interval best_loss(const Language& language, unsigned k);

} // namespace epreuve::language
