#pragma once

#include "epreuve/gpt2/checkpoint.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::gpt2 {

/// A parameter of GPT-2 Small as OpenAI published it.
struct PublishedTensor
{
  std::string_view name; ///< without "transformer."
  arma::uword count;     ///< of its elements
  std::string_view sha256;
};

/// All 148.
std::span<const PublishedTensor> published_tensors();

/// SHA-256 of a tensor's values as little-endian float32, in 64 hexadecimal digits.
/// @throws Error if it holds other values than F32, F16 or BF16
std::string sha256(const Checkpoint& checkpoint, const TensorInfo& tensor);

/// Whether a tensor is the published one of its name, to the last bit.
bool is_published(const Checkpoint& checkpoint, const TensorInfo& tensor);

/// The same for many tensors, in parallel.
std::vector<bool> are_published(const Checkpoint& checkpoint,
                                const std::vector<TensorInfo>& tensors);

/// Whether the checkpoint holds GPT-2 Small whole and as published. Reads all of it.
bool all_published(const Checkpoint& checkpoint);

} // namespace epreuve::gpt2
