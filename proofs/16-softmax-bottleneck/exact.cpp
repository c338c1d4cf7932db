// The polynomial part of the softmax bottleneck, for all real entries of the sizes below: see statement.md.
//
// A matrix has rank at most r if all its minors of r + 1 rows are 0, and a minor is a polynomial in the entries. Every
// minor of B A - 1 c^T of so many rows is the determinant of such a matrix with fewer rows of B, fewer columns of A
// and fewer entries of c; so one determinant of independent symbols stands for all of them, and for every N.
//
// ln and e are not polynomial, and need not be: d_j and E_j = e^(-d_j) are independent symbols, and what is used of
// them is that two sums are 1. Each is solved for the last P_j or E_j, and multiplied out.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <string>

namespace epreuve::proofs {

namespace {

/// B A - 1 c^T of `rows` rows and columns.
Matrix less_constants(std::size_t rows, std::size_t n)
{
  const Matrix B = symbols("b", rows, n), A = symbols("a", n, rows), c = symbols("c", rows);
  Matrix Z = B * A;
  for (std::size_t j = 0; j < rows; ++j)
    for (std::size_t i = 0; i < rows; ++i)
      Z(j, i) -= c(i, 0);
  return Z;
}

Matrix ones(std::size_t rows)
{
  Matrix column(rows, 1);
  for (std::size_t j = 0; j < rows; ++j)
    column(j, 0) = 1;
  return column;
}

void prove_rank(Proof& proof)
{
  bool rank = true, beside_ones = true;
  Identities sharp;
  for (const std::size_t n : {1, 2, 3}) {
    const Matrix Z = less_constants(n + 2, n), more = less_constants(n + 2, n + 1);
    const Matrix first = block(Z, 0, 0, n + 2, n + 1);
    rank = rank && determinant(Z) == Polynomial(0);
    beside_ones = beside_ones && determinant(side_by_side({first, ones(n + 2)})) == Polynomial(0);
    sharp.add(fmt::format("n = {}", n), determinant(less_constants(n + 1, n)), 0);
    sharp.add(fmt::format("{} rows, n = {}", n + 2, n + 1), determinant(more), 0);
  }
  proof.step("For all real B, A, c with n = 1, 2, 3: a minor of n + 2 rows of B A − 1 cᵀ is 0, so "
             "that its rank is at "
             "most n + 1.",
             rank, "the determinants of 3, 4 and 5 rows are the polynomial 0");
  proof.step("For all real B, A, c with n = 1, 2, 3: a minor of n + 2 rows of (B A − 1 cᵀ, 1) with "
             "its last column is 0.",
             beside_ones, "the determinants of 3, 4 and 5 rows are the polynomial 0");
  proof.step("n + 1 cannot be improved to n, nor n lowered: for some real B, A, c a minor of n + 1 "
             "rows is not 0, nor is one "
             "of n + 2 rows with n + 1 dimensions (n = 1, 2, 3).",
             sharp.fail(), sharp.seen());
}

void prove_excess(Proof& proof)
{
  Identities excess;
  for (const std::size_t N : {2, 3, 5}) {
    const Matrix P = symbols("p", N), d = symbols("d", N), E = symbols("e", N);
    // sum P = 1 and sum P E = 1: the difference of the two sides is sum P - sum P E, and vanishes with them
    Polynomial left = 0, right = 0, sum_P = 0, sum_PE = 0;
    for (std::size_t j = 0; j < N; ++j) {
      left += P(j, 0) * d(j, 0);
      right += P(j, 0) * (d(j, 0) - 1 + E(j, 0));
      sum_P += P(j, 0);
      sum_PE += P(j, 0) * E(j, 0);
    }
    excess.add(fmt::format("N = {}", N), left, right + (sum_P - 1) - (sum_PE - 1));
  }
  proof.step("For all real P, d, E of N = 2, 3, 5 entries: Σ P d = Σ P (d − 1 + E) + (Σ P − 1) − "
             "(Σ P E − 1); where both "
             "sums are 1, the excess Σ P d is Σ P (d − 1 + E).",
             excess.hold(), excess.seen());
}

void prove_inverse(Proof& proof)
{
  Identities projection, gauge;
  for (const std::size_t n : {1, 2})
    for (const std::size_t N : {2, 3}) {
      const std::string at = fmt::format("n = {}, N = {}", n, N);
      const Matrix B = symbols("b", N, n), A = symbols("a", n, N), M = symbols("m", n, n);
      const Matrix F = B * A, minus = Polynomial(-1) * identity(n);
      projection.add(at, F * F + Polynomial(-1) * F, B * (A * B + minus) * A);
      gauge.add(at, (B * adjugate(M)) * (M * A), determinant(M) * F);
    }
  proof.step("For all real B, A with n = 1, 2 and N = 2, 3, and F = B A: F² − F = B (A B − I) A.",
             projection.hold(), projection.seen());
  proof.step("For all real B, A, M of these sizes: (B adj M)(M A) = det M · B A, so that (M A, B "
             "M⁻¹) is the same network.",
             gauge.hold(), gauge.seen());
}

} // namespace

void prove(Proof& proof)
{
  prove_rank(proof);
  prove_excess(proof);
  prove_inverse(proof);
}

} // namespace epreuve::proofs
