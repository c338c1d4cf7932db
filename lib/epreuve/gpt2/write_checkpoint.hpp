#pragma once

#include "epreuve/gpt2/config.hpp"
#include "epreuve/gpt2/weights.hpp"

#include <armadillo>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

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

/// A tensor as a file has it.
struct NamedTensor
{
  std::string name;
  std::vector<arma::uword> shape; ///< row-major
  std::span<const float> values;
};

/// Writes tensors as a safetensors file, whole or not at all. @throws Error as write_durably
void write_safetensors(const std::filesystem::path& file, const std::vector<NamedTensor>& tensors,
                       Stored stored);

/// Writes the parameters as model.safetensors in the folder, in the published layout: the names without "transformer.", a
/// dense layer as [in, out]. The file is whole or not there, even after a power cut.
/// @param stored  F16 rounds to the nearest (to_half)
/// @throws Error as write_durably
template <typename Real>
void write_tensors(const std::filesystem::path& folder, const Weights<Real>& weights,
                   Stored stored = Stored::f32);

} // namespace epreuve::gpt2
