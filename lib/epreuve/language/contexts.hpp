#pragma once

#include "epreuve/language/language.hpp"

#include <armadillo>

#include <vector>

namespace epreuve::language {

/// The words near each word of the endless text (see tables.hpp). A context is a word at a distance: c at
/// d = -reach, ..., -1, 1, ..., reach places after w.
class Contexts
{
public:
  /// @param reach  from 1 to longest_ngram - 1
  /// @throws       Error otherwise
  Contexts(const Language& language, unsigned reach);

  std::size_t n_words() const { return n_words_; }
  unsigned reach() const { return reach_; }

  /// P(w is at a place, and c at distance d from it), exactly.
  /// @throws Error if there is no such distance or word
  const Rational& joint(int d, Word c, Word w) const;
  /// P(c is at distance d from w, given w). @throws Error as joint
  Rational given(int d, Word c, Word w) const;

  /// The joint probabilities: a row for each distance and word that can be (all others would be 0), a column for
  /// each word.
  arma::mat table() const;

private:
  std::size_t n_words_;
  unsigned reach_;
  std::vector<Rational> words_;
  std::vector<std::vector<Rational>> after_; ///< [d - 1][w N + c]
};

/// The same table of counts in a corpus, with a row for every distance and word, in the order d = -reach, ...,
/// reach, and c from 0 to n_words - 1 within each.
/// @throws Error if reach is 0, the corpus is empty, or it has a word that is not below n_words
arma::mat context_counts(const std::vector<Word>& corpus, std::size_t n_words, unsigned reach);

} // namespace epreuve::language
