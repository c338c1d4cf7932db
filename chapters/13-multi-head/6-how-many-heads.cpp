#include "epreuve/attention/masks.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/rational_matrix.hpp"
#include "epreuve/instruments/subspace_overlaps.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-how-many.hpp"

#include <algorithm>
#include <functional>
#include <random>

/**
# How many heads does a layer need?

The documents say that a layer has twelve heads, or eight, or 96; none of them says that it could
not do with fewer. Could it? One head is not enough for two errands, as the first page has shown.
Here is the number in general.

While its patterns are fixed, a layer makes of the tokens $M$ the sum $\sum_h W_h M A_h^T$, with
$W_h = W_O^{(h)} W_V^{(h)}$. Let us write each pattern as one row of $K^2$ numbers, the $H$ of
them one under the other in $\mathbf A$, and the $W_h$ likewise in $\mathbf W$. Then the product
$\mathbf A^T \mathbf W$ holds all that the layer does: its entry in row $(i, j)$ and column $(k,
l)$ says how much of coordinate $l$ of token $j$ comes into coordinate $k$ of token $i$. Writing
the layer with other heads is factoring the same matrix in another way, so the least number of
heads is its *rank*.
*/
using namespace epreuve::course;

SECTION(table_of_a_layer)
{
  chapter.shows("as-a-table");
  chapter.figure("as-a-table", draw_as_a_table);
}

/**
## As many as there are, if none is a combination of the others

If the patterns are linearly independent, and the $W_h$ too, the rank is $H$. Then no $H - 1$
heads do the same, whatever their patterns are, and were each of them as wide as the whole stream.
If either of the two families is dependent, $H - 1$ terms are enough.

The proposition has it for all sizes. In the check below the layer is a black box: it is given the
unit matrices, its answers fill the table, and the rank of the table is counted in exact
fractions.
*/
struct LayerOfMatrices
{
  std::vector<RationalMatrix> A, W;
};

/// Row (i, j), column (k, l): what of coordinate l of token j comes into coordinate k of token i.
static RationalMatrix table_by_asking(const LayerOfMatrices& layer)
{
  const arma::uword K = layer.A.front().rows(), n = layer.W.front().rows();
  RationalMatrix table(K * K, n * n);
  for (arma::uword j = 0; j < K; ++j)
    for (arma::uword l = 0; l < n; ++l) {
      RationalMatrix unit(n, K), answer(n, K);
      unit(l, j) = 1;
      for (std::size_t h = 0; h < layer.A.size(); ++h)
        answer = answer + layer.W[h] * unit * transpose(layer.A[h]);
      for (arma::uword i = 0; i < K; ++i)
        for (arma::uword k = 0; k < n; ++k)
          table(K * i + j, n * k + l) = answer(k, i);
    }
  return table;
}

/// The rank of matrices as vectors.
static arma::uword rank_of_all(const std::vector<RationalMatrix>& matrices)
{
  RationalMatrix rows(matrices.size(), matrices.front().rows() * matrices.front().cols());
  for (std::size_t h = 0; h < matrices.size(); ++h)
    for (arma::uword i = 0; i < matrices[h].rows(); ++i)
      for (arma::uword j = 0; j < matrices[h].cols(); ++j)
        rows(h, matrices[h].cols() * i + j) = matrices[h](i, j);
  return rank(rows);
}

SECTION(fewest_heads)
{
  const auto drawn = [](Draw& draw) {
    const arma::uword heads = draw.size("H", 1, 4), K = draw.size("K", 1, 3);
    LayerOfMatrices layer;
    for (arma::uword h = 0; h < heads; ++h) {
      layer.A.emplace_back(draw.integer_matrix("A", K, K, -2, 2));
      layer.W.emplace_back(draw.integer_matrix("W", 2, 2, -2, 2));
    }
    return layer;
  };
  const auto heads_needed = [&](Draw& draw) {
    const LayerOfMatrices layer = drawn(draw);
    const arma::uword needed = rank(table_by_asking(layer)), heads = layer.A.size(),
                      patterns = rank_of_all(layer.A), matrices = rank_of_all(layer.W);
    const bool independent = patterns == heads && matrices == heads;
    return needed <= std::min(patterns, matrices) && (needed == heads) == independent;
  };
  const RationalMatrix itself{{1, 0}, {0, 1}}, back{{1, 0}, {1, 0}}, even{{1, 0}, {{1, 2}, {1, 2}}};
  const RationalMatrix W_1{{1, 2}, {0, 1}}, W_2{{0, 1}, {3, 1}}, W_3{{5, 0}, {1, 1}};
  const Rational half(1, 2);
  chapter.proposition("independent-heads");
  chapter
      .finding("fewest-heads",
               "With fixed patterns, a layer of H heads is a sum of fewer terms if and only if its "
               "patterns, or its matrices W_O W_V, are linearly dependent")
      .property("rank of the table of a layer: H exactly if both families are independent",
                heads_needed, 400)
      .equal("two tokens: rank for the patterns itself, previous and their mean",
             rank(table_by_asking({{itself, back, even}, {W_1, W_2, W_3}})), 2)
      .equal("their three heads, and two that share out the third",
             table_by_asking({{itself, back, even}, {W_1, W_2, W_3}}),
             table_by_asking({{itself, back}, {W_1 + half * W_3, W_2 + half * W_3}}));
}

/**
The three heads on two tokens show what dependent means. A head that looks at itself and at the
token before in equal parts is half a head that looks at itself and half one that looks back: its
work can be shared out among these two. Fewer heads then, but not smaller ones: $W_1 + \frac12
W_3$ has up to twice the rank of $W_1$, so the two need up to as many dimensions as the three had,
and more.

And the patterns are those of one text. Another text has other patterns, and needs another way of
sharing.

## On five tokens, eleven

On a short text there is not room for many patterns. A causal pattern of $K$ tokens has $1 + 2 +
\dots + K$ entries, and $K$ rows of sum 1; what it can choose are $\frac{K(K-1)}2$ numbers. So it
is a combination of $1 + \frac{K(K-1)}2$ fixed matrices, and never can more patterns than that be
independent: one on one token, two on two, four on three, then 7, 11, 16.

GPT-2 has twelve heads per layer. *On texts of up to five tokens one of them is superfluous, in
every layer, whatever the weights are.*
*/
static std::vector<RationalMatrix> causal_patterns(arma::uword heads, arma::uword K,
                                                   const std::function<long()>& weight)
{
  std::vector<RationalMatrix> patterns;
  for (arma::uword h = 0; h < heads; ++h) {
    RationalMatrix A(K, K);
    for (arma::uword i = 0; i < K; ++i) {
      Rational sum = 0;
      for (arma::uword j = 0; j <= i; ++j)
        sum += A(i, j) = weight();
      for (arma::uword j = 0; j <= i; ++j)
        A(i, j) /= sum;
    }
    patterns.push_back(A);
  }
  return patterns;
}

SECTION(few_tokens)
{
  const auto not_above = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 5), heads = draw.size("H", 1, 13);
    const auto weight = [&] { return draw.integer("weight", 1, 9); };
    return rank_of_all(causal_patterns(heads, K, weight)) <= 1 + K * (K - 1) / 2;
  };
  std::mt19937_64 generator(chapter.seed());
  const auto weight = [&] { return long(1 + generator() % 1000); };
  std::vector<arma::uword> ranks;
  for (arma::uword K = 1; K <= 6; ++K)
    ranks.push_back(rank_of_all(causal_patterns(12, K, weight)));
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
/// <W_g, W_h> of all heads of a layer, W = W_O W_V, from thin products.
static arma::mat inner_products(const AttentionLayer& layer)
{
  arma::mat products(layer.heads, layer.heads);
  for (arma::uword g = 0; g < layer.heads; ++g)
    for (arma::uword h = 0; h < layer.heads; ++h)
      products(g, h) = arma::trace(
          (read_directions(layer, layer.W_V(g)).t() * read_directions(layer, layer.W_V(h))) *
          (layer.W_O(h).t() * layer.W_O(g)));
  return products;
}

/// The heads' patterns on the first K positions, each as one row.
static arma::mat pattern_rows(const AttentionLayer& layer, const arma::mat& positions)
{
  arma::mat rows(layer.heads, positions.n_cols * positions.n_cols);
  for (arma::uword h = 0; h < layer.heads; ++h) {
    arma::mat S = layer.scores(h, positions);
    rows.row(h) = arma::vectorise(softmax_rows(attention::causal_mask(S))).t();
  }
  return rows;
}

SECTION(heads_of_a_layer, gpt2::attention_weights)
{
  const gpt2::Checkpoint& checkpoint = gpt2::PublishedFiles::here().checkpoint();
  double least = 12, most = 0;
  for (arma::uword l = 0; l < 12; ++l) {
    const arma::mat G = inner_products(attention_layer(checkpoint, l));
    const arma::vec lengths = arma::sqrt(G.diag());
    const arma::mat cosines = G / (lengths * lengths.t());
    least = std::min(least, arma::eig_sym(cosines).min());
    most = std::max(most, arma::abs(cosines - arma::eye(12, 12)).max());
  }
  const AttentionLayer first = attention_layer(checkpoint, 0);
  const arma::mat positions = checkpoint.matrix<double>("wpe.weight").head_cols(256);
  const arma::mat U = arma::chol(inner_products(first)); // |U A| has the singular values of A^T W
  const arma::uvec tokens{2, 3, 4, 5, 6, 16, 64, 256};
  std::vector<arma::uword> ranks;
  arma::mat left(13, tokens.n_elem,
                 arma::fill::ones); // what is left of the layer without the best m terms
  for (arma::uword t = 0; t < tokens.n_elem; ++t) {
    const arma::mat A = pattern_rows(first, positions.head_cols(tokens(t)));
    const arma::vec independent = arma::svd(A);
    ranks.push_back(arma::accu(independent > 1e-9)); // rounding moves them by about 1e-13
    const arma::vec squares = arma::square(arma::svd(arma::mat(U * A)));
    for (arma::uword m = 0; m <= squares.n_elem; ++m)
      left(m, t) = arma::accu(squares.tail(squares.n_elem - m)) / arma::accu(squares);
    left.col(t).tail(12 - squares.n_elem).zeros();
  }
  chapter
      .finding("twelve-needed",
               "GPT-2's layers need all of their twelve heads, on texts of six tokens or more")
      .at_least("least eigenvalue of the cosines between the W_O W_V of a layer, twelve layers",
                least, 0.4)
      .at_most("largest |cosine| of two W_O W_V of one layer", most, 0.45)
      .equal("layer 0, positions alone: ranks of its patterns on 2, 3, 4, 5, 6, 16, 64, 256 tokens",
             fmt::format("{}", fmt::join(ranks, " ")), "2 4 7 11 12 12 12 12")
      .at_most("64 tokens: part of the layer left without its best six terms", left(6, 6), 0.02)
      .at_least("64 tokens: part of the layer left without its best eleven terms", left(11, 6),
                1e-7);
  chapter.figure("fewer-terms", [&](Figure& figure) { draw_fewer_terms(figure, tokens, left); });
}
