#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/heads/exact_head.hpp"
#include "figures-heads.hpp"

/**
# Multi-head attention: many small heads instead of a large one

A layer of GPT-2 has twelve heads, and each works in 64 dimensions of 768. One head of 768
dimensions would have as many weights and take as many multiplications. Why are there several,
then, and what is the layer that they make together: a sum of heads, or heads side by side?
*/
using namespace epreuve::course;

/**
## The answer

A head has one pattern. With it each token takes *one* mean of the others, and whatever the head
reads and writes, all of it comes from the same places. Two heads have two patterns. The figure
shows the least that this buys:
*/
SECTION(answer)
{
  chapter.shows("two-errands");
}

/**
Two tokens of two numbers, and an errand for each number: a token is to keep the first of its own,
and to be given the second of its neighbour. One head makes $W x A^T$ of the tokens $x$, a product
of three matrices, and no product has a larger rank than its factors. Here $x$ has rank 1 and what
is wanted has rank 2, with the singular values 3 and 1; so whatever the head's weights are, with
whatever pattern, in however many dimensions, it stays at a distance of 1 at least. Two heads of
one dimension each come as near as one likes. One finds the token itself, with the scores $s\,
x_{1i} x_{1j}$, the other one its neighbour, with $-s\, x_{1i} x_{1j}$; the larger $s$, the surer
they are.

The figure has $s = 1$, and powers of 2 in place of those of $e$, so that the weights are
fractions: 64 parts of 65 and 8 of 9 go where they should.
*/
static RationalMatrix two_heads(long s, const RationalMatrix& x)
{
  const ExactHead keep{{{s, 0}}, {{1, 0}}, {{1, 0}}, {{1}, {0}}};
  const ExactHead fetch{{{-s, 0}}, {{1, 0}}, {{0, 1}}, {{0}, {1}}};
  return exact_output(keep, x) + exact_output(fetch, x);
}

SECTION(two_errands)
{
  const auto not_above = [](auto& W_Q, auto& W_K, auto& W_V, auto& W_O, auto& x) {
    const ExactHead head = exact_head(W_Q, W_K, W_V, W_O);
    const RationalMatrix tokens(x);
    return rank(exact_output(head, tokens)) <= rank(tokens);
  };
  const RationalMatrix x{{2, -1}, {2, -1}}, wanted{{2, -1}, {-1, 2}}, seen = two_heads(1, x);
  const auto distance = [&](const arma::mat& from) {
    return arma::norm(from - wanted.to_double(), "fro");
  };
  chapter
      .finding("one-mean", "one head never raises the rank of the tokens that it reads; two heads "
                           "of one dimension do")
      .property("rank of what a head makes of tokens, in fractions: at most theirs",
                over_integer_matrices(head_and_tokens, Integers{3, -1, 1}, not_above), 300)
      .equal("rank of two tokens on one line", rank(x), 1)
      .equal("rank of what is wanted of them", rank(wanted), 2)
      .agree("distance from there to the nearest matrix of rank 1",
             arma::svd(wanted.to_double())(1), 1, ulps(8))
      .equal("what two heads make of them, s = 1", seen,
             RationalMatrix{{{127, 65}, {-2, 3}}, {{-62, 65}, {5, 3}}})
      .at_most("distance of that from what is wanted", distance(seen.to_double()), 0.5)
      .at_most("the same, s = 8", distance(two_heads(8, x).to_double()), 1e-6);
  chapter.figure("two-errands", [&](Figure& figure) { draw_two_errands(figure, x, wanted, seen); });
}

/**
A wider head is not a richer one, then: it lacks a second place to look at.
The other half of the answer is the price of the width. Cut into $H$ heads or left in one
piece, a layer of width $n$ has the same $4n^2$ weights and takes the same number of
multiplications. But of the weights of one wide head half are idle: they can be changed, in
concert, without any effect. Of twelve heads' weights one in 24 is.
*/
SECTION(worth)
{
  chapter.shows("weights-that-matter");
}

/**
## What the documents have wrong

Of 34 claims two are false, and two are damaged in our copy.

- **exo7** joins the heads to a matrix $H$ of $n$ rows. Heads mix tokens, and a matrix of $n$ rows to
  the left of the tokens cannot; as a matrix $H$ has $nK$ rows. The sum of heads, the large matrices
  around $H$, and the formulas of its section 6.3 are right.
- **thomas** ends with the concatenation of the heads and has no $W^O$. Then every head writes into
  places of its own, and nothing brings their results together. One of its lines has lost a root and a
  bar, in another three equations have run together; both are restored from thomas's main text.
- **masterclass** is right, if loosely put where it says that one head captures one relation for each position. One
  head can hear two words at once, and tell them apart if it is wide enough for both; but it cannot weigh them
  differently for different ends.
- The **notes** and **iaetnous** are right. Their numbers, 96 and eight, are those of one attention:
  GPT-3 has 9216 heads in all, the Transformer 144.

## What the pages are about

Two pages follow exo7: the layer as a sum, and the same with heads side by side. Then come the
layers of masterclass, thomas and iaetnous, by rows and concatenated, with the matrix that follows
them, and their pictures. Pages that no document has ask how many heads a layer needs, whether GPT-2's
heads keep out of each other's way, and how much is lost if heads share their keys, as those of newer
models do. The last page counts: weights, multiplications, memory.

## In short

- A layer of heads is a sum: $x + \sum_j W_O^{(j)} W_V^{(j)}\, x A_j^T$. To put the heads side by side and to
  multiply by one large $W_O$ is the same sum.
- One head takes one mean for each token. It never raises the rank of the tokens; two heads do.
- $n/r$ heads of dimension $r$ have $4n^2 + 4n$ weights, whatever $r$ is; but without biases only
  $4n^2 - 2nr$ of them matter.
- A head reads $3r$ dimensions of the stream, for its queries, its keys and its values, and writes into $r$.
- The number of scores grows with the number of heads: $HK^2$ in each layer.
*/
