#pragma once

#include "epreuve/evidence/property.hpp"

#include <armadillo>

#include <functional>

/// Sentences in all their orders: what a network can know of the places of its tokens.
namespace epreuve::instruments {

/// A random order of n tokens, all n! alike: X.cols(order) has the columns of X in it.
///
/// @param n     > 0
/// @param last  so many at the end stay where they are, <= n
/// @throws      Error if last > n
arma::uvec draw_order(evidence::Draw& draw, arma::uword n, arma::uword last = 0);

/// How many different outputs a network has at the last token when the ones before it come in all
/// their orders: 1 if it does not depend on the order, (K - 1)! if it tells all of them apart.
///
/// @param X        n x K, one token per column, 2 <= K <= 9
/// @param network  from n x K to m x K
/// @param apart    outputs nearer than this are taken for equal
/// @throws         Error if K is outside its range
arma::uword orders_told_apart(const arma::mat& X,
                              const std::function<arma::mat(const arma::mat&)>& network,
                              double apart = 1e-8);

/// A network without learning: layers of one head and of one ReLU per token, both added to the stream, with
/// arbitrary weights, the same in each layer.
///
///     X <- X + W_V X A^T,    A = softmax (masked) scores,    X <- X + max(W X, 0)
struct ArbitraryLayers
{
  int layers = 1;
  bool masked = false;    ///< each token sees itself and those before it
  bool positions = false; ///< position vectors are added first

  /// @param X  n x K, n even if positions are added
  arma::mat operator()(arma::mat X) const;
  /// The attention pattern of the first layer, K x K.
  arma::mat pattern(arma::mat X) const;
};

} // namespace epreuve::instruments
