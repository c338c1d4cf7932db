#pragma once

#include "epreuve/language/language.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace epreuve::language {

/// What the words of a text so far say about the sentence that is being said: the probability of each state of the
/// automaton, given these words,
///
///     b = e_start T_{w_1} ... T_{w_t} / (e_start T_{w_1} ... T_{w_t} 1).
///
/// All that can follow depends on it alone. Two texts with the same vector have one belief: the beliefs are the states of
/// the deterministic automaton of the language, with probabilities (the subset construction). A sentence is bounded, so
/// there are finitely many.
class Beliefs
{
public:
  /// By number: the one at the beginning of a sentence is 0.
  using Belief = std::size_t;
  static constexpr Belief beginning = 0;

  explicit Beliefs(const Language& language);

  std::size_t size() const { return states_.size(); }

  /// The probabilities of the automaton's states that are above 0.
  const std::map<std::size_t, Rational>& states(Belief belief) const { return states_.at(belief); }

  /// The words that can be next, and how probable each is; the sum is 1.
  const std::map<Word, Rational>& next(Belief belief) const { return next_.at(belief); }

  /// The belief after another word; after "." it is the beginning.
  /// @throws Error if the word cannot be next
  Belief after(Belief belief, Word word) const;
  /// The belief after a text.
  /// @throws Error as above
  Belief after(const std::vector<Word>& text) const;

private:
  std::vector<std::map<std::size_t, Rational>> states_;
  std::vector<std::map<Word, Rational>> next_;
  std::vector<std::map<Word, Belief>> after_;
};

} // namespace epreuve::language
