#include "epreuve/instruments/accuracy.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace epreuve::instruments {

template <std::floating_point Real>
Reference ulp(const Reference& r)
{
  using Limits = std::numeric_limits<Real>;
  if (!isfinite(r)) {
    throw Error("ulp: r must be finite (an infinity or NaN lies in no binade), got {}", r.str());
  }
  constexpr int least_exponent = Limits::min_exponent - 1;
  const int exponent = r == 0 ? least_exponent : std::max(ilogb(r), least_exponent);
  return ldexp(Reference(1), exponent - Limits::digits + 1);
}

template <std::floating_point Real>
double ulp_error(Real computed, const Reference& r)
{
  constexpr double infinitely_wrong = std::numeric_limits<double>::infinity();
  if (isnan(r) || std::isnan(computed)) {
    return isnan(r) && std::isnan(computed) ? 0 : infinitely_wrong;
  }
  const Reference largest = std::numeric_limits<Real>::max();
  const bool rounds_to_infinity = abs(r) >= largest + ulp<Real>(largest) / 2;
  if (std::isinf(computed)) {
    return rounds_to_infinity && (computed > 0) == (r > 0) ? 0 : infinitely_wrong;
  }
  if (isinf(r)) {
    return infinitely_wrong;
  }
  return double(abs(computed - r) / ulp<Real>(r));
}

template Reference ulp<float>(const Reference&);
template Reference ulp<double>(const Reference&);
template double ulp_error(float, const Reference&);
template double ulp_error(double, const Reference&);

} // namespace epreuve::instruments
