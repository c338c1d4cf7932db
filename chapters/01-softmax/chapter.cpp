#include "epreuve/chapter.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/folder.hpp"
#include "epreuve/gpt2/published_model.hpp"
#include "epreuve/math/accuracy.hpp"
#include "epreuve/math/compensated_sum.hpp"
#include "epreuve/math/scores.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

/**
# Softmax: from logits to probabilities

A language model ends its work with one real number for each token it knows. These numbers are
called *logits*, and taken alone they say little: what would a score of $-94.15$ mean? Softmax turns
them into probabilities,

$$\sigma_i = \frac{e^{x_i}}{e^{x_1} + e^{x_2} + \dots + e^{x_N}},$$

and nearly everything in this course passes through that line at least once: here, where a vector
becomes a word again (the documents call it *retranscription*, unembedding), and later in every head
of every attention layer.

It is a short formula, and five documents speak of it. We shall find that most of what they say is
right, that two of their statements are not, that one copy has lost the fraction bar, and that a
computer which follows the formula to the letter answers "not a number" to perfectly good questions.

We need an authority that our floating-point results can be held against. So here is the formula
once more, to the letter, in arithmetic of 50 digits, whose exponent range nothing here exhausts:
*/

using namespace epreuve::course;

std::vector<Reference> softmax_to_50_digits(const std::vector<Reference>& x)
{
  std::vector<Reference> sigma;
  for (const Reference& x_i : x)
    sigma.push_back(exp(x_i));
  const Reference sum = std::accumulate(sigma.begin(), sigma.end(), Reference(0));
  for (Reference& s : sigma)
    s /= sum;
  return sigma;
}

std::vector<Reference> exact(const arma::vec& x)
{
  return {x.begin(), x.end()};
}

arma::vec rounded(const std::vector<Reference>& values)
{
  arma::vec result(values.size());
  for (arma::uword i = 0; i < result.n_elem; ++i)
    result(i) = static_cast<double>(values[i]);
  return result;
}

/**
In figures, negative numbers get a minus sign where the library writes a hyphen:
*/

std::string minus(std::string number)
{
  if (const auto hyphen = number.find('-'); hyphen != std::string::npos)
    number.replace(hyphen, 1, "−");
  return number;
}

/**
Most of what follows is claimed for *every* vector of logits. Where we cannot try them all, we try
many: a length, then that many logits, all drawn at random.
*/

arma::vec draw_logits(Draw& draw, long shortest, long longest, double size)
{
  const long n = draw.integer("N", shortest, longest);
  return draw.vector("x", static_cast<arma::uword>(n), -size, size);
}

CHAPTER(chapter)
{
  /**
  ## The formula

  Softmax gives numbers between 0 and 1, whatever the logits: each exponential is positive, and the
  denominator is the numerator plus other positive numbers. That is a proof; what remains to be
  tested is that our function computes this formula. Its own error analysis promises 9 units in the
  last place (ulp), and rounding the reference to a double adds half a unit.

  One case needs no authority at all: for $x = (0, \ln 2, \ln 4)$ the exponentials are 1, 2 and 4,
  so the probabilities must be $\frac17, \frac27, \frac47$. (The two logarithms are themselves
  rounded: half an ulp more, seen through the exponential.)
  */
  chapter.claim("exo7-2.1-softmax-def", holds)
      .agree("softmax of (0, ln 2, ln 4) is (1/7, 2/7, 4/7)",
             softmax(arma::vec{0, std::log(2), std::log(4)}), arma::vec{1.0 / 7, 2.0 / 7, 4.0 / 7},
             ulps(11))
      .property(
          "softmax against the formula in 50 digits, 1 to 12 logits",
          [](Draw& draw) {
            const arma::vec x = draw_logits(draw, 1, 12, 300);
            return difference(softmax(x), rounded(softmax_to_50_digits(exact(x))));
          },
          ulps(10), 300)
      .property("every probability is in [0, 1], for logits up to 10⁶", [](Draw& draw) {
        const arma::vec sigma = softmax(draw_logits(draw, 1, 50, 1e6));
        return sigma.min() >= 0 && sigma.max() <= 1;
      });

  /**
  One document reaches us with its formulas flattened: fraction bars and exponents have become one
  line, the denominator first, $\sum_{j=1}^{L}$, `exj`, `exi`. We may read the exponentials side by
  side as a product, or put a bar back where the line breaks, or distrust the exponents as well and
  read $e$ times $x$. The document itself hands us the test: it says that the outputs sum to 1. So
  nobody has to guess; each reading is computed.
  */
  const auto sums_to_one = [](auto formula) {
    return [formula](Draw& draw) {
      const arma::vec x = draw_logits(draw, 2, 6, 5);
      return difference(arma::accu(formula(x)), 1);
    };
  };
  const auto quotient = [](const arma::vec& x) {
    return arma::vec(arma::exp(x) / arma::accu(arma::exp(x)));
  };
  chapter.claim("thomas-intro-softmax", damaged)
      .as_copied("Σⱼ e^xⱼ · e^xᵢ")
      .property("the outputs of this reading sum to 1", sums_to_one([](const arma::vec& x) {
                  return arma::vec(arma::accu(arma::exp(x)) * arma::exp(x));
                }),
                ulps(16))
      .as_copied("Σⱼ e^xⱼ / e^xᵢ")
      .property("the outputs of this reading sum to 1", sums_to_one([](const arma::vec& x) {
                  return arma::vec(arma::accu(arma::exp(x)) / arma::exp(x));
                }),
                ulps(16))
      .as_copied("Σⱼ e xⱼ · e xᵢ")
      .property("the outputs of this reading sum to 1", sums_to_one([](const arma::vec& x) {
                  const double e = std::exp(1.0);
                  return arma::vec(arma::accu(e * x) * e * x);
                }),
                ulps(16))
      .restored("e^xᵢ / Σⱼ e^xⱼ")
      .property("the outputs of this reading sum to 1", sums_to_one(quotient), ulps(16))
      .property(
          "the restored formula is softmax, for 1 to 6 logits",
          [&](Draw& draw) {
            const arma::vec x = draw_logits(draw, 1, 6, 30);
            return difference(quotient(x), softmax(x));
          },
          ulps(24));

  /**
  Upside down, the quotient of two equal logits gives 2 and 2. Only the second factor
  *over* the first leaves a distribution.

  The same document adds two remarks. The outputs sum to 1: in exact arithmetic because the
  numerators add up to the denominator; in ours each term may be off by $9u$ of itself, $u =
  2^{-53}$, and the compensated sum by one $u$ more. Together that is 5 ulp of 1, for every length
  up to $2^{20}$, where our analysis ends.

  And a logit of $-\infty$ gives 0. Strictly that leaves the domain $\mathbb R^L$ which the document
  gave to the function a line before, but the extension is the only continuous one, and causal
  attention will live on it. We ask for more than a 0: an excluded token must be *as if it were not
  there*, so that the others get exactly the softmax of the others. One exception, which the
  document passes over: if every logit is $-\infty$, no token is left to give the probability to.
  Then the formula says $0/0$, and our function refuses.
  */
  const auto total = [](long most, double size) {
    return [=](Draw& draw) {
      return difference(compensated_sum(softmax(draw_logits(draw, 1, most, size))), 1);
    };
  };
  chapter.claim("thomas-intro-softmax-sum", holds)
      .property("sum of the probabilities of 1 to 200 logits", total(200, 300), ulps(5));

  const auto refusal = [](const arma::vec& x) -> std::string {
    try {
      softmax(x);
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  constexpr double inf = std::numeric_limits<double>::infinity();
  const std::string all_excluded = refusal({-inf, -inf});
  chapter.claim("thomas-intro-softmax-minus-inf", holds)
      .property("a logit of −∞ gives exactly 0 and leaves to the others their own softmax",
                [&](Draw& draw) {
                  arma::vec x = draw_logits(draw, 2, 12, 50);
                  const auto i = static_cast<arma::uword>(
                      draw.integer("i", 0, static_cast<long>(x.n_elem) - 1));
                  x(i) = -inf;
                  arma::vec sigma = softmax(x);
                  const double excluded = sigma(i);
                  sigma.shed_row(i);
                  x.shed_row(i);
                  return excluded == 0 && difference(sigma, softmax(x)).absolute == 0;
                })
      .fact("logits that are all −∞ are refused", !all_excluded.empty(),
            "refused: " + all_excluded);

  /**
  A third document says the same in passing: the scores become "positifs" and total 1. In French
  that word admits zero, so the sentence survives even a masked token. For finite logits we can say
  more: no $\sigma_i$ is ever exactly 0, at least until the exponential underflows to 0, some 745
  below the largest.
  */
  chapter.claim("iaetnous-step4-softmax", holds)
      .property("every probability is positive where logits differ by less than 700",
                [](Draw& draw) { return softmax(draw_logits(draw, 1, 50, 350)).min() > 0; })
      .property("sum of the probabilities of 1 to 50 logits", total(50, 350), ulps(5));

  /**
  ## The printed example

  Four logits, and the four probabilities that the document prints for them:
  */
  const arma::vec x{2.2, -1.1, 3.3, 0.44};
  const arma::vec sigma = softmax(x);
  chapter.claim("exo7-2.1-softmax-example", reproduced_truncated)
      .prints("0.237 0.008 0.713 0.040", sigma);

  /**
  The digits are right, but two of them are cut where rounding would have gone up: $0.00875\ldots$
  became 0.008 and $0.04083\ldots$ became 0.040. One notices when adding up the page: the printed
  column sums to 0.998. Just below, the same numbers appear as percentages, and there they *are*
  rounded (23.7 % cut would be 23 %):
  */
  arma::vec others = sigma;
  others(sigma.index_max()) = 0;
  chapter.claim("exo7-2.1-softmax-example-percent", reproduced)
      .prints("71% 24%", arma::vec{sigma(2), sigma(0)})
      .equal("the most probable token, counted from 1", sigma.index_max() + 1, arma::uword{3})
      .equal("the second most probable token, counted from 1", others.index_max() + 1,
             arma::uword{1});

  chapter.figure("example", [&](Figure& figure) {
    const std::vector<std::string> tokens{"1", "2", "3", "4"};
    figure.title("Four logits and their probabilities");
    figure.panel("x").x_label("token").y_label("logit").y_range(-2, 4);
    figure.bars(tokens, x, "", {.value_text = true, .digits = 2});
    figure.panel("σ(x)").x_label("token").y_label("probability").y_range(0, 0.8);
    figure.bars(tokens, sigma, "", {.value_text = true, .digits = 3});
    figure.caption("Softmax keeps the order and turns differences into ratios: the logits 3.3 and "
                   "2.2 differ by 1.1, their probabilities by the factor e^1.1 = 3.0.");
    figure.alt("Two bar charts of four tokens. Logits: 2.2, −1.1, 3.3, 0.44. Probabilities: "
               "0.237, 0.009, 0.713, 0.041.");
  });

  /**
  ## The chain

  The logits come from a vector $y\in\mathbb R^n$, the model's state: a map $\psi$ sends it to
  $x\in\mathbb R^N$, one logit per token, and softmax does the rest. In the next chapters $\psi$ is
  a matrix, $\psi(y) = By$ with $B$ of size $N \times n$. The arrows of the document's figure fit
  together, as a small example shows:
  */
  const arma::mat B = arma::randn(7, 4);
  const arma::vec y = arma::randn(4);
  const arma::vec logits = B * y;
  chapter.claim("exo7-2.1-fig-psi-softmax", holds)
      .conformable("B", arma::size(B), "y", arma::size(y))
      .same_shape("x = ψ(y)", arma::size(logits), "σ(x)", arma::size(softmax(logits)))
      .agree("sum of softmax(B y)", compensated_sum(softmax(logits)), 1, ulps(5))
      .within("smallest entry of softmax(B y)", softmax(logits).min(), 0, 1)
      .within("largest entry of softmax(B y)", softmax(logits).max(), 0, 1);

  chapter.figure("chain", draw_chain);

  /**
  The document illustrates the chain with a "gros félin", a big feline: 50 % lion, 40 % cat. These
  numbers are invented and claim nothing, but they could occur: every distribution without zeros is
  the softmax of its own logarithms. And they say something about the logits behind them: lion leads
  cat by $\ln(50/40) = 0.223$, and if the remaining 10 % are shared evenly by the other 50 255
  tokens, each of them lies more than 12 below.
  */
  constexpr arma::uword N = 50257;
  arma::vec feline(N);
  feline.fill(0.1 / (N - 2));
  feline(0) = 0.5;
  feline(1) = 0.4;
  const arma::vec feline_logits = arma::log(feline) + (12 - std::log(0.5));
  const arma::vec feline_again = softmax(feline_logits);
  chapter.claim("exo7-2.1-fig-logits-lion", illustrative)
      .invented("a picture of the idea, with round numbers: no model is said to have given them")
      .prints("50% 40%", Values(arma::vec(feline_again.head(2)), 64))
      .agree("lion's logit less cat's, against ln(5/4)", feline_logits(0) - feline_logits(1),
             std::log(1.25), absolute(4e-15))
      .agree("probability left for the other 50 255 tokens",
             compensated_sum(feline_again.tail(N - 2)), 0.1, absolute(1e-14));

  chapter.figure("gros-felin", [&](Figure& f) { draw_gros_felin(f, feline_logits); });

  /**
  ## May we call it a probability?

  Numbers in $[0,1]$ that sum to 1 are a distribution. The document reads $\sigma_i$ as the
  probability that token $i$ is to be output. That $\sigma_i$ matches how often a token really
  follows is not the formula's merit, it is what training aims at; no computation here can decide
  it. But one can ask whether there is a random experiment of which $\sigma_i$ is the probability
  *before* anyone decides to draw from $\sigma$. There is. Add to each logit an independent noise
  $-\ln(-\ln U)$, with $U$ uniform on $[0,1]$ (Gumbel's law), and take the largest. Token $i$ wins
  with probability exactly $\sigma_i$. No exponential of a logit, no division: only a race.

  No race need be run to check it. With $F(t) = e^{-e^{-t}}$, the distribution function of the
  noise, and $f = F'$, token $i$ wins with the probability that it comes to some $t$ and that all
  others stay below,

  $$ \int_{-\infty}^{\infty} f(t - x_i) \prod_{j \ne i} F(t - x_j) \, dt . $$

  The integrand is analytic for $|\operatorname{Im} t| < \frac\pi2$, so the plain sum with step $h$
  errs by some $e^{-\pi^2/h}$, which is $10^{-17}$ for $h = \frac14$; what lies outside of $[-10,
  60]$ is smaller still. That it must be Gumbel's noise shows beside it: normal noise of the same
  variance, $\frac{\pi^2}6$, gives token 1 two hundredths more.
  */
  const auto probability_to_win = [&](arma::uword i, const auto& F, const auto& f) {
    constexpr double h = 0.25;
    double sum = 0;
    for (const double t : arma::regspace(-10, h, 60)) {
      double ahead_of_all = f(t - x(i));
      for (arma::uword j = 0; j < x.n_elem; ++j)
        if (j != i)
          ahead_of_all *= F(t - x(j));
      sum += h * ahead_of_all;
    }
    return sum;
  };
  const auto gumbel = [](double t) { return std::exp(-std::exp(-t)); };
  const auto gumbel_density = [](double t) { return std::exp(-t - std::exp(-t)); };
  const double spread = arma::datum::pi / std::sqrt(6.0);
  const auto normal_law = [spread](double t) {
    return std::erfc(-t / (spread * std::sqrt(2.0))) / 2;
  };
  const auto normal_density = [spread](double t) { return arma::normpdf(t, 0.0, spread); };
  arma::vec wins = x;
  for (arma::uword i = 0; i < x.n_elem; ++i)
    wins(i) = probability_to_win(i, gumbel, gumbel_density);
  chapter.claim("exo7-2.1-sigma-probability", holds)
      .agree("probabilities of the four tokens to win the race with Gumbel's noise, against σ",
             wins, sigma, absolute(1e-14))
      .at_least("token 1's probability to win with normal noise, less σ₁",
                probability_to_win(0, normal_law, normal_density) - sigma(0), 0.02)
      .by_reading("that it is the probability of the *right* token is an interpretation, which "
                  "training makes more or less true");

  /**
  A second answer: among all distributions $p$, softmax is the one that maximises the expected
  logit plus the entropy, $\sum_i p_i x_i + H(p)$; the maximum is $\ln\sum_j e^{x_j}$ (Gibbs). It
  wants large logits, and short of that commits itself to nothing.
  */
  const auto free_energy = [](const arma::vec& p, const arma::vec& scores) {
    return arma::dot(p, scores) + entropy(p);
  };
  chapter.finding("gibbs", "σ(x) maximises Σ pᵢxᵢ + H(p), and the maximum is ln Σ eˣ")
      .property("no distribution p makes expected logit plus entropy exceed ln Σ eˣ",
                [&](Draw& draw) {
                  const arma::vec scores = draw_logits(draw, 1, 8, 20);
                  const arma::vec p = softmax(draw.vector("ln p", scores.n_elem, -20, 20));
                  return free_energy(p, scores) <= log_sum_exp(scores) + 1e-13;
                })
      .property(
          "expected logit plus entropy at p = σ(x) is ln Σ eˣ",
          [&](Draw& draw) {
            const arma::vec scores = draw_logits(draw, 1, 8, 20);
            return difference(free_energy(softmax(scores), scores), log_sum_exp(scores));
          },
          absolute(1e-13));

  /**
  ## Which token is it?

  Before it introduces softmax, exo7 remarks that one could look for the identifying vector $e_i$
  nearest to $x$ by cosine similarity. Since $e_i$ has length 1, the cosine is $x_i / \|x\|$: the
  nearest is simply the one with the largest logit, also when all are negative. For integer logits
  everything is exact: the cosines are compared by their squares with sign, which are fractions, and
  ties are kept. (The zero vector has no direction; there we let all cosines tie, as the logits do.)
  Distance must give the same answer, since $\|x - e_i\|^2 = \|x\|^2 + 1 - 2x_i$.
  */
  const auto where_largest = [](const std::vector<Rational>& values) {
    const Rational largest = *std::max_element(values.begin(), values.end());
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] == largest)
        places.push_back(i);
    return places;
  };
  chapter.claim("exo7-2.1-cosine-argmax", holds)
      .property("the eᵢ nearest by cosine and the nearest by distance have the largest logit",
                [&](Draw& draw) {
                  const auto n = static_cast<arma::uword>(draw.integer("N", 1, 8));
                  const arma::vec v = draw.integer_matrix("x", n, 1, -9, 9);
                  const arma::mat identity = arma::eye(n, n);
                  std::vector<Rational> entries;
                  std::vector<Rational> cosines;
                  std::vector<Rational> nearness;
                  for (arma::uword i = 0; i < n; ++i) {
                    const arma::vec e = identity.col(i);
                    const Rational product = arma::dot(v, e);
                    entries.emplace_back(v(i));
                    cosines.push_back(v.is_zero() ? Rational(0)
                                                  : product * abs(product) / arma::dot(v, v));
                    nearness.emplace_back(-arma::dot(v - e, v - e));
                  }
                  return where_largest(cosines) == where_largest(entries) &&
                         where_largest(nearness) == where_largest(entries);
                });

  /**
  So if only the winner counts, softmax is not needed: it keeps the order of the logits, and so does
  its logarithm. This is why a decoder may take the index of the highest cell wherever it likes.
  Equal logits tie, and then the first is taken; what we ask is that the winner among the logits
  *has* the largest probability.
  */
  chapter.claim("iaetnous-dec-argmax", holds)
      .property("the largest logit has the largest probability, and log-probability",
                [](Draw& draw) {
                  const arma::vec v = draw_logits(draw, 1, 50, 1000);
                  const arma::uword winner = v.index_max();
                  return softmax(v)(winner) == softmax(v).max() &&
                         log_softmax(v)(winner) == log_softmax(v).max();
                })
      .property("a larger logit never has a smaller probability", [](Draw& draw) {
        return softmax(arma::vec(arma::sort(draw_logits(draw, 2, 20, 50)))).is_sorted("ascend");
      });

  /**
  That decoder is drawn in iaetnous: its output goes through a linear layer to the logits, through
  softmax to cells called `log_probs`, and the highest, number 5, is the word "am". Its model knows
  10 000 words, so there are 10 000 cells, which is what a matrix with 10 000 rows gives: row $i$
  makes the score of word $i$, and of no other. (If the model is to stop, the end of the sentence
  has to be one of the 10 000.)
  */
  const arma::mat linear = arma::randn(10000, 16);
  const arma::vec cells = linear * arma::randn(16).eval();
  chapter.claim("iaetnous-dec-10000", holds)
      .same_shape("W y, W of 10 000 rows", arma::size(cells), "one score per word",
                  arma::SizeMat(10000, 1))
      .property("a new row i of W changes no score but that of word i",
                [](Draw& draw) {
                  arma::mat rows = draw.integer_matrix("W", 6, 4, -9, 9);
                  const arma::vec state = draw.integer_matrix("y", 4, 1, -9, 9);
                  const arma::vec before = rows * state;
                  const auto i = static_cast<arma::uword>(draw.integer("i", 0, 5));
                  rows.row(i) = draw.integer_matrix("new row", 1, 4, -9, 9);
                  arma::vec change = rows * state - before;
                  change.shed_row(i);
                  return change.is_zero();
                })
      .agree("sum of the probabilities of 10 000 words", compensated_sum(softmax(cells)), 1,
             ulps(5));

  /**
  But `log_probs` is the wrong name. What leaves softmax are probabilities, and no probability is
  its own logarithm: $\ln p \le p - 1 < p$. Log-probabilities come from *log-softmax*,
  $x_i - \ln \sum_j e^{x_j}$; they are never positive, and it is their exponentials that sum to 1.
  The word "am" is safe: the largest cell is the same one.
  */
  chapter.claim("iaetnous-dec-fig-softmax", refuted)
      .as_printed("Softmax → log_probs")
      .property(
          "softmax gives log-probabilities",
          [](Draw& draw) {
            const arma::vec v = draw_logits(draw, 1, 8, 20);
            return difference(softmax(v), log_softmax(v));
          },
          ulps(20))
      .corrected("Softmax → probabilities (log_probs come from log-softmax)")
      .property(
          "log-softmax against the logarithm of softmax in 50 digits",
          [](Draw& draw) {
            const arma::vec v = draw_logits(draw, 2, 8, 20);
            std::vector<Reference> logs = softmax_to_50_digits(exact(v));
            for (Reference& p : logs)
              p = log(p);
            return difference(log_softmax(v), rounded(logs));
          },
          ulps(8), 200)
      .property("log-softmax is ≤ 0, softmax ≥ 0, and their argmax is the same", [](Draw& draw) {
        const arma::vec v = draw_logits(draw, 1, 8, 20);
        return log_softmax(v).max() <= 0 && softmax(v).min() >= 0 &&
               softmax(v)(log_softmax(v).index_max()) == softmax(v).max();
      });

  chapter.figure("decoder-output", draw_decoder_output);

  /**
  A reader who turns the page meets a vocabulary of six words, in which "am" has the index 1 and 5
  is the end of the sentence. That is no contradiction: the figure belongs to the model with 10 000
  words. It is a reminder that an index means nothing without its vocabulary.

  ## Is the norm of x our confidence?

  The same passage of exo7 says that the direction of $x$ gives the token and that its norm
  *generally* corresponds to the confidence. A vector is a direction and a length, so let us first
  keep the direction and stretch $x$. The token stays, as a positive factor keeps the order of the
  logits, and confidence grows: the derivative of $\ln \max\sigma(tx)$ is the largest logit less the
  average one (each weighted by its own probability), which is positive unless all logits are equal.
  With small integers and 50 digits we may ask for *strictly* more.

  Between two directions the word can only mean a tendency. We count it, without a draw: of all
  pairs of vectors with three integer entries from $-4$ to $4$, whose norms differ and whose
  confidences differ, the longer vector is the more confident one in 63 %.
  */
  const auto confidence = [](const arma::vec& v) { return softmax(v).max(); };
  const auto confidence_to_50_digits = [](const std::vector<Reference>& v) {
    const std::vector<Reference> s = softmax_to_50_digits(v);
    return *std::ranges::max_element(s);
  };
  const auto share_of_pairs = [&](const auto& squared_norm) {
    std::vector<std::pair<double, double>> norms_and_confidences;
    for (int code = 0; code < 9 * 9 * 9; ++code) {
      // Sorted, so that vectors with the same entries have the same confidence to the last bit.
      const arma::vec v =
          arma::sort(arma::vec{code % 9 - 4.0, code / 9 % 9 - 4.0, code / 81 - 4.0});
      norms_and_confidences.emplace_back(squared_norm(v), confidence(arma::vec(v - v.max())));
    }
    double agreeing = 0;
    double opposed = 0;
    for (const auto& [norm, sure] : norms_and_confidences)
      for (const auto& [other_norm, other_sure] : norms_and_confidences)
        if (norm > other_norm && sure != other_sure)
          ++(sure > other_sure ? agreeing : opposed);
    return agreeing / (agreeing + opposed);
  };
  const auto squared_length = [](const arma::vec& v) { return arma::dot(v, v); };
  const auto squared_length_centred = [](const arma::vec& v) {
    return 3 * arma::dot(v, v) - std::pow(arma::accu(v), 2); // 3 ‖x − mean(x)‖², exactly
  };
  const double share = share_of_pairs(squared_length);
  const double share_centred = share_of_pairs(squared_length_centred);
  chapter.claim("exo7-2.1-norm-confidence", holds)
      .property(
          "in a fixed direction the token stays, and confidence grows strictly with the norm",
          [&](Draw& draw) {
            const auto n = static_cast<arma::uword>(draw.integer("N", 2, 6));
            arma::vec v = draw.integer_matrix("x", n, 1, -9, 9);
            if (v.max() == v.min())
              v(0) += 1;
            const double t = static_cast<double>(draw.integer("8 t", 1, 16)) / 8;
            const double further = t + static_cast<double>(draw.integer("8 (t' - t)", 1, 8)) / 8;
            return arma::vec(further * v).index_max() == v.index_max() &&
                   confidence_to_50_digits(exact(further * v)) >
                       confidence_to_50_digits(exact(t * v));
          },
          300)
      .within("of all pairs in {−4, …, 4}³, the share in which the longer x is the more confident",
              share, 0.625, 0.635);

  /**
  "Generally" is the right word, then, for no rule holds. What counts is how far apart the logits
  are, and not how far from zero. Equal logits are the least confident of all, and they can be as
  long as one likes. GPT-2 itself, as we shall see, gives logits around $-94$, all 50 257 of them if
  the printed ones are typical: a norm near $21\,000$, nearly all of it along $(1, \dots, 1)$, which
  softmax does not see. The norm to look at is that of the *centred* logits, $x - \bar x$; with it
  the share rises to 78 %.

  That norm still does not decide. It limits confidence from above, since the sum of the
  exponentials is least, by Jensen's inequality, where the other logits are equal. But it promises
  nothing: two tokens can share the lead for ever, and neither ever passes $\frac12$.
  */
  chapter
      .finding("norm-no-rule", "A longer x can be the less confident one; confidence is bounded by "
                               "the norm of x − mean(x), and not determined by it")
      .at_most("confidence of (3, 3), of norm 4.24, less that of (1, 0), of norm 1",
               confidence({3, 3}) - confidence({1, 0}), -0.2)
      .property(
          "c added to all integer logits changes the norm, and no bit of the confidence",
          [&](Draw& draw) {
            const auto n = static_cast<arma::uword>(draw.integer("N", 1, 12));
            const arma::vec v = draw.integer_matrix("x", n, 1, -9, 9);
            const auto c = static_cast<double>(draw.integer("c", -100, 100));
            return difference(confidence(arma::vec(v + c)), confidence(v));
          },
          exactly())
      .property("max σ ≤ 1/(1 + (N−1) e^{−r√(N/(N−1))}), r = ‖x − mean(x)‖",
                [&](Draw& draw) {
                  const arma::vec v = draw_logits(draw, 2, 12, 10);
                  const auto n = static_cast<double>(v.n_elem);
                  const double r = arma::norm(arma::vec(v - arma::mean(v)));
                  return confidence(v) <=
                         (1 + 1e-12) / (1 + (n - 1) * std::exp(-r * std::sqrt(n / (n - 1))));
                })
      .at_most("confidence of (408, 408, −816), of norm 999", confidence({408, 408, -816}), 0.5)
      .within("of all pairs in {−4, …, 4}³, the share in which the longer centred x is the more "
              "confident",
              share_centred, 0.775, 0.785);

  chapter.figure("confidence", [&](Figure& figure) {
    const arma::vec r = arma::linspace(0, 12, 241);
    const auto ray = [&](const arma::vec& direction, const std::string& legend) {
      const arma::vec unit = arma::normalise(arma::vec(direction - arma::mean(direction)));
      arma::vec largest = r;
      largest.transform([&](double length) { return confidence(length * unit); });
      figure.line(r, largest, legend);
    };
    figure.title("Confidence along three directions of ℝ³");
    figure.x_label("norm of the centred logits, ‖x − mean(x)‖").y_label("largest probability");
    figure.x_range(0, 12).y_range(0, 1.05).horizontal_line(1.0 / 3);
    figure.legend_at(Corner::bottom_right);
    ray({2, -1, -1}, "(2, −1, −1), the upper bound");
    ray({3, 2, 0}, "(3, 2, 0)");
    ray({1, 1, -2}, "(1, 1, −2)");
    figure.caption("In each direction confidence grows with the norm, but how far depends on the "
                   "direction: where two tokens share the lead, neither ever passes 1/2.");
    figure.alt("Three rising curves from 1/3. Direction (2, −1, −1) nears 1 at norm 6, (3, 2, 0) "
               "at norm 12, and (1, 1, −2) stays below one half.");
  });

  /**
  ## Rows or columns?

  In attention, softmax is applied to a whole matrix of scores, and here the documents seem to
  disagree: each *row* must sum to 1 (masterclass), each *column* must (notes). Both are right, for
  they hold their tokens differently. What must sum to 1 is what one query gives to all keys. In
  masterclass tokens are rows and scores $QK^T/\sqrt{d}$, so a row belongs to a query; in the notes
  they are $K^TQ$ with tokens as columns, so a column does. One is the other's transpose. With
  integer entries every dot product is exact, and the two patterns must be equal to the last bit.
  */
  chapter.claim("masterclass-attention-rows", holds)
      .property(
          "every row of softmax(QKᵀ/√d) sums to 1",
          [](Draw& draw) {
            const auto n = static_cast<arma::uword>(draw.integer("n", 1, 8));
            const auto d = static_cast<arma::uword>(draw.integer("d", 1, 16));
            const arma::mat Q = draw.matrix("Q", n, d, -5, 5);
            const arma::mat K = draw.matrix("K", n, d, -5, 5);
            const arma::mat alpha =
                softmax_rows(arma::mat(Q * K.t() / std::sqrt(static_cast<double>(d))));
            return difference(arma::vec(arma::sum(alpha, 1)), arma::vec(n, arma::fill::ones));
          },
          ulps(9));

  const auto keys_and_queries = [](Draw& draw) {
    const auto n = static_cast<arma::uword>(draw.integer("n", 1, 8));
    const auto d = static_cast<arma::uword>(draw.integer("d", 1, 8));
    return std::pair{draw.integer_matrix("K", d, n, -5, 5), draw.integer_matrix("Q", d, n, -5, 5)};
  };
  const arma::mat one_and_zero{{1, 0}};
  const arma::mat pattern = softmax_columns(arma::mat(one_and_zero.t() * one_and_zero));
  chapter.claim("notes-2-columns", holds)
      .property(
          "every column of softmax(KᵀQ) sums to 1",
          [&](Draw& draw) {
            const auto [K, Q] = keys_and_queries(draw);
            const arma::mat columns = softmax_columns(arma::mat(K.t() * Q));
            return difference(arma::rowvec(arma::sum(columns, 0)),
                              arma::rowvec(Q.n_cols, arma::fill::ones));
          },
          ulps(9))
      .property(
          "column-wise softmax(KᵀQ) is the transpose of row-wise softmax(QᵀK)",
          [&](Draw& draw) {
            const auto [K, Q] = keys_and_queries(draw);
            return difference(softmax_columns(arma::mat(K.t() * Q)),
                              arma::mat(softmax_rows(attention_scores(Q, K)).t()));
          },
          exactly())
      .at_least("sum of row 1 of column-wise softmax(KᵀQ), K = Q = (1, 0), which need not be 1",
                arma::accu(pattern.row(0)), 1.2);

  /**
  The notes also say where the scores come from and go to: dot products "between 0 and infinity" are
  brought between 0 and 1. A dot product is negative as soon as two vectors make more than a right
  angle. It is a slip with a true core: what lies between 0 and infinity are the *exponentials* of
  the scores, halfway through softmax.
  */
  chapter.claim("notes-2-zero-infinity", refuted)
      .as_printed("q · k is between 0 and ∞")
      .property("q · k ≥ 0",
                [](Draw& draw) {
                  const auto d = static_cast<arma::uword>(draw.integer("d", 1, 4));
                  const arma::vec q = draw.integer_matrix("q", d, 1, -5, 5);
                  const arma::vec k = draw.integer_matrix("k", d, 1, -5, 5);
                  return arma::dot(q, k) >= 0;
                })
      .corrected("q · k is any real number; e^{q·k} is between 0 and ∞, softmax between 0 and 1")
      .property(
          "given q ≠ 0 and any t, k = t q/‖q‖² has q · k = t",
          [](Draw& draw) {
            const arma::vec q = draw.vector("q", 4, 0.1, 5);
            const double t = draw.real("t", -100, 100);
            return difference(arma::dot(q, arma::vec(t * q / arma::dot(q, q))), t);
          },
          ulps(16))
      .property("scores of either sign: e^s > 0, and 0 ≤ softmax ≤ 1", [&](Draw& draw) {
        const auto [K, Q] = keys_and_queries(draw);
        const arma::mat scores = attention_scores(Q, K);
        const arma::mat s = softmax_rows(scores);
        return arma::exp(scores).eval().min() > 0 && s.min() >= 0 && s.max() <= 1;
      });

  /**
  ## GPT-2 speaks, and we check its sums

  "The cat sat on the ...": GPT-2 answers with 50 257 logits, of which the document prints two at
  the beginning and two at the end, with their probabilities. Only GPT-2's weights can tell whether
  these are its own. But the printed numbers are not free: every token must give the same
  $\ln\sum_j e^{x_j} = x_i - \ln\sigma_i$. A printed decimal stands for an interval, so each pair
  gives an interval for that number, about 2 units of the fourth decimal wide, and the four must
  have a point in common.

  They have, and it would be noticed if they had not: four units more or less in the last digit of
  any of the eight numbers leave no common point.
  */
  const std::vector<std::string> printed_x{"-94.1504", "-91.7648", "-95.7328", "-93.9105"};
  const std::vector<std::string> printed_sigma{"1.0507e-7", "1.1417e-6", "2.1591e-8", "1.3356e-7"};
  struct Interval
  {
    Reference lo, hi;
  };
  const auto in_50_digits = [](const Rational& q) {
    return Reference(numerator(q)) / Reference(denominator(q));
  };
  const auto rounds_to = [&](const std::string& text, int units_more = 0) {
    const PrintedNumber p = parse_printed(text);
    const Rational value = p.value + units_more * p.unit;
    return Interval{in_50_digits(value - p.unit / 2), in_50_digits(value + p.unit / 2)};
  };
  const auto common_interval = [&](std::size_t changed = 8, int units_more = 0) {
    Interval common{-1000, 1000};
    for (std::size_t i = 0; i < printed_x.size(); ++i) {
      const Interval x_i = rounds_to(printed_x[i], changed == i ? units_more : 0);
      const Interval sigma_i = rounds_to(printed_sigma[i], changed == 4 + i ? units_more : 0);
      common.lo = std::max<Reference>(common.lo, x_i.lo - log(sigma_i.hi));
      common.hi = std::min<Reference>(common.hi, x_i.hi - log(sigma_i.lo));
    }
    return common;
  };
  const Interval common = common_interval();
  int changes_noticed = 0;
  for (std::size_t changed = 0; changed < 8; ++changed)
    for (const int units_more : {-4, 4})
      if (const Interval none = common_interval(changed, units_more); none.hi < none.lo)
        ++changes_noticed;
  const double log_sum = static_cast<double>((common.lo + common.hi) / 2);
  const auto model = gpt2::published_model(gpt2::default_folder());
  Claim& gpt2_says = chapter.claim("exo7-2.1-gpt2-logits", model ? holds : needs_weights);
  gpt2_says
      .at_least("width of the interval for ln Σ eˣ that the four printed pairs have in common",
                static_cast<double>(common.hi - common.lo), 0)
      .within("ln Σ eˣ of GPT-2's logits, from the four printed pairs", log_sum, -78.0819, -78.0817)
      .equal("changes of a printed number by ±4 units that leave no common ln Σ eˣ, of 16",
             changes_noticed, 16);

  /**
  If all of GPT-2's published weights are there, we ask it, in double precision. The five numbers
  are the tokens of the sentence. We cannot ask for every printed digit: the page was computed in
  single precision, where logits of this size are good to some $10^{-4}$ after twelve layers
  (chapter 17 looks at that), and so are their probabilities, relatively.
  */
  if (model) {
    const arma::vec its_logits = model->last_logits({464, 3797, 3332, 319, 262});
    const arma::vec log_sigma = log_softmax(its_logits);
    const arma::uvec ends{0, 1, N - 2, N - 1};
    arma::vec printed_logits(4);
    arma::vec printed_logs(4);
    for (arma::uword i = 0; i < 4; ++i) {
      printed_logits(i) = std::stod(printed_x[i]);
      printed_logs(i) = std::log(std::stod(printed_sigma[i]));
    }
    gpt2_says
        .agree("GPT-2's logits, against the printed ones", arma::vec(its_logits(ends)),
               printed_logits, absolute(2e-4))
        .agree("logarithms of its probabilities", arma::vec(log_sigma(ends)), printed_logs,
               absolute(3e-4));
  } else {
    gpt2_says.without_weights("the digits agree with each other; that they are GPT-2's is checked "
                              "when all its published weights are there: ./epreuve gpt2 fetch");
  }

  /**
  So the page fixes $\ln\sum_j e^{x_j} = -78.0818$, to six digits, without ever printing it.

  Now look at the size of these logits. In single precision, which is what models run in, the
  smallest normal number is $e^{-87.3}$. Below it a float has fewer and fewer digits, down to
  $2^{-149} \approx e^{-103.3}$, and then nothing. GPT-2's logits sit in that twilight: $e^{-94.15}$
  is a whole number of units $2^{-149}$, a number of only four digits. So what would the naive
  formula have printed?
  */
  const float unit = std::numeric_limits<float>::denorm_min();
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < printed_x.size(); ++i) {
    const auto x_i = std::stof(printed_x[i]);
    const float e = std::exp(x_i);
    const Reference true_e = exp(Reference(x_i));
    rows.push_back({printed_x[i], fmt::format("{:.2f}", static_cast<double>(true_e / unit)),
                    fmt::format("{:.0f}", e / unit),
                    fmt::format("{:.1e}", static_cast<double>(abs(e - true_e) / true_e)),
                    fmt::format("{:.4e}", static_cast<double>(e) / std::exp(log_sum)),
                    printed_sigma[i]});
  }
  chapter.table("eˣ in single precision, in units of 2⁻¹⁴⁹, and the probability it leads to",
                {"logit x", "eˣ", "as a float", "rel. error", "naive σ", "printed σ"}, rows);

  /**
  The third value would be 2.1586 where 2.1591 is printed: its fourth digit is gone. (Our sum is
  known to 6 parts in $10^5$, so the last digit of this column is worth one unit, not five.) This
  lets us play detective. In the ratio $\sigma_2/\sigma_3$ the sum cancels. The naive formula would
  have made it a ratio of two whole numbers, some 100 120 units over 1893; the page shows another
  ratio, and the intervals that the printed digits leave to the two do not touch. Nor does it help
  to grant the exponential an error: over all that the digits leave open, the printed ratio asks
  for 1893.2 to 1893.6 units in the denominator, and no float is there. Whoever made the page did
  not compute its probabilities by the formula on the page, in single precision.
  */
  const auto units_of = [&](const std::string& text) {
    const Interval v = rounds_to(text);
    const Reference u(unit);
    return Interval{round(exp(v.lo) / u), round(exp(v.hi) / u)};
  };
  const auto ratio = [](const Interval& a, const Interval& b) {
    return Interval{a.lo / b.hi, a.hi / b.lo};
  };
  const Interval on_the_page = ratio(rounds_to(printed_sigma[1]), rounds_to(printed_sigma[2]));
  const Interval naive_ratio = ratio(units_of(printed_x[1]), units_of(printed_x[2]));
  const Interval asked_for = ratio(units_of(printed_x[1]), on_the_page);
  chapter
      .finding("not-naive", "The printed probabilities were not computed by the naive formula in "
                            "single precision")
      .at_most("largest σ₂/σ₃ that the printed digits allow", static_cast<double>(on_the_page.hi),
               52.883)
      .at_least("least σ₂/σ₃ that the naive formula gives in float",
                static_cast<double>(naive_ratio.lo), 52.886)
      .at_least("least number of units 2⁻¹⁴⁹ that the page asks of the third exponential",
                static_cast<double>(asked_for.lo), 1893.1)
      .at_most("largest number of units 2⁻¹⁴⁹ that the page asks of the third exponential",
               static_cast<double>(asked_for.hi), 1893.7);

  /**
  The document goes on: most of the 50 257 probabilities are close to zero. True, but it is not
  GPT-2's doing. Fewer than $1/\varepsilon$ of them *can* exceed $\varepsilon$, or the sum would
  exceed 1: at most 999 tokens of any model, with any logits, have more than one in a thousand.
  The bound cannot be improved: $k$ tokens that share everything evenly have $1/k$ each.
  */
  const auto many_above = [](const arma::vec& p, double epsilon) {
    return static_cast<double>(arma::accu(p > epsilon));
  };
  chapter.claim("exo7-2.1-most-near-zero", holds)
      .property(
          "fewer than 1/ε of 50 257 exceed ε, ε = 10⁻¹ to 10⁻⁴",
          [&](Draw& draw) {
            std::mt19937_64 generator(
                static_cast<std::uint64_t>(draw.integer("start", 0, 1000000)));
            std::normal_distribution<double> normal(0, draw.real("spread", 0, 20));
            arma::vec v(N);
            v.imbue([&] { return normal(generator); });
            const arma::vec p = softmax(v);
            for (const double epsilon : {1e-1, 1e-2, 1e-3, 1e-4})
              if (many_above(p, epsilon) >= 1 / epsilon)
                return false;
            return true;
          },
          20)
      .property(
          "k probabilities can be 1/k each: the bound is sharp",
          [&](Draw& draw) {
            const long k = draw.integer("k", 1, 50);
            arma::vec v(60);
            v.fill(-1000);
            v.head(static_cast<arma::uword>(k)).zeros();
            const auto count = static_cast<double>(k);
            return many_above(softmax(v), (1 - 1e-14) / count) == count;
          },
          100)
      .at_most("largest of the four printed probabilities, in units of 1/N", 1.1417e-6 * N, 0.06);

  chapter.figure("most-near-zero", [&](Figure& figure) {
    const arma::vec rank = arma::regspace(1, N);
    const arma::vec epsilon = arma::exp10(arma::linspace(-7, 0, 561));
    figure.title("How many of 50 257 probabilities exceed ε");
    figure.x_label("ε").y_label("number of tokens with σᵢ > ε").log_x().log_y();
    figure.x_range(1e-7, 1).y_range(0.8, 2e5).horizontal_line(N).legend_at(Corner::bottom_left);
    for (const double a : {0.5, 1.0, 2.0}) {
      const arma::vec p = softmax(arma::vec(-a * arma::log(rank)));
      arma::vec counts = epsilon;
      counts.transform([&](double e) { return p(0) > e ? many_above(p, e) : arma::datum::nan; });
      figure.line(epsilon, counts, fmt::format("logits −{} ln(rank)", a));
    }
    figure.line(epsilon, 1 / epsilon, "bound 1/ε");
    figure.caption("Whatever the logits, the count stays below 1/ε, and below N (dashed). Shown: "
                   "logits that fall with the logarithm of the rank, as word frequencies do.");
    figure.alt("Three curves fall from 50 257 at small ε to 1; all stay below the straight line "
               "1/ε.");
  });

  /**
  A few remain that are not close to zero. Here are the five most probable tokens that the document
  prints for each of two sentences. Differences of logits follow from them, since
  $\ln(\sigma_i/\sigma_j) = x_i - x_j$:
  */
  struct Candidate
  {
    std::string token;
    double percent;
  };
  const std::vector<Candidate> cat{
      {"floor", 7.64}, {"bed", 6.53}, {"couch", 5.41}, {"ground", 5.21}, {"edge", 4.78}};
  const std::vector<Candidate> child{
      {"bed", 13.11}, {"floor", 11.66}, {"couch", 7.06}, {"sofa", 5.06}, {"ground", 4.78}};
  rows.clear();
  for (std::size_t i = 0; i < cat.size(); ++i) {
    const auto behind = [i](const std::vector<Candidate>& five) {
      return fmt::format("{:.3f}", std::log(five[0].percent / five[i].percent));
    };
    rows.push_back({fmt::format("{}", i + 1), cat[i].token, fmt::format("{:.2f} %", cat[i].percent),
                    behind(cat), child[i].token, fmt::format("{:.2f} %", child[i].percent),
                    behind(child)});
  }
  chapter.table("The five most probable tokens, and how far their logits are behind the first",
                {"rank", "The cat", "σ", "behind", "The child", "σ", "behind"}, rows);

  chapter.figure("top-five", [&](Figure& figure) {
    figure.title("“... sat on the”: GPT-2's five most probable tokens").size(1000, 420);
    const auto panel = [&](const std::string& name, const std::vector<Candidate>& five) {
      std::vector<std::string> tokens;
      arma::vec percents(five.size());
      for (arma::uword i = 0; i < percents.n_elem; ++i) {
        tokens.push_back(five[i].token);
        percents(i) = five[i].percent;
      }
      figure.panel(name).x_label("token").y_label("probability (%)").y_range(0, 15);
      figure.bars(tokens, percents, "", {.value_text = true, .digits = 2});
    };
    panel("The cat sat on the", cat);
    panel("The child sat on the", child);
    figure.caption("As printed in exo7 2.1. One word of the sentence changes, and bed overtakes "
                   "floor; the edge leaves the five, the sofa enters.");
    figure.alt("Two bar charts. The cat: floor 7.64, bed 6.53, couch 5.41, ground 5.21, edge 4.78 "
               "percent. The child: bed 13.11, floor 11.66, couch 7.06, sofa 5.06, ground 4.78.");
  });

  /**
  The turn from floor to bed can be measured in log-odds, which do not depend on the other tokens:
  bed gains on floor the difference of the two sentences' $\ln(\sigma_{bed}/\sigma_{floor})$, and
  the printed digits are enough to enclose it:
  */
  const auto log_ratio = [&](const std::string& a, const std::string& b) {
    const Interval q = ratio(rounds_to(a), rounds_to(b));
    return Interval{log(q.lo), log(q.hi)};
  };
  const Interval before = log_ratio("6.53%", "7.64%");
  const Interval after = log_ratio("13.11%", "11.66%");
  chapter
      .finding("cat-to-child", "From cat to child, bed gains 0.27 on floor: its odds against floor "
                               "rise by the factor 1.3")
      .at_least("least gain of bed on floor, in logits, that the printed digits allow",
                static_cast<double>(after.lo - before.hi), 0.27)
      .at_most("largest gain of bed on floor, in logits, that the printed digits allow",
               static_cast<double>(after.hi - before.lo), 0.28);

  /**
  ## The formula to the letter, on a computer

  We have met one end of the exponent range; now the other. Bisection finds the largest logit whose
  exponential is still finite, the least whose exponential is not yet 0, and the least whose
  exponential has all its digits; logarithms in 50 digits say where they should be.
  */
  const auto last_where = [](auto from, auto beyond, auto is_true) {
    for (auto mid = std::midpoint(from, beyond); mid != from && mid != beyond;
         mid = std::midpoint(from, beyond))
      (is_true(std::exp(mid)) ? from : beyond) = mid;
    return from;
  };
  const auto finite = [](auto e) { return std::isfinite(e); };
  const auto normal = [](auto e) { return std::isnormal(e); };
  const auto positive = [](auto e) { return e > 0; };
  const float last_float = last_where(0.0F, 1000.0F, finite);
  const double last_double = last_where(0.0, 1000.0, finite);
  chapter.table("The logits x whose exponential ...",
                {"", "is 0 below", "loses digits below", "overflows above"},
                {{"float", fmt::format("{:.4f}", last_where(0.0F, -1000.0F, positive)),
                  fmt::format("{:.4f}", last_where(0.0F, -1000.0F, normal)),
                  fmt::format("{:.4f}", last_float)},
                 {"double", fmt::format("{:.4f}", last_where(0.0, -1000.0, positive)),
                  fmt::format("{:.4f}", last_where(0.0, -1000.0, normal)),
                  fmt::format("{:.4f}", last_double)}});
  const auto log_of = [](const Reference& number) { return static_cast<double>(log(number)); };
  chapter
      .finding("overflow", "eˣ overflows where x exceeds the logarithm of the largest number, and "
                           "becomes 0 below that of half the smallest")
      .agree("largest float logit whose exponential is finite (floats there are 2⁻¹⁷ apart)",
             static_cast<double>(last_float), log_of(std::numeric_limits<float>::max()),
             absolute(0x1p-17))
      .agree("largest double logit whose exponential is finite", last_double,
             log_of(std::numeric_limits<double>::max()), ulps(1))
      .agree("least double logit whose exponential is not 0", last_where(0.0, -1000.0, positive),
             log_of(Reference(std::numeric_limits<double>::denorm_min()) / 2), ulps(1));

  /**
  That is not yet what goes wrong, for softmax divides. It can go wrong in four ways:
  */
  const auto row = [](const std::string& what, const arma::fvec& v) {
    const auto pair = [](const arma::fvec& p) {
      return p.has_nan() ? std::string("nan, nan") : fmt::format("{:.4f}, {:.4f}", p(0), p(1));
    };
    return std::vector<std::string>{what, fmt::format("({:g}, {:g})", v(0), v(1)),
                                    pair(softmax_naive(v)), pair(softmax(v))};
  };
  chapter.table("Softmax of two logits in single precision",
                {"what happens", "x", "naive", "stable"},
                {row("∞/∞", {90, 89}), row("finite/∞: zeros, silently", {88.6F, 87.6F}),
                 row("0/0", {-105, -106}), row("digits lost", {-101.5F, -102.5F}),
                 row("nothing goes wrong", {1, 0})});

  /**
  The second line is the worst of the four. A `nan` spreads and is found; two zeros look like an
  answer, and no one has asked whether they sum to 1. In all five lines the truth is the same,
  $1/(1 + e^{-1}) = 0.7311$, for the two logits always differ by 1.
  */
  chapter.figure("naive-overflow", [](Figure& figure) {
    const auto panel = [&](const std::string& name, double lo, double hi) {
      const arma::vec t = arma::linspace(lo, hi, 1201);
      arma::vec naive = t;
      arma::vec stable = t;
      for (arma::uword i = 0; i < t.n_elem; ++i) {
        const auto first = static_cast<float>(t(i));
        naive(i) = static_cast<double>(softmax_naive(arma::fvec{first, first - 1})(0));
        stable(i) = static_cast<double>(softmax(arma::fvec{first, first - 1})(0));
      }
      figure.panel(name).x_label("t").y_label("σ₁ of x = (t, t − 1)");
      figure.x_range(lo, hi).y_range(-0.05, 1.15).line(t, stable, "stable").line(t, naive, "naive");
    };
    figure.title("One probability in single precision").size(1000, 420);
    panel("where e^t underflows", -105, -98);
    figure.text(-104.35, 0.4, "nan (0/0)").text(-103.5, 1.06, "1/1");
    panel("where e^t overflows", 87.8, 89.2);
    figure.text(88.57, 0.06, "finite/∞").text(88.96, 0.4, "nan (∞/∞)");
    figure.caption("The probability is 0.7311 for every t: the flat line, which the stable formula "
                   "follows. The naive one loses digits below −87, all of them near −103, and "
                   "ends in 0/0; above 88.4 it gives 0, above 88.7 no number at all.");
    figure.alt("Two panels. Left: below t = −100 the naive curve jumps ever more wildly, between "
               "0.5 and 1, and ends at −104. Right: it drops to 0 at 88.4 and ends at 88.7. The "
               "stable curve stays at 0.7311.");
  });

  /**
  ## Why the shift is free

  The cure is to subtract the largest logit before anything else. That is allowed because
  $e^{x_i + c} = e^c e^{x_i}$: the factor $e^c$ appears in the numerator and in every term of the
  denominator, and cancels. And it has to be the largest, so that every exponent is at most 0 and
  one of them *is* 0: nothing overflows, and the denominator lies between 1 and $N$, so there is no
  $0/0$.

  For integer logits the shift itself makes no rounding error, so we may demand the same bits, at
  distances where the naive formula has long failed.
  */
  chapter
      .finding("free-shift", "σ(x + c) = σ(x), and nothing but a constant shift leaves σ unchanged")
      .property(
          "softmax of integer logits, shifted by up to ±10¹²: every bit is the same",
          [](Draw& draw) {
            const auto n = static_cast<arma::uword>(draw.integer("N", 1, 20));
            const arma::vec v = draw.integer_matrix("x", n, 1, -100, 100);
            const auto c = static_cast<double>(draw.integer("c", -1000000000000, 1000000000000));
            return difference(softmax(arma::vec(v + c)), softmax(v));
          },
          exactly())
      .property(
          "ln σ(x) is x but for a constant, so σ tells x up to a shift",
          [](Draw& draw) {
            const arma::vec v = draw_logits(draw, 1, 20, 50);
            const arma::vec logs = log_softmax(v);
            return difference(arma::vec(logs - logs(0)), arma::vec(v - v(0)));
          },
          absolute(3e-13));

  /**
  The logarithm deserves the same care. Computed in two steps, $\ln(\sigma_i)$ of an improbable
  token is $\ln 0 = -\infty$, and a training loss is infinite because of rounding. In one step,
  $x_i - \ln\sum_j e^{x_j}$, it is what it should be:
  */
  const arma::vec far_apart{0, -800};
  chapter.finding("log-softmax", "ln σ is finite where σ has underflown")
      .agree("softmax of (0, −800), second entry", softmax(far_apart)(1), 0, exactly())
      .agree("log-softmax of (0, −800), second entry", log_softmax(far_apart)(1), -800, ulps(7));

  /**
  The sum in it is the *log-sum-exp* of the logits, a maximum with its corners rounded off: never
  below $\max x$ and at most $\ln N$ above. It moves by no more than the logit that moves most. That,
  and that subtracting the maximum first changes nothing, needs no draws:
  */
  chapter.proposition("log-sum-exp");

  /**
  ## Temperature

  Dividing all logits by a temperature $T$ before softmax sharpens or flattens the answer. For
  $T\to 0$ only the largest logit is left: with a lead of $g$ over the runner-up, everyone else
  together has at most $(N-1)\,e^{-g/T}$. For $T \to\infty$ all differences vanish, and each
  probability comes within a quarter of $(\max x - \min x)/T$ of $1/N$ (the quarter will explain
  itself in the next section). In between, the entropy can only rise: differentiating $H$ gives
  $\frac{dH}{dT} = \operatorname{Var}_\sigma(x) / T^3$, never negative. We check that derivative
  against a difference quotient in 50 digits, where $T \pm 10^{-17}$ loses nothing.
  */
  const auto entropy_at = [](const arma::vec& v, const Reference& T) {
    std::vector<Reference> over_T = exact(v);
    for (Reference& v_i : over_T)
      v_i /= T;
    Reference H = 0;
    for (const Reference& p : softmax_to_50_digits(over_T))
      H -= p * log(p);
    return H;
  };
  chapter
      .finding("temperature", "As T rises from 0 to ∞, σ(x/T) goes from the argmax to the uniform "
                              "distribution, in the same order, with growing entropy")
      .property("1 − max σ ≤ (N−1) e^{−g/T}, g the lead of the first",
                [](Draw& draw) {
                  const arma::vec v = arma::sort(draw_logits(draw, 2, 12, 10), "descend");
                  const double T = draw.real("T", 0.05, 10);
                  const arma::vec s = softmax(v, T);
                  return compensated_sum(s.tail(s.n_elem - 1)) <=
                         static_cast<double>(v.n_elem - 1) * std::exp((v(1) - v(0)) / T) *
                             (1 + 1e-12);
                })
      .property("|σᵢ − 1/N| ≤ (max x − min x)/(4T)",
                [](Draw& draw) {
                  const arma::vec v = draw_logits(draw, 1, 12, 10);
                  const double T = draw.real("T", 0.1, 1e6);
                  const double even = 1 / static_cast<double>(v.n_elem);
                  return arma::abs(softmax(v, T) - even).max() <=
                         (v.max() - v.min()) / (4 * T) + 4e-15;
                })
      .property("the order of the probabilities is that of the logits",
                [](Draw& draw) {
                  const arma::vec v = arma::sort(draw_logits(draw, 1, 20, 10));
                  return softmax(v, draw.real("T", 0.01, 100)).is_sorted("ascend");
                })
      .property(
          "dH/dT = Var(x)/T³",
          [&](Draw& draw) {
            const arma::vec v = draw_logits(draw, 2, 5, 3);
            const double T = draw.real("T", 0.5, 5);
            const arma::vec s = softmax(v, T);
            const double variance = arma::dot(s, arma::square(v - arma::dot(s, v)));
            const Reference h("1e-17");
            const Reference slope = (entropy_at(v, T + h) - entropy_at(v, T - h)) / (2 * h);
            return difference(variance / (T * T * T), static_cast<double>(slope));
          },
          absolute(1e-12), 100);

  /**
  The printed example, from cold to hot:
  */
  chapter.figure("temperature", [&](Figure& figure) {
    const arma::vec T = arma::exp10(arma::linspace(-1, 2, 181));
    arma::mat probabilities(4, T.n_elem);
    for (arma::uword j = 0; j < T.n_elem; ++j)
      probabilities.col(j) = softmax(x, T(j));
    figure.title("The printed example at every temperature").size(1000, 440);
    figure.panel("probabilities").x_label("temperature T").y_label("σᵢ(x/T)");
    figure.log_x().x_range(0.1, 100).y_range(-0.02, 1.02).legend_at(Corner::top_right);
    figure.vertical_line(1).horizontal_line(0.25);
    for (const arma::uword i : {2U, 0U, 3U, 1U})
      figure.line(T, arma::vec(probabilities.row(i).t()), minus(fmt::format("x = {}", x(i))));
    figure.panel("entropy").x_label("temperature T").y_label("H (nats)");
    figure.log_x().x_range(0.1, 100).y_range(0, 1.5).vertical_line(1).horizontal_line(std::log(4));
    figure.line(T, entropy_rows(arma::mat(probabilities.t())));
    figure.caption("Cold, the largest logit takes everything; hot, all four share evenly, 1/4 each "
                   "(dotted). The order never changes, and the entropy rises to ln 4 (dotted). The "
                   "document's numbers are at T = 1.");
    figure.alt(
        "Left: four probabilities against temperature on a logarithmic axis, from 1, 0, 0, 0 "
        "to one quarter each. Right: the entropy rises from 0 to ln 4.");
  });

  /**
  ## The Jacobian, and a bound one can remember

  How much do the probabilities move when the logits do? Differentiating the quotient gives
  $\partial\sigma_i/\partial x_j = \sigma_i(\delta_{ij} - \sigma_j)$, as a matrix
  $J = \operatorname{diag}(\sigma) - \sigma\sigma^T$. Training goes backwards through it, so it is
  worth knowing well. We check it, as before, against a difference quotient in 50 digits, column by
  column.

  Its entries are $\sigma_i(1-\sigma_i)$ and $-\sigma_i\sigma_j$, products of two numbers that sum
  to at most 1, so they lie in $[-\frac14, \frac14]$. Its rows sum to 0: that is the free shift once
  more. The form $v^T J v$ is $\sum_i \sigma_i v_i^2 - (\sum_i \sigma_i v_i)^2$, the variance of $v$
  when token $i$ has probability $\sigma_i$. So it is never negative, and since no variance exceeds
  a quarter of the squared range, at most $\frac14(\max v - \min v)^2 \le \frac12\|v\|^2$. No
  eigenvalue leaves $[0, \frac12]$, and softmax never moves further than half of what its logits do.
  Both bounds are attained by two equal logits, and there every number is a power of 2, so we may
  ask for the last bit.
  */
  const arma::mat even = softmax_jacobian(arma::vec{0, 0});
  chapter
      .finding("jacobian", "J = diag(σ) − σσᵀ is symmetric, its rows sum to 0, its entries are in "
                           "[−1/4, 1/4] and its eigenvalues in [0, 1/2]")
      .property(
          "Jacobian against difference quotients in 50 digits",
          [](Draw& draw) {
            const arma::vec v = draw_logits(draw, 2, 5, 5);
            const Reference h("1e-17");
            arma::mat quotients(v.n_elem, v.n_elem);
            for (arma::uword j = 0; j < v.n_elem; ++j) {
              std::vector<Reference> ahead = exact(v);
              std::vector<Reference> behind = ahead;
              ahead[j] += h;
              behind[j] -= h;
              const auto s = softmax_to_50_digits(ahead);
              const auto r = softmax_to_50_digits(behind);
              for (arma::uword i = 0; i < v.n_elem; ++i)
                quotients(i, j) = static_cast<double>((s[i] - r[i]) / (2 * h));
            }
            return difference(softmax_jacobian(v), quotients);
          },
          ulps(25), 60)
      .property("the Jacobian has entries in [−1/4, 1/4], J = Jᵀ, and rows that sum to 0",
                [](Draw& draw) {
                  const arma::mat J = softmax_jacobian(draw_logits(draw, 1, 12, 20));
                  return arma::abs(J).max() <= 0.25 + 1e-15 &&
                         difference(J, arma::mat(J.t())).absolute == 0 &&
                         arma::abs(arma::sum(J, 1)).max() <= 1e-14;
                })
      .property("vᵀJv is the variance of v, and in [0, ½ ‖v‖²]",
                [](Draw& draw) {
                  const arma::vec z = draw_logits(draw, 1, 12, 5);
                  const arma::vec v = draw.vector("v", z.n_elem, -1, 1);
                  const arma::vec s = softmax(z);
                  const double form = arma::dot(v, softmax_jacobian_times(z, v));
                  const double variance = arma::dot(s, arma::square(v - arma::dot(s, v)));
                  return std::abs(form - variance) <= 1e-14 && form >= -1e-14 &&
                         form <= 0.5 * arma::dot(v, v) + 1e-14;
                })
      .property("‖σ(x) − σ(z)‖ ≤ ½ ‖x − z‖",
                [](Draw& draw) {
                  const arma::vec v = draw_logits(draw, 1, 12, 5);
                  const arma::vec z = draw.vector("z", v.n_elem, -5, 5);
                  return arma::norm(arma::vec(softmax(v) - softmax(z))) <=
                         0.5 * arma::norm(arma::vec(v - z)) + 1e-14;
                })
      .agree("Jacobian at two equal logits: entries ±1/4", even,
             arma::mat{{0.25, -0.25}, {-0.25, 0.25}}, exactly())
      .agree("Jacobian at two equal logits times (1, −1): ½ (1, −1)",
             arma::vec(even * arma::vec{1, -1}), arma::vec{0.5, -0.5}, exactly());

  /**
  Draws and digits are evidence. That the sum is 1, that a shift changes nothing, that softmax keeps
  the order, what its Jacobian is and that no entry leaves $[-\frac14, \frac14]$ is also *proven*,
  for every $N$ and all real logits; the Jacobian twice, once as an identity between rational
  functions of the $e^{x_i}$. So is what follows for finite changes: a logit that moves by $h$ moves
  no probability by more than $\frac{|h|}4$, $v^T J v \le \frac12 |v|^2$, and softmax never spreads
  two vectors of logits to more than half their distance.
  */
  chapter.proposition("softmax");

  /**
  The figure shows the matrix at the printed example, and its largest entry and eigenvalue (by 200
  steps of power iteration) as the temperature changes.
  */
  chapter.figure("jacobian", [&](Figure& figure) {
    const arma::vec T = arma::exp10(arma::linspace(-1, 2, 181));
    arma::vec entry = T;
    arma::vec eigenvalue = T;
    for (arma::uword i = 0; i < T.n_elem; ++i) {
      const arma::mat J = softmax_jacobian(arma::vec(x / T(i)));
      entry(i) = arma::abs(J).max();
      arma::vec v{1, -1, 2, 0};
      for (int step = 0; step < 200; ++step)
        v = arma::normalise(arma::vec(J * v));
      eigenvalue(i) = arma::dot(v, J * v);
    }
    HeatMap look;
    look.range = Range{-0.25, 0.25};
    look.palette = Palette::diverging;
    look.value_text = true;
    look.digits = 4;
    look.scale_label = "∂σᵢ/∂xⱼ";
    figure.title("The Jacobian of the printed example").size(1000, 440);
    figure.panel("at T = 1").x_label("logit j").y_label("probability i");
    figure.heat_map(softmax_jacobian(x), look);
    figure.panel("at every temperature").x_label("temperature T").y_label("size of J at x/T");
    figure.log_x().x_range(0.1, 100).y_range(0, 0.55).legend_at(Corner::bottom_right);
    figure.horizontal_line(0.5).horizontal_line(0.25);
    figure.line(T, eigenvalue, "largest eigenvalue").line(T, entry, "largest entry");
    figure.caption(
        "Left: each row and column sums to 0. Right: an answer that is certain does not "
        "move; where one probability is nearly 1, J vanishes and no gradient passes. The "
        "horizontal lines are the bounds 1/4 for entries and 1/2 for eigenvalues.");
    figure.alt("Left: a 4 by 4 heat map, positive on the diagonal (0.205 for token 3), negative "
               "elsewhere (−0.169 between tokens 1 and 3). Right: largest entry and eigenvalue "
               "against temperature, near 0 when cold, below the bounds 1/4 and 1/2.");
  });

  /**
  ## What a rounding error in the logits costs

  The Jacobian measures absolute errors. For the small probabilities of a language model relative
  ones matter more, that is, errors of $\ln\sigma_i$. Its gradient is $e_i - \sigma$, whose absolute
  values sum to $2(1-\sigma_i) < 2$. So if no logit is off by more than $\delta$, no log-probability
  is off by more than $2\delta$. Half of that is the share of $x_i$ itself; the other half is that
  of $\ln\sum_j e^{x_j}$, whose gradient is $\sigma$, of sum 1, so that it is never off by more than
  $\delta$, and by exactly that when all logits are off by $\delta$ in the same direction.

  The catch is $\delta$. Logits are stored with a relative error $u$, so $\delta = u \max |x_i|$,
  and the shift that was free on paper is paid in digits. Let us round the printed example to single
  precision ($u = 2^{-24}$) after shifting it, and compute everything else exactly.
  */
  chapter
      .finding("conditioning", "An error ≤ δ in every logit changes ln Σ eˣ by at most δ and no "
                               "ln σᵢ by more than 2δ; a relative error u of the logits costs up "
                               "to 2u max|xᵢ|")
      .property("|ln Σ e^(x + d) − ln Σ eˣ| ≤ max|dⱼ|",
                [](Draw& draw) {
                  const arma::vec v = draw_logits(draw, 1, 12, 50);
                  const arma::vec d = draw.vector("d", v.n_elem, -1, 1);
                  return std::abs(log_sum_exp(arma::vec(v + d)) - log_sum_exp(v)) <=
                         arma::abs(d).max() + 2e-14;
                })
      .agree("ln Σ eˣ of the printed example, all logits raised by 1/8: increase",
             log_sum_exp(arma::vec(x + 0.125)) - log_sum_exp(x), 0.125, absolute(2e-15))
      .property("|ln σᵢ(x + d) − ln σᵢ(x)| ≤ 2 max|dⱼ|",
                [](Draw& draw) {
                  const arma::vec v = draw_logits(draw, 1, 12, 50);
                  const arma::vec d = draw.vector("d", v.n_elem, -1, 1);
                  return arma::abs(log_softmax(arma::vec(v + d)) - log_softmax(v)).max() <=
                         2 * arma::abs(d).max() + 1e-12;
                })
      .at_least("change of ln σ₁ over 100 u for x = (−100, 100) with the relative error u = 2⁻²⁴",
                (log_softmax(arma::vec{-100, 100})(0) -
                 log_softmax(arma::vec(arma::vec{-100, 100} * (1 + 0x1p-24)))(0)) /
                    (100 * 0x1p-24),
                1.9999);

  rows.clear();
  for (const double shift : {0.0, log_sum, 1000.0, 10000.0, 100000.0}) {
    const arma::vec shifted = x + shift;
    const arma::vec stored =
        arma::conv_to<arma::vec>::from(arma::conv_to<arma::fvec>::from(shifted));
    const double error = arma::abs(softmax(stored) / sigma - 1).max();
    const double bound = 2 * 0x1p-24 * arma::abs(shifted).max();
    rows.push_back({fmt::format("{:.6g}", shift), fmt::format("{:.1e}", error),
                    fmt::format("{:.1e}", bound), fmt::format("{:.1f}", -std::log10(error))});
  }
  chapter.table("The printed example, shifted, its logits stored in single precision",
                {"shift c", "rel. error of σ", "bound 2u max|xᵢ|", "digits left"}, rows);

  /**
  Seven digits without a shift, less than six where GPT-2 keeps its logits, two at $10^5$. So the
  order of operations matters: subtract the maximum *before* rounding, not after.

  So softmax keeps the order, ignores a common shift, never moves further than half of what its
  logits do, and tells us the odds of any two tokens by their difference alone. What it does not do
  is make logits: that is the next chapter, which sends a vector of 768 numbers to 50 257 without
  inventing any.
  */
}
