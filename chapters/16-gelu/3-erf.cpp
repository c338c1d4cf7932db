#include "epreuve/chapter.hpp"
#include "epreuve/instruments/activations.hpp"
#include "epreuve/instruments/bisection.hpp"
#include "epreuve/instruments/quadrature.hpp"
#include "epreuve/math/gelu.hpp"
#include "worst_ulps.hpp"

#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

/**
# erf, on paper and in floating point

To compute GELU the document changes variables, $t = s\sqrt2$, and turns the infinite integral into
a finite one: erf, over $[0, x]$. In mathematics the two forms are the same; as programs they are
not.

We compare Gauss and Kronrod's quadrature rule with the function of the C++ library. Where it
matters $t$ is at most 2 or so and the exponential loses a few ulp; a sum of a hundred terms adds 50.
In fifty digits $1 + \mathrm{erf}$ may cancel: at $x = -8$ it loses fifteen digits, and more
than thirty remain. So there the form with erf can be compared with $x\,\Phi(x)$ to the last ulp.
That $\Phi$ is its integral has been checked with the normal law.
*/
using namespace epreuve::course;

SECTION(erf_form)
{
  const auto erf_integral = [](double x) {
    const auto integrand = [](double t) {
      return 2 / std::sqrt(std::numbers::pi) * std::exp(-t * t);
    };
    return std::copysign(integral_by_gauss_kronrod(integrand, 0, std::abs(x)), x);
  };
  chapter.claim("exo7-7-erf", holds)
      .agree(
          "erf, and its integral over [0, x], x of either sign", over(-6, 6),
          [](double x) { return std::erf(x); }, erf_integral, ulps(64), 400);
  chapter.claim("exo7-7-erf-form", holds)
      .agree(
          "GELU in double, and x/2 (1 + erf(x/√2)) in 50 digits", over(-8, 8), gelu<double>,
          [](const Reference& x) { return x / 2 * (1 + erf_50(x / sqrt(Reference(2)))); }, ulps(11),
          200);
}

/**
## No formula with usual functions

@liouville-1835 proved that $\int e^{-x^2}dx$ is elementary only if $e^{-x^2}$ has a primitive
$R(x)\,e^{-x^2}$ with $R$ a rational function. Then $R' - 2xR = 1$. If $R$ had a pole, of order $m$,
then $R'$ would have one of order $m + 1$ and $2xR$ one of at most $m$: the left side would have a
pole, and 1 does not. So $R$ is a polynomial, of degree $d$ say, and the left side has degree $d + 1
\geq 1$ (or is 0): it is not 1 either. Liouville's theorem we cite; the second half can be followed
in exact fractions, with $R = \sum_{k=-m}^{d} r_k (x - a)^k$, whose left side has the coefficients
$(k+1)\,r_{k+1} - 2a\,r_k - 2\,r_{k-1}$. Solved from the highest power down, the equations for these
coefficients leave no choice and give $r_{-1} = -\tfrac12$; solved from the lowest up, $r_{-1} = 0$.

One can still compute erf, and the document adds that *every* modern language already does. Many
do: C (1999), C++ (2011), Fortran (2008), Python, Go. But JavaScript's `Math` has no erf
(ECMAScript 2024), nor has Java's (Java 21); there it comes from a further library. We measure the
one at hand: glibc claims at most 1 ulp, and 2 leaves room for other C libraries.
*/
static bool is_contradictory(Draw& draw)
{
  const Rational a = draw.integer("a", -9, 9);
  const long d = draw.integer("d", 0, 12), m = draw.integer("m", 1, 12);
  const auto right_side = [](long k) { return k == 0 ? 1 : 0; };
  std::map<long, Rational> down, up;
  for (long k = d + 1; k >= 0; --k)
    down[k - 1] = ((k + 1) * down[k + 1] - 2 * a * down[k] - right_side(k)) / 2;
  for (long k = -m - 1; k <= -2; ++k)
    up[k + 1] = (2 * a * up[k] + 2 * up[k - 1] + right_side(k)) / (k + 1);
  return down[-1] == Rational(-1, 2) && up[-1] == 0;
}

SECTION(not_elementary)
{
  chapter.claim("exo7-7-erf-not-elementary", holds)
      .by_reading("Liouville's theorem (1835; Rosenlicht, \"Integration in finite terms\", 1972): "
                  "elementary only if R' − 2xR = 1 for a rational R")
      .property("R' − 2xR = 1 asks for r₋₁ = −½ from above and r₋₁ = 0 from below",
                is_contradictory);
  chapter.claim("exo7-7-erf-implemented", refuted)
      .contradicted("Math of ECMAScript 2024 and java.lang.Math of Java 21 have no erf")
      .corrected("in the standard library of many (C, C++, Fortran, Python, Go); elsewhere from "
                 "a further library")
      .agree(
          "std::erf in double and erf in 50 digits", over(-6, 6),
          [](double x) { return std::erf(x); }, erf_50, ulps(2), 200);
}

/**
## Where the erf form ends

In floating point the form fails on the left: for negative $x$, erf is near $-1$ and the sum
$1 + \mathrm{erf}$ is what is left of a cancellation. Rounded to $p$ bits, erf *is* $-1$ as soon as
$\mathrm{erfc}(|x|/\sqrt2) < 2^{-p-1}$, half the spacing just below 1, and GELU becomes 0 although it is
nowhere 0 but at 0. With $2\,\Phi(x) = 2^{-p-1}$ we can predict the place, and then look for it by
halving. An erf that is off by half an ulp moves it by $\ln 2/|x|$: 0.13 in `float`, 0.09 in `double`.

The library's `gelu` goes through erfc and a continued fraction, and ends where the format ends: its
last nonzero value is the smallest subnormal number.
*/
template <typename Real>
static double first_nonzero(Real (*f)(Real), Real from)
{
  return double(first_where([=](Real x) { return f(x) != 0; }, from, Real(-1)));
}

SECTION(vanishing)
{
  const auto predicted = [](double probability) {
    return first_where([=](double x) { return normal_distribution(x) >= probability; }, -40., 0.);
  };
  const auto in_half_least_numbers = [](double x, double least) { return -2 * gelu_50(x) / least; };
  const std::vector<double> in_float{first_nonzero(gelu_erf_form<float>, -10.0F),
                                     first_nonzero(gelu<float>, -20.0F)};
  const std::vector<double> in_double{first_nonzero(gelu_erf_form<double>, -20.0),
                                      first_nonzero(gelu<double>, -45.0)};
  chapter.finding("erf-form-cancels", "Computed by erf, GELU vanishes far too early")
      .agree("last x at which the erf form in float is not 0, as predicted", in_float[0],
             predicted(std::ldexp(1, -26)), absolute(0.13))
      .agree("last x at which the erf form in double is not 0, as predicted", in_double[0],
             predicted(std::ldexp(1, -55)), absolute(0.09))
      .equal("the erf form in float at −6", gelu_erf_form(-6.0F), 0);
  chapter.finding("non-zero-in-doubles", "gelu is nonzero for as long as the format can say so")
      .agree("|GELU| where gelu in float turns into 0, in halves of the least number",
             in_half_least_numbers(in_float[1], 0x1p-149), 1, absolute(1e-4))
      .agree("|GELU| where gelu in double turns into 0, in halves of the least number",
             in_half_least_numbers(in_double[1], 0x1p-1074), 1, absolute(1e-4));
  chapter.table("Where GELU turns into 0, for negative x",
                Columns()
                    .column("", {"x/2 (1 + erf(x/√2))", "through erfc"})
                    .column("float", in_float, "{:.4f}")
                    .column("double", in_double, "{:.4f}"));
}

/**
## How many digits are right in between

We go through every binade of `float`, subnormal numbers included, take 64 arguments in each and
keep the worst error, in units in the last place of the true value. That value is
$x\,\mathrm{erfc}(-x/\sqrt2)/2$ in `long double`, which agrees with fifty digits to a millionth of
that unit (256 ulp of `double`). The library's `float` version is a `double` computation rounded
once, so half an ulp is what we expect; for the erf form at $x > 0$ four: two of its argument, one
of erf, two roundings, of which $1 + \mathrm{erf}$ halves the first three.

On the right side both are flat. On the left the erf form begins to lose near $-1$, has lost all 24
bits ($2^{24}$ ulp, the plateau) below $-5.5$, and is forgiven below $-14.356$ only because there
the true value is under half the smallest `float`. The second figure shows the loss as it happens:
from 1 to $10^7$ ulp within five units of $x$. Here the form gets an erf that is rounded from `double`: the `float` erf of
C libraries differs from one to the next (glibc's has rounded every value correctly since 2.41), by fractions of an ulp
that cancellation makes visible.
*/
static float erf_form(float x)
{
  return x / 2 *
         (1 + static_cast<float>(std::erf(static_cast<double>(x / std::numbers::sqrt2_v<float>))));
}

SECTION(accuracy)
{
  const auto truth = [](double at) {
    const auto x = static_cast<long double>(at);
    return Reference(x * std::erfc(-x / std::numbers::sqrt2_v<long double>) / 2);
  };
  const auto errors = [&](const arma::vec& edges) {
    return worst_ulps({gelu<float>, erf_form}, truth, edges);
  };
  const arma::vec binades = binades_of_float(), tail = arma::regspace(-16, 0.125, 0);
  const arma::mat negative = errors(-binades), positive = errors(binades);
  chapter
      .finding("float-accuracy", "In float: gelu is right everywhere, the erf form for x > 0 only")
      .at_most("gelu in float, worst error of all binades, ulp",
               std::max(negative.col(0).max(), positive.col(0).max()), 0.501)
      .at_most("erf form in float for x > 0, worst error, ulp", positive.col(1).max(), 4)
      .at_least("erf form in float for x < 0, worst error, ulp", negative.col(1).max(), 0x1p23)
      .agree("the reference in long double, and GELU in 50 digits", over(-14.4, 10), truth, gelu_50,
             ulps(256), 200);
  chapter.figure("ulp-over-the-float-range", [&](Figure& figure) {
    draw_accuracy(figure, binades.head(277), negative, positive);
  });
  chapter.figure("ulp-in-the-tail",
                 [&](Figure& figure) { draw_tail(figure, tail.head(128) + 0.0625, errors(tail)); });
}
