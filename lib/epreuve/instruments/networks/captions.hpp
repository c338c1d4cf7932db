#pragma once

#include "epreuve/instruments/networks/pictures.hpp"
#include "epreuve/networks/encoder_decoder.hpp"

#include <armadillo>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Captions: the encoder-decoder of 2017 with patches of pictures (pictures.hpp) for its source.
///
/// A picture is cut into 16 patches of 2 x 2 numbers. The matrix that embeds the source has a column for each of these four
/// numbers; all else is as it is for texts.
namespace epreuve::instruments {

/// n = 32, 2 heads, 64 hidden numbers, 2 blocks.
networks::EncoderDecoderSizes caption_sizes();

/// Pictures and their captions, as the network reads them: 16 columns for each picture, the words of the captions
/// one after the other, and no picture sees another.
networks::Pairs<double> captioned(const std::vector<Picture>& pictures);

constexpr unsigned caption_steps = 3000, caption_batch = 16;

/// The network of models/captions, before it is rounded to half precision: Adam with gradients of norm at most 1, on the
/// pictures for training, drawn with a seed. The bits do not depend on the number of cores.
/// @param seen  called every hundred steps with their mean loss, in nats for each word
networks::EncoderDecoder<float>
trained_captions(std::uint64_t seed, const std::function<void(unsigned step, double loss)>& seen);

/// models/captions in the sources, or share/epreuve/models/captions of an installation: model.safetensors.
/// @throws Error naming the file, if it is not one that `write_weights` wrote of such a network
networks::EncoderDecoder<double> caption_network();

/// What the network writes of a picture: greedily, until "." or 20 words.
std::vector<std::string> written_caption(const networks::EncoderDecoder<double>& network,
                                         const Picture& picture);

/// Of each picture, the first word of its caption in whose place the network would write another one; nothing if it writes
/// all of them. Until then it is given the right words, so one pass decides what it writes greedily.
std::vector<std::optional<arma::uword>>
first_mistakes(const networks::EncoderDecoder<double>& network,
               const std::vector<Picture>& pictures);

/// Which of the 16 patches have a part of the thing.
arma::uvec patches_of(const Thing& thing);

} // namespace epreuve::instruments
