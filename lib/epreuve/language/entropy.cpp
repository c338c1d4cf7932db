#include "epreuve/language/entropy.hpp"

#include "epreuve/error.hpp"
#include "epreuve/instruments/exact/sum_of_logarithms.hpp"
#include "epreuve/language/tables.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace epreuve::language {
namespace {

/// Per word if `per` is E[length], per sentence if it is 1.
Interval entropy_per(const Language& language, const Rational& per)
{
  const std::vector<Rational> visits = expected_visits(language.automaton());
  instruments::WeightedLogarithms sum;
  for (std::size_t s = 1; s < visits.size(); ++s)
    for (const Arc& arc : language.automaton().states[s])
      sum[arc.probability] -= visits[s] * arc.probability / per;
  return instruments::sum_of_logarithms(sum);
}

} // namespace

Interval sentence_entropy(const Language& language)
{
  return entropy_per(language, 1);
}

Interval entropy_rate(const Language& language)
{
  return entropy_per(language, expected_length(language));
}

Interval best_loss(const Language& language, unsigned k)
{
  if (k > longest_context)
    throw Error("best_loss: k must be from 0 to {} words, got {}", longest_context, k);
  NGramTable contexts{{{}, 1}};
  if (k > 0)
    contexts = ngram_probabilities(language, k);
  instruments::WeightedLogarithms sum;
  auto context = contexts.begin();
  for (const auto& [words, probability] : ngram_probabilities(language, k + 1)) {
    while (!std::equal(context->first.begin(), context->first.end(), words.begin()))
      ++context; // both tables are in the order of their words
    sum[probability / context->second] -= probability;
  }
  return instruments::sum_of_logarithms(sum);
}

} // namespace epreuve::language
