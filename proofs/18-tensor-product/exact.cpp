// What follows from the tensor product's rules, for all real matrices of the sizes below: their entries
// are independent symbols, so that each formula either is an identity of polynomials in them or is not.
//
// A ⊗ B is the block matrix (a_ij B), of which proposition 04 proves that it does to vec(M) what the
// action does to M, (A ⊗ B) M = B M Aᵀ.
//
// Inverses are brought to polynomials by the adjugate, A adj(A) = det(A) I. Eigenvalues are no
// polynomials in the entries; their symmetric functions are, and these are the coefficients of the
// characteristic polynomial. So its formula is proven twice: for triangular matrices, whose eigenvalues
// are on the diagonal, and for all 2 x 2 matrices, by coefficients.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

/// A p x p, B n x n.
struct Sizes
{
  std::size_t p, n;

  std::string at() const { return fmt::format("A {0} x {0}, B {1} x {1}", p, n); }
};

const std::vector<Sizes> all_sizes = {{1, 3}, {3, 1}, {2, 2}, {2, 3}, {3, 2}};

Matrix action(const Matrix& A, const Matrix& B, const Matrix& M)
{
  return B * M * transpose(A);
}

Polynomial power(const Polynomial& x, std::size_t n)
{
  return n == 0 ? Polynomial(1) : x * power(x, n - 1);
}

/// Lower triangular, of independent symbols.
Matrix triangle(const std::string& name, std::size_t n)
{
  Matrix T = symbols(name, n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      T(i, j) = 0;
  return T;
}

void prove_commuting(Proof& proof)
{
  Identities commute, rank_one, bases;
  for (const std::size_t p_out : {1, 2, 3})
    for (const auto& [p, n] : all_sizes) {
      const std::string at = fmt::format("A {} x {}, B {} x {}", p_out, p, n, n);
      const Matrix A = symbols("a", p_out, p), B = symbols("b", n, n), M = symbols("m", n, p);
      commute.add(at, action(A, identity(n), action(identity(p), B, M)),
                  action(identity(p_out), B, action(A, identity(n), M)));
      const Matrix u = symbols("u", p), v = symbols("v", n);
      rank_one.add(at, action(A, B, v * transpose(u)), (B * v) * transpose(A * u));
    }
  for (const auto& [p, n] : all_sizes) {
    const Matrix A = symbols("a", p, p), B = symbols("b", n, n), M = symbols("m", n, p);
    const Matrix P = symbols("r", n, n), Q = symbols("q", p, p);
    bases.add(Sizes{p, n}.at(),
              action(Q * A * adjugate(Q), P * B * adjugate(P), P * M * transpose(Q)),
              determinant(P) * determinant(Q) * (P * action(A, B, M) * transpose(Q)));
  }
  proof.step("For all real A of 1 to 3 rows, B square, and M that fits them, with up to 3 columns: "
             "(A ⊗ I)(I ⊗ B) M = (I ⊗ B)(A ⊗ I) M.",
             commute.hold(), commute.seen());
  proof.step("For all real A, B of these sizes and vectors u, v: (A ⊗ B)(v uᵀ) = (B v)(A u)ᵀ.",
             rank_one.hold(), rank_one.seen());
  proof.step("For all real A, B, M and invertible Q, P: (Q A Q⁻¹ ⊗ P B P⁻¹)(P M Qᵀ) = "
             "P ((A ⊗ B) M) Qᵀ (both sides times det P det Q).",
             bases.hold(), bases.seen());
}

void prove_invariants(Proof& proof)
{
  Identities inverses, traces, determinants, triangular;
  const Polynomial x = symbol("x");
  for (const Sizes& sizes : all_sizes) {
    const auto& [p, n] = sizes;
    const Matrix A = symbols("a", p, p), B = symbols("b", n, n);
    inverses.add(sizes.at(), kronecker(A, B) * kronecker(adjugate(A), adjugate(B)),
                 determinant(A) * determinant(B) * identity(n * p));
    traces.add(sizes.at(), trace(kronecker(A, B)), trace(A) * trace(B));
    determinants.add(sizes.at(), determinant(kronecker(A, B)),
                     power(determinant(A), n) * power(determinant(B), p));

    const Matrix S = triangle("s", p), T = triangle("t", n);
    Polynomial product = 1;
    for (std::size_t j = 0; j < p; ++j)
      for (std::size_t i = 0; i < n; ++i)
        product *= x - S(j, j) * T(i, i);
    triangular.add(sizes.at(), determinant(x * identity(n * p) - kronecker(S, T)), product);
  }
  proof.step(
      "For all real invertible A, B of the sizes 1 and 3, 3 and 1, 2 and 2, 2 and 3, 3 and 2: "
      "A⁻¹ ⊗ B⁻¹ is the inverse of A ⊗ B (both sides times det A det B).",
      inverses.hold(), inverses.seen());
  proof.step("For all real A, B of these sizes: tr(A ⊗ B) = tr A tr B.", traces.hold(),
             traces.seen());
  proof.step("For all real A p x p, B n x n of these sizes: det(A ⊗ B) = (det A)ⁿ (det B)ᵖ.",
             determinants.hold(), determinants.seen());
  proof.step("For all real lower triangular S, T of these sizes: det(x I - S ⊗ T) = "
             "∏ᵢⱼ (x - sⱼⱼ tᵢᵢ).",
             triangular.hold(), triangular.seen());
}

/// ∏ (x - λⱼ μᵢ) for 2 x 2 matrices, by their traces s = λ₁ + λ₂, t = μ₁ + μ₂ and determinants
/// d = λ₁ λ₂, e = μ₁ μ₂:
///
///     x⁴ - s t x³ + (s² e + t² d - 2 d e) x² - s t d e x + d² e²
void prove_two_by_two(Proof& proof)
{
  const Polynomial x = symbol("x"), l1 = symbol("l1"), l2 = symbol("l2"), m1 = symbol("m1"),
                   m2 = symbol("m2");
  const auto by_symmetric = [&x](const Polynomial& s, const Polynomial& d, const Polynomial& t,
                                 const Polynomial& e) {
    return power(x, 4) - s * t * power(x, 3) + (s * s * e + t * t * d - 2 * d * e) * x * x -
           s * t * d * e * x + d * d * e * e;
  };
  Identities roots, characteristic;
  roots.add("two and two numbers", (x - l1 * m1) * (x - l1 * m2) * (x - l2 * m1) * (x - l2 * m2),
            by_symmetric(l1 + l2, l1 * l2, m1 + m2, m1 * m2));
  const Matrix A = symbols("a", 2, 2), B = symbols("b", 2, 2);
  characteristic.add(Sizes{2, 2}.at(), determinant(x * identity(4) - kronecker(A, B)),
                     by_symmetric(trace(A), determinant(A), trace(B), determinant(B)));
  proof.step("For all numbers λ₁, λ₂, μ₁, μ₂ with sums s, t and products d, e: ∏ (x - λⱼ μᵢ) = "
             "x⁴ - s t x³ + (s² e + t² d - 2 d e) x² - s t d e x + d² e².",
             roots.hold(), roots.seen());
  proof.step(
      "For all real 2 x 2 matrices A, B that is det(x I - A ⊗ B), with their traces s, t and "
      "determinants d, e.",
      characteristic.hold(), characteristic.seen());
}

/// The rules with another map in the place of the transposition: which of them survive.
void prove_independence(Proof& proof)
{
  const auto star = [](const Matrix& A) { return determinant(A) * transpose(A); };
  Identities product, sum, kept, kept_product;
  for (const Sizes& sizes : {Sizes{1, 1}, Sizes{2, 1}, Sizes{2, 2}}) {
    const auto& [p, n] = sizes;
    const Matrix A1 = symbols("a", p, p), A2 = symbols("d", p, p);
    const Matrix B1 = symbols("b", n, n), B2 = symbols("e", n, n), M = symbols("m", n, p);
    product.add(sizes.at(), B1 * (B2 * M * star(A2)) * star(A1), (B1 * B2) * M * star(A1 * A2));
    sum.add(sizes.at(), B1 * M * star(A1 + A2), B1 * M * star(A1) + B1 * M * star(A2));
    kept.add(sizes.at(), B1 * (B2 * M * A2) * A1, (B1 * B2) * M * (A2 * A1));
    if (p > 1)
      kept_product.add(sizes.at(), B1 * (B2 * M * A2) * A1, (B1 * B2) * M * (A1 * A2));
  }
  proof.step("With det(A) Aᵀ in the place of Aᵀ, which reverses products as well, the product rule "
             "holds for all real A, B, M of the sizes 1 and 1, 2 and 1, 2 and 2.",
             product.hold(), product.seen());
  proof.step("With det(A) Aᵀ the rule for A₁ + A₂ is no identity for any of these sizes.",
             sum.fail(), sum.seen());
  proof.step("With A in the place of Aᵀ, which is linear, the product is (A₂ A₁) ⊗ (B₁ B₂) ...",
             kept.hold(), kept.seen());
  proof.step("... and (A₁ A₂) ⊗ (B₁ B₂) is no identity for A 2 x 2.", kept_product.fail(),
             kept_product.seen());
}

} // namespace

void prove(Proof& proof)
{
  prove_commuting(proof);
  prove_invariants(proof);
  prove_two_by_two(proof);
  prove_independence(proof);
}

} // namespace epreuve::proofs
