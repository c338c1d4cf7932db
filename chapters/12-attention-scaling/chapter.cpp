#include "epreuve/chapter.hpp"
#include "figures.hpp"
#include "finite_laws.hpp"
#include "scores.hpp"

#include <cstddef>
#include <vector>

using namespace epreuve::course;

/**
# Attention scaling: why the scores are divided by √d

A query $q$ and a key $k$ of dimension $d$ give a score, their dot product $q \cdot k$, and before
softmax sees it the score is divided by $\sqrt d$ (exo7 calls the dimension $r$, masterclass and
iaetnous $d_k$). Four documents say so, and give different reasons, among them that the variance
would explode, that the coefficients grow along the layers, that the gradients would come close to
zero or one. Which reason is right? And why the square root, not $d$ itself?

## The answer

The variance. For independent entries of mean 0 and variance 1, whatever else their law may be, the
variance of $q \cdot k$ is $d$; only division by $\sqrt d$ makes it 1 for every $d$. Division by $d$
leaves $1/d$. The figure shows what becomes of the variance under every division that the damaged
copy of thomas can be read to prescribe:
*/
SECTION(answer)
{
  chapter.shows("readings");
}

/**
And variance 1 is worth having, because there softmax is still undecided: over 64 keys its entropy
is about half a nat below the greatest possible, and its gradient is alive. Undivided, both vanish
like $1/\sqrt d$, and a head learns slowly or not at all. So masterclass names a consequence, and
names it nearly right; the division has nothing to do with the layers.

## What the documents have wrong

- **thomas** proves the variance in an appendix whose copy has lost every square root, every
  fraction bar, every exponent and the stroke through a $\ne$. Of his twelve statements nine are
  false as they stand, and true with their signs put back.
- **exo7** gives the growth along the layers as the reason. What the division compensates is growth
  with $r$. Its formula equates the pattern, $K \times K$, with what the pattern does to a sentence,
  $n \times K$.
- **masterclass** fears gradients close to zero *or one*. None exceeds $\frac14$.
- **iaetnous** draws attention as matrices; in the copy there is nothing below the fraction bar.
- A slip: **thomas** divides once by $1/\sqrt d$, where he divides by $\sqrt d$ everywhere else.

(The cross terms of thomas' proof vanish because of mean 0 and independence; that the variables are
i.i.d., as he says, is more than is needed. The simple example of the masterclass leaves the
division out.)

## The variance is d

Independent, mean 0, variance 1: nothing else is needed. A random variable with finitely many
rational values can be averaged without rounding, and we take three that share nothing but these two
moments: a coin, $\pm 1$; a variable that is mostly 0; and one that leans to one side. Convolution
gives the exact law of $q \cdot k$. We take $q$ and $k$ from different laws too, all nine pairs, so
that "identically distributed" cannot help.

The document's line reads `Var(s)=E[s2]−(E[s])2=E[s2]=d` in our copy. If the 2 is a factor, the middle
is $2E[s] - 2E[s]$, which is 0 for every law and so never $d$; nor does it help to read $s_2$ as a
second score. With the exponents put back it is true, of normal entries too, by an integral.
*/
SECTION(variance)
{
  const std::vector<FiniteDistribution> laws = three_laws();
  const std::vector<std::size_t> sizes = {1, 2, 3, 8, 32};
  const auto of_scores = [&](Rational (*f)(const FiniteDistribution&, std::size_t)) {
    return tabulated(9, 5, [&](arma::uword i, arma::uword j) {
      return f(dot_product(laws.at(i / 3), laws.at(i % 3), sizes.at(j)), sizes.at(j));
    });
  };
  const RationalMatrix variances = of_scores([](const auto& s, auto) { return variance(s); });
  const RationalMatrix squares = of_scores([](const auto& s, auto) { return moment(s, 2); });
  const RationalMatrix d = of_scores([](const auto&, auto size) { return Rational(size); });
  const FiniteDistribution s = dot_product(leaning(), mostly_zero(), 8);
  Claim& claim = chapter.claim("thomas-annexe-variance", damaged)
                     .as_copied("Var(s) = E[s · 2] − E[s] · 2 = E[s · 2] = d")
                     .equal("E[s · 2] − E[s] · 2, d = 8", mean(scaled(s, 2)) - mean(s) * 2, 8)
                     .as_copied("Var(s) = E[s₂] − E[s] · 2 = E[s₂] = d, s₂ a second score")
                     .equal("E[s₂] − E[s] · 2, d = 8", mean(s) - mean(s) * 2, 8)
                     .restored("Var(s) = E[s²] − (E[s])² = E[s²] = d")
                     .equal("Var(s) = E[s²], nine pairs of laws, d up to 32", variances, squares)
                     .equal("E[s²] = d, nine pairs of laws, d up to 32", squares, d);
  for (const int size : {8, 32, 128})
    claim.agree(fmt::format("Var(s)/d of normal entries, by an integral, d = {}", size),
                score_expectation(size, [=](double x) { return x * x / size; }), 1, absolute(1e-9));
  chapter
      .finding("only-two-moments-matter", "E[s] = 0, Var(s) = d and Var(s/√d) = 1 for any "
                                          "independent entries of mean 0 and variance 1")
      .equal("E[s] = 0, nine pairs of laws, d = 1, 2, 3, 8, 32",
             of_scores([](const auto& score, auto) { return mean(score); }), RationalMatrix(9, 5))
      .equal("Var(s/√d) = 1, nine pairs of laws, d = 1, 2, 3, 8, 32", of_scores(variance_over_sqrt),
             of_scores([](const auto&, auto) { return Rational(1); }));

  /**
  Nine pairs of laws and five dimensions are not all of them. For *all* independent entries of
  finite support, and every $d$, it is a theorem. Of independence its proof uses only that the
  expectation of a product of powers, up to the second, is the product of their expectations. The
  variance explodes, as the appendix says, and the division stops it:
  */
  chapter.proposition("attention-scaling", {"dot_mean", "dot_variance", "dot_scaled"});
  Claim& explosion = chapter.claim("thomas-annexe-explosion", holds);
  for (const std::size_t k : {4, 64, 256}) {
    const FiniteDistribution score = dot_product(signs(), signs(), k);
    explosion.equal(fmt::format("Var(s) = d grows, signs, d = {}", k), variance(score), k)
        .equal(fmt::format("Var(s/√d) stays 1, signs, d = {}", k), variance_over_sqrt(score, k), 1);
  }
}
