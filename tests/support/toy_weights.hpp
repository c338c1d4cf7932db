#pragma once

#include "epreuve/gpt2/weights.hpp"

#include <cstdint>

namespace epreuve::tests {

/// A model of odd sizes, which no kernel's blocks divide.
gpt2::Config toy_config();

/// Weights large enough that patterns are far from uniform and no bias is 0. The float weights are
/// the double ones, rounded.
template <typename Real>
gpt2::Weights<Real> toy_weights(const gpt2::Config& config, std::uint64_t seed);

} // namespace epreuve::tests
