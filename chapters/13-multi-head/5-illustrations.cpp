#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/math/entropy.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-concatenation.hpp"
#include "layer_of_heads.hpp"
#include "linking_heads.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

/**
# What several heads see

Why several? masterclass gives a reason, and iaetnous shows pictures: two heads of
eight, five steps, and a sentence in which one head looks at *the animal* and another
one at *tired*. The copy has kept the words in the pictures and lost the drawings. What
they show can be computed, so we draw them again. The reason has to be put differently.

## One head, one relation?

A single head, says masterclass, captures a single relation of dependence per position.
Nothing in the formula says so. Let the query of *it* agree with a noun and with an
adjective alike, and each of the two gets half of the attention. If the contents of
nouns and of adjectives are in different coordinates, the answer holds both, and
either can be read from it. The head below weighs its words in powers of 2, so that its
answer is exact: $\frac{1024}{2050}$ of both contents, since each of the two words weighs
$2^{10}$, and each of the two others 1.
*/
using namespace epreuve::course;

/// "it", "animal", "tired" and a word that matters to no other. Numbers: asks, noun, adjective, and two contents.
static RationalMatrix four_words(const Rational& which_animal, const Rational& how)
{
  return {{1, 0, 0, 0, 0}, {0, 1, 0, which_animal, 0}, {0, 0, 1, 0, how}, {0, 0, 0, 0, 0}};
}

/// What a head that looks for nouns and adjectives alike answers to "it".
static RationalMatrix answer_to_it(const Rational& which_animal, const Rational& how)
{
  const HeadByRows head{{{10}, {0}, {0}, {0}, {0}},
                        {{0}, {1}, {1}, {0}, {0}},
                        {{0, 0}, {0, 0}, {0, 0}, {1, 0}, {0, 1}}};
  const RationalMatrix all = head_by_rows(head, four_words(which_animal, how));
  return {{all(0, 0), all(0, 1)}};
}

/// Places in the sentence of the next paragraph, and how many there are.
namespace epreuve::too_tired {
constexpr arma::uword the = 0, animal = 1, cross = 3, street = 5, because = 6, it = 7, was = 8,
                      tired = 10, words = 11;
}
using namespace epreuve::too_tired;

/**
The query of *it* is 10 in the one direction in which the keys of both words are 1. With
a direction for each they could be weighed differently, and with $d_k$ directions a
query may ask for any combination of $d_k$ things at once; it is a vector, and not a
question.

Nor is a head bound to one *type* of relation. In *The animal didn't cross the street
because it was too tired*, let *was* look for its subject, *it* for the noun to which it
refers, and *because* for the verb that it explains. Give each pair (a word that asks, a
word that is found) a direction of its own, and one head of dimension 3 follows all three.
*/
SECTION(two_relations)
{
  const arma::mat three = linking_pattern({{was, animal}, {because, cross}, {it, animal}}, words),
                  one = linking_pattern({{it, animal}}, words),
                  other = linking_pattern({{it, tired}}, words);
  const auto one_mean = [](Draw& draw) {
    const auto [heads, X, W_O] = draw_row_layer(draw, 1);
    const auto& [W_Q, W_K, W_V] = heads.front();
    const RationalMatrix means = head_by_rows({W_Q, W_K, RationalMatrix::identity(X.cols())}, X);
    return head_by_rows(heads.front(), X) == means * W_V;
  };
  chapter.claim("masterclass-mh-motivation", holds)
      .as_printed("loosely put: one head has a single set of weights per position, and all that it "
                  "answers is read from one mean of the words; several heads have several")
      .property("answers of a head: means of the words, the same for all W_V, times W_V", one_mean,
                300)
      .equal("its answer to it, contents 7 and −3, times 2050",
             Rational(2050) * answer_to_it(7, -3), RationalMatrix{{7 * 1024, -3 * 1024}})
      .at_least("weights of animal in one head and of tired in another, the smaller",
                std::min(one(it, animal), other(it, tired)), 0.99);
  chapter.finding("two-contents", "one head can hear two words at once and tell them apart")
      .equal("contents of two words that one head's answer to a third tells apart",
             rank(join_rows(transpose(answer_to_it(1, 0)), transpose(answer_to_it(0, 1)))), 2);
  chapter
      .finding("three-relations",
               "one head of dimension 3 follows three relations, each at its own "
               "word")
      .at_least("weights of was → animal, because → cross and it → animal, the smallest",
                std::min({three(was, animal), three(because, cross), three(it, animal)}), 0.99);
}

/**
The truth is that one head has *one set of weights* per position. From several words it
takes one mean, and $W_V$ reads from that mean. Noun and adjective can be
told apart in it because their contents have coordinates of their own; of two nouns one
would learn the sum, and not which said what. The page before has the counterpart: two
heads and $W^O$ hand on two words of the same kind, each in a place of its own.

So the conclusion of the slide is right, whatever becomes of its reason: several
dependencies are captured at the same time, and each gets all of a head's attention, not
its share of it. And iaetnous, which says that a model is able to grasp finer meanings
and relations that are more complex, promises no more than that. Which noun *it* is and
how *it* is are two questions, and there are two heads for them.
*/
SECTION(at_the_same_time)
{
  Claim& dependencies = chapter.claim("masterclass-mh-dependencies", holds);
  const auto weight = [](arma::uword from, arma::uword to) {
    return linking_pattern({{from, to}}, words)(from, to);
  };
  dependencies.at_least("subject and verb: weight of animal for was", weight(was, animal), 0.99)
      .at_least("coreference: weight of animal for it, in a second head", weight(it, animal), 0.99)
      .at_least("logical structure: weight of cross for because, in a third",
                weight(because, cross), 0.99);
  chapter.claim("iaetnous-mh-submeanings", holds)
      .at_least("who it is: weight of animal in one head", weight(it, animal), 0.99)
      .at_least("how it is: weight of tired in another", weight(it, tired), 0.99)
      .by_reading(
          "two sets of weights for one word are more than one; a model is able to use them, "
          "and that it does so is a matter of training");
}

/**
## Eight sets of matrices

iaetnous goes through the computation with the words *Thinking* and *Machines*, and
eight heads that count from 0. Head 0 has the matrices $W_0^Q$, $W_0^K$, $W_0^V$, and by
them $Q_0$, $K_0$, $V_0$; head 1 the same with a 1. Each of the eight does what one head
did before, and the results are eight matrices $Z$. Are they *different*, as the slide
says? With matrices in general position they are. They need not be: two heads with
different matrices may be the same head, since only $W^Q (W^K)^T$ counts for its pattern
(chapter 10).
*/
SECTION(eight_sets)
{
  const auto heads_0_and_1 =
      over_integer_matrices({"X 2 x n", "W₀ n x d", "W₁ n x d"}, [](auto& X, auto& W_0, auto& W_1) {
        arma::mat by_word(2, 2 * W_0.n_cols);
        for (const arma::uword i : {0, 1})
          by_word.row(i) = arma::join_rows(X.row(i) * W_0, X.row(i) * W_1);
        return difference(arma::join_rows(X * W_0, X * W_1), by_word);
      });
  chapter.claim("iaetnous-mh-fig-heads", holds)
      .property("Q₀ and Q₁ (and so K and V) of two words, word by word", heads_0_and_1, exactly())
      .by_reading("three matrices of weights and three of the words, in head 0 as in head 1");
  const auto eight = [](Draw& draw) {
    const arma::mat X = draw.matrix("X", 2, 4, -1, 1);
    std::vector<arma::mat> Z;
    for (int head = 0; head < 8; ++head) {
      const arma::mat W = draw.matrix(fmt::format("W_{}", head), 4, 9, -1, 1);
      Z.push_back(attend_rows(X * W.head_cols(3), X * W.cols(3, 5), X * W.tail_cols(3)));
    }
    double nearest = 1;
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = 0; j < i; ++j)
        nearest = std::min(nearest, arma::abs(Z.at(i) - Z.at(j)).max());
    return nearest > 0 && arma::size(Z.front()) == arma::SizeMat(2, 3);
  };
  chapter.claim("iaetnous-mh-8-Z", holds)
      .property("eight heads of drawn weights: eight Z of 2 x 3, no two of them equal", eight, 200);
}

/**
## Five steps

The recap counts five steps: the sentence, its embedding $X$, *eight heads* with their
matrices, attention in each of them, and last the concatenation times $W^O$. We do just
that, in this order, and compare with heads that know nothing of each other.

One word of the slide invites a mistake: *split*. Nothing of $X$ is split. Every head
reads all of it, and it is the product $X\,(W^Q_0 \cdots W^Q_7)$ that is cut into eight
pieces. Were the words themselves cut, as a picture of pieces side by side suggests, a
head would be blind to seven eighths of each word, and its $W^Q$ would have 64 rows
instead of 512. GPT-2's file shows which it is: its $W^Q$ have 768.
*/
SECTION(five_steps)
{
  chapter.figure("five-steps", draw_five_steps);
  const auto five = [](Draw& draw) {
    const auto [heads, X, W_O] = draw_row_layer(draw, 8);
    return all_at_once(heads, X, W_O) == written_one_by_one(heads, X, W_O);
  };
  chapter.claim("iaetnous-mh-fig-concat", holds)
      .property("five steps for eight heads, against heads that write one by one", five, 100);
  const RationalMatrix first_only{{1}, {0}}; // of two numbers a word
  const HeadByRows head{first_only, first_only, first_only};
  chapter
      .finding("split-tokens", "it is the product with the weights that is split among the heads, "
                               "not the words")
      .equal("a head with half of each word: answers to words that differ in the other half",
             head_by_rows(head, {{1, 5}, {2, -7}}), head_by_rows(head, {{1, 0}, {2, 3}}))
      .equal("rows of the queries' matrix in GPT-2, from the published size of c_attn",
             published_sizes("attn.c_attn.weight")(0) / (3 * 12 * 64), 768.);
}

/**
Two figures of @vaswani-2017 are headings in the copy of iaetnous: *Scaled Dot-Product
Attention*, which chapter 10 has drawn, and *Multi-Head Attention*. In the second one
the first is a single box, $h$ times; three linear maps for each head lead to it, and
Concat and one more map follow. That is steps three to five, so the check is
the same. The place of masterclass' own illustration is empty, and the figure serves for
both.
*/
SECTION(boxes)
{
  const auto by_boxes = [](Draw& draw) {
    const auto [heads, X, W_O] = draw_row_layer(draw, draw.size("h", 1, 4));
    return all_at_once(heads, X, W_O) == written_one_by_one(heads, X, W_O);
  };
  chapter.claim("iaetnous-mh-fig-article", holds)
      .property("linear maps, attention, Concat, linear map: against heads that write one by one",
                by_boxes, 200);
  chapter.reading(
      "masterclass-mh-fig", illustrative,
      "the place for the figure is empty in the copy; drawn here is what the text says");
  chapter.figure("article-boxes", draw_article_boxes);
}

/**
## Two heads look at "it"

Encoding *it*, says the last slide, one head concentrates on *the animal*, another one
on *tired*; and with all heads in one picture things may be harder to interpret. Whose
trained heads these were is not said. That there are such heads is no question: here are
eight, two of them made for this, and six that look from *it* at the word before, at the
one after, at the first one, at *street*, at *cross*, and at itself.

That all of them together are harder to read has a reason. Entropy is concave, and with
the weights $p_1, \dots, p_h$ of $h$ heads for one word

$$ \frac1h \sum_i H(p_i) \;\le\; H\Bigl(\frac1h \sum_i p_i\Bigr)
   \;\le\; \frac1h \sum_i H(p_i) + \ln h . $$

The picture of all heads is never sharper than its heads are on average, and as sharp
only if all of them look at the same. Read $e^H$ as a number of words: that many words
of equal weight are as hard to read. In the figure it is two, then one, and for all
eight heads seven or eight.
*/
SECTION(all_heads)
{
  const auto concave = [](Draw& draw) {
    const arma::uword h = draw.size("h", 1, 8), n = draw.size("n", 1, 11);
    const arma::mat p = softmax_rows(draw.matrix("scores", h, n, -9, 9));
    const double of_mean = entropy(arma::mean(p, 0).t()), mean = arma::mean(entropy_rows(p));
    return of_mean >= mean - 1e-14 && of_mean <= mean + std::log(h) + 1e-14; // of 2.4, 4 ulp
  };
  const std::vector<Links> eight{{{it, the}, {it, animal}},
                                 {{it, tired}},
                                 {{it, because}},
                                 {{it, was}},
                                 {{it, the}},
                                 {{it, it}},
                                 {{it, street}},
                                 {{it, cross}}};
  arma::mat all(words, words, arma::fill::zeros);
  arma::vec looked_at; // e^H of each head's weights for "it"
  for (const Links& links : eight) {
    const arma::mat pattern = linking_pattern(links, words);
    all += pattern / 8;
    looked_at = arma::join_cols(looked_at, arma::exp(entropy_rows(pattern.row(it))));
  }
  const arma::mat who = linking_pattern(eight.at(0), words),
                  how = linking_pattern(eight.at(1), words);
  chapter.claim("iaetnous-mh-it-heads", illustrative)
      .invented("the figures are lost in the copy; the heads that are drawn were built to show it")
      .at_least("weight of the and animal for it, in one head", who(it, the) + who(it, animal),
                0.99)
      .at_least("weight of tired for it, in another", how(it, tired), 0.99)
      .property("entropy of the mean of h patterns, between its bounds", concave, 500)
      .at_least("words that it looks at, e^H: in all eight heads, over the most of any one",
                std::exp(entropy(all.row(it).t())) / looked_at.max(), 1);
  chapter.figure("it-by-heads", [&](Figure& figure) { draw_it_by_heads(figure, who, how, all); });

  const LinkingHead head = linking_head({{it, tired}}, words);
  chapter.finding("tired-comes-later", "with a causal mask no head shows it the word tired")
      .equal("weight of tired for it, the same head with a mask",
             causal_pattern(head.Q, head.K)(it, tired), 0.);
}

/**
The slide belongs to the encoder of a translator, where all see all. In GPT, of which
the document speaks when it introduces heads, *it* comes before *tired* and never sees
it, in any layer: only the end of the sentence, *tired* itself, can find out which noun was
too tired.

## In short

One head has one set of weights, and takes one mean, per position; it may follow several
relations as long as their contents do not get into each other's way. Several heads take
several means. The words are not split, each head reads all of them. And all
patterns in one picture are harder to read than they are one by one.
*/
