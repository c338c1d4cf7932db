#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"
#include "learning_to_attend.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

/**
# Does it learn better?

masterclass's third reason: the normalisation improves numerical stability and convergence.

For convergence take the smallest task that needs attention: each of 24 tokens $x_i$, of dimension
$m = 32$, is to attend to one of 12 keys, its target, and the head learns the matrix $W_Q$ that
makes its queries. The values are the unit vectors, so the output is the pattern $p$ itself, and the
loss is $\tfrac12 |p - e_t|^2$: like every loss of a network it reaches the scores through $J$. To
make a race over 150 steps fair, each side may choose its best rate out of four. (At larger rates
the undivided head no longer descends but jumps about. We also try that, at $d = 1024$ and the rates
16 and 64, in case it is lucky.)
*/
using namespace epreuve::course;

SECTION(convergence)
{
  const std::vector<arma::uword> d = {1, 16, 256, 1024};
  const arma::uword steps = 150, m = 32;
  arma::mat with(steps + 1, d.size()), without(steps + 1, d.size());
  double lucky = 1;
  for (arma::uword i = 0; i < d.size(); ++i) {
    const arma::mat x = arma::randn(m, 24), K = arma::randn(d.at(i), 12);
    const arma::mat Q = arma::randn(d.at(i), m) / std::sqrt(m) * x;
    const AttentionTask task{x, K, targets_in_turn(24, 12)};
    const auto rates = {0.5, 1.0, 2.0, 4.0};
    with.col(i) = fastest_learning_curve(task, scaled_attention_scores(Q, K), rates, steps);
    without.col(i) = fastest_learning_curve(task, attention_scores(Q, K), rates, steps);
    for (const double rho : {16, 64})
      if (d.at(i) == 1024)
        lucky = std::min(lucky, learning_curve(task, attention_scores(Q, K), rho, steps).min());
  }
  chapter.figure("learning", [&](Figure& figure) { draw_learning(figure, d, with, without); });
  chapter.table(
      "Learning to attend to one key: steps until the loss is below 0.1, and loss at the end",
      Columns()
          .column("d", d)
          .column("steps with ÷√d", steps_until_below(0.1, with))
          .column("steps without", steps_until_below(0.1, without))
          .column("loss with ÷√d", arma::rowvec(with.row(steps)), "{:.3f}")
          .column("loss without", arma::rowvec(without.row(steps)), "{:.3f}"));
  chapter
      .claim("masterclass-attention-stability", holds)
      // Law: each of 24 tokens that is not learned leaves 1/24; one in 17 draws has one of them, and 0.3 takes eight.
      .at_most("loss after 150 steps with the division, d = 1024", with(steps, 3), 0.3)
      // Law of 2: 0.799 and 0.786, with standard deviations of 0.067 and 0.068 (237 seeds).
      .at_least("loss after 150 steps without the division, d = 1024", without(steps, 3), 0.3)
      .at_least("least loss without the division at the rates 16 and 64, d = 1024", lucky, 0.3)
      .rounding()
      .agree("losses with and without the division, d = 1", with.col(0), without.col(0), exactly());
}

/**
With the division the head learns at every $d$ but 1, in eleven to sixteen steps; without it, the larger
$d$ is, the less it has learned after 150 steps at the best of the four rates. At $d = 1$ the two sides
are the same to the last bit.

## Stability

For stability take softmax as printed, in single precision, without the shift by the maximum: it
overflows at a score of 88.7, which at $d = 4096$ is only $1.4\,\sigma$. (Half precision overflows
at 11.1: the same $1.4\,\sigma$ already at $d = 64$.) Among 64 scores the largest nearly always
exceeds that.

The shift cures the overflow, but not this: a score $s$ rounded to single precision is off by up to
$2^{-24}|s|$, and an error in a score is a *relative* error of its probability, $\delta_j - \sum_i
p_i \delta_i$ to first order. Division by 64 is exact in binary, so it makes each $\delta_j$ exactly
64 times smaller: nearly two digits. The differences may double one side and not the other, and the worst errors
are those of single scores; so we ask for a factor of at least 16 between them.
*/
SECTION(stability)
{
  const double limit = std::log(double(std::numeric_limits<float>::max()));
  const auto overflow = [=](double s) { return 1 - std::pow(normal_distribution(limit / s), 64); };
  const auto overflows = [](float score) { return softmax_naive(arma::fvec{score, 0}).has_nan(); };
  const arma::mat z = arma::randn(1000, 64);
  const auto worst_error = [&](double length, bool all_in_single) {
    const arma::mat exact = softmax_rows(length * z);
    const arma::fmat S = arma::conv_to<arma::fmat>::from(length * z);
    const arma::mat rounded = all_in_single ? arma::conv_to<arma::mat>::from(softmax_rows(S))
                                            : softmax_rows(arma::conv_to<arma::mat>::from(S));
    const arma::uvec representable = arma::find(exact > 1e-30);
    return arma::abs(rounded(representable) / exact(representable) - 1).max();
  };
  chapter
      .claim("masterclass-attention-stability", holds)
      // Law of 3: nothing is drawn.
      .fact("softmax as printed, in single precision, overflows at 89 and not at 88",
            overflows(89) && !overflows(88), fmt::format("the limit is {:.2f}", limit))
      .at_least("P(it overflows on 64 keys), without the division, |q| = 64", overflow(64), 0.99)
      .at_most("P(it overflows on 64 keys), with the division", overflow(1), 1e-12)
      // Law of 2: the logarithms are those of 84 and 75, with standard deviations of 0.18 and 0.12 (238 seeds).
      .at_least("worst relative error of a probability from rounded scores, |q| = 64 over 1",
                worst_error(64, false) / worst_error(1, false), 16)
      .at_least("worst relative error of a probability, all in single precision, |q| = 64 over 1",
                worst_error(64, true) / worst_error(1, true), 16);
}

/**
## A start, not a power

The claim holds; but let us not give the division more than its due. With scores $c\, K^T W_Q x$ a
step of gradient descent is $W_Q \leftarrow W_Q - \eta\, c\, K G^T x^T$; row $i$ of $G$ is
$J (p_i - e_{t_i})$. Such a step moves the scores by $-\eta c^2\, (x^T x)\, G\, (K^T K)$, so $W_Q$ need
not be kept: the two Gram matrices are enough, and a run costs the same for $d = 1024$ as for
$d = 1$. The rates above are $\rho = \eta c^2 m d$, in units of scores, so that a rate means the same
at every $d$, with the division and without.

In score space the *only* difference between the two runs is where they start, at scores of size 1
or of size $\sqrt d$. In general, training $W_Q$ with the division at rate $\eta$ is, step for step,
training $W_Q/\sqrt d$ without it at rate $\eta/d$. The division adds no power to the model. It
provides a start and a rate that are right for every $d$ at once.
*/
SECTION(a_start_not_a_power)
{
  const arma::mat W_Q = arma::randn(36, 32) / std::sqrt(32), x = arma::randn(32, 8);
  const AttentionTask task{x, arma::randn(36, 8), arma::eye(8, 8)};
  const arma::mat divided = trained_queries(W_Q, task, 1.0 / 6, 0.1, 20);
  const arma::mat small_start = trained_queries(W_Q / 6, task, 1, 0.1 / 36, 20);
  const auto scores_of = [&](const auto& W) { return scaled_attention_scores(W * x, task.keys); };
  const arma::vec curve = learning_curve(task, scores_of(W_Q), 0.1 * 32, 20);
  chapter
      .finding("a-start-not-a-power",
               "training with ÷√d at rate η is training without it from W_Q/√d at rate η/d")
      .agree("W_Q after 20 steps, divided and undivided", divided, 6 * small_start, absolute(1e-10))
      .agree("loss after 20 steps in score space, against the loss of W_Q", curve.back(),
             attention_loss(softmax_rows(scores_of(divided)), task.targets), absolute(1e-10))
      // Law: each of 8 tokens that is not learned leaves 1/8; on average 0.3 do, and 0.9 takes seven.
      .at_most("loss after the 20 steps over the loss before them", curve.back() / curve(0), 0.9);
}

/**
## In the end

So why $\sqrt d$? Because the variance of a dot product is $d$, and for no other reason that
survives a computation: not the layers, not gradients near one. And why variance 1? Because there
softmax is still undecided, half a nat below the greatest entropy, and its gradient is alive.
*/
