#include "composition.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "figures.hpp"

#include <algorithm>
#include <string>
#include <vector>

/**
# Who reads whom in GPT-2

What passes from block to block in a trained network is surely hard to understand, says the
document. Let us try. All attention matrices of GPT-2 are published; a head writes $W_O W_V$
times what it read, and a later head reads in three ways, for its queries, its keys and its
values. Each pair has virtual weights $AB$, with $B = W_O W_V$ of the writer and $A$ what
reads. Their size, compared with chance, says how well they are tuned to each other, the
composition scores of @elhage-2021:

$$ s = \sqrt n\, \frac{\|AB\|_F}{\|A\|_F \|B\|_F}. $$

## The value by chance

Chance has an exact value. Turn $B$ by a random rotation $R$: since
$E\,R M R^T = \frac{\operatorname{tr} M}n I$ for every symmetric $M$,

$$ E\|ARB\|_F^2 = \operatorname{tr}\bigl(A^TA\; E\,RBB^TR^T\bigr) = \frac{\|A\|_F^2 \|B\|_F^2}{n}, $$

so $s^2$ has mean 1, whatever the ranks and the singular values of $A$ and $B$ are. We check
the mean of $RMR^T$ exactly, on the group of all 48 signed permutations of $\mathbb R^3$,
which have the same mean as all rotations.
*/
using namespace epreuve::course;

SECTION(chance)
{
  const arma::mat M{{2, 1, 5}, {1, -3, 4}, {5, 4, 7}}; // of trace 6
  arma::mat sum(3, 3, arma::fill::zeros);
  arma::uword count = 0;
  arma::uvec order{0, 1, 2};
  do
    for (arma::uword signs = 0; signs < 8; ++signs, ++count) {
      arma::mat R(3, 3, arma::fill::zeros);
      for (arma::uword i = 0; i < 3; ++i)
        R(i, order(i)) = signs >> i & 1 ? -1 : 1;
      sum += R * M * R.t();
    }
  while (std::ranges::next_permutation(order).found);
  const arma::mat I(3, 3, arma::fill::eye);
  chapter
      .finding("chance",
               "Over rotations, the mean of the squared composition score is 1 for all matrices")
      .equal("signed permutations of ℝ³", count, 48)
      .equal("sum of R M Rᵀ over them, M of trace 6", sum, arma::mat(48 * 2 * I));
}

/**
Exactly twice the identity for each of 48, that is $\frac{\operatorname{tr} M}{3} I$. The
library's test turns a writer of a small model by 400 random rotations, and finds the mean of
$s^2$ where it should be.

## All pairs

A head of layer $l$ can read the heads of all layers before it: 9504 pairs, each in three
ways. No product $768 \times 768$ need be formed for that (`composition_scores`). The gain of
the layer norm before the reader is part of $A$, and its mean is taken out.
*/
static const CompositionScores& scores()
{
  static const CompositionScores all = [] {
    const gpt2::Checkpoint& checkpoint = gpt2::PublishedFiles::here().checkpoint();
    std::vector<AttentionLayer> layers;
    for (arma::uword l = 0; l < checkpoint.config().layers; ++l)
      layers.push_back(attention_layer(checkpoint, l));
    return composition_scores(layers);
  }();
  return all;
}

/**
Heads are numbered layer by layer, from 0 to 143. We shall ask of a head which other one it reads best.
*/
static arma::uword number(arma::uword layer, arma::uword head)
{
  return 12 * layer + head;
}

static std::string name(arma::uword number)
{
  return fmt::format("{}.{}", number / 12, number % 12);
}

/// The earlier head that a head reads best, or the one that comes after so many others.
static std::string best_writer(const arma::mat& of, arma::uword reader, arma::uword after = 0)
{
  arma::rowvec row = of.row(reader);
  row(arma::find_nonfinite(row)).zeros();
  return name(arma::sort_index(row, "descend").eval()(after));
}

SECTION(all_pairs, gpt2::attention_weights)
{
  const auto seen = [](const arma::mat& of) -> arma::vec { return of(arma::find_finite(of)); };
  const arma::vec queries = seen(scores().queries), keys = seen(scores().keys),
                  values = seen(scores().values);
  const auto share_above = [](const arma::vec& s, double bound) {
    return arma::accu(s > bound) / double(s.n_elem);
  };
  chapter
      .finding("composition",
               "Taken together, GPT-2's heads read earlier ones a little more than chance "
               "for queries and keys, a little less for values; a few pairs stand out")
      .equal("pairs in which the reader's layer is the later one", keys.n_elem, 9504)
      .within("queries: mean squared score, chance 1", arma::mean(queries % queries), 1.5, 1.75)
      .within("keys: mean squared score, chance 1", arma::mean(keys % keys), 1.4, 1.6)
      .within("values: mean squared score, chance 1", arma::mean(values % values), 0.85, 1)
      .within("keys: share of pairs above 2", share_above(keys, 2), 0.02, 0.05)
      .within("values: share of pairs above 2", share_above(values, 2), 0.002, 0.005)
      .at_least("values: the largest score, 11.8 reading 1.10",
                scores().values(number(11, 8), number(1, 10)), 7.5)
      .equal("values: the head that 11.8 reads best", best_writer(scores().values, number(11, 8)),
             "1.10")
      .equal("the largest score of all pairs, all ways, over this one",
             std::max({queries.max(), keys.max(), values.max()}) /
                 scores().values(number(11, 8), number(1, 10)),
             1);

  /**
  How far is a score of 2 from chance? For *random* matrices of these shapes $s$ hardly leaves
  1, for it is a mean over thousands of pairs of directions. In GPT-2 one pair in thirty is
  above 2 for keys, and one in three hundred for values. Averaged over the heads of two
  layers:
  */
  arma::cube by_layer(12, 12, 3);
  by_layer.fill(arma::datum::nan);
  const arma::mat* const ways[] = {&scores().queries, &scores().keys, &scores().values};
  for (arma::uword way = 0; way < 3; ++way)
    for (arma::uword reader = 1; reader < 12; ++reader)
      for (arma::uword writer = 0; writer < reader; ++writer)
        by_layer(reader, writer, way) =
            arma::accu(
                arma::square(ways[way]->submat(12 * reader, 12 * writer, arma::size(12, 12)))) /
            144;
  chapter.figure("composition", [&](Figure& figure) { draw_composition(figure, by_layer); });
}

/**
In the figure, most of the triangles is pale: chance. Nearly all heads read the output of layers 0
and 1, for queries and keys more than for values: by these a head decides where to look. The
strongest pair of all is head 11.8, which chapter 18 will show to write
almost along one direction, reading 1.10 for its values.

## Previous token, then induction

Here is the test. A head that continues a repetition, as in "A B ... A" to B, has to know of
each token *which one came before it*. It cannot read that off the token, so an earlier head must
have written it there: a previous-token head, whose output must be read by the *keys* of the
induction head [@elhage-2021]. From running GPT-2 on repeated random tokens it is known
which heads do this: 5.1, 5.5, 6.9, 7.2 and 7.10 come first in published lists. And chapter 18
has the head that looks one token back: 4.11.

For each of these five, of all the 60 to 84 heads before them, the one that their keys read
best is 4.11. Their queries do not prefer it, nor do their values. No text was run, and no
activation looked at: it can be seen in the weights.
*/
SECTION(induction, gpt2::attention_weights)
{
  const std::vector<arma::uword> readers{number(5, 1), number(5, 5), number(6, 9), number(7, 2),
                                         number(7, 10)};
  const arma::uword previous = number(4, 11);
  std::vector<std::string> best_for_keys, next_for_keys, best_for_queries, best_for_values, names;
  arma::vec key_scores(5);
  arma::mat all(5, 84);
  for (arma::uword i = 0; i < 5; ++i) {
    names.push_back(name(readers[i]));
    best_for_keys.push_back(best_writer(scores().keys, readers[i]));
    next_for_keys.push_back(best_writer(scores().keys, readers[i], 1));
    best_for_queries.push_back(best_writer(scores().queries, readers[i]));
    best_for_values.push_back(best_writer(scores().values, readers[i]));
    key_scores(i) = scores().keys(readers[i], previous);
    all.row(i) = scores().keys.row(readers[i]).head(84);
  }
  arma::uword readers_of_it = 0, among_all = 0;
  for (arma::uword reader = number(5, 0); reader < 144; ++reader, ++among_all)
    readers_of_it += best_writer(scores().keys, reader) == "4.11";
  /**
  Below, for each of the five, the head that it reads best, of all heads in earlier layers, in
  each of the three ways. The numbers are the scores of 4.11 through keys.
  */
  chapter.table("The head that is read best, of all before it",
                Columns()
                    .column("induction head", names)
                    .column("by its keys", best_for_keys)
                    .column("score of 4.11", key_scores, "{:.2f}")
                    .column("by its queries", best_for_queries)
                    .column("by its values", best_for_values));
  const auto in_five = [](const std::vector<std::string>& best) {
    return std::ranges::count(best, "4.11");
  };
  chapter
      .finding("induction",
               "The keys of the five known induction heads read the previous-token head 4.11 "
               "more than any other earlier head")
      .equal("keys: of five induction heads, those that read 4.11 best", in_five(best_for_keys), 5)
      .equal("queries: the same", in_five(best_for_queries), 0)
      .equal("values: the same", in_five(best_for_values), 0)
      .equal("keys: of the five, those that read 4.7 next",
             std::ranges::count(next_for_keys, "4.7"), 5)
      .at_least("keys: their least score for 4.11", key_scores.min(), 2.3)
      .at_most("of 84 heads of layers 5 to 11, those whose keys read 4.11 best", readers_of_it, 10)
      .equal("heads of layers 5 to 11", among_all, 84);
  chapter.figure("readers-of-4-11", [&](Figure& figure) { draw_readers_of(figure, names, all); });
}

/**
Would five heads agree by luck? If each preferred one of its at least 60 predecessors at
random, all five would name the same given head once in $60^5 \approx 8 \cdot 10^8$. But they
are not independent, for popular writers are popular with all; so the honest control is the
other heads: of the 84 heads from layer 5 on, at most ten prefer 4.11, and the five are
among them. The scores also name what they do not explain: head 4.7 comes second for all
five.

What the partial file cannot tell: the weights of the dense blocks and the
embeddings are not in it, so neither the length of the stream along the layers nor the share
of each writer can be computed.

## In short

 - The stream only adds. So every block speaks to every later one, through
   $W_{in}^j W_{out}^i$ and on top of all the rest.
 - The mean squared gradient is $(1 + \sigma^2)^L$ with the stream and $\sigma^{2L}$ without:
   most of it takes short paths.
 - Nothing is forgotten unless a block does it; everything is diluted all the same.
 - $\mathbb R^{768}$ has twelve places for heads, or 140 directions for a bit each at 1 %
   errors.
 - In GPT-2, the circuit of previous token and induction can be read off the virtual weights.
*/
