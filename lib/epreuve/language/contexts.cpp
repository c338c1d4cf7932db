#include "epreuve/language/contexts.hpp"

#include "epreuve/error.hpp"
#include "epreuve/language/tables.hpp"

#include <cstdlib>

namespace epreuve::language {

Contexts::Contexts(const Language& language, unsigned reach)
    : n_words_(language.words().size()), reach_(reach), words_(word_probabilities(language))
{
  if (reach < 1 || reach >= longest_ngram)
    throw Error("contexts: reach must be from 1 to {}, got {}", longest_ngram - 1, reach);
  for (unsigned d = 1; d <= reach; ++d) {
    after_.emplace_back(n_words_ * n_words_);
    for (const auto& [words, probability] : ngram_probabilities(language, d + 1))
      after_.back()[words.front() * n_words_ + words.back()] += probability;
  }
}

const Rational& Contexts::joint(int d, Word c, Word w) const
{
  if (d == 0 || static_cast<unsigned>(std::abs(d)) > reach_ || c >= n_words_ || w >= n_words_)
    throw Error(
        "contexts: distances are from 1 to {} to either side and words below {}, got distance "
        "{}, words {} and {}",
        reach_, n_words_, d, c, w);
  const auto& at = after_[static_cast<std::size_t>(std::abs(d)) - 1];
  return d > 0 ? at[w * n_words_ + c] : at[c * n_words_ + w];
}

Rational Contexts::given(int d, Word c, Word w) const
{
  return joint(d, c, w) / words_[w];
}

arma::mat Contexts::table() const
{
  const int far = static_cast<int>(reach_);
  arma::mat all(2 * reach_ * n_words_, n_words_);
  arma::uword row = 0;
  for (int d = -far; d <= far; ++d)
    for (Word c = 0; d != 0 && c < n_words_; ++c, ++row)
      for (Word w = 0; w < n_words_; ++w)
        all(row, w) = static_cast<double>(joint(d, c, w));
  return all.rows(arma::find(arma::sum(all, 1) > 0));
}

arma::mat context_counts(const std::vector<Word>& corpus, std::size_t n_words, unsigned reach)
{
  if (corpus.empty() || reach == 0)
    throw Error(
        "context_counts: a corpus of at least one word and a reach of at least 1 are needed, got "
        "{} words, reach {}",
        corpus.size(), reach);
  const auto K = static_cast<long>(corpus.size()), far = static_cast<long>(reach);
  arma::mat counts(2 * reach * n_words, n_words);
  for (long at = 0; at < K; ++at) {
    const Word w = corpus[static_cast<std::size_t>(at)];
    if (w >= n_words)
      throw Error("context_counts: words are below {}, got {} at place {}", n_words, w, at);
    arma::uword block = 0;
    for (long d = -far; d <= far; ++d) {
      if (d == 0)
        continue;
      if (at + d >= 0 && at + d < K && corpus[static_cast<std::size_t>(at + d)] < n_words)
        counts(block * n_words + corpus[static_cast<std::size_t>(at + d)], w) += 1;
      ++block;
    }
  }
  return counts;
}

} // namespace epreuve::language
