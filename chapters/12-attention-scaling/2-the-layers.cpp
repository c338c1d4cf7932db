#include "epreuve/attention/scores.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/gpt2/attention_layer.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "figures.hpp"
#include "finite_laws.hpp"
#include "scores.hpp"

#include <cmath>

/**
# The other reason: growing along the layers

exo7 gives a different reason: the coefficients tend to grow along the layers (*au fil des
couches*), hence the division. Grant the premise: the residual stream (*flux résiduel*) does grow,
since every layer adds to it. But a head sees little of that. Take matrices $W_Q$ and $W_K$ with
independent entries of mean 0 and variance $1/n$, and two tokens $x$ and $y$. Averaged over the
matrices,
$$ E[(q \cdot k)^2] = r\, \frac{|x|^2}n\, \frac{|y|^2}n, $$
so only the lengths of the tokens matter. And a head reads the stream through a layer norm, which
gives every token the length $\sqrt n$, in layer 12 as in layer 1. (In the original article the norm
comes after each addition, so there not even the stream grows; @vaswani-2017 [section 3.1].) We
average over all matrices of signs, exactly: for $n = 6$ and $r = 8$ there are $2^{96}$. The tokens
are $x = (2, -1, -1, 0, 0, 0)$ and $y = (1, 1, 1, -1, -1, -1)$, and then both three times as long.
*/
using namespace epreuve::course;

SECTION(lengths_decide)
{
  const auto mean_square_score = [](int factor) {
    const FiniteDistribution unit = scaled(signs(), factor);
    const FiniteDistribution of_x = sum(scaled(unit, 2), sum_of_copies(unit, 2));
    return Rational(moment(dot_product(of_x, sum_of_copies(unit, 6), 8), 2) / 36);
  };
  const arma::vec token = {2, -1, -1, 0, 0, 0};
  chapter
      .finding("lengths-decide", "averaged over random W_Q and W_K, (q · k)² is r |x|²|y|²/n²: r "
                                 "after a layer norm, in every layer")
      .equal("E[(q · k)²] = r, tokens of length √n, n = 6, r = 8", mean_square_score(1), 8)
      .equal("E[(q · k)²] = 81 r, three times as long, n = 6, r = 8", mean_square_score(3), 81 * 8)
      .agree("layer norm, three times as long", layer_norm(3 * token), token, ulps_of_norm(16));
}

/**
## Random layers

The same in motion: 150 stacks of 12 layers with random normal weights, $r = 8$. Each layer changes
the tokens by an update of unit size, and each head is preceded by a layer norm. Without the norm we
would see growth; with it there is none. We call it growth if there is a factor of 2 in twelve
layers: with less, there would be little to compensate. For each layer we record the mean square of
the stream's entries, of the scores of a head that reads the normed stream, and of one that reads it
as it is.
*/
SECTION(random_layers)
{
  const arma::uword n = 32, r = 8;
  const double unit = 1 / std::sqrt(n);
  const auto mean_square = [](const arma::mat& M) { return arma::mean(arma::vectorise(M % M)); };
  arma::cube stacks(12, 5, 150);
  stacks.each_slice([&](arma::mat& sizes) {
    arma::mat x(n, 6, arma::fill::randn);
    for (arma::uword layer = 0; layer < sizes.n_rows; ++layer) {
      const arma::mat W_Q = unit * arma::randn(r, n), W_K = unit * arma::randn(r, n);
      const arma::mat normed = layer_norm(x);
      const double with_norm = mean_square(attention_scores(W_Q * normed, W_K * normed));
      const double without = mean_square(attention_scores(W_Q * x, W_K * x));
      sizes.row(layer) =
          arma::rowvec{mean_square(x), with_norm, with_norm / r, without, without / r};
      x += unit * arma::randn(n, n) * normed;
    }
  });
  const arma::mat sizes = arma::mean(stacks, 2);
  chapter.figure("layers", [&](Figure& figure) { draw_layers(figure, sizes); });

  const FiniteDistribution s4 = dot_product(signs(), signs(), 4);
  const FiniteDistribution s256 = dot_product(signs(), signs(), 256);
  chapter.claim("exo7-6.3-scaling-reason", refuted)
      .as_printed("scores grow along the layers, and dividing by √r makes up for that")
      // Law: 1.00 with a standard deviation of 0.05 (238 seeds): it is refuted with every one.
      .at_least("mean square of scores, layer 12 over 1, with layer norm",
                sizes(11, 1) / sizes(0, 1), 2)
      .corrected("dividing by √r makes up for growth with r: Var(q · k) = r in every layer")
      .equal("Var(q · k), r = 256 over r = 4, signs", variance(s256) / variance(s4), 64)
      .equal("Var(q · k/√r), r = 256 over r = 4, signs",
             variance_over_sqrt(s256, 256) / variance_over_sqrt(s4, 4), 1)
      // Law: 144 with a standard deviation of 9 (238 seeds).
      .at_least("mean square of scores, layer 12 over 1, without norm", sizes(11, 3) / sizes(0, 3),
                2);
}

/**
Even if there were growth, one divisor for all layers could not undo it: what grows from layer to layer
grows after the division just as before. What the division does undo is the growth with $r$, and
that is the reason of the original paper [@vaswani-2017, section 3.2.1, note 4].

## Trained layers

Do trained weights make the scores grow? The attention matrices and layer norms of GPT-2 answer for
its 144 heads. From the first layer to the last the scores shrink, to 0.70 of what they were; the
part that varies with the key, which is all that softmax sees, grows, but only by a factor of 1.32.
So with trained matrices as with random ones the scores hardly grow.

For scores one needs tokens, and to compute the stream we should need the embeddings and the
feed-forward layers too. But what comes out of a layer norm lies on a sphere: its entries have mean
0 and the token $\hat x$ has length $\sqrt n$, however long $x$ was. Only its *direction* comes from
the stream. So we average over all directions equally, which needs no random draws: then $E[\hat x]
= 0$ and $E[\hat x \hat x^T] = \frac n{n-1}(I - \frac1n \mathbf 1 \mathbf 1^T)$. With
$q = A \hat x + a$ for the query of one token, gain and biases included, and $k = B \hat y + b$ for
the key of another,
$$ E[(q \cdot k)^2] = \mathrm{tr}\bigl((C_q + a a^T)(C_k + b b^T)\bigr), \qquad
   C_q = \tfrac n{n-1}\, A (I - \tfrac1n \mathbf 1 \mathbf 1^T) A^T, $$
and $C_k$ likewise with $B$; the part of it that varies with the key is
$\mathrm{tr}((C_q + a a^T)\, C_k)$. The directions that texts really take are fewer, and a head may
have learned to answer to some of them more strongly: this is about the weights, not about texts.
*/
SECTION(gpt2_scores, gpt2::attention_weights)
{
  arma::mat all(12, 12), by_keys(12, 12); // a row per head, a column per layer
  for (arma::uword layer = 0; layer < 12; ++layer) {
    const AttentionLayer of = attention_layer(gpt2::PublishedFiles::here().checkpoint(), layer);
    const arma::mat gained = of.qkv.each_row() % of.gain.t();
    const arma::vec bias = of.qkv * of.bias + of.qkv_bias;
    for (arma::uword head = 0; head < 12; ++head) {
      const arma::span q(64 * head, 64 * head + 63), k(768 + q.a, 768 + q.b);
      const ScoreSize size = score_size(gained.rows(q), bias(q), gained.rows(k), bias(k));
      all(head, layer) = size.all;
      by_keys(head, layer) = size.by_keys;
    }
  }
  chapter.figure("gpt2-scores", [&](Figure& figure) { draw_gpt2_scores(figure, all, by_keys); });
  const auto growth = [](auto& S) { return arma::mean(S.col(11)) / arma::mean(S.col(0)); };
  chapter.claim("exo7-6.3-scaling-reason", refuted)
      .as_printed("GPT-2's scores grow along the layers, and dividing by √r makes up for that")
      .at_least("root mean square of GPT-2's scores, layer 12 over layer 1", growth(all), 2)
      .at_least("GPT-2's scores as they vary by key, layer 12 over layer 1", growth(by_keys), 2);
}
