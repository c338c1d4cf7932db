#include "epreuve/chapter.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/instruments/gpt2/plain_pass.hpp"
#include "epreuve/instruments/noticing.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "figures.hpp"
#include "normed_stack.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <string>

/**
# Pre-norm or post-norm

The Transformer of 2017 norms what a block has added to the stream, $x' = \mathrm{LN}(x + f(x))$: *post-norm*.
GPT-2 norms what the block is given, $x' = x + f(\mathrm{LN}(x))$, and the whole stream once, at its end:
*pre-norm*. Both documents describe the first. They look alike; for a deep stack they are not.

## The blocks

The library runs models of GPT-2's form with post-norm too. The stream after each of their blocks, of attention as
of dense layers, has to be $\mathrm{LN}(x + f(x))$ of the stream before it. We compute both sides, for random
models and texts; $x + f(\mathrm{LN}(x))$ in the place of it would be off in the first digit.
*/
using namespace epreuve::course;

SECTION(the_blocks)
{
  const auto post_norm = model_runs([](const ModelRun& run) {
    const auto stream = plain::stream(run.weights(), run.text, {.norm_first = false});
    arma::mat computed, expected;
    const auto compare = [&](std::size_t l, const gpt2::Norm<double>& norm, const arma::mat& f) {
      computed = arma::join_rows(computed, stream.at(l + 1));
      expected =
          arma::join_rows(expected, layer_norm<double>(stream.at(l) + f, norm.gain, norm.bias,
                                                       run.config().layer_norm_epsilon));
    };
    for (std::size_t b = 0; b < run.weights().blocks.size(); ++b) {
      const gpt2::Block<double>& block = run.weights().blocks[b];
      const arma::mat &x = stream.at(2 * b), &y = stream.at(2 * b + 1);
      compare(2 * b, block.ln_1, plain::attention(block, x, run.config().heads));
      compare(2 * b + 1, block.ln_2, plain::mlp(block, y));
    }
    return difference(computed, expected);
  });
  // Sums of some 20 products of numbers below 10, divided by deviations of √ε = 0.003 and more.
  chapter.claim("masterclass-residual-formula", holds)
      .property("the stream after each block of a post-norm model, and LN(x + f(x))", post_norm,
                absolute(1e-12), 100);
  chapter.claim("iaetnous-enc-residual-ln", holds)
      .property("the norm follows the sum, of attention as of dense blocks", post_norm,
                absolute(1e-12), 100);
  chapter.claim("iaetnous-enc-figs-residual", holds)
      .by_reading("the captions name encoder and decoder of 2017; both are drawn here, with the "
                  "sum before the norm");
  chapter.figure("encoder", draw_encoder);

  // f(y) = 0: the least block there is.
  const arma::vec x{3, 1, 2};
  chapter
      .finding("not-the-same",
               "Pre-norm and post-norm are different functions: a block that writes nothing leaves "
               "the stream alone with pre-norm and changes it with post-norm")
      .equal("x + 0 · LN(x) and x", arma::vec(x + 0 * layer_norm(x)), x)
      // Law: nothing is drawn.
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

without a norm, with pre-norm, and with post-norm. We take linear blocks, $f(y) = Wy$ with independent
normal entries of variance $\sigma^2/n$, as in the chapter on the residual stream.

*No norm*: the mean square is multiplied by $1 + \sigma^2$ in each block, and so is the stream's.

*Pre-norm*: since $|\mathrm{LN}(x)|^2 = n$ whatever $x$ is, each block adds $\sigma^2$ to the stream's mean
square, which is therefore $1 + l\sigma^2$ before block $l$, exactly, in expectation. The stream grows, but
as a line. And the Jacobian of the norm divides by just that. Here is a pretty fact: the forward pass
depends on $W_l$ only through $W_l y$, $y = \mathrm{LN}(x_l)$, and $J_{\mathrm{LN}} W_l^T$ only on what
$W_l$ does orthogonally to $y$, because the projection in $J_{\mathrm{LN}}$ removes $y$. Of a normal matrix
the two are independent. So given the whole forward pass, with $v_l$ the variance of $x_l$,

$$ E\,|g_l|^2 = |g_{l+1}|^2 \left( 1 + \sigma^2\,\frac{n-2}{n\,v_l} \right) \quad\text{exactly.} $$

The variance $v_l$ is a random number near $1 + l\sigma^2$. To leading order in $n$ it is just that, and
then the product is a telescope,

$$ \prod_{l<L} \left( 1 + \frac{\sigma^2}{1 + l\sigma^2} \right) = 1 + L\sigma^2 : $$

the gradient's square grows as a line as well. The true mean is a little larger, since
$E\,\frac1v > \frac1{E\,v}$.

*Post-norm*: the stream has variance 1 again after each block. The block multiplies by $1 + \sigma^2$, the norm
divides by as much, to leading order, and what is left is 1.
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
  const arma::mat with_pre_norm =
      passes({n, L, variance, Normed::pre}, 1000, [&](const NormedPass& pass) {
        double given = 1;
        for (arma::uword l = 0; l < L; ++l)
          given *= 1 + variance * (n - 2.) / (n * pass.variances(l));
        return arma::vec{pass.squares(L), pass.gradients(0) / given};
      });
  const arma::vec squares = with_pre_norm.row(0).t(), quotients = with_pre_norm.row(1).t();
  Claim& growth = chapter.finding(
      "pre-norm", "With pre-norm and linear blocks the mean square of the stream is "
                  "1 + Lσ², and that of the gradient its product of "
                  "1 + σ²(n−2)/(n v)");
  estimates_noticing(growth, "mean square of the stream after 12 blocks, σ² = 1, n = 32",
                     mean_of(squares), 13, 1, "14: a block more", mean_of(squares + 1));
  estimates_noticing(
      growth,
      "gradient's square at the first of 12 blocks, divided by what is expected given the stream",
      mean_of(quotients), 1, 0.2, "30 % more", mean_of(1.3 * quotients));

  /**
  Both agree over a thousand stacks. And with a bend? We take dense blocks $c\,V \mathrm{gelu}(Wy)$,
  whose $c$ is such that they write as much as the linear ones where the mean square of $y$ is 1. Such a
  block adds $\kappa\sigma^2$ times the gradient's square to it, where

  $$ \kappa = \frac{E\,\mathrm{gelu}'(z)^2}{E\,\mathrm{gelu}(z)^2} = \frac{\frac13 + \frac43 a}{\frac13 + a}
     = 1.072, \qquad a = \frac{1}{2\pi\sqrt3} , $$

  for normal $z$: hardly more than it adds to lengths. So to leading order in $n$ pre-norm makes the gradient's
  square $1 + \kappa\sigma^2/(1 + l\sigma^2)$ times as large in block $l$, $2.07 \cdot 1.54 \cdot 1.36 \cdots$ with
  $\sigma^2 = 1$, which is 63 for 48 blocks; and post-norm $(1 + \kappa\sigma^2)/(1 + \sigma^2) = 1.036$ times in each,
  which is 5.5.

  Without a norm the mean square of $y$ is not 1: it is that of a stream that grows, and of large numbers
  GELU is a ReLU. Half of their squares is left, and half of their slopes are 1, where at size 1 it was
  $E\,\mathrm{gelu}(z)^2 = 0.425$ of the squares. So stream and gradient are both multiplied by nearly

  $$ 1 + \frac{0.5}{0.425}\,\sigma^2 = 2.176 $$

  in each block: $1.6 \cdot 10^{16}$ for 48.

  That is the mean over stacks. A single stack is off by some random factor of the size $1 + 1/\sqrt n$ in each
  block, and 48 of them add up. The logarithm of the gradient's square has a deviation of about 1 at $n =
  128$, or of 1.5 with post-norm; and where a logarithm spreads, most numbers are below their mean. The
  terms of order $1/n$ that were left out add up as well: with post-norm they are about $1.2/n$ for
  each block. (At $n = 64$ the means of 2500 stacks were $1.5 \cdot 10^{16}$, 70 and 12.) So we ask of the single blocks, not of products of 48, whether the leading order is right.
  */
  const arma::uword deep = 48, wide = 128, stacks = 40;
  arma::mat seen(deep + 1, 3), expected(deep + 1, 3);
  Claim& blocks = chapter.finding(
      "leading-order", "With a bend and σ² = 1 a block makes the gradient's square 2.18 times as "
                       "large without a norm, 1 + 1.07/(1 + l) times with pre-norm, and 1.04 times "
                       "with post-norm, to leading order in n");
  const auto block_by_block = [&](Normed normed, double allowed, const std::string& error,
                                  double factor) {
    const NormedStack stack{wide, deep, variance, normed, true};
    const arma::mat gradients =
        passes(stack, stacks, [](const NormedPass& pass) { return pass.gradients; });
    const arma::vec leading = gradients_to_leading_order(stack);
    seen.col(arma::uword(normed)) = arma::median(gradients, 1);
    expected.col(arma::uword(normed)) = leading;
    const arma::mat of_blocks = gradients.head_rows(deep) / gradients.tail_rows(deep);
    const arma::vec by_leading = leading.head(deep) / leading.tail(deep);
    const arma::vec quotients_of_stacks =
        arma::mean(of_blocks.each_col() / by_leading).t(); // blocks of a stack are not independent
    const char* const names[] = {"no norm", "pre-norm", "post-norm"};
    const double mean = arma::mean(quotients_of_stacks);
    // Law of 2: 1.000, 0.9985 and 1.010 over 40 stacks, with standard deviations of 0.0033, 0.0015 and 0.0047.
    blocks
        .within(fmt::format("{}: a block's factor over its leading order, mean of 48 blocks",
                            names[arma::uword(normed)]),
                mean, 1 - allowed, 1 + allowed)
        .fact(error + " would be noticed", std::abs(factor * mean - 1) > allowed,
              fmt::format("{:.4f}", factor * mean));
  };
  block_by_block(Normed::nowhere, 0.03, "2.07, GELU as of size 1, in place of 2.18", 2.176 / 2.072);
  block_by_block(Normed::pre, 0.015, "the stream after the block in place of before it", 1.03);
  block_by_block(Normed::post, 0.04, "a norm that divides by 10 % less", 1.1);
  chapter
      .claim("masterclass-residual-gradient", holds)
      // Law of 3: the logarithm over one stack varies by 1.5 with post-norm and by 1 with pre-norm and without, so its median of
      // 40 by 0.3 and 0.2 at most; it is expected above 0 everywhere.
      .at_least("median gradient's square with post-norm, the least at any of 48 blocks",
                seen.col(2).min(), 0.05)
      .at_least("the same, pre-norm", seen.col(1).min(), 0.15)
      .at_least("the same, no norm", seen.col(0).min(), 0.15);
  chapter.figure("gradients-by-place",
                 [&](Figure& figure) { draw_gradients_by_place(figure, seen, expected); });
}

/**
None of the three vanishes, where as many plain layers, without a stream, leave $2^{-48}$ of it at
$\sigma^2 = \frac12$. So the claim holds, for the stream. Mind that in the document's formula the norm
stands *on* the stream: $I$ is no term of the product any more, each factor is divided by the size of
what it was given. It is the norm that keeps the gradient from exploding there, and the stream that
keeps it from vanishing.

## The price of post-norm

The gradient of the *weights* of block $l$ is that at what the block writes, times $y^T$, and the mean square
of $y$ is 1, since it is normed. With post-norm the gradient passes a norm before it comes to the block,
which divides it by $1 + \sigma^2$; to leading order in $n$ nothing else changes it. So every block's weights
get a gradient of the mean square $\frac{1}{1 + \sigma^2}$, the last as the first. With pre-norm the final norm
divides what comes in by $1 + L\sigma^2$, and

$$ \frac{1}{1 + L\sigma^2} \cdot \frac{1 + L\sigma^2}{1 + (l+1)\sigma^2} = \frac{1}{1 + (l+1)\sigma^2} $$

is left for block $l = 0, \dots, L - 1$: the later a block, the smaller its gradient, and a deep stack as a whole
is moved less by one step. With a single block the two are the same network, and so are the two results.
@xiong-2020 find that this is why Transformers with post-norm need a warm-up of the learning
rate, and those with pre-norm do not.
*/
SECTION(weights)
{
  const arma::uword n = 160, L = 12;
  arma::mat seen(L, 2), expected(L, 2);
  Claim& by_depth = chapter.finding(
      "weights-by-depth",
      "To leading order in n, and in the mean over stacks, the weights of block l = 0, …, L − 1 "
      "get a "
      "gradient of mean square 1/(1 + (l+1)σ²) with pre-norm, and of 1/(1 + σ²) all alike with "
      "post-norm");
  for (const Normed normed : {Normed::pre, Normed::post}) {
    const bool pre = normed == Normed::pre;
    const arma::mat all = passes({n, L, 1, normed}, pre ? 64 : 160, [&](const NormedPass& pass) {
      return arma::vec(pass.written / (pre ? pass.variances(L) : 1.));
    });
    const arma::uword column = pre ? 0 : 1;
    for (arma::uword l = 0; l < L; ++l)
      expected(l, column) = pre ? 1 / (2. + double(l)) : 0.5;
    seen.col(column) = arma::mean(all, 1);
    for (const arma::uword l : {arma::uword(0), L / 2, L - 1}) {
      const arma::vec quotients = all.row(l).t() / expected(l, column);
      const double mean = arma::mean(quotients);
      // Law: between 1.01 and 1.10, by what the leading order leaves out, with standard deviations of 0.04 or less.
      by_depth.within(fmt::format("{}: block {} of 12, in units of the formula",
                                  pre ? "pre-norm" : "post-norm", l + 1),
                      mean, 0.7, 1.4);
    }
  }
  chapter.figure("weights-by-depth",
                 [&](Figure& figure) { draw_weights_by_depth(figure, seen, expected); });
}

/**
The quotient of first and last is 6.5 for twelve blocks by the formula, and 1 with post-norm. Neither
place is *better* by this: post-norm keeps what every block writes as large as the stream itself, pre-norm
lets late blocks matter ever less. GPT-2 chose pre-norm, and starts its writing weights smaller by
$\sqrt{24}$, so that $L\sigma^2$ is of the size of 1 to begin with.

## Summary

Layer norm is, for each token alone, a projection onto a hyperplane and then onto a sphere. Its derivative is
a projection divided by the token's size. That division is what keeps deep stacks in bounds: with pre-norm
both stream and gradient grow as a line in the depth, with post-norm hardly at all.
*/
