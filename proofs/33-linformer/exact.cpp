// Linformer with as many mixtures as tokens, or a multiple of it. With as many, for all real Q, K, V and c of the sizes
// below and all permutations P:
//
//     V F^T softmax(Q^T K E^T / sqrt(d))^T = V softmax(Q^T K / sqrt(d))^T    with F = P, E = P + 1 c^T
//
// The exponentials are not polynomials, so the chain is cut where they are taken:
//
//     scores: Q^T K E^T = S P^T + (S c) 1^T for S = Q^T K, identities in Q, K and c;
//     exponentials, entry by entry: diag(T) X P^T, where X_ij = exp(S_ij / sqrt(d)) and T_i = exp((S c)_i / sqrt(d));
//     outputs: z_ri = N_ri / D_i with N = V F^T (the exponentials)^T and D their sums, identities in independent symbols
//         X, T and V, times both denominators, which are positive.
//
// With more mixtures, E of whole numbers not below 0, the exponentials are monomials: exp((S E^T)_qi / sqrt(d)) is the
// product of the X_qj^{E_ij}.
//
// That no other E and F will do rests on 1 + (t - 1) H_ji = C t^{E_ij} for H = F^{-1}; see statement.md. What follows
// from it for two entries a and b of a row of H is shown here as identities in a, b and t.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

const std::size_t n_queries = 2;

/// The outputs of two forms of attention from their exponentials, a row for each query, and their values: column i of
/// the first times the sum of row i of the second, and the other way round.
void add_same_outputs(Identities& identities, const std::string& at, const Matrix& V,
                      const Matrix& X, const Matrix& V_other, const Matrix& X_other)
{
  const auto sums = [](const Matrix& exponentials) {
    Matrix diagonal(n_queries, n_queries);
    for (std::size_t i = 0; i < n_queries; ++i)
      for (std::size_t j = 0; j < exponentials.cols(); ++j)
        diagonal(i, i) += exponentials(i, j);
    return diagonal;
  };
  identities.add(at, V * transpose(X) * sums(X_other), V_other * transpose(X_other) * sums(X));
}

void prove_enough(Proof& proof)
{
  Identities scores, outputs, others;
  for (const std::size_t n : {2, 3, 4}) {
    const Matrix Q = symbols("q", 2, n_queries), K = symbols("k", 2, n), c = symbols("c", n),
                 V = symbols("v", 2, n), X = symbols("x", n_queries, n),
                 T = symbols("t", n_queries), S = transpose(Q) * K;
    Matrix ones(n, 1), shifts(n_queries, n_queries);
    for (std::size_t j = 0; j < n; ++j)
      ones(j, 0) = 1;
    for (std::size_t i = 0; i < n_queries; ++i)
      shifts(i, i) = T(i, 0);

    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    do {
      const std::string at = fmt::format("n = {}, order {}", n, fmt::join(order, " "));
      const Matrix P = permutation_matrix(order), E = P + ones * transpose(c);
      scores.add(at, S * transpose(E), S * transpose(P) + S * c * transpose(ones));

      const Matrix mixed = shifts * X * transpose(P);
      add_same_outputs(outputs, at, V * transpose(P), mixed, V, X);
      if (P != identity(n))
        add_same_outputs(others, at, V, mixed, V, X);
    } while (std::next_permutation(order.begin(), order.end()));
  }
  proof.step(
      "For all real Q, K and c of n = 2, 3, 4 tokens, two queries, d = 2, and all n! P: with "
      "E = P + 1 cᵀ the scores Qᵀ K Eᵀ are those of attention in the order P, plus (Qᵀ K c)ᵢ "
      "for query i.",
      scores.hold(), scores.seen());
  proof.step("For all positive X and T, all real 2 x n V, n = 2, 3, 4, and all n! P: exponentials "
             "Tᵢ (X Pᵀ)ᵢⱼ with values V Pᵀ have the outputs of X with V.",
             outputs.hold(), outputs.seen());
  proof.step(
      "With the values V in place of V Pᵀ that is an identity for no P but I, n = 2, 3, 4: so "
      "with F = I and E = P + 1 cᵀ Linformer is not attention. (Linformer stays "
      "the same when the rows of E and F are permuted alike, so this covers all F that are another "
      "permutation than P.)",
      others.fail(), others.seen());
}

/// The outputs with these E and F, of whole numbers, against those of attention.
void add_mixed(Identities& outputs, const std::string& at, const std::vector<std::vector<long>>& E,
               const std::vector<std::vector<long>>& F)
{
  const std::size_t k = E.size(), n = E[0].size();
  const Matrix V = symbols("v", 2, n), X = symbols("x", n_queries, n);
  Matrix mixed(n_queries, k), of_values(k, n);
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      of_values(i, j) = F[i][j];
    for (std::size_t q = 0; q < n_queries; ++q) {
      mixed(q, i) = 1;
      for (std::size_t j = 0; j < n; ++j)
        for (long power = 0; power < E[i][j]; ++power)
          mixed(q, i) *= X(q, j);
    }
  }
  add_same_outputs(outputs, at, V * transpose(of_values), mixed, V, X);
}

void prove_multiples(Proof& proof)
{
  using Rows = std::vector<std::vector<long>>;
  const Rows E{{3, 0}, {3, 0}, {2, 1}, {1, 2}, {0, 3}, {0, 3}};
  Rows F{{1, 0}, {1, 0}, {-1, 2}, {2, -1}, {0, 1}, {0, 1}};
  Identities example, repeated, other;
  add_mixed(example, "n = 2, k = 6", E, F);
  F[2] = {2, -1};
  add_mixed(other, "n = 2, k = 6, a row exchanged", E, F);
  for (const std::size_t n : {2, 3})
    for (const std::size_t p : {2, 3}) {
      Rows identities(p * n, std::vector<long>(n, 0));
      for (std::size_t i = 0; i < p * n; ++i)
        identities[i][i % n] = 1;
      add_mixed(repeated, fmt::format("n = {}, k = {}", n, p * n), identities, identities);
    }
  proof.step("For all positive X = e^S, all real V and two queries: with n = 2, k = 6, the "
             "exponents and the F of the statement, Linformer is attention, though F has negative "
             "entries.",
             example.hold(), example.seen());
  proof.step("With another row in F it is not.", other.fail(), other.seen());
  proof.step("With the identity two and three times, one below the other, for E and F, it is, n = "
             "2, 3.",
             repeated.hold(), repeated.seen());
}

void prove_necessary(Proof& proof)
{
  const Polynomial a = symbol("a"), b = symbol("b"), t = symbol("t"), u = t - 1;
  const auto p = [](const Polynomial& entry, const Polynomial& x) { return 1 + entry * (x - 1); };
  // t p(1/t): the value at 1/t without the fraction.
  const auto p_inverse = [&](const Polynomial& entry) { return t + entry * (1 - t); };
  Identities inverse, square;
  inverse.add("a, b, t", p(a, t) * p_inverse(a) - p(b, t) * p_inverse(b),
              (a - b) * (1 - a - b) * u * u);
  square.add("a, b, t", p(a, t * t) * p(b, t) * p(b, t) - p(b, t * t) * p(a, t) * p(a, t),
             (a - b) * (1 - a - b - (t * t - 1) * a * b) * u * u);
  proof.step("For all real a and b and t ≠ 0, with p(x) = 1 + a (x - 1) and q(x) = 1 + b (x - 1): "
             "p(t) p(1/t) - q(t) q(1/t) is (a - b)(1 - a - b)(t - 1)², over t.",
             inverse.hold(), inverse.seen());
  proof.step(
      "For the same: p(t²) q(t)² - q(t²) p(t)² = (a - b)(1 - a - b - (t² - 1) ab)(t - 1)². If "
      "both differences are 0 for a t > 1 and a ≠ b, then a + b = 1 and ab = 0.",
      square.hold(), square.seen());
}

} // namespace

void prove(Proof& proof)
{
  prove_enough(proof);
  prove_multiples(proof);
  prove_necessary(proof);
}

} // namespace epreuve::proofs
