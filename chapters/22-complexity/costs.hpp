#pragma once

#include "polynomial.hpp"

#include <functional>

/// What the chapter's layers cost, counted at small sizes and interpolated. With each polynomial goes the count itself,
/// to be compared at sizes that were not used.
namespace epreuve::instruments {

struct Counting
{
  std::function<Rational(const Point&)> count; ///< runs the layer on zeros of these sizes
  Polynomial polynomial;
};

/// Operations of Q K^T, in n and d.
Counting scores_cost();
/// Operations of the pattern times V, in n and d.
Counting mixing_cost();
/// Operations of attention with Q, K and V given, in n and d.
Counting attention_cost();
/// The largest number of numbers that attention holds, Q, K and V not counted, in n and d.
Counting attention_memory();

/// Operations of b texts through a layer of multi-head attention with its four projections, in b, n, d and h. The
/// counts need h to divide d.
Counting layer_cost();
/// Numbers that this layer keeps, its input not counted, in b, n, d and h.
Counting layer_memory();
/// Operations of d to 4d to d, with tanh between, in n and d.
Counting mlp_cost();

/// Operations of a network of RNN or LSTM cells over n tokens, in n and d.
Counting rnn_cost();
Counting lstm_cost();
/// Numbers that they hold, input and weights not counted, in n and d.
Counting rnn_memory();
Counting lstm_memory();

/// Operations of the forward pass and of the way back: of a dense layer from a to b numbers, in n, a and b, and of attention
/// with Q, K and V given, in n and d.
Counting dense_cost();
Counting dense_back_cost();
Counting attention_back_cost();

/// Operations of Linformer, in n, k and d, and of Performer, in n, m and d, for one head with Q, K and V given.
Counting linformer_cost();
Counting performer_cost();

} // namespace epreuve::instruments
