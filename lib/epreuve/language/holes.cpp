#include "epreuve/language/holes.hpp"

#include "epreuve/error.hpp"

#include <numeric>
#include <utility>

namespace epreuve::language {

std::vector<Rational> law_of_hole(const Language& language, const std::vector<Word>& sentence,
                                  std::size_t place, const std::set<std::size_t>& hidden)
{
  if (place >= sentence.size())
    throw Error("law_of_hole: place {} is not in a sentence of {} words", place, sentence.size());
  using States = std::vector<Rational>; // a number for each state
  const auto& states = language.automaton().states;
  const auto can_be = [&](std::size_t i, Word word) {
    return hidden.contains(i) || sentence[i] == word;
  };
  States reached(states.size());
  reached[language.automaton().start()] = 1;
  for (std::size_t i = 0; i < place; ++i) {
    States next(states.size());
    for (std::size_t s = 1; s < states.size(); ++s)
      if (reached[s] != 0)
        for (const Arc& arc : states[s])
          if (can_be(i, arc.word))
            next[arc.to] += reached[s] * arc.probability;
    reached = std::move(next);
  }
  States ending(states.size()); // how probable it is to say the rest from a state, and be over
  ending[Automaton::over] = 1;
  for (std::size_t i = sentence.size() - 1; i > place; --i) {
    States before(states.size());
    for (std::size_t s = 1; s < states.size(); ++s)
      for (const Arc& arc : states[s])
        if (can_be(i, arc.word) && ending[arc.to] != 0)
          before[s] += arc.probability * ending[arc.to];
    ending = std::move(before);
  }
  std::vector<Rational> law(language.words().size());
  for (std::size_t s = 1; s < states.size(); ++s)
    if (reached[s] != 0)
      for (const Arc& arc : states[s])
        law[arc.word] += reached[s] * arc.probability * ending[arc.to];
  const Rational sum = std::accumulate(law.begin(), law.end(), Rational(0));
  if (sum == 0)
    throw Error("law_of_hole: no word at place {} makes a sentence of \"{}\"", place,
                language.text(sentence));
  for (Rational& p : law)
    p /= sum;
  return law;
}

Rational makes_a_sentence(const Language& language, const std::vector<Word>& sentence,
                          const std::set<std::size_t>& hidden)
{
  const auto& states = language.automaton().states;
  std::vector<Rational> reached(states.size());
  reached[language.automaton().start()] = 1;
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    std::vector<Rational> law(language.words().size()), next(states.size());
    if (hidden.contains(i))
      law = law_of_hole(language, sentence, i, hidden);
    else
      law[sentence[i]] = 1;
    for (std::size_t s = 1; s < states.size(); ++s)
      if (reached[s] != 0)
        for (const Arc& arc : states[s])
          if (law[arc.word] != 0)
            next[arc.to] += reached[s] * law[arc.word];
    reached = std::move(next);
  }
  return reached[Automaton::over];
}

} // namespace epreuve::language
