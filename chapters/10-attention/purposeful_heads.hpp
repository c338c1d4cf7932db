#pragma once

#include "epreuve/language/language.hpp"

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

/// Heads that are built, not learned, for a purpose that can be said in words. A token is a one-hot word above a
/// one-hot place, so n = N + L, and the score of a query's token for a key's is an entry of four tables:
///
///     x_i^T M x_j = T(word_i, word_j) + U(word_i, place_j) + V(place_i, word_j) + P(place_i, place_j),
///     M = (T U; V P).
namespace epreuve::instruments {

/// The sizes of the two parts: N words, L places.
struct WordsAndPlaces
{
  arma::uword words, places;

  arma::uword n() const { return words + places; }
  /// The row of a place in x. @throws Error unless place < places
  arma::uword row_of_place(arma::uword place) const;
  /// @return  n x K, a column for each word of the text, the first at place 0
  /// @throws  Error for a word outside the language, or a text longer than `places`
  arma::mat vectors(const std::vector<language::Word>& text) const;
};

/// Each place looks at the one before it: P(k, k - 1) = 1.
arma::mat previous_word(const WordsAndPlaces& sizes);

/// Every word looks at this place: U(w, place) = 1.
arma::mat one_place(const WordsAndPlaces& sizes, arma::uword place);

/// A word looks at the earlier places where it occurs too, and if there are none, at place 0: T = I,
/// P(k, k) = -1, which takes itself out, and U(w, 0) = 1/2 for place 0.
arma::mat same_word(const WordsAndPlaces& sizes);

/// The pattern of a causal head with W_Q = c sqrt(n) M^T and W_K = I, so that scores are c x^T M x.
/// @param M  n x n
/// @return   K x K
/// @throws   Error as WordsAndPlaces::vectors
arma::mat pattern_of(const arma::mat& M, double c, const WordsAndPlaces& sizes,
                     const std::vector<language::Word>& text);

/// The pattern of a causal head of dimension 2 whose places are the hours of one clock of L + 1 hours: queries
/// (cos t, sin t) with t = omega (k - 1), keys with t = omega j, so scores are c cos(omega (k - 1 - j)),
/// omega = 2 pi / (L + 1).
/// @return  L x L
arma::mat one_wave_pattern(double c, arma::uword L);

/// Sentences of English (language::english), each with a full stop before it, which is place 0. The same seed draws
/// the same ones.
std::vector<std::vector<language::Word>> english_sentences(std::size_t count, std::uint64_t seed);
/// A size with room for each of them.
const WordsAndPlaces& english_sizes();

/// The part of all places from 1 on, in these sentences, whose largest weight at the scale c is where `target` says.
double part_found(const arma::mat& M, double c,
                  const std::vector<std::vector<language::Word>>& sentences,
                  const std::function<std::size_t(const std::vector<language::Word>& text,
                                                  std::size_t place)>& target);

/// How often, in expectation, a sentence has a word at each place; place 0 is before it, so its entry is 0.
arma::vec words_at_places();

/// Words that stood in their sentence before, in expectation per sentence, "." left out.
struct WordsAgain
{
  language::Rational words;  ///< all
  language::Rational again;  ///< those that stood there before
  language::Rational shared; ///< the same, each times m / (m + 1) for m times before
};
WordsAgain words_again(const language::Language& language);

} // namespace epreuve::instruments
