#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <string>
#include <vector>

/// Rotations and position vectors without rounding, by the rational points of the circle: what is
/// an identity for all angles can be checked on these with fractions, where equal means equal.
namespace epreuve::instruments {

/// A point of the unit circle with rational coordinates.
struct RationalAngle
{
  instruments::Rational cosine = 1;
  instruments::Rational sine = 0;
};

/// The angle omega with tan(omega / 2) = t. Such angles are dense among all angles.
///
///     cos(omega) = (1 - t^2) / (1 + t^2),    sin(omega) = 2 t / (1 + t^2)
RationalAngle rational_angle(const instruments::Rational& t);

/// The same of a random t, with a numerator of at most 20 in magnitude and a denominator up to 20.
RationalAngle rational_angle(evidence::Draw& draw, const std::string& name);

/// l omega, without multiplying any matrices: by Chebyshev's recurrence, for cosines and for sines,
///
///     x_{l+1} = 2 cos(omega) x_l - x_{l-1}
///
/// @param l  any integer; |l| steps
RationalAngle multiple(const RationalAngle& omega, long l);

/// l times each angle.
std::vector<RationalAngle> multiple(const std::vector<RationalAngle>& omega, long l);

/// M(omega) = (cos, -sin; sin, cos), 2 x 2.
instruments::RationalMatrix rotation(const RationalAngle& omega);

/// diag(M(omega_0), M(omega_1), ...), 2m x 2m for m angles.
/// @throws Error if there are none
instruments::RationalMatrix rotation_block_matrix(const std::vector<RationalAngle>& omega);

/// The position vectors (w_first, w_{first+1}, ...), 2m x K, with these angles as frequencies.
///
///     w_k = (cos(k omega_0), sin(k omega_0), cos(k omega_1), ...)
///
/// @param K  > 0
/// @throws   Error if K is 0 or there are no angles
/// Source: exo7 4.2.
instruments::RationalMatrix position_matrix(const std::vector<RationalAngle>& omega, long first,
                                            arma::uword K);

} // namespace epreuve::instruments
