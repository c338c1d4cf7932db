// Made by: ./epreuve train ablations > chapters/20-encoder-decoder/ablations_log.hpp
#pragma once

#include <cstddef>

namespace epreuve::instruments {

/// A translator that was trained without one of its parts, 2000 steps: the sentences that it translates exactly.
struct AblationRow
{
  const char* without;
  std::size_t withheld, constructions;
  double loss; ///< in nats a word, the mean of the last 200 steps
};

inline constexpr std::size_t ablation_withheld = 1361, ablation_constructions = 969;

// clang-format off
inline constexpr AblationRow ablations_log[] = {
    {"all parts", 1355, 890, 0.0007},
    {"one head", 1361, 839, 0.0001},
    {"one block", 1355, 735, 0.0013},
    {"no positions", 902, 592, 0.0282},
    {"no cross-attention", 0, 0, 0.8499},
};
// clang-format on

} // namespace epreuve::instruments
