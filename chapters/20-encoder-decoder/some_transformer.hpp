#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/networks/encoder_decoder.hpp"

#include <cstdint>

namespace epreuve::instruments {

/// A Transformer of small sizes and random weights, and a pair of texts, for statements about all of them.
struct SomeTransformer
{
  networks::EncoderDecoder<double> network;
  networks::TextPair texts;      ///< up to 5 source and 5 target tokens, each of 7
  networks::Pairs<double> pairs; ///< the same as the network reads them
};

/// n = 4, 2 heads, 6 hidden numbers, 7 tokens in each language.
/// @param blocks  of the encoder, and of the decoder
SomeTransformer some_transformer(evidence::Draw& draw, arma::uword blocks = 2);

/// The sizes of these.
networks::EncoderDecoderSizes small_sizes(arma::uword blocks);

/// The input of the encoder's and the decoder's lowest block.
arma::mat source_input(const SomeTransformer& of);
arma::mat target_input(const SomeTransformer& of);

} // namespace epreuve::instruments
