#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/map_on_matrices.hpp"
#include "epreuve/instruments/gpt2/decided_by_weights.hpp"
#include "epreuve/instruments/gpt2/head_form.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/math/linear_algebra/kronecker.hpp"
#include "figures-heads.hpp"
#include "layer_of_heads.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

/**
# Heads side by side

*Another way of doing it*, says exo7, and an *equivalent* one, is to join the functions $h_j$ to a
direct sum. Then there is one large matrix that reads, one large function, and one large matrix
that writes. It is equivalent indeed, and only the size that the document gives to the large
function is wrong. This page also asks in which sense the heads have $n$ dimensions together.
*/
using namespace epreuve::course;

/**
## The direct sum

Instead of many small matrices one may take a large one: $W_{in}$, the $W_{in}^{(j)}$ one below
the other, $W_{out}$, the $W_{out}^{(j)}$ side by side, both $n \times n$, and between them $H =
h_1 \oplus \dots \oplus h_{n/r}$, which gives to each head its band. That sum and concatenation
are the same holds for all functions $h_j$, linear or not, and the other way round any two $n
\times n$ matrices can be cut into bands. In the check the heads square their numbers, which no
head of a transformer does, and mix the tokens; integers decide.
*/
static arma::mat direct_sum(const std::function<arma::mat(arma::uword, const arma::mat&)>& h,
                            const arma::mat& M, arma::uword r)
{
  arma::mat result(arma::size(M));
  for (arma::uword j = 0; j < M.n_rows / r; ++j)
    result.rows(j * r, (j + 1) * r - 1) = h(j, M.rows(j * r, (j + 1) * r - 1));
  return result;
}

/**
It is a function like any other, and $h$ may be anything that gives back what has the shape of its
argument.
*/
SECTION(concatenated)
{
  const auto strange_head = [](arma::uword j, const arma::mat& M) -> arma::mat {
    return double(j + 1) * M % M + arma::sum(M, 1) * arma::ones(1, M.n_cols);
  };
  const auto equivalent = [=](Draw& draw) {
    const arma::uword heads = draw.size("heads", 1, 4), r = draw.size("r", 1, 3), n = heads * r,
                      K = draw.size("K", 1, 4);
    const arma::mat W_in = draw.integer_matrix("W_in", n, n, -9, 9),
                    W_out = draw.integer_matrix("W_out", n, n, -9, 9),
                    x = draw.integer_matrix("x", n, K, -9, 9);
    arma::mat sum = x;
    for (arma::uword j = 0; j < heads; ++j) {
      const arma::span rows(j * r, (j + 1) * r - 1);
      sum += W_out.cols(rows.a, rows.b) * strange_head(j, W_in.rows(rows.a, rows.b) * x);
    }
    return difference(x + W_out * direct_sum(strange_head, W_in * x, r), sum);
  };
  chapter.claim("exo7-6.2-equivalent", holds)
      .property("W_out H(W_in x) cut into bands, against the sum, for heads that are not linear",
                equivalent, exactly());
  chapter.proposition("heads", {"direct_sum_whole"});

  const auto whole = [](Draw&, const LayerOfHeads& layer, const RationalMatrix& x) {
    const RationalMatrix read = layer.W_V * x; // W_in x
    RationalMatrix turned(x.cols(), 0);        // H(W_in x), transposed
    for (arma::uword first = 0; const ExactHead& head : heads_of(layer)) {
      turned = join_rows(turned, exact_pattern(head, x) * transpose(rows_of(read, first, layer.r)));
      first += layer.r;
    }
    return x + layer.W_O * transpose(turned) == x + by_bands(layer, x);
  };
  chapter.claim("exo7-6.2-H-update", holds)
      .property(
          "x + W_out H(W_in x), H the bands one below the other, against the layer, in fractions",
          over_layers(whole), 300)
      .by_reading("H · M is H applied to M, as for the heads; that H is no n x n matrix is another "
                  "claim's mistake");
}

/**
## But not a matrix of n rows

The document says more of $H$: that it is in $M_{n,n}$, *the* block diagonal matrix of the $h_j$.
A block of it would have to be $r \times r$. A head is a linear map of $r \times K$ matrices, and
its matrix is $A \otimes B$, of $rK$ rows; that of all heads together has $nK$. The smallest case
is $r = 1$ with two tokens and two heads, where $H$ should be $2 \times 2$ and is $4 \times 4$.
For one token there is no difference, and there is also nothing to attend to.

Could some other matrix of $n$ rows do the same? A matrix $C$ to the left of $M$ works inside of
each column. It passes nothing from token to token, and heads exist for nothing else. The
proposition above says it in full: $C M = B M A^T$ for all $M$ only if $B = 0$ or $A$ is a
multiple of $I$.

The truth is this. On $\mathrm{vec}$, which stacks token upon token, $H$ is the sum

$$ H = \sum_{j} A_j \otimes D_j, \qquad D_j = 0 \oplus \dots \oplus B_j \oplus \dots \oplus 0, $$

with $B_j$ at the place of the $j$-th band. It is block diagonal only if the bands are stacked
instead, all tokens of head 1, then all tokens of head 2: then the blocks are $A_j \otimes B_j$.
The two orders differ by a permutation.
*/
SECTION(not_of_n_rows)
{
  const auto both_orders = over_integer_matrices(
      {"A₁ K x K", "A₂ K x K", "B₁ r x r", "B₂ r x r", "M₁ r x K", "M₂ r x K"},
      [](auto& A_1, auto& A_2, auto& B_1, auto& B_2, auto& M_1, auto& M_2) {
        const arma::mat none = arma::zeros(arma::size(B_1));
        const auto diagonal = [](const arma::mat& a, const arma::mat& b) -> arma::mat {
          return arma::join_cols(arma::join_rows(a, 0 * a), arma::join_rows(0 * b, b));
        };
        const arma::mat H =
            kronecker(A_1, diagonal(B_1, none)) + kronecker(A_2, diagonal(none, B_2));
        const arma::mat h_1 = B_1 * M_1 * A_1.t(), h_2 = B_2 * M_2 * A_2.t();
        const arma::vec by_head = diagonal(kronecker(A_1, B_1), kronecker(A_2, B_2)) *
                                  arma::join_cols(vec(M_1), vec(M_2));
        return difference(arma::join_cols(H * vec(arma::join_cols(M_1, M_2)), by_head),
                          arma::join_cols(vec(arma::join_cols(h_1, h_2)), vec(h_1), vec(h_2)));
      });
  const RationalMatrix exchange{{0, 1}, {1, 0}};
  const RationalMatrix of_head =
      matrix_of_map(1, 2, [&](const RationalMatrix& M) { return M * transpose(exchange); });
  const RationalMatrix of_C = matrix_of_map(1, 2, [](const RationalMatrix& M) { return M; });
  chapter.claim("exo7-6.2-direct-sum", ill_typed)
      .as_printed("H in M(n, n), block diagonal with the blocks h₁, ..., h_{n/r}")
      .same_shape("the matrix of h₁, r = 1, K = 2", arma::size(of_head.rows(), of_head.cols()),
                  "its block in M(n, n), n = 2", arma::size(1, 1))
      .corrected("H gives each head its band of r rows; as a matrix it is nK x nK")
      .property("two heads on vec: A₁⊗D₁ + A₂⊗D₂; on the bands: the blocks A₁⊗B₁ and A₂⊗B₂",
                both_orders, exactly(), 300)
      .same_shape("the matrix of h₁, r = 1, K = 2", arma::size(of_head.rows(), of_head.cols()),
                  "its block in M(nK, nK), n = 2", arma::size(2, 2))
      .equal(
          "the head that exchanges two tokens and C = 1, as vectors: they are independent, of rank",
          rank(join_rows(vec(of_head), vec(of_C))), 2);
  chapter.figure("direct-sum", draw_direct_sum);
}

/**
The figure has two heads of two dimensions and three tokens. On the left the zeros are where heads
keep to their own rows; on the right the same numbers have been sorted by heads.
Each coloured cell on the left belongs to one entry of $A_1$ and one of $B_1$.

## Twelve times 64

In GPT-2 there are $768/64 = 12$ heads in a layer, and $n/r$ heads of $r$ dimensions have $n$
dimensions together. That is how the bands were cut, and it is a statement about their number. It
does not say that the heads divide $\mathbb R^n$ between them: two of them may read the same $r$
dimensions, and then there are others that no head reads. They do divide it, in the sense of a
direct sum, exactly if the large matrix is invertible. The published file has the count: a layer's
biases of queries, keys and values, three for each dimension of a head, are as many as three times
the gains of a layer norm, which are one for each dimension of the stream.
*/
SECTION(total_dimension)
{
  const long n = 768, r = 64;
  chapter.claim("exo7-6.2-heads", holds)
      .equal("n / r, which leaves no remainder: 12 r and n", 12 * r, n)
      .equal("numbers in a layer's queries, keys and values, published: 3 · 12 r · n",
             published_sizes("attn.c_attn.weight")(0), double(3 * 12 * r * n));
  const RationalMatrix once{{1, 0, 0, 0}, {0, 1, 0, 0}}, other{{0, 0, 1, 0}, {0, 0, 0, 1}};
  const auto together = [](const RationalMatrix& a, const RationalMatrix& b) {
    return rank(join_rows(transpose(a), transpose(b)));
  };
  chapter.claim("exo7-6.2-total-dimension", holds)
      .equal("biases of a layer's queries, keys and values over three times the gains of its norm, "
             "published",
             published_sizes("attn.c_attn.bias")(0) / (3 * published_sizes("ln_1.weight")(0)), 1.)
      .equal("two heads of two dimensions, n = 4: dimensions that they read together",
             together(once, other), 4);
  chapter
      .finding("total-is-a-count",
               "that the heads' dimensions add up to n does not make the stream "
               "their direct sum: heads may read the same dimensions")
      .equal("two heads that read the same two of four numbers: dimensions read by either",
             together(once, once), 2);
}

/**
Is it so in GPT-2? Nothing in its training asks for it, but a square matrix of real numbers is
invertible unless they obey an equation, and these are: of all 24 matrices, $W_V$ and $W_O$ of the
layers, the least singular value is more than ten times what the rounding of the published numbers
could have made of a 0. (A number in single precision is wrong by $2^{-24}$ of itself at most, so
a matrix by $2^{-24}\, \|W\|_F$, and no singular value moves by more.) It is a near thing, though.
In the worst of them the largest singular value is $10^5$ times the least one, where a random
matrix of this size has some thousands: a few directions are read only faintly.
*/
SECTION(invertible, gpt2::attention_weights)
{
  const gpt2::Checkpoint& checkpoint = gpt2::PublishedFiles::here().checkpoint();
  arma::mat over_rounding(12, 2);
  double worst = 0; // largest over least singular value
  for (arma::uword l = 0; l < 12; ++l) {
    const AttentionLayer layer = attention_layer(checkpoint, l);
    const arma::mat all[]{layer.qkv.tail_rows(768), layer.output};
    for (arma::uword which = 0; which < 2; ++which) {
      const arma::vec sigma = arma::svd(all[which]);
      over_rounding(l, which) = sigma.back() / (std::exp2(-24) * arma::norm(all[which], "fro"));
      worst = std::max(worst, sigma.front() / sigma.back());
    }
  }
  chapter
      .finding("invertible", "in GPT-2 the twelve heads of a layer read all 768 dimensions, and "
                             "write into all: W_V and W_O are invertible in every layer")
      .at_least("W_V: least singular value over the most that rounding can move it",
                over_rounding.col(0).min(), 10)
      .at_least("W_O: least singular value over the most that rounding can move it",
                over_rounding.col(1).min(), 10)
      .within("the largest quotient of a largest and a least singular value", worst, 1e5, 1.5e5);
}

/**
## Does each have a trade?

A trained head, says the document, specialises: one copies a word, one detects positions. What a
head does with words takes the embeddings, which only the whole file has, so the claim in full
waits for them. Two things can be looked up in the attention matrices alone. Of positions
chapter 18 will find that head 0.3, fed with nothing else, looks at the place itself and hardly
further back than five, while 0.5 finds all places alike. For copying we ask how a head changes
a vector that it reads. The cosine of the angle between $W_O W_V$ and a pure handing on is
$\mathrm{tr}(W_O W_V) / (8\, \|W_O W_V\|_F)$, from $-1$ to 1 (chapter 18 again). Before training
the directions are left to chance. Then it is 0, give or take

$$ \frac18 \cdot \frac1{\sqrt{768}} = 0.0045 , $$

for if $R$ is a random rotation, the square of $\mathrm{tr}(MR)$ has the mean $\|M\|_F^2 / n$.
*/
SECTION(trades)
{
  decided_by_weights(chapter, "exo7-6.2-specialise",
                     "the attention matrices alone show heads that hand on and heads that invert")
      .by_reading("a head's trade shows in its work on words, in many sentences");
}

SECTION(handing_on, gpt2::attention_weights)
{
  arma::vec cosines(144);
  std::ranges::transform(head_forms(gpt2::PublishedFiles::here().checkpoint()), cosines.begin(),
                         [](const HeadForm& form) { return form.copy / 8; });
  const double chance = 1 / (8 * std::sqrt(768));
  const double handing_on = arma::accu(cosines > 10 * chance),
               taking_back = arma::accu(cosines < -10 * chance);
  chapter
      .finding("trades", "most heads of GPT-2 hand on what they read, or its negative, ten times "
                         "beyond chance; those that hand on are more than the others")
      .at_least("heads beyond ten times chance, of 144", handing_on + taking_back, 73)
      .at_least("of them, those that hand on for each that takes back", handing_on / taking_back,
                1.5);
  chapter.figure("trades", [&](Figure& figure) { draw_trades(figure, cosines, chance); });
}

/**
Some heads pass things on, some take them back, and more than half do one or the other. That is far from
chance, and no more of a trade can be seen without words: a head that adds what it reads may
copy names, or commas, or the beginning of the text.

## In short

Sum and direct sum are one computation, for heads that are any functions. The direct sum has the
heads on its diagonal as a matrix of $nK$ rows, if the numbers are sorted by heads; it is not a matrix of
$n$ rows, unless no token looks at another. That twelve heads of 64 make 768 is a count.
In GPT-2 they also read all 768 dimensions, some of them faintly.
*/
