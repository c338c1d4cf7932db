#pragma once

#include "epreuve/gpt2/config.hpp"
#include "epreuve/gpt2/safetensors.hpp"

#include <optional>
#include <vector>

namespace epreuve::gpt2 {

/// The sizes of a model inferred from the shapes of its tensors, with heads of 64 as in all
/// published models. Sizes that no tensor determines are those of GPT-2 Small; mlp = 4 n.
/// @return nothing if no tensor determines n, or n is not a multiple of 64
std::optional<Config> inferred_config(const std::vector<TensorInfo>& tensors);

} // namespace epreuve::gpt2
