#include "epreuve/chapter.hpp"
#include "epreuve/instruments/activations.hpp"
#include "epreuve/instruments/certified_maximum.hpp"
#include "epreuve/instruments/derivative.hpp"
#include "epreuve/instruments/differences.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/extrema.hpp"
#include "epreuve/math/dense_layer.hpp"
#include "epreuve/math/gelu.hpp"
#include "extremum.hpp"
#include "monotone.hpp"

#include "figures.hpp"

#include <cmath>
#include <numbers>

/**
# Beside ReLU

The document compares GELU with ReLU, $\max(x, 0)$: near it, but without its corner, with values
below 0, and better for training, because ReLU leaves weights where they are.

## How close

For $x < 0$, ReLU is 0 and the difference is $x\,\Phi(x) = -|x|\,\Phi(-|x|)$. For $x > 0$ it is
$x\,\Phi(x) - x = -x\,(1 - \Phi(x)) = -x\,\Phi(-x)$. One formula for both:

$$\mathrm{GELU}(x) - \mathrm{ReLU}(x) = -|x|\,\Phi(-|x|) = \mathrm{GELU}(-|x|).$$

So the difference is even, never positive, and *is* GELU's own negative half, drawn on both sides.
It is largest where GELU is smallest. (The subtraction cancels for $x > 0$: its error is some ulp of
$x$, and $x \leq 8$.) And with $t = |x|$ it is never more than the bell itself,

$$t\,\Phi(-t) = t \int_t^\infty f(s)\,ds \leq \int_t^\infty s f(s)\,ds = f(t).$$

(For $x > 5$ both sides are lost in the rounding of $x$.)

How near is "rather close"? At the place $t$ of the largest distance the derivative of
$t\,\Phi(-t)$ vanishes, which is $\Phi(-t) - t f(t) = \mathrm{GELU}'(-t)$, so the distance is $t^2 f(t)$.
And $s^2 f(s)$ is at most $2 f(\sqrt 2) = 0.2935\ldots$, whatever $t$ is. Bounds that hold everywhere
(explained with the approximations) narrow it down to nine digits, and $f(3) = 0.0044$ bounds it from
3 on. For comparison, ReLU itself is 0.17 away from 0 already at 0.17.
*/
using namespace epreuve::course;

SECTION(how_close)
{
  chapter.claim("exo7-7-fig-gelu-relu", holds)
      .property("ReLU − f ≤ GELU ≤ ReLU", over(-38, 5), [](double x) {
        return relu(x) - normal_density(x) <= gelu(x) && gelu(x) <= relu(x);
      });
  chapter.figure("gelu-and-relu", draw_gelu_and_relu);

  const auto below_relu = [](double x) { return relu(x) - gelu(x); };
  const Bounds distance = certified_maximum(below_relu, 8, 0, 12, 1e-10, 1e-13);
  chapter.claim("exo7-7-close-to-relu", holds)
      .at_most("largest |GELU − ReLU|, upper bound, against 2 f(√2)", distance.upper,
               2 * normal_density(std::numbers::sqrt2));

  const Maximum gap = maximize(below_relu, 0, 12);
  chapter.finding("gap-is-the-dip", "GELU(x) − ReLU(x) = −|x| Φ(−|x|), largest at the dip")
      .agree(
          "ReLU(x) − GELU(x) and |x| Φ(−|x|)", over(-8, 8), below_relu,
          [](double x) { return std::abs(x) * normal_distribution(-std::abs(x)); }, absolute(1e-14))
      .agree("GELU' at −t, t the place of the largest distance from ReLU",
             gelu_derivative(-gap.location), 0, absolute(1e-7))
      .within("largest distance from ReLU, between its bounds", gap.value, distance.lower,
              distance.upper);
}

/**
## No corner

At 0 the difference quotient of GELU is $\mathrm{GELU}(h)/h = \Phi(h)$, which tends to $\tfrac12$
from both sides, never farther from it than $|h| f(0) < 0.4\,|h|$. ReLU's is 1 from the right and
0 from the left, whatever $h$. That settles 0. Elsewhere: $x$ and $\Phi$ are as smooth as
functions can be, and

$$\mathrm{GELU}'(x) = \Phi(x) + x f(x), \qquad \mathrm{GELU}''(x) = (2 - x^2) f(x).$$

The first, which the library computes to 32 ulp of 1.13 at most, is checked against the difference
quotient of GELU in fifty digits, of which more than thirty are right.
*/
SECTION(no_corner)
{
  const double h = 0x1p-30;
  const auto slope_50 = [](const Reference& x) { return derivative_50(gelu_50, x); };
  chapter.claim("exo7-7-differentiable", holds)
      .agree("GELU's quotient at 0, h = 2⁻³⁰", gelu(h) / h, 0.5, absolute(0.4 * h))
      .agree("GELU's quotient at 0, h = −2⁻³⁰", gelu(-h) / -h, 0.5, absolute(0.4 * h))
      .agree("ReLU's quotient at 0 from the right", relu(h) / h, 1, exactly())
      .agree("ReLU's quotient at 0 from the left", relu(-h) / -h, 0, exactly())
      .agree("GELU' = Φ + x f, and the difference quotient of GELU in 50 digits", over(-6, 6),
             gelu_derivative<double>, slope_50, absolute(8e-15), 200)
      .property("GELU has the sign of x", over(-38, 38),
                [](double x) { return x == 0 || gelu(x) / x > 0; })
      .agree("GELU(0)", gelu(0.0), 0, exactly());

  const Maximum steepest = maximize(gelu_derivative<double>, -12, 12);
  chapter.finding("slope", "GELU's slope is 1/2 at 0, and largest at √2, where it exceeds 1")
      .agree("GELU'(0)", gelu_derivative(0.0), 0.5, exactly())
      .agree("place of GELU's largest slope", steepest.location, std::numbers::sqrt2,
             absolute(1e-7))
      .agree("GELU's largest slope, and that at √2 in 50 digits", steepest.value,
             slope_50(sqrt(Reference(2))), ulps(32));

  /**
  ## A dip

  From GELU'' we read the whole shape. The slope falls on $(-\infty, -\sqrt2]$, and since it starts
  from 0 at $-\infty$ it is negative there; it rises on $[-\sqrt2, \sqrt2]$ and crosses 0 once; then
  it falls again, to 1, and stays positive. So GELU goes down, up, and never down again: one
  minimum. (It is not monotone, but only just.) A search in `double`, which closes in on the best
  sample by Brent's method, and the zero of the slope in fifty digits must be at the same six figures.
  */
  const Maximum minimum = maximize([](double x) { return -gelu(x); }, -12, 12);
  const Extremum minimum_50 = extremum_near(-0.75, gelu_50);
  chapter.claim("exo7-7-non-monotone", holds)
      .property("GELU falls to the left of its minimum", falls(gelu<double>, -38, minimum.location))
      .property("GELU rises to the right of its minimum", rises(gelu<double>, minimum.location, 38))
      .by_reading("that this is an advantage is said with \"it seems\", which commits to nothing");
  same_extremum(chapter.finding("minimum", "GELU has one minimum, −0.169971 at x = −0.751792"),
                "minimum of GELU", {minimum.location, -minimum.value}, minimum_50, absolute(1e-7),
                ulps(16), "-0.751792", "-0.169971")
      .property("GELU' rises on [−√2, √2]",
                rises(gelu_derivative<double>, -std::numbers::sqrt2, std::numbers::sqrt2, 0x1p-50));

  /** The slopes, with those of the two approximations, which come later: */
  chapter.figure("derivatives", draw_derivatives);
}

/**
## Weights that learn nothing

What ReLU's flat left side costs is seen in a layer $h = a(Wx + b)$ with loss
$\tfrac12 |h - t|^2$. Backpropagation gives

$$\frac{\partial L}{\partial W} = \bigl((h - t) \circ a'(Wx + b)\bigr)\, x^T,$$

one row per neuron; where $a' = 0$ the whole row is zero and (with plain gradient descent) none of
the neuron's weights moves.

Differences of the loss confirm that this is the gradient: each weight is moved by $\pm h$. Weights
and inputs are integers and the bias is $\tfrac12$, so no neuron is on ReLU's corner. With ReLU the
loss is then quadratic in the neighbourhood and the central difference is right up to rounding:
losses stay below $10^4$, so each of a dozen operations costs $10^4 \cdot 2^{-53} / h < 10^{-7}$ for
$h = 2^{-16}$.
*/
static Difference gradient_and_differences(const arma::mat& W, const arma::vec& x,
                                           const arma::vec& t)
{
  const arma::vec b(W.n_rows, arma::fill::value(0.5));
  const auto loss = [&](const arma::mat& weights) {
    return arma::accu(arma::square(relu(arma::vec(weights * x + b)) - t)) / 2;
  };
  return difference(gradient_by_differences(loss, W, 0x1p-16),
                    weight_gradient(relu_activation(), W, b, x, t));
}

/**
Then we count rows of zeros. Where neurons' weights are drawn from a law that does not prefer a
sign, a neuron with weights $w$ is as likely as one with weights $-w$, and of these two exactly
one receives a negative number. So we need not trust to chance: a layer that holds both of each
pair has exactly half of its neurons idle, whatever the weights and the input.
*/
SECTION(idle_neurons)
{
  const arma::mat half_of_W = arma::randn(1000, 16), W = arma::join_cols(half_of_W, -half_of_W);
  const arma::vec input = arma::randn(16), b = arma::zeros(2000), t = arma::randn(2000);
  const auto idle_rows = [&](const Activation& a) {
    return arma::accu(arma::all(weight_gradient(a, W, b, input, t) == 0, 1));
  };
  chapter.claim("exo7-7-relu-zero", holds)
      .property("gradient of a ReLU layer, and differences of its loss",
                over_integer_matrices({"W n x m", "x m x 1", "t n x 1"}, gradient_and_differences,
                                      {.low = -3, .high = 3}),
                absolute(1e-6), 300)
      .property("ReLU is 0 for negative x", over(-1e3, 0), [](double x) { return relu(x) == 0; })
      .equal("idle neurons among 1000 pairs ±w, with ReLU", idle_rows(relu_activation()), 1000);
  chapter.finding("gelu-always-learns", "In the same layer with GELU no neuron is idle")
      .equal("idle neurons among 1000 pairs ±w, with GELU", idle_rows(gelu_activation()), 0);
}

/**
So the document's "many" is right for one example: it is one half. But a step of training is taken
on a batch, and a neuron does not move only if *every* example of the batch is on its flat side. If
the examples are unrelated, and each as likely as its opposite, the $2^B$ ways to give them signs
are equally likely. Exactly one of them makes the neuron idle, the one that turns every example to
the flat side. (To count the ways: with one example they are how many of $z$ and $-z$ are on the
flat side; and since each sign is chosen freely, the ways of several examples multiply.)

So the share of idle neurons is $2^{-B}$: with eight examples it is one in 256, and with the half
million tokens of a step of GPT-2's training none would be idle by chance. What remains is the neuron
that has drifted so far that no example wakes it ("dying ReLU"), which GELU lets drift back, slowly:
its slope at $-5$ is $-7 \cdot 10^{-6}$.
*/
static double idle_share(const Activation& a, const arma::mat& received)
{
  const auto flat = [&](arma::mat z) { return arma::umat(z.transform(a.derivative) == 0); };
  const arma::uword ways = arma::accu(arma::prod(flat(received) + flat(-received), 1));
  return ways / (received.n_rows * std::exp2(received.n_cols));
}

SECTION(batches)
{
  const arma::vec batches{1, 2, 4, 8}, expected = arma::exp2(-batches);
  arma::vec share(4), share_with_gelu(4);
  for (arma::uword i = 0; i < 4; ++i) {
    const arma::mat received = arma::randn(100, 16) * arma::randn(16, batches(i));
    share(i) = idle_share(relu_activation(), received);
    share_with_gelu(i) = idle_share(gelu_activation(), received);
  }
  chapter.finding("batches", "Over a batch of B unrelated examples ReLU idles 2⁻ᴮ of the neurons")
      .equal("share of idle neurons over all signs of 1, 2, 4, 8 examples", share, expected)
      .equal("share of idle neurons with GELU", share_with_gelu, arma::zeros(4))
      .agree("GELU'(−5), and in 50 digits", gelu_derivative(-5.0), derivative_50(gelu_50, -5),
             ulps(32));
  chapter.table("Share of neurons without any gradient, over all signs of the examples",
                Columns()
                    .column("batch", batches)
                    .column("ReLU", share, "{:.4f}")
                    .column("2⁻ᴮ", expected, "{:.4f}")
                    .column("GELU", share_with_gelu, "{:.4f}"));
  chapter.reading("exo7-7-better", holds,
                  "Hendrycks and Gimpel (2016) report gains over ReLU and ELU on all their tasks "
                  "(images, language, speech); a report, not a law, and nothing a page of "
                  "computing could settle");
}

/**
## A yes, a no, and how much

The `notes` give ReLU another reason: after a linear step one wants a yes or a no, *so* one applies
ReLU. That is not what it gives: ReLU(2) is 2. A true yes or no is a step, and a step could not be
trained: its slope is 0 wherever it has a slope. ReLU keeps the no and grades the yes. The sentence
before it in the notes has the better reason: the step before was linear, and linear after linear is
linear (in integers the two sides are equal, exactly).
*/
SECTION(yes_or_no)
{
  chapter.claim("notes-3-relu", refuted)
      .as_printed("ReLU answers yes or no: its values are 0 and 1")
      .property("ReLU(x) is 0 or 1", over(-3, 3),
                [](double x) { return relu(x) == 0 || relu(x) == 1; })
      .corrected("ReLU(x) = x·[x > 0]: 0 for no, for yes x itself; it is applied to be non-linear")
      .property("ReLU(x) is x·[x > 0]", over(-1e3, 1e3),
                [](double x) { return relu(x) == (x > 0 ? x : 0); })
      .property("two linear layers without it, and the one that is their product",
                over_integer_matrices(
                    {"B p x n", "A n x m", "x m x 1"},
                    [](auto& B, auto& A, auto& x) { return difference(B * (A * x), (B * A) * x); }),
                exactly())
      .at_least("ReLU(1) + ReLU(−1) − ReLU(0), 0 if linear", relu(1.0) + relu(-1.0) - relu(0.0), 1);
}
