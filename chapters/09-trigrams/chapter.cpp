#include "epreuve/chapter.hpp"
#include "counting.hpp"
#include "epreuve/language/entropy.hpp"
#include "epreuve/language/tables.hpp"
#include "epreuve/math/ngrams.hpp"
#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

/**
# Trigrams with a gap: what counting words can complete

A sentence is to be completed. One may count which word follows the last one
(*bi-grammes*), or the last two (*tri-grammes*), or a last word and some word further
back, whatever stands between them (*tri-grammes à trou*). The document goes from counting
to attention in one page. How far does each step lead, and is an attention head the thing
that the last step asks for?

Here nobody has to guess. The texts of this chapter come from a language of 80 words whose
every probability is a fraction: what a model has learned is compared with the truth, and
there is a loss that no model of any kind can get below.
*/
using namespace epreuve::course;

/**
## The answer

Counting pairs and triples converges, as fast as theory says, and to the wrong thing: each
has a floor that more text does not lower. A gapped trigram gets below the trigram's
floor, with fewer words than the trigram needs to reach it, because what decides often
stands far back.
*/
SECTION(answer)
{
  chapter.shows("losses");
}

/**
And a head *can* complete every table of a context and a last word, if these are different words and
no second context is there, which we did not expect: the last word attends to itself, and by how much it
looks away it chooses. What a
head cannot do is narrower and can be proven. It cannot let one context exchange two completions, and it
cannot tell "exactly one of these two words" from both.

## What the documents have wrong

Nothing that is printed is false; the section is short and careful. Three remarks are due.

- The probabilities of *le petit chat noir mange* sum to 1, but they are invented.
- Of the three completions shown as copying, *petit* after *grand … très* is not a copy. A
  head that copies cannot find it; a table can.
- A gapped trigram is said to be a pair and a completion. A head sees *all* words before,
  and adds up what they say. Where two contexts meet, the two ideas part.

## Bigrams

The language's word for the end of a sentence is a full stop, which is a word like others.
A table of counts has the last word as its row and the next one as its column. We count in
one pass over the text; the definition at its most naive goes through the whole text for
every entry of the table.
*/
static double naive_count(const arma::uvec& text, const arma::uvec& words)
{
  double found = 0;
  for (arma::uword i = 0; i + words.n_elem <= text.n_elem; ++i)
    found += arma::all(text.subvec(i, i + words.n_elem - 1) == words) ? 1 : 0;
  return found;
}

static arma::uvec draw_text(Draw& draw, arma::uword N)
{
  const arma::uword length = draw.size("words", 3, 30);
  return arma::conv_to<arma::uvec>::from(draw.integer_matrix("text", length, 1, 0, long(N) - 1));
}

/**
Texts of up to thirty words of three or four kinds are enough to try a count on: some pairs are in them
several times, some once, some never.
*/
SECTION(bigrams)
{
  const auto pairs = [](Draw& draw) {
    const arma::uvec text = draw_text(draw, 4);
    const arma::uword x = draw.size("x", 0, 3), u = draw.size("u", 0, 3);
    return bigram_counts(text, 4)(x, u) == naive_count(text, {x, u});
  };
  const auto most_frequent = [](Draw& draw) {
    const arma::mat C = bigram_counts(draw_text(draw, 4), 4);
    const arma::uword x = draw.size("x", 0, 3);
    const double lambda = draw.real("lambda", 0, 2);
    return add_lambda(C, lambda).row(x).index_max() == C.row(x).index_max();
  };
  const language::Language& english = language::english();
  const arma::uword N = english.words().size();
  const arma::mat truth = pair_probabilities(english);
  const arma::mat counted =
      bigram_counts(text_of(english, corpus_seed(chapter.seed(), 1), 16'000), N);
  const arma::mat P = add_lambda(truth, 0);
  arma::uword right = 0;
  double given_away = 0;
  for (arma::uword x = 0; x < N; ++x) {
    const double less = P.row(x).max() - P(x, counted.row(x).index_max());
    right += less < 1e-12 ? 1U : 0U;
    given_away += arma::accu(truth.row(x)) * less;
  }
  chapter.claim("exo7-6.1-bigrams", holds)
      .property("entry (x, u) counts the places with x, u", pairs, 300)
      .property("the most frequent pair is the most probable one, smoothed or not", most_frequent,
                300)
      // Law: 0.24 rows are wrong on average, each by itself: six or more with a probability below 0.24⁶/6! = 3 · 10⁻⁷.
      .at_least("words of 80 completed as by the exact table, counted in 16 000 sentences",
                double(right), 75)
      // Law: 0.0001 with a standard deviation of 0.0003 (51 seeds). That n words give away g takes rows whose order is turned, with a
      // probability of at most e^(-g²n/2w) for rows of a share w: for the most frequent word and g = 0.01 it is e^-49.
      .at_most("right completions given away by the counted table, as a share of all words",
               given_away, 0.01);
}

/**
All that completing needs of the table is the largest entry of each row. After sixteen
thousand sentences nearly all of the 80 rows have the right one; of 150 such corpora 120 had all, and
none had fewer than 78. Hard is *the*, which *couch* follows with 11.4 % and *little* with 11.1 %, and
hard are rare words: to tell their completions apart takes a longer text.

## Trigrams improve on them

Does a longer context improve the completion, as the document says? Of the exact tables it
must: one who knows $a$ and $x$ can act as if knowing $x$ alone. In symbols, for any joint
probabilities, $\sum_x \max_u \sum_a J(a, x, u) \le \sum_{a, x} \max_u J(a, x, u)$. Of
counted tables it need not.
*/
/// How often the most probable next word is right.
static Rational share_right(const language::NGramTable& table)
{
  std::map<std::vector<language::Word>, Rational> best;
  for (const auto& [words, probability] : table) {
    Rational& most = best[{words.begin(), words.end() - 1}];
    most = std::max(most, probability);
  }
  Rational sum = 0;
  for (const auto& [context, probability] : best)
    sum += probability;
  return sum;
}

SECTION(trigrams)
{
  const auto triples = [](Draw& draw) {
    const arma::uvec text = draw_text(draw, 3);
    const arma::uword a = draw.size("a", 0, 2), x = draw.size("x", 0, 2), u = draw.size("u", 0, 2);
    return trigram_counts(text, 3)(x, u, a) == naive_count(text, {a, x, u});
  };
  const auto improves = [](Draw& draw) {
    const arma::mat J1 = draw.integer_matrix("J1", 3, 3, 0, 9);
    const arma::mat J2 = draw.integer_matrix("J2", 3, 3, 0, 9);
    const auto right = [](const arma::mat& J) { return arma::accu(arma::max(J, 1)); };
    return right(J1 + J2) <= right(J1) + right(J2);
  };
  std::vector<Rational> shares;
  for (const unsigned k : {1U, 2U, 3U, 4U})
    shares.push_back(share_right(language::ngram_probabilities(language::english(), k)));
  chapter.claim("exo7-6.1-trigrams", holds)
      .property("slice a, entry (x, u) counts the places with a, x, u", triples, 300)
      .property("one word more never makes the best completion worse", improves, 300)
      .fact("share of words completed rightly rises with the context, in fractions",
            std::ranges::is_sorted(shares) && shares.at(1) < shares.at(2),
            fmt::format("{:.3f}, {:.3f}, {:.3f}, {:.3f} with 0, 1, 2, 3 words",
                        double(shares.at(0)), double(shares.at(1)), double(shares.at(2)),
                        double(shares.at(3))));
  chapter.reading(
      "exo7-6.1-article", holds,
      "it is a convention, and the language keeps it where it matters: \"the-lease\" is "
      "one word, so that what is signed is one completion and not two");
}

/**
The last line says how far this goes. Nobody who sees a single word completes more than
half of this language rightly, and three words take one only to three fifths; the rest is
decided farther back, or by chance. *By chance* is meant seriously: of a mouse, kibble and
cheese none is certain, and no amount of context makes it so. The next page says what part
of a loss is ignorance and what part is the language's own.

## The order of the pages

First counting: how fast tables come true, what they can never know, and what to do about
what was never seen. Then the gap: the document's own examples in exact fractions, and
what a context far back is worth. Last the head: what is left of attention when each word
has one vector, built from two tables, weight by weight; what it can complete and what it
cannot, with proofs.
*/
