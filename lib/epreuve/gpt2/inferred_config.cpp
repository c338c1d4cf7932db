#include "epreuve/gpt2/inferred_config.hpp"

#include "epreuve/gpt2/parameters.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace epreuve::gpt2 {

namespace {

/// Keeps the first value given for a size; one that no model has is passed over, and so is one of which a dimension is
/// a multiple.
void tell(Config& sizes, const Dimension& dimension, arma::uword value)
{
  if (dimension.times == 1 && sizes.*dimension.size == 0 && value <= largest_size)
    sizes.*dimension.size = value;
}

std::string_view after_layer(std::string_view name)
{
  return name.substr(name.find('.', 2) + 1);
}

} // namespace

std::optional<Config> inferred_config(const std::vector<TensorInfo>& tensors)
{
  Config sizes{.layers = 0, .heads = 0, .n = 0, .N = 0, .context = 0, .mlp = 0};
  for (const TensorInfo& tensor : tensors) {
    const auto layer = layer_of(tensor.name);
    if (layer)
      sizes.layers = std::max(sizes.layers, *layer + 1);
    const auto& kinds = layer ? kinds_in_block() : kinds_outside_blocks();
    const auto kind =
        std::ranges::find(kinds, layer ? after_layer(tensor.name) : std::string_view(tensor.name),
                          &ParameterKind::name);
    if (kind == kinds.end() || kind->shape.size() != tensor.shape.size())
      continue;
    for (std::size_t i = 0; i < tensor.shape.size(); ++i)
      tell(sizes, kind->shape[i], tensor.shape[i]);
  }
  if (sizes.n == 0 || sizes.n % 64 != 0)
    return std::nullopt;

  const Config small;
  sizes.heads = sizes.n / 64;
  sizes.mlp = sizes.mlp == 0 ? 4 * sizes.n : sizes.mlp;
  for (const auto size : {&Config::layers, &Config::N, &Config::context})
    sizes.*size = sizes.*size == 0 ? small.*size : sizes.*size;
  return sizes;
}

} // namespace epreuve::gpt2
