#include "angle.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "figures-mask.hpp"

#include <cmath>
#include <utility>

/**
# Scores: every query meets every key

thomas builds causal attention in five steps: three projections, a product, a division, a mask, a
softmax. This page follows him to the product and asks what one of its numbers says; the division
is the subject of chapter 12, and the mask that of the next page. Tokens are rows here, as he has
them: $X$ is $L \times d$.
*/
using namespace epreuve::course;
using arma::SizeMat;

/**
## Three projections of one sequence

A sequence is a matrix with a row per token, and so is what comes out: $L \times d$ again, or the
next layer could not read it. The three inputs of the formula are one input, projected three
times. Row $i$ of $XW_Q$ is $x_i W_Q$, made of token $i$ alone; up to here no token knows of
another.

In the copy the indices of $W_Q$ have come down, and the line reads `Q=XWQ`. We take `WQ` for a
name, since the text introduces it as one, of a $d \times d$ matrix. In GPT-2 that is the size of
the three matrices of all heads together, $768 \times 768$ each; a single head has a twelfth of
their columns, and it is the root of *that* size, 64, by which its scores are divided. For thomas,
who has one head, the two sizes are the same.
*/
SECTION(projections)
{
  const auto same_size = over_integer_matrices(
      {"X L x d", "A d x d", "B d x d", "C d x d"}, {5, -1, 1},
      [](auto& X, auto& W_Q, auto& W_K, auto& W_V) {
        return arma::size(attend_rows(X * W_Q, X * W_K, X * W_V)) == arma::size(X);
      });
  const auto row_by_row = over_integer_matrices({"X L x d", "W d x d"}, [](auto& X, auto& W) {
    arma::mat alone(arma::size(X));
    for (arma::uword i = 0; i < X.n_rows; ++i)
      for (arma::uword j = 0; j < W.n_cols; ++j)
        alone(i, j) = arma::accu(X.row(i).t() % W.col(j));
    return difference(X * W, alone);
  });
  chapter.claim("thomas-intro-sequence", holds)
      .property("attention of L tokens of d numbers: again L x d", same_size, 200);
  chapter.claim("thomas-intro-projections", holds)
      .property("row i of X W is token i times W, L x d again", row_by_row, exactly(), 300);
  chapter.claim("thomas-intro-three-inputs", holds)
      .property("a query, key or value is made of its own token alone", row_by_row, exactly(), 300)
      .equal("numbers in GPT-2's three matrices of a layer, all heads",
             arma::uword(published_sizes("attn.c_attn.weight")(0)), 3 * 768 * 768);
}

/**
"Simply different representations of the same sequence", says the text. They may be poorer ones.
If $W_Q$ can be inverted, $X = Q W_Q^{-1}$ and nothing is lost; but if it cannot, tokens that
differ may ask the same question. A head of GPT-2 always loses something: 64 numbers of a query
cannot tell 768 of a token.
*/
SECTION(poorer)
{
  const RationalMatrix X{{1, 0}, {1, 5}}, regular{{2, 1}, {1, 1}}, singular{{1, 1}, {0, 0}};
  chapter
      .finding("poorer-representations", "a projection keeps the sequence only if its matrix can "
                                         "be inverted; else tokens that differ may look alike")
      .equal("X from its queries, W = (2, 1; 1, 1)", X * regular * inverse(regular), X)
      .equal("queries of (1, 0) and (1, 5), W = (1, 1; 0, 0)", X * singular,
             RationalMatrix{{1, 1}, {1, 1}});
}

/**
## The product is a table

$QK^T$ is $L \times d$ times $d \times L$, so it is $L \times L$: a row for each query, a column
for each key. The document calls this product of matrices a *produit scalaire*. That is one
number. The product has $L^2$ of them; each of its *entries* is a produit scalaire, as the next
sentence but one says.

And here the copy begins to suffer. It has lost the exponent of $K^T$. As they stand, `QKT` begins
with $L \times d$ times $L \times d$, `qikjT` with a row times a row, and neither product exists;
that the sizes are given in words next to them, $d \times L$ and $d \times 1$, tells where the $T$
must have been. (Indices are another matter: `qi` is a name at any height, and the text introduces
it as one.) It has lost the brackets of the matrices too, and lists their entries column after
column: `q1k1T q2k1T ⋮ qLk1T` and then `q1k2T`. Read as lines, as one reads any matrix, these are the
transpose, in which keys ask and queries answer.

In the table a row is one question put to everybody, and a column is one token as it looks to all
who ask. Softmax will go along the rows. That is the whole reason why it matters which of the two
is written first; on the diagonal, where each token meets itself, the two readings agree.
*/
SECTION(table)
{
  chapter.figure("outer", draw_outer_product);
  const arma::uword L = 3, d = 2;
  const auto table = [](bool restored) {
    return over_integer_matrices({"Q L x d", "K L x d"}, [=](auto& Q, auto& K) {
      arma::mat S(Q.n_rows, Q.n_rows);
      for (arma::uword i = 0; i < S.n_rows; ++i)
        for (arma::uword j = 0; j < S.n_rows; ++j)
          S(i, j) = restored ? arma::dot(Q.row(i), K.row(j)) : arma::dot(Q.row(j), K.row(i));
      return difference(S, Q * K.t());
    });
  };
  chapter.claim("thomas-intro-QKT-shape", damaged)
      .as_copied("Q K T: L x d by d x L, giving L x L")
      .conformable("Q, L x d", SizeMat(L, d), "K, a row per token", SizeMat(L, d))
      .restored("QKᵀ: L x d by d x L, giving L x L")
      .conformable("Q, L x d", SizeMat(L, d), "Kᵀ, d x L", SizeMat(d, L))
      .same_shape("QKᵀ", arma::size(attention_scores(arma::ones(d, L), arma::ones(d, L))), "L x L",
                  SizeMat(L, L));
  chapter.claim("thomas-intro-produit-scalaire", slip)
      .as_printed("L x d by d x L is a dot product: one number")
      .equal("numbers in the product of 3 x 2 by 2 x 3",
             arma::mat(arma::ones(3, 2) * arma::ones(2, 3)).n_elem, 1)
      .meant("a product of matrices, each of whose L² entries is a dot product",
             "the same sentence, giving L x L; and qᵢkⱼᵀ is the produit scalaire, two lines on")
      .property("entry (i, j) of QKᵀ is the dot product of qᵢ and kⱼ", table(true), exactly());
  chapter.claim("thomas-intro-QKT-matrix", damaged)
      .as_copied("Q K T, of rows Q and rows K")
      .conformable("Q", SizeMat(L, d), "K", SizeMat(L, d))
      .as_copied("QKᵀ with q₁k₁ᵀ, q₂k₁ᵀ, … in its first line")
      .property("line 1: all queries with key 1, against QKᵀ", table(false), exactly())
      .restored("QKᵀ with q₁k₁ᵀ, q₁k₂ᵀ, … in its first line")
      .property("line 1: query 1 with all keys, against QKᵀ", table(true), exactly());
  chapter.claim("thomas-intro-scalar-entry", damaged)
      .as_copied("qᵢ kⱼ T, of two rows")
      .conformable("qᵢ, 1 x d", SizeMat(1, d), "kⱼ, 1 x d", SizeMat(1, d))
      .restored("qᵢ kⱼᵀ")
      .conformable("qᵢ, 1 x d", SizeMat(1, d), "kⱼᵀ, d x 1", SizeMat(d, 1))
      .property("qᵢ kⱼᵀ is the dot product of qᵢ and kⱼ", table(true), exactly());
}

/**
## What the sign says

$a \cdot b = \|a\| \|b\| \cos\theta$. To check it one needs an angle that is not computed from the
product itself. We take Kahan's, $\theta = 2 \arctan(|u - v| / |u + v|)$ with $u$ and $v$ the two
vectors at length 1: an isosceles triangle, halved.

The text knows the sign near 0° and at 180°. Exactly, the product is positive for $\theta < 90°$,
0 at 90°, and negative beyond; how far from 90°, only product *and* lengths can tell. In many
dimensions most pairs of directions are near 90°, and the sign says less still: it is then a small
difference of large sums.
*/
SECTION(sign)
{
  // Entries up to 9, d <= 6, so |a||b| <= 486. Lengths are right to 5u, units to 6u, θ to 20u,
  // cos θ |a||b| to 40u of 486: 2.2e-12.
  const auto sides = [](Draw& draw) {
    const arma::uword d = draw.size("d", 1, 6);
    arma::vec a = draw.integer_matrix("a", d, 1, -9, 9), b = draw.integer_matrix("b", d, 1, -9, 9);
    a(0) += a.is_zero() ? 1 : 0; // of the vector 0 there is no angle
    b(0) += b.is_zero() ? 1 : 0;
    return std::pair(a, b);
  };
  const auto cosine = [=](Draw& draw) {
    const auto [a, b] = sides(draw);
    return difference(arma::norm(a) * arma::norm(b) * std::cos(angle(a, b)), arma::dot(a, b));
  };
  const auto sign = [=](Draw& draw) { // a·b is whole: if not 0, θ is 1/486 or more from 90°
    const auto [a, b] = sides(draw);
    const double right = arma::datum::pi / 2, theta = angle(a, b), dot = arma::dot(a, b);
    return dot == 0 ? std::abs(theta - right) < 1e-14 : (dot > 0) == (theta < right);
  };
  const auto opposite = [=](Draw& draw) {
    const auto [a, b] = sides(draw);
    const double t = double(draw.integer("t", 1, 9));
    return arma::dot(a, t * a) > 0 && arma::dot(a, -t * a) < 0;
  };
  chapter.claim("thomas-intro-cosine", holds)
      .property("|a| |b| cos θ, θ by Kahan's formula", cosine, absolute(2.5e-12));
  chapter.claim("thomas-intro-sign", holds)
      .property("0° and 180°: b = ta and b = −ta, t > 0", opposite)
      .property("positive below 90°, 0 at 90°, negative above", sign);
  chapter.figure("angle", draw_angle);
}

/**
## A similarity?

So $a \cdot b$ is to be a *métrique de similarité*, with positive values for similar vectors and negative ones for
the contrary. That is a way of speaking, which the masterclass and iaetnous share, and what is said of the signs is
right. But it is no metric, and as a similarity it has odd manners: $a = (1, 0)$ has the product 1 with
itself, 1 with $(1, 100)$ at an angle of 89.4°, and 2 with $(2, 0)$. A long vector is more similar
to everything. What is true is an identity, $a \cdot b = \tfrac12(|a|^2 + |b|^2 - |a - b|^2)$:
among vectors of *one length*, the larger product belongs to the nearer vector. Keys of one length
are what layer norm nearly provides, and what $W_K$ takes away again.
*/
SECTION(similarity)
{
  using arma::dot;
  const auto apart = [](auto& a, auto& b) { return arma::accu(arma::square(a - b)); };
  const auto like_direction = over_integer_matrices({"a d x 1", "b d x 1"}, [](auto& a, auto& b) {
    const double sum = arma::accu(arma::square(a + b)),
                 difference = arma::accu(arma::square(a - b));
    return (dot(a, b) > 0) == (sum > difference) && (dot(a, b) < 0) == (sum < difference);
  });
  const auto ranks_by_nearness = [=](Draw& draw) {
    const arma::uword d = draw.size("d", 1, 6);
    const arma::vec a = draw.integer_matrix("a", d, 1, -9, 9),
                    b = draw.integer_matrix("b", d, 1, -9, 9), c = arma::reverse(b);
    return (dot(a, b) > dot(a, c)) == (apart(a, b) < apart(a, c));
  };
  const auto identity = over_integer_matrices({"a d x 1", "b d x 1"}, [=](auto& a, auto& b) {
    return difference(2 * dot(a, b), dot(a, a) + dot(b, b) - apart(a, b));
  });
  chapter.claim("thomas-intro-similarity-metric", holds)
      .as_printed(
          "a way of speaking: positive for vectors of like direction, negative for the contrary")
      .property("the sign of a · b is that of |a + b| − |a − b|", like_direction)
      .by_reading(
          "\"similarity\" is a name here; what a measure of similarity would be is the finding");
  chapter
      .finding("nearness",
               "a · b ranks vectors of one length by nearness, and other vectors not: (2, 0) "
               "is more similar to (1, 0) than (1, 0) is")
      .property("2 a · b = |a|² + |b|² − |a − b|²", identity, exactly())
      .property("a · b > a · c if and only if b is nearer, |b| = |c|", ranks_by_nearness)
      .at_least("(1, 0) · (2, 0) less (1, 0) · (1, 0)",
                dot(arma::vec{1, 0}, arma::vec{2, 0}) - dot(arma::vec{1, 0}, arma::vec{1, 0}), 1);
}

/**
There is a second question. The table is said to hold the similarity of each *pair of tokens*. But
$q_i$ and $k_j$ come out of two different projections, and the score is $x_i\, W_Q W_K^T\, x_j^T$.
For a similarity of tokens that matrix should be symmetric and positive; nothing makes it so. A
token can score another one high and be scored low by it, and its own score can be the lowest of
all. That is a strength: an adjective may look for its noun without the noun looking for the
adjective.
*/
SECTION(one_sided)
{
  const RationalMatrix tokens = RationalMatrix::identity(3), W_K = RationalMatrix::identity(3);
  const RationalMatrix W_Q{{-1, 4, 0}, {0, 1, 3}, {2, 0, -2}};
  const RationalMatrix scores = tokens * W_Q * transpose(tokens * W_K);
  const auto symmetric =
      over_integer_matrices({"X L x d", "A d x r", "B d x r"}, [](auto& X, auto& A, auto& B) {
        return difference(X * A * (X * B).t() - (X * A * (X * B).t()).t(),
                          X * (A * B.t() - B * A.t()) * X.t());
      });
  chapter
      .finding("one-sided", "scores between tokens need not be symmetric, nor a token's own score "
                            "the largest: they are as symmetric as W_Q W_Kᵀ is")
      .equal("token 1 scores token 2 with 4, and token 2 token 1 with 0",
             RationalMatrix{{scores(0, 1), scores(1, 0)}}, RationalMatrix{{4, 0}})
      .equal("tokens 1 and 3 score themselves lowest", RationalMatrix{{scores(0, 0), scores(2, 2)}},
             RationalMatrix{{-1, -2}})
      .property("S − Sᵀ = X (W_Q W_Kᵀ − W_K W_Qᵀ) Xᵀ", symmetric, exactly(), 300);
  chapter.figure("one-sided", [&](Figure& figure) { draw_one_sided(figure, scores.to_double()); });
}

/**
So a score says how loudly key $j$ answers to query $i$, and no more. In what follows only the
order and the differences of a row will matter, and for these all that has been said here is
enough.
*/
