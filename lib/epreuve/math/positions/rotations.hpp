#pragma once

#include "epreuve/math/positions/positions.hpp"

#include <armadillo>

#include <cstdint>

namespace epreuve::math {

/// The rotation of the plane by an angle of omega radians.
///
///     M(omega) = | cos(omega)  -sin(omega) |
///                | sin(omega)   cos(omega) |
///
/// @param omega  finite
/// @return       2 x 2
/// @throws       Error if omega is not finite
/// Source: exo7 4.4.
template <typename Real>
arma::Mat<Real> rotation(Real omega);

/// The matrix that takes each position vector l positions further, w_{k+l} = R_l w_k for all k.
///
///     R_l = diag(M(l omega_0), ..., M(l omega_{n/2-1})) = R_1^l      cosine first
///     R_l = diag(M(l omega_0)^T, ..., M(l omega_{n/2-1})^T)          sine first
///
/// @param l         any integer with |l| omega_i <= 2^53; R_{-l} is the inverse and the
///                  transpose of R_l
/// @param n         even, > 0
/// @param base      finite, > 0; gives omega_i, see frequencies
/// @param ordering  of the position vectors; (sin, cos) is (cos, sin) mirrored in the diagonal
///                  of the plane, and seen in a mirror a rotation turns backwards
/// @return          n x n, each entry as precise as in position_vector, whatever l
/// @throws          Error if n, base or l is outside its domain
/// Source: exo7 4.4, Proposition 2.
template <typename Real = double>
arma::Mat<Real> rotation_block_matrix(std::int64_t l, arma::uword n, double base = 10'000,
                                      Ordering ordering = Ordering::cosine_first);

/// R_l X without forming R_l: 3n operations for each column instead of 2 n^2.
///
/// @param X  n x K (or a vector of n), n even, > 0; the other arguments as in
///           rotation_block_matrix
/// @return   n x K (n)
/// @throws   Error if n, base or l is outside its domain
/// Source: exo7 4.4.
template <typename Real>
arma::Mat<Real> rotate(const arma::Mat<Real>& X, std::int64_t l, double base = 10'000,
                       Ordering ordering = Ordering::cosine_first);
template <typename Real>
arma::Col<Real> rotate(const arma::Col<Real>& x, std::int64_t l, double base = 10'000,
                       Ordering ordering = Ordering::cosine_first);

/// Rotary position embedding: each token is turned by its position instead of having a position
/// vector added.
///
///     (R_s x_0, R_{s+1} x_1, ..., R_{s+K-1} x_{K-1}),    s = first_position
///
/// @param X               n x K, tokens (queries or keys) in columns; n even, > 0
/// @param base            finite, > 0
/// @param first_position  position of the first column
/// @return                n x K
/// @throws                Error if n, base or a position is outside its domain
/// A query at position j and a key at position k then have the dot product q^T R_{k-j} key: it
/// depends on the shift alone.
/// Source: Su et al., RoFormer: Enhanced Transformer with Rotary Position Embedding, 2021, 3.2;
/// from here to there: exo7 4.4, Proposition 2.
template <typename Real>
arma::Mat<Real> rotary_embedding(const arma::Mat<Real>& X, double base = 10'000,
                                 std::int64_t first_position = 0);

} // namespace epreuve::math
