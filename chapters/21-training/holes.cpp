#include "holes.hpp"

#include "epreuve/error.hpp"
#include "epreuve/language/tables.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/training/optimisers.hpp"

#include <map>
#include <numeric>
#include <utility>

namespace epreuve::instruments {

namespace {

using language::Word;
using States = std::vector<Rational>; ///< a number for each state

} // namespace

std::vector<Rational> law_of_hole(const language::Language& language, std::vector<Word> sentence,
                                  std::size_t place)
{
  if (place >= sentence.size())
    throw Error("law_of_hole: place {} is not in a sentence of {} words", place, sentence.size());
  const auto& states = language.automaton().states;
  States reached(states.size());
  reached[language.automaton().start()] = 1;
  for (std::size_t i = 0; i < place; ++i) {
    States next(states.size());
    for (std::size_t s = 1; s < states.size(); ++s)
      for (const language::Arc& arc : states[s])
        if (arc.word == sentence[i])
          next[arc.to] += reached[s] * arc.probability;
    reached = std::move(next);
  }
  States ending(states.size()); // how probable it is to say the rest from a state, and be over
  ending[language::Automaton::over] = 1;
  for (std::size_t i = sentence.size() - 1; i > place; --i) {
    States before(states.size());
    for (std::size_t s = 1; s < states.size(); ++s)
      for (const language::Arc& arc : states[s])
        if (arc.word == sentence[i])
          before[s] += arc.probability * ending[arc.to];
    ending = std::move(before);
  }
  std::vector<Rational> law(language.words().size());
  for (std::size_t s = 1; s < states.size(); ++s)
    for (const language::Arc& arc : states[s])
      law[arc.word] += reached[s] * arc.probability * ending[arc.to];
  const Rational sum = std::accumulate(law.begin(), law.end(), Rational(0));
  if (sum == 0)
    throw Error("law_of_hole: no word at place {} makes a sentence of \"{}\"", place,
                language.text(sentence));
  for (Rational& p : law)
    p /= sum;
  return law;
}

BothSides trained_on_both_sides(const language::Language& language, unsigned steps, double rate)
{
  const arma::uword N = language.words().size();
  std::map<std::pair<Word, Word>, std::map<Word, double>> contexts;
  for (const auto& [words, probability] : language::ngram_probabilities(language, 3))
    contexts[{words[0], words[2]}][words[1]] += static_cast<double>(probability);
  arma::mat P(N, contexts.size()); // a column for each pair of neighbours
  arma::uvec left(contexts.size()), right(contexts.size());
  arma::uword k = 0;
  for (const auto& [neighbours, words] : contexts) {
    left(k) = neighbours.first;
    right(k) = neighbours.second;
    for (const auto& [word, probability] : words)
      P(word, k) = probability;
    ++k;
  }
  const arma::rowvec of_context = arma::sum(P, 0);
  BothSides result;
  for (arma::uword c = 0; c < P.n_cols; ++c)
    for (arma::uword i = 0; i < N; ++i)
      if (P(i, c) > 0)
        result.least -= P(i, c) * std::log(P(i, c) / of_context(c));

  arma::mat LR(N, 2 * N), m(N, 2 * N), v(N, 2 * N), slope(N, 2 * N);
  const auto logits = [&] { return arma::mat(LR.cols(left) + LR.cols(right + N)); };
  const auto loss = [&] { return -arma::accu(P % math::log_softmax_columns(logits())); };
  const arma::mat never = arma::conv_to<arma::mat>::from(P == 0);
  const auto impossible = [&] {
    return arma::dot(of_context, arma::sum(never % math::softmax_columns(logits()), 0));
  };
  result.before = loss();
  result.impossible_before = impossible();
  const auto all = [](arma::mat& M) { return std::span<double>(M.memptr(), M.n_elem); };
  for (unsigned step = 1; step <= steps; ++step) {
    arma::mat G = math::softmax_columns(logits());
    G.each_row() %= of_context;
    G -= P;
    slope.zeros();
    for (arma::uword c = 0; c < G.n_cols; ++c) {
      slope.col(left(c)) += G.col(c);
      slope.col(right(c) + N) += G.col(c);
    }
    training::adamw(all(LR), all(m), all(v), all(slope), training::Adam{}, rate, 0, step);
  }
  result.after = loss();
  result.impossible_after = impossible();
  return result;
}

} // namespace epreuve::instruments
