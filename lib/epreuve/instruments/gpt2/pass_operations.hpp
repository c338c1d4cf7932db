#pragma once

#include "epreuve/gpt2/config.hpp"

#include <armadillo>

namespace epreuve::instruments {

/// Operations of a forward pass over K tokens, part by part. Softmax, norms and GELU are not counted:
/// they take a few operations for each number that they change.
struct PassOperations
{
  arma::vec dense;       ///< 2 a b for each token and dense layer from a to b
  arma::vec attention;   ///< 4 d for each head and each pair of a query and a key that it may see
  arma::vec unembedding; ///< 2 n N: of the last token alone
};

/// A multiplication and an addition for each weight that a token meets, and for each entry of a product
/// of a query with a key, or of a value with its share: K (K + 1) / 2 pairs in each head.
///
/// @param tokens  one K or several, >= 1; whole numbers unless a curve is wanted
PassOperations pass_operations(const gpt2::Config& config, const arma::vec& tokens);

} // namespace epreuve::instruments
