#pragma once

#include <armadillo>

#include <cstdint>

namespace epreuve::math {

/// Which half of the pair of frequency i comes first in a position vector, at row 2i.
enum class Ordering
{
  cosine_first, ///< the documents' choice: (cos, sin), a point that turns counter-clockwise
  sine_first,   ///< Vaswani et al., 2017: (sin, cos), the mirror image
};

/// The frequencies of the position vectors, one for each pair of coordinates.
///
///     omega_i = base^{-2i/n},    i = 0 .. n/2 - 1
///
/// @param n     even, > 0
/// @param base  finite, > 0 (p in the document; 10 000 in Vaswani et al.)
/// @return      n/2, each within 0.5001 ulp
/// @throws      Error if n or base is outside its domain
/// Source: exo7 4.2.
template <typename Real = double>
arma::Col<Real> frequencies(arma::uword n, double base = 10'000);

/// The position vector w_k.
///
///     w_k = (cos(k omega_0), sin(k omega_0), ..., cos(k omega_{n/2-1}), sin(k omega_{n/2-1}))
///
/// @param k         any integer with |k| omega_i <= 2^53
/// @param n         even, > 0
/// @param base      finite, > 0
/// @param ordering  as above, or sines before cosines in each pair
/// @return          n, each entry within 2^-51 of the cosine or sine of the exact k omega_i (in
///                  float, 2^-24)
/// @throws          Error if n, base or k is outside its domain
/// k omega_i is carried in twice the precision of double. If an angle of 10^6 radians were rounded
/// to double, only ten digits of its cosine would be right, and w_{k+1} would not be R_1 w_k.
/// Source: exo7 4.2; Vaswani et al., Attention Is All You Need, 2017, 3.5.
template <typename Real = double>
arma::Col<Real> position_vector(std::int64_t k, arma::uword n, double base = 10'000,
                                Ordering ordering = Ordering::cosine_first);

/// The first K position vectors side by side.
///
///     (w_0, w_1, ..., w_{K-1})
///
/// @param K  > 0; the other arguments as in position_vector
/// @return   n x K
/// @throws   Error if an argument is outside its domain
/// Source: exo7 4.2.
template <typename Real = double>
arma::Mat<Real> position_matrix(arma::uword K, arma::uword n, double base = 10'000,
                                Ordering ordering = Ordering::cosine_first);

} // namespace epreuve::math
