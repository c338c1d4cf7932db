#pragma once

#include "epreuve/language/language.hpp"

#include <armadillo>

#include <cstdint>
#include <vector>

/// Models that count, learned from a text of a language whose probabilities are known, and their loss on it; how counting
/// converges to the truth of the language, and what smoothing makes of it. Tables are those of math/ngrams.hpp: row x the
/// last word, column u the next one, slice a the context.
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

/// Half the sum of the absolute errors of a table of counts, divided by its sum, against the truth.
double total_variation(const arma::mat& counts, const arma::mat& truth);

/// How much better a text is explained by its own frequencies than by the truth, in nats: the sum over its pairs
/// x, u of ln(own(x, u) / right(x, u)), both given x. Twice it is the statistic of the likelihood ratio.
double gain_of_own_frequencies(const arma::mat& counts, const arma::mat& truth);

/// Entries of a table that can be, less one for each of its rows that can be.
double free_entries(const arma::mat& truth);

/// Corpora against the truth, an entry for each corpus.
struct Convergence
{
  arma::vec words;
  arma::vec variation, gain;                 ///< of pairs; the gain in nats per word
  arma::vec variation_triples, gain_triples; ///< of triples
  double free_pairs = 0, free_triples = 0;   ///< free entries
};

/// @param sentences  the sizes, in each of which there are so many corpora
/// @param seed       of the first corpus; each further one has the next
Convergence counted_against_truth(const language::Language& language,
                                  const std::vector<std::size_t>& sentences, arma::uword corpora,
                                  std::uint64_t seed);

/// The expectation, on a long text, of twice the gain of the table of pairs. Sentences are independent; so with
/// N_xu the number of pairs in one sentence, the last of them with the first word of the next sentence,
///
///     2 E[gain]  ->  sum over x, u of  E[(N_xu - N_x P_xu)^2] / (E[N_x] P_xu),    P_xu = E[N_xu] / E[N_x]
///
/// Where each word depends on the one before it alone, the numerator is E[N_x] P_xu (1 - P_xu) and the sum is
/// free_entries, as Wilks' theorem says. The expectations are fractions; they are rounded at the end.
double twice_the_gain_of_pairs(const language::Language& language);

/// The excess loss of bigrams over the best bigrams, under the true distribution; a column for each corpus.
struct SmoothingCurves
{
  arma::vec lambda, D;
  arma::mat added;      ///< lambda added to each count
  arma::mat discounted; ///< D taken from each count, for words that follow many different ones
  arma::vec laplace;    ///< 1 added to each count
};
/// @param seed  of all the corpora: each is the beginning of the next
SmoothingCurves smoothing_curves(const language::Language& language,
                                 const std::vector<std::size_t>& sentences, std::uint64_t seed);

/// Triples seen once per word of a corpus, less the probability of the triples that it lacks, and that
/// probability: the Good-Turing estimate and the quantity that it estimates.
struct Unseen
{
  arma::vec off, missing;
};
/// @param seed  of the first corpus; each further one has the next
Unseen unseen_triples(const language::Language& language, std::size_t sentences,
                      arma::uword corpora, std::uint64_t seed);

/// The mean losses of models on 4000 sentences, after corpora of 125, 250, ... sentences, and what can be reached.
struct LossesBySize
{
  arma::vec words, bigrams, trigrams, gapped;
  arma::vec floors; ///< best loss with 1, 2, 3 words, entropy rate
};
/// @param seed  of the text that they are tried on; the corpora have the next
LossesBySize losses_by_size(const language::Language& language, arma::uword sizes,
                            std::uint64_t seed);

} // namespace epreuve::instruments
