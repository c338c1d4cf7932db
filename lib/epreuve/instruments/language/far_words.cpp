#include "far_words.hpp"

#include "epreuve/error.hpp"

#include <cmath>

namespace epreuve::instruments {

arma::vec information_at_distances(const language::Language& language, arma::uword longest)
{
  if (longest == 0)
    throw Error("information_at_distances: the longest distance must be at least 1");
  const language::Automaton& automaton = language.automaton();
  const std::vector<Rational> visits = language::expected_visits(automaton);
  const arma::uword states = automaton.states.size(), words = language.words().size();
  arma::vec pi(states, arma::fill::zeros);
  for (arma::uword s = 1; s < states; ++s)
    pi(s) = static_cast<double>(visits[s]);
  pi /= arma::accu(pi);
  // `after`: by word and state, the probability of the word at a place and of the state after it.
  arma::mat after(words, states, arma::fill::zeros), M(states, states, arma::fill::zeros),
      says(states, words, arma::fill::zeros);
  for (arma::uword s = 1; s < states; ++s)
    for (const language::Arc& arc : automaton.states[s]) {
      const arma::uword to = arc.to == language::Automaton::over ? automaton.start() : arc.to;
      const auto p = static_cast<double>(arc.probability);
      after(arc.word, to) += pi(s) * p;
      M(s, to) += p;
      says(s, arc.word) += p;
    }
  const arma::vec word = arma::sum(after, 1);
  arma::vec information(longest, arma::fill::zeros);
  for (double& I : information) {
    const arma::mat joint = after * says;
    for (arma::uword v = 0; v < words; ++v)
      for (arma::uword w = 0; w < words; ++w)
        if (joint(w, v) > 0)
          I += joint(w, v) * std::log(joint(w, v) / (word(w) * word(v)));
    after = after * M;
  }
  return information;
}

} // namespace epreuve::instruments
