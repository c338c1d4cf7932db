#include "epreuve/attention/masks.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/instruments/heads/attention_written_out.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-concatenation.hpp"
#include "layer_of_heads.hpp"

#include <cmath>

/**
# Side by side

masterclass, iaetnous and thomas write tokens as rows, and where exo7 adds the answers
of the heads, they put them side by side. Two of the three then multiply by one more
matrix, $W^O$. The third leaves it out, and its formula has the right shape all the
same; the next page asks what that costs. This one asks whether the formulas agree with
exo7's sum, what exactly the heads read, and what has become of thomas's lines in the
copy.

## To concatenate is to add

Head $i$ turns the $n$ words of $X$, of $d_{model}$ numbers each, into $n$ rows of $d_k$
numbers. Side by side the $h$ heads are a matrix of $n \times h d_k$, and $W^O$ has the
$h d_k$ rows that this takes. Cut $W^O$ into blocks of $d_k$ rows, one block for each
head, and multiply block by block:

$$ \mathrm{Concat}(\mathrm{head}_1, \dots, \mathrm{head}_h)\, W^O
   = \sum_{i=1}^h \mathrm{head}_i\, W^O_i . $$
*/
using namespace epreuve::course;

SECTION(side_by_side_figure)
{
  chapter.figure("side-by-side", draw_side_by_side);
}

/**
The right side is exo7's sum of heads, lying down: $W^O_i$ is its $W_{out}^{(i)}$,
transposed. That the two are equal is proven for heads of any sizes, alike or not. A
program can add that rows and columns have not been confused on the way. So the two
sides are computed by two programs which have nothing in common but softmax. One has
tokens as rows and a single large $W^O$. The other one has tokens as columns, and every
head writes into the stream by itself. Weights of attention are powers of 2 divided by
their sum, so that everything is a fraction, and equal means equal.
*/
static const auto as_a_sum = [](arma::uword fewest, arma::uword most) {
  return [=](Draw& draw) {
    const auto [heads, X, W_O] = draw_row_layer(draw, draw.size("h", fewest, most));
    return side_by_side(heads, X) * W_O == written_one_by_one(heads, X, W_O);
  };
};

SECTION(concatenated_and_multiplied)
{
  const auto shapes = [](Draw& draw) {
    const auto [heads, X, W_O] = draw_row_layer(draw, draw.size("h", 1, 4));
    const RationalMatrix one = head_by_rows(heads.back(), X), all = side_by_side(heads, X);
    const arma::uword d = heads.front().W_Q.cols();
    return one.rows() == X.rows() && one.cols() == d && all.rows() == X.rows() &&
           all.cols() == heads.size() * d;
  };
  const arma::mat concat(5, 3 * 2), W_O(3 * 2, 7); // n = 5, h = 3, d_k = 2, d_model = 7
  chapter.claim("masterclass-mh-formula", holds)
      .property("Concat(heads) W^O against heads that write one by one, in fractions",
                as_a_sum(1, 3), 200);
  chapter.claim("masterclass-mh-head-shape", holds)
      .property("each head n × dₖ and all of them n × h dₖ", shapes, 300);
  chapter.claim("masterclass-mh-WO", holds)
      .conformable("Concat, n × h dₖ", arma::size(concat), "W^O", arma::size(W_O))
      .same_shape("Concat · W^O", arma::size(arma::mat(concat * W_O)), "X", arma::size(5, 7));
  chapter.claim("iaetnous-mh-concat-WO", holds)
      .property("eight heads: Concat · W^O against heads that write one by one, in fractions",
                as_a_sum(8, 8), 50)
      .conformable("eight Z of 64 columns side by side", arma::size(2, 8 * 64),
                   "W^O of the Transformer", arma::size(512, 512))
      .by_reading("the layer above takes one row of d_model numbers per word, not eight");
}

/**
The shapes say one thing more. $W^O$ need not be square: $h d_k$ is a choice, and
$d_{model}$ another one. Only $W^O$ has to know both. It is what allows a layer to have
more heads than the stream has room for, or fewer. And it is the only matrix of the
layer in which heads meet: up to there each of them could be computed on a machine of
its own, and in large models they are. With the sum on the right side even $W^O$ is cut;
what the machines then exchange is one matrix of the stream's size from each.

## Projected once

masterclass writes $\mathrm{head}_i = \mathrm{Attention}(QW^Q_i, KW^K_i, VW^V_i)$, with
matrices of $d_{model}$ rows. On its slides before, $Q = XW^Q$ was $n \times d_k$; and
with *that* $Q$ the product $QW^Q_i$ exists only if $d_k = d_{model}$. But letters in
the brackets of a function are its arguments. Attention$(Q, K, V)$ is called with others
in this very formula; and of the arguments of MultiHead the shapes say that they have
$d_{model}$ columns. In self-attention all three of them are $X$, which is how thomas
writes it. So the formula holds.

iaetnous says that every head makes *a new projection of the query, key and value
vectors*. Suppose that queries, keys and values were there before, $XA$, $XB$ and $XC$.
To project them once more is $(XA)W^Q_i = X(AW^Q_i)$, a projection of the words by
another matrix. Either way of reading it is right.
*/
SECTION(projected)
{
  const auto of_words = [](Draw& draw) {
    const auto [heads, X, W_O] = draw_row_layer(draw, 1);
    const auto& [W_Q, W_K, W_V] = heads.front();
    return attention_by_rows(X * W_Q, X * W_K, X * W_V) * W_O == written_one_by_one(heads, X, W_O);
  };
  const auto anew = [](Draw& draw) {
    const auto [heads, X, W_O] = draw_row_layer(draw, 1);
    const auto& [W_Q, W_K, W_V] = heads.front();
    const arma::uword n = X.cols();
    const RationalMatrix A(draw.integer_matrix("A", n, n, -1, 1));
    const RationalMatrix B(draw.integer_matrix("B", n, n, -1, 1));
    const RationalMatrix C(draw.integer_matrix("C", n, n, -1, 1));
    return attention_by_rows(X * A * W_Q, X * B * W_K, X * C * W_V) * W_O ==
           written_one_by_one({{A * W_Q, B * W_K, C * W_V}}, X, W_O);
  };
  chapter.claim("masterclass-mh-head", holds)
      .property("Attention(XW^Q, XW^K, XW^V) against the head in columns, in fractions", of_words,
                200)
      .conformable("Q as an argument, 5 words of 7 numbers", arma::size(5, 7), "W_i^Q, d_k = 3",
                   arma::size(7, 3));
  chapter.claim("iaetnous-mh-evolution", holds)
      .property("queries, keys and values projected anew: one head of the products", anew, 200)
      .equal("heads of 64 numbers in each layer of GPT-2, from the published size of c_attn",
             published_sizes("attn.c_attn.weight")(0) / (3 * 768 * 64), 12.);
}

/**
What if one takes masterclass at its other word, lets $Q = XW^Q$ be $n \times d_k$,
and gives the heads square matrices to project it again? As a formula nothing is gained.
But something is lost: all heads then read the words through the same $d_k$ numbers.
Together they ask about $d_k$ directions of a word, and not about $h d_k$.
*/
SECTION(projected_twice)
{
  const auto together = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 6), d = draw.size("d", 1, 3), h = draw.size("h", 1, 3);
    const RationalMatrix first(draw.integer_matrix("W^Q", n, d, -3, 3)),
        again(draw.integer_matrix("W₁ … W_h", d, h * d, -3, 3));
    return rank(first * again) <= d;
  };
  const RationalMatrix first{{1, 0}, {0, 1}, {1, 1}, {2, 3}}, again{{1, 2, 2, 1}, {0, 1, 1, 1}};
  chapter
      .finding("projected-twice", "heads that project queries of d_k numbers once more ask about "
                                  "d_k directions together, and not about h d_k")
      .property("rank of W^Q (W₁ … W_h), in fractions: at most d_k", together, 300)
      .equal("two heads of 2 after a projection to 2: directions of four", rank(first * again), 2U);
}

/**
## thomas: lines that ran together

The formulas in the appendix of thomas were set one below the other, and the copy has
written the left sides one after the other, then the right sides. Read by letter,
`QhKhVh=XWhQ=XWhK=XWhV` multiplies queries, keys and values, and says that the three
projections are equal. (Indices we read as indices at any height, as chapter 12 does.)
Then `softmax(mask(dkQhKhT))` multiplies the scores by $d_k$: the root and the bar were
drawn, and drawings are not copied. The meaning is certain, since thomas's main text has
it for one head: three equations, and a division by $\sqrt{d_k}$.
*/
SECTION(lines_of_thomas)
{
  const auto equal_projections = over_integer_matrices(
      {"X L x n", "W_Q n x d", "W_K n x d"},
      [](auto& X, auto& W_Q, auto& W_K) { return difference(X * W_Q, X * W_K); });
  const auto by_word = over_integer_matrices({"X L x n", "W n x d"}, [](auto& X, auto& W) {
    arma::mat rows(X.n_rows, W.n_cols);
    for (arma::uword i = 0; i < X.n_rows; ++i)
      rows.row(i) = X.row(i) * W;
    return difference(X * W, rows);
  });
  const arma::mat X(5, 7), W(7, 3);
  chapter.claim("thomas-mh-QKV", damaged)
      .as_copied("Q_h K_h V_h, a product")
      .conformable("Q_h, five words, d_k = 3", arma::size(5, 3), "K_h", arma::size(5, 3))
      .as_copied("X W_h^Q = X W_h^K = X W_h^V")
      .property("X W^Q = X W^K for any two projections", equal_projections, exactly())
      .restored("Q_h = X W_h^Q, K_h = X W_h^K and V_h = X W_h^V, three equations")
      .property("X W, word by word, for any of the three", by_word, exactly())
      .same_shape("X W_h^Q, five words of 7 numbers", arma::size(arma::mat(X * W)), "Q_h",
                  arma::size(5, 3));
}

/**
The formula of a head is checked word by word, over what the mask lets a word see.
Entries are whole numbers up to 2 and $d_k \le 4$: divided scores are 8 at most in size
and each is rounded twice, so weights are off by less than 20 roundings on either side,
and means of numbers up to 2 by $10^{-14}$. A program that divides by $d_k$, because it
has put the bar back and forgotten the root, fails as clearly as one that multiplies.
*/
SECTION(head_of_thomas)
{
  const auto head = [](const auto& factor) {
    return over_integer_matrices(
        {"Q L x d", "K L x d", "V L x m"}, {4, -2, 2}, [=](auto& Q, auto& K, auto& V) {
          const arma::mat scores = factor(double(Q.n_cols)) * (Q * K.t());
          arma::mat seen(arma::size(V));
          for (arma::uword i = 0; i < V.n_rows; ++i)
            seen.row(i) = attention_written_out(Q.row(i).t(), K.head_rows(i + 1).eval().t(),
                                                V.head_rows(i + 1).eval().t(), std::sqrt(Q.n_cols))
                              .t();
          return difference(softmax_rows(causal_mask(scores)) * V, seen);
        });
  };
  chapter.claim("thomas-mh-head", damaged)
      .as_copied("head_h = softmax(mask(d_k Q_h K_hᵀ)) V_h")
      .property("scores times d_k, against attention to the words seen",
                head([](double d) { return d; }), absolute(1e-14))
      .as_copied("head_h = softmax(mask(Q_h K_hᵀ / d_k)) V_h, the bar put back without the root")
      .property("scores over d_k, against attention to the words seen",
                head([](double d) { return 1 / d; }), absolute(1e-14))
      .restored("head_h = softmax(mask(Q_h K_hᵀ / √d_k)) V_h")
      .property("scores over √d_k, against attention to the words seen",
                head([](double d) { return 1 / std::sqrt(d); }), absolute(1e-14));
}

/**
## In parallel, and of a handy size

The sentence before the formulas is right. That heads work *in parallel* means
that no head needs another one's result: all queries are one product, $X\,(W^Q_1 \cdots
W^Q_H)$, of which each head takes its columns, and so with keys and values. And $d_k =
d_v = d_{model}/H$ is a habit and not a law. It needs $H$ to divide $d_{model}$; then
the answers side by side are as wide as the stream. GPT-2 and the Transformer of 2017
have it. T5's largest model, with 128 heads of 128 numbers for words of 1024, is the
most notable of those that have not.
*/
SECTION(at_once)
{
  const auto one_product = [](Draw& draw) {
    const auto [heads, X, W_O] = draw_row_layer(draw, draw.size("H", 1, 4));
    return all_at_once(heads, X, W_O) == side_by_side(heads, X) * W_O;
  };
  chapter.claim("thomas-mh-parallel", holds)
      .property("queries, keys and values of all heads in one product each, against one by one",
                one_product, 200)
      .by_reading("GPT-2 and the Transformer have several heads in each layer, and what followed "
                  "them kept that");
  chapter.claim("thomas-mh-dk", holds)
      .equal("H · 64 in GPT-2, from the published size of c_attn over 3 d_model",
             published_sizes("attn.c_attn.weight")(0) / (3 * 768), 12. * 64)
      .equal("8 · 64 in the Transformer, its d_model", 8 * 64, 512)
      .by_reading("usually, says the text: T5's largest model has 128 heads of 128 for 1024");
}

/**
## In short

Heads side by side, times $W^O$, are a sum of heads, each with its block of rows of $W^O$.
All of them read all of a word, each by a projection of its own; a common first
projection only narrows what they can ask. thomas's lines, put apart again, say the same,
up to the matrix that is missing at their end.
*/
