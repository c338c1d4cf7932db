#include "epreuve/gpt2/published.hpp"

#include "epreuve/system/parallel.hpp"
#include "epreuve/system/sha256.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>

namespace epreuve::gpt2 {

namespace {

constexpr std::array<PublishedTensor, 148> table{{
#include "epreuve/gpt2/published_tensors.inc"
}};

} // namespace

std::span<const PublishedTensor> published_tensors()
{
  return table;
}

std::string sha256(const Checkpoint& checkpoint, const TensorInfo& tensor)
{
  Sha256 hash;
  checkpoint.visit(tensor, [&](std::span<const float> values) { hash.add(std::as_bytes(values)); });
  return std::move(hash).hex();
}

bool is_published(const Checkpoint& checkpoint, const TensorInfo& tensor)
{
  const auto published = std::ranges::find(table, tensor.name, &PublishedTensor::name);
  return published != table.end() && published->count == tensor.count() &&
         tensor.dtype == Dtype::f32 && published->sha256 == sha256(checkpoint, tensor);
}

std::vector<bool> are_published(const Checkpoint& checkpoint,
                                const std::vector<TensorInfo>& tensors)
{
  // The longest first, so that no thread is left alone with it at the end.
  std::vector<std::size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, std::greater{}, [&](std::size_t i) { return tensors[i].bytes; });
  std::vector<char> published(tensors.size());
  parallel_for(order.size(), [&](std::size_t i) {
    published[order[i]] = is_published(checkpoint, tensors[order[i]]) ? 1 : 0;
  });
  return {published.begin(), published.end()};
}

bool all_published(const Checkpoint& checkpoint)
{
  std::vector<TensorInfo> tensors;
  for (const PublishedTensor& tensor : table)
    if (checkpoint.has(tensor.name))
      tensors.push_back(checkpoint.info(tensor.name));
  return tensors.size() == table.size() &&
         std::ranges::all_of(are_published(checkpoint, tensors), std::identity{});
}

} // namespace epreuve::gpt2
