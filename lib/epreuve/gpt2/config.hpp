#pragma once

#include <armadillo>

#include <filesystem>

namespace epreuve::gpt2 {

/// The sizes of a model of the GPT-2 family, under the documents' letters.
struct Config
{
  arma::uword layers = 12;          ///< blocks, each an attention and an MLP
  arma::uword heads = 12;           ///< in each attention
  arma::uword n = 768;              ///< length of a token vector
  arma::uword N = 50257;            ///< tokens of the vocabulary
  arma::uword context = 1024;       ///< most tokens at once
  arma::uword mlp = 3072;           ///< neurons of the MLP's first layer
  double layer_norm_epsilon = 1e-5; ///< what a layer norm adds to the variance

  arma::uword head_size() const { return n / heads; }
  bool operator==(const Config&) const = default;
};

/// Reads config.json as Hugging Face writes it: n_layer, n_head, n_embd, vocab_size, n_ctx or
/// n_positions, n_inner (null or absent: 4 n), layer_norm_epsilon.
/// @throws Error naming the file and what is wrong: no JSON, a size that is missing, no positive
///         integer, heads that do not divide n, an activation other than "gelu_new"
Config read_config(const std::filesystem::path& file);

/// Parameters of such a model, the tied unembedding counted once: 124,439,808 for GPT-2 Small.
arma::uword parameter_count(const Config& config);

} // namespace epreuve::gpt2
