#include "epreuve/instruments/exact/determinant.hpp"
#include "figures.hpp"
#include "tensors.hpp"

/**
# The columns of the result

How does one column of $M' = B M A^T$ come about? The document gives a formula, (†), and an example.
The example is right. The formula does not fit it.
*/
using namespace epreuve::course;

/**
## An exchanged pair of indices

Write $M = (C_1, \dots, C_p)$. Column $j$ of a product is the left factor times column $j$ of the right
one, and column $j$ of $A^T$ is row $j$ of $A$, that is $(a_{j1}, \dots, a_{jp})$. Therefore

$$ C'_j = B M \begin{pmatrix} a_{j1} \\ \vdots \\ a_{jp} \end{pmatrix} = \sum_{i=1}^p a_{ji}\, B C_i . $$

The document prints $a_{ij}$. Its indices run from 1 to $p$ in both cases, so nothing looks
wrong, but the printed sum takes column $j$ of $A$ where row $j$ is needed.
*/
arma::mat epreuve::sums_of_columns(const arma::mat& c, const arma::mat& B, const arma::mat& M)
{
  arma::mat columns(B.n_rows, c.n_cols, arma::fill::zeros);
  for (arma::uword j = 0; j < c.n_cols; ++j)
    for (arma::uword i = 0; i < c.n_rows; ++i)
      columns.col(j) += c(i, j) * (B * M.col(i));
  return columns;
}

/**
`sums_of_columns` computes $\sum_i c_{ij}\, B C_i$ for all $j$: the printed formula if $c = A$, the
corrected one if $c = A^T$. We compare both with a product of three matrices, which knows nothing of
columns.
*/
SECTION(dagger)
{
  const auto& [A, B, M] = Example();
  const auto corrected = over_integer_matrices(all_triples, [](auto& a, auto& b, auto& m) {
    return difference(sums_of_columns(a.t(), b, m), act(a, b, m));
  });
  const auto library =
      over_integer_matrices(all_triples, [](Draw& draw, auto& a, auto& b, auto& m) {
        const arma::uword j = draw.size("j", 0, a.n_rows - 1);
        return difference(column_of_action<double>(a, b, m, j), act(a, b, m).col(j));
      });
  const auto printed = over_integer_matrices(square_triples, [](auto& a, auto& b, auto& m) {
    return difference(sums_of_columns(a, b, m), act(a, b, m));
  });
  chapter.claim("exo7-5.1-dagger", refuted)
      .as_printed("C′ⱼ = Σᵢ aᵢⱼ B Cᵢ")
      .equal("columns of the example by the printed sum, against B M Aᵀ", sums_of_columns(A, B, M),
             act(A, B, M))
      .property("columns by the printed sum are those of B M Aᵀ, A and B square", printed,
                exactly())
      .corrected("C′ⱼ = Σᵢ aⱼᵢ B Cᵢ")
      .equal("columns of the example by the corrected sum, against B M Aᵀ",
             sums_of_columns(A.t(), B, M), act(A, B, M))
      .property("columns by the corrected sum are those of B M Aᵀ, all shapes", corrected,
                exactly())
      .property("column_of_action against a column of B M Aᵀ, all shapes", library, exactly());
  chapter.figure("wrong-index", draw_wrong_index);
}

/**
The figure shows what the mistake means. The $A$ in it is one that real attention heads learn: each
position takes the token before it. With the printed index each position takes the token *after* it
instead, and the first one gets two.

## Where the mistake hides

The printed sum computes $B M A$. So it is off by $B M (A - A^T)$, and only the skew part of $A$
does harm. The next chapter shows that it is right for all $M$ only if $A$ is symmetric or $B = 0$;
here we ask for how many $M$ it is right even though $A$ is not symmetric.

A skew matrix has an even rank. Therefore, if $p$ is odd, $A - A^T$ is never invertible, and for
*every* $A$ there is an $M \ne 0$ on which the printed formula is right: any whose rows are in the kernel
of $A - A^T$. If $p$ is even such an $M$ need not exist. In the document's example, $p = 2$, it does not:
$A - A^T$ has determinant 1 and $B$ has determinant 1.
*/
SECTION(hiding)
{
  const auto& [A, B, M] = Example();
  const auto skew = [](const arma::mat& a) { return RationalMatrix(a - a.t()); };
  const auto off = over_integer_matrices(square_triples, [](auto& a, auto& b, auto& m) {
    return difference(sums_of_columns(a, b, m) - act(a, b, m), b * m * (a - a.t()));
  });
  const auto even =
      over_integer_matrices({"A p x p"}, [&](auto& a) { return rank(skew(a)) % 2 == 0; });
  const auto hidden =
      over_integer_matrices({"A 3 x 3", "B n x n", "v n x 1"}, [&](auto& a, auto& b, auto& v) {
        const RationalMatrix kernel_of_skew = kernel(skew(a)), left(b);
        RationalMatrix u(3, 1);
        for (arma::uword i = 0; i < 3; ++i)
          u(i, 0) = kernel_of_skew(i, 0);
        const RationalMatrix m = RationalMatrix(v) * transpose(u), right(a);
        return rank(u) == 1 && left * m * right == act(right, left, m);
      });
  chapter
      .finding("hiding",
               "The printed (†) is off by B M (A − Aᵀ). For odd p every A has an M ≠ 0 that hides "
               "it; for the example's A and B there is no such M.")
      .property("(†) as printed less B M Aᵀ is B M (A − Aᵀ)", off, exactly())
      .property("A − Aᵀ has an even rank, in fractions", even, 300)
      .property("for p = 3 and u in the kernel of A − Aᵀ, (†) is right for M = v uᵀ", hidden, 300)
      .equal("determinant of the example's A − Aᵀ", determinant(skew(A)), 1)
      .equal("determinant of the example's B", determinant(RationalMatrix(B)), 1);
}

/**
A test of the formula with one symmetric $A$, or with one clever $M$, finds nothing. A random
integer $A$ finds the mistake at once.

## The printed example

Three small matrices, multiplied in front of the reader. We compute the product in fractions, then
column by column with the corrected sum, and once more without $A^T$ or any product of matrices, as the
sum of the images of four unit matrices, $M_{ij}\,(\text{column } i \text{ of } B)(\text{column } j
\text{ of } A)^T$.
*/
SECTION(example)
{
  const auto& [A, B, M] = Example();
  const RationalMatrix a(A), b(B), m(M);
  arma::mat by_units(2, 2, arma::fill::zeros);
  for (arma::uword i = 0; i < 2; ++i)
    for (arma::uword j = 0; j < 2; ++j)
      by_units += M(i, j) * (B.col(i) * A.col(j).t());
  chapter.claim("exo7-5.1-example", reproduced)
      .prints_exactly("1 3; 2 4", entries(transpose(a)))
      .prints_exactly("8 18; 5 11", entries(act(a, b, m)))
      .equal("the example column by column, aⱼᵢ", sums_of_columns(A.t(), B, M), act(A, B, M))
      .equal("the example as a sum over unit matrices", by_units, act(A, B, M));
}

/**
All four numbers are right, and so is the transposed $A$ in the middle of the display. It is the
general formula above it that took the other index.
*/
