#pragma once

#include "epreuve/networks/encoder_decoder.hpp"

#include <filesystem>

/// The weights of an encoder-decoder as a safetensors file: in F16, under the names of networks::named_parameters, each
/// matrix column by column.
namespace epreuve::translator {

/// @throws Error as write_durably
void write_weights(const std::filesystem::path& file, networks::EncoderDecoder<float>& network);

/// @param network  of the file's sizes; its weights are replaced
/// @throws         Error naming the file, if it has not exactly these tensors in F16
void read_weights(const std::filesystem::path& file, networks::EncoderDecoder<double>& network);

/// A network as read_weights gives what write_weights wrote: every weight rounded to the nearest in F16.
networks::EncoderDecoder<double> as_in_a_file(networks::EncoderDecoder<float> network);

} // namespace epreuve::translator
