#pragma once

#include "epreuve/gpt2/vectorised.hpp"

#include <armadillo>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

/// What fast_kernels.cpp and fast_backward.cpp both need.
namespace epreuve::gpt2 {

/// Whether so many operations are worth waking the other threads: some 10 microseconds of one.
inline bool worth_threads(arma::uword operations)
{
  return operations > 30'000;
}

/// Memory that a thread keeps from call to call, so that none is allocated in a loop of steps.
template <typename Value>
Value* kept(std::size_t count)
{
  thread_local std::vector<Value> memory;
  if (memory.size() < count)
    memory.resize(count);
  return memory.data();
}

/// e^x by e^x = 2^m e^r, |r| <= ln 2 / 2, the second factor by its Taylor polynomial of degree 7:
/// relative error below 1.1e-7 for -87 <= x <= 88, where it stays below and above.
inline float exponential(float x)
{
  x = std::min(std::max(x, -87.0F), 88.0F);
  // Adding 1.5 2^23 rounds to an integer, and leaves it in the low bits.
  const float shifted = x * 1.44269504F + 12582912.0F;
  const float m = shifted - 12582912.0F;
  const float r = (x - m * 0.693359375F) + m * 2.12194440e-4F; // ln 2 in two parts
  const float e =
      1 + r * (1 + r * (1.0F / 2 +
                        r * (1.0F / 6 +
                             r * (1.0F / 24 + r * (1.0F / 120 + r * (1.0F / 720 + r / 5040))))));
  const auto exponent = (std::bit_cast<std::int32_t>(shifted) + 127) << 23;
  return e * std::bit_cast<float>(exponent);
}

/// The smallest and the largest of `count` >= 1 numbers; NaN is passed over, unless it is the first. (Of a reduction by
/// max, GCC makes no vectors.)
struct Range
{
  float smallest, largest;
};
inline Range range_of(const float* x, std::size_t count)
{
  constexpr std::size_t lanes = 16;
  float smallest[lanes], largest[lanes];
  std::fill(smallest, smallest + lanes, x[0]);
  std::fill(largest, largest + lanes, x[0]);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
#pragma omp simd
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const float here = x[i + lane];
      smallest[lane] = here < smallest[lane] ? here : smallest[lane];
      largest[lane] = here > largest[lane] ? here : largest[lane];
    }
  for (; i < count; ++i) {
    smallest[0] = std::min(smallest[0], x[i]);
    largest[0] = std::max(largest[0], x[i]);
  }
  for (std::size_t half = lanes / 2; half > 0; half /= 2)
#pragma omp simd
    for (std::size_t lane = 0; lane < half; ++lane) {
      smallest[lane] = std::min(smallest[lane], smallest[lane + half]);
      largest[lane] = std::max(largest[lane], largest[lane + half]);
    }
  return {smallest[0], largest[0]};
}

/// C = A B + beta C, where A and B may be transposed ('T', else 'N'), with leading dimensions that the caller gives.
/// @param rows, columns  of C
/// @param inner          the length of the sums
inline void gemm(char transpose_A, char transpose_B, arma::uword rows, arma::uword columns,
                 arma::uword inner, const float* A, arma::uword stride_A, const float* B,
                 arma::uword stride_B, float beta, float* C, arma::uword stride_C)
{
  const auto size = [](arma::uword value) { return static_cast<arma::blas_int>(value); };
  const arma::blas_int m = size(rows), n = size(columns), k = size(inner), lda = size(stride_A),
                       ldb = size(stride_B), ldc = size(stride_C);
  const float one = 1;
  arma::blas::gemm<float>(&transpose_A, &transpose_B, &m, &n, &k, &one, A, &lda, B, &ldb, &beta, C,
                          &ldc);
}

/// Softmax of `count` scores times `scale`, in place.
void softmax_range(float* s, std::size_t count, float scale);

/// The numbers of a query that are computed with: those of its `visible` keys, and of so many after them, of `keys` in all,
/// that vectors are full. What is left over by a vector costs as much, number by number, as some vectors.
inline std::size_t in_vectors(std::size_t visible, std::size_t keys)
{
  constexpr std::size_t lanes = 16;
  return std::min((visible + lanes - 1) / lanes * lanes, keys);
}

/// Softmax of the `visible` first of `keys` scores times `scale`, and 0 for the others, in place.
void causal_softmax(float* s, std::size_t visible, std::size_t keys, float scale);

} // namespace epreuve::gpt2
