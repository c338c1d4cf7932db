#include "epreuve/attention/visibility.hpp"
#include "epreuve/chapter.hpp"
#include "figures-sets.hpp"
#include "masked_heads.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace epreuve::course;

/**
# Masks as sets: who sees whom

The causal mask is one set of pairs among many. Models of long texts use smaller ones, because the full
one costs $K^2/2$ scores for $K$ tokens. What is lost? In one layer, whatever the mask hides. But what a
token has seen in one layer, others can see *in it* in the next. So the question is what several masks
show together, and that can be answered exactly, without knowing a single weight.

## What several layers see

Let $M_l$ be the relation of layer $l$, with $M_{ij}$ true if query $i$ sees key $j$. Besides, each
token keeps what it was, in the residual stream. So through $L$ layers output $i$ depends on those
tokens $j$ from which *a path* leads to it:

$$ R = (I \vee M_L) \cdots (I \vee M_1), \qquad R_{ij} \iff
   i \leftarrow k_{L-1} \leftarrow \dots \leftarrow k_1 \leftarrow j, $$

a product of matrices in which sums are "or" and products "and". If the heads of a layer have masks of their
own, $M_l$ is the union of these.
*/
/// Whether two relations are the same.
static bool same(const arma::umat& left, const arma::umat& right)
{
  return arma::approx_equal(left, right, "absdiff", 0);
}

SECTION(what_layers_see)
{
  chapter.figure("what-two-layers-see", draw_what_layers_see);
  const auto paths = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 7), L = draw.size("L", 1, 4);
    std::vector<arma::umat> layers;
    arma::umat count(K, K, arma::fill::eye);
    for (arma::uword l = 0; l < L; ++l) {
      layers.push_back(random_relation(draw, K));
      count += layers.back() * count;
    }
    return same(seen_through(layers), count > 0);
  };
  chapter.proposition("reachability",
                      {"support_of_stack", "nothing_else_is_read", "all_of_it_is_read"});
  chapter
      .finding("composition", "What L layers see is the product of their relations, each with the "
                              "residual stream: the pairs that a path joins.")
      .property("a pair is seen through random masks where the number of paths is not 0", paths);
}

/**
Dark is the first mask itself; the lighter shades are what a second and a third layer add. Blocks and
the prefix gain nothing, and the next sections say why, and how far the others come.

The formula is tried by counting. With sums and products of whole numbers for "or" and "and", $R_{ij}$
becomes the *number* of paths, and that is 0 exactly where there is none: numbers that are not negative
cannot cancel. It is also why nothing smaller than $R$ is true for all weights. Let every head ask
nothing and take plain means of tokens that no norm has touched; then the stack is the product of the matrices
$I + A_l$, and output $i$ changes with every token from which a path leads to it. (Layer norm is the next section but one.)

## Layers that are really computed

A formula for booleans could miss something that real layers do. So here are real ones: masked scores, a
softmax, values, $W_O$, the stream, all weights random, under random masks. One token is replaced. The
outputs that $R$ does not join with it must come out the same *to the last bit*: a hidden score is
$-\infty$, its weight is exactly 0, and 0 times a finite number adds nothing, with rounding or without.
All others must change, and for random weights they do.
*/
SECTION(read_exactly)
{
  const auto changes_where_seen = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 6), L = draw.size("L", 1, 4), n = 2;
    std::vector<MaskedLayer> layers(L);
    std::vector<arma::umat> masks;
    for (auto& [head, seen] : layers) {
      for (arma::mat* const W : {&head.W_Q, &head.W_K, &head.W_V, &head.W_O})
        *W = draw.matrix("W", n, n, -1, 1);
      seen = random_relation(draw, K);
      seen.diag().ones(); // a query that sees nothing has no softmax
      masks.push_back(seen);
    }
    const arma::mat x = draw.matrix("x", n, K, -1, 1), other = draw.matrix("x'", n, K, -1, 1);
    return same(changed_by_tokens(layers, x, other), seen_through(masks));
  };
  chapter
      .finding("read-exactly", "Replacing token j changes output i of masked layers exactly where "
                               "the relations join i and j; elsewhere not one bit changes.")
      .property("up to 6 tokens, 4 layers, random weights and masks", changes_where_seen, 400);
}

/**
The upper bound holds for every model: layer norm and the perceptron of a block work on each token
alone. The other direction is a statement about *some* weights. A model may see a token and make nothing
of it.

## What layer norm hides

And one change no model notices that reads its tokens through layer norm, whatever its weights: the same number $c$ added to
all coordinates of a token. Layer norm subtracts it with the mean. It stays in the stream of that token, to the end, and no other output
changes. Layer norm hides nothing else, as long as its $\varepsilon$ is above 0: for every direction $q$ but that of $\mathbf 1$ there are
weights with which output $i$ changes whenever a token that it sees moves along $q$. The proposition has them: each head reads one number, which
grows as the token moves along $q$, and writes it along $q$ again, so that nothing cancels. So $R$ is sharp with layer norm as well.

## Where depth adds nothing

Two layers of the same mask see the pairs that one token in between joins. If all of these are in the
mask already, the relation is *transitive*, and no number of layers adds anything; if not, the second
layer adds something at once. The causal mask is transitive, for it is an order. So are blocks and
strides, and so is a mask with a prefix that is read both ways. A window is not: $i$ sees $i - 1$, which
sees $i - 2$, and so on. All that can ever be reached is reached after $K - 1$ layers, since a shortest
path visits no token twice.
*/
static bool sees_no_more(const arma::umat& mask, arma::uword layers, arma::uword more)
{
  return same(seen_through(std::vector(layers, mask)), seen_through(std::vector(more, mask)));
}

SECTION(transitive)
{
  const auto by_definition = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 5);
    const arma::umat M = random_relation(draw, K);
    bool transitive = true; // of the mask with the stream
    for (arma::uword i = 0; i < K; ++i)
      for (arma::uword k = 0; k < K; ++k)
        for (arma::uword j = 0; j < K; ++j)
          transitive = transitive && (i == j || M(i, k) == 0 || M(k, j) == 0 || M(i, j) != 0);
    return sees_no_more(M, 1, 2) == transitive &&
           sees_no_more(M, std::max<arma::uword>(K, 2) - 1, K + 1);
  };
  const arma::uword K = 12;
  const auto gains_nothing = [](const arma::umat& mask) { return sees_no_more(mask, 1, 2); };
  chapter
      .finding("transitive",
               "A second layer of the same mask sees no more if and only if the mask, "
               "with the stream, is transitive.")
      .property("random masks against the definition, and nothing new after K − 1 layers",
                by_definition)
      .fact("causal mask, prefix, blocks and strides gain nothing from a second layer",
            gains_nothing(causal_visibility(K)) && gains_nothing(prefix_visibility(K, 4)) &&
                gains_nothing(causal_visibility(K) % block_visibility(K, 4)) &&
                gains_nothing(strided_visibility(K, 3)),
            "12 tokens, a prefix of 4, blocks of 4, a stride of 3")
      .fact("a window of 2 needs K − 1 layers",
            !sees_no_more(window_visibility(K, 2), K - 2, K - 1),
            "of 12 tokens the last is reached in layer 11");
}

/**
## Windows add, dilated windows multiply

A window of width $w$ leads $w - 1$ steps back, $L$ layers $L(w - 1)$. But nobody says that the steps
must be as small in every layer. Let layer $l = 0, 1, \dots$ see $w$ tokens at multiples of $w^l$, as in
WaveNet: the sums $\sum_l a_l w^l$ with $0 \le a_l < w$ are all numbers below $w^L$, each once. So $w^L$
tokens are seen in place of $L(w-1) + 1$, for no more scores. While each query sees its own token among
the $w$, no masks do better: every layer multiplies the number of tokens by $w$ at most.

But a query need not see its own token, which the stream keeps for it. Spend all $w$ keys on others, at the
distances $a\,(w+1)^l$ with $a = 1, \dots, w$; the stream is the digit 0, and the sums are all numbers below
$(w+1)^L$. More is not possible: what a token has after a layer comes from itself and $w$ others. For 1,024
tokens two keys for each query suffice in 7 layers, since $3^6 < 1024 \le 3^7$; windows dilated by powers
of 2 need 10, and plain windows of two need 1,023. (The first query has no earlier key. A softmax of no
scores does not exist, so a head must be told what to make of it, or have a sign for the beginning to look at.)
*/
SECTION(windows)
{
  const auto plain = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 24), w = draw.size("w", 1, 6), L = draw.size("L", 1, 5);
    return same(seen_through(std::vector(L, window_visibility(K, w))),
                window_visibility(K, L * (w - 1) + 1));
  };
  const auto dilated = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 40), w = draw.size("w", 1, 4), L = draw.size("L", 1, 4);
    std::vector<arma::umat> layers;
    arma::uword reach = 1;
    for (arma::uword l = 0; l < L; ++l, reach *= w)
      layers.push_back(dilated_visibility(K, w, reach));
    return same(seen_through(layers), window_visibility(K, reach));
  };
  const auto others = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 40), w = draw.size("w", 1, 3), L = draw.size("L", 1, 4);
    std::vector<arma::umat> layers;
    arma::uword reach = 1;
    for (arma::uword l = 0; l < L; ++l, reach *= w + 1) {
      layers.push_back(dilated_visibility(K, w + 1, reach));
      layers.back().diag().zeros();
    }
    return same(seen_through(layers), window_visibility(K, reach));
  };
  const auto at_most = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 40), w = draw.size("w", 1, 3), L = draw.size("L", 1, 3);
    std::vector<arma::umat> layers(L, arma::umat(K, K));
    arma::uword power = 1;
    for (arma::umat& seen : layers) {
      power *= w + 1;
      for (arma::uword i = 0; i < K; ++i)
        for (arma::uword key = 0; key < w; ++key)
          seen(i, draw.size("key", 0, K - 1)) = 1;
    }
    return arma::uvec(arma::sum(seen_through(layers), 1)).max() <= power;
  };
  const auto layers_for = [](arma::uword tokens, arma::uword base) {
    arma::uword L = 0;
    for (arma::uword seen = 1; seen < tokens; seen *= base)
      ++L;
    return L;
  };
  const auto price = [](Draw& draw) {
    const arma::uword w = draw.size("w", 2, 9), L = draw.size("L", 1, 9), K = L * (w - 1) + 1;
    const arma::uword pairs = L * arma::accu(window_visibility(K, w));
    const arma::uword causal = arma::accu(causal_visibility(K));
    return L == 1 ? pairs == causal : pairs > causal;
  };
  chapter
      .finding("windows", "L layers of windows of w see the nearest L(w − 1) + 1 tokens; windows "
                          "dilated by 1, w, w², … see the nearest w^L; w keys other than the token "
                          "itself see (w + 1)^L at most, and those at distances a(w + 1)^l do.")
      .property("windows of w ≤ 6 tokens, up to 5 layers", plain, 200)
      .property("dilated windows of w ≤ 4 tokens, up to 4 layers", dilated, 200)
      .property("w ≤ 3 other keys at distances a(w + 1)^l, up to 4 layers: the nearest (w + 1)^L",
                others, 200)
      .property("any w ≤ 3 keys, up to 3 layers: no token sees more than (w + 1)^L", at_most, 200)
      .equal("layers for 1,024 tokens, two keys other than the token itself", layers_for(1024, 3),
             7)
      .equal("layers for 1,024 tokens, windows of two dilated by powers of 2", layers_for(1024, 2),
             10)
      .property("plain windows that see all, L(w − 1) + 1 = K: more pairs than the causal mask, or "
                "one layer",
                price, 100);
}

/**
## Blocks, and blocks shifted by half

Cut a text into blocks of $2h$ tokens, causal in each. They are cheap, and nothing ever passes an edge.
So every second layer is shifted by half a block. Call $h$ tokens a cell, a block has two. In each layer
the upper cell of a block sees the lower one, and which cells are upper alternates. Going back from the
last layer, every layer leads one cell further, except perhaps the last, where the token itself may
stand in a lower cell. So cell $c$ sees back to the beginning of cell $\max(0, c - L)$ if it is upper in
the last layer, and otherwise of $\max(0, c - L + 1)$. That is half as far as a window of $2h$, for half
the pairs.
*/
SECTION(shifted_blocks)
{
  const auto as_derived = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 24), h = draw.size("h", 1, 4), L = draw.size("L", 1, 6);
    std::vector<arma::umat> layers;
    for (arma::uword l = 0; l < L; ++l)
      layers.push_back(causal_visibility(K) % block_visibility(K, 2 * h, l % 2 == 0 ? 0 : h));
    arma::umat expected(K, K, arma::fill::zeros);
    for (arma::uword i = 0; i < K; ++i) {
      const arma::uword c = i / h, steps = c % 2 == L % 2 ? L : L - 1;
      expected.row(i).subvec(c > steps ? (c - steps) * h : 0, i).ones();
    }
    return same(seen_through(layers), expected);
  };
  chapter
      .finding("shifted-blocks", "Causal blocks of 2h tokens, every second layer shifted by h, see "
                                 "back over L cells of h tokens, or L − 1, and everything since.")
      .property("blocks of 2 to 8 tokens, up to 6 layers", as_derived, 300);
}

/**
## Two layers that see everything

The Sparse Transformer [@child-2019] has one set of keys that are near, and one at multiples of a stride
$\ell$. A difference $i - j$ is $a + m\ell$ with $0 \le a < \ell$; a window of $w$ takes care of $a <
w$, the stride of $m\ell$. So all differences can be had if and only if $w \ge \ell$ (or $w \ge K$), in
either order of the layers.

Which stride? With $w = \ell$ and $K = q\ell + r$, $0 \le r < \ell$, the window has $\ell K -
\ell(\ell-1)/2$ pairs and the strides have $\ell\, q(q+1)/2 + r(q+1)$. Together that is about $\ell K +
K^2/2\ell$, least at $\ell = \sqrt{K/2}$, with $K\sqrt{2K}$ pairs in place of $K^2/2$. The article has a
stride near $\sqrt K$, which costs 6 % more: half of the strided keys do not exist, since they would lie
before the text.
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
    return same(seen_through({far, near}), seen_through({near, far})) &&
           same(seen_through({far, near}), causal_visibility(K)) == (w >= std::min(l, K));
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
      .within("2²⁰ tokens: the cheapest stride, and √(K/2) = 724.08", double(best),
              std::sqrt(double(K) / 2) - 1, std::sqrt(double(K) / 2) + 1)
      // lK + K²/2l at both; what is left out is below 1/√K of it.
      .agree("pairs at the stride √K, in units of the fewest: 3/(2√2)",
             double(strided_and_local(K, root)) / double(strided_and_local(K, best)),
             3 / std::sqrt(8), absolute(1e-3));
}

/**
## The fewest pairs

Two layers can do with far less. Let the middle token read all before it in the first layer, and let all
after it read the middle token in the second: that joins every pair across the middle, with one pair of
the masks for each token. Then do the same in both halves, and so on, $\log_2 K$ times: for $K = 2^m -
1$ tokens $(m - 2) 2^m + 2$ pairs, not counting what a token sees of itself.

Nothing does much better. A pair $i$, $j$ across the middle of $K = 2^m$ tokens is joined by a $k$
between them: if $k$ is on the side of $j$, then $i \leftarrow k$ crosses the middle in the second
layer, otherwise $k \leftarrow j$ crosses it in the first. If each $i$ after the middle has such a
pair, there are $K/2$ of them; if one $i$ has none, each $j$ before the middle must have one of the
other kind, and there are $K/2$ again. Either half needs its own pairs besides. So two layers take at
least $\frac K2 \log_2 K$: halving is within a factor of 2 of the best.
*/
SECTION(fewest)
{
  const auto sees_all = [](Draw& draw) {
    const arma::uword K = draw.size("K", 1, 64);
    return same(seen_through(halving_visibility(K)), causal_visibility(K));
  };
  const auto by_halving = [](arma::uword K) {
    const std::vector<arma::umat> two = halving_visibility(K);
    return arma::accu(two.at(0)) + arma::accu(two.at(1)) - 2 * K;
  };
  chapter
      .finding("halving", "Two layers can see everything with (m − 2)2^m + 2 pairs of different "
                          "tokens, if K = 2^m − 1; none do with fewer than m 2^(m−1), if K = 2^m.")
      .property("halving sees everything, up to 64 tokens", sees_all, 200)
      .equal("pairs of halving, 7 tokens", by_halving(7), 1U * 8 + 2)
      .equal("pairs of halving, 255 tokens", by_halving(255), 6U * 256 + 2)
      .equal("fewest pairs of all masks, 2 tokens: 1 · 2⁰", fewest_pairs_of_two_layers(2), 1U)
      .equal("fewest pairs of all masks, 4 tokens: 2 · 2¹", fewest_pairs_of_two_layers(4), 4U);
  chapter.figure("price-of-seeing", draw_price_of_seeing);
}

/**
The figure has the prices together. *Plain windows save nothing*, in however many layers: $L(w - 1) + 1
= K$ means $Lw = K - 1 + L$ keys for each query, which is $K$ for a single layer and $2(K - 1)$ for $w = 2$;
less those that would lie before the text, it is never below the causal mask's $(K + 1)/2$. Dilated windows
have some $L K^{1/L}$.

Why then does anybody compute all pairs? Because seen is not the same as remembered. In one layer with
all pairs a query *chooses* among all tokens; through a middle token it gets what that token has kept
for it, without knowing the question, in a stream of $n$ numbers. A path says that something can arrive,
not how much.

## In short

- What layers see together is the product of their relations, with the residual stream in each: nothing
  else to the last bit, and nothing less for all weights. Through layer norm a number added to all coordinates of a token
  is not seen.
- Depth adds nothing to causal masks, prefixes, blocks and strides, which are transitive. To windows of
  $w$ each layer adds $w - 1$ tokens, and if they are dilated by powers of $w$ a factor of $w$; $w$ keys
  other than the token itself can multiply by $w + 1$.
- A window and a stride see everything in two layers exactly if the window is as wide as the stride,
  best $\sqrt{K/2}$. Halving does it with some $K \log_2 K$ pairs.

## The chapter in short

- A mask is $-\infty$ in place of the scores of what must not be seen, before the softmax. Row $i$ is
  then the attention of the first $i$ tokens alone: exactly, for whole stacks, and for every place in
  one pass.
- To remove weights after the softmax is the same if one divides again, in exact arithmetic. A score
  of 0 is a vote, a value of 0 leaves a trace in the length, and a softmax the other way round lets the
  future in past all the zeros.
- What the future cannot change can be kept: keys and values, and one new row for each word.
- A score is neither symmetric nor a similarity: it says how loudly a key answers to a query. GPT-2
  has biases in all three projections, and that of the keys does nothing.
- Who sees whom is a relation, and layers compose relations. What is seen in many steps has passed
  through the hands of all between.
*/
