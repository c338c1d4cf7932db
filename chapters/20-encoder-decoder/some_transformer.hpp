#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/networks/encoder_decoder.hpp"

#include <armadillo>

#include <concepts>

namespace epreuve::instruments {

/// A Transformer of small sizes and random weights with a pair of texts, and what it makes of them.
struct SomeTransformer
{
  networks::EncoderDecoder<double> network;
  networks::TextPair texts;      ///< 2 to 5 tokens each, of 7 in either language
  networks::Pairs<double> pairs; ///< the same as the network reads them
  arma::mat x, y;                ///< what the lowest blocks of encoder and decoder are given
  arma::mat z;                   ///< the output of the encoder's last block
  arma::mat logits;              ///< of what follows each target token
};

/// The sizes: n = 4, 2 heads, 6 hidden numbers, 7 tokens in each language.
networks::EncoderDecoderSizes small_sizes(arma::uword blocks);

/// @param blocks  of the encoder, and of the decoder
SomeTransformer some_transformer(evidence::Draw& draw, arma::uword blocks);

/// The same network with other texts.
SomeTransformer with_texts(const SomeTransformer& of, const networks::TextPair& texts);

/// A statement about every such Transformer, for Claim::property.
///
/// @param holds_for  called with a SomeTransformer, or with this and a Draw; returns bool, or a Difference
template <typename Statement>
auto transformers(Statement holds_for, arma::uword blocks = 2)
{
  return [=](evidence::Draw& draw) {
    const SomeTransformer some = some_transformer(draw, blocks);
    if constexpr (std::invocable<const Statement&, const SomeTransformer&, evidence::Draw&>)
      return holds_for(some, draw);
    else
      return holds_for(some);
  };
}

/// Tokens of which column j is another one.
arma::mat with_another(const arma::mat& tokens, arma::uword j, evidence::Draw& draw);

/// Which columns of two matrices differ.
arma::uvec changed(const arma::mat& a, const arma::mat& b);

} // namespace epreuve::instruments
