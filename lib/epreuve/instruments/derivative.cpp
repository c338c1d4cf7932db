#include "epreuve/instruments/derivative.hpp"

#include "epreuve/error.hpp"

namespace epreuve::instruments {

Reference derivative_50(const std::function<Reference(const Reference&)>& f, const Reference& x)
{
  const Reference h("1e-17");
  const Reference slope = (f(x + h) - f(x - h)) / (2 * h);
  if (!isfinite(slope))
    throw Error("derivative_50: f must be finite around x = {}, got a difference quotient of {}",
                rounded(x), rounded(slope));
  return slope;
}

} // namespace epreuve::instruments
