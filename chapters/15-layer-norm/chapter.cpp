#include "epreuve/chapter.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "figures.hpp"

#include <cmath>

/**
# Layer norm: every token on the same sphere

Each block of a transformer adds to the stream, and what is added to forty-eight times has no
reason to keep its size. So the numbers of a token are shifted and scaled, to mean 0 and variance 1,
time and again. Which numbers are normed together, what does that forget, and where in a block should
it be done? The Transformer of 2017 does it after each block (*post-norm*), GPT-2 before it (*pre-norm*).
*/
using namespace epreuve::course;

/**
## The answer

It is done *for each token, over its dimensions*. What comes out lies on a sphere of radius $\sqrt n$ in
the hyperplane of the vectors whose entries sum to 0; its place on that sphere is all that is left
of a token. And the place of the norm in a block decides what deep stacks do. Without a norm the gradient's
square grows as $(1 + \sigma^2)^L$ on its way back through $L$ blocks; with pre-norm it grows as
$1 + L\sigma^2$, and with post-norm hardly at all, both to leading order in $n$. But with post-norm the
stream has no straight way through any more.
*/
SECTION(answer)
{
  chapter.shows("gradients-by-place");
}

/**
## What the documents have wrong

- **masterclass** announces a norm *on each dimension of the embedding*, and then takes mean and
  standard deviation *over* the dimensions. The second is right; the first is another method, batch
  norm. After layer norm a dimension has neither mean 0 nor variance 1.
- Its formula, $\mathrm{LayerNorm}(x + \mathrm{SubLayer}(x))$, is that of 2017. GPT-2 has
  $x + \mathrm{SubLayer}(\mathrm{LayerNorm}(x))$, which is equal to it only by chance.
- No page has the $\varepsilon$ that every program adds to the variance. Without it a token of equal
  entries is divided by 0.

## The formula

$$ \mathrm{LN}(x) = \frac{x - \mu}{\sigma} \cdot \gamma + \beta, \qquad
   \mu = \frac1n \sum_j x_j, \qquad \sigma^2 = \frac1n \sum_j (x_j - \mu)^2 , $$

with a learned gain $\gamma_j$ and bias $\beta_j$ for each of the $n$ dimensions; the products are entry by
entry. Before gain and bias the mean is 0 and the variance 1. We ask that of random tokens, up to
rounding: $n \leq 8$ numbers below 3, a handful of roundings each.
*/
static arma::mat tokens(Draw& draw)
{
  const arma::uword n = draw.size("n", 2, 8), K = draw.size("K", 1, 4);
  arma::mat x = draw.integer_matrix("x", n, K, -9, 9);
  x.row(0) += 20; // so that no token has equal entries
  return x;
}

SECTION(formula)
{
  const auto mean_and_variance = [](Draw& draw) {
    const arma::mat y = layer_norm(tokens(draw));
    return difference(
        arma::join_cols(arma::mean(y), arma::var(y, 1)),
        arma::join_cols(arma::zeros<arma::rowvec>(y.n_cols), arma::ones<arma::rowvec>(y.n_cols)));
  };
  const auto entry_by_entry = [](Draw& draw) {
    const arma::mat x = tokens(draw);
    const arma::vec gain = draw.vector("γ", x.n_rows, -2, 2),
                    bias = draw.vector("β", x.n_rows, -2, 2);
    arma::mat y(arma::size(x), arma::fill::zeros);
    for (arma::uword k = 0; k < x.n_cols; ++k) {
      double sum = 0, squares = 0;
      for (arma::uword j = 0; j < x.n_rows; ++j)
        sum += x(j, k);
      for (arma::uword j = 0; j < x.n_rows; ++j)
        squares += std::pow(x(j, k) - sum / double(x.n_rows), 2);
      for (arma::uword j = 0; j < x.n_rows; ++j)
        y(j, k) =
            (x(j, k) - sum / double(x.n_rows)) / std::sqrt(squares / double(x.n_rows)) * gain(j) +
            bias(j);
    }
    return difference(layer_norm(x, gain, bias, 0), y);
  };
  chapter.claim("masterclass-enc-ln-formula", holds)
      .property("mean 0 and variance 1 of each token", mean_and_variance, absolute(1e-14))
      .property("the formula term by term, with gain and bias", entry_by_entry, absolute(1e-13))
      .refuses(
          "a token of equal entries, divided by σ = 0",
          [] { layer_norm(arma::mat(4, 1, arma::fill::ones)); }, "equal entries");
}

/**
Each token, or each dimension? Two tokens $(1, -1)$ will tell: the norm of either is itself, so the first
dimension becomes $(1, 1)$, of mean 1 and variance 0. And a token must come out the same whether it is normed alone
or together with others; that is asked to the last bit.
*/
SECTION(which_numbers)
{
  // Two tokens (1, -1): sums of whole numbers, no rounding.
  const arma::mat y = layer_norm(arma::mat{{1, 1}, {-1, -1}});
  const auto over_tokens = [](Draw& draw) {
    const arma::mat x = tokens(draw);
    arma::mat alone(arma::size(x), arma::fill::zeros);
    for (arma::uword k = 0; k < x.n_cols; ++k)
      alone.col(k) = layer_norm(arma::mat(x.col(k)));
    return difference(layer_norm(x), alone);
  };
  chapter.claim("masterclass-enc-ln-dimension", refuted)
      .as_printed("each dimension is normed, over the tokens")
      .agree("mean of the first dimension of two tokens (1, −1)", arma::mean(y.row(0)), 0,
             exactly())
      .corrected("each token is normed, over its dimensions")
      .property("tokens together, and each alone", over_tokens, exactly());
  chapter.figure("which-numbers", draw_which_numbers);
  chapter.proposition("layer-norm",
                      {"dimensions_not_normalised", "layer_norm_mean", "layer_norm_variance"});
}

/**
Norming dimensions instead would let tokens see each other, future ones among them,
and the mask of causal attention would be worth nothing. As it is, a token's norm depends on nothing but
that token. That is also why it can be computed while a text is written, one token at a time, and why batch
norm, which takes its means over many tokens and keeps running ones for later, found no place in language
models.

The proposition above says what is proven of layer norm for every $n$: mean, variance, what it forgets.
The next page looks at its shape; the last one asks where it belongs.
*/
