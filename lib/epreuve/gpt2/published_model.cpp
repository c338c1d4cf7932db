#include "epreuve/gpt2/published_model.hpp"

#include "epreuve/gpt2/published.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

namespace epreuve::gpt2 {

std::optional<Checkpoint> find_checkpoint(const std::filesystem::path& folder)
{
  std::error_code unreadable;
  const std::filesystem::directory_iterator entries(folder, unreadable);
  const bool found = !unreadable && std::ranges::any_of(entries, [](const auto& entry) {
    return entry.path().extension() == ".safetensors";
  });
  return found ? std::optional<Checkpoint>(folder) : std::nullopt;
}

std::set<std::string> published_names(const Checkpoint& checkpoint)
{
  const std::vector<TensorInfo>& tensors = checkpoint.tensors();
  const std::vector<bool> published = are_published(checkpoint, tensors);
  std::set<std::string> names;
  for (std::size_t i = 0; i < tensors.size(); ++i)
    if (published[i])
      names.insert(tensors[i].name);
  return names;
}

std::optional<Model<double>> published_model(const std::filesystem::path& folder)
{
  const std::optional<Checkpoint> checkpoint = find_checkpoint(folder);
  if (!checkpoint || !all_published(*checkpoint))
    return std::nullopt;
  return Model<double>(*checkpoint);
}

} // namespace epreuve::gpt2
