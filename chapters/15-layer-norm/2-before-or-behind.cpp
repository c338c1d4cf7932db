#include "epreuve/chapter.hpp"
#include "epreuve/instruments/layers/normed_stack.hpp"
#include "epreuve/instruments/noticing.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "figures.hpp"

#include <cmath>

/**
# Before the block or behind it

The Transformer of 2017 norms what a block has added to the stream, $x' = \mathrm{LN}(x + f(x))$.
GPT-2 norms what the block is given, $x' = x + f(\mathrm{LN}(x))$, and the whole stream once, at its end.
Both documents describe the first. They look alike; for a deep stack they are not.
*/
using namespace epreuve::course;

SECTION(the_blocks)
{
  const auto normed = [](Draw& draw) {
    const arma::uword n = draw.size("n", 2, 6), K = draw.size("K", 1, 4);
    arma::mat x = draw.integer_matrix("x", n, K, -5, 5);
    const arma::mat W = draw.integer_matrix("W", n, n, -2, 2), A = draw.matrix("A", K, K, 0, 1);
    x.row(0) += 40; // no sum below has a token of equal entries
    const arma::mat attention = W * x * A, dense = W * gelu(x);
    arma::mat results(2, 0);
    for (const arma::mat& sum : {arma::mat(x + attention / 99), arma::mat(x + dense / 99)}) {
      const arma::mat y = layer_norm(sum);
      results = arma::join_rows(results, arma::join_cols(arma::mean(y), arma::var(y, 1)));
    }
    arma::mat expected(2, results.n_cols, arma::fill::zeros);
    expected.row(1).ones();
    return difference(results, expected);
  };
  chapter.claim("masterclass-residual-formula", holds)
      .property("LN(x + f(x)) of an attention and a dense block: mean 0 and variance 1", normed,
                absolute(1e-13), 200);
  chapter.claim("iaetnous-enc-residual-ln", holds)
      .property("the norm follows the sum of two kinds of block", normed, absolute(1e-13), 200);
  chapter.claim("iaetnous-enc-figs-residual", holds)
      .by_reading("the captions name encoder and decoder of 2017; both are drawn here, with the "
                  "sum before the norm");
  chapter.figure("encoder", draw_encoder);

  // f(y) = 0: the least block there is.
  const arma::vec x{3, 1, 2};
  chapter
      .finding("not-the-same",
               "Norm before and norm behind are different functions: a block that writes nothing "
               "leaves the stream alone in the first and not in the second")
      .equal("x + 0 · LN(x) and x", arma::vec(x + 0 * layer_norm(x)), x)
      .at_least("largest entry of LN(x + 0) − x", arma::abs(layer_norm(x) - x).max(), 0.5);
  chapter.reading(
      "masterclass-residual-he", holds,
      "He, Zhang, Ren and Sun, Deep residual learning for image recognition (2015), is ResNet");
  chapter.reading(
      "masterclass-residual-summary", holds,
      "the statement is a judgement; what the parts do to a gradient is measured on this page");
}

/**
## The gradient, by the place of the norm

What a gradient meets on its way back through $L$ blocks is a product of Jacobians,

$$ I + J_f, \qquad I + J_f\,J_{\mathrm{LN}}, \qquad J_{\mathrm{LN}}\,(I + J_f) $$

without a norm, with it before, and with it behind. We take linear blocks, $f(y) = Wy$ with independent
normal entries of variance $\sigma^2/n$, as in the chapter on the residual stream.

*No norm*: the mean square is multiplied by $1 + \sigma^2$ in each block, and so is the stream's.

*Before*: since $|\mathrm{LN}(x)|^2 = n$ whatever $x$ is, each block adds $\sigma^2$ to the stream's mean
square, which is therefore $1 + l\sigma^2$ before block $l$, exactly, in expectation. The stream grows, but
as a line. And the Jacobian of the norm divides by just that. Here is a pretty fact: the forward pass
depends on $W_l$ only through $W_l y$, $y = \mathrm{LN}(x_l)$, and $J_{\mathrm{LN}} W_l^T$ only on what
$W_l$ does orthogonally to $y$, because the projection in $J_{\mathrm{LN}}$ removes $y$. Of a normal matrix
the two are independent. So given the whole forward pass, with $v_l$ the variance of $x_l$,

$$ E\,|g_l|^2 = |g_{l+1}|^2 \left( 1 + \sigma^2\,\frac{n-2}{n\,v_l} \right) \quad\text{exactly, and}\quad
   \prod_{l<L} \left( 1 + \frac{\sigma^2}{1 + l\sigma^2} \right) = 1 + L\sigma^2 , $$

a telescope. So the gradient's square grows as a line as well.

*Behind*: the stream has variance 1 again after each block. The block multiplies by $1 + \sigma^2$, the norm
divides by as much, and what is left is near 1.
*/
static arma::mat passes(const NormedStack& stack, arma::uword draws,
                        const std::function<arma::vec(const NormedPass&)>& of)
{
  arma::mat seen(0, 0);
  for (arma::uword draw = 0; draw < draws; ++draw)
    seen = arma::join_rows(seen, of(random_pass(stack)));
  return seen;
}

SECTION(gradient)
{
  const arma::uword n = 32, L = 12;
  const double variance = 1;
  const arma::mat before =
      passes({n, L, variance, Normed::before}, 400, [&](const NormedPass& pass) {
        double given = 1;
        for (arma::uword l = 0; l < L; ++l)
          given *= 1 + variance * (n - 2.) / (n * pass.variances(l));
        return arma::vec{pass.squares(L), pass.gradients(0) / given};
      });
  const arma::vec squares = before.row(0).t(), quotients = before.row(1).t();
  Claim& growth = chapter.finding(
      "norm-before", "With the norm before linear blocks the mean square of the stream is "
                     "1 + Lσ², and that of the gradient its product of 1 + σ²(n−2)/(n v)");
  estimates_noticing(growth, "mean square of the stream after 12 blocks, σ² = 1, n = 32",
                     mean_of(squares), 13, 1, "14: a block more", mean_of(squares + 1));
  estimates_noticing(
      growth,
      "gradient's square at the first of 12 blocks, divided by what is expected given the stream",
      mean_of(quotients), 1, 0.2, "30 % more", mean_of(1.3 * quotients));

  /**
  Both agree over four hundred stacks. And with a bend? We take dense blocks $c V \mathrm{gelu}(Wy)$,
  whose $c$ is such that they write as much as the linear ones. A block then multiplies the gradient's
  square by $\kappa\sigma^2$, where

  $$ \kappa = \frac{E\,\mathrm{gelu}'(z)^2}{E\,\mathrm{gelu}(z)^2} = \frac{\frac13 + \frac43 c}{\frac13 + c}
     = 1.072, \qquad c = \frac{1}{2\pi\sqrt3} , $$

  for normal $z$: hardly more than it multiplies lengths. So a norm before the blocks should make it
  $1 + \kappa\sigma^2/(1 + l\sigma^2)$ times as large in each, $2.07 \cdot 1.54 \cdot 1.36 \cdots$ with
  $\sigma^2 = 1$; a norm behind them $(1 + \kappa\sigma^2)/(1 + \sigma^2) = 1.036$ times, of which the
  projection takes one part in $n$. The figure that opens the chapter has
  stacks of 48; medians lie a little below such means.
  */
  const arma::uword deep = 48, wide = 64, stacks = 12;
  arma::mat seen(deep + 1, 3), expected(deep + 1, 3, arma::fill::ones);
  const double kappa = gain_of_bend();
  for (const Normed normed : {Normed::nowhere, Normed::before, Normed::behind}) {
    const auto place = arma::uword(normed);
    seen.col(place) = arma::median(passes({wide, deep, variance, normed, true}, stacks,
                                          [](const NormedPass& pass) { return pass.gradients; }),
                                   1);
    for (arma::uword l = deep; l-- > 0;) {
      const double factor = normed == Normed::nowhere ? 1 + kappa * variance
                            : normed == Normed::before
                                ? 1 + kappa * variance / (1 + double(l) * variance)
                                : (1 + kappa * variance) / (1 + variance) * (1 - 1. / wide);
      expected(l, place) = expected(l + 1, place) * factor;
    }
  }
  chapter.claim("masterclass-residual-gradient", holds)
      .within("48 blocks with a bend, norm behind: median gradient's square at the first",
              seen(0, 2), 0.125, 8)
      .within("the same, norm before", seen(0, 1), 16, 256)
      .at_least("the same, no norm", seen(0, 0), std::exp2(36.))
      .at_least("the least of the three, before any block", seen.min(), 0.25);
  chapter.figure("gradients-by-place",
                 [&](Figure& figure) { draw_gradients_by_place(figure, seen, expected); });
}

/**
None of the three vanishes, where as many plain layers, without a stream, leave $2^{-48}$ of it at
$\sigma^2 = \frac12$. So the claim holds, for the stream. Mind that in the document's formula the norm
stands *on* the stream: $I$ is no term of the product any more, each factor is divided by the size of
what it was given. It is the norm that keeps the gradient from exploding there, and the stream that
keeps it from vanishing.

## What it costs to have it behind

The gradient of the *weights* of block $l$ is $g_{l+1} y^T$, of mean square $|g_{l+1}|^2$ times 1: $y$
is normed. Behind, every block's weights get a gradient of the same size, the last as the first. Before,
the final norm divides what comes in by $1 + L\sigma^2$, and

$$ \frac{1}{1 + L\sigma^2} \cdot \frac{1 + L\sigma^2}{1 + (l+1)\sigma^2} = \frac{1}{1 + (l+1)\sigma^2} $$

is left: the deeper a block, the smaller its gradient, and a deep stack as a whole is moved less by one
step. Xiong and others (2020) find that this is why Transformers with the norm behind need a warm-up of
the learning rate, and those with the norm before do not.
*/
SECTION(weights)
{
  const arma::uword n = 32, L = 12;
  arma::mat seen(L, 2);
  for (const Normed normed : {Normed::before, Normed::behind}) {
    const arma::mat all = passes({n, L, 1, normed}, 120, [&](const NormedPass& pass) {
      const double last = normed == Normed::before ? pass.variances(L) : 1;
      return arma::vec(pass.gradients.tail(L) / last);
    });
    seen.col(normed == Normed::before ? 0 : 1) = arma::median(all, 1);
  }
  arma::vec expected(L);
  for (arma::uword l = 0; l < L; ++l)
    expected(l) = 1 / (2. + double(l));
  chapter
      .finding("weights-by-depth",
               "With the norm before the blocks, block l's weights get a gradient of mean square "
               "1/(1 + (l+1)σ²); with the norm behind, all the same")
      .within("before: worst quotient of the median and 1/(1 + (l+1)σ²), 12 blocks",
              arma::max(arma::abs(arma::log2(seen.col(0) / expected))), 0, 0.5)
      .within("behind: first block's and last block's, quotient", seen(0, 1) / seen(L - 1, 1), 0.5,
              2)
      .within("before: first block's and last block's, quotient", seen(0, 0) / seen(L - 1, 0), 4,
              10);
  chapter.figure("weights-by-depth",
                 [&](Figure& figure) { draw_weights_by_depth(figure, seen, expected); });
}

/**
The quotient of first and last is 6.5 for twelve blocks by the formula, and 1 with the norm behind. Neither
place is *better* by this: a norm behind keeps what every block writes as large as the stream itself, a norm
before lets late blocks matter ever less. GPT-2 chose the second, and starts its writing weights smaller by
$\sqrt{24}$, so that $L\sigma^2$ is of the size of 1 to begin with.

## Summary

Layer norm is, for each token alone, a projection onto a hyperplane and then onto a sphere. Its derivative is
a projection divided by the token's size. That division is what keeps deep stacks in bounds: with the norm
before the blocks both stream and gradient grow as a line in the depth, with the norm behind them not at all.
*/
