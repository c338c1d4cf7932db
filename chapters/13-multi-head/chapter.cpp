#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact_head.hpp"
#include "epreuve/instruments/integer_matrices.hpp"
#include "figures-heads.hpp"

/**
# Multi-head attention: many small heads instead of a large one

A layer of GPT-2 has twelve heads, and each works in 64 dimensions of 768. One head of 768 dimensions would have
as many weights and take as many multiplications. Why are there several, then, and what is the layer that they
make together: a sum of heads, or heads side by side?
*/
using namespace epreuve::course;

/**
## The answer

A head has one pattern. With it each token takes *one* mean of the others, and whatever the head reads and writes,
all of it comes from the same places. Two heads have two patterns. The figure shows the least that this buys:
*/
SECTION(answer)
{
  chapter.shows("two-errands");
}

/**
Two tokens of two numbers, and an errand for each number: a token is to keep the first of its own, and to be given
the second of its neighbour. One head makes $W x A^T$ of the tokens $x$, a product of three matrices, and no product
has a larger rank than its factors. Here $x$ has rank 1 and what is wanted has rank 2, with the singular values 3 and
1; so whatever the head's weights are, with whatever pattern, in however many dimensions, it stays at a distance of 1
at least. Two heads of one dimension each come as near as one likes. One finds the token itself, with
the scores $s\, x_{1i} x_{1j}$, the other one its neighbour, with $-s\, x_{1i} x_{1j}$; the larger $s$, the surer they are.

The figure has $s = 1$, and powers of 2 in place of those of $e$, so that the weights are fractions: 64 parts of 65
and 8 of 9 go where they should.
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
