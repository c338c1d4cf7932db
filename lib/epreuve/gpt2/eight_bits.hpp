#pragma once

#include <armadillo>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace epreuve::gpt2 {

/// A vector x in eight bits: s q, with whole numbers q_j from -127 to 127 and s = max |x| / 127.
///
///     |x_j - s q_j| <= s (1/2 + 2^-15) + 2^-119
///
/// q_j is what x_j (127 / max |x|) is rounded to, by at most 1/2; both factors' and s's own rounding move it by less than
/// 127 * 4 * 2^-24 < 2^-15. Numbers that are all below 2^-119 become 0, since 127 / max |x| would not be finite.
///
/// @param q  n numbers, set
/// @return   s; 0 if q is 0; NaN if a number is NaN or infinite
float to_eight_bits(std::int8_t* q, const float* x, std::size_t n);

/// A matrix of neurons in eight bits, each with a scale of its own: neuron_i = s_i q_i, as to_eight_bits says. A neuron
/// with NaN or infinity is NaN.
///
/// The bytes are those that the kernels below read in order: a panel is 16 neurons, in it come four inputs after
/// four, of these 16 times four bytes, each 128 + q. Places of neurons and inputs that are not there are 128.
class EightBits
{
public:
  static constexpr std::size_t panel = 16; ///< neurons
  static constexpr std::size_t group = 4;  ///< inputs

  /// Neurons that are 0.
  /// @throws Error if n is above 65 536, from which on a sum of products might not fit into 32 bits
  EightBits(arma::uword n, arma::uword out);
  explicit EightBits(const arma::fmat& neurons);

  /// Sets neurons first, first + 1, ...
  void set(arma::uword first, const arma::fmat& neurons);

  arma::uword n() const { return n_; }     ///< inputs
  arma::uword out() const { return out_; } ///< neurons
  const arma::fvec& scales() const { return scales_; }
  arma::fvec neuron(arma::uword i) const; ///< s_i q_i, each rounded once
  arma::fmat neurons() const;             ///< all of them: n x out

  std::size_t groups() const { return (n_ + group - 1) / group; }
  std::size_t panels() const { return (out_ + panel - 1) / panel; }
  const std::uint8_t* bytes_of(std::size_t panel_index) const
  {
    return bytes_.get() + panel_index * groups() * panel * group;
  }

private:
  struct Free
  {
    void operator()(std::uint8_t* memory) const;
  };

  std::uint8_t* place(arma::uword i) const; ///< of a neuron's first byte

  arma::uword n_, out_;
  arma::fvec scales_;
  std::unique_ptr<std::uint8_t[], Free> bytes_; ///< from a line of the cache on
};

/// Products of a layer in eight bits with tokens, which become eight bits too, each token with a scale of its own:
///
///     y_ik = s_i t_k sum_j q_ij p_jk
///
/// The sum is of whole numbers, and exact: whatever the processor, all bits are the same. Instructions for such sums
/// multiply unsigned bytes with signed ones, so the weights are kept as 128 + q and what that adds, 128 sum_j p_jk, is
/// subtracted, once for each token. The largest sum is below n 255 127, for n up to 65 536 below 2^31.
///
///  - AVX-512 with VNNI: vpdpbusd adds four products to each of 16 sums, without saturation.
///  - AVX2: vpmaddubsw would saturate, because two products, up to 2 * 255 * 127 = 64 770, do not fit into the 16 bits
///    that it adds them in; it is exact only if one factor has 7 bits. vpmaddwd is not in doubt: it multiplies words and
///    adds two products in 32 bits. On AMD's processors 32 products take two multiplications either way, on Intel's
///    four instructions instead of three: the eighth bit is worth that.
///  - elsewhere a plain loop.
///
/// One token is bound by reading, a byte for each weight. Of a prompt, AVX2 multiplies 128 pairs in some 5.5 cycles, about
/// as many as 1.5 times the multiply-adds in float; VNNI 64 in a cycle, or in half of one.
namespace eight_bits {

/// How one kind of processor sums.
struct Kernel
{
  /// Sums of the 16 neurons of a panel for some tokens.
  ///
  /// @param sums    16 x tokens, set
  /// @param panel   its bytes
  /// @param x       for each group of four inputs, those of the tokens side by side: a token's four in one number, the first one
  ///                in its lowest byte
  /// @param groups  of inputs
  /// @param ahead   bytes that are read next
  using Sums = void (*)(std::int32_t* sums, const std::uint8_t* panel, const std::int32_t* x,
                        std::size_t groups, const std::uint8_t* ahead);

  std::string_view name;   ///< the instructions it uses: "AVX2"
  std::vector<Sums> tiles; ///< for 1, 2, ... tokens
};

/// Those that this processor can run, the best first; the last one needs no special instructions.
const std::vector<Kernel>& kernels();

/// Y = W X, or Y += W X.
/// @param Y  out x K, set or added to; NaN for a token that has NaN or infinity
/// @param X  n x K, K >= 1
void products(arma::fmat& Y, const EightBits& W, const arma::fmat& X, bool add,
              const Kernel& kernel = kernels().front());

} // namespace eight_bits

} // namespace epreuve::gpt2
