#include "epreuve/chapter.hpp"
#include "epreuve/instruments/activations.hpp"
#include "epreuve/instruments/certified_maximum.hpp"
#include "epreuve/instruments/extrema.hpp"
#include "epreuve/math/gelu.hpp"
#include "extremum.hpp"

#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

/**
# Two approximations by usual functions

$\mathrm{GELU}(x)$ is nearly $x\,\sigma(\cdot)$, with $1.702\,x$ inside, or with an odd cubic; the
document prints a formula of each kind, and a figure of the errors. They use tanh, which the document
writes th, and $\sigma$, so these come first, in fifty digits. (Typed into `double` as it stands, the
document's quotient would overflow at 710 and cancel at 0; the C library's tanh does neither, to 2 ulp.)
The two are one function in two scales, $\sigma(2u) = \tfrac12(1 + \tanh u)$, and so are the two
approximations.
*/
using namespace epreuve::course;

SECTION(usual_functions)
{
  chapter.claim("exo7-7-tanh-def", holds)
      .agree(
          "std::tanh, and the quotient in 50 digits", over(-20, 20),
          [](double x) { return std::tanh(x); }, tanh_50, ulps(4), 200);
  chapter.claim("exo7-7-sigmoid-def", holds)
      .agree("sigmoid, and 1/(1 + e⁻ˣ) in 50 digits", over(-700, 700), sigmoid<double>, sigmoid_50,
             ulps(6), 200);
}

/**
## The largest errors

What is the largest error of each approximation, and where? The errors are signed, approximation
minus GELU. Searching $[-12, 12]$ is searching the whole line: each candidate here is $x\,g(x)$ with
$g$ between 0 and 1 and, beyond 12, so near to 0 or to 1 that $|x|\,|g - \Phi|$ stays under
$12\,\sigma(-1.702 \cdot 12) < 2 \cdot 10^{-8}$. Since $\Phi - \tfrac12$, tanh and $\sigma -
\tfrac12$ are odd, the errors of the two right forms are even, and each largest error is reached
twice. That of the formula as printed is not even.
*/
using Function = std::function<double(double)>;

static Maximum largest_error(const Function& approximation, double from = -12)
{
  const Function error = error_of(approximation);
  const double place = maximize([&](double x) { return std::abs(error(x)); }, from, 12).location;
  return {place, error(place)};
}

static Bounds largest_value(const Function& f)
{
  return certified_maximum(f, 8, 0, 12, 1e-10, 1e-13);
}

static Bounds distance_from_gelu(const Function& approximation)
{
  return largest_value([error = error_of(approximation)](double x) { return std::abs(error(x)); });
}

/**
A search sees a function at some points only, so what it finds is a lower bound of the maximum. An
upper bound needs an argument about everything in between; it is given at the end of this page. So
the errors are found three times: in `double` by Brent's method, in fifty digits by the secant rule,
and for the right forms between bounds that are certain.
*/
SECTION(largest_errors)
{
  const auto as_printed_50 = [](const Reference& x) {
    const Reference root = sqrt(2 / pi_50());
    return x / 2 * (1 + tanh_50(root + Reference("0.44715") * x * x * x));
  };
  const auto largest_error_50 = [](double start, auto form) {
    return extremum_near(start, [=](const Reference& x) { return form(x) - gelu_50(x); });
  };
  const Extremum tanh = largest_error_50(2.70, gelu_tanh_50),
                 sigmoid = largest_error_50(2.27, gelu_sigmoid_50),
                 printed = largest_error_50(-1.05, as_printed_50);
  const Bounds tanh_size = distance_from_gelu(gelu_tanh<double>),
               sigmoid_size = distance_from_gelu(gelu_sigmoid<double>);
  same_extremum(chapter.finding("tanh-form-error",
                                "The tanh form errs by +4.73236e−4 at most, at |x| = 2.69894"),
                "largest error of the tanh form", largest_error(gelu_tanh<double>, 0), tanh,
                absolute(2e-6), absolute(1e-14), "2.69894", "4.73236e-4")
      .within("largest error of the tanh form in 50 digits, between its bounds",
              rounded(tanh.value), tanh_size.lower, tanh_size.upper);
  same_extremum(chapter.finding("sigmoid-form-error",
                                "The sigmoid form errs by −0.0203349 at most, at |x| = 2.27040"),
                "largest error of the sigmoid form", largest_error(gelu_sigmoid<double>, 0),
                sigmoid, absolute(1e-6), absolute(1e-14), "2.27040", "-0.0203349")
      .within("largest error of the sigmoid form in 50 digits, between its bounds",
              -rounded(sigmoid.value), sigmoid_size.lower, sigmoid_size.upper);
  same_extremum(chapter.finding("printed-form-error",
                                "The formula as printed errs by −0.514221, at x = −1.05402"),
                "largest error of the printed formula", largest_error(gelu_tanh_as_printed<double>),
                printed, absolute(1e-6), absolute(1e-14), "-1.05402", "-0.514221");
  chapter.table("Largest error against GELU, in 50 digits",
                Columns()
                    .column("approximation", {"tanh form", "sigmoid form", "as printed"})
                    .column("error", rounded({tanh.value, sigmoid.value, printed.value}), "{:.6g}")
                    .column("at x (the first two at −x too)",
                            rounded({tanh.location, sigmoid.location, printed.location}),
                            "{:.5f}"));

  /**
  What "≃" promises must not be derived from the errors just found, or the promise could not be
  broken. There is an independent standard: ReLU is made of usual functions too, and costs nothing.
  An approximation of GELU is worth its name if it is nearer to GELU than ReLU, whose distance is
  $0.16997$ at most. The sigmoid form is eight times nearer, the right tanh form 359 times. The tanh
  formula as printed is three times *farther* away, at a place where GELU itself is only $-0.154$.
  (One bad place decides against a formula, so a search is enough there; for the two others all
  places count, and the bounds cover them.)

  And GPT-2, which according to the document has chosen GELU, runs exactly this tanh form. The
  difference is thousands of times what `float` resolves near 1, so it is a choice and not a
  rounding.
  */
  const Bounds relu_distance = distance_from_gelu(relu<double>);
  chapter.claim("exo7-7-sigmoid-approx", holds)
      .at_most("error of x σ(1.702 x), upper bound, against ReLU's distance", sigmoid_size.upper,
               relu_distance.lower);
  chapter.claim("exo7-7-tanh-approx", refuted)
      .as_printed("x/2 (1 + th(√(2/π) + 0.44715 x³))")
      .at_most("error of the printed form at one place, against ReLU's", -rounded(printed.value),
               relu_distance.upper)
      .corrected("x/2 (1 + th(√(2/π) (x + 0.044715 x³)))")
      .at_most("error of the right form, upper bound, against ReLU's distance", tanh_size.upper,
               relu_distance.lower)
      .agree("the right tanh form, and in 50 digits", over(-8, 8), gelu_tanh<double>, gelu_tanh_50,
             ulps(8), 300);
  chapter.claim("exo7-7-tanh-error", holds)
      .at_most("error of the right tanh form, upper bound for all x", tanh_size.upper, 5e-4)
      .at_least("error of the sigmoid form over the tanh form's, lower bound",
                sigmoid_size.lower / tanh_size.upper, 40);
  chapter.reading("exo7-7-gpt2-gelu", holds,
                  "gelu(x) in GPT-2's published source (src/model.py) is the tanh form of GELU, "
                  "with 0.044715");
}

/**
## Three mistakes in one formula

Compared with the formula in GPT-2's source, the printed one has lost an $x$ and a zero and
misplaced a factor. The eight ways to mend or leave each of the three mistakes show which of them
matters.

The missing $x$ is the fatal one: without it the argument of tanh does not change sign with $x$ and
on the left the gate stays open. Alone it would do *more* harm (1.54) than all three together
(0.51), since the cubic term, ten times larger, closes the gate again sooner. The lost zero costs
0.09, the misplaced factor 0.006, thirteen times what the right formula costs.
*/
SECTION(three_slips)
{
  const double root = std::sqrt(2 / std::numbers::pi);
  const auto words = [](int mends, int bit) { return mends & bit ? "mended" : "as printed"; };
  std::vector<double> sizes;
  std::vector<std::vector<std::string>> rows;
  for (int mends = 0; mends < 8; ++mends) {
    const double cubic = (mends & 2 ? root : 1) * (mends & 4 ? 0.044715 : 0.44715);
    // With x in term 1 the error is even: it is as large at -x.
    const Maximum worst = largest_error(
        [=](double x) { return x * sigmoid(2 * (root * (mends & 1 ? x : 1) + cubic * x * x * x)); },
        mends & 1 ? 0 : -12);
    sizes.push_back(std::abs(worst.value));
    rows.push_back({words(mends, 1), words(mends, 2), words(mends, 4),
                    fmt::format("{:.6f}", worst.value), fmt::format("{:.3f}", worst.location)});
  }
  chapter.table("Mending the printed formula, mistake by mistake",
                {"x in term 1", "√(2/π) outside", "0.044715", "largest error",
                 "at x (with x in term 1, at −x too)"},
                rows);
  const double right = distance_from_gelu(gelu_tanh<double>).upper;
  chapter.finding("three-mistakes", "Each mistake alone makes the error at least 13 times larger")
      .agree("largest error with nothing mended, and of the printed formula", sizes[0],
             std::abs(largest_error(gelu_tanh_as_printed<double>).value), absolute(1e-14))
      .agree("largest error with all three mended, and of GPT-2's form", sizes[7],
             std::abs(largest_error(gelu_tanh<double>).value), absolute(1e-14))
      .at_least("error with one mistake alone, least of the three, over the right form's",
                std::min({sizes[3], sizes[5], sizes[6]}) / right, 13);
  chapter.figure("tanh-formula-as-printed", draw_tanh_as_printed);
}

/**
## Where the constants come from

A Taylor polynomial would give the cubic $(4 - \pi)/(6\pi) = 0.04554$, so 0.044715 is not from
there. Let us look for the constants with the smallest largest error, once for $\Phi$ itself and
once for $x\,\Phi$. Each gate rises with its constant, at every $x > 0$. So as the constant grows,
the largest *excess* of the gate over $\Phi$ grows and its largest *deficit* shrinks, and the larger
of the two is least where they are equal. Halving brackets that constant for as long as the bounds
show which of the two is larger, which is to eight digits and more. (At $x > 12$ all are within $6
\cdot 10^{-8}$ of their limits, times $x$ or not.)

Both constants fit $\Phi$, to the last digit given. Fitted to GELU, they would be 1.772934 and
0.0443829, and the sigmoid form would err by nearly a third less.
(A network trained with either form does not mind: that form *is* its activation.)
*/
struct Fit
{
  arma::vec constants; ///< lower and upper bound of the best one for Φ, then of that for GELU
  double error;        ///< with the latter, at most
};

static Fit fit(double (*gate)(double constant, double x), const Bounds& range)
{
  const auto from_phi = [=](double c, double x) { return gate(c, x) - normal_distribution(x); };
  const auto from_gelu = [=](double c, double x) { return x * gate(c, x) - gelu(x); };
  const Bounds phi = minimax_constant(from_phi, range, largest_value),
               x_phi = minimax_constant(from_gelu, range, largest_value);
  const Bounds least = distance_from_gelu([=](double x) { return x * gate(x_phi.lower, x); });
  return {{phi.lower, phi.upper, x_phi.lower, x_phi.upper}, least.upper};
}

SECTION(constants)
{
  const auto tanh_gate = [](double c, double x) {
    return sigmoid(2 * std::sqrt(2 / std::numbers::pi) * (x + c * x * x * x));
  };
  const Fit k = fit([](double factor, double x) { return sigmoid(factor * x); }, {1.6, 1.9}),
            c = fit(tanh_gate, {0.04, 0.05});
  chapter
      .finding("constants-fit-phi", "1.702 and 0.044715 are the best constants for Φ, not for GELU")
      .agree("bounds of the best constants for Φ and for GELU, sigmoid form", k.constants,
             arma::vec{1.7017449, 1.7017449, 1.7729340, 1.7729340}, absolute(5e-8))
      .agree("bounds of the best constants for Φ and for GELU, tanh form", c.constants,
             arma::vec{0.0447149, 0.0447149, 0.0443829, 0.0443829}, absolute(5e-8))
      .at_most("error with the best constant for GELU, over that as printed, sigmoid form",
               k.error / distance_from_gelu(gelu_sigmoid<double>).lower, 0.7)
      .at_most("error with the best constant for GELU, over that as printed, tanh form",
               c.error / distance_from_gelu(gelu_tanh<double>).lower, 0.82);
  chapter.table("The constants with the smallest largest error",
                Columns()
                    .column("form", {"sigmoid form", "tanh form"})
                    .column("printed", {1.702, 0.044715})
                    .column("for Φ", {k.constants(0), c.constants(0)}, "{:.7f}")
                    .column("for x Φ", {k.constants(2), c.constants(2)}, "{:.7f}")
                    .column("error of x Φ then", {k.error, c.error}, "{:.6f}"));
}

/**
## Indistinguishable?

So the caption of the last figure says of GELU and its two approximations; the caption is all we
have of it. The printed tanh formula, which is half a unit away and would be seen at any size, was
not drawn: the program that the author has published with the document has the right one. With the
right formula, it depends on the paper. Two curves whose centre lines are nearer than one stroke
overlap all along, and we shall call them indistinguishable (a generous measure: a rim of the lower
one may still show). Take half a page: $[-4, 4]$ on 7 cm, equal scales, strokes of 0.8 pt (the
"thick" of LaTeX's drawing packages; 1 pt is 1/72.27 inch). One unit is then 31 strokes long, and
the printed formula is 16 strokes away, the tanh form 0.015. Size and stroke are ours, but the
verdict would not change with strokes ten times thinner or ten times thicker. The sigmoid form, 0.63
of a stroke away, is nearly covered; with a hairline of 0.4 pt, or with $[-4, 0]$ alone on the same
width, it would part from GELU.

Here is a figure that deserves the caption, drawn with the right formula, and the errors on its right;
then each error on its own scale; then the dip, where the sigmoid form comes off.
*/
SECTION(indistinguishable)
{
  const double per_unit = 7.0 / 8 / (0.8 / 72.27 * 2.54); // strokes
  const Bounds tanh = distance_from_gelu(gelu_tanh<double>),
               sigmoid = distance_from_gelu(gelu_sigmoid<double>);
  const double printed = std::abs(largest_error(gelu_tanh_as_printed<double>).value);
  chapter.claim("exo7-7-fig-indistinguishable", holds)
      .as_printed(
          "GELU and the right tanh form are; the sigmoid form is, up to 49 strokes per unit")
      .at_most("tanh form's error in strokes ten times thinner", tanh.upper * per_unit * 10, 1)
      .at_most("the sigmoid form's error in strokes, 49 to a unit", 49 * sigmoid.upper, 1);
  chapter
      .finding("printed-formula-told-apart",
               "The printed tanh formula is seen to differ at any size.")
      .at_least("printed formula's error in strokes ten times thicker", printed * per_unit / 10, 1);
  chapter
      .finding("when-told-apart",
               "The sigmoid form is seen to differ once a unit exceeds 49.2 strokes")
      .at_least("the sigmoid form's error in strokes, 49.2 to a unit", 49.2 * sigmoid.lower, 1)
      .at_most("the tanh form's error in strokes, 2100 to a unit", 2100 * tanh.upper, 1);

  const Function tanh_error = error_of(gelu_tanh<double>),
                 sigmoid_error = error_of(gelu_sigmoid<double>);
  const auto mirrored = [](const Function& f) { return [f](double x) { return f(-x); }; };
  chapter.claim("exo7-7-fig-errors", holds)
      .agree("error of the tanh form at x and at −x", over(0, 6), tanh_error, mirrored(tanh_error),
             absolute(2e-14))
      .agree("error of the sigmoid form at x and at −x", over(0, 6), sigmoid_error,
             mirrored(sigmoid_error), absolute(2e-14));
  chapter.figure("approximations", draw_approximations);
  chapter.figure("approximation-errors", draw_errors);
  chapter.figure("the-dip", draw_dip);
}

/**
## What lies between two points

Why do the upper bounds of the errors hold everywhere? If $e'' \geq -M$ on $[a, b]$, then
$e(x) + \tfrac12 M x^2$ is convex there and lies below its chord, so that

$$e(x) \leq \max\bigl(e(a), e(b)\bigr) + \tfrac18 M (b - a)^2 .$$

Intervals whose bound is above the best value seen are halved until the two nearly meet. The bound
of the curvature may be crude; $M = 8$ serves for everything that we bound, on $[0, 12]$.
First, $|\Phi''| = |x|\,f \leq f(1) < 0.25$ and $|(x\,\Phi)''| = |2 - x^2|\,f < 0.8$. For a gate
$g = \sigma(v)$ we have $|\sigma''| \leq \sigma' \leq e^{-v}$, so

$$|(x\,g)''| \leq e^{-v} \bigl(2 v' + x\,v'^2 + x\,v''\bigr),$$

and $|g''| \leq e^{-v} (v'^2 + v'')$. With $v = kx$ and $k \leq 2$ the first is at most $2k + k/e <
5$. With $v = 2\sqrt{2/\pi}\,(x + c\,x^3)$ and $c \leq 0.05$, $1 + 3c\,x^2 \leq e^{0.55 x}$, so $v'
\leq 1.6\,e^{0.55 x}$, $v'' \leq 0.48\,x$ and $v \geq 1.59\,x$: it is at most $3.2 +
2.56\,x\,e^{-0.49 x} + 0.48\,x^2 e^{-1.59 x} < 6$. What the computed values may be off by, 10 ulp of
a number below 16 for GELU and 6 for each approximation, is less than $10^{-13}$ and is added. For
$x < 0$ nothing is left to do: every difference that we bound in this way is even. (An absolute
value has corners, but only ones that point down.)

## Proven

The bounds above trust the rounding of our functions. Ball arithmetic trusts nothing: it encloses
each error over whole intervals, all roundings included, and the tails are bounded on paper. It
proves the largest errors on all of $\mathbb{R}$, each enclosed to six digits with the place where
it is attained, and the digits of GELU's minimum. That GELU has one minimum and no more is a
theorem, and so is that the two integral forms are the same function, Gauss's integral included.

The document closes with two references, for the chapter as a whole; neither is about this
section. "Attention Is All You Need" [@vaswani-2017] uses ReLU between its linear layers, and the
"Mathematical Framework" [@elhage-2021] leaves those layers out. GELU's own paper is @hendrycks-gimpel-2016.
*/
SECTION(proven)
{
  chapter.proposition("gelu",
                      {"enclosure", "gelu_one_minimum", "gelu_forms_agree", "gaussian_integral"});
  chapter.reading("exo7-7-references", holds,
                  "both exist and are what the document calls them: the first (2017) introduces "
                  "the transformer, the second (2021) explains its circuits mathematically");
}

/**
## Summary

- GELU is $x\,\Phi(x)$, a number times the probability that a normal number is below it. It is at
  most 0.17 from ReLU, has the slope $\tfrac12$ where ReLU has its corner, and one minimum,
  $-0.169971$.
- On one example ReLU idles half of the neurons, on a batch of unrelated ones almost none; GELU never.
- In floating point, use erfc: $\tfrac x2(1 + \mathrm{erf}(x/\sqrt2))$ loses every digit on the left.
- The approximation with the sigmoid errs by 0.0203, that with tanh, which GPT-2 computes, by 0.00047;
  their constants fit $\Phi$. As printed, the formula with tanh errs by 0.51.
*/
