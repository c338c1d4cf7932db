#include "figures.hpp"

/**
# Exchanged indices, exchanged conventions

Two things go wrong with Kronecker products, and no program notices, because all shapes fit. One is
to exchange the indices of $A$, which happened to the document. The other is to stack columns in one
place and rows in another, which happens to everyone who uses two libraries.
*/
using namespace epreuve::course;

/**
## A pair of exchanged indices

The document introduces the identity with a remark: one recovers formula (†) of section 5.1. That
formula is for the columns $C'_j$ of the result, and it is printed as

$$ C'_j = \sum_i a_{ij} B C_i . \tag{†, as printed} $$

But one does not recover it. Block $i$ of the product, as we computed it, is $\sum_j a_{ij} B C_j$.
The coefficient is the same, $a_{ij}$, but the sum runs over the *second* index. Written for block
$j$ it is $\sum_i a_{ji} B C_i$. The printed formula, with $i$ and $j$ exchanged, takes column $j$
of $A$ where row $j$ is needed, and so computes $B M A$ instead of $B M A^T$. The identity is not
affected by this; what fails is the way back to 5.1, until (†) is mended.

So we compute $\sum_i c_{ij} B C_i$ for both, $c_{ij} = a_{ij}$ as printed and $c_{ij} = a_{ji}$ as
corrected. Could the printed formula be right for some $A$ that is not symmetric? A special $M$ might
hide the mistake, so we ask with $B = M = I$, which hides nothing.
*/
static arma::mat dagger(const arma::mat& c, const arma::mat& B, const arma::mat& M)
{
  arma::mat columns(B.n_rows, c.n_cols, arma::fill::zeros);
  for (arma::uword j = 0; j < c.n_cols; ++j)
    for (arma::uword i = 0; i < c.n_rows; ++i)
      columns.col(j) += c(i, j) * (B * M.col(i));
  return columns;
}

SECTION(exchanged_indices)
{
  const auto& [A, B, M] = Example();
  const auto corrected = over_integer_matrices(all_triples, [](auto& a, auto& b, auto& m) {
    return difference(vec(dagger(a.t(), b, m)), arma::kron(a, b) * vec(m));
  });
  const auto printed = over_integer_matrices(square_triples, [](auto& a, auto& b, auto& m) {
    return difference(dagger(a, b, m), b * m * a);
  });
  const auto equal = over_integer_matrices(square_triples, [](auto& a, auto& b, auto& m) {
    const arma::mat s = a + a.t();
    return difference(dagger(s, b, m), b * m * s.t());
  });
  const Integers bits{.largest_side = 3, .low = 0, .high = 1};
  const auto only_symmetric = over_integer_matrices({"A p x p"}, bits, [](auto& a) {
    const arma::mat I = arma::eye(arma::size(a));
    return (difference(dagger(a, I, I), a.t()).absolute == 0) == a.is_symmetric();
  });
  chapter
      .finding("dagger",
               "The columns of what (A⊗B) vec(M) folds back to are C'ⱼ = Σᵢ aⱼᵢ B Cᵢ, not the "
               "printed (†).")
      .equal("first column of the example with the printed aᵢⱼ: (11, 7)", dagger(A, B, M).col(0),
             arma::vec{11, 7})
      .equal("first column of the example with the right aⱼᵢ: (8, 5)", dagger(A.t(), B, M).col(0),
             arma::vec{8, 5})
      .property("(†) with aⱼᵢ gives the blocks of (A⊗B) vec(M)", corrected, exactly())
      .property("(†) with the printed aᵢⱼ gives the columns of B M A", printed, exactly())
      .property("(†) as printed gives the columns of B M Aᵀ if A is symmetric", equal, exactly())
      .property("(†) as printed is right for B = M = I only if A is symmetric", only_symmetric);
}

/**
The example's first column would be $(11, 7)$, where the page itself has $(8, 5)$. The mistake is
invisible to anyone who tests with a symmetric $A$, and that is how such mistakes usually survive. (It
does no harm in training, either: a network that learns $A$ learns $A^T$ just as well.)

## The other convention, and how to mix them up

numpy stores a matrix row after row, and so its `ravel` and `reshape` stack *rows*. Call that
$\mathrm{vec}_r$; of course $\mathrm{vec}_r(M) = \mathrm{vec}(M^T)$. To see what becomes of the
identity, transpose the right side, $(B M A^T)^T = A M^T B^T$, and read it as the identity for $M^T$
with the roles of $A$ and $B$ exchanged:

$$ \mathrm{vec}_r(B M A^T) = \mathrm{vec}(A M^T B^T) = (B \otimes A)\, \mathrm{vec}(M^T)
   = (B \otimes A)\, \mathrm{vec}_r(M). $$

The factors change places. Anyone who takes the formula from a page that stacks columns and the
function from a library that stacks rows computes something else. Such a warning deserves its
smallest counterexample, so we search all matrices of zeros and ones with sides 1 and 2 for the one
with the fewest entries, and among those for the one with the fewest ones.
*/
SECTION(rows_stacked)
{
  const auto& [A, B, M] = Example();
  const auto exchanged = over_integer_matrices(all_triples, [](auto& a, auto& b, auto& m) {
    return difference(kronecker(b, a) * vec_rows(m), vec_rows(b * m * a.t()));
  });
  const auto mixed_up =
      over_integer_matrices({"A n x n", "B n x n", "M n x n"}, [](auto& a, auto& b, auto& m) {
        const arma::vec rows = kronecker(a, b) * vec_rows(m);
        return difference(unvec_rows(rows, m.n_rows, m.n_cols), a * m * b.t());
      });
  const Integers bits{.largest_side = 2, .low = 0, .high = 1};
  const Matrices smallest =
      smallest_counterexample(all_triples, bits, [](auto& a, auto& b, auto& m) {
        return difference(kronecker(a, b) * vec_rows(m), vec_rows(b * m * a.t()));
      });
  chapter
      .finding("rows-stacked",
               "When rows are stacked, the factors change places: (B⊗A) vecᵣ(M) = vecᵣ(B M Aᵀ).")
      .property("(B⊗A) vecᵣ(M) = vecᵣ(B M Aᵀ), A and B of any shape", exchanged, exactly())
      .equal("the example with the conventions mixed up gives (-2 1; -4 3)",
             unvec_rows(kronecker(A, B) * vec_rows(M), 2, 2), arma::mat{{-2, 1}, {-4, 3}})
      .property("(A⊗B) vecᵣ(M) is vecᵣ(A M Bᵀ), all of them n x n", mixed_up, exactly())
      .equal("smallest case in which mixing vec and vecᵣ shows: A = (0; 1), B = (1; 0), M = (1)",
             arma::join_cols(smallest.at(0), smallest.at(1), smallest.at(2)),
             arma::vec{0, 1, 1, 0, 1});
}

/**
Mixed up, the example turns into $(-2\ 1;\ -4\ 3)$: all shapes fit, and no program complains. We
expected a $2 \times 2$ matrix $M$ in the smallest case, but the search found a smaller one, in
which $M$ is a single number. It is the *result*, a column times a row, whose rows and columns come
out exchanged. The mistake is hidden when input and result are vectors, which have no order to get
wrong, and when $A = B$, since then $A \otimes B = B \otimes A$: just the cases one tries first.

## The shuffle between the two

The two conventions list the same $np$ numbers in different orders, so a permutation leads from
one to the other: $\mathrm{vec}(M) = S\, \mathrm{vec}_r(M)$, where $S$ has its ones at $(i + nj,\
pi + j)$. Card players know it: cut the deck into $n$ packets of $p$ cards and take one from each
packet in turn, the *perfect shuffle*.
*/
arma::mat epreuve::shuffle(arma::uword n, arma::uword p)
{
  arma::mat S(n * p, n * p, arma::fill::zeros);
  for (arma::uword i = 0; i < n; ++i)
    for (arma::uword j = 0; j < p; ++j)
      S(i + n * j, p * i + j) = 1;
  return S;
}

/**
Together the two identities then say how $A \otimes B$ and $B \otimes A$ are related:

$$ A \otimes B = S' \,(B \otimes A)\, S^T, $$

with $S'$ the shuffle of the result's shape. They differ, but only in the order of rows and
columns: they have the same norm, the same rank and, for square factors, where $S' = S$, the same
eigenvalues.
*/
SECTION(perfect_shuffle)
{
  const auto& [A, B, M] = Example();
  const auto shuffled = over_integer_matrices({"M n x p"}, [](auto& m) {
    return difference(shuffle(m.n_rows, m.n_cols) * vec_rows(m), vec(m));
  });
  const auto related = over_integer_matrices(all_pairs, [](auto& a, auto& b) {
    const arma::mat S_out = shuffle(b.n_rows, a.n_rows), S = shuffle(b.n_cols, a.n_cols);
    return difference(kronecker(a, b), S_out * kronecker(b, a) * S.t());
  });
  chapter
      .finding("shuffle",
               "A⊗B = S' (B⊗A) Sᵀ with perfect shuffles S' and S: A⊗B and B⊗A differ only in the "
               "order of rows and columns.")
      .equal("B⊗A of the example, which is another matrix", kronecker(B, A),
             arma::mat{{2, 4, -1, -2}, {6, 8, -3, -4}, {1, 2, 0, 0}, {3, 4, 0, 0}})
      .property("S vecᵣ(M) = vec(M), all shapes", shuffled, exactly())
      .property("A⊗B = S' (B⊗A) Sᵀ, all shapes", related, exactly());
  chapter.figure("shuffle", [](Figure& figure) { draw_shuffle(figure); });
}
