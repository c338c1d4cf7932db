#include "epreuve/instruments/language/far_words.hpp"

#include "epreuve/error.hpp"

#include <cmath>
#include <map>
#include <utility>

namespace epreuve::instruments {

namespace {

using arma::mat, arma::vec, arma::uword;

/// Probabilities of states, those above 0.
using States = std::map<std::size_t, double>;

/// pi: how probable each state is at a place that is nowhere in particular.
States anywhere(const language::Language& language)
{
  const std::vector<Rational> visits = language::expected_visits(language.automaton());
  States pi;
  double sum = 0;
  for (std::size_t s = 1; s < visits.size(); ++s)
    sum += pi[s] = static_cast<double>(visits[s]);
  for (auto& [s, p] : pi)
    p /= sum;
  return pi;
}

/// By word: how probable it is, and the states after it. The end of a sentence is the start of the next.
std::map<language::Word, States> after(const language::Language& language, const States& before)
{
  const language::Automaton& automaton = language.automaton();
  std::map<language::Word, States> words;
  for (const auto& [s, p] : before)
    for (const language::Arc& arc : automaton.states[s])
      words[arc.word][arc.to == language::Automaton::over ? automaton.start() : arc.to] +=
          p * static_cast<double>(arc.probability);
  return words;
}

double sum_of(const States& states)
{
  double sum = 0;
  for (const auto& [s, p] : states)
    sum += p;
  return sum;
}

} // namespace

vec information_at_distances(const language::Language& language, uword longest)
{
  if (longest == 0)
    throw Error("information_at_distances: the longest distance must be at least 1");
  const uword states = language.automaton().states.size(), words = language.words().size();
  // `reached`: by word and state, the probability of the word at a place and of the state after it.
  mat reached(words, states, arma::fill::zeros), M(states, states, arma::fill::zeros),
      says(states, words, arma::fill::zeros);
  for (const auto& [w, to] : after(language, anywhere(language)))
    for (const auto& [s, p] : to)
      reached(w, s) = p;
  for (uword s = 1; s < states; ++s)
    for (const auto& [w, to] : after(language, {{s, 1.}}))
      for (const auto& [next, p] : to) {
        M(s, next) += p;
        says(s, w) += p;
      }
  const vec word = arma::sum(reached, 1);
  vec information(longest, arma::fill::zeros);
  for (double& I : information) {
    const mat joint = reached * says;
    for (uword v = 0; v < words; ++v)
      for (uword w = 0; w < words; ++w)
        if (joint(w, v) > 0)
          I += joint(w, v) * std::log(joint(w, v) / (word(w) * word(v)));
    reached = reached * M;
  }
  return information;
}

vec least_losses(const language::Language& language, uword longest)
{
  using Key = std::vector<std::pair<std::size_t, long>>;
  struct Context
  {
    double probability = 0;
    States states; ///< of sum 1
  };
  std::map<Key, Context> contexts{{{}, {1, anywhere(language)}}};
  vec losses(longest + 1, arma::fill::zeros);
  for (uword k = 0; k <= longest; ++k) {
    std::map<Key, Context> longer;
    for (const auto& [key, context] : contexts)
      for (auto& [word, states] : after(language, context.states)) {
        const double p = sum_of(states);
        losses(k) -= context.probability * p * std::log(p);
        Key rounded;
        for (auto& [s, of_state] : states) {
          of_state /= p;
          rounded.emplace_back(s, std::lround(of_state * 1e9));
        }
        Context& next = longer[rounded];
        next.probability += context.probability * p;
        next.states = std::move(states);
      }
    contexts = std::move(longer);
  }
  return losses;
}

mat laws_of_next(const language::Language& language, const std::vector<language::Word>& text)
{
  States states = anywhere(language);
  mat laws(language.words().size(), text.size(), arma::fill::zeros);
  for (std::size_t t = 0; t < text.size(); ++t) {
    auto words = after(language, states);
    states = std::move(words[text[t]]);
    const double sum = sum_of(states);
    if (sum == 0)
      throw Error("laws_of_next: no text of the language has \"{}\"",
                  language.text({text.begin(), text.begin() + std::ptrdiff_t(t) + 1}));
    for (auto& [s, p] : states)
      p /= sum;
    for (const auto& [word, to] : after(language, states))
      laws(word, t) = sum_of(to);
  }
  return laws;
}

} // namespace epreuve::instruments
