#pragma once

#include "epreuve/gpt2/config.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <filesystem>

namespace epreuve::gpt2 {

/// Writes a model's sizes as config.json in the folder: read_config reads them, and so does Hugging Face.
/// @throws Error as write_file
void write_config(const std::filesystem::path& folder, const Config& config);

/// Writes the parameters as model.safetensors in the folder, in F32 and in the published layout: the names without
/// "transformer.", a dense layer as [in, out]. The file is whole or not there, even after a power cut.
/// @throws Error as write_durably
template <typename Real>
void write_tensors(const std::filesystem::path& folder, const Weights<Real>& weights);

} // namespace epreuve::gpt2
