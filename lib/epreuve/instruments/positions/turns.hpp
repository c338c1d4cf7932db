#pragma once

#include "epreuve/instruments/reference.hpp"

#include <armadillo>

#include <complex>
#include <utility>

/// Rotations of the plane and the angles of position vectors to 50 digits, where no angle is
/// rational: references for computed ones.
namespace epreuve::instruments {

/// A rotation of the plane as the complex number e^{i angle}. The product of two is that of their
/// matrices (cos, -sin; sin, cos), and abs(a - b) is how far apart they take a vector of length 1.
struct Turn
{
  Turn(Reference cosine, Reference sine = 0) : re(std::move(cosine)), im(std::move(sine)) {}

  Reference re, im;
};
Turn operator+(const Turn& a, const Turn& b);
Turn operator-(const Turn& a, const Turn& b);
Turn operator*(const Turn& a, const Turn& b);
Turn operator/(const Turn& a, const Turn& b);
/// Its length as a vector, and its angle from -pi to pi.
Reference abs(const Turn& z);
Reference arg(const Turn& z);

/// e^{i angle} = cos(angle) + i sin(angle).
/// @throws Error if the angle is infinite or NaN
Turn turn(const Reference& angle);

/// A rotation in float or double, exactly as it is stored: it may be a little longer or shorter than 1.
Turn in_50_digits(const std::complex<double>& z);

/// The matrix M = (cos, -sin; sin, cos) of a turn, each entry the nearest double.
arma::mat rotation(const Turn& z);

/// The frequencies of the position vectors, as math::frequencies has them to double's precision.
///
///     omega_i = base^{-2i/n}
///
/// @param i     0 .. n/2 - 1
/// @param n     even, > 0
/// @param base  finite, > 0
/// @throws      Error if an argument is outside its domain
/// Source: exo7 4.2.
Reference frequency(arma::uword i, arma::uword n, double base = 10'000);

} // namespace epreuve::instruments
