#pragma once

#include "epreuve/gpt2/model.hpp"

#include <armadillo>

#include <cstdint>
#include <string>
#include <vector>

namespace epreuve::gpt2 {

/// One speed of the model beside what the machine can do, measured in the same rounds.
struct Speed
{
  std::string what;              ///< "prefill, 1024 tokens, all logits"
  std::string unit;              ///< of value and limit: "Gflop/s" or "GB/s"
  std::vector<double> value{};   ///< a round each
  std::vector<double> limit{};   ///< of the machine: sgemm, or reading memory
  std::vector<double> seconds{}; ///< a round each: of the pass, or of one token

  double best() const; ///< the largest value
  /// Median over the rounds of value / limit. Each round measures both, one after the other, so
  /// that what else the machine does falls on both.
  double ratio() const;
};

struct BenchResult
{
  std::string kernel; ///< of OpenBLAS, for this processor: "Zen"
  int threads = 1;
  std::uint64_t peak_memory = 0; ///< bytes resident at most, weights included, after one pass of a
                                 ///< whole context with the last logits; 0 where unknown
  std::vector<Speed> speeds;
};

/// Measures a model against the machine it runs on.
///
///  - prefill, a whole context (1024) and all logits, and 64 tokens and the last logits: useful
///    operations a second, 2 for each weight and token that meet, 4 n K (K + 1) / 2 for a block's
///    attention; against sgemm of 2304 x 1024 x 768
///  - decode, the context growing from 16 to 256: bytes that one token must read (every weight but
///    the embeddings' other rows, and the keys and values so far) a second; against reading the
///    weights
///
/// @param rounds  of every measurement, at least 1
BenchResult bench(const Model<float>& model, unsigned rounds);

} // namespace epreuve::gpt2
