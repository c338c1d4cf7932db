#include "counting.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/noticing.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/math/ngrams.hpp"
#include "figures.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

/**
# Counting: how fast, and to what

A table of counts, divided by the length of the text, comes near the exact table. How
near, after how many words? And once it is there, how much does it still lose against the
best that can be done?
*/
using namespace epreuve::course;

/**
## The rate

Two distances of the counted table from the exact one. The first is the total variation,
$\frac12 \sum |\hat J(x, u) - J(x, u)|$, which is linear in the errors of the entries. An
entry is a mean of $n$ indicators, so it should shrink like $n^{-1/2}$.

The second is how much better the text is explained by its own frequencies than by the
truth: the mean of $\ln \hat P(u \mid x) - \ln P(u \mid x)$ over its own pairs. It is
quadratic in the errors. For a table with $d$ free entries (pairs that can be, less one
for each word) Wilks' theorem gives the sum of these gains, doubled, the law $\chi^2_d$
when the pairs are drawn from a chain, in which each word depends on the one before it alone: the mean
is then $d / 2n$ *whatever the chain*. That is what a table's size costs: half a nat per entry.

Our language is no chain. But its sentences are independent, so the mean can be had of a single sentence.
With $N_{xu}$ its number of pairs $x, u$, the pair across its end among them, and $N_x$ that of $x$, the
doubled gain of a long text has the mean

$$ d' = \sum_{x, u} \frac{E\,(N_{xu} - N_x P_{xu})^2}{E[N_x]\, P_{xu}}\,, \qquad P_{xu} = \frac{E[N_{xu}]}{E[N_x]}\,. $$

In a chain the numerator is $E[N_x]\,P_{xu}(1 - P_{xu})$, and $d' = d$. Here, in fractions, $d' = 241.11$ where
$d = 247$.
*/
SECTION(rate)
{
  const Convergence seen = counted_against_truth(language::english(), {2000, 4000, 8000, 16'000},
                                                 10, corpus_seed(chapter.seed(), 100));
  const double expected = twice_the_gain_of_pairs(language::english());
  const arma::vec quotients = 2 * seen.gain % seen.words / expected;
  chapter.figure("convergence", [&](Figure& f) { draw_convergence(f, seen, expected); });
  Claim& claim = chapter.finding(
      "rate", "Counted tables of pairs come near the truth like n^(-1/2) in total variation and "
              "gain d′/2n on their own text, where d′ = 241.11 is a little less than the 247 free "
              "entries.");
  claim
      .equal("free entries of the pairs: 327 pairs that can be, less 80 words", seen.free_pairs,
             247.0)
      // Law: nothing is drawn.
      .within("twice the gain of a long text, by the sentence's fractions", expected, 241.112,
              241.113)
      .estimates("exponent of total variation, 40 corpora of 16 000 to 127 000 words",
                 exponent_of(seen.words, seen.variation), -0.5, 0.15)
      .estimates("exponent of the gain, 40 corpora", exponent_of(seen.words, seen.gain), -1, 0.2)
      // Law: the slopes are -0.51 and -1.02 with standard deviations of 0.02 (51 seeds).
      .fact("the two exponents are distinguished",
            notices(exponent_of(seen.words, seen.variation), -1) &&
                notices(exponent_of(seen.words, seen.gain), -0.5),
            "−1 is outside of the first interval, −1/2 outside of the second");
  estimates_noticing(claim, "twice the gain of a text, over 241.11", mean_of(quotients), 1, 0.2,
                     "a quarter more", mean_of(1.25 * quotients));
}

/**
The figure shows all forty corpora. Triples have 1082 free entries, so they are some four times
as dear. Shorter texts than these gain less on triples, since one that has never been seen has not cost
anything yet. The longest come to lie a little above $1082/2n$, the line of a chain in which a word depends on
the two before it; our text is no such chain either.

## The floor

More text makes a table true; it does not make it longer. A model that sees $k$ words
cannot lose less than the entropy of the next word given these, and the language gives
that loss enclosed, so that the order of the numbers below is certain.
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

A pair that was never seen has frequency 0, and where it occurs after all the loss is
infinite. So something is added. How much? The classical answer, 1 (Laplace), gives every
one of the 80 words after every word the benefit of the doubt, and of the 6400 pairs only
327 can be. As we know the truth, we can look for the best $\lambda$ on it, for three
sizes of the corpus; and try absolute discounting, which takes $D$ from every count that
there is and gives it to the words in general.
*/
SECTION(smoothing)
{
  const std::uint64_t seed = corpus_seed(chapter.seed(), 5);
  const SmoothingCurves curves = smoothing_curves(language::english(), {125, 1000, 8000}, seed);
  const arma::rowvec best = arma::min(curves.added, 0), best_D = arma::min(curves.discounted, 0),
                     worst_D = arma::max(curves.discounted, 0);
  const double largest_best = curves.lambda(arma::index_min(curves.added, 0).max());
  const arma::mat truth = pair_probabilities(language::english());
  const arma::mat counts = bigram_counts(text_of(language::english(), seed, 125), truth.n_rows);
  chapter.figure("smoothing", [&](Figure& f) { draw_smoothing(f, curves); });
  Claim& claim =
      chapter.finding("smoothing", "On a sparse truth adding 1 to every count costs several times "
                                   "what the best lambda does, and that is far below 1.");
  const arma::vec least{1.8, 5, 15};
  for (arma::uword i = 0; i < 3; ++i)
    // Law: the logarithms are those of 4.1, 15.4 and 42.5, with standard deviations of 0.13, 0.15 and 0.15 (51 seeds).
    claim.at_least(fmt::format("excess loss with 1 added, over the least, corpus {} of 3", i + 1),
                   curves.laplace(i) / best(i), least(i));
  claim
      // Law: the logarithm is that of 0.011, with a standard deviation of 0.21 (51 seeds).
      .at_most("the best lambda of the three corpora, largest", largest_best, 0.1)
      // Law of 2: the means are 1.48, 2.14 and 2.81, with deviations of 0.12, 0.26 and 0.22; 1.09 with 0.039 (51 seeds).
      .at_most("discounting: largest excess for D from 0.05 to 0.95, over the least, three corpora",
               arma::max(worst_D / best_D), 6)
      .at_most("least excess by discounting over that by adding, three corpora",
               arma::max(best_D / best), 1.4)
      // Law: some thousand words are to show all of 327 pairs, dozens of which are expected less than once.
      .fact("without smoothing the loss is infinite after 125 sentences",
            std::isinf(cross_entropy(truth, add_lambda(counts, 0))), "infinite");
}

/**
Three things can be read off. The best $\lambda$ is a hundredth and less, so a prior that
takes the 80 words for equally likely is simply a wrong one here; the better half of the
answer is to know that the truth is sparse. Discounting, which never gives a word more
than a part of one occurrence, needs less luck: over all $D$ from 0.05 to 0.95 the excess
varies by factors of some 1.5, 2 and 3 for the three corpora, and its least is about that of the best
$\lambda$. And all of it matters less and less. With 64 000 words the difference between a good
and a tolerable choice is two thousandths of a nat, a hundredth of what the next word of
context would bring.

## What was never seen

How probable is it that the next triple is a new one? The truth answers for a given corpus
by adding up what it lacks. Good and Turing's answer needs no truth: as many as there are
triples seen exactly once, divided by the length. We take ninety-six corpora of a
thousand sentences and compare the two, corpus by corpus.
*/
SECTION(never_seen)
{
  const Unseen unseen =
      unseen_triples(language::english(), 1000, 96, corpus_seed(chapter.seed(), 500));
  chapter
      .finding("good-turing",
               "What is missing in a corpus is about as probable as it has triples seen once.")
      .estimates("triples seen once per word, less the probability of those never seen",
                 mean_of(unseen.off), 0, 0.003)
      // Law: 0.02934 with a standard deviation of 0.00020 (51 seeds), a mean of 96 corpora.
      .within("probability of a new triple after 1000 sentences", arma::mean(unseen.missing), 0.028,
              0.0307);
}

/**
After eight thousand words one triple in thirty-four is still a new one, and the corpus
itself knows that it is so. The reason is short: a triple of probability $p$ is missing
after $n$ words with probability $(1 - p)^n$, and seen once with $np(1 - p)^{n - 1}$; the
mass of the missing ones and the number of those seen once, divided by $n$, have nearly
the same expectation, term by term, whatever the $p$ are. So one need not know the truth
to know how much of it one has not seen.
*/
