// The path expansion of a stream of linear layers. A polynomial in letters that do not commute is a sum of
// words; two are equal for the matrices of every size, and in every ring, if they have the same words
// with the same coefficients. So one multiplication of polynomials settles all matrices at once, for L
// layers.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

using Word = std::vector<unsigned>; ///< letters from left to right; layers, the last one first
using Sum = std::map<Word, long>;   ///< words with their coefficients

Sum product(const Sum& p, const Sum& q)
{
  Sum result;
  for (const auto& [left, a] : p)
    for (const auto& [right, b] : q) {
      Word word = left;
      word.insert(word.end(), right.begin(), right.end());
      result[word] += a * b;
    }
  std::erase_if(result, [](const auto& term) { return term.second == 0; });
  return result;
}

/// 1 + W_l
Sum layer(unsigned l)
{
  return {{Word{}, 1}, {Word{l}, 1}};
}

/// The sum over all subsets of {1, ..., L} of their letters, the largest first.
Sum over_paths(unsigned layers)
{
  Sum sum;
  for (unsigned long subset = 0; subset < 1UL << layers; ++subset) {
    Word word;
    for (unsigned l = layers; l > 0; --l)
      if (subset >> (l - 1) & 1)
        word.push_back(l);
    sum[word] += 1;
  }
  return sum;
}

long binomial(unsigned n, unsigned k)
{
  long value = 1;
  for (unsigned i = 1; i <= k; ++i)
    value = value * (n - k + i) / i;
  return value;
}

void prove_for_letters(Proof& proof)
{
  constexpr unsigned most = 12;
  Sum expanded = {{Word{}, 1}}, in_other_order = expanded;
  bool equal = true, counted = true, ordered = true;
  for (unsigned l = 1; l <= most; ++l) {
    expanded = product(layer(l), expanded);
    in_other_order = product(in_other_order, layer(l));
    equal &= expanded == over_paths(l);
    ordered &= l == 1 || in_other_order != over_paths(l);
    for (unsigned k = 0; k <= l; ++k)
      counted &= std::ranges::count_if(expanded, [=](const auto& term) {
                   return term.first.size() == k && term.second == 1;
                 }) == binomial(l, k);
  }
  proof.step(
      "For L = 1, ..., 12 letters that do not commute: (1 + W_L) ... (1 + W_1) is the sum over all "
      "subsets of their letters' products, the last letter first.",
      equal, fmt::format("for L = 12 {} words on either side", expanded.size()));
  proof.step(
      "Of these words C(L, k) have length k, and each has the coefficient 1: no two paths are the "
      "same product.",
      counted, "lengths 0 to L, L = 1, ..., 12");
  proof.step("With the layers in the other order, (1 + W_1) ... (1 + W_L), it is another "
             "polynomial, L = 2, "
             "..., 12.",
             ordered, "W_1 W_2 is not W_2 W_1");
}

void prove_for_entries(Proof& proof)
{
  Identities entries;
  for (const std::size_t n : {1, 2, 3})
    for (std::size_t L = 1; L <= (n == 3 ? 3U : 4U); ++L) {
      std::vector<Matrix> W;
      Matrix all = identity(n);
      for (std::size_t l = 0; l < L; ++l) {
        W.push_back(symbols(std::string(1, static_cast<char>('a' + l)), n, n));
        all = (identity(n) + W.back()) * all;
      }
      Matrix sum(n, n);
      for (std::size_t subset = 0; subset < std::size_t(1) << L; ++subset) {
        Matrix path = identity(n);
        for (std::size_t l = 0; l < L; ++l)
          if (subset >> l & 1)
            path = W[l] * path;
        sum = sum + path;
      }
      entries.add(fmt::format("{} layers, {} x {}", L, n, n), all, sum);
    }
  proof.step("The same entry by entry, for all real matrices of 1 x 1 and 2 x 2, up to four of "
             "them, and of "
             "3 x 3, up to three.",
             entries.hold(), entries.seen());
}

} // namespace

void prove(Proof& proof)
{
  prove_for_letters(proof);
  prove_for_entries(proof);
}

} // namespace epreuve::proofs
