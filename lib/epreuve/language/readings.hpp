#pragma once

#include "epreuve/language/language.hpp"

#include <map>
#include <utility>
#include <vector>

namespace epreuve::language {

/// How often a reader of one sentence, "." included, reads each word with each memory: the expected number, exactly.
/// It is the automaton's, with the memory carried along; so sentences are not enumerated, and what the
/// reader forgets costs nothing.
///
///     E[ #{i : the memory before w_i is m, and w_i = w} ]
///
/// @param at_first  the memory before the first word, of a type that can be ordered
/// @param read      the memory after a word: read(memory, word)
/// @return          by memory and word, those that can be; over all of them the sum is E[length]
template <typename Memory, typename Read>
std::map<std::pair<Memory, Word>, Rational>
expected_readings(const Language& language, const Memory& at_first, const Read& read)
{
  const Automaton& automaton = language.automaton();
  std::vector<std::map<Memory, Rational>> there(automaton.states.size());
  there[automaton.start()][at_first] = 1;
  std::map<std::pair<Memory, Word>, Rational> result;
  for (std::size_t state = automaton.start(); state > Automaton::over; --state)
    for (const auto& [memory, probability] : there[state])
      for (const Arc& arc : automaton.states[state]) {
        const Rational both = probability * arc.probability;
        result[{memory, arc.word}] += both;
        if (arc.to != Automaton::over)
          there[arc.to][read(memory, arc.word)] += both;
      }
  return result;
}

} // namespace epreuve::language
