#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/noticing.hpp"
#include "figures.hpp"
#include "finite_laws.hpp"
#include "scores.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

using namespace epreuve::course;

/**
# The appendix, line by line

We rebuild the proof of thomas while we check it. The copy has put every formula on one line:
`E[s2]−(E[s])2=E[s2]=d`, `i=1∑d1⋅1=d`, `Var(ds)`. Which of them are damaged, and which can be taken
as they stand? Our goodwill must not decide that, or we shall see errors where we like and overlook
the others. So we read letter by letter: letters next to each other are multiplied; a digit after a
letter multiplies it or numbers it; the $d$ after a $\sum$ may be a limit or a factor. Only an index
is an index at any height, since the text introduces its variables as `qi` and `ki`: there the index
is part of a name.

A line that is true in every such reading *holds*. A line that one of them makes false is
*damaged*, however easily one guesses the original: we compute the readings that fail, then the
line with its signs put back. And if it is false even so, it is *refuted*.

## What it explains

The appendix explains why scores explode: their variance is $d$. To see it grow, we take a thousand
pairs $(q, k)$ of normal entries: the first $d$ coordinates of a pair give its score at dimension
$d$, for $d = 1, 2, 4, \dots, 4096$ at once.

A test of random numbers is worth only as much as the errors that it would detect. So wherever we
draw, each test states the smallest error that would matter, and is run a second time on numbers
that have this error, or hardly a larger one: that test must fail. If these variances were twice
what they should be, a thousand scores would show it; and the other divisions that the copy suggests
are off by $\sqrt d$ at least.
*/
SECTION(drawn)
{
  const arma::vec d = arma::exp2(arma::regspace(0, 12));
  arma::mat scores(1000, d.n_elem);
  for (arma::uword pair = 0; pair < scores.n_rows; ++pair) {
    const arma::vec q(4096, arma::fill::randn), k(4096, arma::fill::randn);
    const arma::vec partial_sums = arma::cumsum(q % k);
    scores.row(pair) = partial_sums(arma::conv_to<arma::uvec>::from(d - 1)).t();
  }
  chapter.figure("variance", [&](Figure& figure) { draw_variance(figure, d, scores); });
  Claim& finding = chapter.finding("drawn-scores", "scores of normal entries have variance d");
  for (const arma::uword i : {4, 8, 12}) {
    const arma::vec divided = scores.col(i) / std::sqrt(d(i));
    estimates_noticing(finding, fmt::format("variance of 1000 drawn scores over d, d = {}", d(i)),
                       variance_of(divided), 1, 0.5, "twice that variance",
                       variance_of(divided * std::sqrt(2)));
  }
}

/**
## The hypotheses

All $q_i$ and $k_i$ are to be normal, independent and identically distributed, with $\mu = 0$ and
`σ2=1`. Read as a product, $2\sigma = 1$, that makes the variance $\tfrac14$, and that of the score
$d/16$. A hypothesis cannot be false; but from this one the conclusions do not follow, neither
$E[q_i^2] = 1$ nor $\mathrm{Var}(s) = d$. (As an index it would do no harm: if $\sigma_2$ is 1,
every $\sigma$ is, since all have the same law.) The original must have been $\sigma^2 = 1$, and we
make sure that the normal law that we integrate and the numbers that we draw are those of the text.
*/
SECTION(hypotheses)
{
  const auto normal_moment = [](int k) {
    return normal_expectation([=](double z) { return std::pow(z, k); });
  };
  const FiniteDistribution half = scaled(signs(), {1, 2});
  Claim& claim = chapter.claim("thomas-annexe-hypotheses", damaged);
  claim.as_copied("σ · 2 = 1")
      .agree("E[qᵢ²] under N(0, 1/4), against 1", normal_moment(2) / 4, 1, absolute(1e-14))
      .equal("Var(s) for entries ±1/2, d = 16", variance(dot_product(half, half, 16)), 16)
      .restored("σ² = 1: qᵢ, kᵢ ~ N(0, 1)")
      .agree("mean of the normal law, ∫ z φ(z) dz", normal_moment(1), 0, absolute(1e-14))
      .agree("variance of the normal law, ∫ z² φ(z) dz", normal_moment(2), 1, absolute(1e-14));

  const arma::mat q(4, 50000, arma::fill::randn);
  const arma::vec all = arma::vectorise(q);
  const auto neighbours = [&](double correlation) {
    const double rest = std::sqrt(1 - correlation * correlation);
    return mean_of((q.row(0) % (correlation * q.row(0) + rest * q.row(1))).t());
  };
  estimates_noticing(claim, "mean of the normal numbers drawn", mean_of(all), 0, 0.025,
                     "a mean of 0.025 instead of 0", mean_of(all + 0.025));
  estimates_noticing(claim, "variance of the normal numbers drawn", variance_of(all), 1, 0.04,
                     "a variance of 1.04 instead of 1", variance_of(all * std::sqrt(1.04)));
  estimates_noticing(claim, "correlation of neighbouring numbers drawn", neighbours(0), 0, 0.05,
                     "a correlation of 0.05 of neighbours", neighbours(0.05));
}

/**
## The mean

$E[s] = \sum_i E[q_i k_i] = \sum_i E[q_i]\, E[k_i] = 0$. The first step is linearity, the second
needs the independence of $q$ and $k$, the third that the means are 0. We check each by going through
all outcomes, which is the definition of an expectation, with $q$ and $k$ from *different* laws.

This line is the one formula of the appendix that the copy cannot spoil: read the $d$ of a sum as a
factor of what follows it, and that side is multiplied by $d$, but it was 0 and remains 0.
*/
SECTION(the_mean)
{
  const auto laws = query_and_key(mostly_zero(), leaning(), 3);
  Rational by_terms = 0;
  for (std::size_t i = 0; i < 3; ++i)
    by_terms += expectation(laws, [=](auto& o) { return Rational(o.at(i) * o.at(3 + i)); });
  chapter.claim("thomas-annexe-mean", holds)
      .equal("E[Σ qᵢkᵢ] = Σ E[qᵢkᵢ], all 216 outcomes", expectation(laws, score_of), by_terms)
      .equal("Σ E[qᵢkᵢ] = Σ E[qᵢ] E[kᵢ]", by_terms, 3 * mean(mostly_zero()) * mean(leaning()))
      .equal("E[s] = 0, d = 3, all 216 outcomes", expectation(laws, score_of), 0)
      .equal("E[Σ d qᵢkᵢ] = 0, the d of the sum as a factor", Rational(3 * by_terms), 0);
}

/**
## The square of a sum is a double sum

The appendix squares $s = \sum_i q_i k_i$ into a sum over $i$ and $j$ and looks at each term by
itself. So do we: the $d \times d$ matrix of the $E[q_i k_i \, q_j k_j]$, each entry by enumeration.

In the copy the exponents are missing. Whether the 2 of `s2` multiplies or numbers, the variable
under the $E$ then has mean 0, and the line never reaches $d$; with the exponent restored but the
$d$ of a sum read as a factor, it would overshoot, to $d^3$. We try all pairs of our three laws.
*/
SECTION(double_sum)
{
  const Rational sum = sum_of_entries(moments_of_terms(leaning(), mostly_zero(), 3));
  const FiniteDistribution s = dot_product(leaning(), mostly_zero(), 3);
  const auto squared = [](const Outcome& o) { return Rational(score_of(o) * score_of(o)); };
  const RationalMatrix squares = of_pairs(
      three_laws(), [=](auto& q, auto& k) { return expectation(query_and_key(q, k, 2), squared); });
  const RationalMatrix sums = of_pairs(
      three_laws(), [](auto& q, auto& k) { return sum_of_entries(moments_of_terms(q, k, 2)); });
  const auto integers = over_integer_matrices({"a d x 1"}, {12, -99, 99}, [](const arma::mat& a) {
    return difference(std::pow(arma::accu(a), 2), arma::accu(a * a.t()));
  });
  chapter.claim("thomas-annexe-double-sum", damaged)
      .as_copied("E[s · 2] = ΣΣ E[qᵢkᵢqⱼkⱼ]")
      .equal("E[s · 2] against the double sum, d = 3", mean(scaled(s, 2)), sum)
      .as_copied("E[s₂] = ΣΣ E[qᵢkᵢqⱼkⱼ], s₂ a second score")
      .equal("E of a second score against the double sum, d = 3", mean(s), sum)
      .as_copied("E[s²] = ΣΣ d · d · E[qᵢkᵢqⱼkⱼ]")
      .equal("E[s²] against d² times the double sum, d = 3", moment(s, 2), Rational(9 * sum))
      .restored("E[s²] = ΣΣ E[qᵢkᵢqⱼkⱼ]")
      .equal("E[s²] = ΣΣ E[qᵢkᵢqⱼkⱼ], 3 × 3 laws, d = 2", squares, sums)
      .property("(Σ aᵢ)² = ΣΣ aᵢaⱼ for random integers", integers, exactly());
}

/**
## The terms off the diagonal, and on it

Of the $d^2$ terms, says the appendix, only the diagonal survives. The copy reads "0 for $i = j$"
and in the next line, for $i = j$ again, gives the terms as 1: the stroke of $\ne$ went missing. And
`qi2ki2`, with the 2 as a factor or an index, has mean 0; with the $d$ of the sum as a factor the
diagonal adds up to $d^2$. Rightly read, the matrix of all terms should be the identity.
*/
SECTION(cross_terms)
{
  const RationalMatrix terms = moments_of_terms(leaning(), mostly_zero(), 3);
  const auto cross = [](auto& q, auto& k) { return moments_of_terms(q, k, 2)(0, 1); };
  chapter.claim("thomas-annexe-cross-terms", damaged)
      .as_copied("the term is 0 for i = j")
      .equal("E[q₁k₁q₁k₁] against 0", terms(0, 0), 0)
      .restored("the term is 0 for i ≠ j")
      .equal("E[q₁k₁q₂k₂] = 0, 3 × 3 laws", of_pairs(three_laws(), cross), RationalMatrix(3, 3))
      .equal("all E[qᵢkᵢqⱼkⱼ] are the identity, d = 3", terms, RationalMatrix::identity(3));

  /**
  The identity matrix: off the diagonal all terms vanish, and on it each is 1, for all nine pairs of
  laws. So the diagonal adds up to $d$.
  */
  const FiniteDistribution qk = product(leaning(), mostly_zero());
  const Rational three = sum_of_entries(terms);
  const auto on_diagonal = [](auto& q, auto& k) { return moments_of_terms(q, k, 2)(0, 0); };
  const auto of_factors = [](auto& q, auto& k) { return Rational(moment(q, 2) * moment(k, 2)); };
  const RationalMatrix nine = of_pairs(three_laws(), on_diagonal);
  chapter.claim("thomas-annexe-diagonal", damaged)
      .as_copied("Σ E[qᵢ · 2 · kᵢ · 2] = d")
      .equal("Σ E[qᵢ · 2 · kᵢ · 2] against d = 3", 3 * mean(scaled(qk, 4)), 3)
      .as_copied("Σ E[qᵢ₂ kᵢ₂] = d, more variables of the same laws")
      .equal("Σ E[qᵢ₂ kᵢ₂] against d = 3", 3 * mean(qk), 3)
      .as_copied("Σ d · E[qᵢ² kᵢ²] = Σ d · 1 · 1 = d")
      .equal("Σ d · E[qᵢ² kᵢ²] against d = 3", Rational(3 * three), 3)
      .restored("Σ E[qᵢ² kᵢ²] = Σ E[qᵢ²] E[kᵢ²] = Σ 1 · 1 = d")
      .equal("E[q²k²] = E[q²] E[k²], 3 × 3 laws", nine, of_pairs(three_laws(), of_factors))
      .equal("E[q²k²] = 1, 3 × 3 laws", nine, RationalMatrix{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}})
      .equal("Σ E[qᵢ²kᵢ²] = d, d = 3", three, 3);
}

/**
The reason that the appendix gives, that the variables are i.i.d., is not what kills the cross
terms. Take variables that are i.i.d. of variance 1 but have the values 0 and 2, so that their mean
is 1. All four means in a cross term are 1, and so is the term. The mean rises to $d$ and the
variance to $3d$. It is mean 0 that does the work, together with independence; "identically
distributed" is not needed, as the mixed pairs have shown.
*/
SECTION(mean_0_and_independence)
{
  const FiniteDistribution shifted = uniform_distribution({0, 2}),
                           s = dot_product(shifted, shifted, 3);
  const RationalMatrix E = moments_of_terms(shifted, shifted, 3);
  chapter
      .finding("iid-is-not-enough",
               "i.i.d. of variance 1 but mean 1: cross terms are 1, E[s] = d and Var(s) = 3d")
      .equal("variance of an entry that is 0 or 2", variance(shifted), 1)
      .equal("cross term E[q₁k₁q₂k₂], entries 0 or 2", E(0, 1), 1)
      .equal("E[s] = d, entries 0 or 2, d = 3", mean(s), 3)
      .equal("Var(s) = 3d, entries 0 or 2, d = 3", variance(s), 9)
      .equal("Var(s) from the double sum, entries 0 or 2, d = 3", sum_of_entries(E) - 9, 9);

  /**
  Independence is needed too. Break it in two ways. If the key is the query itself, $s = |q|^2$ has
  mean $d$; for signs it is not even random. If all coordinates of $q$ are the same coin, and all of
  $k$ another, then $s = d\, q_1 k_1$: the mean stays 0, but the variance is $d^2$, and after the
  division still $d$.
  */
  const auto mean_of_square = [](auto, arma::uword j) {
    std::vector<Atom> squares = three_laws().at(j).atoms();
    for (Atom& atom : squares)
      atom.value *= atom.value;
    return mean(sum_of_copies(FiniteDistribution(squares), 16));
  };
  chapter
      .finding("independence-is-needed",
               "with q = k the mean is d; with all coordinates equal the variance is d², not d")
      .equal("E[q · q] = d, d = 16", tabulated(1, 3, mean_of_square), RationalMatrix{{16, 16, 16}})
      .equal("Var(d q₁k₁) = d², d = 16", variance(scaled(product(signs(), signs()), 16)), 256);

  /**
  The diagonal rests on $E[q_i^2] = \sigma^2 = 1$. True, once more because the mean is 0: in
  general $E[q_i^2] = \sigma^2 + \mu^2$, which for the shifted coin above is 2. Letter by letter it
  is $2E[q_i] = 2E[k_i] = 2\sigma = 1$: 0 on the left, 2 before the last sign, never 1.
  */
  const RationalMatrix variances =
      tabulated(1, 3, [&](auto, auto j) { return variance(three_laws().at(j)); });
  chapter.claim("thomas-annexe-second-moment", damaged)
      .as_copied("E[qᵢ · 2] = σ · 2 = 1")
      .equal("2 E[qᵢ] for an entry of mean 0", mean(scaled(leaning(), 2)), 1)
      .equal("2 σ for an entry of variance 1", 2 * 1, 1)
      .as_copied("E[qᵢ₂] = 1, another variable of the same law")
      .equal("E[qᵢ₂] for another entry of mean 0", mean(leaning()), 1)
      .restored("E[qᵢ²] = E[kᵢ²] = σ² = 1")
      .equal("E[q²] = σ², three laws",
             tabulated(1, 3, [&](auto, auto j) { return moment(three_laws().at(j), 2); }),
             variances)
      .equal("σ² = 1, three laws", variances, RationalMatrix{{1, 1, 1}})
      .equal("E[q²] = σ² + μ² for an entry of mean 1", moment(shifted, 2), 2);
}

/**
## Five divisions

Now the sentences about the division. Between "divided by $d$", "divide by $1/d$" and
"$\mathrm{Var}(ds) = d1\,\mathrm{Var}(s) = 1$" the copy offers several divisions. Choose
dimensions that are squares, and every reading is a rational computation on the exact law of
$s$. The appendix itself says what the result must be: variance 1.
*/
SECTION(five_divisions)
{
  const Rational d = 64, root = 8;
  const FiniteDistribution s = dot_product(leaning(), mostly_zero(), 64);
  const auto times = [&](const Rational& factor) { return variance(scaled(s, factor)); };
  chapter.table("What each reading makes of the variance, exactly",
                Columns()
                    .column("reading", {"divide by 1/d", "divide by 1/√d", "no division",
                                        "divide by √d", "divide by d"})
                    .column("in powers of d", {"d³", "d²", "d", "1", "1/d"})
                    .column("d = 64", {times(d).str(), times(root).str(), times(1).str(),
                                       times(1 / root).str(), times(1 / d).str()}));
  chapter.figure("readings", draw_readings); // which opens the chapter

  const FiniteDistribution s16 = dot_product(signs(), mostly_zero(), 16);
  chapter.claim("thomas-intro-division", damaged)
      .as_copied("the scores are divided by d")
      .equal("Var(s/d) against 1, d = 64", times(1 / d), 1)
      .restored("the scores are divided by √d")
      .equal("Var(s/√d) = 1, d = 64", times(1 / root), 1);
  chapter.claim("thomas-annexe-title", damaged)
      .as_copied("why divide by d?")
      .equal("Var(s/d) against 1, d = 64", times(1 / d), 1)
      .restored("why divide by √d?")
      .equal("variance after division by d^p, p = 0, ¼, ½, ¾, 1, d = 16",
             tabulated(1, 5, [&](auto, auto p) { return variance(scaled(s16, {1, 1u << p})); }),
             RationalMatrix{{16, 4, 1, {1, 4}, {1, 16}}});

  /**
  To be fair to "divided by $d$": the variance does not explode then either. It collapses, to
  $1/d$, and softmax of scores that are almost equal attends to everything alike. We come back to
  that with the entropy.

  The next sentence is damaged, and has a slip as well. "If we divide by $1/d$" multiplies by $d$ and gives the
  variance $d^3$. Put the root back and it still divides by a fraction: dividing by $1/\sqrt d$ is
  multiplying by $\sqrt d$, and the variance is $d^2 = 4096$. What is meant is to divide
  by $\sqrt d$, as the author says everywhere else.
  */
  chapter.claim("thomas-annexe-divide-by", slip)
      .as_copied("dividing by 1/d makes the variance 1")
      .equal("Var(s ÷ (1/d)) against 1, d = 64", times(d), 1)
      .as_printed("dividing by 1/√d makes the variance 1")
      .equal("Var(s ÷ (1/√d)) against 1, d = 64", times(root), 1)
      .meant("dividing by √d, that is multiplying by 1/√d, makes the variance 1",
             "the heading, \"why divide by √d\", and the last line, Var(s/√d)")
      .equal("Var(s · (1/√d)) = 1, d = 64", times(1 / root), 1);

  /**
  And the last line. Read from left to right, $ds$ is a product and $d1$ is $d$ times 1: its three
  sides are $d^3$, $d^2$ and 1. (Should $d_1$ be another dimension, $d^3$ is still not 1.) A reader
  who knows how such copies come about (a fraction loses its bar and its lower half comes first)
  reads $s/d$ and $1/d$: closer, but the sides are $1/d$ and 1. Only with the root do all three
  agree.
  */
  chapter.claim("thomas-annexe-final", damaged)
      .as_copied("Var(d s) = d · 1 · Var(s) = 1")
      .equal("Var(d s) = d Var(s), d = 64", times(d), d * variance(s))
      .equal("d Var(s) = 1, d = 64", d * variance(s), 1)
      .as_copied("Var(d s) = d₁ Var(s) = 1")
      .equal("Var(d s) = 1, d = 64", times(d), 1)
      .as_copied("Var(s/d) = (1/d) Var(s) = 1")
      .equal("Var(s/d) = Var(s)/d, d = 64", times(1 / d), variance(s) / d)
      .restored("Var(s/√d) = (1/d) Var(s) = 1")
      .equal("Var(s/√d) = Var(s)/d, d = 64", times(1 / root), variance(s) / d)
      .equal("Var(s)/d = 1, d = 64", variance(s) / d, 1)
      .equal("Var(s/√d) as Σ p (v²/d), without a root, d = 64", variance_over_sqrt(s, 64), 1);
}

/**
## The whole law

The appendix asks for a variance and assumes normal entries. For these the whole law of $q \cdot k$
is known. Given $q$ it is normal of variance $|q|^2$; averaged over $q$ its characteristic function
is $(1 + t^2)^{-1/2}$ for each coordinate, $(1 + t^2)^{-d/2}$ for $d$ of them, which belongs to the
density
$$ f_d(s) = \frac{(|s|/2)^{\nu} K_\nu(|s|)}{\sqrt\pi \, \Gamma(d/2)}, \qquad \nu = \frac{d-1}2 $$
with $K_\nu$ Macdonald's Bessel function. For $d = 2$ it is $\tfrac12 e^{-|s|}$, Laplace's law: not
everything that is made of normal variables is normal.
*/
SECTION(density)
{
  chapter.figure("density", draw_density);

  /**
  On the left the densities spread; divided by $\sqrt d$, on the right, they do not merely keep
  their width but settle on the bell curve, which is the central limit theorem at work.

  A characteristic function determines the law, so it decides whether the formula is right. One
  double integral over $q_i$ and $k_i$ gives it for a single product; independence multiplies $d$ of
  them; and $f_d$ must have the result, at $t = 0$ too, where it says that $f_d$ is a density. We
  also compare the fourth moment, $3d^2 + 6d$: given $q$ it is $3|q|^4$, and $E|q|^4 = d^2 + 2d$. A
  normal law of the same variance has $3d^2$, and fails here.
  */
  Claim& finding = chapter.finding(
      "density", "the density of q · k is (|s|/2)^ν K_ν(|s|) / (√π Γ(d/2)), ν = (d − 1)/2");
  for (const double t : {0.5, 1.0, 2.0})
    finding.agree(fmt::format("E cos(t qᵢkᵢ) = (1 + t²)^(−1/2), a double integral, t = {}", t),
                  normal_expectation([t](double q) {
                    return normal_expectation([=](double k) { return std::cos(t * q * k); });
                  }),
                  1 / std::sqrt(1 + t * t), absolute(1e-12));
  for (const double d : {1, 2, 8, 32, 128}) {
    for (const double tau : {0, 1, 2})
      finding.agree(
          fmt::format("∫ cos(ts) f(s) ds = (1 + t²)^(−d/2), t = {}/√d, d = {}", tau, d),
          score_expectation(d, [=](double s) { return std::cos(tau * s / std::sqrt(d)); }),
          std::pow(1 + tau * tau / d, -d / 2), absolute(1e-9));
    const auto fourth = [=](double s) { return std::pow(s, 4) / (3 * d * d + 6 * d); };
    finding.agree(fmt::format("E[s⁴] / (3d² + 6d), d = {}", d), score_expectation(d, fourth), 1,
                  absolute(1e-9));
  }
  finding.agree("f(1.5), d = 2", dot_product_density(2, 1.5), std::exp(-1.5) / 2, ulps(64));
}
