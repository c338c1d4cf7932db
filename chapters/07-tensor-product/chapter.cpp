#include "figures.hpp"
#include "tensors.hpp"

#include <fmt/format.h>

/**
# Tensor products: positions and dimensions at once

A sentence is a matrix $M$ of $n$ rows and $p$ columns: each column is a token, each row one of its
$n$ coordinates. A network must do two different things to it. It must let tokens hear of each other,
which mixes columns, and it must compute with each token, which mixes rows. How does one write both
in one formula, and what can be computed from that formula without ever doing either?

## The answer

A matrix $B$ to the left of $M$ mixes rows, a matrix to the right mixes columns, and $(A \otimes B)
M = B M A^T$ does both. The two do not get in each other's way: it does not matter which of them
comes first.
*/
using namespace epreuve::course;

SECTION(answer)
{
  chapter.shows("two-sides");
}

/**
That is the whole tensor product (*produit tensoriel*) of the document, and nearly everything said
about it is right. Trace, determinant, inverse and eigenvalues of the action follow from those of
$A$ and $B$. An attention head is such an action once its pattern is known, and the eigenvalues of a
causal head are the diagonal of its pattern times those of $W_{OV}$. Of the five orders in which a
head can be computed, the one that transformers use is the cheapest, unless the head is nearly as
large as the embedding.

## What the documents have wrong

Formula (†) of exo7 5.1, for the columns of the result, has two indices exchanged: it computes
$B M A$. On the example on the same page it would give $(11, 7)$ for the first column, where the
page prints $(8, 5)$. (The author's second edition has $a_{ji}$.)

The transposition is called useless in practice *in our situation*, which is attention, since $A$ is learned. That is
true of an $A$ whose entries are free. It is not true of the $A$ that follows one section later, an attention
pattern: without the transposition the first token sees the future.

Everything else holds: the definitions, the example to the last digit, and every rule. One remark
should not be taken further than it goes: to verify the rules one is to remember $(A_1 A_2)^T =
A_2^T A_1^T$; the rule for sums needs a second property of transposition, that it is linear, and
this does not follow from the first.

## Two types of action

The document distinguishes two types of tensor product by what they act on. Type $(1, 1)$ sends a
vector linearly to a vector, $Y = AX$; type $(2, 2)$ sends a matrix to a matrix. The numbers count
indices: $a_{ij}$ has one index for what comes out and one for what goes in, and $A \otimes B$ has
two and two,

$$ M'_{kl} = \sum_{i, j} b_{ki}\, a_{lj}\, M_{ij} . $$

A type says more than a number of indices: it says what a change of basis does. In coordinates $PX$
the matrix $A$ becomes $PAP^{-1}$. If the rows of $M$ are given in coordinates $P$ and its columns
in coordinates $Q$, then $M$ becomes $PMQ^T$, and the action keeps its form if $B$ becomes
$PBP^{-1}$ and $A$ becomes $QAQ^{-1}$: each factor transforms like a matrix of type $(1, 1)$. We
test that in fractions, so that $P^{-1}$ is exact.
*/
SECTION(types)
{
  const auto linear = over_integer_matrices(
      {"A m x n", "X n x 1", "Z n x 1"}, [](Draw& draw, auto& A, auto& X, auto& Z) {
        const double c = double(draw.integer("c", -9, 9));
        return difference(A * arma::mat(c * X + Z), c * (A * X) + A * Z);
      });
  const auto indices = [](auto& A, auto& B, auto& M) {
    arma::mat image(B.n_rows, A.n_rows, arma::fill::zeros);
    for (arma::uword k = 0; k < B.n_rows; ++k)
      for (arma::uword l = 0; l < A.n_rows; ++l)
        for (arma::uword i = 0; i < M.n_rows; ++i)
          for (arma::uword j = 0; j < M.n_cols; ++j)
            image(k, l) += B(k, i) * A(l, j) * M(i, j);
    return difference(act(A, B, M), image);
  };
  const Integers small{.largest_side = 3};
  const auto one_basis = over_integer_matrices(
      {"A n x n", "X n x 1", "P n x n"}, small, [](auto& A, auto& X, auto& base) {
        const RationalMatrix P = invertible(base), a(A), x(X);
        return P * a * inverse(P) * (P * x) == P * (a * x);
      });
  const auto two_bases = over_integer_matrices(
      {"A p x p", "B n x n", "M n x p", "P n x n", "Q p x p"}, small,
      [](auto& A, auto& B, auto& M, auto& base_of_rows, auto& base_of_columns) {
        const RationalMatrix P = invertible(base_of_rows), Q = invertible(base_of_columns);
        const RationalMatrix a(A), b(B), m(M);
        return act(Q * a * inverse(Q), P * b * inverse(P), P * m * transpose(Q)) ==
               P * act(a, b, m) * transpose(Q);
      });
  chapter.claim("exo7-5-types", holds)
      .property("A(c X + Z) = c A X + A Z, A of any shape", linear, exactly())
      .property("P A P⁻¹ does to P X what A does to X, in fractions", one_basis, 200)
      .property("entry (k, l) of (A⊗B)M is Σ b_ki a_lj M_ij, all shapes",
                over_integer_matrices(all_triples, indices), exactly())
      .property("(QAQ⁻¹)⊗(PBP⁻¹) does to P M Qᵀ what A⊗B does to M, in fractions", two_bases, 100)
      .by_reading("attention is of this kind once its pattern A is computed; as a function of M it "
                  "is not linear, since A depends on M (see Attention heads)");
}

/**
The last test is also the first thing that the transposition is good for. With $B M A$ in place of
$B M A^T$, the factor $A$ would have to change by $Q^{-T} A\, Q^T$ instead, like a matrix that acts
on something else: on linear forms, not on vectors.

## The definition

For $A$ of $p \times p$ and $B$ of $n \times n$ the document defines $(A \otimes B) M = B M A^T$, again an
$n \times p$ matrix. Nothing forces the factors to be square; with $A$ of $p' \times p$ and $B$ of
$n' \times n$ the result is $n' \times p'$. A definition cannot be wrong, but it can fail to be what its
name promises. A tensor product is made for products: on $M = v u^T$, a vector for rows and
one for columns, it must do to each what its own factor does,

$$ (A \otimes B)(v u^T) = (Bv)(Au)^T , $$

and as every matrix is a sum of such $v u^T$, no other linear map does that.

The library computes the action as $(BM)A^T$ or $B(MA^T)$, whichever is cheaper. Both it and the
definition are linear in $A$, in $B$ and in $M$. So they always agree if they agree on unit
matrices, which have a single 1 among zeros, and for given shapes there are finitely many of these.
*/
SECTION(action)
{
  const auto shape = over_integer_matrices(square_triples, [](auto& A, auto& B, auto& M) {
    return arma::size(act(A, B, M)) == arma::size(M);
  });
  const auto rank_one = over_integer_matrices(
      {"A p' x p", "B n' x n", "u p x 1", "v n x 1"}, [](auto& A, auto& B, auto& u, auto& v) {
        return difference(act(A, B, v * u.t()), (B * v) * (A * u).t());
      });
  const auto library = [](auto& A, auto& B, auto& M) {
    return difference(kronecker_action(A, B, M), act(A, B, M));
  };
  const Cases units = on_unit_matrices(all_triples, library, 3);
  const auto transposed = over_integer_matrices({"A p' x p"}, [](Draw& draw, auto& A) {
    const arma::uword i = draw.size("i", 0, A.n_rows - 1), j = draw.size("j", 0, A.n_cols - 1);
    return A.t().eval()(j, i) == A(i, j);
  });
  const auto moved =
      over_integer_matrices({"A p' x p", "x p x 1", "y p' x 1"}, [](auto& A, auto& x, auto& y) {
        return difference(arma::dot(A * x, y), arma::dot(x, A.t() * y));
      });
  chapter.claim("exo7-5.1-action", holds)
      .property("B M Aᵀ has the shape of M if A and B are square", shape)
      .property("(A⊗B)(v uᵀ) = (B v)(A u)ᵀ, all shapes", rank_one, exactly())
      .fact("kronecker_action is B M Aᵀ on unit matrices, all shapes up to 3",
            units == Cases{7056, 0}, fmt::format("{} triples, {} fail", units.tried, units.failed))
      .property("kronecker_action against B M Aᵀ, all shapes",
                over_integer_matrices(all_triples, library), exactly());
  chapter.claim("exo7-5.1-transpose", holds)
      .property("entry (j, i) of Aᵀ is a_ij, all shapes", transposed)
      .property("(A x)·y = x·(Aᵀ y), all shapes", moved, exactly());
  chapter.proposition("tensor-product", {"rank_one", "commute"});
}

/**
The number of cases has to be right too: over sides from 1 to 3 there are
$\sum p' \cdot \sum p^2 \cdot \sum n' \cdot \sum n^2 = 6 \cdot 14 \cdot 6 \cdot 14 = 7056$ triples. Integer
matrices, with entries from -9 to 9 and sides up to 5, make the other tests exact: no sum comes near
$2^{53}$, and no tolerance can hide a mistake.

There is a matrix that does this by plain multiplication, the Kronecker product. It has its own
chapter, the next one, and we do not need it here.
*/
