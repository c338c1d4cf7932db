#include "jet.hpp"

namespace epreuve::proofs {

namespace {

/// h(f) for an h with the given value, h' and h'' over the values of f.
///
///     h(f)' = h'(f) f',    h(f)'' = h''(f) f'^2 + h'(f) f''
Jet compose(const Jet& f, const Ball& h, const Ball& h1, const Ball& h2)
{
  return {h, h1 * f.slope, h2 * power(f.slope, 2) + h1 * f.curvature};
}

} // namespace

Jet variable(const Ball& x)
{
  return {x, 1, 0};
}

Jet operator-(const Jet& f)
{
  return {-f.value, -f.slope, -f.curvature};
}

Jet operator+(const Jet& f, const Jet& g)
{
  return {f.value + g.value, f.slope + g.slope, f.curvature + g.curvature};
}

Jet operator-(const Jet& f, const Jet& g)
{
  return {f.value - g.value, f.slope - g.slope, f.curvature - g.curvature};
}

Jet operator*(const Jet& f, const Jet& g)
{
  return {f.value * g.value, f.slope * g.value + f.value * g.slope,
          f.curvature * g.value + 2 * f.slope * g.slope + f.value * g.curvature};
}

Jet operator/(const Jet& f, const Jet& g)
{
  const Ball inverse = 1 / g.value;
  return f * compose(g, inverse, -power(inverse, 2), 2 * power(inverse, 3));
}

Jet exp(const Jet& f)
{
  const Ball e = exp(f.value);
  return compose(f, e, e, e);
}

Jet tanh(const Jet& f)
{
  const Ball t = tanh(f.value);
  const Ball slope = 1 - power(t, 2);
  return compose(f, t, slope, -2 * t * slope);
}

Jet erf(const Jet& f)
{
  const Ball slope = 2 / sqrt(pi()) * exp(-power(f.value, 2));
  return compose(f, erf(f.value), slope, -2 * f.value * slope);
}

Jet erfc(const Jet& f)
{
  const Ball slope = -2 / sqrt(pi()) * exp(-power(f.value, 2));
  return compose(f, erfc(f.value), slope, -2 * f.value * slope);
}

} // namespace epreuve::proofs
