#include "epreuve/attention/bigbird.hpp"
#include "epreuve/attention/longformer.hpp"
#include "epreuve/attention/reformer.hpp"
#include "epreuve/attention/visibility.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/instruments/differences.hpp"
#include "figures.hpp"
#include "shared_bucket.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

/**
# What is never seen

Performer and Linformer see every token, inexactly. The other three see some tokens exactly, and others never: because their
hash is another, or because they are too far away. How likely is that, and what do several layers make up for?
*/
using namespace epreuve::course;

/**
## Reformer: the angle

Two vectors at the angle $\theta$ are in the same of two buckets if no random plane separates them, with probability $p = 1 -
\theta/\pi$, and in the same of four with $p^2$: the signs of the sum and of the difference of two independent directions say
which of the four is closest, and these are independent too. For more buckets there is no such product. But the probability
is a power series in $\cos\theta$ without negative terms, whose sum at 1 is 1; so after any number of terms what is left is
enclosed. Its coefficients are integrals over Hermite polynomials, and for six buckets these are elementary.

With four buckets, $R$ rounds miss a pair with probability $(1 - p^2)^R$. Nearly all pairs of vectors of many dimensions are
close to a right angle: such a pair shares a bucket in a quarter of the rounds, and four rounds miss 32 % of them.
*/
SECTION(buckets)
{
  chapter.figure("missed", draw_missed);
  Claim& finding = chapter.finding(
      "collisions", "two vectors at the angle θ share one of two buckets with probability 1 − θ/π, "
                    "one of four with its square, and one of six, at 60°, with probability 0.3626");
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
  const Ball cosine = Ball(1) / Ball(2), p = Ball(2) / Ball(3); // 60°
  const Ball two = shared_bucket(1, cosine, 14), four = shared_bucket(2, cosine, 14),
             six = shared_bucket(3, cosine, 14);
  arma::vec shared(20000);
  const arma::mat X{{1, 0.5}, {0, std::sqrt(0.75)}};
  for (double& together : shared) {
    const arma::uvec h = lsh_buckets(X, arma::mat(2, 3, arma::fill::randn));
    together = h(0) == h(1);
  }
  finding
      // Law of 2: enclosures; nothing is drawn.
      .fact("the series encloses 2/3 for two buckets and 4/9 for four, angle 60°",
            contains(two, p) && contains(four, power(p, 2)),
            fmt::format("{} and {}", bounds(two, 5), bounds(four, 5)))
      .fact("six buckets, 60°: 0.3626, more than (2/3)³",
            rounds_to(six, "0.3626") && below(power(p, 3), six), bounds(six, 5))
      .estimates("how often one of 6 buckets is shared, angle 60°", mean_of(shared), 0.3626, 0.03);
  /**
  Three independent planes would make eight regions, shared with probability $p^3 = 0.30$; six buckets are larger. At 60°, where a
  normed key has half of the largest score that it can have, four rounds of six buckets miss one pair in six.

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
## Longformer: as far as layers times the window

With a window of $w$ on each side a token hears, after $L$ layers, those at a distance of $Lw$ and no others: what is farther
away needs more layers, whatever its score.
*/
SECTION(windows)
{
  Claim& finding = chapter.finding(
      "longformer-layers", "through L layers with a window of w tokens on each side a token "
                           "hears those at a distance of at most Lw");
  std::vector<arma::umat> layers;
  for (arma::uword L = 1; L <= 4; ++L) {
    layers.push_back(visibility_of(longformer_keys(40, 3), 40));
    arma::umat near(40, 40);
    for (arma::uword i = 0; i < 40; ++i)
      for (arma::uword j = 0; j < 40; ++j)
        near(i, j) = std::max(i, j) - std::min(i, j) <= 3 * L;
    finding.equal(fmt::format("pairs heard and not predicted, or the reverse, w = 3, L = {}", L),
                  arma::accu((seen_through(layers) > 0) != near), 0U);
  }
}

/**
A window of 256 on each side and twelve layers reach 3072 tokens, if what is to be heard is handed on from each layer to the next. One head
that looks at one key 300 tokens away cannot be replaced by that: the layers between would have to know what it looks for.

## BigBird: who hears whom, after how many layers

Through the first and the last block everything is heard after two layers, with or without chance. What do random blocks add?
Take the global ones away. With random blocks from anywhere, a text of 64 blocks is heard by all its tokens after a few layers, as
in a random graph. With those of the published code, all among the first 16, nobody draws the later blocks: what stands there
travels by the window, one block per layer.
*/
static arma::umat seen_blocks(const RandomBlocks& random, bool global)
{
  const arma::uword blocks = random.size();
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
}

/// The share of pairs (i, j) of which i has heard j, after 1, 2, ... layers, until all have heard all.
static arma::vec heard_by_layers(const arma::umat& layer)
{
  std::vector<double> shares;
  for (arma::umat heard = layer;; heard = layer * heard > 0) {
    shares.push_back(double(arma::accu(heard)) / double(heard.n_elem));
    if (arma::all(arma::vectorise(heard) > 0))
      return shares;
  }
}

SECTION(layers)
{
  const arma::uword blocks = 64;
  const RandomBlocks article = bigbird_random_blocks(blocks, 3, blocks),
                     coded = bigbird_random_blocks(blocks, 3, 16);
  const std::vector<HeardBlocks> heard{
      {"window", heard_by_layers(visibility_of(longformer_keys(blocks, 1), blocks))},
      {"window, random as coded", heard_by_layers(seen_blocks(coded, false))},
      {"window, random as published", heard_by_layers(seen_blocks(article, false))},
      {"all of BigBird, as coded", heard_by_layers(seen_blocks(coded, true))},
      {"all of BigBird, as published", heard_by_layers(seen_blocks(article, true))}};
  const auto layers_until_all = [&](std::size_t k) { return heard.at(k).shares.n_elem; };
  chapter.figure("heard",
                 [&](Figure& figure) { draw_heard(figure, {heard.begin(), heard.begin() + 4}); });
  chapter
      .finding(
          "bigbird-layers",
          "with its global blocks BigBird hears everything after two layers; without them a text "
          "of 64 blocks after few layers if random blocks are from anywhere, and after 48 or "
          "more if they are among the first 16")
      .equal("layers until all hear all, with global blocks, as published", layers_until_all(4),
             arma::uword(2))
      .equal("layers until all hear all, with global blocks, as coded", layers_until_all(3),
             arma::uword(2))
      // Law: after two layers a block has heard 36 at most, so it takes three. Of 4000 simulated texts 3994 take 5 to 7,
      // five take 8 and one 9: each layer more is some thirty times as rare.
      .within("layers until all hear all, without global blocks, as published",
              double(layers_until_all(2)), 3, 20)
      // Law: for every draw. Block 63 is heard by the window alone from block 15 on, the last that is drawn: 48 steps.
      .within("layers until all hear all, without global blocks, as coded",
              double(layers_until_all(1)), 48, 63)
      .equal("layers until all hear all, window alone", layers_until_all(0), blocks - 1);
  /**
  The masks themselves, for a text of 24 blocks, with two random blocks each: as published, and as coded, from the first six.
  */
  const RandomBlocks anywhere = bigbird_random_blocks(24, 2, 24),
                     at_first = bigbird_random_blocks(24, 2, 6);
  chapter.figure("who-sees-whom", [&](Figure& figure) {
    draw_who_sees_whom(figure, visibility_of(longformer_keys(24, 1), 24),
                       seen_blocks(anywhere, true), seen_blocks(at_first, true));
  });
}

/**
Where nothing is drawn in the middle and the lower right of the last picture, a text's later parts hear of each other through the
two global blocks only, and these must carry what all blocks have to say.
*/
