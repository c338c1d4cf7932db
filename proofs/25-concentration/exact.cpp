// The bounds of concentrated attention, in polynomials: see statement.md.
//
// What is shown of inner products is that a difference is a sum of squares, for all real vectors; what is shown of the
// simplex, that its vertices have the right products, and that no vectors of fewer numbers have them.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace epreuve::proofs {

namespace {

Polynomial square(const Matrix& x)
{
  return (transpose(x) * x)(0, 0);
}

Matrix minus(const Matrix& x, const Matrix& y)
{
  return x + Polynomial(-1) * y;
}

Matrix sum_of_columns(const Matrix& X)
{
  Matrix ones(X.cols(), 1);
  for (std::size_t j = 0; j < X.cols(); ++j)
    ones(j, 0) = 1;
  return X * ones;
}

void prove_one_query(Proof& proof)
{
  Identities below, above;
  for (const std::size_t r : {1, 2, 3}) {
    const std::string at = fmt::format("r = {}", r);
    const Matrix q = symbols("q", r), k = symbols("k", r);
    const Polynomial product = (transpose(q) * k)(0, 0);
    below.add(at, square(q) + square(k) - 2 * product, square(minus(q, k)));
    above.add(at, square(q) + square(k) + 2 * product, square(q + k));
  }
  proof.step(
      "For all real q and k of r = 1, 2, 3 numbers, |q|² + |k|² ∓ 2 q·k = |q ∓ k|²: no product "
      "of vectors of length B is beyond ±B².",
      below.hold() && above.hold(), below.seen());
}

void prove_all_queries(Proof& proof)
{
  Identities squares, without_sums;
  for (const std::size_t K : {2, 3, 4, 5})
    for (const std::size_t r : {1, 2, 3}) {
      const Matrix Q = symbols("q", r, K), S = symbols("k", r, K), D = minus(Q, S);
      const Matrix scores = transpose(Q) * S;
      Polynomial lead = 0, lengths = 0, rest = 0;
      for (std::size_t i = 0; i < K; ++i) {
        lengths += square(column(Q, i)) + square(column(S, i));
        lead += long(K) * scores(i, i);
        for (std::size_t j = 0; j < K; ++j) {
          lead -= scores(i, j);
          if (i < j)
            rest += square(minus(column(D, i), column(D, j)));
        }
      }
      const Polynomial sums = square(sum_of_columns(Q)) + square(sum_of_columns(S));
      const std::string at = fmt::format("K = {}, r = {}", K, r);
      squares.add(at, long(K) * lengths - 2 * lead, rest + sums);
      without_sums.add(at, long(K) * lengths - 2 * lead, rest);
    }
  proof.step(
      "For all K = 2, ..., 5 queries and keys of r = 1, 2, 3 numbers: K Σ (|q_i|² + |k_i|²) less "
      "2 (K Σ q_i·k_i − ΣΣ q_i·k_j) is Σ_{i<j} |d_i − d_j|² + |Σ q_i|² + |Σ k_i|², d_i = q_i − "
      "k_i.",
      squares.hold(), squares.seen());
  proof.step(
      "So it is 0 only if both sums are 0 and all d_i are equal; then their sum is 0 too, and "
      "q_i = k_i. Without the two sums it is no identity.",
      without_sums.fail(), without_sums.seen());
}

void prove_simplex(Proof& proof)
{
  Identities products;
  bool numbers = true, flat = true, full = true;
  for (const long n : {1L, 2L, 3L}) {
    const std::size_t r = std::size_t(n);
    const Polynomial a = symbol("a"), c = symbol("c");
    const Polynomial b = Polynomial(Rational(1, n)) * (a - c);
    Matrix U(r, r + 1), expected(r + 1, r + 1);
    for (std::size_t i = 0; i <= r; ++i)
      for (std::size_t j = 0; j <= r; ++j) {
        if (i < r)
          U(i, j) = j == r ? -c : (i == j ? a - b : -b);
        expected(i, j) = i == r || j == r ? (i == j ? n * c * c : -c * c)
                                          : (i == j ? a * a : Polynomial(0)) +
                                                Polynomial(Rational(1, n)) * (c * c - a * a);
      }
    products.add(fmt::format("r = {}", r), transpose(U) * U, expected);
    const Rational c2(1, n), a2 = 1 + c2;
    numbers = numbers && n * c2 == 1 && a2 + (c2 - a2) / n == 1 && (c2 - a2) / n == Rational(-1, n);

    const Matrix X = symbols("x", r, r + 1);
    flat = flat && determinant(transpose(X) * X) == 0;
    Matrix simplex(r + 1, r + 1); // the first r + 1 of the r + 2 vertices that need one number more
    for (std::size_t i = 0; i <= r; ++i)
      for (std::size_t j = 0; j <= r; ++j)
        simplex(i, j) = i == j ? Polynomial(1) : Polynomial(Rational(-1, n + 1));
    full = full && !(determinant(simplex) == 0);
  }
  proof.step(
      "For r = 1, 2, 3, the vertices a e_i − b (1, ..., 1) and −c (1, ..., 1), b = (a − c)/r, have "
      "the products a² δ + (c² − a²)/r with each other, −c² with the last, and that r c² with "
      "itself.",
      products.hold(), products.seen());
  proof.step("With c² = 1/r and a² = 1 + 1/r these are 1 and −1/r.", numbers, "r = 1, 2, 3");
  proof.step(
      "For all r + 1 vectors of r = 1, 2, 3 numbers the matrix of products has determinant 0; that "
      "of r + 1 of the r + 2 vertices of a larger simplex has not: it does not fit into r "
      "dimensions.",
      flat && full, "3 determinants of polynomials, 3 of numbers");
}

} // namespace

void prove(Proof& proof)
{
  prove_one_query(proof);
  prove_all_queries(proof);
  prove_simplex(proof);
}

} // namespace epreuve::proofs
