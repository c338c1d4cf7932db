#include "epreuve/chapter.hpp"
#include "epreuve/instruments/ngram_models.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/math/ngrams.hpp"
#include "figures.hpp"

#include <cmath>
#include <limits>

/**
# Counting: how fast, and to what

A table of counts, divided by the length of the text, comes near the exact table. How near, after how
many words? And once it is there, how much does it still lose against the best that can be done?
*/

using namespace epreuve::course;

/**
## The rate

Two distances of the counted table from the exact one. The first is the total variation,
$\frac12 \sum |\hat J(x, u) - J(x, u)|$, which is linear in the errors of the entries. An entry is a mean of
$n$ indicators, so it should shrink like $n^{-1/2}$.

The second is how much better the text is explained by its own frequencies than by the truth: the mean
of $\ln \hat P(u \mid x) - \ln P(u \mid x)$ over its own pairs. It is quadratic in the errors. For a
table with $d$ free entries (pairs that can be, less one for each word) Wilks' theorem gives the sum of these
gains, doubled, the law $\chi^2_d$ when the pairs are drawn from a chain of words: the mean is then
$d / 2n$ *whatever the language*. That is what a table's size costs: half a nat per entry.
*/

/// The mean gain per word of a corpus's own frequencies over the truth.
static double gain(const arma::mat& counts, const arma::mat& truth)
{
  const arma::mat own = add_lambda(counts, 0), right = add_lambda(truth, 0);
  double sum = 0;
  for (const arma::uword i : arma::find(counts).eval())
    sum += counts(i) * std::log(own(i) / right(i));
  return sum;
}

static double variation(const arma::mat& counts, const arma::mat& truth)
{
  return arma::accu(arma::abs(counts / arma::accu(counts) - truth)) / 2;
}

/// Rows: pairs a, x that can be; columns: u.
static arma::mat flattened(const arma::cube& triples, const arma::uvec& places)
{
  const arma::uword N = triples.n_rows;
  arma::mat rows(places.n_elem, N);
  for (arma::uword i = 0; i < places.n_elem; ++i)
    rows.row(i) = triples.slice(places(i) / N).row(places(i) % N);
  return rows;
}

SECTION(rate)
{
  const language::Language& english = language::english();
  const arma::uword N = english.words().size(), corpora = 10;
  const std::vector<std::size_t> sizes = {500, 1000, 2000, 4000, 8000};
  const arma::mat truth = pair_probabilities(english);
  const arma::cube truth_of_triples = triple_probabilities(english);
  const arma::uvec possible = arma::find(truth.t() > 0); // place x + N a
  const arma::mat triples = flattened(truth_of_triples, possible);
  const auto free_entries = [](const arma::mat& table) {
    return static_cast<double>(arma::accu(table > 0)) -
           static_cast<double>(arma::accu(arma::sum(table, 1) > 0));
  };
  const double d2 = free_entries(truth), d3 = free_entries(triples);

  const arma::uword runs = sizes.size() * corpora;
  Convergence seen{arma::vec(runs), arma::vec(runs), arma::vec(runs), arma::vec(runs),
                   arma::vec(runs)};
  arma::vec doubled(runs);
  for (arma::uword i = 0; i < runs; ++i) {
    const arma::uvec text = text_of(english, 100 + i, sizes.at(i / corpora));
    const arma::mat pairs = bigram_counts(text, N);
    const arma::mat of_triples = flattened(trigram_counts(text, N), possible);
    seen.words(i) = static_cast<double>(text.n_elem);
    seen.variation(i) = variation(pairs, truth);
    seen.variation_triples(i) = variation(of_triples, triples);
    doubled(i) = 2 * gain(pairs, truth);
    seen.gain(i) = doubled(i) / 2 / seen.words(i);
    seen.gain_triples(i) = gain(of_triples, triples) / seen.words(i);
  }
  chapter.figure("convergence", [&](Figure& f) { draw_convergence(f, seen, d2, d3); });
  chapter
      .finding("rate",
               "Counted tables of pairs come near the truth like n^(-1/2) in total variation and "
               "gain d/2n on their own text, d the number of free entries.")
      .equal("free entries of the pairs: 327 pairs that can be, less 80 words", d2, 247.0)
      .estimates("exponent of total variation, 50 corpora of 4000 to 64 000 words",
                 exponent_of(seen.words, seen.variation), -0.5, 0.1)
      .estimates("exponent of the gain, 50 corpora", exponent_of(seen.words, seen.gain), -1, 0.2)
      .estimates("twice the gain of a text, over 247 free entries", mean_of(doubled / d2), 1, 0.15)
      .fact("the exponents are told from each other",
            notices(exponent_of(seen.words, seen.variation), -1) &&
                notices(exponent_of(seen.words, seen.gain), -0.5),
            "−1 is outside of the first interval, −1/2 outside of the second");
}

/**
The figure shows all fifty corpora. Triples have 1082 free entries, so they are four times as dear, and the
line $d/2n$ is reached from below: as long as some triples have never been seen, the text has not yet spent what
they cost.

## The floor

More text makes a table true; it does not make it longer. A model that sees $k$ words cannot lose less than
the entropy of the next word given these, and the language gives that loss enclosed, so that the order of the
numbers below is certain.
*/

SECTION(floor)
{
  const language::Language& english = language::english();
  const arma::mat truth = pair_probabilities(english);
  std::vector<Interval> best;
  for (const unsigned k : {0U, 1U, 2U, 3U})
    best.push_back(language::best_loss(english, k));
  best.push_back(language::entropy_rate(english));
  bool falling = true;
  for (std::size_t k = 1; k < best.size(); ++k)
    falling = falling && best.at(k).hi < best.at(k - 1).lo;
  const auto nats = [&](std::size_t k) { return best.at(k).middle(); };
  chapter.table(
      "What a model can reach on this language, nats per word",
      {"sees", "best loss", "above the entropy rate"},
      {{"no word", fmt::format("{:.4f}", nats(0)), fmt::format("{:.4f}", nats(0) - nats(4))},
       {"1 word", fmt::format("{:.4f}", nats(1)), fmt::format("{:.4f}", nats(1) - nats(4))},
       {"2 words", fmt::format("{:.4f}", nats(2)), fmt::format("{:.4f}", nats(2) - nats(4))},
       {"3 words", fmt::format("{:.4f}", nats(3)), fmt::format("{:.4f}", nats(3) - nats(4))},
       {"everything", fmt::format("{:.4f}", nats(4)), "0"}});
  chapter
      .finding("floors",
               "Each word of context lowers the best loss, and three words do not reach the "
               "entropy rate.")
      .fact("best losses with 0, 1, 2, 3 words and the entropy rate fall, enclosures apart",
            falling,
            fmt::format("{:.4f}, {:.4f}, {:.4f}, {:.4f}, {:.4f}", nats(0), nats(1), nats(2),
                        nats(3), nats(4)))
      .agree("loss of the exact table of pairs against the enclosure",
             cross_entropy(truth, add_lambda(truth, 0)), nats(1), absolute(1e-12));
}

/**
## Smoothing

A pair that was never seen has frequency 0, and where it occurs after all the loss is infinite. So something is
added. How much? The classical answer, 1 (Laplace), gives every one of the 80 words behind every word the
benefit of the doubt, and of the 6400 pairs only 327 can be. As we know the truth, we can look for the best
$\lambda$ on it, for three sizes of the corpus; and try absolute discounting, which takes $D$ from every
count that there is and gives it to the words in general.
*/

SECTION(smoothing)
{
  const language::Language& english = language::english();
  const arma::uword N = english.words().size();
  const arma::mat truth = pair_probabilities(english);
  const double least = cross_entropy(truth, add_lambda(truth, 0));
  const arma::vec lambda = arma::exp10(arma::linspace(-4, 0.5, 28)),
                  D = arma::linspace(0.05, 0.95, 19);
  arma::mat excess(lambda.n_elem, 3), discounted(D.n_elem, 3);
  arma::vec laplace(3);
  arma::uword size = 0;
  for (const std::size_t sentences : {125U, 1000U, 8000U}) {
    const arma::mat counts = bigram_counts(text_of(english, 5, sentences), N);
    const auto followed = arma::conv_to<arma::rowvec>::from(arma::sum(counts > 0, 0));
    const arma::mat words = add_lambda(followed, 0.01);
    for (arma::uword i = 0; i < lambda.n_elem; ++i)
      excess(i, size) = cross_entropy(truth, add_lambda(counts, lambda(i))) - least;
    for (arma::uword i = 0; i < D.n_elem; ++i)
      discounted(i, size) =
          cross_entropy(truth, absolute_discounting(counts, D(i), arma::repmat(words, N, 1))) -
          least;
    laplace(size) = cross_entropy(truth, add_lambda(counts, 1)) - least;
    ++size;
  }
  const double largest_best = lambda(arma::index_min(excess, 0).max());
  const arma::rowvec best = arma::min(excess, 0), best_D = arma::min(discounted, 0);
  chapter.figure("smoothing", [&](Figure& f) { draw_smoothing(f, lambda, excess, D, discounted); });
  Claim& claim =
      chapter.finding("smoothing", "On a sparse truth adding 1 to every count costs several times "
                                   "what the best lambda does, and that is far below 1.");
  for (arma::uword i = 0; i < 3; ++i)
    claim.at_least(fmt::format("excess loss with 1 added, over the least, corpus {} of 3", i + 1),
                   laplace(i) / best(i), 4);
  claim.at_most("the best lambda of the three corpora, largest", largest_best, 0.03)
      .at_most("least excess by discounting over that by adding, 1000 sentences",
               best_D(1) / best(1), 1)
      .fact("without smoothing the loss is infinite after 125 sentences",
            std::isinf(
                cross_entropy(truth, add_lambda(bigram_counts(text_of(english, 5, 125), N), 0))),
            "infinite");
}

/**
## What was never seen

How probable is it that the next triple is a new one? The truth answers for a given corpus by adding up what it
lacks. Good and Turing's answer needs no truth: as many as there are triples seen exactly once, divided by the
length. We take twenty-four corpora of a thousand sentences and compare the two, corpus by corpus.
*/

SECTION(never_seen)
{
  const language::Language& english = language::english();
  const arma::uword N = english.words().size();
  const arma::cube truth = triple_probabilities(english);
  arma::vec off(24), missing(24);
  for (arma::uword i = 0; i < off.n_elem; ++i) {
    const arma::uvec text = text_of(english, 500 + i, 1000);
    const arma::cube counts = trigram_counts(text, N);
    missing(i) = arma::accu(truth.elem(arma::find(counts == 0)));
    off(i) = static_cast<double>(arma::accu(counts == 1)) / arma::accu(counts) - missing(i);
  }
  chapter
      .finding("good-turing",
               "What is missing in a corpus is about as probable as it has triples seen once.")
      .estimates("triples seen once per word, less the probability of those never seen",
                 mean_of(off), 0, 0.003)
      .at_least("probability of a new triple after 1000 sentences", arma::mean(missing), 0.02);
}

/**
After eight thousand words one triple in thirty-four is still a new one, and the corpus itself knows that it
is so.
*/
