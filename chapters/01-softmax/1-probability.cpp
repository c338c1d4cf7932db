#include "logits.hpp"

#include "race.hpp"

#include <cmath>

/**
# May we call it a probability?

Numbers in $[0,1]$ that sum to 1 are a distribution. But are they the probabilities *of* something?

## The chain

The logits come from a vector $y\in\mathbb R^n$, the model's state: a map $\psi$ sends it to
$x\in\mathbb R^N$, one logit per token, and softmax does the rest. In the next chapters $\psi$ is a
matrix, $\psi(y) = By$ with $B$ of size $N \times n$. The arrows of the document's figure fit
together, as a small example shows:
*/
using namespace epreuve::course;

SECTION(chain)
{
  const arma::mat B = arma::randn(7, 4);
  const arma::vec y = arma::randn(4), x = B * y, sigma = softmax(x);
  chapter.claim("exo7-2.1-fig-psi-softmax", holds)
      .conformable("B", arma::size(B), "y", arma::size(y))
      .same_shape("x = ψ(y)", arma::size(x), "σ(x)", arma::size(sigma))
      // Law of 2: for every draw.
      .within("smallest entry of softmax(B y)", sigma.min(), 0, 1)
      .within("largest entry of softmax(B y)", sigma.max(), 0, 1);
  chapter.figure("chain", draw_chain);

  /**
  The document illustrates the chain with a "gros félin", a big feline: 50 % lion, 40 % cat. These
  numbers are invented and claim nothing, but they could occur, since every distribution without
  zeros is the softmax of its own logarithms. Lion's logit then leads cat's by $\ln(50/40) = 0.223$;
  and if the remaining 10 % are shared evenly by the other 50 255 tokens, each of them lies more
  than 12 below.
  */
  arma::vec feline(50257, arma::fill::value(0.1 / 50255));
  feline.head(2) = arma::vec{0.5, 0.4};
  const arma::vec logits = arma::log(feline) + (12 - std::log(0.5)), again = softmax(logits);
  chapter.claim("exo7-2.1-fig-logits-lion", illustrative)
      .invented("a picture of the idea, with round numbers: no model is said to have given them")
      .prints("50% 40%", Values(again.head(2), 64))
      .agree("lion's logit less cat's", logits(0) - logits(1), std::log(1.25), absolute(4e-15))
      .agree("probability left for the other 50 255 tokens", compensated_sum(again.tail(50255)),
             0.1, absolute(1e-14));
  chapter.figure("gros-felin", [&](Figure& figure) { draw_gros_felin(figure, logits); });
}

/**
## A race

The document reads $\sigma_i$ as the probability that token $i$ is to be output. If it matches how
often that token really follows, the merit is not the formula's: training aims at that, and no
computation here can decide it. But is there a random experiment of which $\sigma_i$ is the
probability, without anyone having decided to draw from $\sigma$?

There is. Add to each logit an independent noise $-\ln(-\ln U)$, with $U$ uniform on $[0,1]$
(Gumbel's law), and take the largest. Token $i$ wins with probability exactly $\sigma_i$. No
exponential of a logit, no division: only a race.

No race need be run to check it. With $F(t) = e^{-e^{-t}}$, the distribution function of the noise,
and $f = F'$, token $i$ wins with the probability that its sum is some $t$ and that all others stay
below,

$$ \int_{-\infty}^{\infty} f(t - x_i) \prod_{j \ne i} F(t - x_j) \, dt . $$

A plain sum with step $\frac14$ gives this integral to 17 digits, since the integrand is analytic in
a wide strip around the real axis. A comparison shows that it has to be Gumbel's noise: normal noise
of the same variance, $\frac{\pi^2}6$, gives token 1 of the printed example two hundredths more.
*/
SECTION(race)
{
  const arma::vec sigma = softmax(printed_example);
  const auto gumbel = [](double t) { return std::exp(-std::exp(-t)); };
  const auto gumbel_density = [](double t) { return std::exp(-t - std::exp(-t)); };
  const double spread = arma::datum::pi / std::sqrt(6);
  const auto normal = [=](double t) { return std::erfc(-t / (spread * std::sqrt(2))) / 2; };
  const auto normal_density = [=](double t) { return arma::normpdf(t, 0.0, spread); };
  chapter.claim("exo7-2.1-sigma-probability", holds)
      .agree("probabilities of the four tokens to win the race with Gumbel's noise, against σ",
             win_probabilities(printed_example, gumbel, gumbel_density), sigma, absolute(1e-14))
      .at_least("token 1's probability to win with normal noise, less σ₁",
                win_probabilities(printed_example, normal, normal_density)(0) - sigma(0), 0.02)
      .by_reading("that it is the probability of the *right* token is an interpretation, which "
                  "training makes more or less true");

  /**
  A second answer: among all distributions $p$, softmax is the one that maximises the expected logit
  plus the entropy, $\sum_i p_i x_i + H(p)$; the maximum is $\ln\sum_j e^{x_j}$ (Gibbs). It prefers
  large logits, and beyond that commits itself to nothing: of all distributions with the same
  expected logit it has the largest entropy. We draw rivals at random; none does better.
  */
  const auto gain = [](Logits p, Logits x) { return arma::dot(p, x) + entropy(p); };
  const auto no_rival_gains_more = [=](Logits x, Draw& draw) {
    const arma::vec p = softmax(draw.vector("ln p", x.n_elem, -20, 20));
    return gain(p, x) <= log_sum_exp(x) + 1e-13;
  };
  const auto at_softmax = [=](Logits x) { return difference(gain(softmax(x), x), log_sum_exp(x)); };
  chapter.finding("gibbs", "σ(x) maximises Σ pᵢxᵢ + H(p), and the maximum is ln Σ eˣ")
      .property("no p makes Σ pᵢxᵢ + H(p) exceed ln Σ eˣ", vectors({1, 8}, 20, no_rival_gains_more))
      .property("Σ σᵢxᵢ + H(σ) is ln Σ eˣ", vectors({1, 8}, 20, at_softmax), absolute(1e-13));
}
