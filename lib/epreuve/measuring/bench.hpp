#pragma once

#include "epreuve/gpt2/model.hpp"

#include <armadillo>

#include <cstdint>
#include <string>
#include <vector>

namespace epreuve::gpt2 {

/// One speed, of the model or of the products that it is made of, and what the machine can do,
/// measured in the same rounds.
struct Speed
{
  std::string what;              ///< "prefill, 1024 tokens, all logits"
  std::string unit;              ///< of value and limit: "Gflop/s" or "GB/s"
  std::vector<double> value{};   ///< one per round
  std::vector<double> limit{};   ///< of the machine, one per round: sgemm, reading, or the peak
  std::vector<double> seconds{}; ///< one per round: of the pass, the product or one token

  double best() const; ///< the largest value
  /// Median over the rounds of value / limit. Each round measures both, one after the other, so the machine's other
  /// load affects both.
  double ratio() const;
};

/// The speed of one way of reading the weights.
struct ReadingSpeed
{
  std::string way;             ///< "many sums"
  std::vector<double> value{}; ///< GB/s, one per round in which it was measured
};

struct BenchResult
{
  std::string kernel; ///< of OpenBLAS, for this processor: "Zen"
  int threads = 1;
  std::uint64_t peak_memory = 0; ///< bytes resident at most, weights included, after one pass of a
                                 ///< whole context with the last logits; 0 where unknown
  std::vector<Speed> speeds;
  std::vector<ReadingSpeed> readings; ///< of which the fastest limits decoding
};

/// Compares the speed of a model with that of the machine it runs on.
///
///  - prefill, a whole context (1024) and all logits, and 64 tokens and the last logits: useful
///    operations per second, 2 for each weight and token that meet, 4 n K (K + 1) / 2 for a block's
///    attention; compared with sgemm of 2304 x 1024 x 768
///  - decode, the context growing from 16 to 256: bytes per second, of those that one token must
///    read (every weight but the embeddings' other rows, and the keys and values so far); compared with reading the
///    weights, in the fastest of several ways
///  - sgemm itself, compared with the peak of fused multiply-adds on registers
///
/// A model in eight bits is compared with the same, sgemm too, which it can outdo: what eight bits do for a prompt is then
/// seen beside float.
///
/// @param rounds  of every measurement, at least 1
BenchResult bench(const Model<float>& model, unsigned rounds);

} // namespace epreuve::gpt2
