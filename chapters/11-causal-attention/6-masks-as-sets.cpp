#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/attention/visibility.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures-sets.hpp"

#include <algorithm>
#include <cmath>

/**
# Masks as sets: who sees whom

The causal mask is one set of pairs among many: token $i$ may see token $j$, or may not. Models of long texts use
smaller sets, because the full one costs $K^2/2$ scores for $K$ tokens. What is lost? In one layer, whatever the
mask hides. But a model has many layers, and what a token has seen in one, others can see *in it* in the next. So the
question is not what a mask shows but what several show together, and that can be answered exactly, without knowing a
single weight.

## What several layers see

Let $M_l$ be the relation of layer $l$: a matrix of booleans, $M_{ij}$ true if query $i$ sees key $j$. Beside it
each token keeps what it was, in the residual stream. So output $i$ of a layer depends on token $i$ and on all $j$
with $M_{ij}$, and through $L$ layers on those from which *a path* leads to it:

$$ R = (I \vee M_L) \cdots (I \vee M_1), \qquad R_{ij} \text{ true} \iff
   i \leftarrow k_{L-1} \leftarrow \dots \leftarrow k_1 \leftarrow j, $$

a product of matrices in which sums are "or" and products "and". Heads with masks of their own in one layer count as
their union.
*/
using namespace epreuve::course;

SECTION(what_layers_see)
{
  chapter.figure("what-two-layers-see", draw_what_layers_see);
}

/**
Dark is the mask itself; the two lighter shades are what a second and a third layer add. Three of the masks gain
nothing, however many layers follow, and the next sections say why, and how far the others come.

First the formula itself. Replace "or" and "and" by sums and products of whole numbers, and $R_{ij}$ becomes the
*number* of paths. It is 0 exactly where there is none: numbers that are not negative cannot cancel. That is also the
idea of the proof that nothing smaller than $R$ is true for all weights: let every head ask nothing and take
plain means; then the stack is the product of the matrices $I + A_l$, and output $i$ changes with every token that
a path leads from.
*/
SECTION(composition)
{
  const auto paths = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 7), L = draw.size("L", 1, 4);
    std::vector<arma::umat> layers;
    arma::mat count(K, K, arma::fill::eye);
    for (arma::uword l = 0; l < L; ++l) {
      const arma::mat M = arma::clamp(draw.integer_matrix("M", K, K, -2, 1), 0, 1);
      layers.push_back(arma::conv_to<arma::umat>::from(M));
      count = count + M * count; // at most 8^4 paths: no rounding
    }
    return arma::approx_equal(seen_through(layers), arma::umat(count > 0), "absdiff", 0);
  };
  chapter.proposition("reachability");
  chapter
      .finding("composition", "What L layers see is the product of their relations, each with the "
                              "residual stream: the pairs that a path joins.")
      .property("a pair is seen through random masks where the number of paths, in whole numbers, "
                "is not 0",
                paths);
}

/**
## Layers that are really computed

A formula for booleans could miss something that real layers do. So here are real ones: scores, masked, a softmax,
values, $W_O$, the sum with the stream, all with random weights, under random masks. One token is replaced by another
one. The outputs that $R$ does not join with it must come out the same *to the last bit*: a hidden score is
$-\infty$, its weight is exactly 0, and 0 times a finite number adds nothing, with rounding or without. And all
others must change; for a weight in general position they do.
*/
namespace {

struct MaskedLayer
{
  Head<double> head;
  arma::umat seen;
};

arma::mat through(const std::vector<MaskedLayer>& layers, arma::mat x)
{
  for (const auto& [head, seen] : layers) {
    const arma::mat S = scaled_attention_scores(head.W_Q * x, head.W_K * x);
    x += head.W_O * head_output(head.W_V * x, softmax_rows(masked(S, seen)));
  }
  return x;
}

/// Whether the outputs that change with a token, tried for each token, are those that see it.
bool changes_where_seen(Draw& draw)
{
  const arma::uword K = draw.size("K", 1, 6), L = draw.size("L", 1, 4), n = 2;
  std::vector<MaskedLayer> layers;
  std::vector<arma::umat> masks;
  for (arma::uword l = 0; l < L; ++l) {
    const arma::mat M = arma::clamp(draw.integer_matrix("M", K, K, -2, 1), 0, 1);
    masks.push_back(
        arma::conv_to<arma::umat>::from(arma::max(M, arma::mat(K, K, arma::fill::eye))));
    Head<double> head;
    for (arma::mat* const W : {&head.W_Q, &head.W_K, &head.W_V, &head.W_O})
      *W = draw.matrix("W", n, n, -1, 1);
    layers.push_back({head, masks.back()});
  }
  const arma::mat x = draw.matrix("x", n, K, -1, 1), other = draw.matrix("x'", n, K, -1, 1);
  const arma::mat before = through(layers, x);
  arma::umat changed(K, K);
  for (arma::uword j = 0; j < K; ++j) {
    arma::mat replaced = x;
    replaced.col(j) = other.col(j);
    changed.col(j) = arma::any(through(layers, replaced) != before, 0).t();
  }
  return arma::approx_equal(changed, seen_through(masks), "absdiff", 0);
}

} // namespace

SECTION(read_exactly)
{
  chapter
      .finding("read-exactly", "Replacing token j changes output i of masked layers exactly where "
                               "the relations join i and j; elsewhere not one bit changes.")
      .property("up to 6 tokens, up to 4 layers of random weights and masks", changes_where_seen,
                400);
}

/**
The upper bound holds for every model: layer norm and the perceptron of a block work on each token alone, and a path
does not care what happens to a token on its way. The other direction is a statement about *some* weights. A model may
see a token and make nothing of it.

## Where depth adds nothing

When do more layers see more? Two layers of the same mask see the pairs that one intermediate token joins. If each of
these is in the mask already, the relation is *transitive*, and then no number of layers adds anything; if not, the
second layer adds something at once. The causal mask is transitive, for it is an order. So is a mask with a prefix
that is read both ways, so are blocks, so are strides. A window is not: it lets $i$ see $i - 1$, which sees $i - 2$, and so
on.

All that can ever be reached is reached after $K - 1$ layers, since a shortest path visits no token twice; and a window of
2 needs all of them.
*/
static bool sees_no_more(const arma::umat& mask, arma::uword layers, arma::uword more)
{
  const std::vector<arma::umat> few(layers, mask), many(more, mask);
  return arma::approx_equal(seen_through(few), seen_through(many), "absdiff", 0);
}

SECTION(transitive)
{
  const auto by_definition = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 5);
    const arma::mat M = arma::clamp(draw.integer_matrix("M", K, K, -1, 1), 0, 1);
    const arma::umat mask = arma::conv_to<arma::umat>::from(M);
    bool transitive = true; // of the mask with the stream
    for (arma::uword i = 0; i < K; ++i)
      for (arma::uword k = 0; k < K; ++k)
        for (arma::uword j = 0; j < K; ++j)
          transitive = transitive && (i == j || M(i, k) == 0 || M(k, j) == 0 || M(i, j) != 0);
    return sees_no_more(mask, 1, 2) == transitive &&
           sees_no_more(mask, std::max<arma::uword>(K, 2) - 1, K + 1);
  };
  const arma::uword K = 12;
  chapter
      .finding("transitive",
               "A second layer of the same mask sees no more if and only if the mask, "
               "with the stream, is transitive.")
      .property("random masks against the definition, and nothing new after K − 1 layers",
                by_definition)
      .fact("causal, prefix, blocks and strides gain nothing from a second layer, a window does",
            sees_no_more(causal_visibility(K), 1, 2) &&
                sees_no_more(prefix_visibility(K, 4), 1, 2) &&
                sees_no_more(causal_visibility(K) % block_visibility(K, 4), 1, 2) &&
                sees_no_more(strided_visibility(K, 3), 1, 2) &&
                !sees_no_more(window_visibility(K, 3), 1, 2),
            "12 tokens, a prefix of 4, blocks of 4, a stride of 3, a window of 3")
      .fact("a window of 2 needs K − 1 layers",
            !sees_no_more(window_visibility(K, 2), K - 2, K - 1) &&
                sees_no_more(window_visibility(K, 2), K - 1, K),
            "of 12 tokens: 11 layers, not 10");
}

/**
## Windows add, dilated windows multiply

A window of width $w$ takes $w - 1$ steps back at most, so $L$ layers take $L(w - 1)$: a token sees itself and the
$L(w-1)$ before it. Mistral 7B counts on this, with a window of 4,096 and 32 layers.

Nobody says that the steps must be small in every layer. Let layer $l = 0, 1, \dots$ see $w$ tokens at multiples
of $w^l$: the sums $\sum_l a_l w^l$ with $0 \le a_l < w$ are all numbers below $w^L$, each of them once. So the
tokens seen are $w^L$ in place of $L(w-1) + 1$, for the same number of scores, and no masks of $w$ keys for each query
do better: $w$ keys that saw $w$ keys saw $w^2$. (Such dilated windows come from WaveNet, where the $w$ is 2.)
*/
static std::vector<arma::umat> dilated_windows(arma::uword tokens, arma::uword width,
                                               arma::uword layers)
{
  std::vector<arma::umat> masks;
  arma::uword stride = 1;
  for (arma::uword l = 0; l < layers; ++l, stride *= width)
    masks.push_back(strided_visibility(tokens, stride) %
                    window_visibility(tokens, (width - 1) * stride + 1));
  return masks;
}

SECTION(windows)
{
  /// Each token i must see the tokens i - reach + 1, ..., i.
  const auto sees_back = [](const std::vector<arma::umat>& layers, arma::uword reach) {
    const arma::umat nearest = window_visibility(layers.front().n_rows, reach);
    return arma::approx_equal(seen_through(layers), nearest, "absdiff", 0);
  };
  const auto plain = [&](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 24), w = draw.size("w", 1, 6), L = draw.size("L", 1, 5);
    return sees_back(std::vector<arma::umat>(L, window_visibility(K, w)), L * (w - 1) + 1);
  };
  const auto dilated = [&](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 40), w = draw.size("w", 1, 4), L = draw.size("L", 1, 4);
    return sees_back(dilated_windows(K, w, L), arma::uword(std::pow(w, L)));
  };
  chapter
      .finding("windows", "L layers of windows of w see the nearest L(w − 1) + 1 tokens; windows "
                          "dilated by 1, w, w², … see the nearest w^L.")
      .property("windows of w ≤ 6 tokens, up to 5 layers: exactly the nearest L(w − 1) + 1", plain,
                200)
      .property("dilated windows of w ≤ 4 tokens, up to 4 layers: exactly the nearest w^L", dilated,
                200);
}

/**
To see all of 1,024 tokens, two keys for each query suffice in 10 layers, where plain windows need 1,023.

## Blocks, and blocks shifted by half

Cut a text into blocks of $b$ tokens, causal in each. Blocks are cheap, $K(b+1)/2$ pairs, and shut: nothing ever
passes an edge. So every second layer is shifted by half a block. Call $h = b/2$ tokens a cell; a block is two cells. In
each layer the upper cell of a block sees the lower one, and *which* cells are upper alternates: a cell that has just
been lower is now upper. Going back from the last layer, every layer leads one cell further, except perhaps the
last one, where the token itself may stand in a lower cell. Cell $c$ sees back to the beginning of cell

$$ \max(0,\; c - L) \quad\text{or}\quad \max(0,\; c - L + 1), $$

the first if $c$ is upper in the last layer. That is $h$ tokens for each layer, half as far as a window of $b$, for half the
pairs.
*/
SECTION(shifted_blocks)
{
  const auto as_derived = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 24), h = draw.size("h", 1, 4), L = draw.size("L", 1, 6);
    const arma::umat causal = causal_visibility(K);
    std::vector<arma::umat> layers;
    for (arma::uword l = 0; l < L; ++l)
      layers.push_back(causal % block_visibility(K, 2 * h, l % 2 == 0 ? 0 : h));
    arma::umat expected(K, K, arma::fill::zeros);
    for (arma::uword i = 0; i < K; ++i) {
      const arma::uword c = i / h, steps = c % 2 == L % 2 ? L : L - 1;
      expected.row(i).subvec(c > steps ? (c - steps) * h : 0, i).ones();
    }
    return arma::approx_equal(seen_through(layers), expected, "absdiff", 0);
  };
  chapter
      .finding("shifted-blocks", "Causal blocks of 2h tokens, every second layer shifted by h, see "
                                 "back over L cells of h tokens, or L − 1, and everything since.")
      .property("blocks of 2 to 8 tokens, up to 6 layers, the first not shifted", as_derived, 300);
}

/**
## Two layers that see everything

The Sparse Transformer has one set of keys that are near and one at multiples of a stride $\ell$. A difference
$i - j$ is $a + m\ell$ with $0 \le a < \ell$; a window of $w$ takes care of $a < w$, the stride of $m\ell$. All
differences can be had if and only if $w \ge \ell$ (or $w \ge K$), in either order of the two layers.

Which stride? With $w = \ell$ the window has $\ell K - \ell(\ell-1)/2$ pairs, the strides have
$\ell\, q(q+1)/2 + r(q+1)$, where $K = q\ell + r$ with $0 \le r < \ell$. Together that is about
$\ell K + K^2/2\ell$, least at $\ell = \sqrt{K/2}$, with $K\sqrt{2K}$ pairs in place of $K^2/2$. The article
recommends a stride near $\sqrt K$, which costs 6 % more: half of the strided keys do not exist, since
they would lie before the text.
*/
static arma::uword strided_and_local(arma::uword K, arma::uword stride)
{
  const arma::uword q = K / stride, r = K % stride;
  return stride * K - stride * (stride - 1) / 2 + stride * q * (q + 1) / 2 + r * (q + 1);
}

SECTION(two_layers)
{
  const auto everything = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 24), l = draw.size("l", 1, 8), w = draw.size("w", 1, 9);
    const arma::umat far = strided_visibility(K, l), near = window_visibility(K, w);
    const arma::umat one = seen_through({far, near}), two = seen_through({near, far});
    return arma::approx_equal(one, two, "absdiff", 0) &&
           arma::approx_equal(one, causal_visibility(K), "absdiff", 0) == (w >= std::min(l, K));
  };
  const auto pairs = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 40);
    const arma::uword l = draw.size("l", 1, K);
    return arma::accu(window_visibility(K, l)) + arma::accu(strided_visibility(K, l)) ==
           strided_and_local(K, l);
  };
  const arma::uword K = 1U << 20U, root = 1U << 10U;
  arma::uword best = 1;
  for (arma::uword l = 2; l <= K; ++l)
    best = strided_and_local(K, l) < strided_and_local(K, best) ? l : best;
  chapter
      .finding("strided-and-local", "A window of w and a stride of ℓ see everything in two layers "
                                    "if and only if w ≥ ℓ; cheapest is ℓ ≈ √(K/2).")
      .property("up to 24 tokens, all strides to 8 and windows to 9, in both orders", everything)
      .property("the number of pairs", pairs, 200)
      // The terms left out move the least by 1/4, the floor of K/l by 1/4 more; then it is rounded.
      .within("2²⁰ tokens: the cheapest stride, beside √(K/2) = 724.08", double(best),
              std::sqrt(double(K) / 2) - 1, std::sqrt(double(K) / 2) + 1)
      // lK + K²/2l at both; what is left out is below 1/√K of it.
      .agree("pairs at the stride √K, in units of the fewest: 3/(2√2)",
             double(strided_and_local(K, root)) / double(strided_and_local(K, best)),
             3 / std::sqrt(8), absolute(1e-3));
}

/**
## The fewest pairs

Two layers can do with far less. Let the middle token of the text read all before it in the first layer, and let all
after it read the middle token in the second: that joins every pair across the middle, with one pair of the masks for
each token. Then do the same in either half, and so on: $\log_2 K$ times about $K$ pairs. For $K = 2^m - 1$ tokens it is
$(m - 2) 2^m + 2$, not counting what a token sees of itself.
*/
namespace {

/// The fewest pairs of different tokens with which two causal layers see everything: all masks are tried.
arma::uword fewest_pairs(arma::uword K)
{
  const arma::uvec earlier = arma::trimatl_ind(arma::size(arma::umat(K, K)), -1);
  const auto mask = [&](arma::uword bits) {
    arma::umat M(K, K, arma::fill::eye);
    for (arma::uword k = 0; k < earlier.n_elem; ++k)
      M(earlier(k)) = (bits >> k) & 1U;
    return M;
  };
  const arma::uword all = arma::uword(1) << earlier.n_elem;
  arma::uword fewest = 2 * earlier.n_elem;
  for (arma::uword first = 0; first < all; ++first)
    for (arma::uword second = 0; second < all; ++second)
      if (arma::accu(seen_through({mask(first), mask(second)})) == K * (K + 1) / 2)
        fewest = std::min(fewest, arma::accu(mask(first)) + arma::accu(mask(second)) - 2 * K);
  return fewest;
}

arma::uword pairs_of_halving(arma::uword K)
{
  const std::vector<arma::umat> two = halving(K);
  return arma::accu(two.at(0)) + arma::accu(two.at(1)) - 2 * K;
}

} // namespace

SECTION(fewest)
{
  const auto sees_all = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 64);
    return arma::approx_equal(seen_through(halving(K)), causal_visibility(K), "absdiff", 0);
  };
  chapter
      .finding("halving", "Two layers can see everything with (m − 2)2^m + 2 pairs of different "
                          "tokens, if K = 2^m − 1; none do with fewer than m 2^(m−1), if K = 2^m.")
      .property("halving sees everything, up to 64 tokens", sees_all, 200)
      .equal("pairs of halving, 7 tokens", pairs_of_halving(7), 1U * 8 + 2)
      .equal("pairs of halving, 255 tokens", pairs_of_halving(255), 6U * 256 + 2)
      .equal("fewest pairs of all masks, 2 tokens: 1 · 2⁰", fewest_pairs(2), 1U)
      .equal("fewest pairs of all masks, 3 tokens: as by halving", fewest_pairs(3),
             pairs_of_halving(3))
      .equal("fewest pairs of all masks, 4 tokens: 2 · 2¹", fewest_pairs(4), 4U);
  chapter.figure("halving", draw_halving);
  chapter.figure("price-of-seeing", draw_price_of_seeing);
}

/**
Nothing does much better. Look at the middle of $K = 2^m$ tokens. A pair $i$, $j$ across it is joined by
a $k$ between them: if $k$ is on the side of $j$, then $i \leftarrow k$ crosses the middle in the second layer,
otherwise $k \leftarrow j$ crosses it in the first. If each $i$ behind the middle has such a crossing pair,
there are $K/2$ of them; if one $i$ has none, each $j$ before the middle must have one of the other kind, and there are
$K/2$ again. Either half needs its own pairs besides, so two layers take at least $\frac K2 \log_2 K$: halving is
within a factor of 2 of the best there is.

The second figure has the prices together, in pairs for each token, to see all of 1,024. *Plain windows save nothing*,
in however many layers: $L$ layers with $L(w - 1) + 1 = K$ have $Lw \approx K$ keys for each query, as many as a single layer
that sees everything, or twice as many as the causal mask. Dilated windows have $L K^{1/L}$, least
for $w$ near $e$.

Why then does anybody compute all pairs? Because seen is not the same as remembered. In one layer with all pairs a
query *chooses* among all tokens; through a middle token it gets what that token had kept for it, without knowing the
question, in a stream of $n$ numbers. A path says that something can arrive, not how much.

## In short

- What layers see together is the product of their relations, with the residual stream in each: a lower and an upper
  bound in one, exact to the last bit.
- Depth adds nothing to causal masks, prefixes, blocks and strides, which are transitive. To windows it adds $w - 1$ tokens for
  each layer, to windows dilated by powers of $w$ a factor of $w$.
- A window and a stride see everything in two layers exactly if the window is as wide as the stride; half as
  many pairs as one might think make $\sqrt{K/2}$ the best stride. Halving needs only some $K \log_2 K$ pairs.

## The chapter in short

- A mask is $-\infty$ in place of the scores of what must not be seen, before the softmax. Row $i$ is
  then the attention of the first $i$ tokens alone: exactly, for whole stacks, and for every place in
  one pass.
- To remove weights behind the softmax is the same if one divides again, in exact arithmetic. A score
  of 0 is a vote, a value of 0 leaves a trace in the length, and a softmax the other way round lets the
  future in past all the zeros.
- What the future cannot change can be kept: keys and values, and one new row for each word.
- A score is neither symmetric nor a similarity: it says how loudly a key answers to a query. GPT-2
  has biases in all three projections, and that of the keys does nothing.
- Who sees whom is a relation, and layers compose relations. What is seen in many steps has passed
  through the hands of all between.
*/
