// What a causal mask tells of the order, without positions: see statement.md. As in 07-permutation the chain is cut
// at the exponentials: E_ij > 0 stands for exp(s_ij / sqrt(d)), an independent symbol, and an output is a weighted
// sum over a sum of weights, compared after multiplying by both denominators, which are positive.
//
// 1  equal tokens: E_ij depends on neither i nor j, and all values are one value v.
// 2  a first token b before equal tokens x: in the row with i tokens before it, E is B for b and E for the i others.
// 3  one layer, last row: the sum over all tokens, in all orders of those before the last.
// 4  two layers of means: rational numbers, no symbols but the values.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace epreuve::proofs {

namespace {

constexpr std::size_t places = 32; ///< of the means

void prove_equal_tokens(Proof& proof)
{
  Identities identities;
  const Polynomial E = symbol("E"), v = symbol("v");
  for (long i = 1; i <= 9; ++i) {
    Polynomial weighted, total;
    for (long j = 1; j <= i; ++j) {
      weighted += E * v;
      total += E;
    }
    identities.add(fmt::format("row {}", i), weighted, v * total);
  }
  proof.step("For all E > 0 and all v: in each of the first 9 rows the output of equal tokens is "
             "their value v. So "
             "they are equal tokens for the next layer too.",
             identities.hold(), identities.seen());
}

void prove_first_token(Proof& proof)
{
  Identities identities;
  const Polynomial B = symbol("B"), E = symbol("E"), b = symbol("b"), v = symbol("v");
  for (long i = 1; i <= 12; ++i)
    for (long k = i + 1; k <= 12; ++k) {
      const auto weighted = [&](long others) { return B * b + others * E * v; };
      const auto total = [&](long others) { return B + others * E; };
      identities.add(fmt::format("rows {} and {}", i, k),
                     weighted(i) * total(k) - weighted(k) * total(i), (k - i) * B * E * (b - v));
    }
  proof.step("For all B, E > 0 and all values b, v: the outputs of two rows with i < k equal "
             "tokens up to 12 "
             "differ by (k - i) B E (b - v) over both row sums. So they differ if b and v do.",
             identities.hold(), identities.seen());
}

void prove_one_layer(Proof& proof)
{
  Identities identities;
  for (const std::size_t n : {2, 3, 4, 5}) {
    const Matrix E = symbols("E", 1, n), V = symbols("v", n, 1);
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    do {
      const Matrix P = permutation_matrix(order);
      const Matrix E_P = E * transpose(P), V_P = P * V, ones = [&] {
        Matrix one(n, 1);
        for (std::size_t j = 0; j < n; ++j)
          one(j, 0) = 1;
        return one;
      }();
      identities.add(fmt::format("n = {}", n), (E_P * V_P) * (E * ones), (E * V) * (E_P * ones));
    } while (std::next_permutation(order.begin(), order.end() - 1));
  }
  proof.step("For all E > 0 and values of n = 2, ..., 5 tokens and all (n - 1)! orders of those "
             "before the last: the "
             "last output of one masked layer is the same.",
             identities.hold(), identities.seen());
}

void prove_two_layers(Proof& proof)
{
  Identities of_means;
  bool falling = true;
  std::vector<Rational> H{0};
  for (std::size_t i = 1; i <= places; ++i)
    H.push_back(H.back() + Rational(1, i));
  // the weight of value j in output i: the mean over k <= i of the weights 1/k for j <= k
  for (std::size_t i = 1; i <= places; ++i) {
    std::vector<Rational> weights;
    for (std::size_t j = 1; j <= i; ++j) {
      Rational sum = 0;
      for (std::size_t k = j; k <= i; ++k)
        sum += Rational(1, k) / Rational(i);
      weights.push_back(sum);
      of_means.add(fmt::format("weight {} of output {}", j, i), Polynomial(sum),
                   Polynomial(Rational((H[i] - H[j - 1]) / Rational(i))));
    }
    falling = falling && std::adjacent_find(weights.begin(), weights.end(),
                                            [](const Rational& a, const Rational& b) {
                                              return a <= b;
                                            }) == weights.end();
  }
  proof.step(
      fmt::format(
          "Two layers of means, {} places: value j has the weight (H_i - H_(j-1)) / i in output i.",
          places),
      of_means.hold(), of_means.seen());
  proof.step(
      "These weights fall strictly with j. So with independent values two orders give two outputs.",
      falling, fmt::format("all rows up to {}", places));
}

} // namespace

void prove(Proof& proof)
{
  prove_equal_tokens(proof);
  prove_first_token(proof);
  prove_one_layer(proof);
  prove_two_layers(proof);
}

} // namespace epreuve::proofs
