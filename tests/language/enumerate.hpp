#pragma once

#include "epreuve/language/grammar.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace epreuve::language {

/// The words of a derivation, and its probability.
struct Derived
{
  std::vector<std::string> words;
  Rational probability = 1;
};

/// All derivations of a phrase of at most so many words, by the grammar's own definition: no automaton.
inline std::vector<Derived> derivations(const Phrase& phrase, std::size_t longest)
{
  std::vector<Derived> all;
  if (const auto* word = std::get_if<Node::Word>(&phrase.node().is)) {
    if (longest > 0)
      all.push_back({{word->text}});
  } else if (const auto* choice = std::get_if<Node::Choice>(&phrase.node().is)) {
    for (std::size_t i = 0; i < choice->alternatives.size(); ++i)
      if (choice->probabilities[i] > 0)
        for (Derived derived : derivations(choice->alternatives[i], longest)) {
          derived.probability *= choice->probabilities[i];
          all.push_back(std::move(derived));
        }
  } else {
    const auto& sequence = std::get<Node::Sequence>(phrase.node().is);
    all.push_back({});
    for (const Phrase& part : sequence.parts) {
      std::vector<Derived> longer;
      for (const Derived& before : all)
        for (const Derived& of_part : derivations(part, longest - before.words.size())) {
          Derived both{before.words, before.probability * of_part.probability};
          both.words.insert(sequence.crossed ? both.words.begin() : both.words.end(),
                            of_part.words.begin(), of_part.words.end());
          longer.push_back(std::move(both));
        }
      all = std::move(longer);
    }
  }
  return all;
}

/// The derivations of a sentence, each with its ".".
inline std::vector<Derived> sentences(const Phrase& grammar, std::size_t longest)
{
  std::vector<Derived> all = derivations(grammar, longest - 1);
  for (Derived& derived : all)
    derived.words.emplace_back(".");
  return all;
}

} // namespace epreuve::language
