#include "bigrams.hpp"
#include "figures.hpp"

#include "epreuve/instruments/softmax.hpp"

#include <cmath>
#include <vector>

/**
# What training finds if n is large enough

The loss is the cross-entropy of the next token, taken over all pairs at once:

$$ L(Z) = \sum_i \pi_i \Bigl( \ln \sum_k e^{Z_{ki}} - \sum_j P_{ji} Z_{ji} \Bigr), \qquad Z = BA, \qquad
   \frac{\partial L}{\partial Z} = (Q - P)\, \mathrm{diag}(\pi), $$

where column $i$ of $Q$ is softmax of column $i$ of $Z$. One cannot choose $Z$ freely, as it has to
be a product. Let us first forget that.
*/
using namespace epreuve::course;

static Bigrams draw_bigrams_of(Draw& draw, arma::uword least, arma::uword most)
{
  const arma::uword N = draw.size("N", least, most);
  const arma::mat counts = draw.integer_matrix("counts", N, N, 1, 9);
  Bigrams bigrams{{}, counts, arma::sum(counts, 0).t() / arma::accu(counts)};
  bigrams.P.each_row() /= arma::sum(counts, 0);
  return bigrams;
}

/**
## Convex, and known

In $Z$ the loss is convex: it is a sum of logarithms of sums of exponentials less something linear.
Its gradient vanishes where $Q = P$; for $P > 0$ that is at $Z = \ln P$, and with any constants
added to its columns, which softmax does not see. So that is where the minimum is, and its value is
the entropy $H$. What is left above it is a distance between distributions,

$$ L(Z) - H = \sum_i \pi_i \sum_j P_{ji} \ln \frac{P_{ji}}{Q_{ji}} = \sum_{i, j} \pi_i P_{ji}\, \phi(d_{ji}),
   \qquad d = \ln \frac PQ, \quad \phi(t) = t - 1 + e^{-t} \ge 0, $$

the second because $\sum_j P_{ji} e^{-d_{ji}} = \sum_j Q_{ji} = 1$. This is the *certificate*: the
excess is a sum of terms that are not negative, so computing it shows how far a network is from the
optimum. (It is also the duality gap. The dual problem has a single feasible point, $Q = P$, whose
value is $H$.)

We compare the gradient with difference quotients of step $h = 10^{-5}$; the third derivative is at
most 1, so they err by $10^{-10}$ and by rounding, $10^{-16} \cdot 40 / h$.
*/
SECTION(convex)
{
  const auto below_chord = [](Draw& draw) {
    const Bigrams bigrams = draw_bigrams_of(draw, 1, 5);
    const arma::mat Y = draw.matrix("Y", bigrams.N(), bigrams.N(), -5, 5);
    const arma::mat Z = draw.matrix("Z", bigrams.N(), bigrams.N(), -5, 5);
    const double t = draw.real("t", 0, 1);
    return bigram_loss(bigrams, t * Y + (1 - t) * Z) <=
           t * bigram_loss(bigrams, Y) + (1 - t) * bigram_loss(bigrams, Z) + 1e-13;
  };
  const auto along = [](Draw& draw) {
    const Bigrams bigrams = draw_bigrams_of(draw, 1, 5);
    const arma::mat Z = draw.matrix("Z", bigrams.N(), bigrams.N(), -5, 5);
    const arma::mat D = draw.matrix("D", bigrams.N(), bigrams.N(), -1, 1);
    const double h = 1e-5;
    return difference((bigram_loss(bigrams, Z + h * D) - bigram_loss(bigrams, Z - h * D)) / (2 * h),
                      arma::accu(bigram_gradient(bigrams, Z) % D));
  };
  const auto gap = [](Draw& draw) {
    const Bigrams bigrams = draw_bigrams_of(draw, 1, 5);
    const arma::mat Z = draw.matrix("Z", bigrams.N(), bigrams.N(), -5, 5);
    return difference(bigram_loss(bigrams, Z) - bigram_entropy(bigrams), bigram_excess(bigrams, Z));
  };
  const auto at_log_P = [](Draw& draw) {
    const Bigrams bigrams = draw_bigrams_of(draw, 1, 5);
    const arma::mat shift = draw.matrix("c", 1, bigrams.N(), -3, 3);
    const arma::mat Z = arma::log(bigrams.P) + arma::ones(bigrams.N()) * shift;
    return difference(bigram_gradient(bigrams, Z), arma::zeros(bigrams.N(), bigrams.N()));
  };
  chapter
      .finding("convex", "In Z the loss is convex, and its minimum is the conditional frequency.")
      .property("L(t Y + (1 − t) Z) ≤ t L(Y) + (1 − t) L(Z)", below_chord)
      .property("slope of L along D against the gradient (Q − P) diag π", along, absolute(1e-8),
                300)
      .property("gradient at Z = ln P + constants for the columns", at_log_P, absolute(1e-14), 300)
      .property("L(Z) − H against the sum of the π P φ(d)", gap, absolute(1e-13), 300);

  /**
  In $A$ and $B$ it is *not* convex. Where both are zero the gradients $B^T G$ and $G A^T$ vanish,
  and nothing is learned: all tokens are equally probable. $(A, B)$ and $(-A, -B)$ are the same
  network, and halfway between them lies this point.

  Yet for $n \ge N - 1$ one can see from $B$ that a point is not a trap: if the gradients vanish,
  and the columns of $B$ together with $(1, \dots, 1)$ span $\mathbb R^N$, then $G = 0$, because
  $B^T G = 0$ and the columns of $G$ sum to 0. Such a point is a global minimum. We train with $n =
  N - 1$, look at the rank, and compute the excess once more, to 50 digits.
  */
  const Bigrams& bigrams = smooth_bigrams();
  const arma::uword N = bigrams.N();
  const TrainedBigrams& full = trained().back();
  const arma::mat nothing(N, N, arma::fill::zeros);
  Reference excess = 0;
  for (arma::uword i = 0; i < N; ++i) {
    const std::vector<Reference> log_Q =
        log_softmax_50(in_50_digits(arma::vec(full.B * full.A.col(i))));
    for (arma::uword j = 0; j < N; ++j)
      excess +=
          Reference(bigrams.pi(i)) * bigrams.P(j, i) * (log(Reference(bigrams.P(j, i))) - log_Q[j]);
  }
  chapter
      .finding(
          "trained",
          "With n = N − 1 the network learns the conditional frequencies, as training certifies.")
      .at_most("n = 11, N = 12: excess of the trained network in nats, to 50 digits",
               rounded(excess), 1e-12)
      .at_most("n = 11, N = 12: largest distance of a learned probability from the frequency",
               arma::abs(softmax_columns(full.B * full.A) - bigrams.P).max(), 1e-6)
      .rounding()
      .equal("n = 11, N = 12: rank of the columns of B with (1, …, 1)",
             arma::rank(arma::join_rows(full.B, arma::ones(N))), N)
      .agree("A = 0, B = 0, where the gradients vanish: loss, and ln N",
             bigram_loss(bigrams, nothing), std::log(double(N)), ulps(8))
      .at_least("the same: its excess in nats", bigram_excess(bigrams, nothing), 0.1);
  chapter.figure("training", [&](Figure& figure) { draw_training(figure, bigrams); });
}

/**
## Where a pair never occurs

$\ln 0$ is not a logit. If some $P_{ji}$ is 0 the infimum $H$ is approached, and never attained: the
logits have to drift apart for ever. How fast do they? Take one context, with $s$ tokens that can
follow it and $o = N - s$ that cannot, and let the gradient act on the logits for a time $t$. Once
the possible tokens are in proportion, the total probability $q$ of the impossible ones is the whole
excess to first order, and

$$ \dot q = -\pi_i \Bigl(\frac1o + \frac1s\Bigr) q^2, \qquad \text{so} \qquad
   \pi_i\, q \to \frac{s\,o}{N}\cdot\frac1t . $$

The frequencies have dropped out, even $\pi_i$. For the whole table, then, the excess times $t$
tends to $\sum_i s_i (N - s_i) / N$: it counts zeros and nothing else. If the possible tokens are
equally likely, the equation is solved exactly: with $u$ the difference of the logits,

$$ s\, e^u + o\, u = s + \frac{N}{s}\, \pi_i t, \qquad \text{excess} = \ln\Bigl(1 + \frac os e^{-u}\Bigr) . $$

As a function of the logits, the excess falls exponentially; but the gradient dies with it. Newton's
method divides by the second derivative, which is as small: $u$ then grows by $1/(1 - q)$ per step,
and the excess falls by a factor of $e$ per step in the limit. We integrate by steps of $1/4$;
Euler's method errs by less than a percent of $1/t$ where $t$ is large, as its error is that of a
shift in time, by a bounded multiple of the step and its logarithm.
*/
SECTION(zeros)
{
  const arma::uword doublings = 12;
  const double t = std::exp2(doublings);
  const arma::vec even = excess_in_time({0.5, 0.5, 0, 0, 0, 0}, 0.25, doublings);
  const arma::vec uneven = excess_in_time({0.6, 0.25, 0.15, 0, 0, 0}, 0.25, doublings);
  const double u = -std::log(std::expm1(even.back()) / 2); // of the closed form, s = 2, o = 4
  arma::vec newton(13);
  for (double q = 0, v = 0; const arma::uword k : arma::regspace<arma::uvec>(0, 12)) {
    newton(k) = std::log1p(2 * std::exp(-v));
    q = -std::expm1(-newton(k));
    v += 1 / (1 - q);
  }
  chapter
      .finding("zeros", "Where a bigram has probability 0, gradient descent is at s (N − s)/N · "
                        "1/t above an infimum that it never attains.")
      .agree("s = 2 of 6, equally likely: time of the closed form at the excess of t = 2¹², over t",
             2 * (2 * std::exp(u) + 4 * u - 2) / 6 / t, 1, absolute(0.01))
      .agree("s = 2 of 6, equally likely, t = 2¹²: excess times t, and s (N − s)/N",
             even.back() * t, 2.0 * 4 / 6, absolute(0.02))
      .agree("s = 3 of 6, of 60, 25 and 15 %, t = 2¹²: excess times t, and s (N − s)/N",
             uneven.back() * t, 3.0 * 3 / 6, absolute(0.02))
      .agree("Newton's method, s = 2 of 6: quotient of the last two excesses, and e",
             newton(11) / newton(12), std::exp(1.0), absolute(1e-3))
      .at_most("s = 2 of 6: largest excess over the one at half the time",
               arma::vec(even.tail(12) / even.head(12)).max(), 0.9)
      .at_least("s = 2 of 6: least excess times t, which is not attained", even.back() * t, 1);
  chapter.figure("zeros", [&](Figure& figure) { draw_zeros(figure, even, uneven, newton); });

  /**
  For our table the limit can be found by counting its zeros. The whole table is then trained, as it
  is, for a time of $2^{12}$ in steps of 1. Its rarest context has $\pi_i t = 81$, where the limit
  is not reached: besides $s\,e^u$ the closed form has a term $o\,u$, which is some percent of it.
  So we ask for the limit to within a fifth; a factor of $\pi_i$, or the number of zeros without the
  $s_i$, would be far off.
  */
  const Bigrams& bare = bare_bigrams();
  const arma::rowvec s = arma::conv_to<arma::rowvec>::from(arma::sum(bare.P > 0, 0));
  const double limit = arma::accu(s % (double(bare.N()) - s)) / double(bare.N());
  arma::mat Z(bare.N(), bare.N(), arma::fill::zeros);
  const double whole_time = 4096;
  for (double time = 0; time < whole_time; ++time)
    Z -= bigram_gradient(bare, Z);
  chapter
      .finding("zeros-counted",
               "The excess of a table times t tends to the sum of s (N − s)/N over its contexts.")
      .within("the language's bigrams, t = 2¹²: excess times t over Σ s (N − s)/N",
              bigram_excess(bare, Z) * whole_time / limit, 0.8, 1.2);
}
