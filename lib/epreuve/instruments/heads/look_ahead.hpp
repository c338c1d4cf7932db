#pragma once

#include "epreuve/instruments/heads/exact_attention.hpp"

#include <armadillo>

namespace epreuve::instruments {

/// The loss of a head that looks for its answer in the text: in a language of three words, each as probable as the
/// others whatever came before, on all 81 texts of four words. Every token knows its place, its query asks for
/// the place after it (with a lead of 80 over all others), and the head adds to the logit of each word c
/// times the weight with which it sees the word.
///
///     without a mask  ln(1 + 2 e^{-c}) in places 1 to 3;    no causal model loses less than ln 3
///
/// @param c  finite
/// @return   4: the mean of -ln p of the next word at each place; in the last one over the three words that may come
/// @throws   Error as math::log_softmax
arma::vec look_ahead_losses(double c, Sees sees);

} // namespace epreuve::instruments
