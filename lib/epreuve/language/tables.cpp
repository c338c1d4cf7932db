#include "epreuve/language/tables.hpp"

#include "epreuve/error.hpp"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace epreuve::language {
namespace {

using Forward = std::map<std::size_t, Rational>; // by state: E[visits] on the way there

/// Adds to the table every run of k words that begins with `said`, times E[length].
void extend(const Automaton& automaton, unsigned k, std::vector<Word>& said, const Forward& now,
            NGramTable& table)
{
  if (said.size() == k) {
    Rational sum = 0;
    for (const auto& [state, visits] : now)
      sum += visits;
    table.emplace_hint(table.end(), said, std::move(sum));
    return;
  }
  std::map<Word, Forward> after;
  for (const auto& [state, visits] : now) {
    const std::size_t from = state == Automaton::over ? automaton.start() : state;
    for (const Arc& arc : automaton.states[from])
      after[arc.word][arc.to] += visits * arc.probability;
  }
  for (const auto& [word, reached] : after) {
    said.push_back(word);
    extend(automaton, k, said, reached, table);
    said.pop_back();
  }
}

} // namespace

Rational expected_length(const Language& language)
{
  const std::vector<Rational> visits = expected_visits(language.automaton());
  Rational length = 0;
  for (std::size_t s = 1; s < visits.size(); ++s)
    length += visits[s];
  return length;
}

NGramTable ngram_probabilities(const Language& language, unsigned k)
{
  if (k < 1 || k > longest_ngram)
    throw Error("ngram_probabilities: k must be from 1 to {} words, got {}", longest_ngram, k);
  const std::vector<Rational> visits = expected_visits(language.automaton());
  Forward now;
  for (std::size_t s = 1; s < visits.size(); ++s)
    now.emplace(s, visits[s]);
  NGramTable table;
  std::vector<Word> said;
  extend(language.automaton(), k, said, now, table);
  const Rational length = expected_length(language);
  for (auto& [words, probability] : table)
    probability /= length;
  return table;
}

std::vector<Rational> word_probabilities(const Language& language)
{
  std::vector<Rational> result(language.words().size());
  for (const auto& [words, probability] : ngram_probabilities(language, 1))
    result[words.front()] = probability;
  return result;
}

} // namespace epreuve::language
