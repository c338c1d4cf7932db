#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "figures-how-many.hpp"
#include "gpt2_layers.hpp"

#include <algorithm>
#include <random>
#include <vector>

/**
# How many heads does a layer need?

The documents say that a layer has twelve heads, or eight, or 96; none of them says that fewer would
not do. Would they? One head is not enough for two errands, as the first page has shown.
Here is the number in general.

While its patterns are fixed, a layer makes of the tokens $M$ the sum $\sum_h W_h M A_h^T$, with
$W_h = W_O^{(h)} W_V^{(h)}$. Let us write each pattern as one row of $K^2$ numbers, the $H$ of
them one under the other in $\mathbf A$, and the $W_h$ likewise in $\mathbf W$. Then the product
$\mathbf A^T \mathbf W$ holds all that the layer does: its entry in row $(i, j)$ and column $(k,
l)$ says how much of coordinate $l$ of token $j$ comes into coordinate $k$ of token $i$. Writing
the layer with other heads is factoring the same matrix in another way, so the least number of
terms is its *rank*, and fewer heads than that never do.
*/
using namespace epreuve::course;

SECTION(table_of_a_layer)
{
  chapter.figure("as-a-table", draw_as_a_table);
}

/**
## As many as there are, if no head is a combination of the others

If the patterns are linearly independent, and the $W_h$ too, the rank is $H$. Then no $H - 1$
heads do the same, whatever their patterns are, and were each of them as wide as the whole stream.
If either of the two families is dependent, $H - 1$ terms are enough.

The proposition has it for all sizes. In the check below the layer is a black box: it is given the
unit matrices, its answers fill the table, and the rank of the table is counted in exact
fractions.
*/
SECTION(fewest_heads)
{
  const auto heads_needed = [](Draw& draw) {
    const arma::uword heads = draw.size("H", 1, 4), K = draw.size("K", 1, 3);
    std::vector<RationalMatrix> A, W;
    for (arma::uword h = 0; h < heads; ++h) {
      A.emplace_back(draw.integer_matrix("A", K, K, -2, 2));
      W.emplace_back(draw.integer_matrix("W", 2, 2, -2, 2));
    }
    const arma::uword needed = rank(layer_table(A, W)), patterns = independent_among(A),
                      matrices = independent_among(W);
    return needed <= std::min(patterns, matrices) &&
           (needed == heads) == (patterns == heads && matrices == heads);
  };
  const RationalMatrix itself{{1, 0}, {0, 1}}, back{{1, 0}, {1, 0}}, even{{1, 0}, {{1, 2}, {1, 2}}};
  const RationalMatrix W_1{{1, 2}, {0, 1}}, W_2{{0, 1}, {3, 1}}, W_3{{5, 0}, {1, 1}};
  const Rational half(1, 2);
  chapter.proposition("independent-heads", {"least_heads", "no_fewer", "one_fewer"});
  chapter
      .finding("fewest-heads",
               "With fixed patterns, a layer of H heads is a sum of fewer terms if and only if its "
               "patterns, or its matrices W_O W_V, are linearly dependent")
      .property("rank of the table of a layer: H exactly if both families are independent",
                heads_needed, 400)
      .equal("two tokens: rank for the patterns itself, previous and their mean",
             rank(layer_table({itself, back, even}, {W_1, W_2, W_3})), 2)
      .equal("their three heads, and two that share out the third",
             layer_table({itself, back, even}, {W_1, W_2, W_3}),
             layer_table({itself, back}, {W_1 + half * W_3, W_2 + half * W_3}));
}

/**
The three heads on two tokens show what dependent means. A head that looks at itself and at the
token before in equal parts is half a head that looks at itself and half one that looks back: its
work can be shared between these two. Fewer heads then, but not smaller ones: $W_1 + \frac12
W_3$ has up to twice the rank of $W_1$, so the two may need more dimensions together than the
three had.

And the patterns are those of one text. Another text has other patterns, and needs another way of
sharing.

## On five tokens, eleven

On a short text there is not room for many patterns. A causal pattern of $K$ tokens has $1 + 2 +
\dots + K$ entries, and $K$ rows of sum 1; only $\frac{K(K-1)}2$ numbers are free. So it
is a combination of $1 + \frac{K(K-1)}2$ fixed matrices, and never can more patterns than that be
independent: one on one token, two on two, four on three, then 7, 11, 16.

GPT-2 has twelve heads per layer. *On a text of five tokens or less one of its patterns is a
combination of the eleven others, in every layer, whatever the weights are,* and the work of that
head can be shared out among them.
*/
SECTION(few_tokens)
{
  const auto not_above = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 5), heads = draw.size("H", 1, 13);
    const auto weight = [&] { return draw.integer("weight", 1, 9); };
    return independent_among(causal_patterns(heads, K, weight)) <= 1 + K * (K - 1) / 2;
  };
  std::mt19937_64 generator(chapter.seed());
  const auto weight = [&] { return long(1 + generator() % 1000); };
  std::vector<arma::uword> ranks;
  for (arma::uword K = 1; K <= 6; ++K)
    ranks.push_back(independent_among(causal_patterns(12, K, weight)));
  chapter
      .finding("few-tokens", "On K tokens at most 1 + K(K − 1)/2 causal patterns are independent: "
                             "on five, no layer needs twelve heads")
      .property("rank of up to 13 causal patterns on up to 5 tokens, in fractions", not_above, 200)
      .equal("ranks of twelve random causal patterns on 1, 2, ..., 6 tokens",
             fmt::format("{}", fmt::join(ranks, " ")), "1 2 4 7 11 12");
}

/**
## GPT-2's

Are GPT-2's heads independent? The matrices $W_h$ do not need a text. In each of the twelve layers
we take the cosines of the angles between them, $\langle W_g, W_h\rangle / (\|W_g\| \|W_h\|)$,
with the gain of the layer norm in $W_V$ and the mean taken out. They are dependent if the $12
\times 12$ matrix of the cosines has an eigenvalue 0. None has one below 0.4; orthogonal ones
would have all at 1, and twelve copies of one matrix 12 and eleven times 0.

The patterns need a text, and those of layer 0 the embeddings of its words, which the partial file
does not have. So we do as in chapter 18, and give layer 0 the learned positions alone, $x_k =
p_k$, through its own layer norm, biases and mask.
*/
SECTION(heads_of_a_layer, gpt2::attention_weights)
{
  const gpt2::Checkpoint& checkpoint = gpt2::PublishedFiles::here().checkpoint();
  double least = 12, most = 0;
  for (arma::uword l = 0; l < 12; ++l) {
    const arma::mat G = inner_products_of_heads(attention_layer(checkpoint, l));
    const arma::vec lengths = arma::sqrt(G.diag());
    const arma::mat cosines = G / (lengths * lengths.t());
    least = std::min(least, arma::eig_sym(cosines).min());
    most = std::max(most, arma::abs(cosines - arma::eye(12, 12)).max());
  }

  /**
  So much for the matrices. For the patterns, on $K$ positions, we take the rank, and also how
  well fewer terms would do. The best approximation by $m$ terms keeps the $m$ largest singular
  values of the table $\mathbf A^T \mathbf W$; with $\mathbf W \mathbf W^T = U^T U$ they are those
  of $U \mathbf A$, a matrix of only twelve rows.
  */
  const AttentionLayer first = attention_layer(checkpoint, 0);
  const arma::mat positions = checkpoint.matrix<double>("wpe.weight").head_cols(256);
  const arma::mat U = arma::chol(inner_products_of_heads(first));
  const arma::uvec tokens{2, 3, 4, 5, 6, 16, 64, 256};
  std::vector<arma::uword> ranks;
  arma::mat left(13, tokens.n_elem); // of the layer, without the best m terms
  for (arma::uword t = 0; t < tokens.n_elem; ++t) {
    const arma::mat A = patterns_as_rows(first, positions.head_cols(tokens(t)));
    const arma::vec independent = arma::svd(A);
    ranks.push_back(arma::accu(independent > 1e-9)); // rounding moves them by about 1e-13
    const arma::vec squares = arma::square(arma::svd(arma::mat(U * A)));
    for (arma::uword m = 0; m <= squares.n_elem; ++m)
      left(m, t) = arma::accu(squares.tail(squares.n_elem - m)) / arma::accu(squares);
    left.col(t).tail(12 - squares.n_elem).zeros();
  }
  chapter
      .finding(
          "twelve-needed",
          "In every layer of GPT-2 the twelve W_O W_V are independent; in layer 0, on positions "
          "alone, the patterns are too from six tokens on, and so it needs all twelve heads")
      .at_least("least eigenvalue of the cosines between the W_O W_V of a layer, twelve layers",
                least, 0.4)
      .at_most("largest |cosine| of two W_O W_V of one layer", most, 0.45)
      .equal("layer 0, positions alone: ranks of its patterns on 2, 3, 4, 5, 6, 16, 64, 256 tokens",
             fmt::format("{}", fmt::join(ranks, " ")), "2 4 7 11 12 12 12 12")
      .at_most("64 tokens: part of the layer left without its best six terms", left(6, 6), 0.002)
      .at_least("64 tokens: part of the layer left without its best eleven terms", left(11, 6),
                1e-7);
  chapter.figure("fewer-terms", [&](Figure& figure) { draw_fewer_terms(figure, tokens, left); });
}

/**
The ranks follow the law: 2, 4, 7, 11, and 12 from six tokens on. Layer 0 needs all of its heads,
for the exact result. For a good one it does not: on 64 positions six terms leave less than two
thousandths of the square. But such a term is no head of 64 dimensions. Its matrix is a
combination of all twelve $W_h$, of rank up to 768. Twelve heads are twelve patterns with small
matrices; a few patterns with large ones would come close, on positions alone, and cost more.
*/
