#pragma once

#include "epreuve/gpt2/config.hpp"

#include <armadillo>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace epreuve::gpt2 {

/// The purpose of a parameter.
enum class Part
{
  wte, ///< the token embedding, and the unembedding
  wpe, ///< the learned positions
  attention,
  mlp,
  layer_norm,
};

std::string_view name(Part part); ///< "token embedding", "layer norms"

/// A parameter tensor as published files have it.
struct Parameter
{
  std::string name;               ///< "h.0.attn.c_attn.weight"
  std::vector<arma::uword> shape; ///< row-major: [in, out] of a dense layer, [N, n] of wte
  Part part;
};

/// A dimension of a parameter: a size of the model, or a multiple of it.
struct Dimension
{
  arma::uword Config::* size;
  arma::uword times = 1;
};

/// A parameter of any model of the family.
struct ParameterKind
{
  std::string_view name; ///< in a block: what follows "h.N."
  std::vector<Dimension> shape;
  Part part;
};

/// Those of Parameter's names that begin with "h.N.", and the others, each in the order of published files.
const std::vector<ParameterKind>& kinds_in_block();
const std::vector<ParameterKind>& kinds_outside_blocks();

/// wte, wpe and the last layer norm.
std::vector<Parameter> parameters_outside_blocks(const Config& config);
/// The 12 of one block.
std::vector<Parameter> parameters_of_block(const Config& config, arma::uword layer);
/// All: 12 layers + 4.
std::vector<Parameter> parameters(const Config& config);

/// The parameter of a name, without "transformer."; nothing if the model has none.
std::optional<Parameter> find_parameter(const Config& config, std::string_view name);

/// N of a name that begins with "h.N."; nothing for another name, or an N of no model.
std::optional<arma::uword> layer_of(std::string_view name);

} // namespace epreuve::gpt2
