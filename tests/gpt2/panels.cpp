// The products of short prompts, by each kernel that this processor has; on one without any there is nothing to examine.

#include "epreuve/gpt2/panels.hpp"

#include "epreuve/gpt2/kernels.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

using namespace epreuve::gpt2;

namespace {

std::mt19937_64 generator(11);

arma::fmat normals(arma::uword rows, arma::uword columns)
{
  std::normal_distribution<float> normal;
  arma::fmat M(rows, columns);
  M.imbue([&] { return normal(generator); });
  return M;
}

arma::fmat product(const panels::Kernel& kernel, const arma::fmat& neurons, const arma::fmat& X)
{
  arma::fmat Y(neurons.n_cols, X.n_cols);
  Y.fill(std::numeric_limits<float>::quiet_NaN()); // what is there before does not matter
  panels::products(Y, neurons, X, false, kernel);
  return Y;
}

/// The sum as panels.hpp describes it, an entry at a time.
float entry(const arma::fmat& neurons, const arma::fmat& X, arma::uword i, arma::uword k)
{
  const std::size_t n = neurons.n_rows, slices = panels::slices(n);
  float y = 0;
  for (std::size_t s = 0; s < slices; ++s) {
    float sum = 0;
    for (std::size_t j = n * s / slices; j < n * (s + 1) / slices; ++j)
      sum = std::fma(neurons(j, i), X(j, k), sum);
    y = s == 0 ? sum : y + sum;
  }
  return y;
}

/// Entries whose bits differ.
std::size_t different(const arma::fmat& A, const arma::fmat& B)
{
  BOOST_REQUIRE(arma::size(A) == arma::size(B));
  std::size_t count = 0;
  for (arma::uword i = 0; i < A.n_elem; ++i)
    count += std::bit_cast<std::uint32_t>(A(i)) != std::bit_cast<std::uint32_t>(B(i));
  return count;
}

// Inputs and neurons: less than a vector, less than a panel, several slices and panels and a little more, and what
// vectors, panels and slices divide.
const std::vector<std::pair<arma::uword, arma::uword>> shapes{
    {1, 1}, {3, 5}, {35, 101}, {131, 17}, {129, 33}, {300, 70}, {256, 64}};

// One token and two; a tile less, more and full; a whole context of petit, of the tests' model; the most of the table.
const std::vector<arma::uword> counts{1, 2, 5, 6, 7, 12, 13, 64, 150, 256};

} // namespace

BOOST_AUTO_TEST_CASE(each_kernel_sums_in_the_order_that_is_described_so_that_all_have_the_same_bits)
{
  for (const panels::Kernel& kernel : panels::kernels())
    for (const auto& [n, out] : shapes)
      for (const arma::uword K : counts) {
        BOOST_TEST_CONTEXT(kernel.name << ", " << n << " x " << out << ", " << K << " tokens")
        {
          const arma::fmat neurons = normals(n, out), X = normals(n, K);
          arma::fmat expected(out, K);
          for (arma::uword k = 0; k < K; ++k)
            for (arma::uword i = 0; i < out; ++i)
              expected(i, k) = entry(neurons, X, i, k);
          BOOST_TEST(different(product(kernel, neurons, X), expected) == 0u);
        }
      }
}

BOOST_AUTO_TEST_CASE(a_product_is_that_of_double_within_the_bound_on_its_roundings)
{
  constexpr double u = 0x1p-24;
  for (const panels::Kernel& kernel : panels::kernels())
    for (const auto& [n, out] : shapes)
      for (const arma::uword K : counts) {
        const arma::fmat neurons = normals(n, out), X = normals(n, K), before = normals(out, K);
        arma::fmat Y = before;
        panels::products(Y, neurons, X, true, kernel);
        const auto exactly = [](const arma::fmat& M) { return arma::conv_to<arma::mat>::from(M); };
        const arma::mat exact = exactly(before) + exactly(neurons).t() * exactly(X);
        // Each of n products and what was there goes through at most n + 1 roundings.
        const double roundings = static_cast<double>(n) + 1;
        const arma::mat bound =
            roundings * u / (1 - roundings * u) *
            (arma::abs(exactly(before)) + arma::abs(exactly(neurons)).t() * arma::abs(exactly(X)));
        BOOST_TEST((arma::abs(exactly(Y) - exact) / bound).max() <= 1,
                   kernel.name << ", " << n << " x " << out << ", " << K << " tokens");
      }
}

BOOST_AUTO_TEST_CASE(a_token_has_the_same_bits_alone_and_among_others)
{
  const arma::fmat neurons = normals(300, 70), X = normals(300, 64);
  for (const panels::Kernel& kernel : panels::kernels()) {
    const arma::fmat all = product(kernel, neurons, X);
    for (const arma::uword first : {0, 5, 31, 59})
      for (const arma::uword tokens : {1, 4, 5})
        BOOST_TEST(different(product(kernel, neurons, X.cols(first, first + tokens - 1)),
                             all.cols(first, first + tokens - 1)) == 0u);
  }
}

BOOST_AUTO_TEST_CASE(a_product_is_the_same_each_time)
{
  // A layer that several threads share.
  const arma::fmat neurons = normals(256, 1000), X = normals(256, 30);
  for (const panels::Kernel& kernel : panels::kernels()) {
    const arma::fmat first = product(kernel, neurons, X);
    for (int time = 0; time < 20; ++time)
      BOOST_TEST(different(product(kernel, neurons, X), first) == 0u);
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_stays_with_its_token_and_its_neuron)
{
  constexpr arma::uword token = 8, neuron = 16;
  arma::fmat neurons = normals(131, 17), X = normals(131, 13);
  neurons(130, neuron) = std::numeric_limits<float>::infinity();
  X(0, token) = std::numeric_limits<float>::quiet_NaN();
  for (const panels::Kernel& kernel : panels::kernels()) {
    const arma::fmat Y = product(kernel, neurons, X);
    for (arma::uword k = 0; k < 13; ++k)
      for (arma::uword i = 0; i < 17; ++i)
        BOOST_TEST(std::isfinite(Y(i, k)) == (k != token && i != neuron));
  }
}

BOOST_AUTO_TEST_CASE(a_short_prompt_has_a_kernel_where_there_is_one_and_a_large_layer_uses_it)
{
  constexpr arma::uword n = 1024, out = 512;
  for (const std::size_t tokens : {0, 1, 257, 1024})
    BOOST_CHECK(panels::kernel_for(n * out, tokens) == nullptr);
  const arma::fmat neurons = normals(n, out);
  for (const arma::uword tokens : {2, 64, 256}) {
    BOOST_CHECK(panels::kernel_for(n * out - 1, tokens) == nullptr);
    const panels::Kernel* const kernel = panels::kernel_for(n * out, tokens);
    BOOST_CHECK((kernel == nullptr) == panels::kernels().empty());
    if (kernel == nullptr)
      continue;
    BOOST_CHECK(kernel == &panels::kernels().front());
    const arma::fmat X = normals(n, tokens);
    arma::fmat logits;
    unembed(logits, neurons, X);
    BOOST_TEST(different(logits, product(*kernel, neurons, X)) == 0u);
  }
}

BOOST_AUTO_TEST_CASE(a_layer_of_a_model_whose_training_git_keeps_is_multiplied_by_BLAS)
{
  // petit's largest, and the tokens of a part of its batches.
  const arma::fmat neurons = normals(64, 256), X = normals(64, 128);
  arma::fmat logits, expected(256, 128);
  unembed(logits, neurons, X);
  const arma::blas_int rows = 256, columns = 128, inner = 64;
  const float one = 1, zero = 0;
  arma::blas::gemm<float>("T", "N", &rows, &columns, &inner, &one, neurons.memptr(), &inner,
                          X.memptr(), &inner, &zero, expected.memptr(), &rows);
  BOOST_TEST(different(logits, expected) == 0u);
}
