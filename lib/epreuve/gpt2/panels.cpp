#include "epreuve/gpt2/panels.hpp"

#include "epreuve/gpt2/fast_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace epreuve::gpt2::panels {

namespace {

#if defined(__x86_64__)
/// After so many inputs, 64 bytes of each column, a tile asks for the next line of the columns ahead.
constexpr std::size_t line = 16;

// The pragmas unroll what runs over sums, so that these are in registers: 12 is the longest of them.

template <std::size_t tokens>
__attribute__((target("avx2,fma"))) void tile_avx2(const Tile& tile)
{
  __m256 low[tokens], high[tokens];
#pragma GCC unroll 12
  for (std::size_t k = 0; k < tokens; ++k)
    low[k] = high[k] = _mm256_setzero_ps();
  const float *weights = tile.weights, *x = tile.x;
  for (std::size_t begin = 0; begin < tile.inputs; begin += line) {
    for (std::size_t column = 0; column < tile.columns; ++column)
      __builtin_prefetch(tile.ahead + column * tile.n + begin);
    const std::size_t end = std::min(begin + line, tile.inputs);
    for (std::size_t j = begin; j < end; ++j) {
      const __m256 first = _mm256_load_ps(weights), second = _mm256_load_ps(weights + 8);
#pragma GCC unroll 12
      for (std::size_t k = 0; k < tokens; ++k) {
        const __m256 input = _mm256_broadcast_ss(x + k);
        low[k] = _mm256_fmadd_ps(first, input, low[k]);
        high[k] = _mm256_fmadd_ps(second, input, high[k]);
      }
      weights += 16;
      x += tokens;
    }
  }
#pragma GCC unroll 12
  for (std::size_t k = 0; k < tokens; ++k) {
    float* const y = tile.y + k * tile.y_stride;
    if (tile.add) {
      low[k] = _mm256_add_ps(_mm256_loadu_ps(y), low[k]);
      high[k] = _mm256_add_ps(_mm256_loadu_ps(y + 8), high[k]);
    }
    _mm256_storeu_ps(y, low[k]);
    _mm256_storeu_ps(y + 8, high[k]);
  }
}

template <std::size_t tokens>
__attribute__((target("avx512f"))) void tile_avx512(const Tile& tile)
{
  __m512 low[tokens], high[tokens];
#pragma GCC unroll 12
  for (std::size_t k = 0; k < tokens; ++k)
    low[k] = high[k] = _mm512_setzero_ps();
  const float *weights = tile.weights, *x = tile.x;
  for (std::size_t begin = 0; begin < tile.inputs; begin += line) {
    for (std::size_t column = 0; column < tile.columns; ++column)
      __builtin_prefetch(tile.ahead + column * tile.n + begin);
    const std::size_t end = std::min(begin + line, tile.inputs);
    for (std::size_t j = begin; j < end; ++j) {
      const __m512 first = _mm512_load_ps(weights), second = _mm512_load_ps(weights + 16);
#pragma GCC unroll 12
      for (std::size_t k = 0; k < tokens; ++k) {
        const __m512 input = _mm512_set1_ps(x[k]);
        low[k] = _mm512_fmadd_ps(first, input, low[k]);
        high[k] = _mm512_fmadd_ps(second, input, high[k]);
      }
      weights += 32;
      x += tokens;
    }
  }
#pragma GCC unroll 12
  for (std::size_t k = 0; k < tokens; ++k) {
    float* const y = tile.y + k * tile.y_stride;
    if (tile.add) {
      low[k] = _mm512_add_ps(_mm512_loadu_ps(y), low[k]);
      high[k] = _mm512_add_ps(_mm512_loadu_ps(y + 16), high[k]);
    }
    _mm512_storeu_ps(y, low[k]);
    _mm512_storeu_ps(y + 16, high[k]);
  }
}

template <std::size_t... counts>
std::vector<void (*)(const Tile&)> tiles_avx2(std::index_sequence<counts...>)
{
  return {tile_avx2<counts + 1>...};
}

template <std::size_t... counts>
std::vector<void (*)(const Tile&)> tiles_avx512(std::index_sequence<counts...>)
{
  return {tile_avx512<counts + 1>...};
}

/// Four inputs of eight neurons: packed_{j, i} = neurons_{i, j}, rows of `packed` a stride apart, neurons n apart.
__attribute__((target("avx2"))) inline void transpose(float* packed, std::size_t stride,
                                                      const float* neurons, std::size_t n)
{
  __m256 r[4]; // of neurons i and i + 4, each in a half of a vector
#pragma GCC unroll 4
  for (std::size_t i = 0; i < 4; ++i)
    r[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(neurons + i * n)),
                                _mm_loadu_ps(neurons + (i + 4) * n), 1);
  const __m256 low01 = _mm256_unpacklo_ps(r[0], r[1]), high01 = _mm256_unpackhi_ps(r[0], r[1]),
               low23 = _mm256_unpacklo_ps(r[2], r[3]), high23 = _mm256_unpackhi_ps(r[2], r[3]);
  constexpr int first_two = 0x44, last_two = 0xEE; // numbers of both, in each half
  _mm256_storeu_ps(packed, _mm256_shuffle_ps(low01, low23, first_two));
  _mm256_storeu_ps(packed + stride, _mm256_shuffle_ps(low01, low23, last_two));
  _mm256_storeu_ps(packed + 2 * stride, _mm256_shuffle_ps(high01, high23, first_two));
  _mm256_storeu_ps(packed + 3 * stride, _mm256_shuffle_ps(high01, high23, last_two));
}

/// packed_{j, i} = neurons_{i, j} for `inputs` inputs j and `width` neurons i, of which `count` are there, and 0 for the
/// others.
__attribute__((target("avx2"))) void pack_neurons(float* packed, std::size_t width,
                                                  const float* neurons, std::size_t n,
                                                  std::size_t inputs, std::size_t count)
{
  const std::size_t by_eight = count / 8 * 8, by_four = inputs / 4 * 4;
  for (std::size_t i = 0; i < by_eight; i += 8)
    for (std::size_t j = 0; j < by_four; j += 4)
      transpose(packed + j * width + i, width, neurons + i * n + j, n);
  for (std::size_t i = 0; i < width; ++i)
    for (std::size_t j = i < by_eight ? by_four : 0; j < inputs; ++j)
      packed[j * width + i] = i < count ? neurons[i * n + j] : 0;
}
#else
void pack_neurons(float*, std::size_t, const float*, std::size_t, std::size_t, std::size_t) {}
#endif

/// packed_{j, k} = x_{k, j}: the inputs of `count` tokens.
void pack_tokens(float* packed, const float* x, std::size_t n, std::size_t count)
{
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < count; ++k)
      packed[j * count + k] = x[k * n + j];
}

enum class Packed
{
  tokens,
  weights
};

/// Memory for so many numbers, from a line of the cache on, that a thread keeps from call to call.
template <Packed>
float* kept_on_a_line(std::size_t count)
{
  thread_local std::vector<float> memory;
  constexpr std::size_t numbers = 64 / sizeof(float);
  if (memory.size() < count + numbers)
    memory.resize(count + numbers);
  const auto place = reinterpret_cast<std::uintptr_t>(memory.data()) / sizeof(float);
  return memory.data() + (numbers - place % numbers) % numbers;
}

/// A layer, and tokens that are packed.
struct Product
{
  std::size_t first_token(std::size_t tile) const { return K * tile / tiles; }
  std::size_t first_input(std::size_t slice) const { return n * slice / slices(n); }
  std::size_t count(std::size_t panel) const ///< its neurons
  {
    return std::min(kernel.neurons, out - panel * kernel.neurons);
  }

  /// A panel's slice with all tokens.
  /// @param weights  packed
  void multiply(std::size_t panel, std::size_t slice, const float* weights) const
  {
    const std::size_t begin = first_input(slice), inputs = first_input(slice + 1) - begin;
    const bool last = slice + 1 == slices(n);
    const std::size_t next = last ? panel + 1 : panel;
    const bool any = next < panels;
    const float* const ahead =
        any ? neurons + next * kernel.neurons * n + (last ? 0 : begin + inputs) : nullptr;
    const std::size_t columns = any ? count(next) : 0;
    for (std::size_t t = 0; t < tiles; ++t) {
      const std::size_t first = first_token(t), tokens = first_token(t + 1) - first,
                        column = columns * t / tiles;
      float* const entries = y + first * out + panel * kernel.neurons;
      Tile tile{.weights = weights,
                .x = x + first * n + begin * tokens,
                .inputs = inputs,
                .y = entries,
                .y_stride = out,
                .add = add || slice > 0,
                .ahead = any ? ahead + column * n : nullptr,
                .columns = columns * (t + 1) / tiles - column,
                .n = n};
      if (count(panel) == kernel.neurons)
        kernel.tiles[tokens - 1](tile);
      else
        multiply_partly(panel, tile, tokens);
    }
  }

  /// A tile of a panel of which some neurons are not there.
  void multiply_partly(std::size_t panel, Tile tile, std::size_t tokens) const
  {
    constexpr std::size_t most = 32 * 12;
    float sums[most];
    float* const entries = std::exchange(tile.y, sums);
    const bool adds = std::exchange(tile.add, false);
    tile.y_stride = kernel.neurons;
    kernel.tiles[tokens - 1](tile);
    for (std::size_t k = 0; k < tokens; ++k)
      for (std::size_t i = 0; i < count(panel); ++i) {
        const float sum = sums[k * kernel.neurons + i];
        float& entry = entries[k * out + i];
        entry = adds ? entry + sum : sum;
      }
  }

  const Kernel& kernel;
  const float* neurons; ///< n x out
  const float* x;       ///< tile after tile
  float* y;             ///< out x K
  std::size_t n, out, K, tiles, panels;
  bool add;
};

} // namespace

const std::vector<Kernel>& kernels()
{
  static const std::vector<Kernel> all = [] {
    std::vector<Kernel> found;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
      if (__builtin_cpu_supports("avx512f"))
        found.push_back({"AVX-512", 32, tiles_avx512(std::make_index_sequence<12>())});
      found.push_back({"AVX2", 16, tiles_avx2(std::make_index_sequence<6>())});
    }
#endif
    return found;
  }();
  return all;
}

const Kernel* kernel_for(std::size_t weights, std::size_t tokens)
{
  constexpr std::size_t fewest = std::size_t{1} << 19, most = 256; // tokens whose slices are in L2
  return weights >= fewest && tokens >= 2 && tokens <= most && !kernels().empty()
             ? &kernels().front()
             : nullptr;
}

void products(arma::fmat& Y, const arma::fmat& neurons, const arma::fmat& X, bool add,
              const Kernel& kernel)
{
  const std::size_t n = neurons.n_rows, out = neurons.n_cols, K = X.n_cols,
                    tiles = (K + kernel.tiles.size() - 1) / kernel.tiles.size(),
                    panels = (out + kernel.neurons - 1) / kernel.neurons;
  float* const x = kept_on_a_line<Packed::tokens>(n * K); // this thread's, which all read
  const Product product{.kernel = kernel,
                        .neurons = neurons.memptr(),
                        .x = x,
                        .y = Y.memptr(),
                        .n = n,
                        .out = out,
                        .K = K,
                        .tiles = tiles,
                        .panels = panels,
                        .add = add};
  const bool threads = worth_threads(n * out * K / 8); // a processor does eight at a time
#pragma omp parallel if (threads)
  {
#pragma omp for schedule(static)
    for (std::size_t t = 0; t < tiles; ++t) {
      const std::size_t first = product.first_token(t);
      pack_tokens(x + first * n, X.colptr(first), n, product.first_token(t + 1) - first);
    }
    const std::size_t longest = (n + slices(n) - 1) / slices(n);
    float* const weights = kept_on_a_line<Packed::weights>(longest * kernel.neurons);
    // Each thread has panels that follow one another, so that it can ask for the next one's weights.
#pragma omp for schedule(static)
    for (std::size_t panel = 0; panel < panels; ++panel)
      for (std::size_t slice = 0; slice < slices(n); ++slice) {
        const std::size_t begin = product.first_input(slice);
        pack_neurons(weights, kernel.neurons, neurons.colptr(panel * kernel.neurons) + begin, n,
                     product.first_input(slice + 1) - begin, product.count(panel));
        product.multiply(panel, slice, weights);
      }
  }
}

} // namespace epreuve::gpt2::panels
