#include "figures.hpp"

#include <algorithm>
#include <cmath>

/**
# Which matrices are Kronecker products?

A matrix of $np \times np$ has $n^2p^2$ entries, and $A \otimes B$ is made of $n^2 + p^2$ numbers,
so few matrices can be Kronecker products. Given a matrix, how does one see that it is? And if it is
not, how far is it from being one?
*/
using namespace epreuve::course;

/**
## The rearrangement

Compare $A \otimes B$ with the outer product $\mathrm{vec}(A)\,\mathrm{vec}(B)^T$. Both contain each
product $a_{ij} b_{kl}$ once, in different places. So cut any matrix $M$ into blocks of $B$'s shape,
and write the vec of each block as a row, the blocks in the order of vec. This *rearrangement*
$\mathcal R(M)$ only moves entries, and

$$ \mathcal R(A \otimes B) = \mathrm{vec}(A)\, \mathrm{vec}(B)^T . $$

Therefore $M$ is a Kronecker product exactly when $\mathcal R(M)$ has rank 1 (or 0). The document's
example shows it.
*/
static arma::mat rearranged_like(const arma::mat& M, const arma::mat& A, const arma::mat& B)
{
  return kronecker_rearrangement(M, arma::size(A), arma::size(B));
}

SECTION(rearrangement)
{
  chapter.figure("rearrangement", [](Figure& figure) { draw_rearrangement(figure, Example()); });
  const auto outer_product = over_integer_matrices(all_pairs, [](auto& A, auto& B) {
    return difference(rearranged_like(kronecker(A, B), A, B), vec(A) * vec(B).t());
  });
  const auto inner_product = over_integer_matrices(all_pairs, [](Draw& draw, auto& A, auto& B) {
    const arma::mat M = draw.integer_matrix("M", A.n_rows * B.n_rows, A.n_cols * B.n_cols, -9, 9);
    return difference(arma::as_scalar(vec(A).t() * rearranged_like(M, A, B) * vec(B)),
                      arma::accu(M % kronecker(A, B)));
  });

  /**
  A sum of $r$ products has a rearrangement of rank at most $r$, and a matrix whose rearrangement
  has rank $r$ can be written as such a sum. The operator of the tensor sum, $A \otimes I + I
  \otimes B$, needs two terms unless $A$ or $B$ is a multiple of $I$. At the other extreme is the
  shuffle of a square matrix, $n = p$, which transposes $M$: its rearrangement is a permutation, of
  full rank $n^2$. No sum of fewer than $n^2$ actions $B M A^T$ transposes every $n \times n$
  matrix.

  For a sum of $r$ terms we draw the vec of each $A$ as a row of one matrix, and that of each $B$ as a
  row of another.
  */
  const Integers up_to_3{.largest_side = 3}, units{.largest_side = 2, .low = -1, .high = 1};
  const auto sums = over_integer_matrices({"A r x 6", "B r x 6"}, up_to_3, [](auto& A, auto& B) {
    arma::mat sum(6, 6, arma::fill::zeros);
    for (arma::uword k = 0; k < A.n_rows; ++k)
      sum += kronecker(unvec(A.row(k).t(), 2, 3), unvec(B.row(k).t(), 3, 2));
    const arma::mat R = kronecker_rearrangement(sum, arma::size(2, 3), arma::size(3, 2));
    return rank(RationalMatrix(R)) <= A.n_rows;
  });
  const auto tensor_sum = over_integer_matrices(square_pairs, units, [](auto& A, auto& B) {
    const arma::mat I_p = arma::eye(arma::size(A)), I_n = arma::eye(arma::size(B));
    const bool one_term =
        difference(A, A(0) * I_p).absolute == 0 || difference(B, B(0) * I_n).absolute == 0;
    const arma::mat sum = kronecker(A, I_n) + kronecker(I_p, B);
    return (rank(RationalMatrix(rearranged_like(sum, A, B))) == 2) == !one_term;
  });
  const auto transposing = over_integer_matrices({"M n x n"}, [](auto& M) {
    const arma::mat R = rearranged_like(shuffle(M.n_rows, M.n_rows), M, M);
    return difference(R * R.t(), arma::eye(M.n_elem, M.n_elem));
  });
  chapter
      .finding("rearrangement",
               "R(A⊗B) = vec(A) vec(B)ᵀ: a matrix is a Kronecker product exactly when its "
               "rearrangement has rank at most 1.")
      .property("R(A⊗B) = vec(A) vec(B)ᵀ, all shapes", outer_product, exactly())
      .property("vec(A)ᵀ R(M) vec(B) is the sum of the entries of M times those of A⊗B",
                inner_product, exactly())
      .property("R of a sum of r Kronecker products has rank at most r, in rationals", sums, 200)
      .property("R(A⊗I + I⊗B) has rank 2 unless A or B is a multiple of I, in rationals",
                tensor_sum, 300)
      .property("R of the shuffle that transposes n x n matrices is a permutation, R Rᵀ = I",
                transposing, exactly(), 20);
}

/**
## The nearest Kronecker product

As $\mathcal R$ keeps the sum of the squared entries, it also answers the next question: which $A
\otimes B$ is *nearest* to a given $M$? The one whose rearrangement is the matrix of rank 1 nearest
to $\mathcal R(M)$, and that is known from the singular values $\sigma_1 \ge \sigma_2 \ge \dots$ of
$\mathcal R(M)$ [@van-loan-pitsianis-1993]:

$$ \min_{A, B} \lVert M - A \otimes B \rVert_F^2 = \sigma_2^2 + \sigma_3^2 + \dots, \qquad
   \mathrm{vec}(A) = \sqrt{\sigma_1}\, u_1, \quad \mathrm{vec}(B) = \sqrt{\sigma_1}\, v_1 . $$

`nearest_kronecker` computes it. That the distance is right we check against the *squared entries* of
$M$, less $\sigma_1^2$.
*/
/// |M - A (x) B|^2 for the nearest A and B of these shapes, as a share of |M|^2.
static double squared_distance(const arma::mat& M, const arma::mat& like_A, const arma::mat& like_B)
{
  const auto [A, B] = nearest_kronecker(M, arma::size(like_A), arma::size(like_B));
  const arma::mat rest = M - kronecker(A, B);
  return arma::dot(rest, rest) / std::max(arma::dot(M, M), arma::datum::eps);
}

/**
That nothing is nearer we check against competitors. The best multiple of $C \otimes D$ is at the squared
distance $\lVert M \rVert^2 - \langle M, C \otimes D\rangle^2 / \lVert C \otimes D\rVert^2$, whether
$C$ and $D$ are drawn far from the winner or near it. (As a share of $\lVert M \rVert^2$ it is 1 less the
squared cosine of the angle between $M$ and $C \otimes D$.)

LAPACK's singular values of at most $25 \times 25$ entries err by some $25\varepsilon\sigma_1$, and
norms and products add as much; relative to $\lVert M \rVert^2$ we allow $100\varepsilon$.
*/
SECTION(nearest)
{
  const double slack = 100 * arma::datum::eps;
  const Integers up_to_4{.largest_side = 4};
  const auto share = over_integer_matrices(all_pairs, up_to_4, [](Draw& draw, auto& A, auto& B) {
    const arma::mat M = draw.matrix("M", A.n_rows * B.n_rows, A.n_cols * B.n_cols, -1, 1);
    const double sigma = arma::norm(rearranged_like(M, A, B), 2);
    return difference(squared_distance(M, A, B), 1 - sigma * sigma / arma::dot(M, M));
  });
  const auto wins = over_integer_matrices(all_pairs, up_to_4, [=](Draw& draw, auto& A, auto& B) {
    const arma::mat M = draw.matrix("M", A.n_rows * B.n_rows, A.n_cols * B.n_cols, -1, 1);
    const auto nearest = nearest_kronecker(M, arma::size(A), arma::size(B));
    const double step = std::pow(10, draw.real("log10 of the step", -4, 2));
    const arma::mat C = nearest.A + step * draw.matrix("dA", A.n_rows, A.n_cols, -1, 1);
    const arma::mat D = nearest.B + step * draw.matrix("dB", B.n_rows, B.n_cols, -1, 1);
    const arma::mat CD = kronecker(C, D);
    const double cosine = arma::dot(M, CD) / std::sqrt(arma::dot(M, M) * arma::dot(CD, CD));
    return squared_distance(M, A, B) <= 1 - cosine * cosine + slack;
  });

  /**
  Two cases can be settled without singular values: a Kronecker product is nearest to itself, and
  for the shuffle, whose rearrangement is a permutation, all $n^2$ singular values are 1.
  */
  const auto itself = over_integer_matrices(all_pairs, [](auto& A, auto& B) {
    return difference(squared_distance(kronecker(A, B), A, B), 0);
  });
  const auto of_shuffle = over_integer_matrices({"M n x n"}, [](auto& M) {
    return difference(squared_distance(shuffle(M.n_rows, M.n_rows), M, M), 1 - 1.0 / M.n_elem);
  });
  chapter
      .finding("nearest-kronecker",
               "The Kronecker product nearest to M is the best approximation of R(M) by rank 1.")
      .property("squared distance of nearest_kronecker is 1 − σ₁²/‖M‖², relative to ‖M‖²", share,
                absolute(slack), 300)
      .property("no multiple of a random C⊗D, or of one near A⊗B, is nearer to M", wins, 300)
      .property("the nearest to A⊗B is A⊗B: squared distance, relative to its squared norm", itself,
                absolute(slack), 300)
      .property("the shuffle of n x n matrices: the nearest removes 1/n² of its squared norm",
                of_shuffle, absolute(slack), 20);
}

/**
This will matter for attention. A head, with its pattern held fixed, is one action $B M A^T$; a
layer of $h$ heads adds up $h$ of them, so its rearrangement has a rank of at most $h$. Fewer heads
can do what $h$ heads do only if that rank is smaller than $h$.
*/
