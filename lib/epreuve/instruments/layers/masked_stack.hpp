#pragma once

#include "epreuve/attention/heads.hpp"
#include "epreuve/evidence/property.hpp"

#include <armadillo>

#include <vector>

/// Layers of one masked head each, with the residual stream, to see which tokens an output depends on.
namespace epreuve::instruments {

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
