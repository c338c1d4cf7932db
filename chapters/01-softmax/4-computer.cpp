#include "logits.hpp"

#include "epreuve/instruments/bisection.hpp"
#include "epreuve/instruments/derivative.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

/**
# The formula to the letter, on a computer

GPT-2's logits came near one end of the exponent range. Where exactly does the formula fail, what
cures it, and how far do its numbers move when the logits do?

## Where the exponential ends

Bisection finds the places; logarithms in 50 digits say where they should be.
*/
using namespace epreuve::course;

/// The logit below which e^x is 0, that below which it loses digits, and the last before infinity.
template <typename Real>
static arma::vec ends_of_exp()
{
  const Real low = -1000, zero = 0, high = 1000;
  const auto infinite = first_where([](Real x) { return std::isinf(std::exp(x)); }, zero, high);
  return {double(first_where([](Real x) { return std::exp(x) > 0; }, low, zero)),
          double(first_where([](Real x) { return std::isnormal(std::exp(x)); }, low, zero)),
          double(std::nextafter(infinite, zero))};
}

SECTION(range_of_exp)
{
  const arma::vec of_float = ends_of_exp<float>(), of_double = ends_of_exp<double>();
  chapter.table("The logits x whose exponential ...",
                Columns()
                    .column("", {"is 0 below", "loses digits below", "overflows above"})
                    .column("float", of_float, "{:.4f}")
                    .column("double", of_double, "{:.4f}"));
  const auto log_of = [](const Reference& number) { return rounded(log(number)); };
  chapter
      .finding("overflow", "eˣ overflows where x exceeds the logarithm of the largest number, and "
                           "becomes 0 below that of half the smallest")
      .agree("largest float logit with finite exponential (floats there are 2⁻¹⁷ apart)",
             of_float(2), log_of(std::numeric_limits<float>::max()), absolute(0x1p-17))
      .agree("largest double logit with finite exponential", of_double(2),
             log_of(std::numeric_limits<double>::max()), ulps(1))
      .agree("least double logit with positive exponential", of_double(0),
             log_of(Reference(std::numeric_limits<double>::denorm_min()) / 2), ulps(1));

  /**
  That is not yet what goes wrong, for softmax divides. It can go wrong in four ways:
  */
  const auto row = [](const std::string& what, const arma::fvec& x) {
    const arma::fvec naive = arma::abs(softmax_naive(x)), stable = softmax(x); // no "-nan"
    return std::vector{what, fmt::format("({:g}, {:g})", x(0), x(1)),
                       fmt::format("{:.4f}, {:.4f}", naive(0), naive(1)),
                       fmt::format("{:.4f}, {:.4f}", stable(0), stable(1))};
  };
  chapter.table("Softmax of two logits in single precision",
                {"what happens", "x", "naive", "stable"},
                {row("∞/∞", {90, 89}), row("finite/∞: zeros, silently", {88.6F, 87.6F}),
                 row("0/0", {-105, -106}), row("digits lost", {-101.5F, -102.5F}),
                 row("nothing goes wrong", {1, 0})});
  chapter.figure("naive-overflow", draw_naive_overflow);
}

/**
The second line is the worst of the four. A `nan` spreads and is found; two zeros look like an
answer, and nobody asks whether they sum to 1. In all five lines the truth is the same, $1/(1 +
e^{-1}) = 0.7311$; the figure at the head of the chapter goes through all such pairs.

## Why the shift is free

The cure is to subtract the largest logit before anything else. That is allowed because $e^{x_i +
c} = e^c e^{x_i}$: the factor $e^c$ appears in the numerator and in every term of the denominator,
and cancels. And it has to be the largest, so that every exponent is at most 0 and one of them *is*
0: nothing overflows, and the denominator lies between 1 and $N$, so there is no $0/0$.

For integer logits the shift itself makes no rounding error, so we may demand the same bits, at
distances where the naive formula has long failed.
*/
SECTION(free_shift)
{
  const auto same_bits = [](Draw& draw, auto& x) {
    const double c = draw.integer("c", -1000000000000, 1000000000000);
    return difference(softmax(x + c), softmax(x));
  };
  const auto tells_x = [](Logits x) {
    const arma::vec logs = log_softmax(x);
    return difference(logs - logs(0), x - x(0));
  };
  chapter
      .finding("free-shift", "σ(x + c) = σ(x), and nothing but a constant shift leaves σ unchanged")
      .property("integer logits shifted by up to ±10¹²: σ is the same",
                over_integer_matrices({"x N x 1"}, same_bits, {20, -100, 100}), exactly())
      .property("ln σ(x) is x but for a constant, so σ tells x up to a shift",
                vectors({1, 20}, 50, tells_x), absolute(3e-13));

  /**
  The logarithm deserves the same care. Computed in two steps, $\ln(\sigma_i)$ of an improbable
  token is $\ln 0 = -\infty$, and a training loss is infinite because of rounding. In one step,
  $x_i - \ln\sum_j e^{x_j}$, it is finite, as it should be:
  */
  chapter.finding("log-softmax", "ln σ is finite where σ has underflown")
      .agree("softmax of (0, −800), second entry", softmax({0, -800})(1), 0, exactly())
      .agree("log-softmax of (0, −800), second entry", log_softmax({0, -800})(1), -800, ulps(7));

  /**
  The sum in it is the *log-sum-exp* of the logits, a maximum with its corners rounded off: never
  below $\max x$ and at most $\ln N$ above. When the logits move, it moves by no more than the logit
  that moves most. For this, and for the fact that subtracting the maximum first changes nothing, no
  random draws are needed:
  */
  chapter.proposition("log-sum-exp",
                      {"lse_stable", "lse_bounds", "lse_lipschitz", "log_softmax", "lse_partial"});
}

/**
## Temperature

Dividing all logits by a temperature $T$ before softmax sharpens or flattens the answer. For $T\to
0$ only the largest logit is left: with a lead of $g$ over the runner-up, all the other tokens
together have at most $(N-1)\,e^{-g/T}$. For $T \to\infty$ all differences vanish, and each
probability comes within a quarter of $(\max x - \min x)/T$ of $1/N$ (the quarter will explain
itself with the Jacobian). In between, the entropy can only rise: differentiating $H$ gives
$\frac{dH}{dT} = \operatorname{Var}_\sigma(x) / T^3$, never negative. A difference quotient in 50
digits says so too.
*/
static const auto variance = [](Logits sigma, Logits v) {
  return arma::dot(sigma, arma::square(v - arma::dot(sigma, v)));
};

SECTION(temperature)
{
  const auto cold = [](Logits unsorted, Draw& draw) {
    const double T = draw.real("T", 0.05, 100);
    const arma::vec x = arma::sort(unsorted, "descend"), sigma = softmax(x, T);
    const double others = compensated_sum(sigma.tail(x.n_elem - 1));
    return sigma.is_sorted("descend") &&
           others <= (x.n_elem - 1) * std::exp((x(1) - x(0)) / T) * (1 + 1e-12);
  };
  const auto hot = [](Logits x, Draw& draw) {
    const double T = draw.real("T", 0.1, 1e6), even = 1.0 / x.n_elem;
    return arma::abs(softmax(x, T) - even).max() <= (x.max() - x.min()) / (4 * T) + 4e-15;
  };
  const auto slopes_of_entropy = [](Logits x, Draw& draw) {
    const double T = draw.real("T", 0.5, 5);
    const auto H = [&](const Reference& t) { return entropy_50(softmax_50(in_50_digits(x), t)); };
    return difference(variance(softmax(x, T), x) / (T * T * T), derivative_50(H, T));
  };
  chapter
      .finding("temperature", "As T rises from 0 to ∞, σ(x/T) goes from the argmax to the uniform "
                              "distribution, in the same order, with growing entropy")
      .property("σ has the order of x, and 1 − max σ ≤ (N−1) e^{−g/T}, g the lead of the first",
                vectors({2, 12}, 10, cold))
      .property("|σᵢ − 1/N| ≤ (max x − min x)/(4T)", vectors({1, 12}, 10, hot))
      .property("dH/dT = Var(x)/T³", vectors({2, 5}, 3, slopes_of_entropy), absolute(1e-12), 100);
  chapter.figure("temperature", draw_temperature);
}

/**
## The Jacobian, and a bound one can remember

How much do the probabilities move when the logits do? Differentiating the quotient gives
$\partial\sigma_i/\partial x_j = \sigma_i(\delta_{ij} - \sigma_j)$, as a matrix $J =
\operatorname{diag}(\sigma) - \sigma\sigma^T$. Training goes backwards through it, so it is worth
knowing well.

Its entries are $\sigma_i(1-\sigma_i)$ and $-\sigma_i\sigma_j$, products of two numbers that sum to
at most 1, so they lie in $[-\frac14, \frac14]$. Its rows sum to 0: that is the free shift once
more. The form $v^T J v$ is $\sum_i \sigma_i v_i^2 - (\sum_i \sigma_i v_i)^2$, the variance of $v$
when token $i$ has probability $\sigma_i$. So it is never negative, and since no variance exceeds a
quarter of the squared range, at most $\frac14(\max v - \min v)^2 \le \frac12\|v\|^2$. No eigenvalue
leaves $[0, \frac12]$, and softmax never moves further than half of what its logits do. Two equal
logits attain both bounds: $J$ has the entries $\pm\frac14$, and the eigenvalue $\frac12$.
*/
SECTION(jacobian)
{
  const auto derivatives = [](Logits x) {
    return difference(softmax_jacobian(x), jacobian_50([](auto& z) { return softmax_50(z); }, x));
  };
  const auto form = [](Logits x) {
    const arma::mat J = softmax_jacobian(x);
    return arma::abs(J).max() <= 0.25 + 1e-15 && difference(J, J.t()).absolute == 0 &&
           arma::abs(arma::sum(J, 1)).max() <= 1e-14;
  };
  const auto quadratic_form = [](Logits x, Draw& draw) {
    const arma::vec v = draw.vector("v", x.n_elem, -1, 1);
    const double vJv = arma::dot(v, softmax_jacobian_times(x, v));
    return std::abs(vJv - variance(softmax(x), v)) <= 1e-14 && vJv >= -1e-14 &&
           vJv <= 0.5 * arma::dot(v, v) + 1e-14;
  };
  chapter
      .finding("jacobian", "J = diag(σ) − σσᵀ is symmetric, its rows sum to 0, its entries are in "
                           "[−1/4, 1/4] and its eigenvalues in [0, 1/2]")
      .property("J against difference quotients in 50 digits", vectors({2, 5}, 5, derivatives),
                ulps(25), 60)
      .property("J = Jᵀ, entries in [−1/4, 1/4], rows of sum 0", vectors({1, 12}, 20, form))
      .property("vᵀJv = Var(v) is in [0, ½ ‖v‖²]", vectors({1, 12}, 5, quadratic_form))
      .agree("Jacobian at two equal logits", softmax_jacobian({0, 0}),
             arma::mat{{0.25, -0.25}, {-0.25, 0.25}}, exactly());

  /**
  Draws and digits are evidence. That the sum is 1, that a shift changes nothing, that softmax keeps
  the order, what its Jacobian is and both bounds are also *proven*, for every $N$ and all real
  logits. So is what follows for finite changes: a logit that moves by $h$ moves no probability by
  more than $\frac{|h|}4$, and $\|\sigma(x) - \sigma(z)\| \le \frac12 \|x - z\|$.
  */
  chapter.proposition("softmax", {"softmax_sum_to_1", "softmax_order", "softmax_eqP",
                                  "softmax_Jacobian", "Jacobian_bound", "Jacobian_form_bound",
                                  "logit_change", "softmax_lipschitz"});
  chapter.figure("jacobian", draw_jacobian);
}

/**
## What a rounding error in the logits costs

The Jacobian measures absolute errors. For the small probabilities of a language model relative
errors matter more, that is, errors of $\ln\sigma_i$. Its gradient is $e_i - \sigma$, whose absolute
values sum to $2(1-\sigma_i) < 2$. So if no logit is off by more than $\delta$, no log-probability
is off by more than $2\delta$: one half comes from $x_i$, the other from the log-sum-exp.

The catch is $\delta$. Logits are stored with a relative error $u$, so $\delta = u \max |x_i|$, and
the shift that was free on paper is paid for in digits. Let us round the printed example to single
precision ($u = 2^{-24}$) after shifting it, and compute everything else exactly.
*/
SECTION(conditioning)
{
  const arma::vec ends{-100, 100};
  constexpr double u = 0x1p-24;
  const auto logs_move = [](Logits x, Draw& draw) {
    const arma::vec d = draw.vector("d", x.n_elem, -1, 1);
    const double most = arma::abs(log_softmax(x + d) - log_softmax(x)).max();
    return most <= 2 * arma::abs(d).max() + 1e-12;
  };
  chapter
      .finding("conditioning", "An error ≤ δ in every logit changes no ln σᵢ by more than 2δ; a "
                               "relative error u of the logits costs up to 2u max|xᵢ|")
      .property("|ln σᵢ(x + d) − ln σᵢ(x)| ≤ 2 max|dⱼ|", vectors({1, 12}, 50, logs_move))
      .at_least("change of ln σ₁ over 100 u for x = (−100, 100) with the relative error u = 2⁻²⁴",
                (log_softmax(ends)(0) - log_softmax(ends * (1 + u))(0)) / (100 * u), 1.9999);

  const arma::vec shift{0, -78.0818, 1000, 10000, 100000};
  arma::vec error(shift.n_elem), bound(shift.n_elem);
  for (arma::uword i = 0; i < shift.n_elem; ++i) {
    const arma::vec x = printed_example + shift(i);
    const arma::vec stored = arma::conv_to<arma::vec>::from(arma::conv_to<arma::fvec>::from(x));
    error(i) = arma::abs(softmax(stored) / softmax(printed_example) - 1).max();
    bound(i) = 2 * u * arma::abs(x).max();
  }
  chapter.table("The printed example, shifted, its logits stored in single precision",
                Columns()
                    .column("shift c", shift, "{:.6g}")
                    .column("rel. error of σ", error, "{:.1e}")
                    .column("bound 2u max|xᵢ|", bound, "{:.1e}")
                    .column("digits left", arma::vec(-arma::log10(error)), "{:.1f}"));
}

/**
Seven digits without a shift, less than six where GPT-2 keeps its logits, two at $10^5$. So the
order of operations matters: subtract the maximum *before* rounding, not after.

## In short

Softmax keeps the order, ignores a common shift, never moves further than half of what its logits
do, and tells us the odds of any two tokens by their difference alone. Its numbers are
probabilities, of a race at least; whether they are right is for training to say. A computer must
subtract the largest logit first. Of the documents' statements about it two are refuted, one copy is
damaged, and one example has digits cut; the others hold.

What softmax does not do is make logits: that is the next chapter, which sends a vector of 768
numbers to 50 257 without inventing any.
*/
