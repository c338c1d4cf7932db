#include "epreuve/chapter.hpp"
#include "epreuve/instruments/counted.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/math/embedding.hpp"
#include "epreuve/shape.hpp"
#include "figures.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace epreuve::course;

/**
# Embeddings: a table, and the space it leads to

A text comes in as token numbers, and the first thing a model does is to forget the numbers: each
token becomes a vector of $\mathbb R^n$, its embedding (*plongement*). The documents call this a
linear map, a matrix product and a look-up table. They count its parameters, and they promise that in
the space to which it leads, *directions* mean something: from nephew to niece, they say, it is as far as
from man to woman, and the same way.

How much of this must be so, whatever the weights are? And how many directions does $\mathbb R^{768}$
have room for, if each is to have a meaning of its own?

## The answer

Product and table are the same to the last bit, and the same again as a convolution with a stride, if
what comes in is an image. As for room: only 768 directions are orthogonal, and the figure shows how
many there are once a little overlap is allowed. The truth lies between the first two curves.
*/
SECTION(answer)
{
  chapter.shows("how-many-directions");
}

/**
At cosines up to 0.05 there are between 27 408 and 548 727; at 0.1 at least a million, at 0.2 ten
thousand million. Random directions, which are said to be nearly orthogonal, give none of that at
0.05 and 0.1: there chance does worse than the 768 axes.

And the analogy? It needs no trained network. In the small language of this course, where everything
can be counted, the counts of neighbouring words alone make the two differences parallel.

## What the documents have wrong

Nothing. Three sentences say less, or more, than they seem to.

- "1-1" cannot mean that no two tokens have the same vector: that is so if and only if the columns of
  the matrix differ, which no formula demands.
- $E(\text{niece})$ is not a column of GPT-2's matrix: its vocabulary has " niece" with the blank before
  it, and without one neither "niece" nor "nephew" is a token.
- The "512 parameters" of a drawn vector are one column; the matrix has 512 for every word.

## A lookup is a product

Exo7 defines the embedding as $\varphi(x) = Ax$ with $A$ of $n$ rows and $N$ columns, a column for
each token. Token $i$ is the vector $e_i$ of the canonical basis (*base canonique*), zeros and a
single 1, and

$$ \varphi(e_i) = A e_i = v_i, \quad\text{column } i \text{ of } A. $$

The other documents speak of a table: look up row $i$, or column $i$, and copy it. That the two agree
is linear in $A$. So if it is true of all *unit matrices* (a single 1 among zeros) of a shape, it is true of
all matrices of that shape. And because a linear map is known as soon as one knows where the basis
goes, *every* table is such a map, and only one: to call an embedding linear restricts nothing.
*/
static bool lookup_is_product(const arma::mat& A)
{
  std::vector<arma::uword> tokens;
  for (arma::uword i = A.n_cols; i-- > 0;)
    tokens.push_back(i);
  return difference(embed(A, tokens), A * one_hot(tokens, A.n_cols)).absolute == 0;
}

SECTION(lookup)
{
  const Cases units = on_unit_matrices({"A n x N"}, lookup_is_product, 6);
  const auto linear = over_integer_matrices({"A n x N", "x N x 1", "y N x 1"},
                                            [](Draw& draw, auto& A, auto& x, auto& y) {
                                              const auto s = double(draw.integer("s", -9, 9));
                                              const arma::vec combined = s * x + y;
                                              return difference(A * combined, s * (A * x) + A * y);
                                            });
  const auto from_table = over_integer_matrices({"A n x N", "x N x 1"}, [](auto& A, auto& x) {
    arma::vec sum(A.n_rows, arma::fill::zeros);
    for (arma::uword i = 0; i < A.n_cols; ++i)
      sum += x(i) * embed(A, {i}).col(0);
    return difference(A * x, sum);
  });
  chapter.claim("exo7-2.1-embedding-map", holds)
      .property("φ(s x + y) = s φ(x) + φ(y), on integers", linear, exactly())
      .property("A x is the sum of x_i times what the table has for token i", from_table,
                exactly());
  chapter.claim("exo7-2.1-columns", holds)
      .fact("A e_i is column i, for all unit matrices A with sides up to 6", units == Cases{441, 0},
            fmt::format("{} matrices, {} fail", units.tried, units.failed))
      .property("A e_i is column i, on integers",
                over_integer_matrices({"A n x N"}, lookup_is_product));

  /**
  The number of unit matrices is right: one for each entry of each shape, $(1 + 2 + \dots + 6)^2 = 441$.

  The shape is forced too. $A$ multiplies vectors with an entry for each of the $N$ tokens, so it has
  $N$ columns; it gives vectors of $n$ numbers, so it has $n$ rows. A text of $K$ tokens is a matrix of
  $K$ such columns, and $x_{pos} = E(w_{pos})$ in the masterclass is one of them. GPT-2's file has
  the shape $[N, n]$, but stores it row after row; read column after column, the same bytes are $A$.
  */
  const auto each_place = over_integer_matrices({"E n x N"}, [](Draw& draw, auto& E) {
    const arma::uword K = draw.size("K", 1, 6);
    std::vector<arma::uword> w;
    for (arma::uword pos = 0; pos < K; ++pos)
      w.push_back(draw.size("w", 0, E.n_cols - 1));
    const arma::mat x = embed(E, w);
    const arma::uword pos = draw.size("pos", 0, K - 1);
    return x.n_rows == E.n_rows && x.n_cols == K &&
           difference(x.col(pos), E * one_hot({w[pos]}, E.n_cols)).absolute == 0;
  });
  chapter.claim("exo7-2.1-A-shape", holds)
      .conformable("A", arma::size(768, 50257), "(e_1 | … | e_K), K = 6", arma::size(50257, 6))
      .property("A (e_1 | … | e_K) has n rows and K columns",
                over_integer_matrices({"A n x N"},
                                      [](auto& A) {
                                        return arma::size(A * one_hot({0, 0, 0}, A.n_cols)) ==
                                               arma::size(A.n_rows, 3);
                                      }))
      .refuses(
          "a token that A has no column for", [] { embed(arma::mat(3, 4), {4}); },
          "numbered from 0 to 3");
  chapter.claim("masterclass-add-embedding", holds)
      .property("column pos of the embedded text is E(w_pos), a vector of d_model numbers",
                each_place);
}

/**
## The same, at a price

As formulas the two are equal; as programs they are not. We let a matrix of numbers that count
multiply one-hot vectors: a multiplication and an addition for every entry of $A$ and every token, of
which all but one in $N$ are by 0. The table copies $n$ numbers.

Does rounding tell them apart? No: $v \cdot 1$ is exact, and so is the sum of $v$ and zeros. Not a
bit is lost, in single precision either. There is one exception, and it is not academic: $0 \cdot \infty$ is
NaN. A single infinite entry, after a training that diverged, spoils the products of *all* tokens; in the
table only the token that has it is ill.
*/
SECTION(price)
{
  const auto counted = [](arma::uword n, arma::uword N, arma::uword K) {
    const CountedMatrix A(n, N), e(N, K);
    return operations_of([&] { A* e; });
  };
  const auto reals = [](Draw& draw) {
    const arma::uword n = draw.size("n", 1, 6), N = draw.size("N", 1, 9);
    const arma::mat A = draw.matrix("A", n, N, -1e3, 1e3);
    const arma::fmat single = arma::conv_to<arma::fmat>::from(A);
    const arma::uword i = draw.size("i", 0, N - 1);
    const arma::mat e = one_hot({i}, N);
    return arma::all(arma::vectorise(A * e == embed(A, {i}))) &&
           arma::all(
               arma::vectorise(single * arma::conv_to<arma::fmat>::from(e) == embed(single, {i})));
  };
  const arma::mat ill{{1, std::numeric_limits<double>::infinity()}};
  chapter
      .finding("lookup-cost",
               "As a product an embedding takes 2 n N operations per token, as a table "
               "none; the result is the same to the last bit.")
      .equal("operations of A (e_1 | … | e_K), 24 x 61 and K = 7", counted(24, 61, 7),
             2. * 24 * 61 * 7)
      .equal("operations of A e_i, 5 x 300", counted(5, 300, 1), 2. * 5 * 300)
      .property("A e_i is column i in double and in single precision, real entries", reals)
      .fact("with ∞ in column 1, the product for token 0 is NaN and the table's column is not",
            std::isnan((ill * one_hot({0}, 2)).eval()(0, 0)) && embed(ill, {0})(0, 0) == 1,
            "NaN against 1");
}

/**
For one token of GPT-2 that is $2 \cdot 768 \cdot 50\,257$, or 77 million operations, against 768 copied
numbers: almost half of the 170 million operations of all dense layers of the twelve blocks, to no
purpose. Nobody forms the product. But it helps to think of it when the loss is differentiated: the gradient of $A$
is that of a matrix product, with zeros in all columns whose token did not occur. So in a step of
training a rare word learns nothing, unless it occurs. (Where the table also makes the logits, as in
GPT-2, every column learns from these in every step.)

## One to one?

The notes call the matrix a table with a "1-1" mapping from each token to its embedding. Read as a
table it is: as many columns as tokens, one for each, and the column's number is the token's. But to
get the token back from the *vector*, no two columns may be equal. That is a property of the
numbers, and we can say exactly which: nearest-column search finds every token again if and only if the
columns are pairwise different. On small integers collisions are common, so that both cases occur.
*/
static bool all_come_back(const arma::mat& A)
{
  for (arma::uword i = 0; i < A.n_cols; ++i) {
    const arma::mat from_v = A.each_col() - embed(A, {i}).col(0);
    const arma::uvec nearest = arma::find(arma::sum(arma::square(from_v), 0) == 0);
    if (nearest.n_elem != 1 || nearest(0) != i)
      return false;
  }
  return true;
}

static bool columns_differ(const arma::mat& A)
{
  for (arma::uword i = 0; i < A.n_cols; ++i)
    for (arma::uword j = 0; j < i; ++j)
      if (arma::all(A.col(i) == A.col(j)))
        return false;
  return true;
}

SECTION(one_to_one)
{
  const Integers small{.largest_side = 5, .low = -1, .high = 1};
  const auto iff = over_integer_matrices(
      {"A n x N"}, small, [](auto& A) { return all_come_back(A) == columns_differ(A); });
  const Matrices smallest =
      smallest_counterexample({"A n x N"}, {.largest_side = 2, .low = -1, .high = 1},
                              [](auto& A) { return all_come_back(A); });
  chapter.claim("notes-1-lookup", holds)
      .property("the table's entry for a token is the product with its one-hot vector",
                over_integer_matrices({"A n x N"}, lookup_is_product))
      .by_reading(
          "one entry for each token, found by its number: the mapping is between tokens and "
          "columns");
  chapter
      .finding("one-to-one",
               "From vectors one gets the tokens back if and only if no two columns of A "
               "are equal; a look-up table does not demand it.")
      .property("all tokens come back from their vectors ⇔ the columns differ", iff)
      .fact("the smallest table of which a token does not come back",
            smallest.front().n_rows == 1 && smallest.front().n_cols == 2,
            fmt::format("{}: one number for two tokens", shape(smallest.front())));

  /**
  A table of one number for two tokens is the smallest that loses one. Are large tables in danger? Let
  the columns be random, as before training. Among the $N(N-1)/2 < 2^{31}$ pairs of tokens each of 768
  coordinates agrees with a probability of at most $\tfrac12$, in truth far less.
  */
  constexpr double pairs = 50257. * 50256 / 2;
  chapter
      .finding("equal-by-chance",
               "Random columns of 768 coordinates are different, but for odds below "
               "1 : 2⁷³⁷.")
      .at_most(
          "log₂ of the odds that two of 50 257 columns agree, if a coordinate does with at most ½",
          std::log2(pairs) - 768, -737);
}

/**
So a model that starts from random columns starts one to one, with odds that need no further thought.
Whether *training* keeps the columns apart, only the trained numbers tell. What no training can do is to
keep 50 257 columns of 768 numbers linearly independent; how far apart they can stay, a later page
shows.
*/
