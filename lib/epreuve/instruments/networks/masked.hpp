#pragma once

#include "epreuve/networks/encoder_decoder.hpp"

#include <armadillo>

#include <vector>

/// A masked model, as BERT is one: an encoder whose tokens all see each other says what stood where a mask stands.
namespace epreuve::instruments {

/// Texts side by side, none of which sees another.
struct MaskedTexts
{
  std::vector<std::vector<arma::uword>> texts; ///< with the mask's token where a word is hidden
  std::vector<arma::uword> places;             ///< of the masks, in all texts one after the other
  std::vector<arma::uword> words;              ///< what stood there
};

/// The logits at all places of a text: A^T y, y the last block's output; A the embedding.
/// @param network  without a decoder
/// @return         N x K
arma::fmat masked_logits(const networks::EncoderDecoder<float>& network,
                         const std::vector<arma::uword>& text);

/// The mean surprise at the hidden words, and at no other; and its gradient.
networks::EncoderDecoderLoss<float>
masked_loss_and_gradient(const networks::EncoderDecoder<float>& network, const MaskedTexts& texts);

} // namespace epreuve::instruments
