#pragma once

#include <armadillo>

namespace epreuve::instruments {

/// The angle between two vectors, without their dot product: with u and v the vectors at length 1, the
/// triangle (0, u, v) is isosceles, and its half has the legs |u - v| / 2 and |u + v| / 2.
///
///     theta = 2 atan2(|u - v|, |u + v|)
///
/// Unlike the arc cosine of the dot product it keeps its digits near 0 and pi.
///
/// @param a, b  of the same length, not 0
/// @return      in radians, from 0 to pi
/// @throws      Error if a vector is 0, or if their lengths differ
/// Source: Kahan, How futile are mindless assessments of roundoff in floating-point computation? (2006), 12.
double angle(const arma::vec& a, const arma::vec& b);

} // namespace epreuve::instruments
