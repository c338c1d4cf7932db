#include "counting.hpp"

#include "epreuve/error.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/language/readings.hpp"
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

namespace {

/// The triples of a language as a table with a row for each pair a, x that can be: a tenth of the cube.
struct TripleRows
{
  arma::umat row; ///< N x N: of the pair (a, x)
  arma::mat truth;

  explicit TripleRows(const language::Language& language)
      : row(language.words().size(), language.words().size())
  {
    const arma::mat pairs = pair_probabilities(language);
    arma::uword rows = 0;
    for (arma::uword i = 0; i < pairs.n_elem; ++i)
      if (pairs(i) > 0)
        row(i) = rows++;
    truth.zeros(rows, pairs.n_cols);
    for (const auto& [words, probability] : language::ngram_probabilities(language, 3))
      truth(row(words.at(0), words.at(1)), words.at(2)) = static_cast<double>(probability);
  }

  arma::mat counts(const arma::uvec& text) const
  {
    arma::mat C(arma::size(truth));
    for (arma::uword i = 2; i < text.n_elem; ++i)
      C(row(text(i - 2), text(i - 1)), text(i)) += 1;
    return C;
  }
};

} // namespace

double total_variation(const arma::mat& counts, const arma::mat& truth)
{
  return arma::accu(arma::abs(counts / arma::accu(counts) - truth)) / 2;
}

double gain_of_own_frequencies(const arma::mat& counts, const arma::mat& truth)
{
  const arma::mat own = math::add_lambda(counts, 0), right = math::add_lambda(truth, 0);
  double sum = 0;
  for (const arma::uword i : arma::uvec(arma::find(counts)))
    sum += counts(i) * std::log(own(i) / right(i));
  return sum;
}

double free_entries(const arma::mat& truth)
{
  return static_cast<double>(arma::accu(truth > 0)) -
         static_cast<double>(arma::accu(arma::sum(truth, 1) > 0));
}

Convergence counted_against_truth(const language::Language& language,
                                  const std::vector<std::size_t>& sentences, arma::uword corpora,
                                  std::uint64_t seed)
{
  const arma::uword N = language.words().size(), runs = sentences.size() * corpora;
  const arma::mat truth = pair_probabilities(language);
  const TripleRows triples(language);
  Convergence seen{.words = arma::vec(runs),
                   .variation = arma::vec(runs),
                   .gain = arma::vec(runs),
                   .variation_triples = arma::vec(runs),
                   .gain_triples = arma::vec(runs),
                   .free_pairs = free_entries(truth),
                   .free_triples = free_entries(triples.truth)};
  for (arma::uword i = 0; i < runs; ++i) {
    const arma::uvec text = text_of(language, seed + i, sentences.at(i / corpora));
    const arma::mat pairs = math::bigram_counts(text, N);
    const arma::mat of_triples = triples.counts(text);
    seen.words(i) = static_cast<double>(text.n_elem);
    seen.variation(i) = total_variation(pairs, truth);
    seen.variation_triples(i) = total_variation(of_triples, triples.truth);
    seen.gain(i) = gain_of_own_frequencies(pairs, truth) / seen.words(i);
    seen.gain_triples(i) = gain_of_own_frequencies(of_triples, triples.truth) / seen.words(i);
  }
  return seen;
}

namespace {

/// How often a sentence has had x and x, u so far, and whether x came last.
struct PairsSoFar
{
  int x = 0, xu = 0;
  bool open = false;

  auto operator<=>(const PairsSoFar&) const = default;
};

} // namespace

double twice_the_gain_of_pairs(const language::Language& language)
{
  using language::Rational, language::Word;
  const std::vector<Rational> words = language::word_probabilities(language);
  Rational sum = 0;
  for (const auto& [pair, probability] : language::ngram_probabilities(language, 2)) {
    const Word x = pair.at(0), u = pair.at(1);
    const Rational P = probability / words.at(x);
    if (x == 0) { // once in a sentence, and the next one does not know of it
      sum += 1 - P;
      continue;
    }
    const auto read = [x, u](const PairsSoFar& seen, Word word) {
      return PairsSoFar{seen.x + (word == x ? 1 : 0), seen.xu + (seen.open && word == u ? 1 : 0),
                        word == x};
    };
    Rational squares = 0, times = 0;
    for (const auto& [reading, expected] : expected_readings(language, PairsSoFar(), read))
      if (reading.second == 0) {
        const PairsSoFar all = read(reading.first, 0);
        const Rational off = all.xu - all.x * P;
        squares += expected * off * off;
        times += expected * all.x;
      }
    sum += squares / (times * P);
  }
  return static_cast<double>(sum);
}

SmoothingCurves smoothing_curves(const language::Language& language,
                                 const std::vector<std::size_t>& sentences, std::uint64_t seed)
{
  const arma::uword N = language.words().size(), corpora = sentences.size();
  const arma::mat truth = pair_probabilities(language);
  const double least = math::cross_entropy(truth, math::add_lambda(truth, 0));
  SmoothingCurves curves{.lambda = arma::exp10(arma::linspace(-4, 0.5, 28)),
                         .D = arma::linspace(0.05, 0.95, 19),
                         .added = arma::mat(28, corpora),
                         .discounted = arma::mat(19, corpora),
                         .laplace = arma::vec(corpora)};
  for (arma::uword c = 0; c < corpora; ++c) {
    const arma::mat counts = math::bigram_counts(text_of(language, seed, sentences.at(c)), N);
    const auto followed = arma::conv_to<arma::rowvec>::from(arma::sum(counts > 0, 0));
    const arma::mat words = arma::repmat(math::add_lambda(followed, 0.01), N, 1);
    const auto excess = [&](const arma::mat& Q) { return math::cross_entropy(truth, Q) - least; };
    for (arma::uword i = 0; i < curves.lambda.n_elem; ++i)
      curves.added(i, c) = excess(math::add_lambda(counts, curves.lambda(i)));
    for (arma::uword i = 0; i < curves.D.n_elem; ++i)
      curves.discounted(i, c) = excess(math::absolute_discounting(counts, curves.D(i), words));
    curves.laplace(c) = excess(math::add_lambda(counts, 1));
  }
  return curves;
}

Unseen unseen_triples(const language::Language& language, std::size_t sentences,
                      arma::uword corpora, std::uint64_t seed)
{
  const TripleRows triples(language);
  Unseen unseen{.off = arma::vec(corpora), .missing = arma::vec(corpora)};
  for (arma::uword i = 0; i < corpora; ++i) {
    const arma::mat counts = triples.counts(text_of(language, seed + i, sentences));
    double missing = 0, once = 0;
    for (arma::uword j = 0; j < counts.n_elem; ++j) {
      missing += counts(j) == 0 ? triples.truth(j) : 0;
      once += counts(j) == 1 ? 1 : 0;
    }
    unseen.missing(i) = missing;
    unseen.off(i) = once / arma::accu(counts) - missing;
  }
  return unseen;
}

LossesBySize losses_by_size(const language::Language& language, arma::uword sizes,
                            std::uint64_t seed)
{
  const arma::uvec held_out = text_of(language, seed, 4000);
  LossesBySize by_size{arma::vec(sizes), arma::vec(sizes), arma::vec(sizes), arma::vec(sizes),
                       arma::vec(4)};
  for (arma::uword i = 0; i < sizes; ++i) {
    const arma::uvec text = text_of(language, seed + 1, std::size_t{125} << i);
    const Losses losses(NGramModels(text, language.words().size()), held_out);
    by_size.words(i) = static_cast<double>(text.n_elem);
    by_size.bigrams(i) = arma::mean(losses.bigrams);
    by_size.trigrams(i) = arma::mean(losses.trigrams);
    by_size.gapped(i) = arma::mean(losses.gapped);
  }
  for (const unsigned k : {1U, 2U, 3U})
    by_size.floors(k - 1) = language::best_loss(language, k).middle();
  by_size.floors(3) = language::entropy_rate(language).middle();
  return by_size;
}

} // namespace epreuve::instruments
