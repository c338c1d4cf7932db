// Attention as a lookup, in polynomials: see statement.md.
//
// The exponentials are not polynomials, but what is used of them is little. With E_j for e^{(s_j - s_i)/T}, where i is
// a leader, its weight is 1 / (p + sum E_j) over those that are no leaders, and 0 < E_j <= e^{-g/T}. For a key
// between others the tangent 1 + x lies below e^x, and what has to be shown of it is linear. Distances and products are
// polynomials anyway.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace epreuve::proofs {

namespace {

Polynomial dot(const Matrix& x, const Matrix& y)
{
  return (transpose(x) * y)(0, 0);
}

Matrix minus(const Matrix& x, const Matrix& y)
{
  return x + Polynomial(-1) * y;
}

void prove_nearest(Proof& proof)
{
  Identities products, one_more, without_half;
  for (const std::size_t r : {1, 2, 3}) {
    const std::string at = fmt::format("r = {}", r);
    const Matrix q = symbols("q", r), k = symbols("k", r), offset = minus(q, k);
    products.add(at, 2 * dot(q, k), dot(q, q) + dot(k, k) - dot(offset, offset));
    const Polynomial half = Polynomial(Rational(1, 2)) * dot(k, k);
    const Matrix longer_q = stacked({q, Matrix{{1}}});
    const auto product = [&](const Polynomial& last) {
      return 2 * dot(longer_q, stacked({k, Matrix{{-last}}}));
    };
    one_more.add(at, product(half), dot(q, q) - dot(offset, offset));
    without_half.add(at, product(dot(k, k)), dot(q, q) - dot(offset, offset));
  }
  proof.step("For all real q and k of r = 1, 2, 3 numbers: 2 q·k = |q|² + |k|² − |q − k|².",
             products.hold(), products.seen());
  proof.step("With −|k|²/2 for one more number of k and 1 for one more of q, twice the product is "
             "|q|² − |q − k|²: the largest belongs to the nearest key.",
             one_more.hold(), one_more.seen());
  proof.step("With −|k|² it is not.", without_half.fail(), without_half.seen());
}

void prove_bounds(Proof& proof)
{
  Identities missed;
  for (long K = 2; K <= 6; ++K)
    for (long p = 1; p < K; ++p) {
      const Matrix E = symbols("E", std::size_t(K - p));
      Polynomial e = 0;
      for (std::size_t j = 0; j < E.rows(); ++j)
        e += E(j, 0);
      const Polynomial D = p + e; // a leader has 1 / D
      const std::string at = fmt::format("K = {}, p = {}", K, p);
      missed.add(at, p * D - p * p, e * D - e * e); // times p^2 D
    }
  proof.step(
      "K = 2, ..., 6 keys of which p lead, e the sum of the exponentials of the others: "
      "1/p − 1/(p + e) is e/p² less e²/(p² (p + e)), which is not negative; and e is at most "
      "(K − p) e^(−g/T).",
      missed.hold(), missed.seen());
}

void prove_between(Proof& proof)
{
  Identities tangents;
  for (const std::size_t p : {2, 3, 4, 5}) {
    const Matrix free = symbols("mu", p - 1), s = symbols("s", p);
    const Polynomial cold = symbol("tau"); // 1/T
    Matrix mu(p, 1);
    mu(p - 1, 0) = 1;
    for (std::size_t j = 0; j + 1 < p; ++j) {
      mu(j, 0) = free(j, 0);
      mu(p - 1, 0) -= free(j, 0);
    }
    const Polynomial between = dot(mu, s);
    Polynomial sum = 0;
    for (std::size_t j = 0; j < p; ++j)
      sum += mu(j, 0) * (1 + (s(j, 0) - between) * cold);
    tangents.add(fmt::format("p = {}", p), sum, 1);
  }
  proof.step(
      "For p = 2, ..., 5 keys with the scores s_j, and μ of sum 1: Σ μ_j (1 + (s_j − s)/T) = 1 "
      "for s = Σ μ_j s_j. So Σ μ_j e^((s_j − s)/T) is at least 1.",
      tangents.hold(), tangents.seen());
}

} // namespace

void prove(Proof& proof)
{
  prove_nearest(proof);
  prove_bounds(proof);
  prove_between(proof);
}

} // namespace epreuve::proofs
