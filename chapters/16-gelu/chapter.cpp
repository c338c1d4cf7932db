#include "epreuve/chapter.hpp"

#include "epreuve/math/accuracy.hpp"
#include "epreuve/math/certified_maximum.hpp"
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
#include <utility>

/**
# GELU: a ReLU whose corner was rounded by the normal law

Between two matrix products a network must bend, or the two products would be one. The bend of
GPT-2 is called GELU. The document gives it a page: a definition by an integral, a formula with
erf, two approximations by usual functions, and three figures of two panels each.

Formulas for one function of one variable are as easy to check as anything can be, and that is why
we shall be strict. Each integral is computed as an integral, by quadrature, and compared with the
closed form. Each "≃" is given its largest error, with its place and with bounds that hold on the
whole line. One of the formulas turns out not to approximate anything.
*/

using namespace epreuve::course;

using boost::math::quadrature::exp_sinh;
using boost::math::quadrature::gauss_kronrod;
using boost::math::quadrature::sinh_sinh;
using boost::math::quadrature::tanh_sinh;

/**
## Two ways to know the right answer

The first way is a second, slower arithmetic: fifty decimal digits, where the formulas can be typed
as they stand and can afford whatever they lose to cancellation. None of these functions shares a
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
In fifty digits an extremum is found as a zero of the slope. The slope is a central difference (its
error, about $h^2$, is $10^{-24}$ here) and the zero is found by the secant rule from a start with
two or three right digits. The fast search that this is to confirm uses neither: it takes samples in
`double` and closes in on the best by Brent's method.
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
Of each approximation we shall ask by how much it errs at most, and where. The errors are signed,
approximation minus GELU. Searching $[-12, 12]$ is searching the whole line: each candidate here is
$x\,g(x)$ with $g$ between 0 and 1 and, beyond 12, so near to 0 or to 1 that $|x|\,|g - \Phi|$ stays
under $12\,\sigma(-1.702 \cdot 12) < 2 \cdot 10^{-8}$.
*/

static Maximum largest_error(const std::function<double(double)>& approximation, double lo = -12)
{
  const auto error = [&](double x) { return approximation(x) - gelu(x); };
  const Maximum largest = maximize([&](double x) { return std::abs(error(x)); }, lo, 12);
  return {largest.location, error(largest.location)};
}

/**
A search sees a function at some points only, so what it finds is a lower bound of the maximum. An
upper bound needs an argument about everything in between. Here is a short one: if $e'' \geq -M$ on
$[a, b]$, then $e(x) + \tfrac12 M x^2$ is convex there and lies below its chord, so that

$$e(x) \leq \max\bigl(e(a), e(b)\bigr) + \tfrac18 M (b - a)^2 .$$

Intervals whose bound is above the best value seen are halved until the two nearly meet. The bound
of the curvature may be crude; $M = 8$ serves for everything that we shall bound, on $[0, 12]$.
First, $|\Phi''| = |x|\,f \leq f(1) < 0.25$ and $|(x\,\Phi)''| = |2 - x^2|\,f < 0.8$. For a gate
$g = \sigma(v)$ we have $|\sigma''| \leq \sigma' \leq e^{-v}$, so

$$|(x\,g)''| \leq e^{-v} \bigl(2 v' + x\,v'^2 + x\,v''\bigr),$$

and $|g''| \leq e^{-v} (v'^2 + v'')$. With $v = kx$ and $k \leq 2$ the first is at most
$2k + k/e < 5$. With $v = 2\sqrt{2/\pi}\,(x + c\,x^3)$ and $c \leq 0.05$,
$1 + 3c\,x^2 \leq e^{0.55 x}$, so $v' \leq 1.6\,e^{0.55 x}$, $v'' \leq 0.48\,x$ and
$v \geq 1.59\,x$: it is at most $3.2 + 2.56\,x\,e^{-0.49 x} + 0.48\,x^2 e^{-1.59 x} < 6$. What the
computed values may be off by, 10 ulp of a number below 16 for GELU and 6 for each approximation, is
less than $10^{-13}$ and is added. For $x < 0$ nothing is left to do: every difference that we bound
in this way is even.
*/

static Bounds certified_largest(const std::function<double(double)>& difference,
                                double width = 1e-10, double lo = 0)
{
  constexpr double curvature = 8, rounding = 1e-13;
  return certified_maximum(difference, curvature, lo, 12, width, rounding);
}

struct Certified
{
  Bounds above; ///< of the largest value of approximation - truth
  Bounds below; ///< of the largest value of truth - approximation

  Bounds largest() const
  {
    return {std::max(above.lower, below.lower), std::max(above.upper, below.upper)};
  }
};

static Certified certified_errors(const std::function<double(double)>& error)
{
  return {certified_largest(error), certified_largest([&](double x) { return -error(x); })};
}

CHAPTER(chapter)
{
  /**
  ## The bell and the area under it

  The document starts from the *loi de Gauss centrée réduite*, the standard normal law, because data
  often follow it. For its $f$ to be a density, and the *reduced* one, three integrals over the
  whole line must be right: total area 1, mean 0, variance 1. The value itself is compared with
  fifty digits.
  */
  sinh_sinh<double> whole_line;
  const auto moment = [&](int k) {
    return whole_line.integrate([k](double t) { return std::pow(t, k) * density_as_defined(t); });
  };
  chapter.claim("exo7-7-density", holds)
      .property(
          "density of the normal law in double and in 50 digits",
          [](Draw& draw) {
            const double x = draw.real("x", -38, 38);
            return difference(normal_density(x), static_cast<double>(density_50(x)));
          },
          ulps(5), 200)
      .agree("total area under the normal density", moment(0), 1, ulps(64))
      .agree("mean of the normal law", moment(1), 0, absolute(1e-14))
      .agree("variance of the normal law", moment(2), 1, ulps(64));

  /**
  The area so far is $\Phi$, the *fonction de répartition*. As an integral over $(-\infty, x]$ it is
  computed by exp-sinh; the library goes through erfc,
  $\Phi(x) = \tfrac12\,\mathrm{erfc}(-x/\sqrt2)$. At $x = -6$ the exponent is 18 and more, and
  rounding $t^2/2$ costs half an ulp of it, which is 16 ulp of the exponential. The sum of a hundred
  positive terms adds 50 at worst, erfc 9. So two right answers may differ by 128 ulp, even in the
  far tail where $\Phi$ is $10^{-9}$. No absolute tolerance is needed.
  */
  chapter.claim("exo7-7-Phi", holds)
      .property(
          "∫ f over (−∞, x] by quadrature and ½ erfc(−x/√2)",
          [](Draw& draw) {
            const double x = draw.real("x", -6, 6);
            return difference(normal_distribution(x), integral_up_to(x, density_as_defined));
          },
          ulps(128), 400)
      .property(
          "Φ is a primitive of f: Φ(b) − Φ(a) = ∫ f over [a, b]",
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
          "½ erf(x/√2) is a primitive of f too: its increments are ∫ f",
          [&](Draw& draw) {
            const double a = draw.real("a", -6, 6);
            const double b = draw.real("b", a, 6);
            return difference(odd_primitive(b) - odd_primitive(a),
                              integral_between(a, b, density_as_defined));
          },
          absolute(1e-14), 400)
      .agree("Φ(2) − ½ erf(2/√2)", normal_distribution(2.0) - odd_primitive(2), 0.5,
             absolute(2e-15))
      .at_most("Φ(−38)", normal_distribution(-38.0), 1e-300)
      .agree("½ erf(−38/√2)", odd_primitive(-38), -0.5, exactly());

  /**
  Then $\Phi(x)$ is put into words: the probability of an event, which the page writes
  $f(X \leq x)$. But $f$ takes a number, and $X \leq x$ is none: as it stands the expression means
  nothing. If a bracket has slipped, and the event is $\{f(X) \leq x\}$, there is one, and its
  probability is easy to find: $f(X) \leq c$ means that $|X|$ is at least the $t$ with $f(t) = c$,
  so it is $2\,\Phi(-t)$ with $t = \sqrt{-2 \ln(c\sqrt{2\pi})}$. At $c = \tfrac14$ that is a third,
  where $\Phi$ is three fifths.

  The event meant is plainly $\{X \leq x\}$. To check its probability against something that knows
  neither $f$ nor erfc, we make a normal number out of two uniform ones, as Box and Muller (1958)
  do: a direction $\theta$, each as likely as the other, and a radius $R$ with
  $P\{R > r\} = e^{-r^2/2}$; then $X = R \sin\theta$. For $x > 0$, $X > x$ asks for
  $R > x / \sin\theta$, so

  $$P\{X > x\} = \frac1\pi \int_0^{\pi/2} e^{-x^2 / (2 \sin^2\theta)}\,d\theta .$$
  */
  tanh_sinh<double> finite_interval;
  const auto chance_above = [&](double x) {
    const auto beyond = [x](double angle) {
      return std::exp(-std::pow(x / std::sin(angle), 2) / 2) / std::numbers::pi;
    };
    return finite_interval.integrate(beyond, 0.0, std::numbers::pi / 2);
  };
  const auto chance_of_density_up_to = [](double c) {
    return 2 * normal_distribution(-std::sqrt(-2 * std::log(c * std::sqrt(2 * std::numbers::pi))));
  };
  chapter.claim("exo7-7-event", refuted)
      .as_printed("f(X ≤ x)")
      .contradicted("f is a function of a real number; X ≤ x is an event, not a number")
      .as_printed("the event {f(X) ≤ x}")
      .agree("P{f(X) ≤ 0.25} and Φ(0.25)", chance_of_density_up_to(0.25), normal_distribution(0.25),
             absolute(1e-12))
      .corrected("the event {X ≤ x}")
      .property(
          "P{X > x} of an X made of two uniform numbers, and 1 − Φ(x)",
          [&](Draw& draw) {
            const double x = draw.real("x", 0.1, 6);
            return difference(chance_above(x), 1 - normal_distribution(x));
          },
          absolute(1e-13), 100)
      .property(
          "P{X < −x}, by the symmetry of X, and Φ(−x)",
          [&](Draw& draw) {
            const double x = draw.real("x", 0.1, 6);
            return difference(chance_above(x), normal_distribution(-x));
          },
          absolute(1e-13), 100);

  /**
  The document draws both. One should see a bell, even and highest in the middle, and an S that is
  symmetric about $(0, \tfrac12)$ and steepest where the bell is highest.
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
        .caption("Left, the bell; right, the area under it from −∞ to x. At x = 0 half of the area "
                 "is collected (thin line), and there the curve is steepest.")
        .alt("Left: a bell curve, symmetric about 0, of height 0.4. Right: an S-shaped curve "
             "rising from 0 at −4 through one half at 0 to 1 at 4.");
  });

  /**
  The document gives the idea behind GELU: data often follow a normal law. Hendrycks and Gimpel
  (2016, section 2), who had the idea, say it not of data but of what a neuron receives. Data may
  follow any law; the data of GPT-2 are tokens, which are not even numbers. A neuron receives a
  weighted sum of many numbers, and sums of many independent terms turn normal even when the terms
  are as uniform as can be. Twelve uniform numbers already will do: their sum, centred, has variance
  1, and the distribution function of a sum of $n$ uniform numbers is a polynomial on each unit
  interval (Irwin 1927, Hall 1927), $\frac1{n!}\sum_k (-1)^k \binom nk (s - k)_+^n$.

  How far it is from $\Phi$ can be foretold. With the cumulants $\kappa_4 = -\tfrac1{10}$ and
  $\kappa_6 = \tfrac1{21}$ of the sum, Edgeworth's series (1905) goes from $\Phi$ to its law:

  $$\Phi(x) - f(x) \left( \tfrac{\kappa_4}{24} H_3(x) + \tfrac{\kappa_6}{720} H_5(x) +
    \tfrac{\kappa_4^2}{1152} H_7(x) \right),$$

  where $H_k$ are Hermite's polynomials, $f^{(k)} = (-1)^k H_k f$. The next three terms have the
  factors $\kappa_8/40320$ on $H_7$, $\kappa_4 \kappa_6/17280$ on $H_9$ and $\kappa_4^3/82944$ on
  $H_{11}$, with $\kappa_8 = -\tfrac1{20}$; together they are below $7 \cdot 10^{-5}$. The first
  term is at most 0.0023. (The second derivative of the law is a difference of two densities of a
  sum of eleven, which are at most 1; so the bound of the curvature, 8, serves here too.)
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
  const auto hermite = [](int degree, double x) {
    double before = 1, here = x; // H_0, H_1; H_{k+1} = x H_k - k H_{k-1}
    for (int k = 1; k < degree; ++k)
      before = std::exchange(here, x * here - k * before);
    return here;
  };
  const auto edgeworth = [&](double x) {
    return normal_distribution(x) -
           normal_density(x) *
               (-0.1 / 24 * hermite(3, x) + hermite(5, x) / 21 / 720 + 0.01 / 1152 * hermite(7, x));
  };
  const auto uniform = [](double x) { return std::clamp(0.5 + x / std::sqrt(12.0), 0.0, 1.0); };
  const auto departure = [&](double x) { return sum_of_twelve(x) - normal_distribution(x); };
  const auto highest = [](const std::function<double(double)>& f) {
    return certified_maximum(f, 8, -5, 5, 1e-6, 1e-9).upper;
  };
  const auto correction = [&](double x) { return std::abs(edgeworth(x) - normal_distribution(x)); };
  const double foretold = maximize(correction, -5, 5).value + 7e-5;
  chapter.claim("exo7-7-normal-data", refuted)
      .as_printed("the idea behind GELU is that data often follow a normal law")
      .contradicted("the paper that proposes GELU chooses the normal law because what neurons "
                    "receive tends to follow it; it does not say so of the data")
      .corrected("the idea is that what a neuron receives, a sum of many terms, is nearly normal")
      .by_reading("Hendrycks and Gimpel (2016), section 2")
      .agree("P{sum of twelve uniform numbers ≤ 0}", sum_of_twelve(0), 0.5, absolute(1e-10))
      .property(
          "law of the sum of twelve uniform numbers, and Edgeworth's series about Φ",
          [&](Draw& draw) {
            const double at = draw.real("x", -5, 5);
            return difference(sum_of_twelve(at), edgeworth(at));
          },
          absolute(7e-5))
      .at_most("distance of the law of twelve uniform numbers from Φ, upper bound",
               std::max(highest(departure), highest([&](double x) { return -departure(x); })),
               foretold)
      .at_least("distance of the law of one uniform number from Φ, at x = 0.8",
                normal_distribution(0.8) - uniform(0.8), foretold);

  /**
  ## The function

  $\mathrm{GELU}(x) = x\,\Phi(x)$ multiplies a number by a probability. Imagine a gate that lets $x$
  through if a normal number $N$ falls below it, and gives 0 otherwise. What comes out on average is
  $x\,P\{N \leq x\}$: large inputs pass almost always, negative ones hardly ever. With the $N$ made
  of two uniform numbers, that mean is a first test. For a second, integrate by parts:

  $$\int_{-\infty}^x \Phi(t)\,dt = x\,\Phi(x) + f(x),$$

  so GELU is an integral minus the bell. That difference cancels where $f$ outweighs it, hence an
  absolute tolerance here and, once more, fifty digits for the relative one.
  */
  chapter.claim("exo7-7-gelu", holds)
      .property(
          "GELU in double and x Φ(x) in 50 digits",
          [](Draw& draw) {
            const double x = draw.real("x", -38, 10);
            return difference(gelu(x), static_cast<double>(Reference(x * distribution_50(x))));
          },
          ulps(11), 200)
      .property(
          "GELU(x), and ∫ Φ over (−∞, x] by quadrature minus f(x)",
          [](Draw& draw) {
            const double x = draw.real("x", -6, 6);
            return difference(gelu(x),
                              integral_up_to(x, normal_distribution<double>) - normal_density(x));
          },
          absolute(4e-14), 200)
      .property(
          "mean of the gate, x if N ≤ x and else 0, for x > 0",
          [&](Draw& draw) {
            const double x = draw.real("x", 0.1, 6);
            return difference(gelu(x), x * (1 - chance_above(x)));
          },
          absolute(6e-13), 100);

  /**
  The name has an adjective in the paper: Gaussian. We are as strict with a name as with the idea
  behind it: both are facts about that paper. And what GPT-2 runs is, to the letter, not this
  function but its tanh form, which we meet below; the difference, $5 \cdot 10^{-4}$ at most, is
  thousands of times what `float` resolves near 1, so it is a choice and not a rounding.
  */
  chapter.claim("exo7-7-name", refuted)
      .contradicted("the paper that introduces it (Hendrycks and Gimpel 2016) is titled "
                    "\"Gaussian Error Linear Units (GELUs)\"")
      .corrected("Gaussian Error Linear Unit")
      .by_reading("title and abstract of that paper");
  const auto tanh_off = [](double at) { return gelu_tanh(at) - gelu(at); };
  const auto sigmoid_off = [](double at) { return gelu_sigmoid(at) - gelu(at); };
  const Certified tanh_errors = certified_errors(tanh_off),
                  sigmoid_errors = certified_errors(sigmoid_off);
  chapter.claim("exo7-7-gpt2-gelu", holds)
      .by_reading("gelu(x) in GPT-2's published source (src/model.py) is the tanh form of GELU, "
                  "with 0.044715")
      .at_most("distance of that form from GELU, upper bound for all x",
               tanh_errors.largest().upper, 5e-4);

  /**
  The document's next figure shows GELU, then GELU and ReLU. $\Phi \leq 1$ puts GELU under ReLU on
  either side (for $x < 0$ it is negative). How far under, one line tells: with $t = |x|$ it is

  $$t\,\Phi(-t) = t \int_t^\infty f(s)\,ds \leq \int_t^\infty s f(s)\,ds = f(t),$$

  never more than the bell itself. (For $x > 5$ both sides are lost in the rounding of $x$; that
  half is the mirror image of the other, as we shall see.)
  */
  chapter.claim("exo7-7-fig-gelu-relu", holds)
      .property("ReLU − f ≤ GELU ≤ ReLU",
                [](Draw& draw) {
                  const double x = draw.real("x", -38, 5);
                  return relu(x) - normal_density(x) <= gelu(x) && gelu(x) <= relu(x);
                })
      .at_most("distance of GELU from ReLU at the edges ±4, against f(4)", 4 - gelu(4.0),
               normal_density(4.0));
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
  ## How close it is to ReLU, and where it is farthest

  For $x < 0$, ReLU is 0 and the difference is $x\,\Phi(x) = -|x|\,\Phi(-|x|)$. For $x > 0$ it is
  $x\,\Phi(x) - x = -x\,(1 - \Phi(x)) = -x\,\Phi(-x)$. One formula for both:

  $$\mathrm{GELU}(x) - \mathrm{ReLU}(x) = -|x|\,\Phi(-|x|) = \mathrm{GELU}(-|x|).$$

  So the difference is even, never positive, and *is* GELU's own negative half, drawn on both sides.
  It is largest where GELU is smallest; no second search is needed. (The subtraction cancels for
  $x > 0$: its error is some ulp of $x$, and $x \leq 8$.)

  How near is "rather close"? The largest distance follows from the equation at its place $t$, where
  the derivative $\Phi(-t) - t f(t)$ of $t\,\Phi(-t)$ vanishes: it is $t^2 f(t)$. And $s^2 f(s)$ is
  at most $2 f(\sqrt 2) = 0.2935\ldots$, whatever $t$ is. The bounds by curvature narrow it down to
  nine digits, and $f(3) = 0.0044$ bounds it from 3 on. For comparison, ReLU itself is that far from
  0 already at 0.17.
  */
  const auto from_relu = [](double x) { return gelu(x) - relu(x); };
  const Maximum minimum = maximize([](double x) { return -gelu(x); }, -12, 12);
  const Maximum gap = maximize([&](double x) { return -from_relu(x); }, 0, 12);
  const auto below_relu = [](double at) { return relu(at) - gelu(at); };
  const Bounds relu_distance = certified_largest(below_relu);
  chapter.claim("exo7-7-close-to-relu", holds)
      .at_most("largest |GELU − ReLU|, upper bound, against 2 f(√2)", relu_distance.upper,
               2 * normal_density(std::numbers::sqrt2))
      .at_most("largest |GELU − ReLU| for |x| ≥ 3, upper bound, against f(3)",
               certified_largest(below_relu, 1e-6, 3).upper, normal_density(3.0));
  chapter
      .finding("gap-is-the-dip",
               "GELU(x) − ReLU(x) = −|x| Φ(−|x|): farthest where GELU is smallest")
      .property(
          "GELU(x) − ReLU(x) and −|x| Φ(−|x|)",
          [&](Draw& draw) {
            const double x = draw.real("x", -8, 8);
            return difference(from_relu(x), -std::abs(x) * normal_distribution(-std::abs(x)));
          },
          absolute(1e-14))
      .agree("largest distance from ReLU, and depth of GELU's minimum", gap.value, minimum.value,
             absolute(1e-15))
      .agree("place of the largest distance, and mirrored place of the minimum", gap.location,
             -minimum.location, absolute(2e-7))
      .within("largest distance from ReLU as found, between its bounds", gap.value,
              relu_distance.lower, relu_distance.upper)
      .agree("t² f(t) at the place of the largest distance",
             gap.location * gap.location * normal_density(gap.location), gap.value, absolute(1e-7));

  /**
  ## No corner, and a dip

  At 0 the difference quotient of GELU is $\mathrm{GELU}(h)/h = \Phi(h)$, which tends to $\tfrac12$
  from both sides, never farther from it than $|h| f(0) < 0.4\,|h|$. ReLU's is 1 from the right and
  0 from the left, whatever $h$. That settles 0. Elsewhere: $x$ and $\Phi$ are as smooth as
  functions can be, and

  $$\mathrm{GELU}'(x) = \Phi(x) + x f(x), \qquad \mathrm{GELU}''(x) = (2 - x^2) f(x).$$

  The first is checked against central differences with $h = 2^{-17}$, which err by
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
          "central difference of GELU, and Φ + x f",
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
  chapter.finding("slope", "GELU's slope is 1/2 at 0, and largest at √2, where it exceeds 1")
      .agree("GELU'(0)", gelu_derivative(0.0), 0.5, exactly())
      .agree("place of GELU's largest slope", maximize(gelu_derivative<double>, -12, 12).location,
             std::numbers::sqrt2, absolute(1e-7))
      .agree("GELU's largest slope, and Φ(√2) + √2 f(√2) in 50 digits",
             maximize(gelu_derivative<double>, -12, 12).value,
             static_cast<double>(distribution_50(sqrt(Reference(2))) +
                                 sqrt(Reference(2)) * density_50(sqrt(Reference(2)))),
             ulps(32));

  /**
  From GELU'' we read the whole shape. The slope falls on $(-\infty, -\sqrt2]$, and since it starts
  from 0 at $-\infty$ it is negative there; it rises on $[-\sqrt2, \sqrt2]$ and crosses 0 once; then
  it falls again, to 1, and stays positive. So GELU goes down, up, and never down again: one
  minimum. (It is not monotone, but only just.) Brent's method finds it in `double`; the secant
  rule, in fifty digits, must find the same six figures.
  */
  const Maximum minimum_50 = extremum_50(
      [](const Reference& x) { return Reference(x * distribution_50(x)); }, Reference("-0.75"));
  chapter.claim("exo7-7-non-monotone", holds)
      .property("GELU falls to the left of its minimum",
                [&](Draw& draw) {
                  const double b = draw.real("b", -38, minimum.location);
                  return gelu(draw.real("a", -38, b)) >= gelu(b);
                })
      .property("GELU rises to the right of its minimum",
                [&](Draw& draw) {
                  const double a = draw.real("a", minimum.location, 38);
                  return gelu(a) <= gelu(draw.real("b", a, 38));
                })
      .at_most("GELU(−1) = −Φ(−1), a negative value", gelu(-1.0), -0.158)
      .by_reading("that this is an advantage is said with \"it seems\", which commits to nothing");
  chapter.finding("minimum", "GELU has one minimum, −0.169971 at x = −0.751792")
      .agree("place of the minimum, by Brent's method and in 50 digits", minimum.location,
             minimum_50.location, absolute(1e-7))
      .agree("value at the minimum, by Brent's method and in 50 digits", -minimum.value,
             minimum_50.value, ulps(16))
      .agree("place of the minimum, six figures", minimum_50.location, -0.751792, absolute(5e-7))
      .agree("value at the minimum, six figures", minimum_50.value, -0.169971, absolute(5e-7))
      .property("GELU' rises on [−√2, √2]", [](Draw& draw) {
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

  What ReLU's flat left side costs is seen in a layer $h = a(Wx + b)$ with loss
  $\tfrac12 |h - t|^2$. Backpropagation gives

  $$\frac{\partial L}{\partial W} = \bigl((h - t) \circ a'(Wx + b)\bigr)\, x^T,$$

  one row per neuron; where $a' = 0$ the whole row is zero and (with plain gradient descent) none of
  the neuron's weights moves.
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
  That this is the gradient, differences of the loss confirm: we move each weight by $\pm h$.
  Weights and inputs are integers and the bias is $\tfrac12$, so no neuron sits on ReLU's corner.
  With ReLU the loss is then quadratic in the neighbourhood and the central difference is right up
  to rounding: losses stay below $10^4$, so each of a dozen operations costs
  $10^4 \cdot 2^{-53} / h < 10^{-7}$ for $h = 2^{-16}$.

  Then we count rows of zeros. Where neurons' weights are drawn from a law that does not prefer a
  sign, a neuron with weights $w$ is as likely as one with weights $-w$, and of these two exactly
  one receives a negative number. So we need not trust to chance: a layer that holds both of each
  pair has exactly half of its neurons idle, whatever the weights and the input.
  */
  const arma::mat half_of_W = arma::randn(1000, 16);
  const arma::mat W = arma::join_cols(half_of_W, -half_of_W);
  const arma::vec x = arma::randn(16), no_bias = arma::zeros(2000), target = arma::randn(2000);
  const auto idle_rows = [&](const Activation& a) {
    return arma::accu(arma::all(gradient(a, W, no_bias, x, target) == 0, 1));
  };
  chapter.claim("exo7-7-relu-zero", holds)
      .property(
          "gradient by backpropagation, and differences of the loss",
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
      .equal("idle neurons among 1000 pairs ±w, with ReLU", idle_rows(with_relu), arma::uword(1000))
      .by_reading("\"many\" is right for an iteration on one example; on a batch of B unrelated "
                  "ones it is 2⁻ᴮ of them");
  chapter.finding("gelu-always-learns", "In the same layer with GELU no neuron is idle")
      .equal("idle neurons among 1000 pairs ±w, with GELU", idle_rows(with_gelu), arma::uword(0));

  /**
  So the document's "many" is right, for one example: one half. But a step of training is taken on a
  batch, and a neuron stands still only if *every* example of the batch is on its flat side. If the
  examples are unrelated, and each as likely as its opposite, the $2^B$ ways to give them signs are
  equally likely. Exactly one of them makes the neuron idle, the one that turns every example to the
  flat side. So the share of idle neurons is $2^{-B}$: with eight examples it is one in 256, and
  with the half million tokens of a step of GPT-2's training none would be idle by chance. What
  remains is the neuron that has drifted so far that no example wakes it ("dying ReLU"), which GELU
  lets drift back, slowly: its slope at $-5$ is $-7 \cdot 10^{-6}$.
  */
  const arma::uword neurons = 100;
  std::map<int, arma::uword> idle, idle_with_gelu;
  std::vector<std::vector<std::string>> idle_table;
  for (const int batch : {1, 2, 4, 8}) {
    const arma::mat z = W.head_rows(neurons) * arma::randn(16, batch); // an example per column
    for (arma::uword neuron = 0; neuron < neurons; ++neuron)
      for (int signs = 0; signs < 1 << batch; ++signs) {
        bool flat = true, flat_with_gelu = true;
        for (int k = 0; k < batch; ++k) {
          const double received = (signs >> k & 1 ? -1 : 1) * z(neuron, k);
          flat = flat && with_relu.slope(received) == 0;
          flat_with_gelu = flat_with_gelu && with_gelu.slope(received) == 0;
        }
        idle[batch] += flat;
        idle_with_gelu[batch] += flat_with_gelu;
      }
    const auto share = [&](arma::uword count) {
      return fmt::format("{:.4f}", std::ldexp(static_cast<double>(count) / neurons, -batch));
    };
    idle_table.push_back({fmt::format("{}", batch), share(idle[batch]),
                          fmt::format("{:.4f}", std::ldexp(1, -batch)),
                          share(idle_with_gelu[batch])});
  }
  chapter.finding("batches", "Over a batch of B unrelated examples ReLU idles 2⁻ᴮ of the neurons")
      .equal("ways to sign 1 example that idle a neuron, 100 neurons", idle[1], neurons)
      .equal("ways to sign 2 examples that idle a neuron, 100 neurons", idle[2], neurons)
      .equal("ways to sign 4 examples that idle a neuron, 100 neurons", idle[4], neurons)
      .equal("ways to sign 8 examples that idle a neuron, 100 neurons", idle[8], neurons)
      .equal("ways to sign 8 examples that idle a neuron with GELU", idle_with_gelu[8],
             arma::uword(0))
      .agree("GELU'(−5), and Φ(−5) − 5 f(−5) in 50 digits", gelu_derivative(-5.0),
             static_cast<double>(distribution_50(-5) - 5 * density_50(-5)), ulps(32));
  chapter.table("Share of neurons without any gradient, over all signs of the examples",
                {"batch", "ReLU", "2⁻ᴮ", "GELU"}, idle_table);

  chapter.claim("exo7-7-better", holds)
      .by_reading("Hendrycks and Gimpel (2016) report gains over ReLU and ELU on all their tasks "
                  "(images, language, speech); a report, not a law, and nothing a page of "
                  "computing could settle");

  /**
  ## erf

  To compute GELU the document changes variables, $t = s\sqrt2$, and turns the infinite integral
  into a finite one: erf, over $[0, x]$. We compare two quadrature rules, tanh-sinh and Gauss and
  Kronrod's, with the function of the C++ library, and that one with $1 - \mathrm{erfc}$. Where it
  matters $t$ is at most 2 or so and the exponential loses a few ulp; a sum of a hundred terms adds
  50.
  */
  const auto erf_integrand = [](double t) {
    return 2 / std::sqrt(std::numbers::pi) * std::exp(-t * t);
  };
  chapter.claim("exo7-7-erf", holds)
      .property(
          "erf, and its integral over [0, x] by the tanh-sinh rule",
          [&](Draw& draw) {
            const double to = draw.real("x", 0.01, 6);
            return difference(std::erf(to), finite_interval.integrate(erf_integrand, 0.0, to));
          },
          ulps(64), 400)
      .property(
          "erf, and its integral by Gauss and Kronrod's rule, x of either sign",
          [&](Draw& draw) {
            const double to = draw.real("x", -6, 6);
            const double size = integral_between(0, std::abs(to), erf_integrand);
            return difference(std::erf(to), std::copysign(size, to));
          },
          ulps(64), 400)
      .property(
          "erf(x) and 1 − erfc(x)",
          [](Draw& draw) {
            const double to = draw.real("x", -6, 6);
            return difference(std::erf(to), 1 - std::erfc(to));
          },
          absolute(1e-15));

  /**
  Now the form with erf. In fifty digits $1 + \mathrm{erf}$ may cancel: at $x = -8$ it loses fifteen
  digits, and more than thirty stay. So it can be compared with $x\,\Phi(x)$ to the last ulp.
  */
  chapter.claim("exo7-7-erf-form", holds)
      .property(
          "GELU in double, and x/2 (1 + erf(x/√2)) in 50 digits",
          [](Draw& draw) {
            const double at = draw.real("x", -8, 8);
            const Reference form = at / Reference(2) * (1 + erf_50(at / sqrt(Reference(2))));
            return difference(gelu(at), static_cast<double>(form));
          },
          ulps(11), 200)
      .property(
          "x/2 (1 + erf(x/√2)) and x Φ(x), both integrals by quadrature",
          [&](Draw& draw) {
            const double at = draw.real("x", -6, 6);
            const double erf = std::copysign(
                integral_between(0, std::abs(at) / std::numbers::sqrt2, erf_integrand), at);
            return difference(at / 2 * (1 + erf), at * integral_up_to(at, density_as_defined));
          },
          absolute(2e-13), 400);

  /**
  There is no formula with usual functions, and here is why. Liouville (1835) proved that
  $\int e^{-x^2}dx$ is elementary only if $e^{-x^2}$ has a primitive $R(x)\,e^{-x^2}$ with $R$ a
  rational function. Then $R' - 2xR = 1$. If $R$ had a pole, of order $m$, then $R'$ would have one
  of order $m + 1$ and $2xR$ one of at most $m$: the left side would have a pole, and 1 has none. So
  $R$ is a polynomial, of degree $d$ say, and the left side has degree $d + 1 \geq 1$ (or is 0): it
  is not 1 either. Liouville's theorem we cite; the second half can be followed in exact fractions,
  with $R = \sum_{k=-m}^{d} r_k (x - a)^k$, whose left side has the coefficients
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
  (ECMAScript 2024), nor has Java's (Java 21); there it comes from a further library. We measure the
  one at hand: glibc claims at most 1 ulp, and 2 leaves room for other C libraries.
  */
  chapter.claim("exo7-7-erf-implemented", refuted)
      .contradicted("Math of ECMAScript 2024 and java.lang.Math of Java 21 have no erf")
      .corrected("in the standard library of many (C, C++, Fortran, Python, Go); elsewhere from "
                 "a further library")
      .property(
          "std::erf in double and erf in 50 digits",
          [](Draw& draw) {
            const double at = draw.real("x", -6, 6);
            return difference(std::erf(at), static_cast<double>(erf_50(at)));
          },
          ulps(2), 200);

  /**
  ## The erf form in floating point

  As mathematics the two forms are one; as programs they are not. For negative $x$, erf is near $-1$
  and the sum $1 + \mathrm{erf}$ is what is left of a cancellation. Rounded to $p$ bits, erf *is*
  $-1$ as soon as $\mathrm{erfc}(|x|/\sqrt2) < 2^{-p-1}$, half the spacing just below 1, and GELU
  becomes 0 although it is nowhere 0 but at 0. With $2\,\Phi(x) = 2^{-p-1}$ we can predict the
  place, and then look for it by halving. An erf that is off by half an ulp moves it by $\ln 2/|x|$:
  0.13 in `float`, 0.09 in `double`.
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
      .agree("last x at which the erf form in float is not 0, as predicted", float_end,
             where_distribution_is(std::ldexp(1, -26)), absolute(0.13))
      .agree("last x at which the erf form in double is not 0, as predicted", double_end,
             where_distribution_is(std::ldexp(1, -55)), absolute(0.09))
      .agree("the erf form in float at −6", static_cast<double>(gelu_erf_form(-6.0F)), 0, exactly())
      .agree("gelu at −6 in double, and GELU(−6) in 50 digits", gelu(-6.0),
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
      .agree("|GELU| where gelu in float turns into 0, in halves of the least number",
             in_half_least_numbers(gelu_float_end, 0x1p-149), 1, absolute(1e-4))
      .agree("|GELU| where gelu in double turns into 0, in halves of the least number",
             in_half_least_numbers(gelu_double_end, 0x1p-1074), 1, absolute(1e-4));
  chapter.table(
      "Where GELU turns into 0, for negative x", {"", "float", "double"},
      {{"x/2 (1 + erf(x/√2))", fmt::format("{:.4f}", float_end), fmt::format("{:.4f}", double_end)},
       {"through erfc", fmt::format("{:.4f}", gelu_float_end),
        fmt::format("{:.4f}", gelu_double_end)}});

  /**
  To see how many digits are right in between we go through every binade of `float`, subnormal
  numbers included, take 64 arguments in each and keep the worst error, in units of the last place
  of the true value. That value is $x\,\mathrm{erfc}(-x/\sqrt2)/2$ in `long double`, whose forty
  more bits are verified against fifty digits at a handful of places. The library's `float` version
  is a `double` computation rounded once, so half an ulp is what we expect; for the erf form at
  $x > 0$ four: two of its argument, one of erf, two roundings, of which $1 + \mathrm{erf}$ halves
  the first three.
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
      .at_most("gelu in float, worst error of all binades, ulp",
               std::max(negative.col(1).max(), positive.col(1).max()), 0.501)
      .at_most("erf form in float for x > 0, worst error, ulp", positive.col(2).max(), 4)
      .at_least("erf form in float for x < 0, worst error, ulp: no digit right",
                negative.col(2).max(), 0x1p23)
      .at_most("error of the reference in long double, ulp of float", reference_error, 1e-6);

  /**
  The picture shows it better. On the right side both are flat. On the left the erf form begins to
  lose near $-1$, has lost all 24 bits ($2^{24}$ ulp, the plateau) below $-5.5$, and is forgiven
  below $-14.356$ only because there the truth is under half the least `float`. The second figure
  shows the loss as it happens: from 1 to $10^7$ ulp within five units of $x$.
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
             "−5.5, stays there until −13 and falls to under one half at −14.36. Through erfc the "
             "error is one half ulp throughout.");
  });

  /**
  ## Two approximations by usual functions

  They use tanh, which the document writes th, and $\sigma$, so these come first, in fifty digits.
  (Typed into `double` as it stands, the document's quotient would overflow at 710 and cancel at 0;
  the C library's tanh does neither, to 2 ulp.) The two are one function in two scales,
  $\sigma(2u) = \tfrac12(1 + \tanh u)$, and so are the two approximations: $x\,\sigma(\cdot)$ with
  $1.702\,x$ inside, or with an odd cubic.
  */
  chapter.claim("exo7-7-tanh-def", holds)
      .property(
          "std::tanh, and the quotient of exponentials in 50 digits",
          [](Draw& draw) {
            const double at = draw.real("x", -20, 20);
            return difference(std::tanh(at), static_cast<double>(tanh_50(at)));
          },
          ulps(4), 200)
      .property(
          "tanh(x) and 2 σ(2x) − 1",
          [](Draw& draw) {
            const double at = draw.real("x", -20, 20);
            return difference(std::tanh(at), 2 * sigmoid(2 * at) - 1);
          },
          absolute(2e-15));
  chapter.claim("exo7-7-sigmoid-def", holds)
      .property(
          "sigmoid in double, and 1/(1 + e⁻ˣ) in 50 digits",
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
  Now the largest errors: by Brent's method in `double`, by the secant rule in fifty digits, and,
  for the two right forms, between bounds by curvature. Since $\Phi - \tfrac12$, tanh and
  $\sigma - \tfrac12$ are odd, the errors of these two are even, and each largest error is reached
  twice, at $\pm x$. The error of the formula as printed is not even, since its argument is not odd.
  */
  const Maximum tanh_worst = largest_error(gelu_tanh<double>, 0),
                sigmoid_worst = largest_error(gelu_sigmoid<double>, 0),
                printed_worst = largest_error(gelu_tanh_as_printed<double>);

  const Reference root_50 = sqrt(2 / pi_50);
  const auto error_50 = [](const Reference& at, const Reference& half_of_one_plus_tanh) {
    return Reference(at * (half_of_one_plus_tanh - distribution_50(at)));
  };
  const auto half_of_one_plus_tanh = [](const Reference& u) {
    return Reference((1 + tanh_50(u)) / 2);
  };
  const Maximum tanh_worst_50 = extremum_50(
      [&](const Reference& at) {
        const Reference u = root_50 * (at + Reference("0.044715") * at * at * at);
        return error_50(at, half_of_one_plus_tanh(u));
      },
      Reference("2.70"));
  const Maximum sigmoid_worst_50 = extremum_50(
      [&](const Reference& at) { return error_50(at, sigmoid_50(Reference("1.702") * at)); },
      Reference("2.27"));
  const Maximum printed_worst_50 = extremum_50(
      [&](const Reference& at) {
        const Reference u = root_50 + Reference("0.44715") * at * at * at;
        return error_50(at, half_of_one_plus_tanh(u));
      },
      Reference("-1.05"));

  chapter.finding("tanh-form-error", "The tanh form errs by +4.73236e−4 at most, at |x| = 2.69894")
      .agree("place of the largest error of the tanh form, in double and in 50 digits",
             tanh_worst.location, tanh_worst_50.location, absolute(2e-6))
      .agree("largest error of the tanh form, in double and in 50 digits", tanh_worst.value,
             tanh_worst_50.value, absolute(1e-14))
      .agree("place of the largest error of the tanh form, six figures", tanh_worst_50.location,
             2.69894, absolute(5e-6))
      .agree("largest error of the tanh form, six figures", tanh_worst_50.value, 4.73236e-4,
             absolute(5e-10))
      .within("largest error of the tanh form in 50 digits, between its bounds",
              tanh_worst_50.value, tanh_errors.largest().lower, tanh_errors.largest().upper);
  chapter
      .finding("sigmoid-form-error",
               "The sigmoid form errs by −0.0203349 at most, at |x| = 2.27040")
      .agree("place of the largest error of the sigmoid form, in double and in 50 digits",
             sigmoid_worst.location, sigmoid_worst_50.location, absolute(1e-6))
      .agree("largest error of the sigmoid form, in double and in 50 digits", sigmoid_worst.value,
             sigmoid_worst_50.value, absolute(1e-14))
      .agree("place of the largest error of the sigmoid form, six figures",
             sigmoid_worst_50.location, 2.27040, absolute(5e-6))
      .agree("largest error of the sigmoid form, six figures", sigmoid_worst_50.value, -0.0203349,
             absolute(5e-8))
      .within("largest error of the sigmoid form in 50 digits, between its bounds",
              -sigmoid_worst_50.value, sigmoid_errors.largest().lower,
              sigmoid_errors.largest().upper);
  chapter.finding("printed-form-error", "The formula as printed errs by −0.514221, at x = −1.05402")
      .agree("place of the largest error of the printed formula, in double and in 50 digits",
             printed_worst.location, printed_worst_50.location, absolute(1e-6))
      .agree("largest error of the printed formula, in double and in 50 digits",
             printed_worst.value, printed_worst_50.value, absolute(1e-14))
      .agree("place of the largest error of the printed formula, six figures",
             printed_worst_50.location, -1.05402, absolute(5e-6))
      .agree("largest error of the printed formula, six figures", printed_worst_50.value, -0.514221,
             absolute(5e-7));
  const auto row = [](const std::string& name, const Maximum& worst, const char* both) {
    return std::vector<std::string>{name, fmt::format("{:.6g}", worst.value),
                                    fmt::format("{}{:.5f}", both, worst.location)};
  };
  chapter.table("Largest error against GELU, in 50 digits", {"approximation", "error", "at x"},
                {row("tanh form", tanh_worst_50, "±"), row("sigmoid form", sigmoid_worst_50, "±"),
                 row("tanh formula as printed", printed_worst_50, "")});

  /**
  What "≃" promises must not be taken from the errors just found, or it could not be broken. There
  is a standard beside them: ReLU is made of usual functions too, and costs nothing. An
  approximation of GELU is worth its name if it is nearer to GELU than ReLU is, $0.16997$ at most.
  The sigmoid form is eight times nearer, the right tanh form 359 times. The tanh formula as printed
  is three times *farther* away, at a place where GELU itself is only $-0.154$. (One bad place
  decides against a formula, so a search is enough there; for the two others all places count, and
  the bounds count them.)
  */
  chapter.claim("exo7-7-sigmoid-approx", holds)
      .at_most("error of x σ(1.702 x), upper bound for all x, against ReLU's distance",
               sigmoid_errors.largest().upper, relu_distance.lower);
  chapter.claim("exo7-7-tanh-approx", refuted)
      .as_printed("x/2 (1 + th(√(2/π) + 0.44715 x³))")
      .at_most("its error at one place, against ReLU's largest distance",
               std::abs(printed_worst.value), relu_distance.upper)
      .corrected("x/2 (1 + th(√(2/π) (x + 0.044715 x³)))")
      .at_most("its error, upper bound for all x, against ReLU's distance",
               tanh_errors.largest().upper, relu_distance.lower)
      .property(
          "the right tanh form in double and in 50 digits",
          [&](Draw& draw) {
            const double at = draw.real("x", -8, 8);
            const Reference u = root_50 * (Reference(at) + Reference("0.044715") * at * at * at);
            return difference(gelu_tanh(at), static_cast<double>(at * half_of_one_plus_tanh(u)));
          },
          ulps(8), 300);
  chapter.claim("exo7-7-tanh-error", holds)
      .at_most("error of the right tanh form, upper bound for all x", tanh_errors.largest().upper,
               5e-4)
      .at_least("the sigmoid form's largest error in units of the tanh form's, lower bound",
                sigmoid_errors.largest().lower / tanh_errors.largest().upper, 40);

  /**
  ## Three slips in one formula

  Compared with the formula in GPT-2's source, the printed one differs three times: the first term
  has lost its $x$; the factor $\sqrt{2/\pi}$ no longer multiplies the cubic; and 0.044715 has lost
  a zero. The eight combinations tell which of them matters:
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
  const auto times_larger = [&](int mends) {
    return std::abs(mended[mends].value) / tanh_errors.largest().upper;
  };
  chapter
      .finding("three-slips",
               "Each of the three slips alone makes the error 13 times larger, or more")
      .agree("largest error with nothing mended, and of the printed formula", mended[0].value,
             printed_worst.value, absolute(1e-14))
      .agree("largest error with all three mended, and of GPT-2's form", std::abs(mended[7].value),
             std::abs(tanh_worst.value), absolute(1e-14))
      .at_least("error with only the x missing, in units of the right form's", times_larger(6), 13)
      .at_least("error with only the factor misplaced, in units of the right form's",
                times_larger(5), 13)
      .at_least("error with only the zero missing, in units of the right form's", times_larger(3),
                13)
      .agree("slope of the printed formula at 0, and σ(2√(2/π)) = 0.83",
             quotient(gelu_tanh_as_printed, 0x1p-30), sigmoid(2 * std::sqrt(2 / std::numbers::pi)),
             absolute(1e-8));

  /**
  The missing $x$ is the fatal one: without it the argument of tanh does not change sign with $x$
  and on the left the gate stays open. Alone it would do *more* harm (1.54) than all three together
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
  largest error, once for $\Phi$ itself and once for $x\,\Phi$. Each gate rises with its constant,
  at every $x > 0$. So as the constant grows, the largest *excess* of the gate over $\Phi$ grows and
  its largest *deficit* shrinks. The larger of the two is least where they are equal, since any
  smaller constant has a larger deficit than that one, and any larger constant a larger excess. A
  constant is therefore certainly too small if the lower bound of its deficit is above the upper
  bound of its excess, and too large in the reverse case. Halving brackets the best constant for as
  long as the bounds can tell, which is to eight digits and more. (At $x > 12$ all are within
  $6 \cdot 10^{-8}$ of their limits, times $x$ or not.)
  */
  struct Bracket
  {
    double too_small, too_large;

    double middle() const { return (too_small + too_large) / 2; }
  };
  const auto errors_of = [](double constant, const auto& gate, bool times_x) {
    return certified_errors([&](double at) {
      return (times_x ? at : 1) * (gate(constant, at) - normal_distribution(at));
    });
  };
  const auto best = [&](Bracket constant, const auto& gate, bool times_x) {
    for (;;) {
      const Certified errors = errors_of(constant.middle(), gate, times_x);
      if (errors.below.lower > errors.above.upper)
        constant.too_small = constant.middle();
      else if (errors.above.lower > errors.below.upper)
        constant.too_large = constant.middle();
      else
        return constant;
    }
  };
  const auto sigmoid_gate = [](double k, double at) { return sigmoid(k * at); };
  const auto tanh_gate = [](double c, double at) {
    return sigmoid(2 * std::sqrt(2 / std::numbers::pi) * (at + c * at * at * at));
  };
  const Bracket sigmoid_for_phi = best({1.6, 1.9}, sigmoid_gate, false),
                sigmoid_for_gelu = best({1.6, 1.9}, sigmoid_gate, true),
                tanh_for_phi = best({0.04, 0.05}, tanh_gate, false),
                tanh_for_gelu = best({0.04, 0.05}, tanh_gate, true);
  const Bounds better_sigmoid = errors_of(sigmoid_for_gelu.middle(), sigmoid_gate, true).largest();
  const Bounds better_tanh = errors_of(tanh_for_gelu.middle(), tanh_gate, true).largest();
  chapter.table(
      "The constants with the smallest largest error",
      {"form", "printed", "for Φ", "for x Φ", "error of x Φ then"},
      {{"sigmoid", "1.702", fmt::format("{:.6f}", sigmoid_for_phi.middle()),
        fmt::format("{:.6f}", sigmoid_for_gelu.middle()),
        fmt::format("{:.6f}", better_sigmoid.upper)},
       {"tanh", "0.044715", fmt::format("{:.7f}", tanh_for_phi.middle()),
        fmt::format("{:.7f}", tanh_for_gelu.middle()), fmt::format("{:.6f}", better_tanh.upper)}});
  chapter
      .finding("constants-fit-phi", "1.702 and 0.044715 are the best constants for Φ, not for GELU")
      .at_least("constant certainly too small for the sigmoid form of Φ, against 1.7017445",
                sigmoid_for_phi.too_small, 1.7017445)
      .at_most("constant certainly too large for the sigmoid form of Φ, against 1.7017455",
               sigmoid_for_phi.too_large, 1.7017455)
      .at_least("constant certainly too small for the tanh form of Φ, against 0.04471485",
                tanh_for_phi.too_small, 0.04471485)
      .at_most("constant certainly too large for the tanh form of Φ, against 0.04471495",
               tanh_for_phi.too_large, 0.04471495)
      .equal("best constant of the sigmoid form for Φ, rounded as the document prints it",
             fmt::format("{:.3f} {:.3f}", sigmoid_for_phi.too_small, sigmoid_for_phi.too_large),
             std::string("1.702 1.702"))
      .equal("best constant of the tanh form for Φ, rounded as GPT-2's source gives it",
             fmt::format("{:.6f} {:.6f}", tanh_for_phi.too_small, tanh_for_phi.too_large),
             std::string("0.044715 0.044715"))
      .at_least("constant certainly too small for the sigmoid form of GELU, against 1.702",
                sigmoid_for_gelu.too_small, 1.702)
      .at_most("constant certainly too large for the tanh form of GELU, against 0.044715",
               tanh_for_gelu.too_large, 0.044715)
      .at_most("error with the best sigmoid constant for GELU, in units of that with 1.702",
               better_sigmoid.upper / sigmoid_errors.largest().lower, 0.7)
      .at_most("error with the best tanh constant for GELU, in units of that with 0.044715",
               better_tanh.upper / tanh_errors.largest().lower, 0.82);

  /**
  They fit $\Phi$, to the last digit given: the best constants are 1.701745 and 0.0447149. Fitted to
  GELU, they would be 1.772934 and 0.0443829, and the sigmoid form would err by nearly a third less.
  (A network trained with either form does not mind: that form *is* its activation.)

  ## Indistinguishable?

  So says the caption of the last figure, of GELU and its two approximations; the caption is all we
  have of it. With the page's own two formulas it is false at any size: the printed tanh formula is
  half a unit away. With the right one, it depends on the paper. A curve is drawn with a stroke; two
  curves whose centre lines are nearer than one stroke overlap all along, and we shall call them
  indistinguishable. (A generous measure: a rim of the lower one may still show.) Take half a page:
  $[-4, 4]$ on 7 cm, equal scales, strokes of 0.8 pt (the "thick" of LaTeX's drawing packages; 1 pt
  is 1/72.27 inch). One unit is then 31 strokes long. Size and stroke are ours, since the document
  gives neither, so the verdict must not turn on them. It would not with strokes ten times thinner
  or ten times thicker: the printed formula stands 16 strokes away, the tanh form 0.015. The sigmoid
  form is between, and we say at which size it parts from GELU.
  */
  const double stroke = 0.8 / 72.27 * 2.54;
  const double strokes_per_unit = 7.0 / 8 / stroke;
  chapter.claim("exo7-7-fig-indistinguishable", refuted)
      .as_printed("GELU and the page's two formulas are indistinguishable")
      .at_most("distance of the printed tanh formula from GELU, strokes ten times thicker",
               std::abs(printed_worst.value) * strokes_per_unit / 10, 1)
      .corrected(
          "GELU and the right tanh form are; the sigmoid form is while a unit is shorter than "
          "49 strokes")
      .at_most("distance of the tanh form from GELU, strokes ten times thinner",
               tanh_errors.largest().upper * strokes_per_unit * 10, 1)
      .at_most("distance of the sigmoid form from GELU, strokes, where a unit is 49 strokes long",
               49 * sigmoid_errors.largest().upper, 1);
  chapter
      .finding("when-told-apart", "The sigmoid form is told apart once a unit exceeds 49.2 strokes")
      .at_least("distance of the sigmoid form from GELU, where a unit is 49.2 strokes long",
                49.2 * sigmoid_errors.largest().lower, 1)
      .at_most("distance of the tanh form from GELU, where a unit is 2100 strokes long",
               2100 * tanh_errors.largest().upper, 1);

  /**
  At that size the sigmoid form is 0.63 of a stroke away: nearly covered, but with a hairline of 0.4
  pt, or with $[-4, 0]$ alone on the same width, it would part from GELU. A figure that deserves its
  caption was drawn with another tanh formula than the page's. Here it is, with the errors on its
  right.
  */
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
          "error of the tanh form at x and at −x",
          [&](Draw& draw) {
            const double at = draw.real("x", 0, 6);
            return difference(tanh_off(at), tanh_off(-at));
          },
          absolute(2e-14))
      .property(
          "error of the sigmoid form at x and at −x",
          [&](Draw& draw) {
            const double at = draw.real("x", 0, 6);
            return difference(sigmoid_off(at), sigmoid_off(-at));
          },
          absolute(2e-14))
      .within("place of the sigmoid form's largest error", sigmoid_worst.location, 2.27, 2.28)
      .within("place of the tanh form's largest error", tanh_worst.location, 2.69, 2.70);

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
             "with it. The sigmoid form lies visibly below between −5 and −1.2 and slightly above "
             "between −1.2 and 0.");
  });

  /**
  The bounds above trust the rounding of our functions. Ball arithmetic trusts nothing: it encloses
  each error over whole intervals, all roundings included, and the tails are bounded on paper. It
  proves the largest errors on all of $\mathbb{R}$, each enclosed to six digits with the place where
  it is attained, and the digits of GELU's minimum. That GELU has one minimum and no more is a
  theorem, and so is that the two integral forms are the same function, Gauss's integral included:
  */
  chapter.proposition("gelu");

  /**
  ## A yes, a no, and how much

  The `notes` give ReLU another reason: after a linear step one wants a yes or a no, *so* one
  applies ReLU. The values of ReLU tell whether it answers yes or no.
  */
  chapter.claim("notes-3-relu", refuted)
      .as_printed("ReLU answers yes or no: its values are 0 and 1")
      .property("ReLU(x) is 0 or 1",
                [](Draw& draw) {
                  const double answer = relu(draw.real("x", -3, 3));
                  return answer == 0 || answer == 1;
                })
      .corrected("ReLU(x) = x·[x > 0]: 0 for no, for yes x itself; it is applied to be non-linear")
      .property("ReLU(x) is x·[x > 0]",
                [](Draw& draw) {
                  const double at = draw.real("x", -1e3, 1e3);
                  return relu(at) == (at > 0 ? at : 0);
                })
      .property("ReLU(t x) = t ReLU(x) for t ≥ 0: twice the evidence, twice the yes",
                [](Draw& draw) {
                  const double at = draw.real("x", -1e3, 1e3), t = draw.real("t", 0, 10);
                  return relu(t * at) == t * relu(at);
                })
      .property(
          "two linear layers without it, and the one that is their product",
          [](Draw& draw) {
            const arma::mat A = draw.integer_matrix("A", 3, 4, -9, 9);
            const arma::mat B = draw.integer_matrix("B", 2, 3, -9, 9);
            const arma::vec in = draw.integer_matrix("x", 4, 1, -9, 9);
            return difference(arma::mat(B * (A * in)), arma::mat((B * A) * in));
          },
          exactly())
      .at_least("ReLU is not linear: ReLU(1) + ReLU(−1) − ReLU(1 − 1)",
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
