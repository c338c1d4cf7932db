#include "logits.hpp"

#include <cmath>
#include <limits>

/**
# Softmax: from logits to probabilities

A language model ends its work with one real number for each token it knows. These numbers are
called *logits*, and taken alone they say little: what would a score of $-94.15$ mean? Softmax turns
them into probabilities,

$$\sigma_i = \frac{e^{x_i}}{e^{x_1} + e^{x_2} + \dots + e^{x_N}},$$

and nearly everything in this course passes through that line at least once: here, where a vector
becomes a word again (the documents call it *retranscription*, unembedding), and later in every head
of every attention layer. It is a short formula, and five documents speak of it. Is what they say
true? And may one compute with it as it stands?

## The answer

The formula is right, and so is most of what is said about it. Softmax keeps the order of the logits
and turns their differences into ratios: the odds of two tokens are $e^{x_i - x_j}$, whatever the
other logits are. So $-94.15$ means nothing until we know the other logits.

But the formula must not be computed as it is written. The two logits of the figure always differ by
1, so the probability is everywhere the same, $0.7311$. A computer that follows the formula to the
letter finds this value only in the middle of the range; at the ends it answers "not a number" or,
which is worse, zero. Subtract the largest logit first, and nothing goes wrong.
*/
using namespace epreuve::course;

SECTION(formula)
{
  chapter.shows("naive-overflow");

  /**
  And what do the documents have wrong?

  - In one copy the formula has lost its fraction bar and its exponents (thomas).
  - Two of the four probabilities of the printed example are cut, not rounded (exo7).
  - Cells that are called `log_probs` hold probabilities (iaetnous).
  - Scores are said to lie between 0 and infinity; they may be negative (notes).

  ## The formula

  Softmax gives numbers between 0 and 1, whatever the logits: each exponential is positive, and the
  denominator is the numerator plus other positive numbers. That is a proof; what remains to be
  tested is that our function computes this formula. So we compare it with the formula in arithmetic
  of 50 digits, whose exponent range nothing here exhausts. The function's own error analysis
  promises 9 units in the last place (ulp), and rounding the reference to a double adds half a unit.

  One case needs no authority at all. For $x = (0, \ln 2, \ln 4)$ the exponentials are 1, 2 and 4,
  so the probabilities must be $\frac17, \frac27, \frac47$. (The two logarithms are themselves
  rounded: half an ulp more, seen through the exponential.)
  */
  chapter.claim("exo7-2.1-softmax-def", holds)
      .agree("softmax of (0, ln 2, ln 4) is (1/7, 2/7, 4/7)",
             softmax({0, std::log(2), std::log(4)}), arma::vec{1.0 / 7, 2.0 / 7, 4.0 / 7}, ulps(11))
      .property(
          "softmax against the formula in 50 digits, 1 to 12 logits",
          vectors({1, 12}, 300, [](Logits x) { return difference(softmax(x), softmax_50(x)); }),
          ulps(10), 300)
      .property("every probability is in [0, 1], for logits up to 10⁶",
                vectors({1, 50}, 1e6,
                        [](Logits x) { return softmax(x).min() >= 0 && softmax(x).max() <= 1; }));

  /**
  Most of what follows is claimed, like this, for *every* vector of logits. Where we cannot try them
  all, we try many: a length, here from 1 to 12, then that many logits, here from $-300$ to $300$,
  all drawn at random.

  One document reaches us flattened: fraction bars and exponents are lost in a single line, the
  denominator first, $\sum_{j=1}^{L}$, `exj`, `exi`. We may read the exponentials side by side as a
  product, or put a bar back where the line breaks, or distrust the exponents as well and read $e$
  times $x$. Nobody has to guess, for the document itself says that the outputs sum to 1. Do they?
  */
  using arma::accu, arma::exp;
  const auto product = [](Logits x) -> arma::vec { return accu(exp(x)) * exp(x); };
  const auto upside_down = [](Logits x) -> arma::vec { return accu(exp(x)) / exp(x); };
  const auto flat = [](Logits x) -> arma::vec { return std::exp(2) * accu(x) * x; };
  const auto quotient = [](Logits x) -> arma::vec { return exp(x) / accu(exp(x)); };
  const auto sum_of = [](auto reading) {
    return vectors({2, 6}, 5, [=](Logits x) { return difference(accu(reading(x)), 1); });
  };
  chapter.claim("thomas-intro-softmax", damaged)
      .as_copied("Σⱼ e^xⱼ · e^xᵢ")
      .property("the outputs of Σⱼ e^xⱼ · e^xᵢ sum to 1", sum_of(product), ulps(16))
      .as_copied("Σⱼ e^xⱼ / e^xᵢ")
      .property("the outputs of Σⱼ e^xⱼ / e^xᵢ sum to 1", sum_of(upside_down), ulps(16))
      .as_copied("Σⱼ e xⱼ · e xᵢ")
      .property("the outputs of Σⱼ e xⱼ · e xᵢ sum to 1", sum_of(flat), ulps(16))
      .restored("e^xᵢ / Σⱼ e^xⱼ")
      .property("the outputs of e^xᵢ / Σⱼ e^xⱼ sum to 1", sum_of(quotient), ulps(16));

  /**
  Only the second factor *over* the first leaves a distribution. (Upside down, two equal logits give
  2 and 2.) In exact arithmetic the outputs sum to 1 because the numerators add up to the
  denominator. In ours each term may have a relative error of $9u$, $u = 2^{-53}$, and the
  compensated sum adds one $u$ more: together 5 ulp of 1, for every length up to $2^{20}$.

  The same document remarks that a logit of $-\infty$ gives 0. Strictly that leaves the function's
  domain $\mathbb R^L$, but the extension is the only continuous one, and causal attention will live
  on it. We ask for more than a 0: an excluded token must be *as if it were not there*: the other
  tokens get exactly the softmax of their own logits. There is one exception, which the document
  passes over. If every logit is $-\infty$, no token is left to give the probability to; the formula
  says $0/0$, and our function refuses.
  */
  constexpr double inf = std::numeric_limits<double>::infinity();
  const auto sum_is_1 = [](Logits x) { return difference(compensated_sum(softmax(x)), 1); };
  const auto as_if_not_there = [](arma::vec x, Draw& draw) {
    const arma::uword i = draw.size("i", 0, x.n_elem - 1);
    x(i) = -inf;
    const arma::uvec others = arma::find_finite(x);
    const arma::vec sigma = softmax(x);
    return sigma(i) == 0 && difference(sigma(others), softmax(x(others))).absolute == 0;
  };
  chapter.claim("thomas-intro-softmax-sum", holds)
      .property("sum of the probabilities of 1 to 200 logits", vectors({1, 200}, 300, sum_is_1),
                ulps(5));
  chapter.claim("thomas-intro-softmax-minus-inf", holds)
      .property("a logit of −∞ gives exactly 0 and leaves to the others their own softmax",
                vectors({2, 12}, 50, as_if_not_there))
      .refuses("logits that are all −∞", [] { softmax({-inf, -inf}); }, "at least one finite");

  /**
  A third document says the same in passing: the scores become "positifs" and total 1. In French
  that word admits zero, so the sentence survives even a masked token. For finite logits we can say
  more: no $\sigma_i$ is ever exactly 0, at least until it underflows itself, some 745 below
  $\ln\sum_j e^{x_j}$.
  */
  chapter.claim("iaetnous-step4-softmax", holds)
      .property("every probability is positive where logits differ by less than 700",
                vectors({1, 50}, 350, [](Logits x) { return softmax(x).min() > 0; }))
      .property("sum of the probabilities of 1 to 50 logits", vectors({1, 50}, 350, sum_is_1),
                ulps(5));

  /**
  ## The printed example

  Four logits, and the four probabilities that exo7 prints for them. Just below, the two largest
  appear again, as percentages.
  */
  const arma::vec sigma = softmax(printed_example);
  chapter.claim("exo7-2.1-softmax-example", reproduced_truncated)
      .prints("0.237 0.008 0.713 0.040", sigma);
  chapter.claim("exo7-2.1-softmax-example-percent", reproduced)
      .prints("71% 24%", arma::vec{sigma(2), sigma(0)})
      .at_most("probability of tokens 2 and 4 together", sigma(1) + sigma(3), 0.05);
  chapter.figure("example", draw_example);
}

/**
The digits are right, but two of them are cut where rounding would have gone up: $0.00875\ldots$
became 0.008 and $0.04083\ldots$ became 0.040. One notices when adding up the page, for the printed
column sums to 0.998. The percentages *are* rounded (23.7 % cut would be 23 %).
*/
