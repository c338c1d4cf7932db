#include "epreuve/chapter.hpp"
#include "epreuve/instruments/activations.hpp"
#include "epreuve/instruments/certified_maximum.hpp"
#include "epreuve/instruments/extrema.hpp"
#include "epreuve/instruments/quadrature.hpp"
#include "epreuve/math/gelu.hpp"
#include "monotone.hpp"
#include "nearly_normal.hpp"

#include "figures.hpp"

#include <cmath>
#include <numbers>

/**
# A gate made of the normal law

GELU multiplies a number by a probability, and the document starts from the law of that probability.

We know the right answers in two ways, on all these pages. The first is a second, slower arithmetic:
fifty decimal digits, where the formulas can be typed as they are and can afford whatever they lose
to cancellation. The second is the definition itself: integrals are handed to quadrature rules,
which see a function only through its values and know nothing of erf.

## The bell and the area under it

The law is the *loi de Gauss centrée réduite*, the standard normal law, with the density
$f(x) = e^{-x^2/2}/\sqrt{2\pi}$. For $f$ to be a density, and the *reduced* one, three integrals over
the whole line must be right: total area 1, mean 0, variance 1.
*/
using namespace epreuve::course;

SECTION(bell_and_area)
{
  const auto moment = [](int k) { // beyond 40, f is 0 in double
    const auto integrand = [k](double t) { return std::pow(t, k) * normal_density(t); };
    return integral_by_gauss_kronrod(integrand, -40, 40);
  };
  chapter.claim("exo7-7-density", holds)
      .agree("density of the normal law in double and in 50 digits", over(-38, 38),
             normal_density<double>, density_50, ulps(5), 200)
      .agree("total area under the normal density", moment(0), 1, ulps(64))
      .agree("mean of the normal law", moment(1), 0, absolute(1e-14))
      .agree("variance of the normal law", moment(2), 1, ulps(64));

  /**
  The area so far is $\Phi$, the *fonction de répartition*. The library goes through erfc, $\Phi(x)
  = \tfrac12\,\mathrm{erfc}(-x/\sqrt2)$, and the check integrates over $(-\infty, x]$. Rounding an
  abscissa $t$ costs the density there $t^2/2$ ulp, 18 at $x = -6$ and more beyond. The sum of a
  hundred positive terms adds 50 ulp at worst, erfc 9. So two right answers may differ by 128 ulp,
  even in the far tail where $\Phi$ is $10^{-9}$.

  A word on *the* primitive. A continuous function has many; the document may say "the" only because
  its formula picks one, by its lower limit. Another one worth knowing starts at 0 instead of
  $-\infty$: it is $\tfrac12\,\mathrm{erf}(x/\sqrt2)$, and it stays one half below $\Phi$.
  */
  const auto area = [](double x) { return integral(normal_density<double>, -arma::datum::inf, x); };
  const auto increments = [](Draw& draw) {
    const double a = draw.real("a", -6, 6), b = draw.real("b", a, 6);
    return difference(normal_distribution(b) - normal_distribution(a),
                      integral_by_gauss_kronrod(normal_density<double>, a, b));
  };
  const auto odd_primitive = [](double x) { return std::erf(x / std::numbers::sqrt2) / 2; };
  chapter.claim("exo7-7-Phi", holds)
      .agree("∫ f over (−∞, x] by quadrature and ½ erfc(−x/√2)", over(-6, 6),
             normal_distribution<double>, area, ulps(128), 400)
      .property("Φ(b) − Φ(a), and ∫ f over [a, b] by quadrature", increments, absolute(1e-14), 400);
  chapter.finding("which-primitive", "f has many primitives; Φ is the one that tends to 0 at −∞")
      .agree(
          "Φ(x) and ½ + ½ erf(x/√2), which is therefore a primitive too", over(-6, 6),
          normal_distribution<double>, [=](double x) { return 0.5 + odd_primitive(x); },
          absolute(2e-15))
      .at_most("Φ(−38)", normal_distribution(-38.0), 1e-300)
      .agree("½ erf(−38/√2)", odd_primitive(-38), -0.5, exactly());
}

/**
## The event

Then $\Phi(x)$ is put into words: the probability of an event, which the page writes $f(X \leq x)$.
But $f$ takes a number, and $X \leq x$ is an event: as it is written the expression means nothing.
If a bracket is misplaced, and $\{f(X) \leq x\}$ is meant, this is an event, and its probability is
easy to find: $f(X) \leq c$ means that $|X|$ is at least the $t$ with $f(t) = c$, so it is
$2\,\Phi(-t)$ with $t = \sqrt{-2 \ln(c\sqrt{2\pi})}$. At $c = \tfrac14$ that is a third, where
$\Phi$ is three fifths.

The event meant is plainly $\{X \leq x\}$, since $\Phi$ was called the distribution function
(*fonction de répartition*): a slip of one letter too many. To check its probability against
something that knows neither $f$ nor erfc, we make a normal number out of two uniform ones, as
@box-muller-1958 do: a direction $\theta$, all directions being equally likely, and a radius $R$
with $P\{R > r\} = e^{-r^2/2}$; then $X = R \sin\theta$. For $x > 0$, $X > x$ means $R > x /
\sin\theta$ with $\sin\theta > 0$ (for $x < 0$ there is symmetry, of $X$ and, as we shall see, of
$\Phi$), so

$$P\{X > x\} = \frac1\pi \int_0^{\pi/2} e^{-x^2 / (2 \sin^2\theta)}\,d\theta .$$
*/
SECTION(event)
{
  const auto chance_up_to = [](double x) { // x > 0
    const auto beyond = [x](double angle) {
      return std::exp(-std::pow(x / std::sin(angle), 2) / 2);
    };
    return 1 - integral(beyond, 0, std::numbers::pi / 2) / std::numbers::pi;
  };
  const double t = std::sqrt(-2 * std::log(0.25 * std::sqrt(2 * std::numbers::pi)));
  chapter.claim("exo7-7-event", slip)
      .as_printed("f(X ≤ x)")
      .contradicted("f is a function of a real number; X ≤ x is an event, not a number")
      .as_printed("the event {f(X) ≤ x}")
      .agree("P{f(X) ≤ 0.25} and Φ(0.25)", 2 * normal_distribution(-t), normal_distribution(0.25),
             absolute(1e-12))
      .meant("the event {X ≤ x}", "the line above: Φ is the distribution function, ∫ f up to x")
      .agree("P{X ≤ x} of an X made of two uniform numbers, and Φ(x)", over(0, 6), chance_up_to,
             normal_distribution<double>, absolute(1e-13), 200);

  /**
  The document draws both. One should see a bell, even and highest in the middle, and an S that is
  symmetric about $(0, \tfrac12)$ and steepest where the bell is highest.
  */
  chapter.claim("exo7-7-fig-gauss", holds)
      .property("the bell is even", over(0, 10),
                [](double x) { return normal_density(x) == normal_density(-x); })
      .property("the bell falls to the right of 0", falls(normal_density<double>, 0, 38))
      .agree(
          "Φ(x) and 1 − Φ(−x)", over(0, 10), normal_distribution<double>,
          [](double x) { return 1 - normal_distribution(-x); }, ulps(14))
      .property("Φ rises", rises(normal_distribution<double>, -38, 8));
  chapter.figure("density-and-distribution", draw_normal_law);
}

/**
## Where the normal law comes from

The document gives the idea behind GELU: data often follow a normal law. @hendrycks-gimpel-2016
[section 2], who had the idea, say so not about data but about what a neuron receives. Data may
follow any law; the data of GPT-2 are tokens, which are not even numbers. A neuron receives a
weighted sum of many numbers, and sums of many independent terms turn normal even when the terms are
as uniform as can be. Twelve uniform numbers are enough: their sum, centred, has variance 1. How far
its law is from $\Phi$ can be predicted. With the cumulants $\kappa_4 = -\tfrac1{10}$ and $\kappa_6
= \tfrac1{21}$ of the sum, Edgeworth's series [-@edgeworth-1905] goes from $\Phi$ to its law:

$$\Phi(x) - f(x) \left( \tfrac{\kappa_4}{24} H_3(x) + \tfrac{\kappa_6}{720} H_5(x) +
  \tfrac{\kappa_4^2}{1152} H_7(x) \right),$$

where $H_k$ are Hermite's polynomials. The next three terms have the
factors $\kappa_8/40320$ on $H_7$, $\kappa_4 \kappa_6/17280$ on $H_9$ and $\kappa_4^3/82944$ on
$H_{11}$, with $\kappa_8 = -\tfrac1{20}$; together they are below $7 \cdot 10^{-5}$. The first
term is at most 0.0023. (The second derivative of the law is a difference of two densities of a
sum of eleven, which are at most 1; so 8 bounds the curvature.)
*/
SECTION(idea)
{
  const auto twelve = [](double x) { return uniform_sum_distribution(12, x); };
  const auto series = [](double x) { return edgeworth(x, -1 / 10., 1 / 21.); };
  const auto from_normal = [](auto law) {
    return [=](double x) { return std::abs(law(x) - normal_distribution(x)); };
  };
  const double foretold = maximize(from_normal(series), -5, 5).value + 7e-5;
  chapter.claim("exo7-7-normal-data", refuted)
      .as_printed("the idea behind GELU is that data often follow a normal law")
      .contradicted("Hendrycks and Gimpel (2016), section 2: what neurons receive follows it")
      .corrected("the idea is that what a neuron receives, a sum of many terms, is nearly normal")
      .agree("law of the sum of twelve uniform numbers, and Edgeworth's series about Φ",
             over(-5, 5), twelve, series, absolute(7e-5))
      .at_most("distance of the law of twelve uniform numbers from Φ, upper bound",
               certified_maximum(from_normal(twelve), 8, -5, 5, 1e-6, 1e-9).upper, foretold)
      .at_least("distance of the law of one uniform number from Φ, at x = 0.8",
                normal_distribution(0.8) - (0.5 + 0.8 / std::sqrt(12)), foretold);
}

/**
## The function

$\mathrm{GELU}(x) = x\,\Phi(x)$. Imagine a gate that lets $x$ through if a normal number $N$ falls
below it, and gives 0 otherwise. On average the output is $x\,P\{N \leq x\}$: large inputs pass
almost always, negative ones hardly ever. That probability has been checked above. For a test that
does not go through $x\,\Phi$, integrate by parts:

$$\int_{-\infty}^x \Phi(t)\,dt = x\,\Phi(x) + f(x),$$

so GELU is an integral minus the bell. That difference suffers from cancellation where $f$ is much
larger than the result, hence an absolute tolerance there and, once more, fifty digits for the
relative one.
*/
SECTION(function)
{
  const auto integral_minus_bell = [](double x) {
    return integral(normal_distribution<double>, -arma::datum::inf, x) - normal_density(x);
  };
  chapter.claim("exo7-7-gelu", holds)
      .agree("GELU and x Φ(x) in 50 digits", over(-38, 10), gelu<double>, gelu_50, ulps(11), 200)
      .agree("GELU, and ∫ Φ over (−∞, x] by quadrature minus f", over(-6, 6), gelu<double>,
             integral_minus_bell, absolute(4e-14), 200);

  /**
  The name has an adjective in the paper: Gaussian. We are as strict with a name as with the idea
  behind it: both are facts about that paper.
  */
  chapter.reading("exo7-7-name", refuted,
                  "the paper that introduces it (Hendrycks and Gimpel 2016) is titled \"Gaussian "
                  "Error Linear Units (GELUs)\"",
                  "Gaussian Error Linear Unit");
}
