#pragma once

#include "epreuve/evidence/digits.hpp"

#include <armadillo>

#include <cstdint>

/// Position vectors in intervals with rational ends, which certainly hold them: what printed digits can be
/// compared with, without trusting any floating-point function.
namespace epreuve::instruments {

using evidence::ComputedNumber;
using evidence::Rational;

/// omega_i = base^{-2i/n}, enclosed.
///
/// With 2i/n = a/b in lowest terms it is the number x > 0 with x^b base^a = 1: two decimals next to it are
/// raised to the power b, exactly, and the products must lie below and above 1.
///
/// @param i     any
/// @param n     > 0; small, for b is up to n
/// @param base  rational, > 0
/// @return      of radius at most 10^-40 omega_i
/// @throws      Error if n or base is outside its domain
/// Source: exo7 4.2.
ComputedNumber enclosed_frequency(arma::uword i, arma::uword n, const Rational& base);

/// The cosine and the sine of an enclosed angle, enclosed: Taylor's polynomial in the angle's middle, the
/// first term left out as its remainder, and the angle's radius, since neither function moves faster than
/// its argument.
///
/// @param angle  finite, its middle within 16 of 0
/// @return       of radius at most 10^-40 more than the angle's
/// @throws       Error if the angle is outside its domain
ComputedNumber enclosed_cosine(const ComputedNumber& angle);
ComputedNumber enclosed_sine(const ComputedNumber& angle);

/// The position vector w_k, cosines first, enclosed; for Claim::prints.
///
/// @param k     |k| omega_i up to 16
/// @param n     even, > 0; small
/// @param base  rational, > 0
/// @return      1 x n, each of radius at most (1 + |k omega_i|) 10^-40
/// @throws      Error if an argument is outside its domain
/// Source: exo7 4.2.
evidence::Values enclosed_position_vector(std::int64_t k, arma::uword n, const Rational& base);

} // namespace epreuve::instruments
