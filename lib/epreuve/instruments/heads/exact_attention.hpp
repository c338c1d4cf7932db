#pragma once

#include "epreuve/evidence/property.hpp"

#include <armadillo>

namespace epreuve::instruments {

/// Which tokens a query sees: all, or itself and those before it.
enum class Sees
{
  everything,
  the_past
};

/// Attention without rounding, on integers: what is an identity of attention is an equality here.
///
///     z_i = sum_j 2^{s_ij} v_j / sum_j 2^{s_ij},    s = Q^T K
///
/// Powers of two in place of those of e are no other attention: the weights W_Q may have the factor
/// sqrt(d) ln 2. Numerator and denominator are exact, and each entry is their quotient, rounded once; so
/// equal quotients give equal doubles, in whatever order the sums were taken.
///
/// @param Q, K  d x n, integers, one query and one key per column
/// @param V     m x n, integers, one value per column
/// @return      m x n
/// @throws      Error if the shapes do not fit, an entry is no integer, or a sum could reach 2^53
arma::mat exact_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                          Sees sees = Sees::everything);

/// A head of small random integers, for Claim::property: 3 numbers per token, 2 per query, key and value.
struct IntegerHead
{
  arma::mat W_Q, W_K, W_V; ///< 2 x 3, entries -1, 0, 1

  /// exact_attention of W_Q X, W_K X and W_V X; X 3 x n with entries -1, 0, 1
  arma::mat operator()(const arma::mat& X, Sees sees = Sees::everything) const;
};
IntegerHead draw_integer_head(evidence::Draw& draw);

/// 3 x n with entries -1, 0, 1, n from 2 to 6: tokens for such a head.
arma::mat draw_integer_tokens(evidence::Draw& draw);

} // namespace epreuve::instruments
