#include "epreuve/gpt2/eight_bits.hpp"
#include "epreuve/gpt2/fast_parts.hpp"
#include "epreuve/gpt2/vectorised.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace epreuve::gpt2::eight_bits {

namespace {

constexpr std::size_t group_bytes =
    EightBits::panel * EightBits::group; ///< 64, a line of the cache

/// The four numbers of a group, from the lowest byte on.
std::int32_t packed_group(const std::int8_t* q)
{
  std::uint32_t four = 0;
  for (unsigned b = 0; b < EightBits::group; ++b)
    four |= std::uint32_t{static_cast<std::uint8_t>(q[b])} << (8 * b);
  return static_cast<std::int32_t>(four);
}

void sums_anywhere(std::int32_t* sums, const std::uint8_t* panel, const std::int32_t* x,
                   std::size_t groups, const std::uint8_t*)
{
  std::int32_t sum[EightBits::panel] = {};
  for (std::size_t g = 0; g < groups; ++g, panel += group_bytes) {
    const auto four = static_cast<std::uint32_t>(x[g]);
    for (unsigned b = 0; b < EightBits::group; ++b) {
      const std::int32_t input = static_cast<std::int8_t>((four >> (8 * b)) & 0xFF);
      for (std::size_t i = 0; i < EightBits::panel; ++i)
        sum[i] += panel[i * EightBits::group + b] * input;
    }
  }
  std::copy(sum, sum + EightBits::panel, sums);
}

#if defined(__x86_64__)
/// Asks for a quarter of the bytes ahead, a line at every fourth group: four tiles ask for all. (GCC 12 drops a call of a
/// function that does nothing else, unless it is inlined at once.)
[[gnu::always_inline]] inline void ask_for(const std::uint8_t* ahead, std::size_t g)
{
  if (g % 4 == 0)
    __builtin_prefetch(ahead + g / 4 * group_bytes, 0, 2);
}

/// A vector of words has two products' sums of each of four neurons, of inputs 0 and 1, and of 2 and 3.
template <std::size_t tokens>
__attribute__((target("avx2"))) void sums_avx2(std::int32_t* sums, const std::uint8_t* panel,
                                               const std::int32_t* x, std::size_t groups,
                                               const std::uint8_t* ahead)
{
  __m256i sum[4 * tokens];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < 4 * tokens; ++i)
    sum[i] = _mm256_setzero_si256();
  for (std::size_t g = 0; g < groups; ++g, panel += group_bytes, x += tokens) {
    ask_for(ahead, g);
    __m256i inputs[tokens]; // the four, four times
#pragma GCC unroll 8
    for (std::size_t k = 0; k < tokens; ++k)
      inputs[k] = _mm256_cvtepi8_epi16(_mm_set1_epi32(x[k]));
#pragma GCC unroll 8
    for (std::size_t part = 0; part < 4; ++part) {
      const __m256i weights =
          _mm256_cvtepu8_epi16(_mm_load_si128(reinterpret_cast<const __m128i*>(panel + 16 * part)));
#pragma GCC unroll 8
      for (std::size_t k = 0; k < tokens; ++k)
        sum[4 * k + part] =
            _mm256_add_epi32(sum[4 * k + part], _mm256_madd_epi16(weights, inputs[k]));
    }
  }
  // Sums of pairs come as neurons 0, 1, 4, 5, 2, 3, 6, 7.
  constexpr int in_order = 0xD8;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < 2 * tokens; ++i)
    _mm256_storeu_si256(
        reinterpret_cast<__m256i*>(sums + 8 * i),
        _mm256_permute4x64_epi64(_mm256_hadd_epi32(sum[2 * i], sum[2 * i + 1]), in_order));
}

template <std::size_t tokens>
__attribute__((target("avx512f,avx512vnni"))) void
sums_vnni(std::int32_t* sums, const std::uint8_t* panel, const std::int32_t* x, std::size_t groups,
          const std::uint8_t* ahead)
{
  __m512i sum[tokens];
#pragma GCC unroll 12
  for (std::size_t k = 0; k < tokens; ++k)
    sum[k] = _mm512_setzero_si512();
  for (std::size_t g = 0; g < groups; ++g, panel += group_bytes, x += tokens) {
    ask_for(ahead, g);
    const __m512i weights = _mm512_load_si512(panel);
#pragma GCC unroll 12
    for (std::size_t k = 0; k < tokens; ++k)
      sum[k] = _mm512_dpbusd_epi32(sum[k], weights, _mm512_set1_epi32(x[k]));
  }
#pragma GCC unroll 12
  for (std::size_t k = 0; k < tokens; ++k)
    _mm512_storeu_si512(sums + EightBits::panel * k, sum[k]);
}

template <std::size_t... counts>
std::vector<Kernel::Sums> tiles_vnni(std::index_sequence<counts...>)
{
  return {sums_vnni<counts + 1>...};
}
#endif

/// What there is of a token besides its bytes.
struct Scaled
{
  float scale;         ///< t
  std::int32_t offset; ///< 128 sum p: what the 128 of the weights adds to each sum
};

/// y_ik = s_i (t_k sum_ik), or added to y_ik, for a tile and the neurons of a panel that are there.
/// @param y  a token's entries are a stride after those of the one before
EPREUVE_VECTORISED void scale_sums(float* y, std::size_t stride, const std::int32_t* sums,
                                   const Scaled* tokens, std::size_t in_tile, const float* scales,
                                   std::size_t count, bool add)
{
  for (std::size_t k = 0; k < in_tile; ++k, y += stride, sums += EightBits::panel) {
    const float t = tokens[k].scale;
    const std::int32_t offset = tokens[k].offset;
    if (!add)
      std::fill(y, y + count, 0.0F);
#pragma omp simd
    for (std::size_t i = 0; i < count; ++i)
      y[i] += scales[i] * (t * static_cast<float>(sums[i] - offset));
  }
}

/// The tokens of a tile in eight bits.
/// @param x       as a kernel reads them
/// @param tokens  count
void to_tile(std::int32_t* x, Scaled* tokens, const float* X, std::size_t n, std::size_t count)
{
  const std::size_t groups = (n + EightBits::group - 1) / EightBits::group;
  std::int8_t* const q = kept<std::int8_t>(groups * EightBits::group);
  for (std::size_t k = 0; k < count; ++k) {
    tokens[k].scale = to_eight_bits(q, X + k * n, n);
    std::fill(q + n, q + groups * EightBits::group, std::int8_t{0});
    std::int32_t sum = 0;
    for (std::size_t j = 0; j < n; ++j)
      sum += q[j];
    tokens[k].offset = 128 * sum;
    for (std::size_t g = 0; g < groups; ++g)
      x[g * count + k] = packed_group(q + g * EightBits::group);
  }
}

} // namespace

const std::vector<Kernel>& kernels()
{
  static const std::vector<Kernel> all = [] {
    std::vector<Kernel> found;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vnni"))
      found.push_back({"AVX-512 VNNI", tiles_vnni(std::make_index_sequence<12>())});
    if (__builtin_cpu_supports("avx2"))
      found.push_back({"AVX2", {sums_avx2<1>, sums_avx2<2>}});
#endif
    found.push_back({"portable", {sums_anywhere}});
    return found;
  }();
  return all;
}

void products(arma::fmat& Y, const EightBits& W, const arma::fmat& X, bool add,
              const Kernel& kernel)
{
  const std::size_t K = X.n_cols, groups = W.groups(), panels = W.panels(),
                    tiles = (K + kernel.tiles.size() - 1) / kernel.tiles.size();
  const auto first_of = [&](std::size_t tile) { return K * tile / tiles; };
  std::int32_t* const x = kept<std::int32_t>(groups * K); // this thread's, which all read
  Scaled* const tokens = kept<Scaled>(K);

  const auto multiply = [&](std::size_t panel) {
    constexpr std::size_t most = 12; // tokens of a tile
    std::int32_t sums[most * EightBits::panel];
    const std::size_t begin = panel * EightBits::panel,
                      count = std::min<std::size_t>(EightBits::panel, W.out() - begin),
                      quarter = groups / 4 * group_bytes;
    const std::uint8_t* const next = W.bytes_of(panel + 1 < panels ? panel + 1 : panel);
    for (std::size_t t = 0; t < tiles; ++t) {
      const std::size_t first = first_of(t), in_tile = first_of(t + 1) - first;
      kernel.tiles[in_tile - 1](sums, W.bytes_of(panel), x + first * groups, groups,
                                next + t % 4 * quarter);
      scale_sums(Y.colptr(first) + begin, Y.n_rows, sums, tokens + first, in_tile,
                 W.scales().memptr() + begin, count, add);
    }
  };

  // The last panels are for the thread that is done first, as in the products of one token in float.
  const std::size_t shared = panels * 11 / 12;
#pragma omp parallel if (worth_threads(groups * W.out() * K))
  {
#pragma omp for schedule(static)
    for (std::size_t t = 0; t < tiles; ++t) {
      const std::size_t first = first_of(t);
      to_tile(x + first * groups, tokens + first, X.colptr(first), W.n(), first_of(t + 1) - first);
    }
#pragma omp for schedule(static) nowait
    for (std::size_t panel = 0; panel < shared; ++panel)
      multiply(panel);
#pragma omp for schedule(dynamic)
    for (std::size_t panel = shared; panel < panels; ++panel)
      multiply(panel);
  }
}

} // namespace epreuve::gpt2::eight_bits
