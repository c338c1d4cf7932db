#include "epreuve/chapter.hpp"
#include "epreuve/instruments/counted.hpp"
#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>

/**
# Kronecker products: one matrix that does two jobs at once

A sentence is a matrix $M$ of $n$ rows and $p$ columns: $p$ tokens, each a column of $n$ numbers.
The tensor product $A \otimes B$ treats it from both sides,

$$ (A \otimes B) M = B M A^T, $$

$B$ mixing the coordinates inside each column and $A$ mixing the columns among themselves. So far
this is only a way of acting. Is there a *matrix* that acts like this, by plain multiplication? And
if there is, should one ever write it down?
*/
using namespace epreuve::course;

/**
## The answer

There is one, the Kronecker product (*produit de Kronecker*). It is $A$ with each entry $a_{ij}$
replaced by the whole matrix $a_{ij} B$, and it multiplies $M$ after the columns of $M$ have been
stacked into one long vector. In the figure the upper way from $M$ to $M' = B M A^T$ leads through
that matrix, and the lower one gets there by two small products.
*/
SECTION(answer)
{
  chapter.shows("vec-diagram");
}

/**
It is a matrix to think with: its rank and its eigenvalues are those of $A$ and $B$, multiplied, and
so is its determinant, up to exponents. It is hardly ever one to compute with. For GPT-2 it would take
five terabytes, where the lower way holds two matrices of six megabytes.

## What the documents have wrong

Nothing, but our copy is damaged: the worked example shows the blocks $1B$, $2B$, $3B$, $4B$ on its way to the
result, and in the copy they stand in one column, where no reading makes the shapes fit. In two rows they are
right.

The definitions hold, the proposition holds, and every printed number of the example is right. The identity is
said to give back formula (†) of section 5.1; it gives back the right one, with the indices of (†)
exchanged (chapter 7).

## How exact this can be

Almost everything in this chapter is an identity between polynomials in the entries of matrices. We
test it on random *integer* matrices, with entries from -9 to 9 and sides from 1 to 5. No sum comes
near $2^{53}$, so `double` computes every one exactly: two sides are equal or they are not, and no
tolerance can hide a mistake. Ranks, inverses and determinants we compute in rationals.

## The definition

The document defines the product for square $A$ ($p \times p$) and $B$ ($n \times n$): the result
then has $np$ rows and $np$ columns. Nothing forces them to be square, so we test all shapes. There
are three programs to compare: the library's `kronecker`, which copies scaled blocks; Armadillo's
own `kron`, which was written by people who do not know us; and the definition at its most naive,
four indices and one product per entry. With rows and columns counted from 0, and $B$ of shape
$n' \times n$,

$$ (A \otimes B)_{i n' + k,\; j n + l} = a_{ij} b_{kl}. $$

The document's own words are one more test: a matrix of blocks, of which the one at $(i, j)$ is
$a_{ij} B$.
*/
template <typename Matrix>
Matrix epreuve::by_four_indices(const Matrix& A, const Matrix& B)
{
  Matrix product(A.rows() * B.rows(), A.cols() * B.cols());
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      for (arma::uword k = 0; k < B.rows(); ++k)
        for (arma::uword l = 0; l < B.cols(); ++l)
          product(i * B.rows() + k, j * B.cols() + l) = A(i, j) * B(k, l);
  return product;
}

template RationalMatrix epreuve::by_four_indices(const RationalMatrix&, const RationalMatrix&);
template CountedMatrix epreuve::by_four_indices(const CountedMatrix&, const CountedMatrix&);

SECTION(definition)
{
  const auto square = over_integer_matrices(square_pairs, [](auto& A, auto& B) {
    const arma::uword np = B.n_rows * A.n_rows;
    return arma::size(kronecker(A, B)) == arma::size(np, np);
  });
  const auto blocks = over_integer_matrices(all_pairs, [](Draw& draw, auto& A, auto& B) {
    const arma::uword i = draw.size("i", 0, A.n_rows - 1), j = draw.size("j", 0, A.n_cols - 1);
    const arma::mat product = kronecker(A, B);
    return difference(product.submat(i * B.n_rows, j * B.n_cols, arma::size(B)), A(i, j) * B);
  });
  const auto entries = over_integer_matrices(all_pairs, [](auto& A, auto& B) {
    return RationalMatrix(kronecker(A, B)) == by_four_indices(RationalMatrix(A), RationalMatrix(B));
  });
  const auto armadillo = over_integer_matrices(
      all_pairs, [](auto& A, auto& B) { return difference(kronecker(A, B), arma::kron(A, B)); });
  chapter.claim("exo7-5.3-kronecker", holds)
      .property("A⊗B is np x np if A is p x p and B is n x n", square)
      .property("block (i, j) of A⊗B is a_ij B, all shapes", blocks, exactly())
      .property("entry (i n' + k, j n + l) of A⊗B is a_ij b_kl, in rationals", entries, 200)
      .property("A⊗B is what Armadillo's kron computes, all shapes", armadillo, exactly());
}

/**
## Laying a matrix out as a vector

A matrix of $np$ columns multiplies vectors of $np$ entries, and $M$ is not a vector. So $M$ has to
be *vectorised*: $\mathrm{vec}(M)$ puts its columns on top of each other, the first one on top.
Column $j$ starts at position $nj$, so $M_{ij}$ lands at $i + nj$. For Armadillo, which stores a
matrix column after column, this costs nothing: it is what lies in memory anyway.
*/
SECTION(vectors)
{
  const auto stacked = over_integer_matrices({"M n x p"}, [](auto& M) {
    arma::mat columns = M.col(0);
    for (arma::uword j = 1; j < M.n_cols; ++j)
      columns = arma::join_cols(columns, M.col(j));
    return difference(vec(M), columns);
  });
  const auto places = over_integer_matrices({"M n x p"}, [](Draw& draw, auto& M) {
    const arma::uword i = draw.size("i", 0, M.n_rows - 1), j = draw.size("j", 0, M.n_cols - 1);
    return vec(M)(i + M.n_rows * j) == M(i, j);
  });
  const auto undone = over_integer_matrices(
      {"M n x p"}, [](auto& M) { return difference(unvec(vec(M), M.n_rows, M.n_cols), M); });
  chapter.claim("exo7-5.3-vec", holds)
      .property("vec(M) is the columns of M, joined one below the other", stacked, exactly())
      .property("entry i + n j of vec(M) is M_ij", places)
      .property("unvec undoes vec", undone, exactly());
}

/**
## The two definitions agree

Now the proposition: the big matrix does to $\mathrm{vec}(M)$ what the product $B M A^T$ does to
$M$. To see why, look at one block of rows. Block row $i$ of $A \otimes B$ is
$(a_{i1} B, a_{i2} B, \dots, a_{ip} B)$, and $\mathrm{vec}(M)$ is the stack of $C_1, \dots, C_p$, so
block $i$ of their product is

$$ \sum_j a_{ij} B C_j = B \sum_j C_j (A^T)_{ji} = B M \,(\text{column } i \text{ of } A^T), $$

which is column $i$ of $B M A^T$. That is a proof, for every size. But a proof on paper can have its
indices wrong (we are about to see one), so we also let the machine prove some sizes.

Both sides of the identity are linear in $A$, linear in $B$ and linear in $M$. If they agree
whenever each of the three is a *unit matrix* (a single 1 among zeros), they always agree: every
matrix is a combination of these. For given sizes that is a finite number of cases, and going
through all of them is a proof. We take all shapes with sides up to 3.
*/
SECTION(identity)
{
  const auto identity = [](auto& A, auto& B, auto& M) {
    return difference(kronecker(A, B) * vec(M), vec(B * M * A.t()));
  };
  const Cases units = on_unit_matrices(all_triples, identity, 3);
  const auto square = over_integer_matrices(square_triples, identity);
  const auto all_shapes = over_integer_matrices(all_triples, identity);
  const auto action = over_integer_matrices(all_triples, [](auto& A, auto& B, auto& M) {
    return difference(vec(kronecker_action(A, B, M)), arma::kron(A, B) * vec(M));
  });
  chapter.claim("exo7-5.3-vec-identity", holds)
      .fact("(A⊗B) vec(M) = vec(B M Aᵀ) for unit matrices, all shapes up to 3",
            units == Cases{7056, 0}, fmt::format("{} triples, {} fail", units.tried, units.failed))
      .property("(A⊗B) vec(M) = vec(B M Aᵀ), A and B square", square, exactly())
      .property("(A⊗B) vec(M) = vec(B M Aᵀ), A and B of any shape", all_shapes, exactly())
      .property("vec of kronecker_action against Armadillo's kron times vec(M)", action, exactly());

  /**
  The number of triples has to be right too, or we have proven less than we think. Over sides from 1
  to 3 it is $\sum p' \cdot \sum p^2 \cdot \sum n' \cdot \sum n^2 = 6 \cdot 14 \cdot 6 \cdot 14 =
  7056$.

  Unit matrices settle these shapes. Entries that are independent symbols settle each shape in a
  single case, and a checked proof settles every shape:
  */
  chapter.proposition("kronecker", {"vec_identity", "exact"});
}

/**
## The printed example

The document takes

$$ A = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}, \qquad
   B = \begin{pmatrix} 2 & -1 \\ 1 & 0 \end{pmatrix}, \qquad
   M = \begin{pmatrix} 1 & 2 \\ 0 & 1 \end{pmatrix}, $$

small enough for pencil and paper, with integers throughout. Every printed number must come out
exactly, and each result is computed a second time, in rationals and by the four indices of the
definition. $M$ becomes $(1, 0, 2, 1)$, the big matrix multiplies it, and the result is folded back
into two columns.
*/
SECTION(example)
{
  const auto& [A, B, M] = Example();
  const RationalMatrix a(A), b(B), m(M);
  const arma::vec product = kronecker(A, B) * vec(M);
  chapter.claim("exo7-5.3-example-matrix", reproduced)
      .prints_exactly("2 -1 4 -2; 1 0 2 0; 6 -3 8 -4; 3 0 4 0", kronecker(A, B))
      .equal("the example's A⊗B by four indices, in rationals", RationalMatrix(kronecker(A, B)),
             by_four_indices(a, b));
  chapter.claim("exo7-5.3-example-vec", reproduced)
      .prints_exactly("1 0 2 1", vec(M))
      .prints_exactly("8 5 18 11", product)
      .equal("the example's (A⊗B) vec(M) by four indices, in rationals",
             by_four_indices(a, b) * RationalMatrix(vec(M)), RationalMatrix(product));
  chapter.claim("exo7-5.3-example-reshape", reproduced)
      .prints_exactly("8 18; 5 11", unvec(product, 2, 2))
      .equal("the example's B M Aᵀ, in rationals", b * m * transpose(a),
             RationalMatrix(unvec(product, 2, 2)));
  chapter.figure("vec-diagram", [&](Figure& figure) { draw_vec_diagram(figure, M, product); });
}

/**
The last display of the page writes the result as $(A \otimes B) M$. As a product of matrices this
would be a $4 \times 4$ matrix times a $2 \times 2$ one; what is meant is the *action*, and the
document says so in 5.1. The figure that opens the chapter shows both ways from $M$ to $M'$.

## A display that lost its shape

Between "$A \otimes B$" and its sixteen entries the page has one step more, showing the four blocks
$1B$, $2B$, $3B$, $4B$. In our copy they stand in a single column, and there is no equals sign
before it. Let us take the copy at its word, in each of the ways it can be read. A stack of four $2
\times 2$ blocks is $8 \times 2$; the matrix after the next equals sign is $4 \times 4$. And
whatever follows $A \otimes B$ without a sign between them is multiplied by it, or acted on by it,
$B$ multiplying from the left. In none of these readings do the shapes fit.

With two blocks per row the display says what it must: the blocks are where the entries of $A$ were.
Four blocks go into a $2 \times 2$ layout in $4! = 24$ orders, and we compare each of them with the
matrix printed after the equals sign. If only one fits, the restoration is not a matter of taste.
*/
SECTION(layout)
{
  const auto& [A, B, M] = Example();
  const auto in_two_rows = [&](const arma::vec& factors) -> arma::mat {
    return arma::join_cols(arma::join_rows(factors(0) * B, factors(1) * B),
                           arma::join_rows(factors(2) * B, factors(3) * B));
  };
  const arma::mat K = kronecker(A, B), restored = in_two_rows({1, 2, 3, 4});
  const arma::mat column = arma::join_cols(1 * B, 2 * B, 3 * B, 4 * B);
  int fitting = 0;
  arma::vec order{1, 2, 3, 4};
  do
    fitting += difference(in_two_rows(order), K).absolute == 0;
  while (std::ranges::next_permutation(order).found);

  chapter.claim("exo7-5.3-example-layout", damaged)
      .as_copied("A⊗B = 1B over 2B over 3B over 4B")
      .same_shape("the column of blocks", arma::size(column), "the matrix after it", arma::size(K))
      .as_copied("A⊗B times the column of blocks")
      .conformable("A⊗B", arma::size(K), "the column", arma::size(column))
      .as_copied("A⊗B acting on the column of blocks, B · column · Aᵀ")
      .conformable("B", arma::size(B), "the column", arma::size(column))
      .restored("A⊗B = (1B 2B; 3B 4B)")
      .same_shape("(1B 2B; 3B 4B)", arma::size(restored), "A⊗B", arma::size(K))
      .prints_exactly("2 -1 4 -2; 1 0 2 0; 6 -3 8 -4; 3 0 4 0", restored)
      .fact("orders of the blocks 1B, 2B, 3B, 4B that give the printed matrix", fitting == 1,
            fmt::format("{} of 24", fitting));
  chapter.figure("blocks", [](Figure& figure) { draw_blocks(figure, Example()); });
}

/**
So the conversion flattened a block matrix; the mathematics was never wrong. The figure shows the
product as it should look: each entry of $A$ has become a tile, and in each tile one sees $B$,
brighter or darker, but always $B$.
*/
