#pragma once

#include <armadillo>

#include <cstddef>
#include <string_view>
#include <vector>

/// Products of a layer with the tokens of a short prompt, in float.
///
/// OpenBLAS packs a layer's weights at each call, before it multiplies: of 64 tokens a weight has 64 products, which an
/// AVX2 processor computes in 4 cycles, so that a cycle more for each weight is a fifth of the time. Here a panel of
/// neurons is packed too, but slice by slice, while it is in the nearest cache: by vectors, eight neurons at a time,
/// eight weights take two cycles. That is 8 % of the time of 64 tokens on Zen 4; packed copies of all layers would save it
/// for 340 MB of GPT-2 Small's.
///
/// A tile of neurons and tokens has its sums in registers:
///
///                     neurons   tokens   sums   loads   multiply-adds
///     AVX2, 8 wide       16        6      12      8        12            for each input
///     AVX-512, 16 wide   32       12      24     14        24
///
/// Two units whose latency is 4 cycles (5 on some) have 8 (10) multiply-adds under way, so 12 sums keep them busy; 12
/// sums, two vectors of weights and one token's input are 15 of 16 registers, and 27 of 32. Two loads a cycle take less
/// time than two multiply-adds. So within a tile the units wait for nothing.
///
/// A slice is at most 192 inputs: with 32 neurons 24 KiB, of the 32 of the smallest L1; the tokens of all tiles, at most 256,
/// are 192 KiB in L2. At the end of a slice the sums are added to y, 24 loads and stores in 1152 cycles. While it
/// multiplies, a tile asks for weights of the next slice, or else a quarter of the time would be added for reading them.
///
/// On Zen 4 (one thread, the layers of GPT-2 Small, 64 tokens) 84 % of the peak are left of that with AVX-512 and 78 %
/// with AVX2, where OpenBLAS 0.3.21 has 62 %; of 256 tokens 87 % and 84 %, OpenBLAS 80 %. Of few tokens, up to 20 or so,
/// reading the weights takes longer than multiplying them, whatever the kernel.
///
/// An entry of the product is the same sum in the same order whatever the kernel, the number of threads, and the tokens
/// beside it: for each slice the fused sum of its products from 0 on, added to y. So the bits are the same on all
/// processors that have a kernel.
namespace epreuve::gpt2::panels {

/// The slices that the sums over n inputs are made in: slice s begins with input n s / slices(n).
inline std::size_t slices(std::size_t n)
{
  constexpr std::size_t longest = 192;
  return (n + longest - 1) / longest;
}

/// A product of packed weights with packed tokens.
struct Tile
{
  const float* weights; ///< for each input those of the panel's neurons, side by side
  const float* x;       ///< for each input those of the tokens, side by side
  std::size_t inputs;
  float* y;             ///< the neurons of the first token
  std::size_t y_stride; ///< from one token's to the next
  bool add;             ///< to y; else it is set
  const float* ahead; ///< the first of `columns` columns, n apart, whose `inputs` weights are next
  std::size_t columns, n;
};

/// How one kind of processor multiplies.
struct Kernel
{
  std::string_view name; ///< the instructions it uses: "AVX2"
  std::size_t neurons;   ///< of a panel
  std::vector<void (*)(const Tile&)>
      tiles; ///< for 1, 2, ... tokens, the last one as many as a tile may have
};

/// Those that this processor can run, the best first; none without AVX2 and fused multiply-adds.
const std::vector<Kernel>& kernels();

/// The kernel for a layer of so many weights and so many tokens, or nullptr, if OpenBLAS or a product of one token is the better
/// way. It depends on the processor and on these numbers alone, so that equal calls have equal results.
///
///     tokens                                  1            2 to 256     more
///     with AVX2, from 524 288 weights on      one by one   a kernel     OpenBLAS
///     else                                    one by one   OpenBLAS     OpenBLAS
///
/// A smaller layer stays in the cache from call to call. And models of up to a million parameters, petit among them, are
/// trained to the bytes that OpenBLAS gives.
const Kernel* kernel_for(std::size_t weights, std::size_t tokens);

/// Y = neurons^T X, or Y += neurons^T X.
/// @param Y        out x K, set or added to
/// @param neurons  n x out, n >= 1
/// @param X        n x K, K >= 1
void products(arma::fmat& Y, const arma::fmat& neurons, const arma::fmat& X, bool add,
              const Kernel& kernel);

} // namespace epreuve::gpt2::panels
