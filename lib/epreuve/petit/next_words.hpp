#pragma once

#include "epreuve/gpt2/model.hpp"
#include "epreuve/language/beliefs.hpp"
#include "epreuve/petit/speech.hpp"

#include <map>
#include <span>
#include <vector>

namespace epreuve::petit {

/// The logarithm of the probability that a model gives to each of some words after a text:
///
///     ln q(w) = sum_i ln p(token i of w | text, tokens of w before it)
///
/// @param words  of the language, any
/// @throws       Error as Model::logits, where text and word are longer than the context
template <typename Real>
std::map<Word, double> log_probabilities(const gpt2::Model<Real>& model, const Speech& speech,
                                         std::span<const Word> text, std::span<const Word> words);

/// A prefix of a text, and how far the model's next word is from the exact one.
struct Missing
{
  std::size_t position;             ///< words before, from the beginning of the text
  language::Beliefs::Belief belief; ///< after them
  double divergence; ///< sum_w P(w) ln(P(w) / q(w)), in nats; what q gives to anything else is lost
};

/// All prefixes of a text that are shorter than it.
/// @throws Error as above; or if it is no text of the language
template <typename Real>
std::vector<Missing> missing_nats(const gpt2::Model<Real>& model, const Speech& speech,
                                  const language::Beliefs& beliefs, std::span<const Word> text);

} // namespace epreuve::petit
