#include "epreuve/gpt2/write_checkpoint.hpp"

#include "epreuve/gpt2/conversion.hpp"
#include "epreuve/gpt2/parameters.hpp"
#include "epreuve/system/write_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace epreuve::gpt2 {

namespace {

/// The length of the header as the file has it, then the header: blanks at its end let the data begin at a multiple of 8.
template <typename Tensor>
std::string header(const std::vector<Tensor>& tensors, Stored stored)
{
  nlohmann::ordered_json entries{{"__metadata__", {{"format", "pt"}}}};
  std::uint64_t end = 0;
  for (const auto& [name, shape, other] : tensors) {
    const std::uint64_t begin = end;
    end += std::accumulate(shape.begin(), shape.end(),
                           std::uint64_t{stored == Stored::f32 ? sizeof(float) : sizeof(Half)},
                           std::multiplies());
    entries[name] = {{"dtype", stored == Stored::f32 ? "F32" : "F16"},
                     {"shape", shape},
                     {"data_offsets", {begin, end}}};
  }
  std::string text = entries.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string length;
  for (unsigned shift = 0; shift < 64; shift += 8)
    length += static_cast<char>(text.size() >> shift & 0xFF);
  return length + text;
}

template <typename Real>
class TensorWriter
{
public:
  TensorWriter(const Sink& sink, Stored stored) : sink_(sink), stored_(stored) {}

  /// The values in memory's order.
  void write(std::span<const Real> values)
  {
    if constexpr (std::is_same_v<Real, float>)
      put(values);
    else
      for (constexpr std::size_t piece = 1 << 16; !values.empty();
           values = values.subspan(std::min(piece, values.size()))) {
        const auto some = values.first(std::min(piece, values.size()));
        floats_.assign(some.size(), 0);
        std::ranges::transform(some, floats_.begin(),
                               [](Real value) { return static_cast<float>(value); });
        put(floats_);
      }
  }

  /// A column of an embedding is a row of the file.
  void write(const arma::Mat<Real>& matrix) { write(std::span(matrix.memptr(), matrix.n_elem)); }

  void write(const Norm<Real>& norm)
  {
    write(norm.gain);
    write(norm.bias);
  }

  void write(const Dense<Real>& dense)
  {
    const arma::Mat<Real> in_the_files_order = dense.neurons.t();
    write(in_the_files_order);
    write(dense.b);
  }

private:
  void put(std::span<const float> values)
  {
    if (stored_ == Stored::f16) {
      halves_.resize(values.size());
      std::ranges::transform(values, halves_.begin(), to_half);
      put_bytes(std::as_bytes(std::span(halves_)));
    } else
      put_bytes(std::as_bytes(values));
  }

  void put_bytes(std::span<const std::byte> bytes)
  {
    sink_({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  const Sink& sink_;
  Stored stored_;
  std::vector<float> floats_;
  std::vector<Half> halves_;
};

} // namespace

void write_config(const std::filesystem::path& folder, const Config& config)
{
  const nlohmann::ordered_json json{{"architectures", {"GPT2LMHeadModel"}},
                                    {"model_type", "gpt2"},
                                    {"activation_function", "gelu_new"},
                                    {"n_layer", config.layers},
                                    {"n_head", config.heads},
                                    {"n_embd", config.n},
                                    {"vocab_size", config.N},
                                    {"n_positions", config.context},
                                    {"n_ctx", config.context},
                                    {"n_inner", config.mlp},
                                    {"layer_norm_epsilon", config.layer_norm_epsilon}};
  write_file(folder / "config.json", json.dump(2) + "\n");
}

void write_safetensors(const std::filesystem::path& file, const std::vector<NamedTensor>& tensors,
                       Stored stored)
{
  write_durably(file, [&](const Sink& sink) {
    sink(header(tensors, stored));
    TensorWriter<float> writer(sink, stored);
    for (const NamedTensor& tensor : tensors)
      writer.write(tensor.values);
  });
}

template <typename Real>
void write_tensors(const std::filesystem::path& folder, const Weights<Real>& weights, Stored stored)
{
  write_durably(folder / "model.safetensors", [&](const Sink& sink) {
    sink(header(parameters(weights.config), stored));
    TensorWriter<Real> writer(sink, stored);
    visit_layers([&](const LayerName&, const auto& layer) { writer.write(layer); }, weights);
  });
}

template void write_tensors(const std::filesystem::path&, const Weights<float>&, Stored);
template void write_tensors(const std::filesystem::path&, const Weights<double>&, Stored);

} // namespace epreuve::gpt2
