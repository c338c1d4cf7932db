#include "epreuve/gpt2/inferred_config.hpp"

#include "epreuve/gpt2/parameters.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace epreuve::gpt2 {

namespace {

/// The sizes of the model that are a tensor's dimensions.
struct Dimensions
{
  std::string_view name; ///< in a block: what follows "h.N."
  std::size_t count;
  arma::uword Config::* first;
  arma::uword Config::* second = nullptr; ///< null also if that dimension is no size of the model
};

constexpr std::array<Dimensions, 4> outside_blocks{{{"wte.weight", 2, &Config::N, &Config::n},
                                                    {"wpe.weight", 2, &Config::context, &Config::n},
                                                    {"ln_f.weight", 1, &Config::n},
                                                    {"ln_f.bias", 1, &Config::n}}};
constexpr std::array<Dimensions, 11> in_block{{{"ln_1.weight", 1, &Config::n},
                                               {"ln_1.bias", 1, &Config::n},
                                               {"attn.c_attn.weight", 2, &Config::n},
                                               {"attn.c_proj.weight", 2, &Config::n, &Config::n},
                                               {"attn.c_proj.bias", 1, &Config::n},
                                               {"ln_2.weight", 1, &Config::n},
                                               {"ln_2.bias", 1, &Config::n},
                                               {"mlp.c_fc.weight", 2, &Config::n, &Config::mlp},
                                               {"mlp.c_fc.bias", 1, &Config::mlp},
                                               {"mlp.c_proj.weight", 2, &Config::mlp, &Config::n},
                                               {"mlp.c_proj.bias", 1, &Config::n}}};

const Dimensions* find_dimensions(std::span<const Dimensions> known, std::string_view name)
{
  const auto found = std::ranges::find(known, name, &Dimensions::name);
  return found == known.end() ? nullptr : &*found;
}

/// Keeps the first value given for a size; one that no model has is passed over.
void tell(Config& sizes, arma::uword Config::* size, arma::uword value)
{
  if (size != nullptr && sizes.*size == 0 && value <= largest_size)
    sizes.*size = value;
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
    const Dimensions* const known = layer ? find_dimensions(in_block, after_layer(tensor.name))
                                          : find_dimensions(outside_blocks, tensor.name);
    if (known == nullptr || known->count != tensor.shape.size())
      continue;
    tell(sizes, known->first, tensor.shape.front());
    tell(sizes, known->second, tensor.shape.back());
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
