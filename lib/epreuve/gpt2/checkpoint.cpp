#include "epreuve/gpt2/checkpoint.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/inferred_config.hpp"
#include "epreuve/gpt2/mapped_file.hpp"
#include "epreuve/gpt2/parameters.hpp"
#include "epreuve/gpt2/tensor_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <system_error>
#include <type_traits>
#include <utility>

namespace epreuve::gpt2 {

namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path)
{
  std::error_code failure;
  return fs::exists(path, failure);
}

/// A model that is published in several files, with a list of what is where.
[[noreturn]] void refuse_shards(const fs::path& folder)
{
  throw Error("{} holds a model in several files, which model.safetensors.index.json lists, and "
              "one file is expected: "
              "join them, for example in Python with transformers, model.save_pretrained(FOLDER, "
              "max_shard_size=\"100GB\")",
              folder.string());
}

fs::path find_file(const fs::path& path)
{
  constexpr const char* index = "model.safetensors.index.json";
  std::error_code failure;
  if (!fs::is_directory(path, failure)) {
    if (!is_there(path))
      throw Error("{} is not there; ./epreuve gpt2 fetch gets the published model", path.string());
    if (path.filename() == index)
      refuse_shards(path.parent_path());
    return path;
  }
  if (is_there(path / "model.safetensors"))
    return path / "model.safetensors";
  if (is_there(path / index))
    refuse_shards(path);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path, failure))
    if (entry.path().extension() == ".safetensors")
      files.push_back(entry.path());
  if (failure)
    throw Error("{} cannot be read: {}", path.string(), failure.message());
  if (files.empty())
    throw Error("{} holds no safetensors file; ./epreuve gpt2 fetch gets the published model",
                path.string());
  if (files.size() > 1)
    throw Error("{} holds {} safetensors files and none is model.safetensors; name one of them",
                path.string(), files.size());
  return files.front();
}

/// Levenshtein's: insertions, deletions and replacements that make one text the other.
std::size_t edit_distance(std::string_view from, std::string_view to)
{
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), 0u);
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < to.size(); ++j)
      diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1,
                                                     diagonal + (from[i] == to[j] ? 0 : 1)}));
  }
  return row.back();
}

} // namespace

struct Checkpoint::Implementation
{
  MappedFile file;
  std::vector<TensorInfo> tensors;
  fs::path config_file; ///< empty if there is none
  std::optional<Config> config;

  explicit Implementation(const fs::path& path)
      : file(path), tensors(parse_safetensors(file.bytes(), path.string()))
  {
    if (const auto beside = path.parent_path() / "config.json"; is_there(beside)) {
      config_file = beside;
      config = read_config(beside);
    } else {
      config = inferred_config(tensors);
    }
  }

  const TensorInfo* find(std::string_view name) const
  {
    const auto found = std::ranges::find(tensors, without_prefix(name), &TensorInfo::name);
    return found == tensors.end() ? nullptr : &*found;
  }

  void require_values(const TensorInfo& tensor) const
  {
    if (tensor.dtype != Dtype::f32 && tensor.dtype != Dtype::f16 && tensor.dtype != Dtype::bf16)
      throw Error("{}: tensor {} holds {}, expected F32, F16 or BF16", file.path().string(),
                  tensor.name, gpt2::name(tensor.dtype));
  }

  /// A tensor of so many dimensions, of the shape that it has in a model of these sizes.
  const TensorInfo& readable(const Checkpoint& checkpoint, std::string_view name,
                             std::size_t dimensions, const char* kind) const
  {
    const TensorInfo& tensor = checkpoint.info(name);
    if (tensor.shape.size() != dimensions)
      throw Error("{}: tensor {} is no {}, its shape is {}", file.path().string(), tensor.name,
                  kind, shape_text(tensor.shape));
    const auto parameter = config ? find_parameter(*config, tensor.name) : std::nullopt;
    return checkpoint.info(name, parameter ? parameter->shape : tensor.shape);
  }

  template <typename Array, typename... Sizes>
  Array view_or_copy(const TensorInfo& tensor, Sizes... sizes) const
  {
    using Real = typename Array::elem_type;
    const std::byte* const mapped = file.bytes().data() + tensor.offset;
    if (std::is_same_v<Real, float> && tensor.dtype == Dtype::f32 &&
        reinterpret_cast<std::uintptr_t>(mapped) % alignof(float) == 0) {
      auto* const values = reinterpret_cast<Real*>(const_cast<std::byte*>(mapped));
      return Array(values, sizes..., false, true);
    }
    Array copy(sizes..., arma::fill::none);
    read_tensors<Real>(file, {{&tensor, copy.memptr(), false}});
    return copy;
  }

  std::string nearest_name(std::string_view name) const
  {
    return std::ranges::min(tensors, {},
                            [&](const TensorInfo& tensor) {
                              return edit_distance(without_prefix(name), tensor.name);
                            })
        .name;
  }
};

Checkpoint::Checkpoint(const fs::path& path)
    : implementation_(std::make_unique<Implementation>(find_file(path)))
{
}
Checkpoint::~Checkpoint() = default;
Checkpoint::Checkpoint(Checkpoint&&) noexcept = default;
Checkpoint& Checkpoint::operator=(Checkpoint&&) noexcept = default;

const fs::path& Checkpoint::file() const
{
  return implementation_->file.path();
}

const Config& Checkpoint::config() const
{
  if (!implementation_->config)
    throw Error("{} does not tell the model's sizes: no tensor of GPT-2 has a length that is a "
                "multiple of 64; put its config.json beside it",
                file().string());
  return *implementation_->config;
}

const std::vector<TensorInfo>& Checkpoint::tensors() const
{
  return implementation_->tensors;
}

bool Checkpoint::has(std::string_view name) const
{
  return implementation_->find(name) != nullptr;
}

const TensorInfo& Checkpoint::info(std::string_view name) const
{
  if (const TensorInfo* const found = implementation_->find(name))
    return *found;
  if (tensors().empty())
    throw Error("{} has no tensor {}, nor any other", file().string(), name);
  const bool published = find_parameter(Config{}, without_prefix(name)).has_value();
  throw Error("{} has no tensor {}; the nearest name of its {} is {}{}", file().string(), name,
              tensors().size(), implementation_->nearest_name(name),
              published ? ", and ./epreuve gpt2 fetch gets the whole model" : "");
}

const TensorInfo& Checkpoint::info(std::string_view name,
                                   const std::vector<arma::uword>& shape) const
{
  const TensorInfo& tensor = info(name);
  implementation_->require_values(tensor);
  if (tensor.shape != shape)
    throw Error("{}: tensor {} is {}, expected {}{}", file().string(), tensor.name,
                shape_text(tensor.shape), shape_text(shape),
                implementation_->config_file.empty()
                    ? ""
                    : " by the sizes in " + implementation_->config_file.string());
  return tensor;
}

std::span<const std::byte> Checkpoint::bytes(const TensorInfo& tensor) const
{
  return implementation_->file.bytes().subspan(tensor.offset, tensor.bytes);
}

void Checkpoint::visit(const TensorInfo& tensor,
                       const std::function<void(std::span<const float>)>& piece) const
{
  implementation_->require_values(tensor);
  visit_values(implementation_->file, tensor, piece);
}

template <typename Real>
void Checkpoint::read(const std::vector<Request<Real>>& requests) const
{
  std::vector<Reading<Real>> readings;
  for (const auto& [name, shape, destination, transposed] : requests) {
    if (transposed && shape.size() != 2)
      throw Error("tensor {} is asked for as {}, but only a matrix has a transpose", name,
                  shape_text(shape));
    readings.push_back({&info(name, shape), destination, transposed});
  }
  read_tensors(implementation_->file, readings);
}

template <typename Real>
arma::Mat<Real> Checkpoint::matrix(std::string_view name) const
{
  const TensorInfo& tensor = implementation_->readable(*this, name, 2, "matrix");
  return implementation_->template view_or_copy<arma::Mat<Real>>(tensor, tensor.shape[1],
                                                                 tensor.shape[0]);
}

template <typename Real>
arma::Col<Real> Checkpoint::vector(std::string_view name) const
{
  const TensorInfo& tensor = implementation_->readable(*this, name, 1, "vector");
  return implementation_->template view_or_copy<arma::Col<Real>>(tensor, tensor.shape[0]);
}

#define INSTANTIATE(Real)                                                                          \
  template void Checkpoint::read(const std::vector<Request<Real>>&) const;                         \
  template arma::Mat<Real> Checkpoint::matrix(std::string_view) const;                             \
  template arma::Col<Real> Checkpoint::vector(std::string_view) const;

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::gpt2
