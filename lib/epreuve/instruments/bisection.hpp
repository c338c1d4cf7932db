#pragma once

#include "epreuve/error.hpp"

#include <cmath>
#include <concepts>

namespace epreuve::instruments {

/// The least number of its type at which something holds, if it holds from some number on.
///
/// @param holds  false at lo, true at hi; in between it changes once (if more often, one of the changes is found)
/// @return       a number x in (lo, hi]: it holds there, and not at the number before
/// @throws       Error unless lo < hi are finite, and holds is false at lo and true at hi
template <std::floating_point Real, std::predicate<Real> Holds>
Real first_where(Holds holds, Real lo, Real hi)
{
  if (!(std::isfinite(lo) && std::isfinite(hi) && lo < hi) || holds(lo) || !holds(hi))
    throw Error("first_where: expected what is false at {} and true at {}", lo, hi);
  while (std::nextafter(lo, hi) != hi) {
    const Real middle = lo + (hi - lo) / 2;
    (holds(middle) ? hi : lo) = middle;
  }
  return hi;
}

} // namespace epreuve::instruments
