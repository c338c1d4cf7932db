#pragma once

#include <armadillo>

#include <filesystem>

namespace epreuve::gpt2 {

/// No size of a model is larger; the product of two still fits into an arma::uword.
inline constexpr arma::uword largest_size = 10'000'000;
inline constexpr arma::uword most_layers = 10'000;

/// The sizes of a model of the GPT-2 family, under the documents' letters.
struct Config
{
  arma::uword layers = 12;          ///< blocks, each an attention and an MLP
  arma::uword heads = 12;           ///< in each attention
  arma::uword n = 768;              ///< length of a token vector
  arma::uword N = 50257;            ///< tokens of the vocabulary
  arma::uword context = 1024;       ///< the most tokens at once
  arma::uword mlp = 3072;           ///< neurons of the MLP's first layer
  double layer_norm_epsilon = 1e-5; ///< what a layer norm adds to the variance

  arma::uword head_size() const { return n / heads; }
  bool operator==(const Config&) const = default;
};

/// Reads config.json as Hugging Face writes it: n_layer, n_head, n_embd, vocab_size, n_positions
/// or n_ctx, n_inner (null or absent: 4 n), layer_norm_epsilon.
/// @throws Error naming the file and what is wrong: no JSON, a size that is missing or is not a
///         whole number from 1 to largest_size (most_layers), heads that do not divide n, a
///         model_type other than "gpt2", an activation other than "gelu_new", a setting that makes
///         it a model other than GPT-2 (an unembedding of its own, scores that are not divided by
///         the root of the head's size)
Config read_config(const std::filesystem::path& file);

/// Parameters of such a model, the tied unembedding counted once: 124,439,808 for GPT-2 Small.
///
///     N n + context n + layers (4 n^2 + 2 n mlp + 9 n + mlp) + 2 n
arma::uword parameter_count(const Config& config);

} // namespace epreuve::gpt2
