#pragma once

#include "jet.hpp"

#include <functional>
#include <vector>

namespace epreuve::proofs {

using Function = std::function<Jet(const Jet&)>;

/// A closed interval [lo, hi], or one point, in which a function may take its largest value.
struct Place
{
  double lo;
  double hi;
  /// It is one point, or f'' < 0 throughout it: the largest value is taken there at most once.
  bool single;
  /// f' has one zero in it, f' > 0 to the left of the zero and f' < 0 to the right.
  bool peak;
};

/// What is certain about the largest value of a function on an interval.
struct Maximum
{
  Ball value; ///< contains it
  /// It is taken in at least one of these, and nowhere outside of them; from left to right.
  std::vector<Place> places;
  long examined = 0; ///< intervals looked at

  /// Whether the search came to an end: finitely many points, one per place, are left.
  bool decided() const;
};

/// How far a search goes: until every interval left is at most this wide, or so many were examined.
struct Effort
{
  double width = 0x1p-40;
  long examined = 40'000;
};

/// The largest value of f on [lo, hi], by dividing the interval.
///
/// [lo, hi] is halved, the halves are halved, and so on. An interval B with middle m is dropped
///
///     if f < M on B, where M is a value of f seen elsewhere; f(B) is enclosed directly and as
///     f(m) + f'(B) (B - m), the mean value form, whose width shrinks like the square of B's
///     where f' is small: without it the intervals around a maximum would never be dropped;
///  or if f' has one sign on B: a maximum inside of [lo, hi] is a zero of f'.
///
/// lo and hi themselves are looked at as points. Neighbours that are left are joined to one place.
/// A plateau is never left with single points: then the search stops at its limit, `value` and
/// `places` are true all the same, and the places on the plateau are not single.
///
/// @param f  encloses a twice differentiable function over any ball within [lo, hi]
/// @throws   Error unless lo < hi are finite
Maximum maximum(const Function& f, double lo, double hi, const Effort& effort = {});

} // namespace epreuve::proofs
