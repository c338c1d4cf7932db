#pragma once

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

} // namespace epreuve::instruments
