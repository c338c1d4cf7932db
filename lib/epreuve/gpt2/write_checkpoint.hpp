#pragma once

#include "epreuve/gpt2/config.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <filesystem>

namespace epreuve::gpt2 {

/// Writes a model's sizes as config.json in the folder: read_config reads them, and so does Hugging Face.
/// @throws Error as write_file
void write_config(const std::filesystem::path& folder, const Config& config);

/// How a file has its numbers: F32 or F16.
enum class Stored
{
  f32,
  f16
};

/// Writes the parameters as model.safetensors in the folder, in the published layout: the names without "transformer.", a
/// dense layer as [in, out]. The file is whole or not there, even after a power cut.
/// @param stored  F16 rounds to the nearest (to_half)
/// @throws Error as write_durably
template <typename Real>
void write_tensors(const std::filesystem::path& folder, const Weights<Real>& weights,
                   Stored stored = Stored::f32);

} // namespace epreuve::gpt2
