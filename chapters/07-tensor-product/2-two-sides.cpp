#include "figures.hpp"
#include "tensors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

/**
# Positions on the right, dimensions on the left

Columns are tokens, and their numbers are positions in the sentence. Rows are coordinates. Which factor
touches which?
*/
using namespace epreuve::course;

/**
## From the right: an action on positions

A vector to the right of $M$ combines its columns, $Ma = \sum_j a_j C_j$. A matrix to the right does
so once for each of its own columns, and column $j$ of $A^T$ is row $j$ of $A$. So row $j$ of $A$
says what the token at position $j$ is made of. The coordinates are not mixed: each row of $M A^T$
depends on the same row of $M$, and on no other.

The document lets the index of positions run from 1 to $k$, a letter that it has not introduced. The
columns of $M$ are numbered from 1 to $p$, and section 6.2 calls the number of tokens $K$; with $p =
K = k$ all is well, and nothing that is computed depends on the name.

Four tests: the combination of columns, for one vector; row $j$ of $A$ as the recipe of column $j$; rows that do
not hear of each other; and the $A$ that moves every token by the same number of places.
*/
SECTION(right)
{
  const auto combination = over_integer_matrices({"M n x p", "a p x 1"}, [](auto& M, auto& a) {
    arma::vec sum(M.n_rows, arma::fill::zeros);
    for (arma::uword j = 0; j < M.n_cols; ++j)
      sum += a(j) * M.col(j);
    return difference(M * a, sum);
  });
  const auto columns = over_integer_matrices({"A p' x p", "M n x p"}, [](auto& A, auto& M) {
    const arma::mat I = arma::eye(M.n_rows, M.n_rows);
    return difference(M * A.t(), sums_of_columns(A.t(), I, M));
  });
  const auto rows_apart =
      over_integer_matrices({"A p' x p", "M n x p"}, [](Draw& draw, auto& A, auto& M) {
        const arma::uword i = draw.size("i", 0, M.n_rows - 1);
        return difference((M * A.t()).eval().row(i), (A * M.row(i).t()).t());
      });
  const auto moved = over_integer_matrices({"M n x p"}, [](Draw& draw, auto& M) {
    const arma::uword p = M.n_cols, shift = draw.size("shift", 0, p - 1);
    arma::mat A(p, p, arma::fill::zeros), expected(arma::size(M));
    for (arma::uword j = 0; j < p; ++j) {
      A(j, (j + shift) % p) = 1;
      expected.col(j) = M.col((j + shift) % p);
    }
    return difference(M * A.t(), expected);
  });
  chapter.claim("exo7-5.1-Ma", holds)
      .property("M a = Σⱼ aⱼ Cⱼ, all shapes", combination, exactly());
  chapter.claim("exo7-5.1-index-k", holds)
      .property("column j of M Aᵀ is the sum of the columns Cᵢ with weights from row j of A",
                columns, exactly())
      .property("row i of M Aᵀ comes from row i of M alone", rows_apart, exactly())
      .property("M Aᵀ with an A that has its ones at (j, j + s) has token j + s at position j",
                moved, exactly())
      .by_reading("k is a further name for the number of columns, p, and of tokens, K");
}

/**
## From the left: an action on dimensions

A row vector to the left combines rows, $bM = \sum_i b_i L_i$. With a whole matrix each column stays
in its place and becomes $B C_j$: the embedding (*plongement*) of every token is changed in the same
way, wherever the token is, and no token hears of another. So it makes no difference whether the
tokens are rearranged before or after.
*/
SECTION(left)
{
  const auto combination = over_integer_matrices({"b 1 x n", "M n x p"}, [](auto& b, auto& M) {
    arma::rowvec sum(M.n_cols, arma::fill::zeros);
    for (arma::uword i = 0; i < M.n_rows; ++i)
      sum += b(i) * M.row(i);
    return difference(b * M, sum);
  });
  const auto in_place =
      over_integer_matrices({"B n' x n", "M n x p"}, [](Draw& draw, auto& B, auto& M) {
        const arma::uword j = draw.size("j", 0, M.n_cols - 1);
        return difference((B * M).eval().col(j), B * M.col(j));
      });
  chapter.claim("exo7-5.1-bM", holds)
      .property("b M = Σᵢ bᵢ Lᵢ, all shapes", combination, exactly())
      .property("column j of B M is B Cⱼ, from column j of M alone", in_place, exactly());
}

/**
## Both, in either order

Together they are $B M A^T$, and that needs no brackets: $(BM)A^T = B(MA^T)$. Mixing rows and mixing
columns commute, for all sizes. The figure that opens the chapter is this one statement:

$$ (A \otimes I)(I \otimes B) = A \otimes B = (I \otimes B)(A \otimes I) . $$

This cannot be taken for granted. Two actions on positions need not commute with each other, nor
need two on dimensions, since products of matrices need not.
*/
SECTION(both)
{
  const auto either = over_integer_matrices(all_triples, [](auto& A, auto& B, auto& M) {
    const arma::mat rows_first = (B * M) * A.t(), columns_first = B * (M * A.t());
    return difference(rows_first, columns_first);
  });
  const auto steps = over_integer_matrices(all_triples, [](auto& A, auto& B, auto& M) {
    const arma::mat I_p = arma::eye(A.n_cols, A.n_cols), I_n = arma::eye(B.n_rows, B.n_rows);
    return difference(act(A, I_n, act(I_p, B, M)), act(A, B, M));
  });
  const Integers bits{.largest_side = 2, .low = 0, .high = 1};
  const Matrices clash =
      smallest_counterexample({"A1 p x p", "A2 p x p"}, bits, [](auto& A1, auto& A2) {
        const arma::mat I = arma::eye(arma::size(A1));
        return difference(act(A1, I, act(A2, I, I)), act(A2, I, act(A1, I, I)));
      });
  chapter.claim("exo7-5.1-combines", holds)
      .property("(B M) Aᵀ = B (M Aᵀ), all shapes", either, exactly())
      .property("B M, and then Aᵀ to the right of it, is (A⊗B)M, all shapes", steps, exactly());
  chapter
      .finding("commute",
               "An action on positions commutes with every action on dimensions, but not with "
               "every other action on positions.")
      .property("(A⊗I)(I⊗B)M = (I⊗B)(A⊗I)M, all shapes", either, exactly())
      .fact("smallest pair of 0-1 matrices whose actions on positions do not commute",
            clash.at(0).n_rows == 2 && arma::accu(clash.at(0)) + arma::accu(clash.at(1)) == 2,
            "two of 2 x 2, with a single 1 in each");
  chapter.figure("two-sides", draw_two_sides);
}

/**
## Exactly the tool

The document sums up: the tensor product is exactly the tool that groups an action on the columns,
by $A$, with one on the rows, by $B$. (That is how 5.1 uses the words: $A$ combines whole columns,
$B$ combines whole rows. If "acting on the column vectors" meant multiplying each of them by a
matrix, the two factors would be exchanged.)

"Exactly" can be made a theorem. Suppose that a linear map $T$ of $n \times p$ matrices commutes
with *every* action on dimensions, $T(BM) = B\,T(M)$. Then it is an action on positions: $T(M) = M
A^T$ for some $A$. So an operation that treats all dimensions alike is given by a matrix $A$, and by
nothing else. To see it, let $e_1 = (1, 0, \dots, 0)^T$. As $e_1 u^T = (e_1 e_1^T)(e_1 u^T)$, the
image of $e_1 u^T$ has nothing but a first row, which depends linearly on $u$: call it $(Au)^T$.
Then $T(v u^T) = (v e_1^T)\, T(e_1 u^T) = v\, (Au)^T$ for all $v$. Proposition 18 has this for every
size.

For small sizes one can also count. That $T$ commutes with given maps is a system of linear equations for its
$(np)^2$ entries, and if the theorem is right, its solutions have dimension $p^2$. Two matrices
are enough to generate all $B$: the circular shift, and $E_{11}$.
*/
SECTION(exactly_the_tool)
{
  std::vector<arma::uword> seen, expected;
  for (const auto& [n, p] :
       {std::pair<arma::uword, arma::uword>{1, 2}, {2, 1}, {2, 2}, {2, 3}, {3, 2}}) {
    RationalMatrix shift(n, n), first(n, n);
    for (arma::uword i = 0; i < n; ++i)
      shift(i, (i + 1) % n) = 1;
    first(0, 0) = 1;
    const RationalMatrix I = RationalMatrix::identity(p);
    const RationalMatrix by_shift = matrix_of_action(I, shift),
                         by_first = matrix_of_action(I, first);
    const RationalMatrix equations = matrix_of_map(n * p, n * p, [&](const RationalMatrix& T) {
      return join_rows(by_shift * T - T * by_shift, by_first * T - T * by_first);
    });
    seen.push_back(equations.cols() - rank(equations));
    expected.push_back(p * p);
  }
  chapter
      .finding("commutant",
               "What commutes with every action on dimensions is an action on positions.")
      .fact("maps of n x p matrices that commute with all M ↦ B M: dimension p²", seen == expected,
            fmt::format("{} for five shapes up to 3 x 2, in fractions", fmt::join(seen, ", ")));
  const auto wholes = over_integer_matrices(all_triples, [](Draw& draw, auto& A, auto& B, auto& M) {
    const arma::uword k = draw.size("k", 0, B.n_rows - 1), l = draw.size("l", 0, A.n_rows - 1);
    return difference(act(A, B, M)(k, l), arma::as_scalar(B.row(k) * M * A.row(l).t()));
  });
  chapter.claim("exo7-5.2-regroup", holds)
      .property("entry (k, l) of (A⊗B)M: row k of B combines rows, row l of A combines columns",
                wholes, exactly())
      .by_reading("A combines column vectors, B combines row vectors, as 5.1 has it");
}

/**
A map that treats all positions alike has $n^2$ free numbers, one that treats all coordinates alike
$p^2$, an arbitrary linear map $n^2 p^2$. Dense layers and attention are the first two kinds, in
this order.
*/
