#include "epreuve/instruments/exact/determinant.hpp"
#include "figures.hpp"
#include "tensors.hpp"

/**
# The laws, and what they follow from

What does one gain by writing $A \otimes B$ for an operation that is two products of matrices? One can
calculate with it. The rules are few, and each takes a line to derive.
*/
using namespace epreuve::course;

/**
## Sums

The action is linear in each factor. As the rule is a statement about maps, its meaning is the one
that the document spells out: for every $M$ both sides do the same. It takes only distributivity,

$$ B M (A_1 + A_2)^T = B M (A_1^T + A_2^T) = B M A_1^T + B M A_2^T . $$

Linear means more than sums. A number may be taken out of either factor,
$(cA) \otimes B = c\,(A \otimes B) = A \otimes (cB)$; and so $A$ and $B$ are not determined by what they
do: only the product of their scales is.
*/
SECTION(sums)
{
  const auto left = over_integer_matrices(
      {"A1 p' x p", "A2 p' x p", "B n' x n", "M n x p"}, [](auto& A1, auto& A2, auto& B, auto& M) {
        return difference(act(A1 + A2, B, M), act(A1, B, M) + act(A2, B, M));
      });
  const auto right = over_integer_matrices(
      {"A p' x p", "B1 n' x n", "B2 n' x n", "M n x p"}, [](auto& A, auto& B1, auto& B2, auto& M) {
        return difference(act(A, B1 + B2, M), act(A, B1, M) + act(A, B2, M));
      });
  const auto scaled = [](bool first) {
    return over_integer_matrices(all_triples, [first](Draw& draw, auto& A, auto& B, auto& M) {
      const double c = double(draw.integer("c", -9, 9));
      return difference(first ? act(c * A, B, M) : act(A, c * B, M), c * act(A, B, M));
    });
  };
  chapter.claim("exo7-5.2-bilinear-left", holds)
      .property("((A₁ + A₂)⊗B)M = (A₁⊗B)M + (A₂⊗B)M for every M, all shapes", left, exactly())
      .property("((c A)⊗B)M = c (A⊗B)M, all shapes", scaled(true), exactly());
  chapter.claim("exo7-5.2-bilinear-right", holds)
      .property("(A⊗(B₁ + B₂))M = (A⊗B₁)M + (A⊗B₂)M for every M, all shapes", right, exactly())
      .property("(A⊗(c B))M = c (A⊗B)M, all shapes", scaled(false), exactly());
  chapter.claim("exo7-5.2-bilinear-meaning", holds)
      .property("B M (A₁ + A₂)ᵀ = B M A₁ᵀ + B M A₂ᵀ for every M, all shapes", left, exactly())
      .by_reading("two maps are equal if they do the same to every M, and a sum of maps adds "
                  "their images");
}

/**
## Products

Act twice, and move the brackets:

$$ B_1 (B_2 M A_2^T) A_1^T = (B_1 B_2)\, M\, (A_1 A_2)^T . $$

This is the product rule (*formule du produit*): $(A_1 \otimes B_1)(A_2 \otimes B_2) = A_1 A_2
\otimes B_1 B_2$. The document calls the product on the left the usual product of matrices. At this
point of its text $A \otimes B$ is not yet a matrix, so the product is the composition of maps; with
the Kronecker product of the next section, whose chapter tests the same rule, it is that of matrices
too.

With an identity matrix in one place the rule takes the action apart, $(I \otimes B)M = BM$ and
$(A \otimes I)M = MA^T$, and puts it together again.
*/
SECTION(products)
{
  const auto composed = over_integer_matrices(
      {"A1 p'' x p'", "A2 p' x p", "B1 n'' x n'", "B2 n' x n", "M n x p"},
      Integers{.largest_side = 4}, [](auto& A1, auto& A2, auto& B1, auto& B2, auto& M) {
        return difference(act(A1, B1, act(A2, B2, M)), act(A1 * A2, B1 * B2, M));
      });
  const auto as_matrices = over_integer_matrices(
      {"A1 p x p", "A2 p x p", "B1 n x n", "B2 n x n"}, Integers{.largest_side = 3},
      [](auto& A1, auto& A2, auto& B1, auto& B2) {
        const auto of = [](const arma::mat& A, const arma::mat& B) {
          return matrix_of_action(RationalMatrix(A), RationalMatrix(B));
        };
        return of(A1, B1) * of(A2, B2) == of(A1 * A2, B1 * B2);
      });
  chapter.claim("exo7-5.2-product", holds)
      .property("(A₁⊗B₁)((A₂⊗B₂)M) = (A₁A₂⊗B₁B₂)M, all shapes", composed, exactly())
      .property("the matrices of the maps: that of A₁⊗B₁ times that of A₂⊗B₂, in fractions",
                as_matrices, 100);

  const auto identity = [](arma::uword n) { return arma::mat(n, n, arma::fill::eye); };
  const auto on_rows = over_integer_matrices({"B n' x n", "M n x p"}, [=](auto& B, auto& M) {
    return difference(act(identity(M.n_cols), B, M), B * M);
  });
  const auto on_columns = over_integer_matrices({"A p' x p", "M n x p"}, [=](auto& A, auto& M) {
    return difference(act(A, identity(M.n_rows), M), M * A.t());
  });
  const auto split = over_integer_matrices(all_triples, [=](auto& A, auto& B, auto& M) {
    const arma::mat positions = act(A, identity(M.n_rows), M);
    return difference(act(identity(A.n_rows), B, positions), act(A, B, M));
  });
  chapter.claim("exo7-5.2-identity-left", holds)
      .property("(I⊗B)M = B M, all shapes", on_rows, exactly())
      .property("(A⊗I)M = M Aᵀ, all shapes", on_columns, exactly());
  chapter.claim("exo7-5.2-decomposition", holds)
      .property("(I⊗B)((A⊗I)M) = (A⊗B)M, all shapes", split, exactly());
}

/**
If $A$ and $B$ are not square, the two identity matrices differ in size: $A \otimes B = (I_{p'} \otimes B)
(A \otimes I_n)$, or $(A \otimes I_{n'})(I_p \otimes B)$ in the other order.

## What the rules follow from

All of them, says the document, are easily verified from $(A \otimes B)M = BMA^T$, remembering that
$(A_1A_2)^T = A_2^T A_1^T$. The derivations above are these verifications, and nothing is missing
from them. They use two properties of transposition.
*/
SECTION(derivations)
{
  const auto product = over_integer_matrices({"X m x k", "Y k x n"}, [](auto& X, auto& Y) {
    return difference((X * Y).t(), Y.t() * X.t());
  });
  const auto sum = over_integer_matrices({"X m x n", "Y m x n"}, [](auto& X, auto& Y) {
    return difference((X + Y).t(), X.t() + Y.t());
  });
  chapter.claim("exo7-5.2-proof", holds)
      .property("(X Y)ᵀ = Yᵀ Xᵀ, all shapes: for the product rule and the decomposition", product,
                exactly())
      .property("(X + Y)ᵀ = Xᵀ + Yᵀ, all shapes: for the sum on the left", sum, exactly())
      .by_reading("each rule was derived above in one line; the exact proof of proposition 04 "
                  "multiplies both sides out in symbols, the formal one does it for all sizes");
  chapter.proposition("kronecker", {"mixed_product", "linear_left", "decomposition"});
}

/**
Only the first of these was to be remembered. Does the second follow from it, or could one do without?

Put another map $A \mapsto A^*$ in the place of transposition, $(A \otimes B)M = B M A^*$. For all
$B$ and $M$,

- the product rule needs $(A_1A_2)^* = A_2^* A_1^*$;
- the sum on the left needs $(A_1 + A_2)^* = A_1^* + A_2^*$, and the sum on the right needs nothing;
- $(I \otimes B)M = BM$ needs $I^* = I$.

The first two are independent. $A^* = \det(A)\, A^T$ reverses products, and $I^* = I$; but it is not
linear, and the sum rule fails: for numbers it is $a^2$. $A^* = A$ is linear, but it keeps the order
of products, and the product rule comes out as $A_2 A_1 \otimes B_1 B_2$. So the hint is enough for
the product rule, and the sum rule needs another one. In tests, matrices of zeros and ones suffice
to show what fails.
*/
SECTION(independent)
{
  const Integers small{.largest_side = 3};
  const auto star = [](const RationalMatrix& A) { return determinant(A) * transpose(A); };
  const auto by_star = [star](const arma::mat& A, const arma::mat& B, const RationalMatrix& M) {
    return RationalMatrix(B) * M * star(RationalMatrix(A));
  };
  const char* const two_pairs[]{"A1 p x p", "A2 p x p", "B1 n x n", "B2 n x n", "M n x p"};
  const auto product =
      over_integer_matrices(two_pairs, small, [=](auto& A1, auto& A2, auto& B1, auto& B2, auto& M) {
        return by_star(A1, B1, by_star(A2, B2, RationalMatrix(M))) ==
               by_star(A1 * A2, B1 * B2, RationalMatrix(M));
      });
  const auto reversed =
      over_integer_matrices(two_pairs, [](auto& A1, auto& A2, auto& B1, auto& B2, auto& M) {
        return difference(B1 * (B2 * M * A2) * A1, (B1 * B2) * M * (A2 * A1));
      });
  const Integers bits{.largest_side = 2, .low = 0, .high = 1};
  const Matrices no_sum =
      smallest_counterexample({"A1 p x p", "A2 p x p"}, bits, [=](auto& A1, auto& A2) {
        return star(RationalMatrix(A1 + A2)) == star(RationalMatrix(A1)) + star(RationalMatrix(A2));
      });
  const Matrices no_product =
      smallest_counterexample({"A1 p x p", "A2 p x p"}, bits,
                              [](auto& A1, auto& A2) { return difference(A1 * A2, A2 * A1); });
  chapter
      .finding("independent",
               "That transposition reverses products does not give the sum rule, nor does its "
               "linearity give the product rule.")
      .property("with det(A) Aᵀ for Aᵀ the product rule holds, in fractions", product, 200)
      .equal("with det(A) Aᵀ the sum rule fails, smallest case: A₁ = A₂ = 1",
             arma::join_cols(no_sum.at(0), no_sum.at(1)), arma::vec{1, 1})
      .property("with A for Aᵀ the product is A₂A₁⊗B₁B₂", reversed, exactly())
      .fact("with A for Aᵀ the product rule fails", no_product.at(0).n_elem == 4,
            "smallest case among 0-1 matrices: two of 2 x 2 that do not commute");
}

/**
So the transposition in the definition has a purpose: it makes the factors multiply in the order in
which they act. Keep that in mind for the page on heads.

## Inverse, trace, determinant

The product rule gives the inverse at once, $(A^{-1} \otimes B^{-1})(A \otimes B) = I \otimes I$. Trace
and determinant of the action can be had without ever writing its matrix. The coefficient of $E_{ij}$ in
$B E_{ij} A^T$ is $b_{ii} a_{jj}$, and the sum of these is the trace. And $I \otimes B$ does to each of the
$p$ columns what $B$ does, so its determinant is $(\det B)^p$; likewise $A \otimes I$, row by row:

$$ \operatorname{tr}(A \otimes B) = \operatorname{tr} A \cdot \operatorname{tr} B, \qquad
   \det(A \otimes B) = (\det A)^n (\det B)^p . $$

The exponents are exchanged: the determinant of $A$ is raised to the size of $B$. A test must not
assume this, so the program finds the matrix of the map from the images of all unit matrices, and
takes trace and determinant of that, in fractions.
*/
SECTION(invariants)
{
  const Integers small{.largest_side = 3};
  const char* const pairs[]{"A p x p", "B n x n"};
  const auto undone = over_integer_matrices(square_triples, small, [](auto& A, auto& B, auto& M) {
    const RationalMatrix a = invertible(A), b = invertible(B), m(M);
    return act(inverse(a), inverse(b), act(a, b, m)) == m;
  });
  const auto traces = over_integer_matrices(pairs, small, [=](auto& A, auto& B) {
    const RationalMatrix a(A), b(B);
    return trace(matrix_of_action(a, b)) == trace(a) * trace(b);
  });
  const auto determinants = over_integer_matrices(pairs, small, [=](auto& A, auto& B) {
    const RationalMatrix a(A), b(B);
    const auto det_a = numerator(determinant(a)), det_b = numerator(determinant(b));
    return determinant(matrix_of_action(a, b)) ==
           pow(det_a, unsigned(B.n_rows)) * pow(det_b, unsigned(A.n_rows));
  });
  chapter
      .finding(
          "invariants",
          "Inverse, trace and determinant of the action M ↦ B M Aᵀ come from those of A and B.")
      .property("A⁻¹⊗B⁻¹ undoes A⊗B, in fractions", undone, 100)
      .property("trace of the map M ↦ B M Aᵀ is tr A · tr B, in fractions", traces, 200)
      .property("determinant of the map is (det A)ⁿ (det B)ᵖ, in fractions", determinants, 100);
}

/**
## Eigenvalues

If $Au = \lambda u$ and $Bv = \mu v$, then $(A \otimes B)(v u^T) = (Bv)(Au)^T = \lambda\mu\, v u^T$. The
eigenvectors of the action are matrices of rank 1, and its eigenvalues are products. Are these all, and
with the right multiplicities, even if eigenvectors are missing? Over the complex numbers every matrix is
similar to a triangular one, $A = P S P^{-1}$ and $B = Q T Q^{-1}$, and then by the product rule

$$ A \otimes B = (P \otimes Q)(S \otimes T)(P \otimes Q)^{-1} , $$

where $S \otimes T$, with the unit matrices in the right order, is triangular with $s_{jj} t_{ii}$ on its
diagonal. So the characteristic polynomial is $\prod_{i,j} (x - \lambda_j \mu_i)$, always.

The program draws triangular $S$ and $T$ of integers, often with equal eigenvalues and then hardly
ever with enough eigenvectors, hides them by the changes of basis $P$ and $Q$, and compares both
sides at a random integer $x$. A polynomial of degree $m$ that is not 0 has at most $m$ zeros. Here
$m \le 9$, and $x$ is drawn from 199 numbers: where the two polynomials differ, this is noticed with
a probability of at least 95 %.
*/
bool epreuve::has_products_for_spectrum(const RationalMatrix& A, const RationalMatrix& B,
                                        const RationalMatrix& S, const RationalMatrix& T,
                                        const Rational& x)
{
  const RationalMatrix map = matrix_of_action(A, B);
  Rational product = 1;
  for (arma::uword j = 0; j < S.rows(); ++j)
    for (arma::uword i = 0; i < T.rows(); ++i)
      product *= x - S(j, j) * T(i, i);
  return determinant(x * RationalMatrix::identity(map.rows()) - map) == product;
}

SECTION(eigenvalues)
{
  const Integers small{.largest_side = 3, .low = -3, .high = 3};
  const char* const four[]{"S p x p", "T n x n", "P p x p", "Q n x n"};
  const auto products = over_integer_matrices(
      four, small, [](Draw& draw, auto& S_full, auto& T_full, auto& P_base, auto& Q_base) {
        const arma::mat S = arma::trimatu(S_full), T = arma::trimatu(T_full);
        const RationalMatrix P = invertible(P_base), Q = invertible(Q_base);
        const RationalMatrix A = P * RationalMatrix(S) * inverse(P);
        const RationalMatrix B = Q * RationalMatrix(T) * inverse(Q);
        const Rational x = draw.integer("x", -99, 99);
        return has_products_for_spectrum(A, B, RationalMatrix(S), RationalMatrix(T), x);
      });
  chapter
      .finding("eigenvalues",
               "The characteristic polynomial of M ↦ B M Aᵀ is ∏ (x − λⱼ μᵢ), whether or not A and "
               "B have enough eigenvectors.")
      .property("det(x − A⊗B) = ∏ (x − λⱼ μᵢ), triangular matrices hidden by a change of basis",
                products, 100);
  chapter.proposition("tensor-product", {"eigenvalues", "eigenvalues_triangular"});
}

/**
Proposition 18 proves it for every size, multiplicities included, over any algebraically closed field. The
next chapter has the spectrum in closed form for two tridiagonal matrices; the one that matters for
transformers is on the next page.
*/
