// The coefficients of H heads as a product of two matrices, for all real patterns and matrices of the sizes below, and
// the dimension of causal patterns: see statement.md.
//
// The layer is asked what it does to the unit matrices, as a function; A_h and W_h are symbols. All minors of order H + 1 are
// the polynomial 0, which bounds the rank for all of them. Those of order H are products of two determinants of H x H symbols.
//
// A causal pattern has K(K + 1)/2 entries, and its rows have sum 1: A_i1 = 1 - A_i2 - ... - A_ii.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <numeric>
#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

struct Heads
{
  std::vector<Matrix> A, W; ///< 2 x 2 each
};

Heads heads(std::size_t count)
{
  Heads result;
  for (std::size_t h = 0; h < count; ++h) {
    const char letter = "xyz"[h];
    result.A.push_back(symbols(std::string("a") + letter, 2, 2));
    result.W.push_back(symbols(std::string("w") + letter, 2, 2));
  }
  return result;
}

/// sum_h W_h M A_h^T
Matrix layer(const Heads& of, const Matrix& M)
{
  Matrix sum(2, 2);
  for (std::size_t h = 0; h < of.A.size(); ++h)
    sum = sum + of.W[h] * M * transpose(of.A[h]);
  return sum;
}

/// Row (i, j), column (k, l): entry (k, i) of what becomes of the unit matrix E_lj.
Matrix coefficients(const Heads& of)
{
  Matrix C(4, 4);
  for (std::size_t j = 0; j < 2; ++j)
    for (std::size_t l = 0; l < 2; ++l) {
      Matrix unit(2, 2);
      unit(l, j) = 1;
      const Matrix image = layer(of, unit);
      for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t k = 0; k < 2; ++k)
          C(2 * i + j, 2 * k + l) = image(k, i);
    }
  return C;
}

/// The matrices, each as a row, row after row.
Matrix as_rows(const std::vector<Matrix>& matrices)
{
  Matrix rows(matrices.size(), 4);
  for (std::size_t h = 0; h < matrices.size(); ++h)
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j)
        rows(h, 2 * i + j) = matrices[h](i, j);
  return rows;
}

/// The sets of `size` of the numbers 0, ..., 3.
std::vector<std::vector<std::size_t>> choices(std::size_t size)
{
  std::vector<std::vector<std::size_t>> all;
  for (unsigned bits = 0; bits < 16; ++bits) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < 4; ++i)
      if ((bits >> i & 1U) != 0)
        chosen.push_back(i);
    if (chosen.size() == size)
      all.push_back(chosen);
  }
  return all;
}

Polynomial minor_of(const Matrix& M, const std::vector<std::size_t>& rows,
                    const std::vector<std::size_t>& columns)
{
  Matrix chosen(rows.size(), columns.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j)
      chosen(i, j) = M(rows[i], columns[j]);
  return determinant(chosen);
}

void prove_factors(Proof& proof)
{
  Identities factors, minors;
  std::size_t larger = 0, not_zero = 0;
  for (const std::size_t H : {1, 2, 3}) {
    const Heads of = heads(H);
    const Matrix C = coefficients(of), A = as_rows(of.A), W = as_rows(of.W);
    const std::string at = fmt::format("{} heads", H);
    factors.add(at, C, transpose(A) * W);
    for (const auto& rows : choices(H + 1))
      for (const auto& columns : choices(H + 1)) {
        ++larger;
        not_zero += minor_of(C, rows, columns) == Polynomial(0) ? 0 : 1;
      }
    std::vector<std::size_t> all_heads(H);
    std::iota(all_heads.begin(), all_heads.end(), 0);
    for (const auto& rows : choices(H))
      for (const auto& columns : choices(H))
        minors.add(at, minor_of(C, rows, columns),
                   minor_of(A, all_heads, rows) * minor_of(W, all_heads, columns));
  }
  proof.step("For 1, 2, 3 heads of any 2 x 2 patterns and matrices: the coefficients of the layer "
             "are the product AᵀW of the patterns and the matrices, each as one row.",
             factors.hold(), factors.seen());
  proof.step("All minors of order H + 1 of the coefficients are 0, H = 1, 2, 3: their rank is at "
             "most H.",
             larger == 36 + 16 + 1 && not_zero == 0,
             fmt::format("{} polynomials, {} of them not 0", larger, not_zero));
  proof.step("Every minor of order H is a minor of the patterns times one of the matrices: one is "
             "not 0 if both are independent, and then H − 1 terms are not enough.",
             minors.hold(), minors.seen());
}

/// 1 in row i, column j.
Matrix unit(std::size_t K, std::size_t i, std::size_t j)
{
  Matrix E(K, K);
  E(i, j) = 1;
  return E;
}

void prove_few_tokens(Proof& proof)
{
  Identities same;
  bool counted = true;
  for (const std::size_t K : {1, 2, 3, 4, 5, 6}) {
    const Matrix a = symbols("a", K, K);
    Matrix pattern(K, K), combined(K, K);
    std::size_t matrices = 1;
    for (std::size_t i = 0; i < K; ++i) {
      pattern(i, 0) = 1;
      combined = combined + unit(K, i, 0);
      for (std::size_t j = 1; j <= i; ++j, ++matrices) {
        pattern(i, j) = a(i, j);
        pattern(i, 0) -= a(i, j);
        combined = combined + a(i, j) * (unit(K, i, j) - unit(K, i, 0));
      }
    }
    same.add(fmt::format("{} tokens", K), pattern, combined);
    counted = counted && matrices == 1 + K * (K - 1) / 2;
  }
  proof.step("Every causal pattern of K = 1, ..., 6 tokens is a combination of 1 + K(K − 1)/2 "
             "fixed matrices, so that many are the most that can be independent.",
             same.hold() && counted, same.seen());
}

} // namespace

void prove(Proof& proof)
{
  prove_factors(proof);
  prove_few_tokens(proof);
}

} // namespace epreuve::proofs
