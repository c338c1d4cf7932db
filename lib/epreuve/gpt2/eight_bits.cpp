#include "epreuve/gpt2/eight_bits.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/fast_parts.hpp"
#include "epreuve/gpt2/vectorised.hpp"
#include "epreuve/system/parallel.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>

namespace epreuve::gpt2 {

namespace {

constexpr auto line_of_bytes = std::align_val_t{64};

/// Largest |x|, of finite numbers.
float largest_magnitude(const float* x, std::size_t n)
{
  const Range range = range_of(x, n);
  return std::max(range.largest, -range.smallest);
}

/// 0 if all numbers are finite, else NaN.
EPREUVE_VECTORISED float zero_times(const float* x, std::size_t n)
{
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t j = 0; j < n; ++j)
    sum += 0 * x[j];
  return sum;
}

/// q_j = x_j factor, rounded to a whole number of at most 22 bits, of which the lowest eight are kept.
EPREUVE_VECTORISED void round_products(std::int8_t* q, const float* x, std::size_t n, float factor)
{
#pragma omp simd
  for (std::size_t j = 0; j < n; ++j) {
    const float shifted =
        x[j] * factor + 12582912.0F; // 1.5 2^23, so that the lowest bits are units
    q[j] = static_cast<std::int8_t>(std::bit_cast<std::int32_t>(shifted) & 0xFF);
  }
}

} // namespace

float to_eight_bits(std::int8_t* q, const float* x, std::size_t n)
{
  if (zero_times(x, n) != 0) { // NaN is not 0
    std::fill(q, q + n, std::int8_t{0});
    return std::numeric_limits<float>::quiet_NaN();
  }
  const float largest = largest_magnitude(x, n);
  if (largest < 0x1p-119F) {
    std::fill(q, q + n, std::int8_t{0});
    return 0;
  }
  round_products(q, x, n, 127 / largest);
  return largest / 127;
}

void EightBits::Free::operator()(std::uint8_t* memory) const
{
  ::operator delete[](memory, line_of_bytes);
}

EightBits::EightBits(arma::uword n, arma::uword out)
    : n_(n), out_(out), scales_(out, arma::fill::zeros)
{
  constexpr arma::uword most = 65'536;
  if (n > most)
    throw Error("a layer of {} inputs cannot be kept in eight bits: at most {} have sums that "
                "always fit into 32 bits",
                n, most);
  const std::size_t size = panels() * groups() * panel * group;
  bytes_.reset(static_cast<std::uint8_t*>(::operator new[](size, line_of_bytes)));
  std::fill(bytes_.get(), bytes_.get() + size, std::uint8_t{128});
}

EightBits::EightBits(const arma::fmat& neurons) : EightBits(neurons.n_rows, neurons.n_cols)
{
  set(0, neurons);
}

std::uint8_t* EightBits::place(arma::uword i) const
{
  return bytes_.get() + i / panel * groups() * panel * group + i % panel * group;
}

void EightBits::set(arma::uword first, const arma::fmat& neurons)
{
  if (neurons.n_rows != n_ || first + neurons.n_cols > out_)
    throw Error("EightBits: {} x {} weights from neuron {} on, expected {} inputs and at most {} "
                "neurons in all",
                neurons.n_rows, neurons.n_cols, first, n_, out_);
  // By panels, so that two threads seldom write the same line.
  const std::size_t begin = first / panel, end = (first + neurons.n_cols + panel - 1) / panel;
  parallel_for(end - begin, [&](std::size_t task) {
    std::int8_t* const q = kept<std::int8_t>(n_);
    const arma::uword from = std::max<arma::uword>((begin + task) * panel, first),
                      to =
                          std::min<arma::uword>((begin + task + 1) * panel, first + neurons.n_cols);
    for (arma::uword i = from; i < to; ++i) {
      scales_[i] = to_eight_bits(q, neurons.colptr(i - first), n_);
      std::uint8_t* const bytes = place(i);
      for (std::size_t j = 0; j < n_; ++j)
        bytes[j / group * panel * group + j % group] = static_cast<std::uint8_t>(128 + q[j]);
    }
  });
}

arma::fvec EightBits::neuron(arma::uword i) const
{
  const std::uint8_t* const bytes = place(i);
  arma::fvec values(n_, arma::fill::none);
  for (std::size_t j = 0; j < n_; ++j)
    values[j] = scales_(i) * static_cast<float>(bytes[j / group * panel * group + j % group] - 128);
  return values;
}

arma::fmat EightBits::neurons() const
{
  arma::fmat all(n_, out_, arma::fill::none);
  for (arma::uword i = 0; i < out_; ++i)
    all.col(i) = neuron(i);
  return all;
}

} // namespace epreuve::gpt2
