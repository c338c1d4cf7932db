#include "epreuve/measuring/machine.hpp"

#include "epreuve/gpt2/kernels.hpp"
#include "epreuve/gpt2/vectorised.hpp"
#include "epreuve/instruments/cost.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <thread>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace epreuve::gpt2 {

namespace {

// --- multiply-adds ------------------------------------------------------------------------

// Two units with a latency of 4 or 5 cycles have at most 10 under way; AVX2 has 16 registers, of
// which a and b take two.
constexpr std::size_t vectors = 12;

#if defined(__x86_64__)
__attribute__((target("avx512f"))) float advance_avx512(float a, float b, std::size_t times)
{
  const __m512 factor = _mm512_set1_ps(a), summand = _mm512_set1_ps(b);
  __m512 y[vectors];
  for (std::size_t i = 0; i < vectors; ++i)
    y[i] = _mm512_set1_ps(static_cast<float>(i));
  for (std::size_t t = 0; t < times; ++t)
#pragma GCC unroll 12
    for (std::size_t i = 0; i < vectors; ++i)
      y[i] = _mm512_fmadd_ps(factor, y[i], summand);
  float sum = 0;
  for (const __m512 one : y) {
    float lanes[16];
    _mm512_storeu_ps(lanes, one);
    for (const float lane : lanes)
      sum += lane;
  }
  return sum;
}

__attribute__((target("avx2,fma"))) float advance_avx2(float a, float b, std::size_t times)
{
  const __m256 factor = _mm256_set1_ps(a), summand = _mm256_set1_ps(b);
  __m256 y[vectors];
  for (std::size_t i = 0; i < vectors; ++i)
    y[i] = _mm256_set1_ps(static_cast<float>(i));
  for (std::size_t t = 0; t < times; ++t)
#pragma GCC unroll 12
    for (std::size_t i = 0; i < vectors; ++i)
      y[i] = _mm256_fmadd_ps(factor, y[i], summand);
  float sum = 0;
  for (const __m256 one : y) {
    float lanes[8];
    _mm256_storeu_ps(lanes, one);
    for (const float lane : lanes)
      sum += lane;
  }
  return sum;
}
#endif

/// With the instructions that every processor of this kind has; with a fused one if it has that.
#if defined(__GNUC__) && !defined(__clang__)
__attribute__((optimize("fp-contract=fast")))
#endif
float advance_anywhere(float a, float b, std::size_t times)
{
  using Four = float __attribute__((vector_size(16)));
  const Four factor{a, a, a, a}, summand{b, b, b, b};
  Four y[vectors];
  for (std::size_t i = 0; i < vectors; ++i) {
    const auto begin = static_cast<float>(i);
    y[i] = Four{begin, begin, begin, begin};
  }
  for (std::size_t t = 0; t < times; ++t)
#pragma GCC unroll 12
    for (std::size_t i = 0; i < vectors; ++i)
      y[i] = factor * y[i] + summand;
  float sum = 0;
  for (const Four& one : y)
    sum += one[0] + one[1] + one[2] + one[3];
  return sum;
}

double operations_per_second(const MultiplyAdds& loop, int threads)
{
  constexpr std::size_t times = 2'000'000; // some 10 milliseconds
  std::vector<float> sums(static_cast<std::size_t>(threads));
  const double time = instruments::seconds_of([&] {
    std::vector<std::jthread> running;
    for (float& sum : sums)
      running.emplace_back([&] { sum = loop.advance(0.999F, 0.001F, times); });
  });
  [[maybe_unused]] const volatile float used = sums.front();
  return 2.0 * static_cast<double>(loop.chains * times) * threads / time;
}

// --- reading ------------------------------------------------------------------------------

EPREUVE_VECTORISED float one_sum(const float* memory, std::size_t count)
{
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t i = 0; i < count; ++i)
    sum += memory[i];
  return sum;
}

/// Enough of them that no addition waits for the one before it.
EPREUVE_VECTORISED float many_sums(const float* memory, std::size_t count)
{
  constexpr std::size_t lanes = 64;
  float sums[lanes] = {};
  for (std::size_t i = 0; i + lanes <= count; i += lanes)
#pragma omp simd
    for (std::size_t lane = 0; lane < lanes; ++lane)
      sums[lane] += memory[i + lane];
  float total = 0;
  for (const float one : sums)
    total += one;
  for (std::size_t i = count / lanes * lanes; i < count; ++i)
    total += memory[i];
  return total;
}

EPREUVE_VECTORISED void four_three(float* a, float* b, float* c, const float* d, std::size_t count)
{
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    const float little = 1e-9F * d[i];
    a[i] += little;
    b[i] += little;
    c[i] += little;
  }
}

} // namespace

const std::vector<MultiplyAdds>& multiply_adds()
{
  static const std::vector<MultiplyAdds> all = [] {
    std::vector<MultiplyAdds> found;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
      found.push_back({"AVX-512", vectors * 16, advance_avx512});
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      found.push_back({"AVX2", vectors * 8, advance_avx2});
#endif
    found.push_back({"portable", vectors * 4, advance_anywhere});
    return found;
  }();
  return all;
}

double peak_operations(int threads)
{
  // A thread may be late the first time, and BLAS's own still wait in a loop.
  constexpr int attempts = 3;
  double best = 0;
  for (const MultiplyAdds& loop : multiply_adds())
    for (int attempt = 0; attempt < attempts; ++attempt)
      best = std::max(best, operations_per_second(loop, threads));
  return best;
}

std::uint64_t peak_memory()
{
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes)
      return 1024 * kilobytes;
  }
  return 0;
}

void read_four_write_three(float* a, float* b, float* c, const float* d, std::size_t count)
{
  constexpr std::size_t piece = std::size_t{1} << 15;
#pragma omp parallel for schedule(static)
  for (std::size_t begin = 0; begin < count; begin += piece)
    four_three(a + begin, b + begin, c + begin, d + begin, std::min(piece, count - begin));
}

double Sgemm::operator()()
{
  constexpr unsigned times = 10;
  const double time = instruments::seconds_of([&] {
    for (unsigned i = 0; i < times; ++i)
      C_ = A_ * B_;
  });
  return operations * times / time;
}

WeightsReader::WeightsReader(const Weights<float>& weights)
{
  const bool in_bytes = weights.wte_in_eight_bits != nullptr;
  if (in_bytes)
    eight_bits_.push_back(weights.wte_in_eight_bits.get());
  else
    matrices_.push_back(&weights.wte);
  for (const auto& block : weights.blocks)
    for (const Dense<float>* layer : {&block.qkv, &block.heads, &block.mlp_in, &block.mlp_out})
      if (in_bytes)
        eight_bits_.push_back(layer->eight_bits.get());
      else
        matrices_.push_back(&layer->neurons);
  constexpr std::size_t most = 1 << 16; // small enough to share among the threads
  const auto add_stretches = [&](const float* memory, std::size_t count) {
    for (std::size_t first = 0; first < count; first += most)
      stretches_.push_back({memory + first, std::min<std::size_t>(most, count - first)});
    bytes_ += sizeof(float) * count;
  };
  arma::uword longest = 0;
  for (const arma::fmat* matrix : matrices_) {
    add_stretches(matrix->memptr(), matrix->n_elem);
    longest = std::max(longest, matrix->n_rows);
  }
  for (const EightBits* matrix : eight_bits_)
    longest = std::max(longest, matrix->n());
  if (in_bytes) {
    std::size_t size = 0;
    for (const EightBits* matrix : eight_bits_)
      size += matrix->panels() * matrix->groups() * EightBits::panel * EightBits::group;
    stand_in_.zeros(size / sizeof(float));
    add_stretches(stand_in_.memptr(), stand_in_.n_elem);
  }
  ones_.ones(longest, 1);
}

double WeightsReader::bytes() const
{
  return static_cast<double>(bytes_);
}

float WeightsReader::operator()(std::size_t way)
{
  switch (way) {
  case 0:
    return sum_of_stretches(one_sum);
  case 1:
    return sum_of_stretches(many_sums);
  default:
    return sum_of_products();
  }
}

float WeightsReader::sum_of_stretches(float (*sum)(const float*, std::size_t)) const
{
  float total = 0;
#pragma omp parallel for schedule(static) reduction(+ : total)
  for (std::size_t i = 0; i < stretches_.size(); ++i)
    total += sum(stretches_[i].memory, stretches_[i].count);
  return total;
}

float WeightsReader::sum_of_products()
{
  float total = 0;
  for (const arma::fmat* matrix : matrices_) {
    const arma::fmat x(ones_.memptr(), matrix->n_rows, 1, false, true);
    unembed(products_, *matrix, x);
    total += arma::accu(products_);
  }
  for (const EightBits* matrix : eight_bits_) {
    const arma::fmat x(ones_.memptr(), matrix->n(), 1, false, true);
    products_.set_size(matrix->out(), 1);
    eight_bits::products(products_, *matrix, x, false);
    total += arma::accu(products_);
  }
  return total;
}

} // namespace epreuve::gpt2
