// The tensor product of exo7, section 5, for all real matrices of the sizes below: their entries are
// independent symbols, so that each formula either is an identity of polynomials in them or is not.
//
// `kronecker` and `vec` are the definitions of 5.3 (blocks a_ij B, columns stacked), (A ⊗ B) M is
// that of 5.1, B M Aᵀ. The documents take A and B square; nothing below needs it.
//
// A formula that is printed wrong is refuted twice: its two sides are different polynomials, so they
// differ for some numbers; and the numbers are the document's own example.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

/// The sizes of A and B in one use of A ⊗ B; M is then n x p.
struct Sizes
{
  std::size_t p_out, p, n_out, n; ///< A p_out x p, B n_out x n

  std::string at() const { return fmt::format("A {} x {}, B {} x {}", p_out, p, n_out, n); }
};

const std::vector<Sizes> all_sizes = {{1, 2, 2, 1}, {2, 2, 2, 2}, {2, 2, 3, 3}, {3, 3, 2, 2},
                                      {2, 3, 3, 2}, {3, 2, 2, 4}, {3, 3, 3, 3}, {4, 4, 4, 4}};

/// "A 1 x 2, B 2 x 1; A 2 x 2, B 2 x 2; ..."
std::string all_sizes_in_words()
{
  std::string words;
  for (const Sizes& sizes : all_sizes)
    words += (words.empty() ? "" : "; ") + sizes.at();
  return words;
}

Matrix action(const Matrix& A, const Matrix& B, const Matrix& M)
{
  return B * M * transpose(A);
}

/// Σᵢ cᵢ B Cᵢ over the columns Cᵢ of M.
Matrix combined_columns(const Matrix& c, const Matrix& B, const Matrix& M)
{
  Matrix sum(B.rows(), 1);
  for (std::size_t i = 0; i < M.cols(); ++i)
    sum = sum + c(i, 0) * (B * column(M, i));
  return sum;
}

/// Column j of (A ⊗ B) M as it should be printed: with the coefficients aⱼᵢ.
Matrix column_of_action(const Matrix& A, const Matrix& B, const Matrix& M, std::size_t j)
{
  return combined_columns(column(transpose(A), j), B, M);
}

/// Column j of (A ⊗ B) M as 5.1, (†), prints it: with the coefficients aᵢⱼ.
Matrix column_as_printed(const Matrix& A, const Matrix& B, const Matrix& M, std::size_t j)
{
  return combined_columns(column(A, j), B, M);
}

void prove_vec_identity(Proof& proof)
{
  Identities vec_identity, columns;
  for (const Sizes& sizes : all_sizes) {
    const auto& [p_out, p, n_out, n] = sizes;
    const Matrix A = symbols("a", p_out, p), B = symbols("b", n_out, n), M = symbols("m", n, p);
    vec_identity.add(sizes.at(), kronecker(A, B) * vec(M), vec(action(A, B, M)));
    for (std::size_t j = 0; j < p_out; ++j)
      columns.add(fmt::format("{}, column {}", sizes.at(), j + 1), column_of_action(A, B, M, j),
                  column(action(A, B, M), j));
  }
  proof.step(
      fmt::format("For all real A, B, and M that fits them, of the sizes {}: (A ⊗ B) vec(M) = "
                  "vec(B M Aᵀ).",
                  all_sizes_in_words()),
      vec_identity.hold(), vec_identity.seen());
  proof.step("For all real A, B, and M = (C₁, C₂, ...) of these sizes: column j of B M Aᵀ is "
             "Σᵢ aⱼᵢ B Cᵢ.",
             columns.hold(), columns.seen());
}

void prove_properties(Proof& proof)
{
  Identities left, right, one_side, mixed;
  const Polynomial c = symbol("c");
  for (const Sizes& sizes : all_sizes) {
    const auto& [p_out, p, n_out, n] = sizes;
    const Matrix A1 = symbols("a", p_out, p), B1 = symbols("b", n_out, n);
    const Matrix A2 = symbols("d", p_out, p), B2 = symbols("e", n_out, n), M = symbols("m", n, p);
    left.add(sizes.at(), kronecker(c * A1 + A2, B1), c * kronecker(A1, B1) + kronecker(A2, B1));
    right.add(sizes.at(), kronecker(A1, c * B1 + B2), c * kronecker(A1, B1) + kronecker(A1, B2));
    one_side.add(sizes.at() + ", I ⊗ B", kronecker(identity(p), B1) * vec(M), vec(B1 * M));
    one_side.add(sizes.at() + ", A ⊗ I", kronecker(A1, identity(n)) * vec(M),
                 vec(M * transpose(A1)));
    one_side.add(sizes.at() + ", A ⊗ B", kronecker(A1, B1),
                 kronecker(identity(p_out), B1) * kronecker(A1, identity(n)));

    const Matrix A3 = symbols("f", p, 2), B3 = symbols("g", n, 2);
    mixed.add(sizes.at(), kronecker(A1, B1) * kronecker(A3, B3), kronecker(A1 * A3, B1 * B3));
  }
  proof.step("For all real c, A₁, A₂, B of these sizes: (c A₁ + A₂) ⊗ B = c (A₁ ⊗ B) + A₂ ⊗ B.",
             left.hold(), left.seen());
  proof.step("For all real c, A, B₁, B₂ of these sizes: A ⊗ (c B₁ + B₂) = c (A ⊗ B₁) + A ⊗ B₂.",
             right.hold(), right.seen());
  proof.step("For all real A₁, B₁ of these sizes, and A₂, B₂ of 2 columns each: "
             "(A₁ ⊗ B₁)(A₂ ⊗ B₂) = (A₁ A₂) ⊗ (B₁ B₂).",
             mixed.hold(), mixed.seen());
  proof.step("For all real A, B, M of these sizes: (I ⊗ B) vec(M) = vec(B M), (A ⊗ I) vec(M) = "
             "vec(M Aᵀ) and A ⊗ B = (I ⊗ B)(A ⊗ I).",
             one_side.hold(), one_side.seen());
}

void refute_printed_columns(Proof& proof)
{
  Identities printed, what_is_printed;
  for (const std::size_t p : {2, 3})
    for (const std::size_t n : {1, 2, 3}) {
      const Matrix A = symbols("a", p, p), B = symbols("b", n, n), M = symbols("m", n, p);
      for (std::size_t j = 0; j < p; ++j) {
        const std::string at = fmt::format("{}, column {}", Sizes{p, p, n, n}.at(), j + 1);
        printed.add(at, column_as_printed(A, B, M, j), column(action(A, B, M), j));
        what_is_printed.add(at, column_as_printed(A, B, M, j), column(B * M * A, j));
      }
    }
  proof.step(
      "The printed (†), column j = Σᵢ aᵢⱼ B Cᵢ, is an identity for no column j of A p x p, "
      "p = 2, 3, and B n x n, n = 1, 2, 3: the difference is a polynomial that is not 0, so it "
      "is not 0 for some real A, B, M.",
      printed.fail(), printed.seen());

  const Matrix A{{1, 2}, {3, 4}}, B{{2, -1}, {1, 0}}, M{{1, 2}, {0, 1}};
  const Matrix as_printed =
      side_by_side({column_as_printed(A, B, M, 0), column_as_printed(A, B, M, 1)});
  const Matrix product{{8, 18}, {5, 11}};
  proof.step(
      "For the A, B, M of the document's own example, B M Aᵀ is (8, 18; 5, 11) as printed "
      "there, and the printed (†) gives another matrix.",
      action(A, B, M) == product && as_printed != product,
      fmt::format("B M Aᵀ = {}, by (†) {}", to_string(action(A, B, M)), to_string(as_printed)));
  proof.step(
      "For all real A p x p, B n x n, M n x p of those sizes, the columns printed in (†) are "
      "those of B M A, so (†) is right for symmetric A.",
      what_is_printed.hold(), what_is_printed.seen());
}

} // namespace

void prove(Proof& proof)
{
  prove_vec_identity(proof);
  prove_properties(proof);
  refute_printed_columns(proof);
}

} // namespace epreuve::proofs
