#include "epreuve/fetching/inventory.hpp"

#include "epreuve/gpt2/published.hpp"

namespace epreuve::gpt2 {

Inventory inventory(const Checkpoint& checkpoint)
{
  Inventory result;
  for (const Parameter& parameter : parameters(checkpoint.config())) {
    arma::uword count = 1;
    for (const arma::uword length : parameter.shape)
      count *= length;
    result.parts[parameter.part].of += count;
    result.parameters.of += count;
    if (!checkpoint.has(parameter.name))
      result.missing.push_back(parameter.name);
  }

  const std::vector<TensorInfo>& tensors = checkpoint.tensors();
  const std::vector<bool> published = are_published(checkpoint, tensors);
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const auto parameter = find_parameter(checkpoint.config(), tensors[i].name);
    const auto part = parameter ? std::optional(parameter->part) : std::nullopt;
    result.tensors.push_back({tensors[i], part, published[i]});
    if (part) {
      result.parts[*part].held += tensors[i].count();
      result.parameters.held += tensors[i].count();
    }
  }
  return result;
}

} // namespace epreuve::gpt2
