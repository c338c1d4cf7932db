#include "epreuve/language/beliefs.hpp"

#include "epreuve/error.hpp"

namespace epreuve::language {

Beliefs::Beliefs(const Language& language)
{
  const Automaton& automaton = language.automaton();
  std::map<std::map<std::size_t, Rational>, Belief> numbers;
  const auto number = [&](const std::map<std::size_t, Rational>& states) {
    const auto [place, is_new] = numbers.try_emplace(states, states_.size());
    if (is_new)
      states_.push_back(states);
    return place->second;
  };
  number({{automaton.start(), 1}});
  for (Belief belief = 0; belief < states_.size(); ++belief) {
    std::map<Word, std::map<std::size_t, Rational>> reached;
    for (const auto& [state, probability] : states_[belief])
      for (const Arc& arc : automaton.states[state])
        reached[arc.word][arc.to == Automaton::over ? automaton.start() : arc.to] +=
            probability * arc.probability;
    next_.emplace_back();
    after_.emplace_back();
    for (auto& [word, states] : reached) {
      Rational sum = 0;
      for (const auto& [state, probability] : states)
        sum += probability;
      for (auto& [state, probability] : states)
        probability /= sum;
      next_.back().emplace(word, sum);
      after_.back().emplace(word, number(states));
    }
  }
}

Beliefs::Belief Beliefs::after(Belief belief, Word word) const
{
  const auto place = after_.at(belief).find(word);
  if (place == after_.at(belief).end())
    throw Error("word {} cannot be next there", word);
  return place->second;
}

Beliefs::Belief Beliefs::after(const std::vector<Word>& text) const
{
  Belief belief = beginning;
  for (const Word word : text)
    belief = after(belief, word);
  return belief;
}

} // namespace epreuve::language
