#pragma once

#include <armadillo>

namespace epreuve::math {

/// Entropy of a distribution, in nats: 0 for a certain token, ln N for N equally probable ones.
///
///     H(p) = -sum_i p_i ln p_i,    0 ln 0 = 0
///
/// Summed with compensation, so it is within 4 ulp for double (plus N 2^-1074) and 0.51 ulp for
/// float. An entry that rounding has put above 1 counts as 1: H is never negative.
///
/// @param p  N, non-negative, of sum 1 within (N + 16) eps, eps that of Real: 16 eps is more than
///           softmax can be off, N eps what dividing by a sum taken in any order can
/// @throws   Error if p is empty, holds NaN or a negative entry, or does not sum to 1
template <typename Real>
Real entropy(const arma::Col<Real>& p);

/// `entropy` of each row of P: how spread each query's attention is.
///
/// @param P  any shape, at least 1 x 1; each row a distribution
/// @return   one value per row
/// @throws   Error if P is empty, or for a row that is no distribution (the message gives its index)
template <typename Real>
arma::Col<Real> entropy_rows(const arma::Mat<Real>& P);

// Of doubles, arguments may be expressions of Armadillo.
//! @cond
inline double entropy(const arma::vec& p)
{
  return entropy<double>(p);
}
inline arma::vec entropy_rows(const arma::mat& P)
{
  return entropy_rows<double>(P);
}
//! @endcond

} // namespace epreuve::math
