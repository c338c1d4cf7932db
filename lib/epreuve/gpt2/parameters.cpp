#include "epreuve/gpt2/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace epreuve::gpt2 {

std::string_view name(Part part)
{
  switch (part) {
  case Part::wte:
    return "token embedding";
  case Part::wpe:
    return "positions";
  case Part::attention:
    return "attention";
  case Part::mlp:
    return "MLP";
  case Part::layer_norm:
    return "layer norms";
  }
  return "";
}

std::vector<Parameter> parameters_outside_blocks(const Config& config)
{
  const auto [layers, heads, n, N, context, mlp, epsilon] = config;
  return {{"wte.weight", {N, n}, Part::wte},
          {"wpe.weight", {context, n}, Part::wpe},
          {"ln_f.weight", {n}, Part::layer_norm},
          {"ln_f.bias", {n}, Part::layer_norm}};
}

std::vector<Parameter> parameters_of_block(const Config& config, arma::uword layer)
{
  const auto [layers, heads, n, N, context, mlp, epsilon] = config;
  std::vector<Parameter> block{{"ln_1.weight", {n}, Part::layer_norm},
                               {"ln_1.bias", {n}, Part::layer_norm},
                               {"attn.c_attn.weight", {n, 3 * n}, Part::attention},
                               {"attn.c_attn.bias", {3 * n}, Part::attention},
                               {"attn.c_proj.weight", {n, n}, Part::attention},
                               {"attn.c_proj.bias", {n}, Part::attention},
                               {"ln_2.weight", {n}, Part::layer_norm},
                               {"ln_2.bias", {n}, Part::layer_norm},
                               {"mlp.c_fc.weight", {n, mlp}, Part::mlp},
                               {"mlp.c_fc.bias", {mlp}, Part::mlp},
                               {"mlp.c_proj.weight", {mlp, n}, Part::mlp},
                               {"mlp.c_proj.bias", {n}, Part::mlp}};
  for (Parameter& parameter : block)
    parameter.name = fmt::format("h.{}.{}", layer, parameter.name);
  return block;
}

std::vector<Parameter> parameters(const Config& config)
{
  std::vector<Parameter> all = parameters_outside_blocks(config);
  for (arma::uword layer = 0; layer < config.layers; ++layer)
    for (Parameter& parameter : parameters_of_block(config, layer))
      all.push_back(std::move(parameter));
  return all;
}

std::optional<Parameter> find_parameter(const Config& config, std::string_view name)
{
  const auto layer = layer_of(name);
  if (layer && *layer >= config.layers)
    return std::nullopt;
  auto candidates = layer ? parameters_of_block(config, *layer) : parameters_outside_blocks(config);
  const auto found =
      std::find_if(candidates.begin(), candidates.end(),
                   [&](const Parameter& parameter) { return parameter.name == name; });
  if (found == candidates.end())
    return std::nullopt;
  return std::move(*found);
}

std::optional<arma::uword> layer_of(std::string_view name)
{
  if (!name.starts_with("h."))
    return std::nullopt;
  const char* const end = name.data() + name.size();
  arma::uword layer = 0;
  const auto [rest, failure] = std::from_chars(name.data() + 2, end, layer);
  if (failure != std::errc{} || rest == end || *rest != '.' || layer >= most_layers)
    return std::nullopt;
  return layer;
}

} // namespace epreuve::gpt2
