#include "epreuve/chapter.hpp"

#include "epreuve/math/accuracy.hpp"
#include "epreuve/math/extrema.hpp"
#include "epreuve/math/gelu.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/quadrature/exp_sinh.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/quadrature/sinh_sinh.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <boost/math/special_functions/erf.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>

/**
# GELU: a ReLU whose corner was rounded by the normal law

Between two matrix products a network must bend, or the two products would be one. The bend of
GPT-2 is called GELU. The document gives it a page: a definition by an integral, a formula with
erf, two approximations by usual functions, and three figures of two panels each.

A page of formulas for one function of one variable: nothing could be easier to check, and that
is why we shall be strict. Each integral is computed as an integral, by quadrature, and held
against the closed form. Each "≃" is given its largest error, with its place. And one of the
formulas, we shall see, is not an approximation of anything.
*/

using namespace epreuve::course;

using boost::math::quadrature::exp_sinh;
using boost::math::quadrature::gauss_kronrod;
using boost::math::quadrature::sinh_sinh;
using boost::math::quadrature::tanh_sinh;

/**
## Two ways to know the right answer

The first is a second, slower arithmetic: fifty decimal digits, where the formulas can be typed as
they stand and whatever they lose to cancellation is not missed. None of these functions shares a
line with the ones under test.
*/

static const Reference pi_50 = boost::math::constants::pi<Reference>();

static Reference erf_50(const Reference& x)
{
  return boost::math::erf(x);
}

static Reference density_50(const Reference& x)
{
  return exp(-x * x / 2) / sqrt(2 * pi_50);
}

static Reference distribution_50(const Reference& x)
{
  return boost::math::erfc(Reference(-x / sqrt(Reference(2)))) / 2;
}

static Reference tanh_50(const Reference& x)
{
  return (exp(x) - exp(-x)) / (exp(x) + exp(-x));
}

static Reference sigmoid_50(const Reference& x)
{
  return 1 / (1 + exp(-x));
}

/**
An extremum, in fifty digits, is where the slope vanishes. The slope is a central difference (its
error, about $h^2$, is $10^{-24}$ here) and the zero is found by the secant rule from a start with
two or three right digits. The fast search that this is to confirm knows neither: it samples in
`double` and closes in by Brent's method.
*/

template <typename Function>
static Maximum extremum_50(Function f, Reference x)
{
  const Reference h("1e-12");
  const auto slope = [&](const Reference& at) {
    return Reference((f(Reference(at + h)) - f(Reference(at - h))) / (2 * h));
  };
  Reference before = x - Reference("1e-3");
  Reference slope_before = slope(before);
  for (int step = 0; step < 8 && abs(x - before) > Reference("1e-18"); ++step) {
    const Reference slope_here = slope(x);
    const Reference next = x - slope_here * (x - before) / (slope_here - slope_before);
    before = x;
    slope_before = slope_here;
    x = next;
  }
  return {static_cast<double>(x), static_cast<double>(f(x))};
}

/**
The second way is the definition itself. An integral over $(-\infty, x]$ is handed to the exp-sinh
rule, one over $[a, b]$ to tanh-sinh or to Gauss and Kronrod: rules that see a function only
through its values, and know nothing of erf.
*/

static double density_as_defined(double t)
{
  return std::exp(-t * t / 2) / std::sqrt(2 * std::numbers::pi);
}

static double integral_up_to(double x, const std::function<double(double)>& f)
{
  static exp_sinh<double> rule;
  return rule.integrate(f, -std::numeric_limits<double>::infinity(), x, 1e-13);
}

static double integral_between(double a, double b, const std::function<double(double)>& f)
{
  return gauss_kronrod<double, 61>::integrate(f, a, b, 8, 1e-14);
}

/**
Last, the question that we shall ask of each approximation: by how much, at most, and where? The
errors are signed, approximation minus GELU. Searching $[-12, 12]$ is searching the whole line:
each candidate here is $x\,g(x)$ with $g$ between 0 and 1 and, beyond 12, so near to 0 or to 1
that $|x|\,|g - \Phi|$ stays under $12\,\sigma(-1.702 \cdot 12) < 2 \cdot 10^{-8}$.
*/

static Maximum largest_error(const std::function<double(double)>& approximation, double lo = -12)
{
  const auto error = [&](double x) { return approximation(x) - gelu(x); };
  const Maximum largest = maximize([&](double x) { return std::abs(error(x)); }, lo, 12);
  return {largest.location, error(largest.location)};
}

CHAPTER(chapter)
{
  /**
  ## The bell and the area under it

  The document starts from the *loi de Gauss centrée réduite*, the standard normal law, because
  data often follow it. Is its $f$ a density at all, and the *reduced* one? Total area 1, mean 0,
  variance 1: three integrals over the whole line. The value itself we hold against fifty digits.
  */
  sinh_sinh<double> whole_line;
  const auto moment = [&](int k) {
    return whole_line.integrate([k](double t) { return std::pow(t, k) * density_as_defined(t); });
  };
  chapter.claim("exo7-7-density", holds)
      .property(
          "f(x) against 50 digits",
          [](Draw& draw) {
            const double x = draw.real("x", -38, 38);
            return difference(normal_density(x), static_cast<double>(density_50(x)));
          },
          ulps(5), 200)
      .agree("total area", moment(0), 1, ulps(64))
      .agree("mean", moment(1), 0, absolute(1e-14))
      .agree("variance", moment(2), 1, ulps(64));

  /**
  The area so far is $\Phi$, the *fonction de répartition*. As an integral over $(-\infty, x]$ it is
  computed by exp-sinh; the library goes through erfc,
  $\Phi(x) = \tfrac12\,\mathrm{erfc}(-x/\sqrt2)$. How near must they be? At $x = -6$ the exponent is
  18 and more, and rounding $t^2/2$ costs half an ulp of it: 16 ulp of the exponential. The sum of
  a hundred positive terms adds 50 at worst, erfc 9. So 128 ulp is what two right answers may differ
  by, even in the far tail where $\Phi$ is $10^{-9}$. Nothing absolute is needed.
  */
  chapter.claim("exo7-7-Phi", holds)
      .property(
          "∫ f over (−∞, x] against ½ erfc(−x/√2)",
          [](Draw& draw) {
            const double x = draw.real("x", -6, 6);
            return difference(normal_distribution(x), integral_up_to(x, density_as_defined));
          },
          ulps(128), 400)
      .property(
          "a primitive of f: Φ(b) − Φ(a) = ∫ f over [a, b]",
          [](Draw& draw) {
            const double a = draw.real("a", -6, 6);
            const double b = draw.real("b", a, 6);
            return difference(normal_distribution(b) - normal_distribution(a),
                              integral_between(a, b, density_as_defined));
          },
          absolute(1e-14), 400)
      .by_reading("\"the\" primitive is one of many, and the formula says which: the one that "
                  "tends to 0 at −∞");

  /**
  A word on *the* primitive. A continuous function has many, one for each constant; the document
  may say "the" only because the formula that follows picks one, by its lower end. Another one
  worth knowing starts at 0 instead of $-\infty$: it is $\tfrac12\,\mathrm{erf}(x/\sqrt2)$, it has
  the same increments, and it stays one half below $\Phi$.
  */
  const auto odd_primitive = [](double x) { return std::erf(x / std::numbers::sqrt2) / 2; };
  chapter.finding("which-primitive", "f has many primitives; Φ is the one that tends to 0 at −∞")
      .property(
          "½ erf(x/√2) is a primitive of f too",
          [&](Draw& draw) {
            const double a = draw.real("a", -6, 6);
            const double b = draw.real("b", a, 6);
            return difference(odd_primitive(b) - odd_primitive(a),
                              integral_between(a, b, density_as_defined));
          },
          absolute(1e-14), 400)
      .agree("distance between the two, at 2", normal_distribution(2.0) - odd_primitive(2), 0.5,
             absolute(2e-15))
      .at_most("Φ(−38)", normal_distribution(-38.0), 1e-300)
      .agree("½ erf(−38/√2)", odd_primitive(-38), -0.5, exactly());

  /**
  Then $\Phi(x)$ is put into words: the probability of an event, which the page writes
  $f(X \leq x)$. But $f$ takes a number, and $X \leq x$ is none: as it stands the expression
  means nothing. Could a bracket have slipped, and the event be $\{f(X) \leq x\}$? That one exists,
  so let us throw two hundred thousand normal numbers. At $x = 1$ it always happens (the bell is
  nowhere higher than 0.399), at $x = 0$ never. The event meant is plainly $\{X \leq x\}$.
  */
  const arma::vec sample = arma::randn(200'000);
  const arma::vec bell = normal_density(sample);
  const auto chance = [](const arma::umat& event) {
    return mean_of(arma::conv_to<arma::vec>::from(event));
  };
  chapter.claim("exo7-7-event", refuted)
      .as_printed("f(X ≤ x)")
      .contradicted("f is a function of a real number; X ≤ x is an event, not a number")
      .as_printed("the event {f(X) ≤ x}")
      .estimates("P{f(X) ≤ 0.25} against Φ(0.25)", chance(bell <= 0.25), normal_distribution(0.25),
                 0.01)
      .corrected("the event {X ≤ x}")
      .estimates("P{X ≤ −1} against Φ(−1)", chance(sample <= -1), normal_distribution(-1.0), 0.01)
      .estimates("P{X ≤ 0.25} against Φ(0.25)", chance(sample <= 0.25), normal_distribution(0.25),
                 0.01)
      .estimates("P{X ≤ 1} against Φ(1)", chance(sample <= 1), normal_distribution(1.0), 0.01);

  /**
  The document draws both. What should one see? A bell, even, highest in the middle; and an S that
  turns symmetrically about $(0, \tfrac12)$ and is steepest where the bell is highest.
  */
  chapter.claim("exo7-7-fig-gauss", holds)
      .property("the bell is even and highest at 0",
                [](Draw& draw) {
                  const double x = draw.real("x", 0, 10);
                  return normal_density(x) == normal_density(-x) &&
                         normal_density(x) <= 1 / std::sqrt(2 * std::numbers::pi);
                })
      .property(
          "Φ(x) + Φ(−x) = 1",
          [](Draw& draw) {
            const double x = draw.real("x", 0, 10);
            return difference(normal_distribution(x) + normal_distribution(-x), 1);
          },
          ulps(10))
      .property("Φ rises", [](Draw& draw) {
        const double a = draw.real("a", -38, 8);
        return normal_distribution(a) <= normal_distribution(draw.real("b", a, 8));
      });
  chapter.figure("density-and-distribution", [](Figure& figure) {
    figure.title("The standard normal law")
        .panel("density f")
        .x_label("x")
        .y_label("f(x)")
        .curve(normal_density<double>, -4, 4)
        .panel("distribution function Φ")
        .x_label("x")
        .y_label("Φ(x)")
        .curve(normal_distribution<double>, -4, 4)
        .horizontal_line(0.5)
        .caption("Left the bell, right the area under it from −∞ to x. At x = 0 half of the area "
                 "is collected (thin line), and fastest.")
        .alt("Left: a bell curve, symmetric about 0, of height 0.4. Right: an S-shaped curve "
             "rising from 0 at −4 through one half at 0 to 1 at 4.");
  });

  /**
  Whether data *are* normal rather than uniform is not for us to compute; Hendrycks and Gimpel
  (2016), who proposed GELU, say it not of data but of what a neuron receives. That makes the idea
  more robust than the document's sentence. A neuron receives a weighted sum of many numbers, and
  sums of many independent terms turn normal even when the terms are as uniform as can be. Twelve
  uniform numbers already will do: their sum, centred, has variance 1, and the distribution function
  of a sum of $n$ uniform numbers is a polynomial on each unit interval (Irwin 1927, Hall 1927),
  $\frac1{n!}\sum_k (-1)^k \binom nk (s - k)_+^n$. How far is it from $\Phi$?
  */
  const auto sum_of_twelve = [](double x) {
    double sum = 0;
    double binomial_over_factorial = 1 / std::tgamma(13.0);
    for (int k = 0; k <= 12 && k < x + 6; ++k) {
      sum += (k % 2 == 0 ? 1 : -1) * binomial_over_factorial * std::pow(x + 6 - k, 12);
      binomial_over_factorial *= (12.0 - k) / (k + 1);
    }
    return sum;
  };
  chapter.claim("exo7-7-normal-data", holds)
      .by_reading("a motive, not a theorem; the paper that proposes GELU says it of the inputs "
                  "of neurons (which are sums), not of the data");
  chapter.finding("sums-turn-normal", "Twelve uniform numbers sum to a nearly normal one")
      .agree("the polynomial form, middle of the law", sum_of_twelve(0), 0.5, absolute(1e-10))
      .property(
          "P{sum ≤ x} + P{sum ≤ −x} = 1",
          [&](Draw& draw) {
            const double at = draw.real("x", 0, 6);
            return difference(sum_of_twelve(at) + sum_of_twelve(-at), 1);
          },
          absolute(1e-9))
      .at_most(
          "largest |P{sum ≤ x} − Φ(x)|",
          maximize([&](double x) { return std::abs(sum_of_twelve(x) - normal_distribution(x)); },
                   -5, 5, 512)
              .value,
          0.0025)
      .at_least("the same for a single uniform number of variance 1",
                maximize(
                    [](double x) {
                      const double uniform = std::clamp(0.5 + x / std::sqrt(12.0), 0.0, 1.0);
                      return std::abs(uniform - normal_distribution(x));
                    },
                    -4, 4, 512)
                    .value,
                0.05);

  /**
  ## The function

  $\mathrm{GELU}(x) = x\,\Phi(x)$. Why multiply a number by a probability? Imagine a gate that lets
  $x$ through if a normal number $N$ falls below it, and else says 0. What comes out on average is
  $x\,P\{N \leq x\}$: large inputs pass almost always, negative ones hardly ever. So the mean of
  many throws is a first test. A second has no chance in it: integrating by parts,

  $$\int_{-\infty}^x \Phi(t)\,dt = x\,\Phi(x) + f(x),$$

  so GELU is an integral minus the bell. The difference of the two loses what $f$ outweighs, hence
  an absolute tolerance here and, once more, fifty digits for the relative one.
  */
  const double through = 0.75;
  chapter.claim("exo7-7-gelu", holds)
      .property(
          "x Φ(x) in 50 digits",
          [](Draw& draw) {
            const double x = draw.real("x", -38, 10);
            return difference(gelu(x), static_cast<double>(Reference(x * distribution_50(x))));
          },
          ulps(11), 200)
      .property(
          "∫ Φ over (−∞, x] − f(x)",
          [](Draw& draw) {
            const double x = draw.real("x", -6, 6);
            return difference(gelu(x),
                              integral_up_to(x, normal_distribution<double>) - normal_density(x));
          },
          absolute(4e-14), 200)
      .estimates("mean of x [N ≤ x] at 0.75",
                 mean_of(through * arma::conv_to<arma::vec>::from(sample <= through)),
                 gelu(through), 0.01);

  /**
  The name has an adjective in the paper: Gaussian. And what GPT-2 runs is, to the letter, not this
  function but its tanh form, which we meet below; the difference, $5 \cdot 10^{-4}$ at most, is
  thousands of times what `float` resolves near 1, so it is a choice and not a rounding.
  */
  chapter.claim("exo7-7-name", refuted)
      .contradicted("the paper that introduces it (Hendrycks and Gimpel 2016) is titled "
                    "\"Gaussian Error Linear Units (GELUs)\"")
      .corrected("Gaussian Error Linear Unit")
      .by_reading("title and abstract of that paper");
  chapter.claim("exo7-7-gpt2-gelu", holds)
      .by_reading("gelu(x) in GPT-2's published source (src/model.py) is the tanh form of GELU, "
                  "with 0.044715")
      .at_most("how far that is from GELU, at most",
               std::abs(largest_error(gelu_tanh<double>, 0).value), 5e-4);

  /**
  The document's next figure shows GELU, then GELU and ReLU. Between which curves must it lie?
  $\Phi \leq 1$ puts it under ReLU on either side (for $x < 0$ it is negative), and never by more
  than 0.17.
  */
  chapter.claim("exo7-7-fig-gelu-relu", holds)
      .property("ReLU − 0.17 ≤ GELU ≤ ReLU",
                [](Draw& draw) {
                  const double x = draw.real("x", -40, 40);
                  return relu(x) - 0.17 <= gelu(x) && gelu(x) <= relu(x);
                })
      .at_most("how far apart at the edges ±4", 4 - gelu(4.0), 2e-4);
  chapter.figure("gelu-and-relu", [](Figure& figure) {
    figure.title("GELU, alone and beside ReLU")
        .panel("GELU")
        .x_label("x")
        .y_label("GELU(x)")
        .y_range(-0.5, 4)
        .curve(gelu<double>, -4, 4)
        .panel("GELU and ReLU")
        .x_label("x")
        .y_label("value")
        .y_range(-0.5, 4)
        .curve(gelu<double>, -4, 4, 201, "GELU")
        .curve(relu<double>, -4, 4, 201, "ReLU")
        .caption("GELU follows ReLU on both sides, passes below its corner, and dips under 0 "
                 "for negative x.")
        .alt("Left: GELU, almost 0 for x under −3, slightly negative around −0.75, then rising "
             "to meet the line y = x. Right: the same with ReLU, which has a corner at 0 and lies "
             "above GELU everywhere.");
  });

  /**
  ## How close to ReLU is it, and where is it farthest?

  For $x < 0$, ReLU is 0 and the difference is $x\,\Phi(x) = -|x|\,\Phi(-|x|)$. For $x > 0$ it is
  $x\,\Phi(x) - x = -x\,(1 - \Phi(x)) = -x\,\Phi(-x)$. One formula for both:

  $$\mathrm{GELU}(x) - \mathrm{ReLU}(x) = -|x|\,\Phi(-|x|) = \mathrm{GELU}(-|x|).$$

  So the difference is even, never positive, and *is* GELU's own negative half, drawn on both sides.
  It is largest where GELU is smallest; no second search is needed. (The subtraction cancels for
  $x > 0$: its error is some ulp of $x$, and $x \leq 8$.)
  */
  const auto from_relu = [](double x) { return gelu(x) - relu(x); };
  const Maximum minimum = maximize([](double x) { return -gelu(x); }, -12, 12);
  const Maximum gap = maximize([&](double x) { return -from_relu(x); }, 0, 12);
  chapter.claim("exo7-7-close-to-relu", holds)
      .at_most("largest |GELU − ReLU|", gap.value, 0.17)
      .at_most("the same for |x| ≥ 3",
               maximize([&](double x) { return -from_relu(x); }, 3, 12).value, 0.0041);
  chapter
      .finding("gap-is-the-dip",
               "GELU(x) − ReLU(x) = −|x| Φ(−|x|): farthest where GELU is smallest")
      .property(
          "the identity",
          [&](Draw& draw) {
            const double x = draw.real("x", -8, 8);
            return difference(from_relu(x), -std::abs(x) * normal_distribution(-std::abs(x)));
          },
          absolute(1e-14))
      .agree("value of the gap and depth of the dip", gap.value, minimum.value, absolute(1e-15))
      .agree("their places, mirrored", gap.location, -minimum.location, absolute(2e-7));

  /**
  ## No corner, and a dip

  At 0 the difference quotient of GELU is $\mathrm{GELU}(h)/h = \Phi(h)$, which tends to $\tfrac12$
  from both sides, never farther from it than $|h| f(0) < 0.4\,|h|$. ReLU's is 1 from the right and
  0 from the left, whatever $h$. That settles 0. Elsewhere: $x$ and $\Phi$ are as smooth as
  functions can be, and

  $$\mathrm{GELU}'(x) = \Phi(x) + x f(x), \qquad \mathrm{GELU}''(x) = (2 - x^2) f(x).$$

  The first is checked against central differences with $h = 2^{-17}$: they err by
  $h^2 |\mathrm{GELU}'''|/6 < 10^{-11}$ and by the rounding of GELU, $10$ ulp of at most 6, divided
  by $h$: $1.2 \cdot 10^{-9}$.
  */
  const auto quotient = [](double (*unit)(double), double h) { return (unit(h) - unit(0)) / h; };
  chapter.claim("exo7-7-differentiable", holds)
      .agree("GELU's quotient at 0, h = 2⁻³⁰", quotient(gelu, 0x1p-30), 0.5,
             absolute(0.4 * 0x1p-30))
      .agree("GELU's quotient at 0, h = −2⁻³⁰", quotient(gelu, -0x1p-30), 0.5,
             absolute(0.4 * 0x1p-30))
      .agree("ReLU's quotient at 0 from the right", quotient(relu, 0x1p-30), 1, exactly())
      .agree("ReLU's quotient at 0 from the left", (relu(0.0) - relu(-0x1p-30)) / 0x1p-30, 0,
             exactly())
      .property(
          "elsewhere: GELU' = Φ + x f",
          [](Draw& draw) {
            constexpr double h = 0x1p-17;
            const double x = draw.real("x", -6, 6);
            return difference((gelu(x + h) - gelu(x - h)) / (2 * h),
                              normal_distribution(x) + x * normal_density(x));
          },
          absolute(2e-9))
      .property("GELU has the sign of x",
                [](Draw& draw) {
                  const double x = draw.real("x", -38, 38);
                  return x == 0 || gelu(x) / x > 0;
                })
      .agree("GELU(0)", gelu(0.0), 0, exactly());
  chapter.finding("slope", "GELU's slope: 1/2 at 0, largest at √2, where it exceeds 1")
      .agree("GELU'(0)", gelu_derivative(0.0), 0.5, exactly())
      .agree("place of the largest slope", maximize(gelu_derivative<double>, -12, 12).location,
             std::numbers::sqrt2, absolute(1e-7))
      .agree("largest slope", maximize(gelu_derivative<double>, -12, 12).value, 1.12890,
             absolute(5e-6));

  /**
  From GELU'' we read the whole shape. The slope falls on $(-\infty, -\sqrt2]$, and since it starts
  from 0 at $-\infty$ it is negative there; it rises on $[-\sqrt2, \sqrt2]$ and crosses 0 once; then
  it falls again, to 1, and stays positive. So GELU goes down, up, and never down again: one
  minimum. (It is not monotone, but only just.) Brent finds it in `double`; the secant rule, in
  fifty digits, must find the same six figures.
  */
  const Maximum minimum_50 = extremum_50(
      [](const Reference& x) { return Reference(x * distribution_50(x)); }, Reference("-0.75"));
  chapter.claim("exo7-7-non-monotone", holds)
      .property("falls to the left of the minimum",
                [&](Draw& draw) {
                  const double b = draw.real("b", -38, minimum.location);
                  return gelu(draw.real("a", -38, b)) >= gelu(b);
                })
      .property("rises to the right of it",
                [&](Draw& draw) {
                  const double a = draw.real("a", minimum.location, 38);
                  return gelu(a) <= gelu(draw.real("b", a, 38));
                })
      .at_most("its smallest value", -minimum.value, -0.16)
      .by_reading("that this is an advantage is said with \"it seems\", which commits to nothing");
  chapter.finding("minimum", "GELU has one minimum, −0.169971 at x = −0.751792")
      .agree("place, Brent against 50 digits", minimum.location, minimum_50.location,
             absolute(1e-7))
      .agree("value, Brent against 50 digits", -minimum.value, minimum_50.value, ulps(16))
      .agree("place, six figures", minimum_50.location, -0.751792, absolute(5e-7))
      .agree("value, six figures", minimum_50.value, -0.169971, absolute(5e-7))
      .property("the slope rises on [−√2, √2]", [](Draw& draw) {
        const double a = draw.real("a", -std::numbers::sqrt2, std::numbers::sqrt2);
        const double b = draw.real("b", a, std::numbers::sqrt2);
        return gelu_derivative(a) <= gelu_derivative(b) + 0x1p-50;
      });

  const double nan = std::numeric_limits<double>::quiet_NaN();
  chapter.figure("derivatives", [&](Figure& figure) {
    figure.title("The slopes: what backpropagation multiplies by")
        .x_label("x")
        .y_label("derivative")
        .y_range(-0.2, 1.25)
        .curve(gelu_derivative<double>, -4, 4, 401, "GELU'")
        .curve(gelu_tanh_derivative<double>, -4, 4, 401, "of the tanh form")
        .curve(gelu_sigmoid_derivative<double>, -4, 4, 401, "of the sigmoid form")
        .line({-4, 0, 0, 0, 4}, {0, 0, nan, 1, 1}, "ReLU'")
        .caption(
            "ReLU's slope jumps from 0 to 1. GELU's passes through 1/2, is 0 at one place only, "
            "negative to the left of it, and exceeds 1 around √2. The tanh form's cannot be "
            "told from it; the sigmoid form's can.")
        .alt("Four curves on [−4, 4]. ReLU's derivative is a step at 0. The other three start near "
             "0, dip to about −0.13 at −1.4, rise through one half at 0 to about 1.13 at 1.4 and "
             "come back to 1; the sigmoid form's departs a little around ±3.");
  });

  /**
  ## Weights that learn nothing

  What does it matter that ReLU is flat on the left? Take a layer $h = a(Wx + b)$ with loss
  $\tfrac12 |h - t|^2$. Backpropagation gives

  $$\frac{\partial L}{\partial W} = \bigl((h - t) \circ a'(Wx + b)\bigr)\, x^T,$$

  one row a neuron; where $a' = 0$ the whole row is zero and (with plain gradient descent) none
  of the neuron's weights moves.
  */
  struct Activation
  {
    double (*value)(double);
    double (*slope)(double);
  };
  const Activation with_relu{relu, [](double z) { return z > 0 ? 1.0 : 0.0; }};
  const Activation with_gelu{gelu, gelu_derivative};
  const auto loss = [](const Activation& a, const arma::mat& W, const arma::vec& b,
                       const arma::vec& x, const arma::vec& t) {
    arma::vec h = W * x + b;
    h.transform(a.value);
    return arma::dot(h - t, h - t) / 2;
  };
  const auto gradient = [](const Activation& a, const arma::mat& W, const arma::vec& b,
                           const arma::vec& x, const arma::vec& t) {
    const arma::vec z = W * x + b;
    arma::vec h = z, slope = z;
    h.transform(a.value);
    slope.transform(a.slope);
    return arma::mat(((h - t) % slope) * x.t());
  };

  /**
  First, is that gradient the gradient? We move each weight by $\pm h$ and look at the loss. Weights
  and inputs are integers and the bias is $\tfrac12$, so no neuron sits on ReLU's corner. With ReLU
  the loss is then quadratic in the neighbourhood and the central difference is right up to
  rounding: losses stay below $10^4$, so each of a dozen operations costs
  $10^4 \cdot 2^{-53} / h < 10^{-7}$ for $h = 2^{-16}$. Then we count rows of zeros in a large random
  layer, in which each weight and input is normal.
  */
  const arma::mat W = arma::randn(20'000, 16);
  const arma::vec x = arma::randn(16), no_bias = arma::zeros(20'000), target = arma::randn(20'000);
  const auto idle_rows = [&](const Activation& a) {
    return chance(arma::all(gradient(a, W, no_bias, x, target) == 0, 1));
  };
  chapter.claim("exo7-7-relu-zero", holds)
      .property(
          "the gradient is the slope of the loss",
          [&](Draw& draw) {
            constexpr double h = 0x1p-16;
            const arma::mat weights = draw.integer_matrix("W", 3, 4, -3, 3);
            const arma::vec input = draw.integer_matrix("x", 4, 1, -3, 3);
            const arma::vec wanted = draw.integer_matrix("t", 3, 1, -3, 3);
            const arma::vec bias(3, arma::fill::value(0.5));
            arma::mat by_differences(3, 4);
            for (arma::uword k = 0; k < weights.n_elem; ++k) {
              arma::mat up = weights, down = weights;
              up(k) += h;
              down(k) -= h;
              by_differences(k) = (loss(with_relu, up, bias, input, wanted) -
                                   loss(with_relu, down, bias, input, wanted)) /
                                  (2 * h);
            }
            return difference(by_differences, gradient(with_relu, weights, bias, input, wanted));
          },
          absolute(1e-6), 300)
      .property("ReLU is 0 for negative x",
                [](Draw& draw) { return relu(draw.real("x", -1e3, 0)) == 0; })
      .estimates("neurons whose weights all stay, ReLU", idle_rows(with_relu), 0.5, 0.05)
      .by_reading("\"many\" is right for an iteration on one example; on a batch of B unrelated "
                  "ones it is 2⁻ᴮ of them");
  chapter.finding("gelu-always-learns", "In the same layer with GELU no neuron's weights all stay")
      .at_most("share of rows of zeros", idle_rows(with_gelu).value, 0);

  /**
  One half: a sign is as likely as the other. So the document's "many" is right, for one example.
  But a step of training is taken on a batch, and a neuron stands still only if *every* example of
  the batch is on its flat side. If the examples are unrelated, the share of idle neurons is
  $2^{-B}$: with eight it is one in 256, and with the half million tokens of a step of GPT-2's
  training none would be idle by chance. What remains is the neuron that has drifted so far that no
  example wakes it ("dying ReLU"), which GELU lets drift back, slowly: its slope at $-5$ is
  $-7 \cdot 10^{-6}$.
  */
  const arma::uword neurons = 8000;
  std::map<int, Estimate> idle;
  std::vector<std::vector<std::string>> idle_table;
  for (const int batch : {1, 2, 4, 8}) {
    arma::uvec flat(neurons, arma::fill::ones), flat_gelu = flat;
    for (int example = 0; example < batch; ++example) {
      const arma::mat inputs = arma::randn(16, neurons);
      const arma::vec z = arma::sum(W.head_rows(neurons).t() % inputs, 0).t();
      flat %= z < 0;
      flat_gelu %= gelu_derivative(z) == 0;
    }
    idle[batch] = chance(flat);
    idle_table.push_back({fmt::format("{}", batch), fmt::format("{:.4f}", idle[batch].value),
                          fmt::format("{:.4f}", std::ldexp(1, -batch)),
                          fmt::format("{:.4f}", chance(flat_gelu).value)});
  }
  chapter.finding("batches", "Over a batch of B unrelated examples ReLU idles 2⁻ᴮ of the neurons")
      .estimates("B = 1", idle[1], 0.5, 0.05)
      .estimates("B = 2", idle[2], 0.25, 0.05)
      .estimates("B = 4", idle[4], 0.0625, 0.03)
      .at_most("B = 8, against 0.0039", idle[8].value, 0.02)
      .agree("GELU' at −5", gelu_derivative(-5.0), -7.147e-6, absolute(1e-9));
  chapter.table("Neurons without any gradient", {"batch", "ReLU", "2⁻ᴮ", "GELU"}, idle_table);

  chapter.claim("exo7-7-better", holds)
      .by_reading("Hendrycks and Gimpel (2016) report gains over ReLU and ELU on all their tasks "
                  "(images, language, speech); a report, not a law, and nothing a page of "
                  "computing could settle");

  /**
  ## erf

  To compute GELU the document changes variables, $t = s\sqrt2$, and turns the infinite integral
  into a finite one: erf, over $[0, x]$. Two quadrature rules, tanh-sinh and Gauss and Kronrod's,
  against the function of the C++ library, and against $1 - \mathrm{erfc}$. Where it matters $t$ is
  at most 2 or so and the exponential loses a few ulp; a sum of a hundred terms adds 50.
  */
  const auto erf_integrand = [](double t) {
    return 2 / std::sqrt(std::numbers::pi) * std::exp(-t * t);
  };
  tanh_sinh<double> finite_interval;
  chapter.claim("exo7-7-erf", holds)
      .property(
          "∫ over [0, x], tanh-sinh",
          [&](Draw& draw) {
            const double to = draw.real("x", 0.01, 6);
            return difference(std::erf(to), finite_interval.integrate(erf_integrand, 0.0, to));
          },
          ulps(64), 400)
      .property(
          "∫ over [0, x], Gauss and Kronrod; x of either sign",
          [&](Draw& draw) {
            const double to = draw.real("x", -6, 6);
            const double size = integral_between(0, std::abs(to), erf_integrand);
            return difference(std::erf(to), std::copysign(size, to));
          },
          ulps(64), 400)
      .property(
          "1 − erfc(x)",
          [](Draw& draw) {
            const double to = draw.real("x", -6, 6);
            return difference(std::erf(to), 1 - std::erfc(to));
          },
          absolute(1e-15));

  /**
  Now the form with erf. In fifty digits $1 + \mathrm{erf}$ may cancel as it likes: fifteen digits
  go at $x = -8$, more than thirty stay. So it can be held against $x\,\Phi(x)$ to the last ulp.
  */
  chapter.claim("exo7-7-erf-form", holds)
      .property(
          "x/2 (1 + erf(x/√2)) in 50 digits against x Φ(x)",
          [](Draw& draw) {
            const double at = draw.real("x", -8, 8);
            const Reference form = at / Reference(2) * (1 + erf_50(at / sqrt(Reference(2))));
            return difference(gelu(at), static_cast<double>(form));
          },
          ulps(11), 200)
      .property(
          "both integrals by quadrature",
          [&](Draw& draw) {
            const double at = draw.real("x", -6, 6);
            const double erf = std::copysign(
                integral_between(0, std::abs(at) / std::numbers::sqrt2, erf_integrand), at);
            return difference(at / 2 * (1 + erf), at * integral_up_to(at, density_as_defined));
          },
          absolute(2e-13), 400);

  /**
  Why not a formula with usual functions? Liouville (1835) proved that $\int e^{-x^2}dx$ is
  elementary only if $e^{-x^2}$ has a primitive $R(x)\,e^{-x^2}$ with $R$ a rational function. Then
  $R' - 2xR = 1$. If $R$ had a pole, of order $m$, then $R'$ would have one of order $m + 1$ and
  $2xR$ one of at most $m$: the left side would have a pole, and 1 has none. So $R$ is a polynomial,
  of degree $d$ say, and the left side has degree $d + 1 \geq 1$ (or is 0): it is not 1 either.
  Liouville's theorem we cite; the second half can be followed in exact fractions, with
  $R = \sum_{k=-m}^{d} r_k (x - a)^k$, whose left side has the coefficients
  $(k+1)\,r_{k+1} - 2a\,r_k - 2\,r_{k-1}$. Solved from the highest power down, they leave no choice
  and arrive at $r_{-1} = -\tfrac12$; from the lowest up, at $r_{-1} = 0$.
  */
  chapter.claim("exo7-7-erf-not-elementary", holds)
      .by_reading("Liouville's theorem (1835; Rosenlicht, \"Integration in finite terms\", 1972): "
                  "elementary only if R' − 2xR = 1 for a rational R")
      .property("R' − 2xR = 1 asks for r₋₁ = −½ from above and r₋₁ = 0 from below", [](Draw& draw) {
        const Rational a = draw.integer("a", -9, 9);
        const long d = draw.integer("d", 0, 12);
        const long m = draw.integer("m", 1, 12);
        const auto right_side = [](long k) { return Rational(k == 0 ? 1 : 0); };
        std::map<long, Rational> r;
        for (long k = d + 1; k >= 0; --k)
          r[k - 1] = ((k + 1) * r[k + 1] - 2 * a * r[k] - right_side(k)) / 2;
        const Rational from_above = r[-1];
        r.clear();
        for (long k = -m - 1; k <= -2; ++k)
          r[k + 1] = (2 * a * r[k] + 2 * r[k - 1] + right_side(k)) / (k + 1);
        return from_above == Rational(-1, 2) && r[-1] == 0;
      });

  /**
  One can still compute it, and the document adds that *every* modern language already does. Many
  do: C (1999), C++ (2011), Fortran (2008), Python, Go. But JavaScript's `Math` has no erf
  (ECMAScript 2024), nor has Java's (21); there it comes from a further library. The one at hand we
  measure: at most 1 ulp is glibc's own claim, 2 leaves room for other C libraries.
  */
  chapter.claim("exo7-7-erf-implemented", refuted)
      .contradicted("Math of ECMAScript 2024 and java.lang.Math of Java 21 have no erf")
      .corrected("in the standard library of many (C, C++, Fortran, Python, Go); elsewhere from "
                 "a further library")
      .property(
          "std::erf against 50 digits",
          [](Draw& draw) {
            const double at = draw.real("x", -6, 6);
            return difference(std::erf(at), static_cast<double>(erf_50(at)));
          },
          ulps(2), 200);

  /**
  ## The erf form in floating point

  As mathematics the two forms are one. As programs? For negative $x$, erf is near $-1$ and the sum
  $1 + \mathrm{erf}$ is what is left of a cancellation. Rounded to $p$ bits, erf *is* $-1$ as soon
  as $\mathrm{erfc}(|x|/\sqrt2) < 2^{-p-1}$, half the spacing just below 1, and GELU becomes 0
  although it is nowhere 0 but at 0. With $2\,\Phi(x) = 2^{-p-1}$ we can predict the place, and then
  look for it by halving. An erf that is off by half an ulp moves it by $\ln 2/|x|$: 0.13 in `float`,
  0.09 in `double`.
  */
  const auto last_nonzero = [](const auto& function, auto zero_at) {
    using Real = decltype(zero_at);
    Real lo = zero_at, hi = -1;
    while (std::nextafter(hi, lo) != lo) {
      const Real middle = lo + (hi - lo) / 2;
      (function(middle) == Real(0) ? lo : hi) = middle;
    }
    return static_cast<double>(hi);
  };
  const auto where_distribution_is = [](double probability) {
    double lo = -40, hi = 0;
    for (int step = 0; step < 60; ++step) {
      const double middle = (lo + hi) / 2;
      (normal_distribution(middle) < probability ? lo : hi) = middle;
    }
    return hi;
  };
  const double float_end = last_nonzero(gelu_erf_form<float>, -10.0F),
               double_end = last_nonzero(gelu_erf_form<double>, -20.0);
  chapter.finding("erf-form-cancels", "Computed by erf, GELU vanishes far too early")
      .agree("float: last x with a nonzero result", float_end,
             where_distribution_is(std::ldexp(1, -26)), absolute(0.13))
      .agree("double: last x with a nonzero result", double_end,
             where_distribution_is(std::ldexp(1, -55)), absolute(0.09))
      .agree("float: the erf form at −6", static_cast<double>(gelu_erf_form(-6.0F)), 0, exactly())
      .agree("GELU(−6), in 50 digits −5.91953e−9", gelu(-6.0),
             static_cast<double>(-6 * distribution_50(-6)), ulps(11));

  /**
  The library's `gelu` goes through erfc and a continued fraction, and ends where the format ends:
  its last nonzero value is the least subnormal number.
  */
  const double gelu_float_end = last_nonzero(gelu<float>, -20.0F),
               gelu_double_end = last_nonzero(gelu<double>, -45.0);
  const auto in_half_least_numbers = [](double at, double least) {
    return static_cast<double>(-2 * at * distribution_50(at) / Reference(least));
  };
  chapter.finding("non-zero-in-doubles", "gelu is nonzero for as long as the format can say so")
      .agree("float: |x Φ(x)| at the end, in half least numbers",
             in_half_least_numbers(gelu_float_end, 0x1p-149), 1, absolute(1e-4))
      .agree("double: the same", in_half_least_numbers(gelu_double_end, 0x1p-1074), 1,
             absolute(1e-4));
  chapter.table(
      "Where GELU turns into 0, for negative x", {"", "float", "double"},
      {{"x/2 (1 + erf(x/√2))", fmt::format("{:.4f}", float_end), fmt::format("{:.4f}", double_end)},
       {"through erfc", fmt::format("{:.4f}", gelu_float_end),
        fmt::format("{:.4f}", gelu_double_end)}});

  /**
  How many digits are right in between? We go through every binade of `float`, subnormal numbers
  included, take 64 arguments in each and keep the worst error, in units of the last place of the
  true value. The truth here is $x\,\mathrm{erfc}(-x/\sqrt2)/2$ in `long double`, whose forty more
  bits are verified against fifty digits at a handful of places. The library's `float` version is a
  `double` computation rounded once, so half an ulp is what we expect; for the erf form at $x > 0$
  four: two of its argument, one of erf, two roundings, of which $1 + \mathrm{erf}$ halves the first
  three.
  */
  const auto truth = [](long double at) {
    return at * std::erfc(-at / std::numbers::sqrt2_v<long double>) / 2;
  };
  const auto float_ulps = [&](float computed, float at) {
    const long double right = truth(static_cast<long double>(at));
    const int exponent = right == 0 ? -126 : std::max(std::ilogb(right), -126);
    return static_cast<double>(std::abs(static_cast<long double>(computed) - right) /
                               std::ldexp(1.0L, exponent - 23));
  };
  struct Worst
  {
    double through_erfc = 0, erf_form = 0;
  };
  const auto worst_between = [&](double from, double to) {
    Worst worst;
    for (int k = 0; k < 64; ++k) {
      const auto at = static_cast<float>(from + (to - from) * (k + 0.5) / 64);
      worst.through_erfc = std::max(worst.through_erfc, float_ulps(gelu(at), at));
      worst.erf_form = std::max(worst.erf_form, float_ulps(gelu_erf_form(at), at));
    }
    return worst;
  };
  const auto by_binade = [&](double sign) {
    arma::mat rows(277, 3);
    for (int e = -149; e <= 127; ++e) {
      const Worst worst = worst_between(sign * std::ldexp(1, e), sign * std::ldexp(1, e + 1));
      rows.row(e + 149) = arma::rowvec{std::ldexp(1, e), worst.through_erfc, worst.erf_form};
    }
    return rows;
  };
  const arma::mat negative = by_binade(-1), positive = by_binade(1);

  double reference_error = 0;
  for (const float at : {-14.2F, -12.3F, -9.7F, -6.1F, -3.3F, -0.7F, -1e-20F, 0.9F, 2.2F, 7.7F}) {
    const Reference exact = at * distribution_50(at);
    const Reference off =
        abs(Reference(truth(static_cast<long double>(at))) - exact) / ulp<float>(exact);
    reference_error = std::max(reference_error, static_cast<double>(off));
  }
  chapter
      .finding("float-accuracy", "In float: gelu is right everywhere, the erf form for x > 0 only")
      .at_most("gelu, worst of all binades, ulp",
               std::max(negative.col(1).max(), positive.col(1).max()), 0.501)
      .at_most("erf form for x > 0, ulp", positive.col(2).max(), 4)
      .at_least("erf form for x < 0, ulp: no digit right", negative.col(2).max(), 0x1p23)
      .at_most("the long double reference itself, ulp of float", reference_error, 1e-6);

  /**
  The picture shows it better. On the right side both are flat. On the left the erf form begins to
  lose near $-1$, has lost all 24 bits ($2^{24}$ ulp, the plateau) below $-5.5$, and is forgiven
  below $-14.3$ only because there the truth is under half the least `float`. The zoom shows the
  loss as it happens: from 1 to $10^7$ ulp within five units of $x$.
  */
  const double floor_of_plot = 0.01;
  const auto visible = [&](const arma::vec& ulps) {
    return arma::vec(arma::clamp(ulps, floor_of_plot, arma::datum::inf));
  };
  chapter.figure("ulp-over-the-float-range", [&](Figure& figure) {
    figure.title("Accuracy of GELU in float, over its whole range").columns(1);
    for (const bool left : {true, false}) {
      const arma::mat& rows = left ? negative : positive;
      figure.panel(left ? "x < 0" : "x > 0")
          .x_label("|x|")
          .y_label("worst error, ulp")
          .log_x()
          .log_y()
          .y_range(floor_of_plot / 2, 1e9)
          .line(rows.col(0), visible(rows.col(1)), "through erfc")
          .line(rows.col(0), visible(rows.col(2)), "x/2 (1 + erf(x/√2))");
    }
    figure
        .caption("Worst error of 64 arguments in each binade, subnormal numbers included; below "
                 "0.01 it is drawn at 0.01. The peak of the erf form stands at 4 ≤ |x| < 16.")
        .alt("Two panels over |x| from 1e−45 to 1e38. Through erfc the error is at most one half "
             "ulp everywhere. The erf form is as good for positive x, but for negative x it peaks "
             "at more than ten million ulp between 4 and 16.");
  });

  arma::mat tail(128, 3);
  for (arma::uword k = 0; k < tail.n_rows; ++k) {
    const double from = -16 + 0.125 * static_cast<double>(k);
    const Worst worst = worst_between(from, from + 0.125);
    tail.row(k) = arma::rowvec{from + 0.0625, worst.through_erfc, worst.erf_form};
  }
  chapter.figure("ulp-in-the-tail", [&](Figure& figure) {
    figure.title("The erf form loses all its digits on the way from 0 to −5.5")
        .x_label("x")
        .y_label("worst error in float, ulp")
        .log_y()
        .y_range(floor_of_plot, 1e9)
        .line(tail.col(0), visible(tail.col(1)), "through erfc")
        .line(tail.col(0), visible(tail.col(2)), "x/2 (1 + erf(x/√2))")
        .horizontal_line(0x1p24, "all 24 bits wrong")
        .caption("Worst error of 64 arguments in each eighth of a unit. Below −5.5 the erf form "
                 "returns 0; below −13 the truth itself fades into the subnormal numbers.")
        .alt("From x = 0 leftwards the erf form's error climbs from about 1 ulp to ten million at "
             "−5.5, stays there until −13 and falls to under one half at −14.3. Through erfc the "
             "error is one half ulp throughout.");
  });

  /**
  ## Two approximations by usual functions

  They use th and $\sigma$, so these first, in fifty digits. (Typed into `double` as it stands, the
  document's th would overflow at 710 and cancel at 0; the C library's does neither, to 2 ulp.) The
  two are one function in two scales, $\sigma(2u) = \tfrac12(1 + \mathrm{th}\,u)$, and so are the
  two approximations: $x\,\sigma(\cdot)$ with $1.702\,x$ inside, or with an odd cubic.
  */
  chapter.claim("exo7-7-tanh-def", holds)
      .property(
          "in 50 digits, against std::tanh",
          [](Draw& draw) {
            const double at = draw.real("x", -20, 20);
            return difference(std::tanh(at), static_cast<double>(tanh_50(at)));
          },
          ulps(4), 200)
      .property(
          "2 σ(2x) − 1",
          [](Draw& draw) {
            const double at = draw.real("x", -20, 20);
            return difference(std::tanh(at), 2 * sigmoid(2 * at) - 1);
          },
          absolute(2e-15));
  chapter.claim("exo7-7-sigmoid-def", holds)
      .property(
          "in 50 digits",
          [](Draw& draw) {
            const double at = draw.real("x", -700, 700);
            return difference(sigmoid(at), static_cast<double>(sigmoid_50(at)));
          },
          ulps(6), 200)
      .property(
          "σ(x) + σ(−x) = 1",
          [](Draw& draw) {
            const double at = draw.real("x", -700, 700);
            return difference(sigmoid(at) + sigmoid(-at), 1);
          },
          ulps(6));

  /**
  Now the largest errors, by Brent's method in `double`, and again by the secant rule in fifty
  digits. Since $\Phi - \tfrac12$, th and $\sigma - \tfrac12$ are odd, the errors of the two right
  forms are even: each largest error is reached twice, at $\pm x$. Not so for the formula as
  printed, whose argument is not odd.
  */
  const Maximum tanh_worst = largest_error(gelu_tanh<double>, 0),
                sigmoid_worst = largest_error(gelu_sigmoid<double>, 0),
                printed_worst = largest_error(gelu_tanh_as_printed<double>);

  const Reference root_50 = sqrt(2 / pi_50);
  const auto error_50 = [](const Reference& at, const Reference& half_of_one_plus_th) {
    return Reference(at * (half_of_one_plus_th - distribution_50(at)));
  };
  const auto half_of_one_plus_th = [](const Reference& u) {
    return Reference((1 + tanh_50(u)) / 2);
  };
  const Maximum tanh_worst_50 = extremum_50(
      [&](const Reference& at) {
        const Reference u = root_50 * (at + Reference("0.044715") * at * at * at);
        return error_50(at, half_of_one_plus_th(u));
      },
      Reference("2.70"));
  const Maximum sigmoid_worst_50 = extremum_50(
      [&](const Reference& at) { return error_50(at, sigmoid_50(Reference("1.702") * at)); },
      Reference("2.27"));
  const Maximum printed_worst_50 = extremum_50(
      [&](const Reference& at) {
        const Reference u = root_50 + Reference("0.44715") * at * at * at;
        return error_50(at, half_of_one_plus_th(u));
      },
      Reference("-1.05"));

  chapter.finding("tanh-form-error", "tanh form: +4.73236e−4 at |x| = 2.69894")
      .agree("place, against 50 digits", tanh_worst.location, tanh_worst_50.location,
             absolute(2e-6))
      .agree("value, against 50 digits", tanh_worst.value, tanh_worst_50.value, absolute(1e-14))
      .agree("place, six figures", tanh_worst_50.location, 2.69894, absolute(5e-6))
      .agree("value, six figures", tanh_worst_50.value, 4.73236e-4, absolute(5e-10));
  chapter.finding("sigmoid-form-error", "sigmoid form: −0.0203349 at |x| = 2.27040")
      .agree("place, against 50 digits", sigmoid_worst.location, sigmoid_worst_50.location,
             absolute(1e-6))
      .agree("value, against 50 digits", sigmoid_worst.value, sigmoid_worst_50.value,
             absolute(1e-14))
      .agree("place, six figures", sigmoid_worst_50.location, 2.27040, absolute(5e-6))
      .agree("value, six figures", sigmoid_worst_50.value, -0.0203349, absolute(5e-8));
  chapter.finding("printed-form-error", "as printed: −0.514221 at x = −1.05402")
      .agree("place, against 50 digits", printed_worst.location, printed_worst_50.location,
             absolute(1e-6))
      .agree("value, against 50 digits", printed_worst.value, printed_worst_50.value,
             absolute(1e-14))
      .agree("place, six figures", printed_worst_50.location, -1.05402, absolute(5e-6))
      .agree("value, six figures", printed_worst_50.value, -0.514221, absolute(5e-7));
  const auto row = [](const std::string& name, const Maximum& worst, const char* both) {
    return std::vector<std::string>{name, fmt::format("{:.6g}", worst.value),
                                    fmt::format("{}{:.5f}", both, worst.location)};
  };
  chapter.table("Largest error against GELU, in 50 digits", {"approximation", "error", "at x"},
                {row("tanh form", tanh_worst_50, "±"), row("sigmoid form", sigmoid_worst_50, "±"),
                 row("tanh formula as printed", printed_worst_50, "")});

  /**
  What may "≃" promise? The document offers two approximations side by side, so let the poorer of
  its two, the sigmoid form, set the standard: 0.021, some 2 % of the unit. The tanh formula as
  printed misses it by a factor 25, at a place where GELU itself is only $-0.154$.
  */
  chapter.claim("exo7-7-sigmoid-approx", holds)
      .at_most("largest error of x σ(1.702 x) on ℝ", std::abs(sigmoid_worst.value), 0.021);
  chapter.claim("exo7-7-tanh-approx", refuted)
      .as_printed("x/2 (1 + th(√(2/π) + 0.44715 x³))")
      .at_most("largest error on ℝ", std::abs(printed_worst.value), 0.021)
      .corrected("x/2 (1 + th(√(2/π) (x + 0.044715 x³)))")
      .at_most("largest error on ℝ", std::abs(tanh_worst.value), 0.021)
      .property(
          "the same in 50 digits",
          [&](Draw& draw) {
            const double at = draw.real("x", -8, 8);
            const Reference u = root_50 * (Reference(at) + Reference("0.044715") * at * at * at);
            return difference(gelu_tanh(at), static_cast<double>(at * half_of_one_plus_th(u)));
          },
          ulps(8), 300);
  chapter.claim("exo7-7-tanh-error", holds)
      .at_most("largest error of the right tanh form on ℝ", std::abs(tanh_worst.value), 5e-4)
      .at_least("how many times better than the sigmoid form",
                std::abs(sigmoid_worst.value / tanh_worst.value), 40);

  /**
  ## Three slips in one formula

  Held against the formula in GPT-2's source, the printed one differs three times: the first term
  has lost its $x$; the factor $\sqrt{2/\pi}$ no longer multiplies the cubic; and 0.044715 has lost
  a zero. Which of them matters? All eight combinations:
  */
  const auto variant = [](bool with_x, bool factored, double coefficient, double at) {
    const double root = std::sqrt(2 / std::numbers::pi);
    const double u = root * (with_x ? at : 1) + (factored ? root : 1) * coefficient * at * at * at;
    return at * sigmoid(2 * u);
  };
  std::map<int, Maximum> mended;
  std::vector<std::vector<std::string>> mended_rows;
  for (int mends = 0; mends < 8; ++mends) {
    const bool with_x = mends & 1, factored = mends & 2, zero = mends & 4;
    mended[mends] = largest_error(
        [&](double at) { return variant(with_x, factored, zero ? 0.044715 : 0.44715, at); });
    const auto mark = [](bool is_mended) { return is_mended ? "mended" : "as printed"; };
    mended_rows.push_back({mark(with_x), mark(factored), mark(zero),
                           fmt::format("{:.6f}", mended[mends].value),
                           fmt::format("{:.3f}", mended[mends].location)});
  }
  chapter.table("Mending the printed formula, slip by slip",
                {"x in term 1", "√(2/π) outside", "0.044715", "largest error", "at x"},
                mended_rows);
  chapter
      .finding("three-slips",
               "Each of the three slips alone makes the error 13 times larger, or more")
      .agree("nothing mended is the printed formula", mended[0].value, printed_worst.value,
             absolute(1e-14))
      .agree("all mended is GPT-2's", std::abs(mended[7].value), std::abs(tanh_worst.value),
             absolute(1e-14))
      .at_least("only x missing, times as large", std::abs(mended[6].value / tanh_worst.value), 13)
      .at_least("only the factor misplaced", std::abs(mended[5].value / tanh_worst.value), 13)
      .at_least("only the zero missing", std::abs(mended[3].value / tanh_worst.value), 13)
      .agree("slope at 0 as printed: σ(2√(2/π)) = 0.83, not 1/2",
             quotient(gelu_tanh_as_printed, 0x1p-30), sigmoid(2 * std::sqrt(2 / std::numbers::pi)),
             absolute(1e-8));

  /**
  The missing $x$ is the fatal one: without it the argument of th does not change sign with $x$ and
  on the left the gate stays open. Alone it would do *more* harm (1.54) than all three together
  (0.51), since the tenfold cubic closes the gate again sooner. The lost zero costs 0.09, the
  misplaced factor 0.006, thirteen times what the right formula costs.
  */
  chapter.figure("tanh-formula-as-printed", [&](Figure& figure) {
    figure.title("The tanh formula as printed is not near GELU")
        .x_label("x")
        .y_label("value")
        .y_range(-1, 3)
        .curve(gelu<double>, -3, 3, 301, "GELU")
        .curve(gelu_tanh_as_printed<double>, -3, 3, 301, "as printed")
        .curve(gelu_tanh<double>, -3, 3, 301, "corrected")
        .caption("As printed, the formula falls to −0.67 near x = −1 and leaves 0 with slope 0.83. "
                 "Corrected, it covers GELU.")
        .alt("Three curves on [−3, 3]. The printed formula follows the line y = 0.8 x around 0, "
             "dips to −0.67 at −1 and returns to 0 near −2. GELU and the corrected formula "
             "coincide.");
  });

  /**
  Where do 1.702 and 0.044715 come from? A Taylor polynomial would give the cubic
  $(4 - \pi)/(6\pi) = 0.04554$, so not from there. Let us look for the constants with the smallest
  largest error, once for $\Phi$ itself and once for $x\,\Phi$:
  */
  const auto best = [](double lo, double hi, const auto& form, bool times_x) {
    const auto largest = [&](double constant) {
      return maximize(
                 [&](double at) {
                   const double off = std::abs(form(constant, at) - normal_distribution(at));
                   return times_x ? at * off : off;
                 },
                 0, 8, 100)
          .value;
    };
    return maximize([&](double constant) { return -largest(constant); }, lo, hi, 6).location;
  };
  const auto sigmoid_gate = [](double k, double at) { return sigmoid(k * at); };
  const auto tanh_gate = [](double c, double at) {
    return sigmoid(2 * std::sqrt(2 / std::numbers::pi) * (at + c * at * at * at));
  };
  const double sigmoid_for_phi = best(1.6, 1.8, sigmoid_gate, false),
               sigmoid_for_gelu = best(1.6, 1.9, sigmoid_gate, true),
               tanh_for_phi = best(0.044, 0.046, tanh_gate, false),
               tanh_for_gelu = best(0.043, 0.046, tanh_gate, true);
  const Maximum better_sigmoid =
      largest_error([&](double at) { return at * sigmoid_gate(sigmoid_for_gelu, at); }, 0);
  const Maximum better_tanh =
      largest_error([&](double at) { return at * tanh_gate(tanh_for_gelu, at); }, 0);
  chapter.table(
      "The constants with the smallest largest error",
      {"form", "printed", "for Φ", "for x Φ", "error of x Φ then"},
      {{"sigmoid", "1.702", fmt::format("{:.4f}", sigmoid_for_phi),
        fmt::format("{:.4f}", sigmoid_for_gelu),
        fmt::format("{:.4f}", std::abs(better_sigmoid.value))},
       {"tanh", "0.044715", fmt::format("{:.6f}", tanh_for_phi),
        fmt::format("{:.6f}", tanh_for_gelu), fmt::format("{:.6f}", std::abs(better_tanh.value))}});
  chapter
      .finding("constants-fit-phi", "1.702 and 0.044715 are the best constants for Φ, not for GELU")
      .agree("best constant of the sigmoid form for Φ", sigmoid_for_phi, 1.702, absolute(5e-4))
      .agree("best constant of the tanh form for Φ", tanh_for_phi, 0.044715, absolute(5e-7))
      .at_most("error with the best sigmoid constant for GELU, against 1.702",
               std::abs(better_sigmoid.value / sigmoid_worst.value), 0.75)
      .at_most("error with the best tanh constant for GELU, against 0.044715",
               std::abs(better_tanh.value / tanh_worst.value), 0.9);

  /**
  They fit $\Phi$, to the last digit given. Fitted to GELU, the sigmoid form would err by nearly a
  third less. (A network trained with either form does not mind: that form *is* its activation.)

  ## Indistinguishable?

  So says the caption of the last figure, of GELU and its two approximations; the caption is all we
  have of it. That depends on the paper. A curve is drawn with a stroke; two curves whose centre
  lines are nearer than one stroke overlap all along, and we shall call them indistinguishable. (A
  generous measure: a rim of the lower one may still show.) Take half a page: $[-4, 4]$ on 7 cm,
  equal scales, strokes of 0.8 pt (the "thick" of LaTeX's drawing packages; 1 pt is 1/72.27 inch).
  One unit is then 31 strokes long.
  */
  const double stroke = 0.8 / 72.27 * 2.54;
  const double strokes_a_unit = 7.0 / 8 / stroke;
  const auto gap_in_strokes = [&](const Maximum& worst) {
    return std::abs(worst.value) * strokes_a_unit;
  };
  chapter.claim("exo7-7-fig-indistinguishable", holds)
      .as_printed("7 cm for [−4, 4], strokes of 0.8 pt; the tanh form corrected")
      .at_most("gap of the tanh form, strokes", gap_in_strokes(tanh_worst), 1)
      .at_most("gap of the sigmoid form, strokes", gap_in_strokes(sigmoid_worst), 1)
      .by_reading("the document gives neither size nor stroke: these are ours, and with strokes "
                  "half as thick the sigmoid form would be told apart");
  chapter
      .finding("figure-not-as-printed",
               "With the tanh formula as printed no figure could deserve that caption")
      .at_least("its gap to GELU in that figure, strokes", gap_in_strokes(printed_worst), 15);
  chapter
      .finding("when-told-apart", "The sigmoid form is told apart once a unit exceeds 49 strokes")
      .within("strokes a unit at which its gap is one stroke", 1 / std::abs(sigmoid_worst.value),
              49, 49.5)
      .at_most("the same for the tanh form, thousands", 1e-3 / std::abs(tanh_worst.value), 2.12)
      .at_least("gap of the sigmoid form on [−4, 0] at the same width, strokes",
                2 * gap_in_strokes(sigmoid_worst), 1);

  /**
  0.63 of a stroke for the sigmoid form: the caption holds, at that size, though not by much (a
  hairline of 0.4 pt would part the curves), and 0.015 for the tanh form. The printed formula would
  stand 16 strokes away; a figure that deserves its caption was drawn with another one. Here it is,
  with the errors on its right.
  */
  const auto tanh_off = [](double at) { return gelu_tanh(at) - gelu(at); };
  const auto sigmoid_off = [](double at) { return gelu_sigmoid(at) - gelu(at); };
  chapter.figure("approximations", [&](Figure& figure) {
    figure.title("GELU and its two approximations")
        .panel("the functions")
        .x_label("x")
        .y_label("value")
        .legend_at(Corner::top_left)
        .curve(gelu<double>, -4, 4, 201, "GELU")
        .curve(gelu_tanh<double>, -4, 4, 201, "tanh form")
        .curve(gelu_sigmoid<double>, -4, 4, 201, "sigmoid form")
        .panel("approximation minus GELU")
        .x_label("x")
        .y_label("error")
        .x_ticks({-4, -2, 0, 2, 4})
        .y_range(-0.025, 0.02)
        .legend_at(Corner::top_left)
        .curve(tanh_off, -4, 4, 401, "tanh form")
        .curve(sigmoid_off, -4, 4, 401, "sigmoid form")
        .caption("Left, three curves that overlap all along at this size. Right, their errors: the "
                 "sigmoid form's reaches −0.0203, the tanh form's, 43 times smaller, "
                 "hardly leaves the axis.")
        .alt("Left: three curves drawn over each other. Right: the sigmoid form's error, even in "
             "x, rises to 0.006 at ±0.76 and falls to −0.020 at ±2.27; the tanh form's looks like "
             "zero.");
  });
  chapter.claim("exo7-7-fig-errors", holds)
      .property(
          "the tanh form's error is even",
          [&](Draw& draw) {
            const double at = draw.real("x", 0, 6);
            return difference(tanh_off(at), tanh_off(-at));
          },
          absolute(2e-14))
      .property(
          "the sigmoid form's error is even",
          [&](Draw& draw) {
            const double at = draw.real("x", 0, 6);
            return difference(sigmoid_off(at), sigmoid_off(-at));
          },
          absolute(2e-14))
      .within("where the sigmoid form's is largest", sigmoid_worst.location, 2.27, 2.28)
      .within("where the tanh form's is largest", tanh_worst.location, 2.69, 2.70);

  /**
  On its own scale the tanh form's error has a shape too: it swings once down and once up
  on each side of 0. And with the paper kept but the axes cut to the dip, the sigmoid form
  comes off.
  */
  chapter.figure("approximation-errors", [&](Figure& figure) {
    figure.title("Each error on a scale of its own")
        .columns(1)
        .panel("tanh form minus GELU")
        .x_label("x")
        .y_label("error × 10⁴")
        .curve([&](double at) { return 1e4 * tanh_off(at); }, -5, 5, 501)
        .panel("sigmoid form minus GELU")
        .x_label("x")
        .y_label("error × 10⁴")
        .curve([&](double at) { return 1e4 * sigmoid_off(at); }, -5, 5, 501)
        .caption("Largest errors: 4.73 · 10⁻⁴ at ±2.69894 and −203 · 10⁻⁴ at ±2.27040. Both errors "
                 "are even functions.")
        .alt("Top: the tanh form's error dips to −2.3e−4 at ±1.36 and peaks at 4.7e−4 at ±2.70. "
             "Bottom: the sigmoid form's error peaks at 64e−4 at ±0.76 and dips to −203e−4 at "
             "±2.27.");
  });
  chapter.figure("the-dip", [&](Figure& figure) {
    figure.title("The dip, magnified: here the sigmoid form comes off")
        .x_label("x")
        .y_label("value")
        .legend_at(Corner::bottom_left)
        .curve(gelu<double>, -5, 0, 301, "GELU")
        .curve(gelu_tanh<double>, -5, 0, 301, "tanh form")
        .curve(gelu_sigmoid<double>, -5, 0, 301, "sigmoid form")
        .points(arma::vec{minimum.location}, arma::vec{-minimum.value},
                "minimum (−0.751792, −0.169971)")
        .caption(
            "GELU for negative x. The tanh form still covers it; the sigmoid form is too shallow "
            "in the dip and too deep beyond it.")
        .alt("GELU falls from 0 at −5 to −0.17 at −0.75 and rises to 0. The tanh form coincides "
             "with "
             "it. The sigmoid form lies visibly below between −5 and −1.2 and slightly above "
             "between −1.2 and 0.");
  });

  /**
  A search on a grid, however fine, may miss a peak between its points. Ball arithmetic cannot: it
  bounds the error over whole intervals, and the tails are bounded on paper. So these are the largest
  errors on all of $\mathbb{R}$, each enclosed to six digits with the place where it is attained, and the
  minimum of GELU is the only one. That the two integral forms are the same function is proven too,
  Gauss's integral included:
  */
  chapter.proposition("gelu");

  /**
  ## A yes, a no, and how much

  The `notes` give ReLU another reason: after a linear step one wants a yes or a no, *so* one
  applies ReLU. Does ReLU answer yes or no?
  */
  chapter.claim("notes-3-relu", refuted)
      .as_printed("ReLU answers yes or no: its values are 0 and 1")
      .property("ReLU(x) is 0 or 1",
                [](Draw& draw) {
                  const double answer = relu(draw.real("x", -3, 3));
                  return answer == 0 || answer == 1;
                })
      .corrected("ReLU(x) = x·[x > 0]: 0 for no, for yes x itself; it is applied to be non-linear")
      .property("x·[x > 0]",
                [](Draw& draw) {
                  const double at = draw.real("x", -1e3, 1e3);
                  return relu(at) == (at > 0 ? at : 0);
                })
      .property("twice the evidence, twice the yes",
                [](Draw& draw) {
                  const double at = draw.real("x", -1e3, 1e3), t = draw.real("t", 0, 10);
                  return relu(t * at) == t * relu(at);
                })
      .property(
          "without it two linear layers are one",
          [](Draw& draw) {
            const arma::mat A = draw.integer_matrix("A", 3, 4, -9, 9);
            const arma::mat B = draw.integer_matrix("B", 2, 3, -9, 9);
            const arma::vec in = draw.integer_matrix("x", 4, 1, -9, 9);
            return difference(arma::mat(B * (A * in)), arma::mat((B * A) * in));
          },
          exactly())
      .at_least("with it they are not: ReLU(1) + ReLU(−1) − ReLU(1 − 1)",
                relu(1.0) + relu(-1.0) - relu(0.0), 1);

  /**
  It does not: ReLU(2) is 2. A true yes or no is a step, and a step could not be
  trained: its slope is 0 wherever it has one. ReLU keeps the no and grades the yes. The sentence
  before it in the notes has the better reason: the step before was linear, and linear after linear
  is linear (in integers the two sides are equal, exactly).

  ## Where to read on

  The document closes with two references, for the chapter as a whole; neither is about this
  section. "Attention Is All You Need" uses ReLU between its linear layers, and the "Mathematical
  Framework" leaves those layers out. GELU's own paper is Hendrycks and Gimpel, arXiv:1606.08415.
  */
  chapter.claim("exo7-7-references", holds)
      .by_reading("both exist and are what the document calls them: the first (2017) introduces "
                  "the transformer, the second (2021) explains its circuits mathematically");
}
