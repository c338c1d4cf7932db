#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/attention_written_out.hpp"
#include "epreuve/instruments/heads_by_rows.hpp"
#include "epreuve/instruments/integer_matrices.hpp"
#include "epreuve/instruments/published_sizes.hpp"
#include "epreuve/instruments/rational_pattern.hpp"
#include "epreuve/math/entropy.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-concatenation.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

/**
# What several heads see

Why several? masterclass gives a reason, and iaetnous shows pictures: of two heads of eight, of five steps, and of a
sentence in which one head looks at *the animal* and another one at *tired*. The copy has kept the words of the pictures and lost
the drawings. What they show can be computed, so we draw them again; and the reason has to be put differently.
*/
using namespace epreuve::course;

/**
## One head, one relation?

A single head, says masterclass, captures a single relation of dependence per position. Nothing in the formula says so.
A query is a sum as well as a vector: let that of *it* be "animal" plus "adjective", in two directions, and both words get
half of the attention. Let the values of animals and of adjectives stand in different coordinates, and the answer names both.
And at another place of the sentence the same head may follow another relation altogether. Here is one for three: *was* looks
for its subject, *because* for what it explains, *it* for whom it stands.

*The animal didn't cross the street because it was too tired*: a head of dimension $d$ is given $d$ pairs (who asks, who
is found), each with a direction of its own.
*/
using Pairs = std::vector<std::pair<arma::uword, arma::uword>>;
enum Place : arma::uword
{
  the,
  animal,
  cross = 3,
  street = 5,
  because,
  it,
  was,
  too,
  tired
};

struct QueriesAndKeys
{
  arma::mat Q, K; ///< d x 11
};

/// Pairs of words with the score 8, all others with 0.
static QueriesAndKeys made_for(const Pairs& pairs)
{
  const arma::uword d = pairs.size();
  QueriesAndKeys head{arma::mat(d, 11, arma::fill::zeros), arma::mat(d, 11, arma::fill::zeros)};
  for (arma::uword pair = 0; pair < d; ++pair) {
    head.Q(pair, pairs.at(pair).first) = 8 * std::sqrt(d);
    head.K(pair, pairs.at(pair).second) = 1;
  }
  return head;
}

static arma::mat links(const Pairs& pairs)
{
  const QueriesAndKeys head = made_for(pairs);
  return attention_pattern(head.Q, head.K);
}

/// "it", "animal", "tired" and a word that matters to nobody. Numbers: asks, noun, adjective, and two contents.
static RationalMatrix four_words(const Rational& which_animal, const Rational& how)
{
  return {{1, 0, 0, 0, 0}, {0, 1, 0, which_animal, 0}, {0, 0, 1, 0, how}, {0, 0, 0, 0, 0}};
}

SECTION(two_relations)
{
  const HeadByRows both{{{10}, {0}, {0}, {0}, {0}},
                        {{0}, {1}, {1}, {0}, {0}},
                        {{0, 0}, {0, 0}, {0, 0}, {1, 0}, {0, 1}}};
  const RationalMatrix X = four_words(1, 1);
  const RationalMatrix A = rational_pattern(X * both.W_Q * transpose(X * both.W_K));
  int words_heard = 0;
  for (arma::uword j = 0; j < 4; ++j)
    words_heard += A(0, j) > Rational(2, 5);
  const RationalMatrix of_animal = head_by_rows(both, four_words(1, 0)),
                       of_tired = head_by_rows(both, four_words(0, 1));
  const RationalMatrix answers{{of_animal(0, 0), of_animal(0, 1)},
                               {of_tired(0, 0), of_tired(0, 1)}};
  const arma::mat three = links({{was, animal}, {because, cross}, {it, animal}}),
                  one = links({{it, animal}}), other = links({{it, tired}});
  const auto one_mean = [](Draw& draw) {
    const HeadByRows head = draw_heads_by_rows(draw, 1).front();
    const arma::uword n = head.W_Q.rows();
    const RationalMatrix words = draw_tokens_by_rows(draw, n);
    return head_by_rows(head, words) ==
           head_by_rows({head.W_Q, head.W_K, RationalMatrix::identity(n)}, words) * head.W_V;
  };
  chapter.claim("masterclass-mh-motivation", refuted)
      .as_printed("one head captures a single relation per position, several heads several")
      .at_most("words that get more than 2/5 of the attention of it, in one head", words_heard, 1)
      .at_most("independent contents of them that its answer tells apart", double(rank(answers)), 1)
      .corrected(
          "one head has a single set of weights per position, and all that it answers is read "
          "from one mean of the words; several heads have several")
      .property("one head's answers: means of the words, the same for all W_V, times W_V", one_mean,
                300)
      .equal("its answer for it, in 1/2050",
             Rational(2050) * RationalMatrix{{of_animal(0, 0), of_tired(0, 1)}},
             RationalMatrix{{1024, 1024}})
      .at_least("weights of animal in one head and of tired in another, the smaller",
                std::min(one(it, animal), other(it, tired)), 0.99);
  chapter
      .finding("three-relations",
               "one head of dimension 3 follows three relations, each at its own "
               "word")
      .at_least("weights of was → animal, because → cross and it → animal, the smallest",
                std::min({three(was, animal), three(because, cross), three(it, animal)}), 0.99);
  chapter.figure("two-relations", draw_two_relations);
}

/**
What is true: one head has *one set of weights* per position. What it hears from several words is one mean of them, and $W_V$
reads from that mean. *Animal* and *tired* can be told apart in it only because their contents stand in different
coordinates; of two nouns one would learn the sum, and not which said what. The
last page has the counterpart: two heads and $W^O$ hand on two words of the same kind, each in a place of its own.

So the conclusion of the slide is right, whatever its reason. Several dependencies *are* captured at once, with
full attention for each.
*/
SECTION(at_the_same_time)
{
  const std::vector<std::pair<const char*, Pairs>> heads{
      {"subject and verb: was → animal", {{was, animal}}},
      {"coreference: it → animal", {{it, animal}}},
      {"logical structure: because → cross", {{because, cross}}}};
  Claim& dependencies = chapter.claim("masterclass-mh-dependencies", holds);
  for (const auto& [name, pairs] : heads)
    dependencies.at_least(fmt::format("weight in a head of dimension 1, {}", name),
                          links(pairs)(pairs.front().first, pairs.front().second), 0.99);
  chapter.claim("iaetnous-mh-submeanings", holds)
      .at_least("who it is: weight of animal in one head", links({{it, animal}})(it, animal), 0.99)
      .at_least("how it is: weight of tired in another head", links({{it, tired}})(it, tired), 0.99)
      .by_reading("two sets of weights for one word are more than one; that a model is able to use "
                  "them is what the section before shows, that it does so is a matter of training");
}

/**
## Eight sets of matrices

iaetnous goes through the computation with the words *Thinking* and *Machines*, and eight heads that count from 0. Head 0
has matrices $W_0^Q$, $W_0^K$, $W_0^V$ and from them $Q_0$, $K_0$, $V_0$; head 1 the same with a 1. Each of the eight does what one head did
before, and the results are eight matrices $Z$. Are they *different*, as the slide says? With matrices in general position
they are. They need not be, and two heads with different matrices may be the same head: what counts is $W^Q (W^K)^T$ (chapter 10).
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
    bool different = true;
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = 0; j < i; ++j)
        different = different && arma::abs(Z.at(i) - Z.at(j)).max() > 0;
    return different && arma::size(Z.front()) == arma::SizeMat(2, 3);
  };
  chapter.claim("iaetnous-mh-8-Z", holds)
      .property("eight heads of drawn weights: eight Z of 2 x 3, no two of them equal", eight, 200);
}

/**
## Five steps

The recap counts five steps: the sentence, its embedding $X$, *eight heads* with their matrices, attention in each of
them, and last the concatenation times $W^O$. We do just that, in the order of the slide, and compare with
heads that know nothing of each other.

One word of the slide invites a mistake: *split*. Nothing of $X$ is split. Every head reads all of it, and what is cut into
eight pieces is the product $X\,(W^Q_0 \cdots W^Q_7)$. Were the words cut before, a head would be blind to seven eighths of each.
*/
static RationalMatrix columns_of(const RationalMatrix& M, arma::uword from, arma::uword count)
{
  RationalMatrix part(M.rows(), count);
  for (arma::uword i = 0; i < part.rows(); ++i)
    for (arma::uword j = 0; j < count; ++j)
      part(i, j) = M(i, from + j);
  return part;
}

static RationalMatrix recap(const std::vector<HeadByRows>& heads, const RationalMatrix& X,
                            const RationalMatrix& W_O)
{
  const arma::uword d = heads.front().W_Q.cols();
  const auto times_all = [&](RationalMatrix HeadByRows::* W) {
    RationalMatrix all = heads.front().*W;
    for (std::size_t h = 1; h < heads.size(); ++h)
      all = join_rows(all, heads.at(h).*W);
    return X * all; // step 3, for all heads at once
  };
  const RationalMatrix Q = times_all(&HeadByRows::W_Q), K = times_all(&HeadByRows::W_K),
                       V = times_all(&HeadByRows::W_V);
  RationalMatrix Z(X.rows(), 0);
  for (arma::uword h = 0; h < heads.size(); ++h) // step 4
    Z = join_rows(Z,
                  rational_pattern(columns_of(Q, h * d, d) * transpose(columns_of(K, h * d, d))) *
                      columns_of(V, h * d, d));
  return Z * W_O; // step 5
}

SECTION(five_steps)
{
  const auto five = [](Draw& draw) {
    const std::vector<HeadByRows> heads = draw_heads_by_rows(draw, 8, 3, 1);
    const RationalMatrix X(draw.integer_matrix("X", 2, 3, -2, 2)),
        W_O(draw.integer_matrix("W_O", 8, 3, -9, 9));
    RationalMatrix written(3, 2);
    for (const ExactHead& head : with_their_rows(heads, W_O))
      written = written + exact_output(head, transpose(X));
    return recap(heads, X, W_O) == transpose(written);
  };
  chapter.claim("iaetnous-mh-fig-concat", holds)
      .property("five steps for two words and eight heads, against heads that write one by one",
                five, 100);
  const HeadByRows head_0{
      {{1}, {0}}, {{1}, {0}}, {{1}, {0}}}; // of two, each with half of the numbers
  chapter
      .finding("split-tokens", "what is split among the heads is the product with the weights, not "
                               "the words")
      .equal(
          "a head with the first half of two numbers: answers to words that differ in the second",
          head_by_rows(head_0, {{1, 5}, {2, -7}}), head_by_rows(head_0, {{1, 0}, {2, 3}}))
      .equal("weights of GPT-2's queries in a layer, published: 768 numbers for each of 768",
             published_sizes("attn.c_attn.weight")(0) / 3, 768. * 768);
  chapter.figure("five-steps", draw_five_steps);
}

/**
## The boxes of the article

The two figures that iaetnous takes from Vaswani et al. are headings in the copy: *Scaled Dot-Product Attention*, which chapter 10
has drawn, and *Multi-Head Attention*. In the second the first is one box, $h$ times; in front of it stand three linear
maps for each head, behind it Concat and one more. The place of masterclass' own illustration is empty.

We compute by the boxes (with the optional mask) and word by word. Entries are 1 at most, three
words of three numbers: scores below 16, answers below 27, some 30 roundings each.
*/
SECTION(boxes)
{
  const auto by_boxes = [](Draw& draw) {
    const arma::uword h = draw.size("h", 1, 3), d = draw.size("d", 1, 3);
    const arma::mat X = draw.matrix("X", 3, 3, -1, 1), W_O = draw.matrix("W_O", h * d, 3, -1, 1);
    arma::mat concat(3, 0), written(3, 3, arma::fill::zeros);
    for (arma::uword i = 0; i < h; ++i) {
      const arma::mat W = draw.matrix(fmt::format("W_{}", i), 3, 3 * d, -1, 1);
      const arma::mat linear = X * W;
      const arma::mat Q = linear.head_cols(d), K = linear.cols(d, 2 * d - 1),
                      V = linear.tail_cols(d);
      concat = arma::join_rows(
          concat, softmax_rows(causal_mask(scaled_attention_scores(Q.t(), K.t()))) * V);
      for (arma::uword word = 0; word < 3; ++word)
        written.row(word) += attention_written_out(Q.row(word).t(), K.head_rows(word + 1).t(),
                                                   V.head_rows(word + 1).t(), std::sqrt(d))
                                 .t() *
                             W_O.rows(i * d, (i + 1) * d - 1);
    }
    return difference(concat * W_O, written);
  };
  chapter.claim("iaetnous-mh-fig-article", holds)
      .property("linear maps, attention with a mask, Concat, linear map: against word by word",
                by_boxes, absolute(1e-12), 300);
  chapter.reading(
      "masterclass-mh-fig", illustrative,
      "the place for the figure is empty in the copy; drawn here is what the text says");
  chapter.figure("article-boxes", draw_article_boxes);
}

/**
## Two heads look at "it"

Encoding *it*, says the last slide, one head concentrates on *the animal*, another one on *tired*; and if all heads are put into one
picture, that is harder to interpret. Whose trained heads these were is not said. That there are such heads is no question: here are
eight, two of them made for this and six that look at what stands before, behind, first, last, at the word itself, and at the verb.

That all of them together are harder to read has a reason. Entropy is concave: with $p_1, \dots, p_h$ the weights of $h$ heads,

$$ \frac1h \sum_i H(p_i) \;\le\; H\Bigl(\frac1h \sum_i p_i\Bigr) \;\le\; \frac1h \sum_i H(p_i) + \ln h . $$

The picture of all is never sharper than its heads are on average, and is as sharp only if all look at the same.
*/
static std::vector<Pairs> eight_purposes()
{
  std::vector<Pairs> heads{
      {{it, the}, {it, animal}}, {{it, tired}}, {{it, was}}, {}, {}, {}, {}, {}};
  for (arma::uword word = 0; word < 11; ++word) {
    heads.at(3).emplace_back(word, word == the ? the : word - 1);
    heads.at(4).emplace_back(word, word == tired ? tired : word + 1);
    heads.at(5).emplace_back(word, the);
    heads.at(6).emplace_back(word, tired);
    heads.at(7).emplace_back(word, word);
  }
  return heads;
}

SECTION(all_heads)
{
  const auto concave = [](Draw& draw) {
    const arma::uword h = draw.size("h", 1, 8), n = draw.size("n", 1, 11);
    const arma::mat p = softmax_rows(draw.matrix("scores", h, n, -9, 9));
    const double of_mean = entropy(arma::vec(arma::mean(p, 0).t())),
                 mean = arma::mean(entropy_rows(p));
    return of_mean >= mean - 1e-14 && of_mean <= mean + std::log(h) + 1e-14;
  };
  arma::mat all(11, 11, arma::fill::zeros);
  for (const Pairs& pairs : eight_purposes())
    all += links(pairs) / 8;
  const arma::mat of_animal = links(eight_purposes().at(0)),
                  of_tired = links(eight_purposes().at(1));
  chapter.claim("iaetnous-mh-it-heads", holds)
      .at_least("weight of the and animal for it, in one head",
                of_animal(it, the) + of_animal(it, animal), 0.99)
      .at_least("weight of tired for it, in another", of_tired(it, tired), 0.99)
      .property("entropy of the mean of h patterns, between its bounds", concave, 500)
      .at_least("words of equal weight that are as hard to read as all eight, e^H",
                std::exp(entropy(arma::vec(all.row(it).t()))), 4);
  chapter.figure("it-by-heads",
                 [&](Figure& figure) { draw_it_by_heads(figure, of_animal, of_tired, all); });
  const QueriesAndKeys head = made_for({{it, tired}});
  chapter
      .finding("tired-comes-later",
               "behind a causal mask no head of the first layer shows it the word tired")
      .equal("weight of tired for it, the same head with a mask",
             causal_pattern(head.Q, head.K)(it, tired), 0.);
}

/**
The slide belongs to the encoder of a translator. In GPT, which the document has in mind when it introduces heads, *it* stands before
*tired* and never sees it, in any layer; what is too tired is found out at the end of the sentence.

## In short

One head has one set of weights, and one mean, per position; it may follow several relations as long as their
contents do not get into each other's way. Several heads have several means. Of $X$ nothing is split; of the answers
nothing is lost; and all patterns in one picture are as hard to read as their mean.
*/
