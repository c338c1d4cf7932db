#include "epreuve/instruments/language/ngram_models.hpp"

#include "epreuve/error.hpp"
#include "epreuve/language/tables.hpp"
#include "epreuve/math/ngrams.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace epreuve::instruments {

arma::uvec text_of(const language::Language& language, std::uint64_t seed, std::size_t sentences)
{
  const std::vector<language::Word> words = language.sample(seed, sentences);
  return {std::vector<arma::uword>(words.begin(), words.end())};
}

std::uint64_t corpus_seed(std::uint64_t run, std::uint64_t number)
{
  return 1000 * run + number;
}

arma::mat pair_probabilities(const language::Language& language)
{
  const arma::uword N = language.words().size();
  arma::mat J(N, N);
  for (const auto& [words, probability] : language::ngram_probabilities(language, 2))
    J(words.at(0), words.at(1)) = static_cast<double>(probability);
  return J;
}

arma::cube triple_probabilities(const language::Language& language)
{
  const arma::uword N = language.words().size();
  arma::cube J(N, N, N);
  for (const auto& [words, probability] : language::ngram_probabilities(language, 3))
    J(words.at(1), words.at(2), words.at(0)) = static_cast<double>(probability);
  return J;
}

NGramModels::NGramModels(const arma::uvec& text, arma::uword N)
    : bigrams(math::add_lambda(math::bigram_counts(text, N), 0.01)),
      trigrams(math::trigram_counts(text, N)), gapped(math::gapped_trigram_counts(text, N, 0)),
      entropy(N, N, arma::fill::value(std::numeric_limits<double>::infinity()))
{
  for (arma::uword a = 0; a < N; ++a) {
    const arma::vec seen = arma::sum(gapped.slice(a), 1);
    trigrams.slice(a) = math::absolute_discounting(trigrams.slice(a), 0.5, bigrams);
    gapped.slice(a) = math::absolute_discounting(gapped.slice(a), 0.5, bigrams);
    for (arma::uword x = 0; x < N; ++x)
      if (seen(x) > 0) {
        const arma::rowvec p = gapped.slice(a).row(x);
        entropy(x, a) = -arma::accu(p % arma::log(p));
      }
  }
}

Losses::Losses(const NGramModels& models, const arma::uvec& text)
{
  const arma::uword N = models.bigrams.n_rows;
  if (text.n_elem < 3 || text.max() >= N)
    throw Error("Losses: a text has at least 3 words, each below {}, got {} words", N, text.n_elem);
  const arma::uword places = text.n_elem - 2;
  bigrams = trigrams = gapped = arma::vec(places);
  last = text.subvec(1, places);
  std::vector<arma::uword> before;
  if (text(0) != 0)
    before.push_back(text(0));
  for (arma::uword i = 0; i < places; ++i) {
    const arma::uword x = last(i), u = text(i + 2);
    bigrams(i) = -std::log(models.bigrams(x, u));
    trigrams(i) = -std::log(models.trigrams(x, u, text(i)));
    gapped(i) = bigrams(i);
    if (x == 0) {
      before.clear();
      continue;
    }
    const auto sharper = [&](arma::uword a, arma::uword b) {
      return models.entropy(x, a) < models.entropy(x, b);
    };
    const auto context = std::ranges::min_element(before, sharper);
    if (context != before.end() && std::isfinite(models.entropy(x, *context)))
      gapped(i) = -std::log(models.gapped(x, u, *context));
    before.push_back(x);
  }
}

} // namespace epreuve::instruments
