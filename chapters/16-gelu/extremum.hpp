#pragma once

#include "epreuve/evidence/claim.hpp"
#include "epreuve/instruments/certified_maximum.hpp"
#include "epreuve/instruments/extrema.hpp"
#include "epreuve/instruments/reference.hpp"

#include <functional>
#include <source_location>
#include <string>
#include <string_view>

/// Extrema to 50 digits, and the approximation whose largest error is smallest.
namespace epreuve::instruments {

/// A maximum or minimum of a function: f(location) = value.
struct Extremum
{
  Reference location, value;
};

/// The extremum of f near a start, in 50 digits, to confirm what a search in `double` has found.
///
///     f'(x) = 0 by the secant rule,    f' by derivative_50
///
/// The location is right to the error of that derivative over |f''|, or to 10^-18.
///
/// @param f      three times differentiable around the start, f'' not 0 there
/// @param start  with two or three right digits: there is one zero of the slope nearby
/// @throws       Error unless the rule settles to 10^-18 within 20 steps, or as derivative_50
Extremum extremum_near(const Reference& start, const std::function<Reference(const Reference&)>& f);

/// Evidence that a search in `double` and 50 digits find the same extremum, and that it rounds to the
/// printed figures: four comparisons, "place of the WHAT, ..." and "WHAT, ...".
///
/// @param place, value  how far the search may be off; a place is known to about half of the digits
/// @throws              Error if a printed number cannot be read
evidence::Claim& same_extremum(evidence::Claim& claim, const std::string& what,
                               const instruments::Maximum& found, const Extremum& exact,
                               evidence::Tolerance place, evidence::Tolerance value,
                               std::string_view printed_place, std::string_view printed_value,
                               std::source_location where = std::source_location::current());

/// The constant of a family of approximations whose largest error is smallest, enclosed.
///
///     max over x of |e(c, x)|  is least where  max e(c, x) = max -e(c, x)
///
/// if e rises with c at every x: a smaller constant then has a larger deficit, a larger one a larger
/// excess. So c is certainly too small where the lower bound of the deficit is above the upper bound of
/// the excess, and too large in the reverse case; halving finds where either ends.
///
/// @param error      approximation minus truth, e(constant, x), rising with the constant
/// @param constants  between which the best one is: the lower end certainly too small, the upper one
///                   certainly too large
/// @param largest    bounds of the largest value of a function of x, as certified_maximum gives them; it is
///                   called with the larger of e and -e / 2, and of -e and e / 2
/// @throws           Error unless the ends of `constants` are certainly too small and too large
instruments::Bounds minimax_constant(
    const std::function<double(double, double)>& error, const instruments::Bounds& constants,
    const std::function<instruments::Bounds(const std::function<double(double)>&)>& largest);

} // namespace epreuve::instruments
