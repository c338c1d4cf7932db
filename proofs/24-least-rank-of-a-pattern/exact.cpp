// What scores of few dimensions cannot be, for all real entries of the sizes below, and the certificate for the
// document's table: see statement.md.
//
// Scores are S = Q^T K + c 1^T: softmax does not see c, and ln P is of this form for a pattern P of dimension r. A
// minor of S with a row of ones below is a polynomial in the entries of Q, K and c.
//
// The table's numbers are intervals [t - 1/20, t + 1/20). That P_ia > P_ib for all patterns of the table is a comparison of
// the ends of two intervals, which are fractions.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

namespace epreuve::proofs {

namespace {

/// Q^T K + c 1^T, of dimension r.
Matrix scores(std::size_t queries, std::size_t keys, std::size_t r)
{
  const Matrix Q = symbols("q", r, queries), K = symbols("k", r, keys), c = symbols("c", queries);
  Matrix S = transpose(Q) * K;
  for (std::size_t i = 0; i < queries; ++i)
    for (std::size_t j = 0; j < keys; ++j)
      S(i, j) += c(i, 0);
  return S;
}

/// r + 1 queries and r + 2 keys, with a row of ones below: square.
Matrix above_ones(std::size_t queries, std::size_t r)
{
  Matrix row(1, queries + 1);
  for (std::size_t j = 0; j <= queries; ++j)
    row(0, j) = 1;
  return stacked({scores(queries, queries + 1, r), row});
}

void prove_minors(Proof& proof)
{
  bool zero = true;
  Identities sharp;
  for (const std::size_t r : {1, 2, 3}) {
    zero = zero && determinant(above_ones(r + 1, r)) == Polynomial(0);
    sharp.add(fmt::format("r = {}", r), determinant(above_ones(r, r)), 0);
  }
  proof.step("For all real Q, K, c with r = 1, 2, 3: r + 1 rows of Q^T K + c 1^T, of r + 2 keys, "
             "above a row of ones have the determinant 0.",
             zero, "the determinants of 3, 4 and 5 rows are the polynomial 0");
  proof.step("r rows, of r + 1 keys, have not: a head of dimension r can have patterns that one of "
             "r − 1 has not (r = 1, 2, 3).",
             sharp.fail(), sharp.seen());
}

constexpr std::array<std::array<int, 4>, 4> table = {
    {{2, 4, 1, 3}, {1, 4, 4, 1}, {2, 4, 4, 0}, {1, 4, 4, 1}}}; ///< in tenths

/// Whether row i gives more to key a than to key b in all patterns that print as the table.
bool prefers(std::size_t i, std::size_t a, std::size_t b)
{
  const Rational half(1, 20), least = Rational(table[i][a], 10) - half,
                              most = Rational(table[i][b], 10) + half;
  return least >= most; // P_ib is below `most`
}

void prove_one_dimension(Proof& proof)
{
  const Matrix S = scores(2, 4, 1);
  const auto difference = [&](std::size_t i, std::size_t a, std::size_t b) {
    return S(i, a) - S(i, b);
  };
  Identities same;
  same.add("r = 1", difference(0, 0, 1) * difference(1, 2, 3),
           difference(1, 0, 1) * difference(0, 2, 3));
  proof.step(
      "For all real q, k, c with r = 1 and four keys: (S_1a − S_1b)(S_2c − S_2d) = "
      "(S_2a − S_2b)(S_1c − S_1d). If queries 1 and 2 both prefer a to b, they agree on c and d.",
      same.hold(), same.seen());
  proof.step(
      "In all patterns that print as the table, queries 1 and 2 prefer key 2 to key 1; query 1 "
      "prefers key 1 to key 3, query 2 key 3 to key 1. So no head of dimension 1 has the table.",
      prefers(0, 1, 0) && prefers(1, 1, 0) && prefers(0, 0, 2) && prefers(1, 2, 0),
      "0.35 ≥ 0.25, 0.35 ≥ 0.15, 0.15 ≥ 0.15 and 0.35 ≥ 0.15, upper ends excluded");
}

void prove_at_face_value(Proof& proof)
{
  // ln of 2/10, 4/10, 1/10, 3/10, less ln 4/10: with L = ln 2, M = ln 3 they are -L, 0, -2L, M - 2L. The number that is
  // printed 0.0 is 4/10 e^(-E); rows need not sum to 1, since softmax does not see a constant.
  const Polynomial L = symbol("L"), M = symbol("M"), E = symbol("E");
  const Matrix logarithms{
      {-L, 0, -2 * L, M - 2 * L}, {-2 * L, 0, 0, -2 * L}, {-L, 0, 0, -E}, {1, 1, 1, 1}};
  Identities value;
  value.add("rows 1, 2, 3", determinant(logarithms), 4 * L * L * (E - L));
  proof.step("Taken as printed, with any number e^(−E) 4/10 for 0.0, rows 1, 2, 3 above a row "
             "of ones have "
             "the determinant 4 ln²2 (E − ln 2): not 0 unless 0.0 is 0.2. So a head needs three "
             "dimensions.",
             value.hold(), value.seen());
}

} // namespace

void prove(Proof& proof)
{
  prove_minors(proof);
  prove_one_dimension(proof);
  prove_at_face_value(proof);
}

} // namespace epreuve::proofs
