// Attention and the order of its tokens, masterclass, for all real X (one token per row) of the sizes
// below and all n! permutations P of the n tokens:
//
//     Att(X) = softmax(X W_Q (X W_K)^T / sqrt(d)) X W_V
//
// The exponentials are not polynomials, so the chain is cut where they are taken:
//
//     scores S(X) = X W_Q (X W_K)^T, before sqrt(d): S(PX) = P S(X) P^T, identities in X, W_Q, W_K;
//     E_ij = exp(S_ij / sqrt(d)), entry by entry, so from PX one gets P E P^T: the same numbers in
//         other places;
//     Att_i = (E V)_i / R_i with the row sums R = E 1 and V = X W_V: identities in independent symbols
//         E_ij and V_ij, so also with the exponentials for E_ij, and times the row sums, which are
//         positive then.
//
// What is printed, Att(PX) = Att(X), is refuted for every P but I: for X = I the E and V are any
// positive E and any V, and a polynomial other than 0 differs from 0 at some positive numbers. For
// two tokens the two sides differ by a difference of two exponentials, and one may choose the tokens.
#include "identities.hpp"
#include "proof.hpp"

#include "epreuve/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

using Order = std::vector<std::size_t>;

std::vector<Order> all_orders(std::size_t n)
{
  Order order(n);
  std::iota(order.begin(), order.end(), 0);
  std::vector<Order> orders;
  do
    orders.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

/// "n = 3, tokens 2 3 1"
std::string in_words(const Order& order)
{
  std::string words = fmt::format("n = {}, tokens", order.size());
  for (const std::size_t i : order)
    words += fmt::format(" {}", i + 1);
  return words;
}

/// Attention from its exponentials and values, as numerators and denominators: row i of the output is
/// row i of `weighted` over entry i of `total`.
struct Attention
{
  Attention(const Matrix& E, const Matrix& V) : weighted(E * V), total(E.rows(), 1)
  {
    for (std::size_t i = 0; i < E.rows(); ++i)
      for (std::size_t j = 0; j < E.cols(); ++j)
        total(i, 0) += E(i, j);
  }

  Matrix weighted, total;
};

/// Adds that row i of one output is row order[i] of the other, times both denominators.
void add_same_rows(Identities& identities, const std::string& at, const Attention& one,
                   const Attention& other, const Order& order)
{
  const Matrix &N = one.weighted, &D = one.total;
  Matrix left(N.rows(), N.cols()), right(N.rows(), N.cols());
  for (std::size_t i = 0; i < N.rows(); ++i)
    for (std::size_t j = 0; j < N.cols(); ++j) {
      left(i, j) = N(i, j) * other.total(order[i], 0);
      right(i, j) = other.weighted(order[i], j) * D(i, 0);
    }
  identities.add(at, left, right);
}

Matrix scores(const Matrix& X, const Matrix& W_Q, const Matrix& W_K)
{
  return X * W_Q * transpose(X * W_K);
}

void prove_equivariance(Proof& proof)
{
  Identities of_scores, places, rows, keys;
  for (const std::size_t n : {2, 3, 4}) {
    const Matrix X = symbols("x", n, 2), W_Q = symbols("q", 2, 2), W_K = symbols("k", 2, 2);
    const Matrix E = symbols("E", n, n), V = symbols("v", n, 2);
    const Order unchanged = all_orders(n).front();
    for (const Order& order : all_orders(n)) {
      const std::string at = in_words(order);
      const Matrix P = permutation_matrix(order), permuted = P * E * transpose(P);
      of_scores.add(at, scores(P * X, W_Q, W_K), P * scores(X, W_Q, W_K) * transpose(P));

      Matrix moved(n, n);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          moved(i, j) = E(order[i], order[j]);
      places.add(at, permuted, moved);

      const Attention attention(E, V);
      add_same_rows(rows, at, Attention(permuted, P * V), attention, order);
      add_same_rows(keys, at, Attention(E * transpose(P), P * V), attention, unchanged);
    }
  }
  proof.step(
      "For all real X of n = 2, 3, 4 tokens with 2 numbers each, all 2 x 2 W_Q, W_K and all n! "
      "permutations P: the scores X W_Q (X W_K)ᵀ of PX are P times those of X times Pᵀ.",
      of_scores.hold(), of_scores.seen());
  proof.step(
      "For all n x n matrices M, n = 2, 3, 4, and all P: P M Pᵀ has the entries of M in other "
      "places, so its exponentials, entry by entry, are P E Pᵀ with those E of M.",
      places.hold(), places.seen());
  proof.step(
      "For all n x n matrices E of positive numbers and all n x 2 values V, n = 2, 3, 4, and all "
      "P: attention with P E Pᵀ and P V is P times attention with E and V, rows divided by their "
      "sums. As the values of PX are P V, this is Att(PX) = P Att(X).",
      rows.hold(), rows.seen());
  proof.step(
      "For the same E, V and P: attention with E Pᵀ and P V is attention with E and V. So what a "
      "token gets does not depend on the order of the tokens that it looks at.",
      keys.hold(), keys.seen());
}

void refute_invariance(Proof& proof)
{
  Identities printed, any_scores;
  for (const std::size_t n : {2, 3, 4}) {
    const Matrix S = symbols("s", n, n), E = symbols("E", n, n), V = symbols("v", n, 2);
    any_scores.add(fmt::format("n = {}", n), scores(identity(n), S, identity(n)), S);
    const std::vector<Order> orders = all_orders(n);
    for (const Order& order : orders)
      if (order != orders.front()) {
        const Matrix P = permutation_matrix(order);
        add_same_rows(printed, in_words(order), Attention(P * E * transpose(P), P * V),
                      Attention(E, V), orders.front());
      }
  }
  proof.step(
      "For all real n x n matrices S, n = 2, 3, 4: the scores of X = I, W_Q = S, W_K = I are S, "
      "and the values are W_V; so every E of positive numbers and every V occurs.",
      any_scores.hold(), any_scores.seen());
  proof.step(
      "The printed Att(PX) = Att(X) is an identity for no P but I, n = 2, 3, 4: times the row "
      "sums, the difference is a polynomial in E and V that is not 0, so it is not 0 for some "
      "positive E.",
      printed.fail(), printed.seen());

  const Matrix E = symbols("E", 2, 2), V = symbols("v", 2, 1);
  const Attention two(E, V);
  Identities difference;
  difference.add("n = 2",
                 two.weighted(0, 0) * two.total(1, 0) - two.weighted(1, 0) * two.total(0, 0),
                 determinant(E) * (V(0, 0) - V(1, 0)));
  proof.step(
      "For all positive E₁₁, E₁₂, E₂₁, E₂₂ and all real v₁, v₂: the two outputs differ by "
      "(E₁₁ E₂₂ - E₁₂ E₂₁)(v₁ - v₂), over both row sums. So two tokens with v₁ ≠ v₂ may change "
      "places unnoticed only if their scores have s₁₁ + s₂₂ = s₁₂ + s₂₁.",
      difference.hold(), difference.seen());

  // Scores are 0 or 1 here, and their exponentials 1 or t = exp(1) > exp(0) = 1.
  const Matrix X{{1}, {0}}, PX{{0}, {1}}, one{{1}};
  const Polynomial t = symbol("t");
  const auto attention = [&](const Matrix& tokens) {
    Matrix exponentials = scores(tokens, one, one);
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j) {
        const Polynomial score = exponentials(i, j);
        if (score != 0 && score != 1)
          throw Error("refute_invariance: expected scores 0 and 1, got {}", to_string(score));
        exponentials(i, j) = score == 0 ? 1 : t;
      }
    return Attention(exponentials, tokens);
  };
  const Attention of_X = attention(X), of_PX = attention(PX);
  Identities first_output;
  first_output.add(
      "output 1", of_X.weighted(0, 0) * of_PX.total(0, 0) - of_PX.weighted(0, 0) * of_X.total(0, 0),
      t - 1);
  proof.step(
      "For the two tokens 1 and 0, d = 1 and W_Q = W_K = W_V = 1, output 1 of Att(X) is more than "
      "that of Att(PX): by e - 1 over both row sums, and e = exp(1) > exp(0) = 1.",
      first_output.hold(),
      fmt::format("weighted sums {} and {}, row sums {} and {}, t for e; {}",
                  to_string(of_X.weighted(0, 0)), to_string(of_PX.weighted(0, 0)),
                  to_string(of_X.total(0, 0)), to_string(of_PX.total(0, 0)), first_output.seen()));
}

} // namespace

void prove(Proof& proof)
{
  prove_equivariance(proof);
  refute_invariance(proof);
}

} // namespace epreuve::proofs
