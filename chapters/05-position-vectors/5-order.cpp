#include "arbitrary.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/heads/exact_attention.hpp"
#include "epreuve/instruments/heads/queries_and_keys.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-order.hpp"
#include "orders.hpp"

#include <cctype>
#include <cmath>
#include <set>
#include <string>
#include <vector>

/**
# What is lost without positions

exo7 begins with two sentences, *Le chat course la souris* and *La souris course le chat*: the
same words, and not the same hunt. Without position vectors, the documents say, a transformer
cannot tell them apart. Whether that is so depends on something that none of them mentions
here, the mask.

| the network has | an output knows of the order |
|---|---|
| attention without a mask | nothing, at any depth |
| attention and position vectors | all of it |
| a causal mask, one layer | which words came before, not in what order |
| a causal mask, two layers | all of it |
| a causal mask, all words equal | nothing, at any depth |
*/
using namespace epreuve::course;

using Words = std::multiset<std::string>;

SECTION(the_same_words)
{
  const Words cat{"Le", "chat", "course", "la", "souris"},
      mouse{"La", "souris", "course", "le", "chat"};
  const auto small = [](const Words& words) {
    Words result;
    for (std::string word : words) {
      word[0] = char(std::tolower(word[0]));
      result.insert(word);
    }
    return result;
  };
  chapter.claim("exo7-4.1-same-words", holds)
      .fact("in small letters they are the same five words", small(cat) == small(mouse),
            "chat course la le souris")
      .by_reading(
          "In the first the cat runs after the mouse, in the second the mouse after the cat.");
  chapter
      .finding("capitals",
               "for a tokenizer that keeps capitals, as GPT-2's does, they are not the same words")
      .fact("with capitals they differ", cat != mouse,
            "Le and la in the first, La and le in the second");
}

/**
The capital gives the first word away, by accident: in French the two sentences begin with
different articles, and a tokenizer that keeps capitals has different tokens for *Le* and *le*.
We leave it aside, and speak of words.

## Equivariant, not invariant

Let $X$ hold the tokens as columns, and let $XP$ be the same tokens in another order. (The
masterclass has them as rows, hence its $PX$.) The masterclass states that attention is
*invariant*, $\mathrm{Attention}(X) = \mathrm{Attention}(PX)$. Two tokens of one number each
refute it: $X = (1, 0)$ and its exchange $(0, 1)$ have outputs that are exchanged too,
$(\frac23, \frac12)$ and $(\frac12, \frac23)$ if weights are powers of 2. In truth
attention is *equivariant*,

$$ \mathrm{Attention}(P X) = P\, \mathrm{Attention}(X) . $$

The base of the exponentials does not matter, as the matrix $W_Q$ may hold the factor $\ln 2$.
With base 2 and integers there is no rounding before the one division at the end, and the
equation can be asked for with `==`.
*/
static Difference equivariance_of(Draw& draw)
{
  const IntegerHead attention = draw_integer_head(draw);
  const arma::mat X = draw_integer_tokens(draw);
  const arma::uvec P = draw_order(draw, X.n_cols);
  return difference(attention(X.cols(P)), arma::mat(attention(X).eval().cols(P)));
}

SECTION(equivariance)
{
  const arma::mat X = {{1, 0}}, exchanged = {{0, 1}};
  chapter.claim("masterclass-rem-invariance", refuted)
      .as_printed("Attention(X) = Attention(PX)")
      .equal("outputs of (1, 0) and of (0, 1)", exact_attention(X, X, X),
             exact_attention(exchanged, exchanged, exchanged))
      .corrected("Attention(PX) = P Attention(X)")
      .property("up to 6 tokens, integers", equivariance_of, exactly(), 500)
      .property(
          "queries, keys and values in another order, with softmax",
          queries_and_keys(2,
                           [](const auto& Q, const auto& K, Draw& draw) {
                             const arma::uvec P = draw_order(draw, Q.n_cols);
                             const auto attention = [](const arma::mat& q, const arma::mat& k) {
                               const arma::mat A = softmax_rows(scaled_attention_scores(q, k));
                               return arma::mat(k * A.t());
                             };
                             return difference(attention(Q.cols(P), K.cols(P)),
                                               attention(Q, K).eval().cols(P).eval());
                           }),
          absolute(1e-12), 200);
  chapter.proposition("permutation", {"self_attention_permutation", "attention_permuted_keys",
                                      "printed_invariance_refuted", "network_permutation"});
}

/**
(With softmax the two sides round differently: scores up to 43 are known to $4u \cdot 43$,
weights relative to that, values are at most 5. That is $4 \cdot 10^{-13}$ with room.)

The conclusion that the masterclass draws, that positions must be put in, remains true of attention
without a mask, and for a better reason: each token's output is the same at whatever places it and
the others are. That is what *insensitive* can mean, and what is lost. Less is really invariant: the
mean of all outputs, say, or the output at one token when only the others change places. The
proposition has both, for all sizes.

From one layer it goes on to a whole network, and the proposition with it: several heads, norms, perceptrons, any number
of layers. If each part gives its outputs in the order of its inputs, so do all of them one after
the other, and so does the residual stream, which adds them token by token.

A recurrent network, which takes one word after the other, is different. Even the simplest, $h_t = 2
h_{t-1} + x_t$, ends in another state for any two different sentences of zeros and ones of one length:
it reads them as a number in base 2.
*/
static double recurrent(const arma::rowvec& x)
{
  double h = 0;
  for (const double x_t : x)
    h = 2 * h + x_t;
  return h;
}

SECTION(lost)
{
  chapter.claim("masterclass-pos-no-structure", holds)
      .as_printed("where there is no mask, as in the encoder: no structure of a sequence")
      .property("attention: tokens in another order, outputs in that order", equivariance_of,
                exactly(), 500)
      .property(
          "a recurrent network: another sentence, another last state",
          [](Draw& draw) {
            const arma::mat x = draw.integer_matrix("x", 1, 12, 0, 1);
            const arma::mat y = draw.integer_matrix("y", 1, 12, 0, 1);
            return (recurrent(x) == recurrent(y)) == arma::all(arma::vectorise(x == y));
          },
          500);
  chapter.claim("masterclass-add-insensitive", holds)
      .as_printed("where there is no mask, as in the encoder: insensitive to positions")
      .property(
          "three layers with ReLU and residual stream: tokens in another order, outputs in that "
          "order",
          [](Draw& draw) {
            const arma::mat X = draw.matrix("X", 8, 6, -1, 1);
            const arma::uvec P = draw_order(draw, 6);
            const ArbitraryLayers network{.layers = 3};
            return difference(network(X.cols(P)), arma::mat(network(X).eval().cols(P)));
          },
          absolute(1e-9), 100);
}

/**
(Three layers grow entries to some hundreds, and pass an error on enlarged by less than $10^6$,
so that $10^{-9}$ is safe. If the order mattered, one would see it in the first digit.)

## Mixed, and in parallel

Two sentences on the way there are less exact. exo7 says that the columns get mixed and that
*therefore* no trace of the order is left. They are mixed: every output depends on every token.
But mixing alone would not do it: a fixed mix can be undone. The order is lost because every token
is mixed in by the same rule, whatever its place.

And the masterclass has each token treated *independently and in parallel*. In parallel, yes: no
output waits for another, nor looks at another's query. Independently it is not. The purpose of
attention is that a token's output depends on the others; it is the layers in between that treat
each token independently.
*/
/// Outputs of the first three of four tokens, and the same after the fourth has got another query, and another
/// key and value as well if it is replaced as a whole.
static Difference with_another_fourth(Draw& draw, bool replaced)
{
  arma::mat Q = draw.integer_matrix("Q", 2, 4, -2, 2), K = draw.integer_matrix("K", 2, 4, -2, 2);
  arma::mat V = draw.integer_matrix("V", 1, 4, -5, 5);
  const arma::mat before = exact_attention(Q, K, V);
  Q.col(3) = draw.integer_matrix("query", 2, 1, -2, 2);
  if (replaced) {
    K.col(3) = draw.integer_matrix("key", 2, 1, -2, 2);
    V.col(3) = draw.integer_matrix("value", 1, 1, -5, 5);
  }
  return difference(arma::mat(exact_attention(Q, K, V).eval().head_cols(3)),
                    arma::mat(before.head_cols(3)));
}

/// The last output, and the same with the other tokens in another order.
static Difference with_others_in_another_order(Draw& draw, Sees sees)
{
  const IntegerHead attention = draw_integer_head(draw);
  const arma::mat X = draw_integer_tokens(draw);
  const arma::uvec P = draw_order(draw, X.n_cols, 1);
  return difference(arma::mat(attention(X.cols(P), sees).eval().tail_cols(1)),
                    arma::mat(attention(X, sees).eval().tail_cols(1)));
}

/**
The second of these asks what an output can reveal of the order of the others. We permute all
tokens but the last, and compare the last output to the last bit. The first takes the two halves
of the masterclass's sentence apart: replace a token, and the other outputs change; replace its
query alone, and they do not.
*/
SECTION(mixed)
{
  chapter.claim("exo7-4.1-order-lost", holds)
      .as_printed(
          "where there is no mask: the columns are mixed, and no trace of the order is left")
      .property(
          "each output rises with each value: the columns are mixed",
          [](Draw& draw) {
            const arma::mat Q = draw.integer_matrix("Q", 2, 4, -2, 2);
            arma::mat V = draw.integer_matrix("V", 1, 4, -5, 5);
            const arma::mat before = exact_attention(Q, Q, V);
            V(draw.size("j", 0, 3)) += 1;
            return arma::all(arma::vectorise(exact_attention(Q, Q, V) > before));
          },
          500)
      .property(
          "the last token's output, for any order of the others",
          [](Draw& draw) { return with_others_in_another_order(draw, Sees::everything); },
          exactly(), 500);
  chapter.claim("masterclass-pos-independent", refuted)
      .as_printed("each token is treated independently of the others")
      .property(
          "another fourth token leaves the first three outputs as they are",
          [](Draw& draw) { return with_another_fourth(draw, true); }, exactly(), 500)
      .corrected("in parallel: each output from its own query and from all keys and values")
      .property(
          "another query of the fourth token leaves the first three outputs as they are",
          [](Draw& draw) { return with_another_fourth(draw, false); }, exactly(), 500);
}

/**
## How many orders are told apart

Take five different words and a full stop. There are 120 orders of the five. At the full stop,
how many different outputs are there? We take layers with one head of arbitrary weights and a
ReLU, $n = 8$, and arbitrary words, and count vectors that are farther apart than $10^{-8}$;
equal ones are equal to $10^{-12}$. "All of them" is 120, "none" is one output for all orders.
*/
static const arma::mat six_words = arbitrary_matrix(1, 8, 6);

SECTION(orders)
{
  chapter.claim("masterclass-pos-order-lost", holds)
      .as_printed("where there is no mask, as in the encoder: the order is lost")
      .equal("orders of 5 words told apart, one layer, no mask",
             orders_told_apart(six_words, ArbitraryLayers{.layers = 1}), 1)
      .equal("orders of 5 words told apart, three layers, no mask",
             orders_told_apart(six_words, ArbitraryLayers{.layers = 3}), 1);
  chapter.claim("masterclass-rem-consequence", holds)
      .equal("orders of 5 words told apart, one layer and position vectors",
             orders_told_apart(six_words, ArbitraryLayers{.layers = 1, .positions = true}), 120)
      .by_reading("It follows from equivariance, as it would not from the invariance that is "
                  "printed before it.");
}

/**
Without a mask no two orders are distinguished, in three layers as in one, and with position
vectors all of them are. Now take the mask, and no positions. One layer is as blind as before: for
the last token nothing is masked. Two layers tell all 120 orders apart. So four sentences of the documents hold
where there is no mask, as on their own pages, which have not come to one yet; of the masked layers of GPT-2 and of the
decoder they would be false.
*/
SECTION(masked_orders)
{
  const arma::uword masked =
      orders_told_apart(six_words, ArbitraryLayers{.layers = 2, .masked = true});
  chapter
      .finding("mask-tells-order",
               "with a causal mask and no positions one layer tells no order of the words before "
               "the last, and two layers tell all")
      .equal("orders of 5 words told apart, one layer, masked",
             orders_told_apart(six_words, ArbitraryLayers{.masked = true}), 1)
      .equal("orders of 5 words told apart, two layers, masked", masked, 120)
      .property(
          "one masked head: the last output, for any order of the others",
          [](Draw& draw) { return with_others_in_another_order(draw, Sees::the_past); }, exactly(),
          500);
  chapter.proposition("order-without-positions",
                      {"one_layer_last_output", "two_layers_tell_orders"});
}

/**
So the documents are right about attention as they write it. The models that they go on to need a further sentence: the
masterclass has a mask in its decoder, some slides later, and GPT-2 has one in every layer. In one masked layer the last
token sees all others, and a sum over them has no order. But the *second* layer sums outputs of the first, and each of
these knew only the words before it. Position vectors then spare the network the counting; the information was there
already.

## Counting without numbers

How much does the mask reveal? With all scores 0 a masked layer takes means, $C_{ij} = \frac1i$
for $j \le i$. Two layers of means give the token at place $j$ the weight

$$ (C^2)_{ij} = \frac1i \sum_{k=j}^{i} \frac1k = \frac{H_i - H_{j-1}}{i} $$

in output $i$, with the harmonic numbers $H$. The first word counts most, the last one least,
and no two the same. For three words the weights are $\frac{11}{18}, \frac{5}{18},
\frac{2}{18}$.

The figure has the same for three and four layers: the deeper, the more the first words count.
*/
SECTION(counting)
{
  const arma::uword K = 12;
  RationalMatrix C(K, K), by_harmonic_numbers(K, K);
  std::vector<Rational> H{0};
  for (unsigned i = 1; i <= K; ++i) {
    H.push_back(H.back() + Rational(1, i));
    for (unsigned j = 1; j <= i; ++j)
      C(i - 1, j - 1) = Rational(1, i);
  }
  for (unsigned i = 1; i <= K; ++i)
    for (unsigned j = 1; j <= i; ++j)
      by_harmonic_numbers(i - 1, j - 1) = (H[i] - H[j - 1]) / i;
  chapter
      .finding("two-layers-of-means",
               "two masked layers of means weigh place j with (H_i − H_{j−1})/i")
      .equal("C² and harmonic numbers, 12 places, in fractions", C * C, by_harmonic_numbers);
}

/**
## If all words are equal

Then every mean of them is the same, at any depth: a mean of equal values is that value,
whatever the weights, and the next layer again has equal tokens. So the mask alone does not
number the places. It needs a place to count from, and one word is enough. After a first word
with score $\beta$, the $i$-th of the others, whose score is $\xi$, sees $i$ of its kind, itself
among them, and gives the first word the weight

$$ \frac{2^\beta}{2^\beta + i\, 2^\xi} . $$

It falls with every further place, and $i$ can be read from it: the property solves for $i$ and
rounds. Trained models do something of this kind: language models without position vectors were
found to know the places of their tokens [@haviv-2022].
*/
SECTION(equal_words)
{
  chapter.finding("equal-words", "equal words have equal outputs after any number of masked layers")
      .property(
          "three layers with a mask, up to 9 equal tokens",
          [](Draw& draw) {
            const arma::mat A = draw.integer_matrix("A", 3, 3, -1, 1),
                            B = draw.integer_matrix("B", 3, 3, -1, 1);
            const arma::mat x = draw.integer_matrix("x", 3, 1, -1, 1);
            arma::mat X = arma::repmat(x, 1, draw.size("K", 1, 9));
            for (int layer = 0; layer < 3; ++layer)
              X = arma::sign(exact_attention(A * X, B * X, (A + B) * X, Sees::the_past));
            return difference(X, arma::mat(arma::repmat(X.col(0), 1, X.n_cols)));
          },
          exactly(), 300);
  chapter
      .finding("first-word", "if one word that differs comes first, equal words know their place "
                             "after one masked layer")
      .property(
          "i from the weight 2^β/(2^β + i 2^ξ) on the first word, i ≤ 200",
          [](Draw& draw) {
            const double beta = draw.integer("beta", -4, 4), xi = draw.integer("xi", -4, 4);
            arma::mat keys(1, 201), values(1, 201);
            keys.fill(xi);
            keys(0) = beta;
            values(0) = 1;
            const arma::mat z = exact_attention(arma::ones(1, 201), keys, values, Sees::the_past);
            const arma::rowvec i = arma::round(std::exp2(beta - xi) * (1 / z - 1));
            return difference(arma::mat(i), arma::mat(arma::regspace(0, 200).t()));
          },
          exactly(), 20);
  chapter.figure("mask-tells", draw_mask_tells);
}

/**
## How added positions act on attention

With $z_i = x_i + w_i$ the score of query $i$ for key $j$ is a sum of four,

$$ z_i^T M z_j = x_i^T M x_j + x_i^T M w_j + w_i^T M x_j + w_i^T M w_j, \qquad M = W_Q^T W_K, $$

and attention itself is as before: it sees the sums only. The positions then act through the
weights, as the masterclass says, and through the values as well, since $W_V z_j = W_V x_j + W_V
w_j$.
*/
SECTION(four_terms)
{
  chapter.claim("masterclass-add-compatible", holds)
      .property("the score of z_i and z_j is a sum of four, exactly",
                over_integer_matrices({"x n x 1", "y n x 1", "v n x 1", "w n x 1", "M n x n"},
                                      [](auto& x, auto& y, auto& v, auto& w, auto& M) {
                                        return difference(arma::mat((x + v).t() * M * (y + w)),
                                                          arma::mat(x.t() * M * y + x.t() * M * w +
                                                                    v.t() * M * y + v.t() * M * w));
                                      }),
                exactly(), 200)
      .property(
          "equal tokens: equal weights without positions, and others with them",
          [](Draw& draw) {
            const arma::mat x = arma::repmat(draw.vector("x", 8, -1, 1), 1, 5);
            const arma::mat z = x + position_matrix(5, 8);
            const arma::mat without = softmax_rows(attention_scores(x, x)),
                            with = softmax_rows(attention_scores(z, z));
            // The second range is below t for some 200 t³ of all draws (4·10⁷ of them, t from 1/500 to 1/100).
            return arma::range(without.row(4)) < 1e-12 && arma::range(with.row(4)) > 1e-9;
          },
          200);
  const arma::mat exchanged = six_words.cols(arma::uvec{3, 4, 2, 0, 1, 5});
  chapter.figure("two-sentences", [&](Figure& f) {
    draw_two_sentences(f, ArbitraryLayers{}.pattern(six_words),
                       ArbitraryLayers{}.pattern(exchanged),
                       ArbitraryLayers{.positions = true}.pattern(exchanged));
  });
}

/**
The left and the middle pattern hold the same 36 numbers: *chat* looks at *souris* with the same
weight no matter who hunts. With positions added the weights depend on the places, and the two
sentences part.

So why do models with a mask have position vectors at all? Because of what it takes to do
without. A place that is counted in one layer is there for the next one only, its trace falls as
$\frac1i$, and equal words at the beginning hide it. A vector that is added is there from the
first layer on, of the same size at every place, and tells distances by a dot product.
*/
