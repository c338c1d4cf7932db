#include "epreuve/translator/weights_file.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/conversion.hpp"
#include "epreuve/gpt2/mapped_file.hpp"
#include "epreuve/gpt2/safetensors.hpp"
#include "epreuve/gpt2/tensor_reader.hpp"
#include "epreuve/gpt2/write_checkpoint.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace epreuve::translator {

void write_weights(const std::filesystem::path& file, networks::EncoderDecoder<float>& network)
{
  std::vector<gpt2::NamedTensor> tensors;
  for (const auto& [name, rows, columns, values] : networks::named_parameters(network))
    tensors.push_back({name, {columns, rows}, values});
  gpt2::write_safetensors(file, tensors, gpt2::Stored::f16);
}

void read_weights(const std::filesystem::path& file, networks::EncoderDecoder<double>& network)
{
  const gpt2::MappedFile weights(file);
  const std::vector<gpt2::TensorInfo> tensors =
      gpt2::parse_safetensors(weights.bytes(), weights.path().string());
  std::vector<gpt2::Reading<double>> readings;
  for (const auto& [name, rows, columns, values] : networks::named_parameters(network)) {
    const auto tensor = std::ranges::find(tensors, name, &gpt2::TensorInfo::name);
    if (tensor == tensors.end() || tensor->shape != std::vector<arma::uword>{columns, rows} ||
        tensor->dtype != gpt2::Dtype::f16)
      throw Error("{} has no tensor {} of {} x {} in F16", weights.path().string(), name, columns,
                  rows);
    readings.push_back({&*tensor, values.data(), false});
  }
  gpt2::read_tensors(weights, readings);
}

networks::EncoderDecoder<double> as_in_a_file(networks::EncoderDecoder<float> network)
{
  const auto& [source, target, encoder, decoder] = network;
  auto rounded =
      networks::initial_encoder_decoder<double>({.n = source.n_rows,
                                                 .heads = encoder.front().self.size(),
                                                 .hidden = encoder.front().mlp.b_1.n_elem,
                                                 .blocks = encoder.size(),
                                                 .source_tokens = source.n_cols,
                                                 .target_tokens = target.n_cols,
                                                 .cross = !decoder.front().cross.empty()},
                                                0);
  const std::vector<std::span<double>> to = networks::parameters(rounded);
  const std::vector<std::span<float>> from = networks::parameters(network);
  for (std::size_t i = 0; i < to.size(); ++i)
    std::ranges::transform(from[i], to[i].begin(), [](float weight) {
      return static_cast<double>(gpt2::to_float(gpt2::to_half(weight)));
    });
  return rounded;
}

} // namespace epreuve::translator
