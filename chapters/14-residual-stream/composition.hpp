#pragma once

#include "epreuve/instruments/gpt2/attention_layer.hpp"

#include <armadillo>

#include <vector>

namespace epreuve::instruments {

/// How well the heads of a model read what earlier heads have written, for all pairs, in the three ways in
/// which a head reads: for its queries, its keys and its values. Of a writer B = W_O W_V and a
/// reader A,
///
///     score = sqrt(n) |A B|_F / (|A|_F |B|_F),    A = W_K^T W_Q for queries, W_Q^T W_K for keys,
///                                                 W_O W_V for values
///
/// Turn B by a random rotation, and the mean of the squared score is exactly 1, whatever A and B are: more
/// than 1 is more than chance. The gain of each layer norm is part of what reads, and the mean is
/// taken out. Heads count layer by layer from 0; rows are readers, columns writers, and an entry is NaN
/// unless the reader's layer comes after the writer's.
struct CompositionScores
{
  arma::mat queries, keys, values;
};

/// In single precision, as the weights are published: scores within 10^-5 of themselves.
///
/// With A = L R^T, R thin, and R^T R = U^T U, the score's |A B| is |(L U^T)^T ...| of thin matrices, and
/// its square an inner product of two n x n matrices, one for each reader and one for each writer.
///
/// @param layers  of the same size each, with matrices of full rank
/// @throws        Error if there are none, or they differ in size, or a rank is not full
/// Source: Elhage et al., A mathematical framework for transformer circuits (2021), composition scores.
CompositionScores composition_scores(const std::vector<AttentionLayer>& layers);

} // namespace epreuve::instruments
