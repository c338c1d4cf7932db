#include "epreuve/gpt2/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

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

const std::vector<ParameterKind>& kinds_outside_blocks()
{
  static const std::vector<ParameterKind> kinds{
      {"wte.weight", {{&Config::N}, {&Config::n}}, Part::wte},
      {"wpe.weight", {{&Config::context}, {&Config::n}}, Part::wpe},
      {"ln_f.weight", {{&Config::n}}, Part::layer_norm},
      {"ln_f.bias", {{&Config::n}}, Part::layer_norm}};
  return kinds;
}

const std::vector<ParameterKind>& kinds_in_block()
{
  static const std::vector<ParameterKind> kinds{
      {"ln_1.weight", {{&Config::n}}, Part::layer_norm},
      {"ln_1.bias", {{&Config::n}}, Part::layer_norm},
      {"attn.c_attn.weight", {{&Config::n}, {&Config::n, 3}}, Part::attention},
      {"attn.c_attn.bias", {{&Config::n, 3}}, Part::attention},
      {"attn.c_proj.weight", {{&Config::n}, {&Config::n}}, Part::attention},
      {"attn.c_proj.bias", {{&Config::n}}, Part::attention},
      {"ln_2.weight", {{&Config::n}}, Part::layer_norm},
      {"ln_2.bias", {{&Config::n}}, Part::layer_norm},
      {"mlp.c_fc.weight", {{&Config::n}, {&Config::mlp}}, Part::mlp},
      {"mlp.c_fc.bias", {{&Config::mlp}}, Part::mlp},
      {"mlp.c_proj.weight", {{&Config::mlp}, {&Config::n}}, Part::mlp},
      {"mlp.c_proj.bias", {{&Config::n}}, Part::mlp}};
  return kinds;
}

namespace {

std::vector<Parameter> of_kinds(const std::vector<ParameterKind>& kinds, const Config& config,
                                const std::string& prefix)
{
  std::vector<Parameter> parameters;
  for (const ParameterKind& kind : kinds) {
    Parameter parameter{prefix + std::string(kind.name), {}, kind.part};
    for (const Dimension& dimension : kind.shape)
      parameter.shape.push_back(dimension.times * config.*dimension.size);
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

} // namespace

std::vector<Parameter> parameters_outside_blocks(const Config& config)
{
  return of_kinds(kinds_outside_blocks(), config, "");
}

std::vector<Parameter> parameters_of_block(const Config& config, arma::uword layer)
{
  return of_kinds(kinds_in_block(), config, fmt::format("h.{}.", layer));
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
