#pragma once

#include "epreuve/gpt2/eight_bits.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <armadillo>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

/// The machine's own limits, with which `gpt2 bench` compares the model. A limit that is
/// too low flatters the model, so each is the best of several ways to reach it.
namespace epreuve::gpt2 {

/// A loop of fused multiply-adds on registers alone, which no product of matrices can outdo.
struct MultiplyAdds
{
  std::string_view name; ///< the instructions it uses: "AVX-512"
  std::size_t chains;    ///< that advance together, more than the processor has under way at once

  /// Advances chain i, which begins at the number i of its vector, `times` times: y <- a y + b.
  /// @return  the sum of all chains
  float (*advance)(float a, float b, std::size_t times);
};

/// The loops that this processor can run; the last one needs no special instructions.
const std::vector<MultiplyAdds>& multiply_adds();

/// Multiplications and additions per second of the fastest of them, on this many threads at once.
/// @param threads  at least 1
double peak_operations(int threads);

/// The largest amount of resident memory so far, in bytes, as Linux counts it; 0 where unknown.
std::uint64_t peak_memory();

/// Multiplications and additions per second of BLAS's sgemm, in the product of 1024 tokens with a
/// layer of 768 inputs and 2304 outputs.
class Sgemm
{
public:
  static constexpr double operations = 2.0 * 2304 * 1024 * 768; ///< of one product

  double operator()();

private:
  arma::fmat A_{2304, 768, arma::fill::randu}, B_{768, 1024, arma::fill::randu}, C_;
};

/// Reads four arrays and writes three of them, each thread a stretch of its own: what AdamW asks of memory, with hardly
/// an operation. a, b and c <- themselves + 1e-9 d.
/// @param count  of each
void read_four_write_three(float* a, float* b, float* c, const float* d, std::size_t count);

/// Reads every weight that a token's pass reads, once, in several ways.
class WeightsReader
{
public:
  /// All threads take part in each: one running sum for each stretch of memory; 64 running sums;
  /// and the products with a vector that decoding a token is made of.
  static constexpr std::array<std::string_view, 3> ways{"one sum", "many sums", "as decoding"};

  /// @param weights  which must outlive the reader; of those in eight bits as many bytes of other numbers are summed, since
  ///                 bytes alone would be summed by no instructions as fast
  explicit WeightsReader(const Weights<float>& weights);

  double bytes() const; ///< that are read

  /// @param way  index into `ways`
  /// @return     the sum of all weights, so that no compiler drops the reading
  float operator()(std::size_t way);

private:
  struct Stretch
  {
    const float* memory;
    std::size_t count;
  };

  float sum_of_stretches(float (*sum)(const float*, std::size_t)) const;
  float sum_of_products();

  std::vector<const arma::fmat*> matrices_;
  std::vector<const EightBits*> eight_bits_; ///< in their place
  arma::fvec stand_in_;
  std::vector<Stretch> stretches_;
  std::size_t bytes_ = 0;
  arma::fmat ones_, products_;
};

} // namespace epreuve::gpt2
