#pragma once

#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/config.hpp"

#include <armadillo>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace epreuve::gpt2 {

class EightBits;

/// A dense layer y = W x + b, one neuron per column: column i of `neurons` holds the weights
/// that neuron i gives its inputs, so that y_i = <neurons_i, x> + b_i and W = neurons^T.
///
/// The file has W itself (out x in); it is transposed while it is read, once: a product with
/// one token then runs through memory in one line, which is what bounds it.
template <typename Real>
struct Dense
{
  arma::Mat<Real> neurons;                       ///< in x out; empty if they are in eight bits
  arma::Col<Real> b;                             ///< out
  std::shared_ptr<const EightBits> eight_bits{}; ///< of float, if in the place of `neurons`
};

/// Gain and bias of a layer norm.
template <typename Real>
struct Norm
{
  arma::Col<Real> gain, bias; ///< n
};

/// One block: an attention and an MLP, each after a layer norm.
template <typename Real>
struct Block
{
  Norm<Real> ln_1;
  Dense<Real> qkv;   ///< n -> 3n: query, key, value, one under the other (attn.c_attn)
  Dense<Real> heads; ///< n -> n: W^O of all heads side by side (attn.c_proj)
  Norm<Real> ln_2;
  Dense<Real> mlp_in;  ///< n -> mlp (mlp.c_fc)
  Dense<Real> mlp_out; ///< mlp -> n (mlp.c_proj)
};

/// All parameters of a model, in one piece of memory that the matrices are views of.
template <typename Real>
struct Weights
{
  Config config;
  arma::Mat<Real> wte; ///< n x N: A, the token embedding, and its transpose the unembedding
  arma::Mat<Real> wpe; ///< n x context: the learned positions
  std::vector<Block<Real>> blocks;
  Norm<Real> ln_f;
  std::shared_ptr<void> memory;                         ///< what they are views of
  std::shared_ptr<const EightBits> wte_in_eight_bits{}; ///< of float, if in the place of `wte`
};

/// The name of a layer in published files: "wte", "h.0.attn.c_attn". Its parameters are ".weight" and, except for an
/// embedding, ".bias".
struct LayerName
{
  const char* name;                 ///< in a block: what follows "h.N."
  std::optional<std::size_t> block; ///< N

  std::string text() const { return block ? "h." + std::to_string(*block) + "." + name : name; }
};

/// Calls visit(name, layers...) for each layer of a block, with this layer of each of the blocks: Norm or Dense.
template <typename Visit, typename... Blocks>
void visit_block(const Visit& visit, Blocks&... blocks)
{
  visit("ln_1", blocks.ln_1...);
  visit("attn.c_attn", blocks.qkv...);
  visit("attn.c_proj", blocks.heads...);
  visit("ln_2", blocks.ln_2...);
  visit("mlp.c_fc", blocks.mlp_in...);
  visit("mlp.c_proj", blocks.mlp_out...);
}

/// Calls visit(LayerName, layers...) for each layer of a model, or of several of as many blocks, in the order of
/// published files: the embeddings, each a matrix, the last norm, and each block's.
template <typename Visit, typename... Models>
void visit_layers(const Visit& visit, Models&... models)
{
  visit(LayerName{"wte", {}}, models.wte...);
  visit(LayerName{"wpe", {}}, models.wpe...);
  visit(LayerName{"ln_f", {}}, models.ln_f...);
  const std::size_t blocks = std::min({models.blocks.size()...});
  for (std::size_t block = 0; block < blocks; ++block)
    visit_block(
        [&](const char* name, auto&... layers) { visit(LayerName{name, block}, layers...); },
        models.blocks[block]...);
}

/// Calls visit(".weight" or ".bias", arrays...) for the parameters of a layer, or of the same layer of several models.
template <typename Visit, typename... Layers>
void visit_parameters(const Visit& visit, Layers&... layers)
{
  if constexpr ((requires { layers.gain; } && ...)) {
    visit(".weight", layers.gain...);
    visit(".bias", layers.bias...);
  } else if constexpr ((requires { layers.neurons; } && ...)) {
    visit(".weight", layers.neurons...);
    visit(".bias", layers.b...);
  } else
    visit(".weight", layers...);
}

/// Reads the parameters from a checkpoint.
/// @throws Error naming the first tensor that is missing or of another shape; if the sizes are not
///         known (Checkpoint::config); if the unembedding lm_head.weight is there, but is not wte
template <typename Real>
Weights<Real> load_weights(const Checkpoint& checkpoint);

/// The same for a pass in eight bits: the dense layers' neurons and the token embedding are EightBits, with no float beside
/// them, all else is float. Gradients, hooks and compare_precisions need float or double.
/// @throws Error as above; if a layer has more inputs than EightBits takes
Weights<float> load_weights_in_eight_bits(const Checkpoint& checkpoint);

/// These weights for a pass in eight bits.
Weights<float> in_eight_bits(const Weights<float>& weights);

/// Weights drawn as before training: normal with standard deviation 0.02, the two that write
/// into the residual stream divided by sqrt(2 layers), gains 1, biases 0. In float and double they
/// are the same numbers, on every machine and with any number of threads.
/// Source: Radford et al. (2019), 2.3.
template <typename Real>
Weights<Real> random_weights(const Config& config, std::uint64_t seed);

/// All 0, in the same places: a gradient, or an optimiser's moments.
template <typename Real>
Weights<Real> zero_weights(const Config& config);

/// The piece of memory that the matrices are views of: every parameter once, and zeros between matrices, which begin at
/// lines of the cache. Two models of the same sizes have the same parameter in the same place.
/// @throws Error if the matrices are not such views, as in a copy
template <typename Real>
std::span<Real> all_of(Weights<Real>& weights);
template <typename Real>
std::span<const Real> all_of(const Weights<Real>& weights);

} // namespace epreuve::gpt2
