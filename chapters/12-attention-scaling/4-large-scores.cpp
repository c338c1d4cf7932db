#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/certified_maximum.hpp"
#include "epreuve/instruments/noticing.hpp"
#include "epreuve/instruments/quadrature.hpp"
#include "epreuve/instruments/vectors.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"
#include "finite_laws.hpp"
#include "scores.hpp"

#include <cmath>
#include <cstddef>
#include <functional>

/**
# What large scores do to softmax

masterclass has reasons of its own. The first is that without the factor the dot products can become
very large. They can: a typical one has size $\sqrt d$. (For normal entries the mean size is $E|s| =
\sqrt{2/\pi}\, E|q| = 2\, \Gamma(\frac{d+1}2) / (\sqrt\pi\, \Gamma(\frac d2))$, which is
$\sqrt{2d/\pi}$ up to a relative error of $1/(4d)$.) For entries $\pm 1$ a score of size above 10 is
a rarity at $d = 16$, and at $d = 256$ every second score is that large.
*/
using namespace epreuve::course;

SECTION(large)
{
  const auto above_10 = [](std::size_t d) {
    return double(
        probability(dot_product(signs(), signs(), d), [](auto& s) { return abs(s) > 10; }));
  };
  const auto mean_size = [](double d) {
    return 2 / std::sqrt(arma::datum::pi) * std::exp(std::lgamma((d + 1) / 2) - std::lgamma(d / 2));
  };
  chapter.claim("masterclass-attention-large", holds)
      .at_most("probability that |q · k| > 10, entries ±1, exact, d = 16", above_10(16), 0.01)
      .at_least("probability that |q · k| > 10, entries ±1, exact, d = 256", above_10(256), 0.4)
      .agree("E|q · k| of normal entries, an integral against its closed form, d = 128",
             score_expectation(128, [](double s) { return s; }), mean_size(128), absolute(1e-8))
      .agree("E|q · k| / √(2d/π) of normal entries, d = 4096",
             mean_size(4096) / std::sqrt(2 * 4096 / arma::datum::pi), 1, absolute(1.0 / 4096));
}

/**
## Entropy: undecided, or winner takes all

What does softmax make of scores of variance $d$, and of variance 1? We draw a thousand queries against
64 keys at each $d$ (the end of this page tells how), and see how spread their attention is.
*/
SECTION(entropy_with_division)
{
  chapter.shows("entropy");

  /**
  With the division the scores tend to independent normal $z_j$ as $d \to \infty$. For many keys
  the entropy $H = \ln \sum e^{z_j} - \sum z_j e^{z_j} / \sum e^{z_j}$ then follows from two
  averages, $E[e^z] = E[z e^z] = e^{1/2}$:
  $$ H \to \ln n + \tfrac12 - 1 = \ln n - \tfrac12. $$
  Half a nat below the maximum $\ln n$, no more: the division leaves the head undecided at the
  start, with the freedom to learn. For 64 keys an integral gives the limit (see below).

  Divided by $d$ instead, as the damaged copy says, the scores would have variance $1/d$. The
  entropy of scores $\sigma z_j$ is on average $\ln n - \frac{n-1}n\, \sigma^2/2$ and terms of order
  $\sigma^4$: at $d = 4096$ hardly anything separates the head from complete indifference.
  */
  chapter
      .finding("entropy-with", "with the division the entropy tends to ln n − 1/2 for many keys; "
                               "for 64 keys to 3.685 of at most 4.159")
      .within("E[H] of 64 keys at σ = 1", average_attention(64, 1).entropy, 3.6845, 3.6855)
      .agree("E[H] + 1/2 − ln n at σ = 1, n = 10⁴, against the next term (e + 1)/2n",
             average_attention(1e4, 1).entropy + 0.5 - std::log(1e4), (arma::datum::e + 1) / 2e4,
             absolute(2e-6))
      .agree("E[H] of one key", average_attention(1, 1).entropy, 0, absolute(1e-12));
  const double lost = std::log(64) - average_attention(64, 1.0 / 64).entropy; // |q| = √d = 64
  chapter
      .finding("divided-by-d",
               "divided by d instead, attention is nearly uniform: ln n − (1 − 1/n)/(2d)")
      .agree("(ln n − E[H]) · 2d, d = 4096", lost * 8192, 1 - 1.0 / 64, absolute(1.0 / 4096));
}

/**
Without the division the scores are $\sigma z_j$ with $\sigma = |q| \approx \sqrt d$. Only when
the two largest are within a few units does any doubt remain. The gap of the two largest of $n$
normal variables has at 0 the density
$$ c_n = n(n-1) \int \varphi(z)^2\, \Phi(z)^{n-2}\, dz, $$
so that of the scores has $c_n/\sigma$, and with a gap of $g$ the two share the attention as
$p = 1/(1 + e^{-g})$ and $1 - p$. Integrate the entropy of such a pair over all gaps,
substituting $dg = dp/(p(1-p))$: the dilogarithm's $\pi^2/6$ comes out. The norm of the Jacobian
$J = \mathrm{diag}(p) - p p^T$ of such a pair is $2p(1-p)$, whose integral is 1. Hence
$$ E[H] \approx \frac{\pi^2}6 \frac{c_n}{\sigma}, \qquad E|J|_F \approx \frac{c_n}{\sigma}, \qquad
   \sigma \approx \sqrt d. $$
Both vanish like $1/\sqrt d$, at a fixed ratio of $\pi^2/6 = 1.645$. A positive
semidefinite matrix of rank 1 has the same norm as trace, so for the pair $\mathrm{tr}\,J$ is
$2p(1-p)$ too, and of the trace we have the integral.

The pairs are not all: three scores within a few units have a probability of order $1/\sigma^2$.
So the ratio $\sigma E[H] / (\frac{\pi^2}6 c_n)$ is $1 + a/\sigma + O(1/\sigma^2)$, and for
$\sigma = 16, 32, 64$ it comes out as 1.0956, 1.0469 and 1.0232: the distance from 1 is halved
each time. Twice the last minus the one before cancels the $a$ (Richardson's step), and what is
left is of order $1/\sigma^2$; we allow $4/64^2$, a thousandth. A constant that is wrong by more
than that would show.
*/
SECTION(entropy_without_division)
{
  const double c = top_gap_density(64), zeta_2 = std::pow(arma::datum::pi, 2) / 6;
  const double thousandth = 4.0 / (64 * 64), inf = arma::datum::inf;
  const auto ratio = [=](double s) { return s * average_attention(64, s).entropy / zeta_2 / c; };
  const double limit = 2 * ratio(64) - ratio(32), halved = (ratio(32) - 1) / (ratio(64) - 1);
  const double trace_ratio = 64 * average_attention(64, 64).trace / c;
  const auto trace_of_pair = [](double g) { return 1 / (1 + std::cosh(g)); };
  chapter
      .finding("entropy-without",
               "without it entropy and gradient vanish like π²/6 · cₙ/√d and cₙ/√d")
      .agree("∫ entropy of a pair = π²/6", integral(entropy_of_pair, 0, inf), zeta_2,
             absolute(1e-12))
      .agree("∫ trace of J of a pair = 1", integral(trace_of_pair, 0, inf), 1, absolute(1e-12))
      .agree("σ E[H] / (π²/6 cₙ), σ = 64, after a Richardson step", limit, 1, absolute(thousandth))
      .within("its distance from 1 at σ = 32 over that at σ = 64", halved, 1.9, 2.1)
      .agree("σ E tr J / cₙ at σ = 64, n = 64", trace_ratio, 1, absolute(thousandth));
}

/**
## The gradient: zero, but never one

The second reason: without the factor, says masterclass, the gradients after the softmax come
close to zero *or one*. Zero, yes. One, never: the entries of $J$ are $p_i(1 - p_i)$ and
$-p_i p_j$, and
$$ p(1-p) = \tfrac14 - (p - \tfrac12)^2 \le \tfrac14, \qquad
   p_i p_j \le \Bigl(\frac{p_i + p_j}2\Bigr)^2 \le \tfrac14. $$
It is the *probabilities* that come close to zero or one. To be thorough we also enclose the
maximum, by branch and bound. (Only a cross-entropy loss read off the pattern itself would have
slopes $p - y$ near one.)

How often are they close to zero? Let $g$ be the gap of the two largest $z_j$, which exceeds $x$
with probability $n \int \varphi(z + x)\, \Phi(z)^{n-1}\, dz$. All other probabilities together are
then at most $(n-1)\, e^{-\sigma g}$, and $|J|_F \le 1 - \sum p_j^2 \le 2(n-1)\, e^{-\sigma g}$. For
$n = 64$ and $\sigma = 64$ more than half of all queries have $g > \frac14$, and $|J|_F$ below $1.5
\cdot 10^{-5}$. With the division at least half of them have $\sum p_j^2$ at most twice its mean
(Markov's inequality), and so $|J|_F \ge (1 - 2E \sum p_j^2)/\sqrt{n-1} = 0.116$. The largest
probability is at least $\sum p_j^2$.
*/
SECTION(gradient)
{
  chapter.figure("saturation", draw_saturation);
  const auto trace = [](double length) { return average_attention(64, length).trace; };
  const double wide_gap = top_gap_exceeds(64, 0.25), tiny = 2 * 63 * std::exp(-16.0);
  const double typical = (1 - 2 * (1 - trace(1))) / std::sqrt(63);
  const auto slope_at = [](double p) { return p * (1 - p); };
  const double slope = certified_maximum(slope_at, 2, 0, 1, 1e-6, 1e-15).upper;
  const auto no_entry_above = [](const arma::vec& x) {
    return arma::abs(softmax_jacobian(x)).max() <= 0.25 * (1 + 24 * 0x1p-52);
  };
  chapter.claim("masterclass-attention-saturation", refuted)
      .as_printed("without the factor, gradients come close to 0 or to 1")
      .at_most("E tr J, which bounds E|J|, without the division, |q| = 64", trace(64), 0.1)
      .at_least("upper bound of every entry of J, against a gradient near 1", slope, 0.9)
      .corrected("probabilities come close to 0 or 1, and gradients to 0; none exceeds 1/4")
      .at_most("maximum of p(1 − p), enclosed by branch and bound", slope, 0.2502)
      .property("all |Jᵢⱼ| ≤ 1/4 (+ 24 ulp)", vectors({1, 12}, 20, no_entry_above))
      .at_least("E Σ p², at most the mean largest probability, |q| = 64", 1 - trace(64), 0.9)
      .at_least("P(the two largest of 64 scores are 16 apart), |q| = 64", wide_gap, 0.5)
      .at_most("upper bound of |J| where the two largest of 64 scores are 16 apart", tiny, 1e-3)
      .at_least("lower bound of the median of |J| with the division, variance 1", typical, 0.1);

  /**
  So the claim is half right: undivided, hardly any gradient comes back, and none is near one,
  divided or not. And there is a subtlety that the documents do not mention. The gradient that
  reaches the *query* is $c\,K J$, $c$ being the factor of the scores, and without the division $c$
  is larger by the factor $\sqrt d$. So the mean of $\sqrt d\,|J|$ does not vanish at all: it tends
  to $c_n$. But it is the mean of values that are almost always zero, and once in $\sqrt d$ times of
  size $\sqrt d$. The median shows the difference: without the division it vanishes. A head that
  starts like this does not have a small gradient; it has no gradient at all, or a violent one.
  */
  chapter.shows("gradient");
  const double c = top_gap_density(64);
  chapter
      .finding("none-or-violent", "without the division the query's gradient, √d |J|, keeps its "
                                  "mean while its median vanishes")
      .agree("|q| E tr J / cₙ, undivided, |q| = 32", 32 * trace(32) / c, 1,
             absolute(4.0 / (32 * 32)))
      .at_least("probability that the bound on the median holds, |q| = 64", wide_gap, 0.5)
      .at_most("bound of the median of √d |J| without the division, d = 4096", 64 * tiny, 0.01);
}

/**
Even the whole matrix is small. The absolute values in row $i$ of $J$ sum to $2 p_i(1-p_i)$, so
those of no row sum to more than $1/2$, and a symmetric matrix stretches no direction by more than
the largest such sum. Two keys that share everything equally reach it: what comes back to the scores
is never passed on at more than half its strength.

masterclass says elsewhere that the division stabilises the gradients by way of the variance, and
so it does. With it the average of $\mathrm{tr}\,J$ depends on $d$ only as far as $|q|^2/d$ varies
about 1: its variance is $2/d$, so the limit is approached like $1/d$, and at $d = 64$ the
difference is below a thousandth. Without it the gradient falls like $1/\sqrt d$: from $|q| = 8$
to $|q| = 64$ to an eighth, up to a relative error of $2/8^2$. (If it fell like $d^{-1/4}$, a
third would be left.)
*/
SECTION(stable)
{
  const auto sums_of_rows = [](const arma::vec& x) {
    return arma::sum(arma::abs(softmax_jacobian(x)), 1).max() <= 0.5 * (1 + 32 * 0x1p-52);
  };
  chapter.finding("half", "no direction in score space is passed on by more than a factor 1/2")
      .property("Σⱼ |Jᵢⱼ| ≤ 1/2 in every row of J (+ 32 ulp)", vectors({1, 12}, 10, sums_of_rows))
      .agree("J (1, −1) = (1, −1)/2 for two equal scores",
             softmax_jacobian_times(arma::vec{0, 0}, {1, -1}), arma::vec{0.5, -0.5}, ulps(24));

  const auto trace = [](double length) { return average_attention(64, length).trace; };
  const double at_64 = query_expectation(64, trace), at_4096 = query_expectation(4096, trace);
  const double limit = trace(1);
  Claim& score = chapter.claim("masterclass-sa-score", holds);
  for (const std::size_t d : {16, 64, 256})
    score.equal(fmt::format("Var(q · k/√dₖ) = 1, dₖ = {}", d),
                variance_over_sqrt(dot_product(mostly_zero(), leaning(), d), d), 1);
  score.agree("E tr J with the division, d = 64, against its limit", at_64, limit, absolute(1e-3))
      .within("distance of E tr J from its limit, d = 64 over d = 4096",
              (at_64 - limit) / (at_4096 - limit), 60, 68)
      .agree("E tr J undivided, |q| = 64 over 8", trace(64) / trace(8), 1.0 / 8,
             absolute(2.0 / 64 / 8));
}

/**
## How the queries are drawn

Softmax needs a query against many keys: $64 \times 4096$ normal numbers per query, and we want a
thousand queries. There is a shorter way that is no approximation. A vector of independent normal
numbers looks the same in every direction, so turn the space until $q$ lies on the first axis: the
scores of the keys are then $|q| z_1, \dots, |q| z_n$, the $z_j$ independent and normal. And
$|q|^2$, a sum of $d$ squares, follows a Gamma law of shape $d/2$ and scale 2. We keep the same
$z$ for all $d$, so that the curves show the effect of $d$ and nothing else.
*/
SECTION(a_thousand_queries)
{
  const arma::vec d = arma::exp2(arma::regspace(0, 12));
  const arma::mat z = arma::randn(1000, 64);
  const auto scores_at = [&](double dimension) -> arma::mat {
    const arma::distr_param gamma_law(dimension / 2, 2.0);
    return z.each_col() % arma::sqrt(arma::randg<arma::vec>(z.n_rows, gamma_law));
  };
  arma::mat with(d.n_elem, 8), without(d.n_elem, 8); // entropy and gradient
  AttentionStatistics divided;
  for (arma::uword i = 0; i < d.n_elem; ++i) {
    const arma::mat scores = scores_at(d(i));
    divided = attention_statistics(scores / std::sqrt(d(i)));
    with.row(i) = summary(divided);
    without.row(i) = summary(attention_statistics(scores));
  }
  const double c = top_gap_density(64);
  chapter.figure("entropy", [&](Figure& f) { draw_entropy(f, d, with, without, c); });
  chapter.figure("gradient", [&](Figure& f) { draw_gradient(f, d, with, without, c); });

  /**
  We test the short cut by honest dot products, and the thousand queries.
  */
  arma::mat honest(400, 64);
  for (arma::uword i = 0; i < honest.n_rows; ++i) {
    const arma::mat q = arma::randn(16, 1), K = arma::randn(16, 64);
    honest.row(i) = scaled_attention_scores(q, K);
  }
  const auto mean_entropy = [](const auto& S) { return mean_of(attention_statistics(S).entropy); };
  const auto expected = [](double length) { return average_attention(64, length).entropy; };
  Claim& finding = chapter.finding(
      "short-cut", "scores |q| zⱼ are distributed like dot products of q with keys");
  estimates_noticing(finding, "mean entropy of dot products with 64 keys, d = 16",
                     mean_entropy(honest), query_expectation(16, expected), 0.1,
                     "half the variance of the scores", mean_entropy(std::sqrt(0.5) * honest));
  estimates_noticing(finding, "mean entropy of the thousand queries, d = 4096",
                     mean_of(divided.entropy), expected(1), 0.05, "scores larger by a tenth",
                     mean_entropy(1.1 * scores_at(4096) / 64));
}

/**
## How the averages over all keys are computed

Drawing shows the curves; what we claim about them we compute. A query of length $\sigma = |q|$
gives to $n$ normal keys the scores $\sigma z_1, \dots, \sigma z_n$, and two averages over them say
nearly everything. One is the entropy $H$. The other is the trace of the Jacobian, $\mathrm{tr}\,J =
1 - \sum_j p_j^2$: since $J$ is positive semidefinite of rank at most $n - 1$,
$$ |J|_F \le \mathrm{tr}\,J \le \sqrt{n - 1}\, |J|_F. $$
Both are contained in one formula, for the sums of powers. Write $p_j^k = e^{k \sigma z_j}/S^k$ with
$S = \sum_j e^{\sigma z_j}$, and $S^{-k} = \frac1{\Gamma(k)} \int_0^\infty t^{k-1} e^{-tS}\,dt$.
Since the keys are independent, the expectation splits into factors; with $t = e^{-\sigma w}$ and $y
= \sigma(z - w)$
$$ E \sum_j p_j^k = \frac{n\sigma}{\Gamma(k)} \int_{-\infty}^\infty E\bigl[e^{ky - e^y}\bigr]\,
   E\bigl[e^{-e^y}\bigr]^{n-1} dw. $$
At $k = 1$ this is 1, which checks the integration. At $k = 2$ it gives the trace. And since
$H = -\sum p_j \ln p_j$ is minus the derivative with respect to $k$ at 1, where $\Gamma' = -\gamma$,
$$ E[H] = -n\sigma \int_{-\infty}^\infty E\bigl[(y + \gamma)\, e^{y - e^y}\bigr]\,
   E\bigl[e^{-e^y}\bigr]^{n-1} dw. $$
For two keys one integral is left, over their gap, and must agree.
*/
SECTION(integrals)
{
  const auto over_the_gap = [](const std::function<double(double)>& f) {
    return normal_expectation([=](double z) { return f(3 * arma::datum::sqrt2 * z); });
  };
  const auto norm_and_trace = [](const arma::vec& x) {
    const arma::mat J = softmax_jacobian(x);
    const double norm = arma::norm(J, "fro"), trace = arma::trace(J), slack = 1 + 64 * 0x1p-52;
    return norm <= trace * slack && trace <= std::sqrt(x.n_elem - 1) * norm * slack;
  };
  const AverageAttention two = average_attention(2, 3);
  chapter.finding("integrals", "the integrals for E[H] and E tr J are right")
      .agree("E Σ p, 64 keys, σ = 1", average_attention(64, 1).total, 1, absolute(1e-12))
      .agree("E Σ p, 64 keys, σ = 64", average_attention(64, 64).total, 1, absolute(1e-12))
      .agree("E[H] of two keys, σ = 3", two.entropy, over_the_gap(entropy_of_pair), absolute(1e-12))
      .agree("E tr J of two keys, σ = 3, over their gap", two.trace,
             over_the_gap([](double g) { return 1 / (1 + std::cosh(g)); }), absolute(1e-12))
      .property("|J| ≤ tr J ≤ √(n − 1) |J| (+ 64 ulp)", vectors({2, 12}, 6, norm_and_trace), 300);
}
