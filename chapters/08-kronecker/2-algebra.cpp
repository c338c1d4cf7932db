#include "epreuve/instruments/exact/determinant.hpp"
#include "figures.hpp"

#include <string>

/**
# Everything goes factor by factor

What is $A \otimes B$ good for, if the action can do without it? It is a matrix like any other, so it
has a rank, a determinant and eigenvalues, and one may ask for them. The answers are all of the same
kind: compute for $A$, compute for $B$, and multiply.
*/
using namespace epreuve::course;

/**
## The product formula and what follows from it

Act twice: $B_1 (B_2 M A_2^T) A_1^T = (B_1 B_2) M (A_1 A_2)^T$. So the product of two Kronecker
products is the Kronecker product of the products (*formule du produit*). This mixed product rule
is the one from which most others follow. Transposes and inverses keep the order of the factors,
unlike $(AB)^T = B^T A^T$. For $A$ of $p \times p$ and $B$ of $n \times n$, split
$A \otimes B = (A \otimes I)(I \otimes B)$: the first matrix is $n$ copies of $A$ up to a shuffle, the
second is $p$ copies of $B$, hence

$$ \det(A \otimes B) = (\det A)^n (\det B)^p . $$

Mind the exponents: each determinant is raised to the size of the *other* factor. The tests use $n
\ne p$ too, for otherwise they could not tell the exponents apart.
*/
SECTION(mixed_product)
{
  const auto mixed = over_integer_matrices(
      {"A1 k x l", "A2 l x m", "B1 q x r", "B2 r x s"}, [](auto& A1, auto& A2, auto& B1, auto& B2) {
        return difference(kronecker(A1, B1) * kronecker(A2, B2), kronecker(A1 * A2, B1 * B2));
      });
  const auto transposed = over_integer_matrices(all_pairs, [](auto& A, auto& B) {
    return difference(kronecker(A, B).t(), kronecker(A.t(), B.t()));
  });

  /**
  Traces, determinants and ranks are compared in rationals, exactly. So are inverses, of integer
  matrices to which $28\, I$ is added: no row of three entries up to 9 can outweigh that diagonal, so
  they are invertible. Matrices of low rank are products of a tall one and a wide one.
  */
  const Integers small{.largest_side = 3}, tiny{.largest_side = 3, .low = -2, .high = 2};
  const auto traces = over_integer_matrices(square_pairs, small, [](auto& A, auto& B) {
    const RationalMatrix a(A), b(B);
    return trace(by_four_indices(a, b)) == trace(a) * trace(b);
  });
  const auto determinants = over_integer_matrices(square_pairs, small, [](auto& A, auto& B) {
    const RationalMatrix a(A), b(B);
    const auto det_a = numerator(determinant(a)), det_b = numerator(determinant(b));
    return determinant(by_four_indices(a, b)) ==
           pow(det_a, unsigned(B.n_rows)) * pow(det_b, unsigned(A.n_rows));
  });
  const auto inverses = over_integer_matrices(square_pairs, small, [](auto& A, auto& B) {
    const RationalMatrix a(A + 28 * arma::eye(arma::size(A))), b(B + 28 * arma::eye(arma::size(B)));
    return inverse(by_four_indices(a, b)) == by_four_indices(inverse(a), inverse(b));
  });
  const char* const factors[]{"X 3 x r", "Y r x 4", "Z 3 x s", "W s x 4"};
  const auto ranks = over_integer_matrices(factors, tiny, [](auto& X, auto& Y, auto& Z, auto& W) {
    const RationalMatrix A(X * Y), B(Z * W);
    return rank(by_four_indices(A, B)) == rank(A) * rank(B);
  });
  chapter
      .finding("mixed-product", "(A₁⊗B₁)(A₂⊗B₂) = A₁A₂ ⊗ B₁B₂, and the rules that follow from it.")
      .property("(A₁⊗B₁)(A₂⊗B₂) = A₁A₂ ⊗ B₁B₂, all shapes", mixed, exactly())
      .property("(A⊗B)ᵀ = Aᵀ⊗Bᵀ, all shapes", transposed, exactly())
      .property("(A⊗B)⁻¹ = A⁻¹⊗B⁻¹, in rationals", inverses, 60)
      .property("tr(A⊗B) = tr A · tr B, in rationals", traces, 200)
      .property("det(A⊗B) = (det A)ⁿ (det B)ᵖ, in rationals", determinants, 100)
      .property("rank(A⊗B) = rank A · rank B, in rationals", ranks, 60);
}

/**
## Eigenvalues multiply

If $A u = \lambda u$ and $B v = \mu v$, the mixed product rule gives $(A \otimes B)(u \otimes v) =
Au \otimes Bv = \lambda\mu\,(u \otimes v)$. So the $np$ products $\lambda_i \mu_j$ are eigenvalues,
and as there are $np$ of them, there are no others. (This holds also when there are too few
eigenvectors: make both factors triangular.)

On the example this can be seen without computing a single eigenvalue. $A$ has trace 5 and
determinant $-2$, so its eigenvalues are the roots of $x^2 - 5x - 2$. $B$ has trace 2 and determinant
1, so both of its eigenvalues are 1, and it has only one eigenvector. If eigenvalues multiply,
$K = A \otimes B$ has the two eigenvalues of $A$, each twice, and by Cayley and Hamilton
$(K^2 - 5K - 2I)^2 = 0$. The square is needed because $B$ lacks an eigenvector.

For random matrices we need floating point, and a tolerance. Symmetric matrices make that easy: by
Weyl's inequality an error $E$ moves no eigenvalue further than $\|E\|$. Let $m = np$. The solver
commits about $m\varepsilon$ times the norm on $A \otimes B$ and $p\varepsilon$, $n\varepsilon$ on
the factors, rounding the entries of the product at most $\sqrt m\,\varepsilon$; with $n, p \le 5$
that is $(25 + 5 + 5 + 5)\,\varepsilon$ times the largest eigenvalue, and $\varepsilon$ times a
number is at most 2 of its ulp: 80 ulp of the largest one.

There is a rule for sums as well: the tensor sum $A \otimes I + I \otimes B$ has the eigenvalues
$\lambda_i + \mu_j$. Sums cancel, so its errors are measured by the factors' norms, at most 10 each,
not by what is left: $40\,\varepsilon$ times 20.
*/
static arma::mat symmetric(Draw& draw, const char* side)
{
  const arma::uword n = draw.size(side, 1, 5);
  const arma::mat X = draw.matrix(std::string("X of ") + side, n, n, -1, 1);
  return X + X.t();
}

SECTION(eigenvalues)
{
  const auto& [A, B, M] = Example();
  const arma::mat K = kronecker(A, B);
  const arma::mat annihilated = K * K - 5 * K - 2 * arma::eye(4, 4);

  const auto products = [](Draw& draw) {
    const arma::mat a = symmetric(draw, "p"), b = symmetric(draw, "n");
    const arma::vec lambda = arma::eig_sym(a), mu = arma::eig_sym(b);
    return difference(arma::eig_sym(kronecker(a, b)), arma::sort(vec(lambda * mu.t())));
  };
  const auto sums = [](Draw& draw) {
    const arma::mat a = symmetric(draw, "p"), b = symmetric(draw, "n");
    const arma::mat I_p = arma::eye(arma::size(a)), I_n = arma::eye(arma::size(b));
    arma::mat pairs = arma::repmat(arma::eig_sym(a), 1, b.n_rows);
    pairs.each_row() += arma::eig_sym(b).t();
    return difference(arma::eig_sym(kronecker(a, I_n) + kronecker(I_p, b)), arma::sort(vec(pairs)));
  };
  chapter.finding("eigenvalues", "The eigenvalues of A⊗B are the products λᵢ μⱼ.")
      .equal("(K² − 5K − 2I)² = 0 for the example's K = A⊗B", annihilated * annihilated,
             arma::zeros(4, 4))
      .at_least("largest entry of K² − 5K − 2I, which is not 0 without the square",
                arma::abs(annihilated).max(), 1)
      .property("sorted eigenvalues of A⊗B against λᵢ μⱼ, A and B symmetric", products,
                ulps_of_norm(80), 300)
      .property("sorted eigenvalues of A⊗I + I⊗B against λᵢ + μⱼ, A and B symmetric", sums,
                absolute(40 * 20 * arma::datum::eps), 300);
}

/**
## A spectrum in closed form

For a picture, take matrices whose eigenvalues are known: the $m \times m$ matrix with $a$ on the
diagonal and 1 next to it has the eigenvalues $a + 2\cos\frac{k\pi}{m+1}$, for $k = 1, \dots, m$. We take
$A$ of $4 \times 4$ with 2 on the diagonal and $B$ of $3 \times 3$ with 1. So the twelve eigenvalues of
$A \otimes B$ are products of two such numbers, and no eigenvalue has to be computed to know them.
*/
SECTION(closed_form)
{
  const arma::mat A = arma::toeplitz(arma::vec{2, 1, 0, 0}), B = arma::toeplitz(arma::vec{1, 1, 0});
  const arma::vec computed = arma::eig_sym(kronecker(A, B));
  const arma::vec lambda = 2 + 2 * arma::cos(arma::datum::pi / 5 * arma::regspace(1, 4));
  const arma::vec mu = 1 + 2 * arma::cos(arma::datum::pi / 4 * arma::regspace(1, 3));
  chapter
      .finding("eigenvalues-closed-form",
               "A⊗B of two tridiagonal matrices has the eigenvalues (2 + 2 cos)(1 + 2 cos).")
      .agree("twelve eigenvalues of a 12 x 12 A⊗B, LAPACK against cosines", computed,
             arma::sort(vec(lambda * mu.t())), ulps_of_norm(80));
  chapter.figure("eigenvalues",
                 [&](Figure& figure) { draw_eigenvalues(figure, lambda, mu, computed); });
}

/**
So the two small spectra determine the large one. This is the use of the big matrix: a
statement about $A \otimes B$ takes one line, and its proof is the mixed product rule.
*/
