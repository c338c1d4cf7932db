#pragma once

#include "epreuve/language/grammar.hpp"

#include <armadillo>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::language {

using Word = arma::uword; ///< a word by its place among the words of its language

/// A continuation of a text in a state: a word, how probable it is there, and the state after it.
struct Arc
{
  Word word;
  std::size_t to;
  Rational probability; ///< above 0; those of a state sum to 1
};

/// The finite automaton that says a grammar's sentences. Its arcs lead to states of smaller number; so a
/// sentence begins in the last one, and in state 0 it is over.
///
/// Two arcs of a state may bear the same word, where what follows decides which it was: the automaton is not
/// deterministic. But it is unambiguous: no sentence is said on two paths.
struct Automaton
{
  static constexpr std::size_t over = 0;

  std::vector<std::vector<Arc>> states; ///< the arcs of each

  std::size_t start() const { return states.size() - 1; }
};

/// The automaton of a sentence's grammar. Choices without a word of their own become part of the words around
/// them; states from which the same is said with the same probabilities are one.
///
/// @param words  the number of each word of the phrase
/// @throws       Error if the phrase can be empty
Automaton automaton(const Phrase& phrase, const std::map<std::string, Word, std::less<>>& words);

/// A sentence that is said on two paths, if there is one: decided on all pairs of states that the same words
/// lead to, not by examples.
std::optional<std::vector<Word>> ambiguity(const Automaton& automaton);

/// How often a sentence visits each state, in expectation: E[visits], by state; 1 for the last, and for 0.
/// The sum over all but state 0 is the expected number of words of a sentence.
std::vector<Rational> expected_visits(const Automaton& automaton);

} // namespace epreuve::language
