#include "frequent_bigrams.hpp"

#include "epreuve/error.hpp"
#include "epreuve/language/tables.hpp"

namespace epreuve::instruments {

std::vector<Rational> FrequentBigrams::frequencies() const
{
  std::vector<Rational> pi(joint.cols(), 0);
  for (arma::uword i = 0; i < joint.cols(); ++i)
    for (arma::uword j = 0; j < joint.rows(); ++j)
      pi[i] += joint(j, i);
  return pi;
}

FrequentBigrams frequent_bigrams(const language::Language& language, arma::uword kept)
{
  const std::vector<Rational> frequency = language::word_probabilities(language);
  const std::vector<language::Word> order = language::most_probable_first(frequency);
  if (kept < 1 || kept >= order.size())
    throw Error("frequent_bigrams: expected to keep from 1 to {} words of {}, got {}",
                order.size() - 1, order.size(), kept);
  std::vector<arma::uword> place(frequency.size(), kept);
  FrequentBigrams small{{}, RationalMatrix(kept + 1, kept + 1)};
  for (arma::uword k = 0; k < kept; ++k) {
    place[order[k]] = k;
    small.words.push_back(language.words()[order[k]]);
  }
  small.words.emplace_back("…");
  for (const auto& [words, probability] : language::ngram_probabilities(language, 2))
    small.joint(place[words[1]], place[words[0]]) += probability;
  return small;
}

Bigrams in_doubles(const FrequentBigrams& bigrams, const Rational& smoothing)
{
  if (smoothing < 0 || smoothing > 1)
    throw Error("in_doubles: expected a smoothing from 0 to 1, got {}", smoothing.str());
  const std::vector<Rational> pi = bigrams.frequencies();
  const arma::uword N = pi.size();
  RationalMatrix P(N, N);
  arma::vec frequencies(N);
  for (arma::uword i = 0; i < N; ++i) {
    frequencies(i) = static_cast<double>(pi[i]);
    for (arma::uword j = 0; j < N; ++j)
      P(j, i) = (1 - smoothing) * bigrams.joint(j, i) / pi[i] + smoothing * pi[j];
  }
  return {bigrams.words, P.to_double(), frequencies};
}

} // namespace epreuve::instruments
