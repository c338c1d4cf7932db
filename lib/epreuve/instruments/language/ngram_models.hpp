#pragma once

#include "epreuve/language/language.hpp"

#include <armadillo>

#include <cstdint>

/// Models that count, learned from a text of a language whose probabilities are known, and their loss on it. Tables are
/// those of math/ngrams.hpp: row x the last word, column u the next one, slice a the context.
namespace epreuve::instruments {

/// A corpus of so many sentences as word numbers, "." (word 0) after each.
arma::uvec text_of(const language::Language& language, std::uint64_t seed, std::size_t sentences);

/// The seed of a corpus in a run, by its number below 1000: runs with different seeds share no corpus.
std::uint64_t corpus_seed(std::uint64_t run, std::uint64_t number);

/// How probable the words x, u are after each other; a, x, u: the language's exact tables, rounded.
arma::mat pair_probabilities(const language::Language& language);
arma::cube triple_probabilities(const language::Language& language);

/// Three ways of completing, from one text. Bigrams have 0.01 added to each count; trigrams and gapped trigrams
/// have 1/2 taken from each, which goes to the bigrams.
struct NGramModels
{
  arma::mat bigrams;   ///< N x N
  arma::cube trigrams; ///< N x N x N, slice: the word before the last
  arma::cube gapped;   ///< N x N x N, slice: a word anywhere before it in the sentence
  arma::mat entropy;   ///< N x N, (x, a): of row x in slice a of `gapped`; infinite if never seen

  /// @throws Error as math::bigram_counts
  NGramModels(const arma::uvec& text, arma::uword N);
};

/// The loss of each model, -ln of the probability it gave, at each place of another text but the first. Gapped
/// trigrams take of all the words of the sentence before x the context of least entropy, as the model sees it, and
/// where there is none that was ever seen with x, the bigram.
struct Losses
{
  arma::vec bigrams, trigrams, gapped;
  arma::uvec last; ///< the word x of the place

  /// @throws Error for a text of fewer than three words, or a word that the models do not have
  Losses(const NGramModels& models, const arma::uvec& text);
};

} // namespace epreuve::instruments
