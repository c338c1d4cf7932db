#pragma once

#include "epreuve/instruments/certified_maximum.hpp"

#include <functional>

namespace epreuve::instruments {

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
