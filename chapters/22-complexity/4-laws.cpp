#include "epreuve/attention/bigbird.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/longformer.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/performer.hpp"
#include "epreuve/attention/reformer.hpp"
#include "epreuve/attention/visibility.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/differences.hpp"

#include <cmath>
#include <numbers>

/**
# How large the errors are, and why

The errors of the last page were of the order of the output itself. Was that bad luck? Each variant has a law that says how
large its error must be, before anything is drawn.
*/
using namespace epreuve::course;

/// |Z - exact| / |exact|, over all entries.
static double relative_error(const arma::mat& Z, const arma::mat& exact)
{
  return arma::norm(Z - exact, "fro") / arma::norm(exact, "fro");
}

/**
## Fewer keys: a mean of fewer values

Let all scores be equal and the values independent with mean 0. A query that sees $s$ of $n$ keys has the mean of $s$ values for
that of $n$. The first has variance $1/s$, the second $1/n$, and their covariance is $1/n$ too; so the relative error is

$$ \sqrt{\frac ns - 1}. $$

It does not matter which keys they are. For a quarter of them it is $\sqrt 3$, and for 10 % one must see 99 % of the keys.
*/
SECTION(fewer_keys)
{
  const arma::uword n = 256, d = 512; // many entries, for a sharp measurement
  const arma::mat zero(1, n), V(d, n, arma::fill::randn);
  const arma::mat exact = attend(zero, zero, V);
  Claim& finding = chapter.finding(
      "fewer-keys", "where scores are equal and values independent, a query that sees s of n keys "
                    "has a relative error of √(n/s − 1)");
  const auto check = [&](const std::string& name, const KeyLists& keys) {
    double expected = 0;
    for (const arma::uvec& seen : keys)
      expected += (double(n) / double(seen.n_elem) - 1) / double(n);
    finding.within("measured relative error over predicted, " + name,
                   relative_error(sparse_attention(zero, zero, V, keys), exact) /
                       std::sqrt(expected),
                   0.9, 1.1);
  };
  check("Longformer, w = 32", longformer_keys(n, 32));
  check("Longformer, w = 120", longformer_keys(n, 120));
  check("BigBird, s = 8, r = 3", bigbird_keys(n, 8, bigbird_random_blocks(n / 8, 3, n / 8)));
}

/**
## Linformer: Johnson and Lindenstrauss for one query

The article's theorem puts a random $R$ of $k \times n$, entries $N(0, 1/k)$, *after* softmax: $a R^T R v$ for a row $a$ of the
pattern and a column $v$ of the values. Its mean is $a \cdot v$, and its mean square error

$$ \frac{|a|^2 |v|^2 + (a \cdot v)^2}{k}. $$

That is small against $|a|^2 |v|^2$, as Johnson and Lindenstrauss promise; but $a \cdot v$ is smaller still. For independent values
$(a \cdot v)^2$ is $|a|^2 |v|^2 / n$ on average, so the relative error is $\sqrt{(n + 1)/k}$, *whatever the pattern*: flat, random, or a
permutation. For 10 % one needs $k = 100\, n$. What saves Linformer in practice can only be that values, or what is learned of
$E$ and $F$, are not random.
*/
SECTION(mixtures)
{
  const arma::uword n = 256, d = 64;
  const arma::mat V(d, n, arma::fill::randn), Q(d, n, arma::fill::randn),
      K(d, n, arma::fill::randn);
  const arma::mat permutation = arma::mat(n, n, arma::fill::eye).cols(arma::randperm(n));
  Claim& finding = chapter.finding(
      "linformer-law", "with random mixtures after softmax and independent values the relative "
                       "error is √((n + 1)/k), for every pattern");
  for (const arma::uword k : {16, 64, 256}) {
    const arma::mat R = arma::mat(k, n, arma::fill::randn) / std::sqrt(double(k));
    const arma::mat mixed = (V * R.t()) * R;
    const double predicted = std::sqrt(double(n + 1) / double(k));
    for (const auto& [name, A] : std::vector<std::pair<std::string, arma::mat>>{
             {"flat", arma::mat(n, n, arma::fill::value(1. / double(n)))},
             {"random queries and keys", attention_pattern(Q, K)},
             {"a permutation", permutation}})
      finding.within(
          fmt::format("Linformer after softmax: measured relative error over predicted, k = {}, {}",
                      k, name),
          relative_error(mixed * A.t(), V * A.t()) / predicted, 0.6, 1.5);
  }
}

/**
## Performer: how long the vectors are

With $x$ and $y_j$ the query and the keys over $d^{1/4}$, an estimated weight is $e^{x \cdot y_j}(1 + \varepsilon_j)$, and

$$ E\,\varepsilon_j = 0, \qquad E\,\varepsilon_j \varepsilon_l = \frac{e^{(x + y_j) \cdot (x + y_l)} - 1}{m}, $$

since $E\,e^{w \cdot (z + z')} = e^{|z + z'|^2/2}$. Over random normal pairs the variance has heavy tails: $|x + y|^2$ is $2/\sqrt d$ times a
$\chi^2$ variable of $d$ degrees, so the mean of $e^{|x + y|^2}$ is $(1 - 4/\sqrt d)^{-d/2}$, infinite for $d \le 16$. For $d = 64$ it is
$2^{32}$, six hundred times the median: a mean over pairs is decided by rare ones, and says little of most.

A row divides by its sum. To first order, with the exact weights $p_j$, its error is $p_j (\varepsilon_j - \sum_l p_l
\varepsilon_l)$, and the number of features for which the root mean square of it, relative to that of $p$, is 10 % follows
from the covariances. First we see that the law is right where features are few enough to draw.
*/
static double features_needed(const arma::vec& x, const arma::mat& y, double error)
{
  const arma::mat z = y.each_col() + x;
  const arma::mat C = arma::expm1(z.t() * z); // m times the covariance
  const arma::vec p = arma::normalise(arma::vec(arma::exp(y.t() * x)), 1);
  const arma::vec variances = C.diag() - 2 * C * p + arma::as_scalar(p.t() * C * p);
  return arma::dot(arma::square(p), variances) / arma::dot(p, p) / (error * error);
}

SECTION(features)
{
  const arma::uword d = 64, n = 64;
  const double fourth_root = std::sqrt(std::sqrt(double(d)));
  const arma::vec q(d, arma::fill::randn);
  const arma::mat K(d, n, arma::fill::randn), Q(d, 99, arma::fill::randn);
  // Vectors of a quarter of the length: drawn errors and the law.
  const arma::vec x = q / 4 / fourth_root;
  const arma::mat y = K / 4 / fourth_root;
  const arma::vec p = arma::normalise(arma::vec(arma::exp(y.t() * x)), 1);
  arma::vec errors(400);
  for (double& error : errors) {
    const arma::mat Omega(256, d, arma::fill::randn);
    const arma::vec row = arma::normalise(
        arma::vec(positive_features(y, Omega).t() * positive_features(arma::mat(x), Omega)), 1);
    error = arma::accu(arma::square(row - p)) / arma::dot(p, p);
  }
  Claim& finding = chapter.finding(
      "performer-law",
      "the error of Performer's row follows from the covariances of its weights; "
      "for normal vectors of 64 dimensions 10 % takes 10^9 features at least, for vectors of "
      "a quarter of the length about a hundred");
  finding.within("mean square error of a row over the law's, vectors of a quarter, m = 256",
                 arma::mean(errors) / (0.01 * features_needed(x, y, 0.1) / 256), 0.85, 1.15);
  for (const auto& [scale, least, most] : std::vector<std::tuple<double, double, double>>{
           {0.25, 50, 250}, {0.5, 1e3, 1e5}, {1, 1e9, 1e13}}) {
    arma::vec needed(Q.n_cols);
    for (arma::uword i = 0; i < Q.n_cols; ++i)
      needed(i) = features_needed(scale * Q.col(i) / fourth_root, scale * K / fourth_root, 0.1);
    finding.within(
        fmt::format("features for an error of 10 %, median of 99 queries, lengths times {}", scale),
        arma::median(needed), least, most);
  }
}

/**
## Reformer: the angle

Two vectors at the angle $\theta$ are in the same of two buckets if no random plane separates them, with probability $p = 1 -
\theta/\pi$, and in the same of four with $p^2$. With $R$ rounds they are missed with $(1 - p^2)^R$: right angles, which nearly all
pairs of many dimensions have, share one of four buckets in a quarter of the rounds, and 4 rounds miss 32 % of such pairs.
*/
SECTION(buckets)
{
  Claim& finding =
      chapter.finding("collisions", "two vectors at the angle θ share one of two buckets with "
                                    "probability 1 − θ/π, one of four with its square");
  for (const double theta : {std::numbers::pi / 6, std::numbers::pi / 2}) {
    const arma::mat X{{1, std::cos(theta)}, {0, std::sin(theta)}};
    const double p = 1 - theta / std::numbers::pi;
    for (const arma::uword half : {1, 2}) {
      arma::vec shared(20000);
      for (double& together : shared) {
        const arma::uvec h = lsh_buckets(X, arma::mat(2, half, arma::fill::randn));
        together = h(0) == h(1);
      }
      finding.estimates(fmt::format("how often one of {} buckets is shared, angle {:.0f}°",
                                    2 * half, theta * 180 / std::numbers::pi),
                        mean_of(shared), half == 1 ? p : p * p, 0.03);
    }
  }
  /**
  On the way back buckets are held fixed: the output is constant in them but where a hash changes. With several rounds the
  weights by which rounds are joined depend on queries and keys too, and a gradient must pass through them. A public
  implementation sorted the gradients of all rounds together where each round has an order of its own (lucidrains/reformer-pytorch,
  pull request 104: "the gradients are wrong for multi-round hashing"). The library computes over the union of what the rounds
  see, which is the same sum, and there is nothing to join:
  */
  const arma::mat Q(4, 16, arma::fill::randn), V(3, 16, arma::fill::randn),
      U(3, 16, arma::fill::randn);
  const KeyLists keys = reformer_keys({lsh_buckets(Q, arma::mat(4, 1, arma::fill::randn)),
                                       lsh_buckets(Q, arma::mat(4, 2, arma::fill::randn))},
                                      4);
  chapter
      .finding("reformer-gradient",
               "the gradient through two rounds of hashing is the slope of the "
               "loss, with the buckets held fixed")
      .agree(
          "gradient by the queries and central differences, n = 16",
          reformer_attention_backward(Q, V, keys, U).Q,
          gradient_by_differences(
              [&](const arma::mat& at) { return arma::accu(U % reformer_attention(at, V, keys)); },
              Q, 1e-6),
          absolute(1e-7));
}

/**
## BigBird: who hears whom, after how many layers

Through the first and the last block everything is heard after two layers, with or without chance. What do random blocks add?
Take the global ones away. With random blocks from anywhere, a text of 64 blocks is heard by all its tokens after a few layers, as
in a random graph. With those of the published code, all among the first 16, nobody draws the later blocks: what stands there
travels by the window, one block per layer.
*/
SECTION(layers)
{
  const arma::uword blocks = 64;
  const auto mask = [&](const RandomBlocks& random, bool global) {
    arma::umat seen = visibility_of(longformer_keys(blocks, 1), blocks);
    for (arma::uword b = 0; b < blocks; ++b)
      seen.submat(arma::uvec{b}, random[b]).ones();
    if (global) {
      seen.row(0).ones();
      seen.row(blocks - 1).ones();
      seen.col(0).ones();
      seen.col(blocks - 1).ones();
    }
    return seen;
  };
  const auto layers_until_all = [](const arma::umat& layer) {
    std::vector<arma::umat> layers{layer};
    while (arma::any(arma::vectorise(seen_through(layers)) == 0))
      layers.push_back(layer);
    return layers.size();
  };
  const RandomBlocks article = bigbird_random_blocks(blocks, 3, blocks),
                     coded = bigbird_random_blocks(blocks, 3, 16);
  chapter
      .finding(
          "bigbird-layers",
          "with its global blocks BigBird hears everything after two layers; without them a text "
          "of 64 "
          "blocks after few layers if random blocks are from anywhere, and after more than 40 if "
          "they are among the first 16")
      .equal("layers until all hear all, with global blocks, as published",
             layers_until_all(mask(article, true)), std::size_t(2))
      .equal("layers until all hear all, with global blocks, as coded",
             layers_until_all(mask(coded, true)), std::size_t(2))
      .within("layers until all hear all, without global blocks, as published",
              double(layers_until_all(mask(article, false))), 3, 8)
      .within("layers until all hear all, without global blocks, as coded",
              double(layers_until_all(mask(coded, false))), 41, 63);
}

/**
## As published, as coded

What articles and their programs do is not always the same.

| variant | as published | as coded |
|---|---|---|
| Performer | features are what the formula says | a constant of $10^{-6}$ is added to each feature, so no denominator is 0 |
| Longformer | global tokens have projections of their own | the same; the library here has one set |
| BigBird | random blocks from the whole text | from the first 1024 tokens, or the first $2r + 5$ blocks |
| Reformer | the first chunk has none before it; one rotation for all buckets | the last chunk is before the first; buckets may be pairs of two hashes |

## What is left

Attention costs $4n^2 d$ operations and, in tiles, no memory to speak of. Five variants cost a multiple of $n$, from some hundreds of
tokens on less than attention; each is attention in a limit that costs as much, and has errors of the order of the output
elsewhere, by laws that can be written down. Whether a task needs what is left out is a question about the task.
*/
