// Paths through masked layers, in polynomials: see statement.md.
//
// With an independent symbol for each pair of each layer's mask, an entry of the product (I + A_L) ... (I + A_1) is a
// polynomial. The paths are walked without multiplying matrices, one after the other, and the two are compared term by
// term. No two paths have the same symbols, so the number of terms is the number of paths, and none cancels.
#include "identities.hpp"
#include "proof.hpp"

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

namespace epreuve::proofs {

namespace {

using Mask = std::function<bool(std::size_t i, std::size_t j)>;

/// A_l: a symbol at each pair of the mask.
Matrix weights(std::size_t layer, const Mask& mask, std::size_t K)
{
  Matrix A(K, K);
  for (std::size_t i = 0; i < K; ++i)
    for (std::size_t j = 0; j < K; ++j)
      if (mask(i, j))
        A(i, j) = symbol(fmt::format("a{}_{}{}", layer + 1, i + 1, j + 1));
  return A;
}

/// What comes to token i after `layers` layers from token j, path by path.
struct Paths
{
  Polynomial sum = 0;
  std::size_t number = 0;
};

void walk(const std::vector<Mask>& masks, const std::vector<Matrix>& A, std::size_t layer,
          std::size_t at, std::size_t to, const Polynomial& term, Paths& found)
{
  if (layer == masks.size()) {
    if (at == to) {
      found.sum += term;
      ++found.number;
    }
    return;
  }
  walk(masks, A, layer + 1, at, to, term, found); // the stream
  for (std::size_t i = 0; i < A[layer].rows(); ++i)
    if (masks[layer](i, at))
      walk(masks, A, layer + 1, i, to, term * A[layer](i, at), found);
}

struct Seen
{
  Identities products;
  std::size_t entries = 0, zeros = 0, wrong = 0;
};

/// Compares all entries of the product with the paths, and its zeros with R.
void compare(const std::string& at, const std::vector<Mask>& masks, std::size_t K, Seen& seen)
{
  std::vector<Matrix> A;
  Matrix product = identity(K);
  std::vector<std::vector<bool>> R(K, std::vector<bool>(K));
  for (std::size_t i = 0; i < K; ++i)
    R[i][i] = true;
  for (std::size_t l = 0; l < masks.size(); ++l) {
    A.push_back(weights(l, masks[l], K));
    product = (identity(K) + A[l]) * product;
    const auto before = R;
    for (std::size_t i = 0; i < K; ++i)
      for (std::size_t k = 0; k < K; ++k)
        for (std::size_t j = 0; j < K; ++j)
          if (masks[l](i, k) && before[k][j])
            R[i][j] = true;
  }
  for (std::size_t i = 0; i < K; ++i)
    for (std::size_t j = 0; j < K; ++j) {
      Paths paths;
      walk(masks, A, 0, j, i, 1, paths);
      seen.products.add(fmt::format("{}, entry ({}, {})", at, i + 1, j + 1), product(i, j),
                        paths.sum);
      const std::size_t terms = product(i, j).n_terms();
      ++seen.entries;
      seen.zeros += terms == 0 ? 1 : 0;
      seen.wrong += terms != paths.number || (terms > 0) != R[i][j] ? 1 : 0;
    }
}

void show(Proof& proof, const std::string& where, const Seen& seen)
{
  proof.step(where + ", every entry of (I + A_L) ... (I + A_1) is the sum over its paths",
             seen.products.hold(), seen.products.seen());
  proof.step(
      where + ", it has a term for each path, and is 0 exactly where no path leads",
      seen.wrong == 0 && seen.zeros > 0,
      fmt::format("{} entries, {} of them 0, {} wrong", seen.entries, seen.zeros, seen.wrong));
}

} // namespace

void prove(Proof& proof)
{
  Seen small;
  for (unsigned first = 0; first < 64; ++first)
    for (unsigned second = 0; second < 64; ++second) {
      // The six pairs of different tokens, three at a time from each token.
      const auto mask = [](unsigned bits) {
        return [bits](std::size_t i, std::size_t j) {
          return i != j && ((bits >> (2 * i + (j + 2 - i) % 3)) & 1U) != 0;
        };
      };
      compare(fmt::format("masks {} and {}", first, second), {mask(first), mask(second)}, 3, small);
    }
  show(proof, "For all two masks of 3 tokens", small);

  const Mask window = [](std::size_t i, std::size_t j) { return j < i && i - j < 3; };
  const Mask strides = [](std::size_t i, std::size_t j) { return j < i && (i - j) % 2 == 0; };
  const Mask blocks = [](std::size_t i, std::size_t j) { return j < i && i / 2 == j / 2; };
  const Mask shifted = [](std::size_t i, std::size_t j) {
    return j < i && (i + 1) / 2 == (j + 1) / 2;
  };
  const Mask prefix = [](std::size_t i, std::size_t j) { return i != j && (j < i || j < 2); };
  Seen named;
  compare("windows", {window, window, window}, 6, named);
  compare("blocks", {blocks, shifted, blocks}, 6, named);
  compare("strides", {strides, window, strides}, 6, named);
  compare("prefixes", {prefix, prefix, prefix}, 6, named);
  show(proof, "For windows, blocks, strides and prefixes of 6 tokens, three layers each", named);
}

} // namespace epreuve::proofs
