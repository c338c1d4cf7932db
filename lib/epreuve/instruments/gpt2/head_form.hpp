#pragma once

#include "epreuve/instruments/gpt2/attention_layer.hpp"
#include "epreuve/instruments/thin_product.hpp"

#include <vector>

namespace epreuve::instruments {

/// A head's bilinear form on its input, from its matrices alone. For normed tokens u, v it compares
/// u^T A v with A = W_Q^T W_K, and writes W_O W_V v; the gain of the layer norm is part of A, and the mean
/// is taken out, since no normed token has one.
struct HeadForm
{
  double match;          ///< tr A / |A|_F: the score of a token with itself, in standard deviations
  double copy;           ///< the same of W_O W_V: above 0 if the head hands on what it reads
  ThinSpectrum compared; ///< of W_Q^T W_K, without the gain
  ThinSpectrum written;  ///< of W_O W_V
};

/// Both quotients are at most sqrt(d) in size, d the dimension of a head (chapter 18).
/// @throws Error unless head < layer.heads
HeadForm head_form(const AttentionLayer& layer, arma::uword head);

/// Of all heads of a model, layer by layer.
/// @throws Error as attention_layer
std::vector<HeadForm> head_forms(const gpt2::Checkpoint& checkpoint);

} // namespace epreuve::instruments
