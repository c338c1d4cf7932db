#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/instruments/noticing.hpp"
#include "figures.hpp"

#include <boost/math/distributions/beta.hpp>

#include <cmath>

/**
# How much room there is

A sum can be undone only if the terms can be told apart. In the document's example they can:
each block has rows of its own. Nothing ensures that. The document relies on the size of the
space, $n = 768$: there the information in $x_i$ is not crushed by what is added. How many can
write before it is?
*/
using namespace epreuve::course;

/**
## With subspaces of their own: twelve

Orthogonal subspaces of $d$ dimensions do not interfere at all, and of these there are
$\lfloor n/d \rfloor$. A head of GPT-2 writes into 64 dimensions: twelve heads fill
$\mathbb R^{768}$ completely, and there are 144, besides twelve dense blocks that may write
everywhere. So the stream is booked twelve times over by the heads alone, and they cannot all
have a place of their own.

## At random: Beta

Let a unit vector point anywhere. The part of its square that falls into a given subspace of
$d$ dimensions has the mean $d/n$: over an orthonormal basis the $n$ squares add up to 1, and
all have the same law. The whole law is known. For normal $g$ the quotient
$(g_1^2 + \dots + g_d^2)/|g|^2$ is one of two independent Gammas,
$\mathrm{Beta}\left(\frac d2, \frac{n-d}2\right)$, of variance $2d(n-d)/(n^2(n+2))$: for
$n = 768$ and $d = 64$ that is $0.0833 \pm 0.014$.
*/
SECTION(beta)
{
  const arma::uword n = 768, d = 64, draws = 1200;
  const double mean = double(d) / n, variance = 2. * d * (n - d) / (double(n) * n * (n + 2));
  arma::vec part(draws);
  for (double& square : part) {
    const arma::vec g(n, arma::fill::randn);
    square = arma::dot(g.head(d), g.head(d)) / arma::dot(g, g);
  }
  const boost::math::beta_distribution<> law(d / 2., (n - d) / 2.);
  Claim& finding =
      chapter.finding("interference", "Of a random unit vector of ℝⁿ a part falls into d given "
                                      "dimensions whose law is Beta(d/2, (n − d)/2)");
  estimates_noticing(finding, "mean part in 64 of 768 dimensions", mean_of(part), mean, 0.004,
                     "67 dimensions and a half", mean_of(part * 67.5 / 64));
  estimates_noticing(finding, "variance of that part over the law's",
                     variance_of(part / std::sqrt(variance)), 1, 0.4, "twice that variance",
                     variance_of(part * std::sqrt(2 / variance)));
  for (const double level : {0.1, 0.5, 0.9})
    estimates_noticing(finding, fmt::format("share of draws below the law's {} quantile", level),
                       mean_of(arma::conv_to<arma::vec>::from(part < quantile(law, level))), level,
                       0.08, "a law shifted by a quarter of its width",
                       mean_of(arma::conv_to<arma::vec>::from(part + std::sqrt(variance) / 2 <
                                                              quantile(law, level))));
  finding.agree("mean of the Beta law, d/n", boost::math::mean(law), mean, absolute(1e-15))
      .agree("variance of the Beta law, 2d(n − d)/(n²(n + 2))", boost::math::variance(law),
             variance, absolute(1e-15));
  chapter.figure("interference",
                 [](Figure& figure) { draw_interference(figure, 768, arma::vec{1, 64, 256}); });
}

/**
The measured mean, variance and quantiles are those of the law. Two things in it are worth
remembering. The mean is $d/n$, whatever the vector: to be nearly orthogonal to a *direction*
is easy, to a subspace of a twelfth of the space it is not. And the law is narrow: in high
dimensions chance is reliable.

## How many voices

$m$ writers, each with a random direction $w_i$ of its own and one bit to leave there: the
stream is $\sum_j \pm w_j$. Read it along $w_i$: the own bit comes as 1 or $-1$, and the
others add $m - 1$ independent terms of variance $1/n$. So the noise is nearly normal of
variance $(m-1)/n$, and a bit is read wrongly with probability

$$ \Phi\Bigl(-\sqrt{\tfrac{n}{m - 1}}\Bigr). $$

For 1 % the root must be 2.33, hence $m - 1 = 0.185\,n$: in $\mathbb R^{768}$ some 140 random
directions carry a bit each, *all at the same time*, with no place reserved for any. In
$\mathbb R^2$, with thirty-six of them, four bits in ten are read wrongly. A large $n$ does not
keep vectors apart, it makes them nearly orthogonal.
*/
SECTION(voices)
{
  const arma::uword n = 192, m = 36, draws = 400;
  arma::vec wrong(draws), in_two(draws);
  const auto errors = [](arma::uword rows, arma::uword writers) {
    const arma::mat W = arma::normalise(arma::mat(rows, writers, arma::fill::randn));
    const arma::vec bits = arma::sign(arma::vec(writers, arma::fill::randn));
    return arma::mean(arma::conv_to<arma::vec>::from((W.t() * (W * bits)) % bits < 0));
  };
  for (arma::uword draw = 0; draw < draws; ++draw) {
    wrong(draw) = errors(n, m);
    in_two(draw) = errors(2, m);
  }
  const auto expected = [](double rows, double writers) {
    return std::erfc(std::sqrt(rows / (writers - 1) / 2)) / 2;
  };
  Claim& claim = chapter.claim("exo7-3.2-room-in-R768", holds);
  estimates_noticing(claim, "bits read wrongly, 36 writers in 192 dimensions", mean_of(wrong),
                     expected(192, 36), 0.008, "half as many dimensions",
                     mean_of(wrong + expected(96, 36) - expected(192, 36)));
  claim
      // Law of 2: nothing is drawn.
      .within("expected share of bits read wrongly, 140 writers in 768 dimensions",
              expected(768, 140), 0.009, 0.01)
      .at_most("the same for 24 blocks in 768 dimensions", expected(768, 24), 1e-8)
      // Law: 0.406 with a standard deviation of 0.003 (238 seeds).
      .at_least("bits read wrongly, 36 writers in 2 dimensions: crushed", arma::mean(in_two), 0.3);
  arma::vec writers = arma::exp2(arma::regspace(3, 0.25, 11));
  arma::mat by_n(writers.n_elem, 3);
  for (arma::uword i = 0; i < writers.n_elem; ++i)
    for (arma::uword k = 0; k < 3; ++k)
      by_n(i, k) = expected(arma::vec{12, 96, 768}(k), writers(i));
  chapter.figure("bits", [&](Figure& figure) { draw_bits(figure, writers, by_n); });

  /**
  With more to say the room is soon used up. If a writer fills its 64 dimensions with a
  vector, the others add to these dimensions $\frac{d}{n}$ of their squares each: as much as
  its own from the twelfth on. The 143 other heads of GPT-2, were all to write random vectors
  of one length, would leave it $\frac{143}{12} = 11.9$ times its own square of noise, and it
  would be drowned. The stream is saved because heads are not random, seldom speak at once,
  and read selectively.
  */
  const Rational n_768 = 768, d = 64;
  chapter
      .finding("booked",
               "Twelve heads of 64 dimensions fill ℝ⁷⁶⁸; random ones drown each other from the "
               "thirteenth on")
      .equal("orthogonal subspaces of 64 dimensions in 768", Rational(n_768 / d), 12)
      .equal("noise of 12 others in one's subspace, in squares of one's own",
             Rational(12 * d / n_768), 1)
      .equal("noise of 143 others", Rational(143 * d / n_768), Rational(143, 12));
}

/**
## In short

Not crushed: true for two dozen blocks with a direction each, and up to some 140 bits at once.
Not true for heads that fill their 64 dimensions. A large $n$ gives room in proportion to $n$,
no more.
*/
