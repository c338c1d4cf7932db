#pragma once

#include "epreuve/networks/encoder_decoder.hpp"

/// Whether the decoder, given all target words at once, has the logits that it has when it is given one more each time:
/// each of them, exactly. The network is written out token by token (instruments/networks/encoder_decoder_written_out.hpp),
/// with positions rounded to quarters.
namespace epreuve::instruments {

/// In doubles, to the last bit.
bool at_once_is_word_by_word(const networks::EncoderDecoder<double>& network,
                             const networks::TextPair& texts);

/// In fractions, with the weights rounded to quarters, 1 + s^2 in the place of e^s in attention, and 1 + v in that of
/// sqrt(v + epsilon) in layer norm.
/// @param network  n and the dimension of its heads 1 or 4, so that their roots are whole
bool at_once_is_word_by_word_in_fractions(networks::EncoderDecoder<double> network,
                                          const networks::TextPair& texts);

} // namespace epreuve::instruments
