#pragma once

#include "epreuve/instruments/reference.hpp"

#include <concepts>

namespace epreuve::instruments {

/// The unit in the last place of `Real` at a real number r: the spacing of `Real` in the binade
/// of r,
///
///     ulp(r) = 2^(max(e, e_min) - p + 1)    where 2^e <= |r| < 2^(e + 1),
///
/// p being the precision (24 for float, 53 for double) and e_min the least normal exponent (-126,
/// -1022). So at 0 and among subnormal numbers it is the least subnormal number. Beyond the largest
/// finite number it goes on growing as if the exponent range had no end.
///
/// @throws Error if r is infinite or NaN
/// Source: Muller, "On the definition of ulp(x)" (2005), Goldberg's variant, taken at the exact
/// value rather than at the computed one.
template <std::floating_point Real>
Reference ulp(const Reference& r);

/// The error of a computed value in units in the last place: |computed - r| / ulp(r). A correctly
/// rounded result has at most 1/2. An infinite value is right (0) where r rounds to it or is it,
/// otherwise infinitely wrong; a NaN is right where r is NaN, otherwise infinitely wrong.
template <std::floating_point Real>
double ulp_error(Real computed, const Reference& r);

} // namespace epreuve::instruments
