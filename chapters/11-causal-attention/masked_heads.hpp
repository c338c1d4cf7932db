#pragma once

#include "epreuve/attention/heads.hpp"
#include "epreuve/evidence/property.hpp"
#include "epreuve/instruments/heads/exact_attention.hpp"

#include <armadillo>

#include <vector>

/// What masks change: what a head gains that looks ahead; and layers of one masked head each, with the residual stream, to
/// see which tokens an output depends on.
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

struct MaskedLayer
{
  attention::Head<double> head;
  arma::umat seen; ///< K x K, rows are queries; each sees at least one key
};

/// Through all layers, x + self-attention with the scores masked.
/// @param x  n x K, one token per column
/// @throws   Error as attention::masked and attention::head_output
arma::mat through(const std::vector<MaskedLayer>& layers, arma::mat x);

/// Which outputs change, in any bit, when a token is replaced: entry (i, j) is 1 if output i does with token j.
/// @param other  n x K, what token j is replaced by
arma::umat changed_by_tokens(const std::vector<MaskedLayer>& layers, const arma::mat& x,
                             const arma::mat& other);

/// A relation between K tokens, each pair with probability 1/4.
arma::umat random_relation(evidence::Draw& draw, arma::uword tokens);

/// The fewest pairs of different tokens with which two causal masks see all earlier tokens. All masks are tried.
/// @param tokens  K, at most 4: there are 2^(K (K - 1)) pairs of masks
/// @throws        Error beyond
arma::uword fewest_pairs_of_two_layers(arma::uword tokens);

} // namespace epreuve::instruments
