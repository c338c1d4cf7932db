#include "costs.hpp"
#include "counted_layers.hpp"
#include "epreuve/attention/bigbird.hpp"
#include "epreuve/attention/costs.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/linformer.hpp"
#include "epreuve/attention/longformer.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/performer.hpp"
#include "epreuve/attention/reformer.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <boost/math/distributions/chi_squared.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

/**
# Five variants, and what they leave out

Linformer [@wang-2020], Performer [@choromanski-2021], Longformer [@beltagy-2020], BigBird [@zaheer-2020] and
Reformer [@kitaev-2020] are five answers to one question: which of the $n^2$ pairs can be done without? All five
are in the library, with their way back, and this page takes one after the other: its cost, where it is attention
exactly, and where it is not.

All five have one idea: a row of the pattern has $n$ weights, most of them are small, so fewer can be computed. They
differ in who decides which. Linformer mixes the keys by a matrix that is the same for every text; Performer has products of
random features in place of exponentials, and then never needs the pattern; Longformer and BigBird fix the pairs by their
places; Reformer lets a hash of the vectors decide, so the text itself does. What a variant leaves out is lost for all
later layers as well. The question is each time for which texts this does no harm, and what error is to be expected where
it does.
*/
using namespace epreuve::course;

/**
## Linformer: k mixtures of the tokens

The $n$ keys are mixed to $k$, the values too, by matrices $E$ and $F$ of $k \times n$ that are the same for every text:

$$ Z = \mathrm{softmax}\big(Q (EK)^T / \sqrt d\big)\, (FV) . $$

What multiplies $V$ is a product of an $n \times k$ matrix and $F$, so its rank is at most $k$: "low rank" is exact. With $k$
fixed the cost is linear in $n$.
*/
SECTION(linformer)
{
  const Counting cost = linformer_cost();
  const arma::uword n = 12, k = 3;
  const arma::mat Q(4, n, arma::fill::randn), K(4, n, arma::fill::randn),
      E(k, n, arma::fill::randn), F(k, n, arma::fill::randn), everything(n, n, arma::fill::eye);
  chapter.claim("masterclass-linformer", holds)
      .equal("operations of Linformer, Q, K and V given", text(cost.polynomial),
             std::string("8nkd + 5nk − nd − 2kd − 2n"))
      .equal("operations of Linformer, counted, n = 9, k = 4, d = 5", cost.count({9, 4, 5}),
             value(cost.polynomial, {9, 4, 5}))
      .equal("rank of what multiplies V, n = 12, k = 3",
             arma::rank(linformer_attention(Q, K, everything, E, F)), k)
      .equal("rank of the pattern of attention, n = 12", arma::rank(attention_pattern(Q, K)), n);

  /**
  With $k = n$ it can be attention itself: if $F$ is a permutation $P$ and $E = P + 1 c^T$, since a common shift of all scores
  of a query does not matter to softmax. No other square $E$ and $F$ will do for all inputs. If $F^T \mathrm{softmax}(Es) =
  \mathrm{softmax}(s)$ for all $s$, then $F$ is invertible, and with $H = F^{-1}$ the scores $t e_j$, with $T = e^t$, give

  $$ 1 + (T - 1) H_{ji} = C\, T^{E_{ij}} \qquad \text{for all } i . $$

  The right-hand sides at $T$ and $1/T$ have the same product for all $i$, and those at $T^2$ are squares of those at $T$ up
  to a factor. On the left only 0 and 1 can do that, or entries that are all the same; so $H$ is a permutation, and the rest
  follows. (The proposition has the whole proof.)

  And with other $k$? There are $E$ and $F$ with which Linformer is attention for all texts of $n$ tokens *if and only if $n$ divides $k$*. For $k = pn$ each key
  and each value is taken $p$ times. That no other $k$ will do is arithmetic: as polynomials in $e^{s_1}, \dots, e^{s_n}$, with any real exponents, the $k$ exponentials
  of the mixed scores add up to a multiple of $e^{s_1} + \dots + e^{s_n}$, by a factor whose coefficients are integers. At $s = 0$ the one is $k$ and the
  other $n$.

  A pattern that is itself a permutation, each query looking at a key of its own, has rank $n$, and no $k < n$ can have it.
  */
  chapter.proposition("linformer",
                      {"linformer_exact", "linformer_exact_only", "linformer_exact_sizes"});
  arma::mat P = everything.cols(arma::randperm(n));
  const arma::mat E_n = P + arma::ones(n) * arma::rowvec(n, arma::fill::randn),
                  V(4, n, arma::fill::randn);
  const arma::mat twice = arma::join_cols(P, P), Q_2 = Q.head_cols(2), K_2 = K.head_cols(2),
                  V_2 = V.head_cols(2), E_6{{3, 0}, {3, 0}, {2, 1}, {1, 2}, {0, 3}, {0, 3}},
                  F_6{{1, 0}, {1, 0}, {-1, 2}, {2, -1}, {0, 1}, {0, 1}};
  // V Fᵀ P a in place of V a, so V P² a for F = Pᵀ: a permutation that is drawn may be its own inverse, a shift is not.
  const arma::mat shift = arma::shift(arma::mat(3, 3, arma::fill::eye), 1),
                  one(1, 1, arma::fill::ones), doubling = std::log(2) * arma::mat{{0, 1, 2}},
                  sevens{{7, 0, 0}};
  chapter
      .finding("linformer-exact",
               "with k = n, F = P a permutation and E = P + 1cᵀ Linformer is "
               "attention; with another F it is not. With k = 2n it is for P twice, and "
               "with n = 2, k = 6 even for an F with negative entries")
      .agree("Linformer and attention, n = 12", linformer_attention(Q, K, V, E_n, P),
             attend(Q, K, V), absolute(1e-12))
      .agree("weights (1, 2, 4)/7 and values 7, 0, 0: attention", attend(one, doubling, sevens)(0),
             1, absolute(1e-14))
      .agree("the same, Linformer with a shift P and F = Pᵀ in place of P",
             linformer_attention(one, doubling, sevens, shift, arma::mat(shift.t()))(0), 2,
             absolute(1e-14))
      .agree("Linformer and attention, n = 12, k = 24", linformer_attention(Q, K, V, twice, twice),
             attend(Q, K, V), absolute(1e-12))
      .agree("Linformer and attention, n = 2, k = 6, entries of F −1 to 2",
             linformer_attention(Q_2, K_2, V_2, E_6, F_6), attend(Q_2, K_2, V_2), absolute(1e-12));
}

/**
## Performer: features in place of the exponential

$e^{q \cdot k}$ is the mean of $e^{w \cdot q - |q|^2/2}\, e^{w \cdot k - |k|^2/2}$ over normal $w$. With $m$ of them, drawn once, a
weight is a dot product of features, $\phi(q) \cdot \phi(k)$, and sums over keys are made before a query comes. This is the
product $K^TV$ of the first page, with $\phi(K)$ for $K$.
*/
SECTION(performer)
{
  const Counting cost = performer_cost();
  const arma::mat Q(4, 9, arma::fill::randn), K(4, 9, arma::fill::randn),
      V(3, 9, arma::fill::randn), Omega(6, 4, arma::fill::randn);
  const double root = std::sqrt(2); // 4^(1/4)
  arma::mat A = positive_features(arma::mat(Q / root), Omega).t() *
                positive_features(arma::mat(K / root), Omega);
  A.each_col() /= arma::sum(A, 1);
  chapter.claim("masterclass-performer", holds)
      .equal("operations of Performer, Q, K and V given", text(cost.polynomial),
             std::string("8nmd + 5nm + 6nd − md − n − m"))
      .equal("operations of Performer, counted, n = 9, m = 4, d = 5", cost.count({9, 4, 5}),
             value(cost.polynomial, {9, 4, 5}))
      .agree("Performer and the pattern φ(q) · φ(k) over its sum, n = 9",
             performer_attention(Q, K, V, Omega), V * A.t(), absolute(1e-12));

  /**
  The kernel is right on average. For one pair the relative variance of an estimate is $(e^{|x + y|^2} - 1)/m$, with $x$ and
  $y$ the query and the key over $d^{1/4}$. (Both are proven; the page on errors draws estimates and compares.) Is that small? For normal entries and $d = 64$, $|x + y|^2$ is $2/8$ times a
  $\chi^2$ variable of 64 degrees, about 16 in the middle: a relative variance of $e^{16}/m$, nine million over $m$. It is the length
  of the vectors that decides, not that of the text. Features of sine and cosine have a smaller variance for pairs that are
  close, but their sums may be negative, and then a "weight" is too.
  */
  chapter.proposition("random-features", {"estimate_variance"});
  const arma::uword d = 64, n = 64, m = 256, texts = 8;
  const double fourth_root = std::sqrt(std::sqrt(double(d)));
  const double middle =
      2 / std::sqrt(double(d)) * boost::math::median(boost::math::chi_squared(double(d)));
  arma::uword negative = 0;
  double least_positive = arma::datum::inf;
  for (arma::uword text = 0; text < texts; ++text) {
    const arma::mat q = arma::mat(d, n, arma::fill::randn) / fourth_root,
                    k = arma::mat(d, n, arma::fill::randn) / fourth_root,
                    directions(m, d, arma::fill::randn);
    const auto denominators = [](const arma::mat& of_queries, const arma::mat& of_keys) {
      return arma::vec(of_queries.t() * arma::sum(of_keys, 1));
    };
    negative += arma::accu(denominators(trigonometric_features(q, directions),
                                        trigonometric_features(k, directions)) < 0);
    least_positive = std::min(
        least_positive,
        denominators(positive_features(q, directions), positive_features(k, directions)).min());
  }
  chapter
      .finding("performer-variance", "for normal queries and keys of 64 dimensions the relative "
                                     "variance of a weight is e^16/m in the middle, and with sines "
                                     "and cosines three in ten denominators or more are negative")
      // Law: nothing is drawn; it is the median of 2/√d χ².
      .within("median of |x + y|², d = 64", middle, 15.5, 16.5)
      // Law: the sign of a denominator is nearly a coin's, for the sum is small against its noise. Of 64 in one text 30
      // are negative, with a standard deviation of 4.4 (23 seeds), so of eight texts a share of 0.47, with 0.024.
      .at_least("share of negative denominators with sines and cosines, eight texts of 64 queries "
                "and 64 keys, m = 256",
                double(negative) / double(texts * n), 0.3)
      // Law: sums of exponentials are positive, for every draw.
      .at_least("least denominator with positive features", least_positive, 0);
}

/**
## Longformer and BigBird: some pairs, and a few tokens for all

Longformer lists for each query a window of $w$ tokens on each side, and a few global tokens. BigBird does the same with
blocks of $s$ tokens: a window of three, the first and the last for all, and $r$ at random. On its list a query has
attention as it is. So a pair costs $4d + 5$ operations, and what is to be counted is pairs. The wider the window, the more:
for six windows from the neighbours to all tokens, the count is what the pairs say.
*/
SECTION(local_and_global)
{
  const CountedMatrix x(24, 5);
  const KeyLists blocks = bigbird_keys(24, 2, bigbird_random_blocks(12, 3, 12));
  Claim& claim = chapter.claim("masterclass-longformer-bigbird", holds);
  for (const unsigned w : {1U, 2U, 3U, 6U, 12U, 23U})
    claim.equal(fmt::format("operations of a window of {} on each side, counted, n = 24", w),
                operations_of([&] { counted_sparse_attention(x, x, x, longformer_keys(24, w)); }),
                cost_of_head(Variant::longformer, 24, 5, w).operations);
  claim.equal("operations of BigBird, counted, n = 24: (4d + 5) pairs − n (d + 2)",
              operations_of([&] { counted_sparse_attention(x, x, x, blocks); }),
              cost_of_head(Variant::bigbird, 24, 5, 2).operations);
  for (const unsigned n : {96U, 192U, 384U})
    claim
        .equal(fmt::format("pairs of Longformer, n = {}, w = 16: n (2w + 1) − w (w + 1)", n),
               double(pairs_seen(longformer_keys(n, 16))), pairs_of(Variant::longformer, n, 16))
        .equal(fmt::format("pairs of BigBird, n = {}, s = 8, r = 3: 10ns − 18s²", n),
               double(pairs_seen(bigbird_keys(n, 8, bigbird_random_blocks(n / 8, 3, n / 8)))),
               pairs_of(Variant::bigbird, n, 8));

  /**
  With a window of $n - 1$ on each side Longformer is attention. With a smaller one a key that is farther away is not seen,
  whatever its score. Through layers it is: after $L$ of them a token has heard those at a distance of $Lw$.

  BigBird's random blocks are to make every pair meet soon. In the published code they come from the first 1024 tokens if the
  text has 1024, 2048, 3072 or 4096 tokens, and from the first $2r + 5$ blocks if it has another length of more blocks
  (google-research/bigbird, `bigbird/core/attention.py`: `last_idx=1024`, and `get_rand_attn_plan`). No block is then drawn
  from the later parts of a long text: with 4096 tokens in blocks of 64, of 64 blocks the last 48 never are.
  */
  arma::uvec published(64), article(64);
  for (int head = 0; head < 20; ++head) {
    for (const arma::uvec& drawn : bigbird_random_blocks(64, 3, 16))
      published.elem(drawn) += 1;
    for (const arma::uvec& drawn : bigbird_random_blocks(64, 3, 64))
      article.elem(drawn) += 1;
  }
  // Blocks 1 to 62 draw three each, without repetition, of those that they do not see anyway: block b not 0, b - 1, b, b + 1
  // and 63. How many of the three are among the last 48 has the hypergeometric law.
  double expected = 0, variance = 0;
  for (int b = 1; b < 63; ++b) {
    double others = 0, late = 0;
    for (int other = 1; other < 63; ++other)
      if (std::abs(other - b) > 1) {
        others += 1;
        late += other >= 16 ? 1 : 0;
      }
    const double share = late / others;
    expected += 20 * 3 * share;
    variance += 20 * 3 * share * (1 - share) * (others - 3) / (others - 1);
  }
  const arma::mat Q(4, 10, arma::fill::randn), K(4, 10, arma::fill::randn),
      V(4, 10, arma::fill::randn);
  chapter.finding("longformer-exact", "Longformer with a window of n − 1 on each side is attention")
      .agree("Longformer and attention, n = 10, w = 9",
             sparse_attention(Q, K, V, longformer_keys(10, 9)), attend(Q, K, V), absolute(1e-13));
  chapter
      .finding("bigbird-as-coded",
               "of 64 blocks the published code draws none of the last 48; drawn "
               "as in the article, they are drawn like the others")
      .equal("random blocks among the last 48, as coded, 20 heads", arma::accu(published.tail(48)),
             0U)
      .estimates("random blocks among the last 48, as published, in 20 heads",
                 {double(arma::accu(article.tail(48))), std::sqrt(variance), 20 * 62}, expected,
                 0.05 * expected);
}

/**
## Reformer: those whose hash is the same

Queries and keys are the same vectors, and a random rotation sends each to the bucket of the direction it is closest to. Tokens
are sorted by bucket, the sorted row is cut into chunks of $c$, and a token sees those of its bucket in its chunk and the one
before, not itself. Several rounds, with other rotations, are joined. Pairs are at most $2c - 1$ for each token and round:
linear. The sorting makes it $O(n \log n)$. "Reversible" are its layers: their input can be computed from their output, so
that a stack of them keeps no activations, which is about memory alone.
*/
SECTION(reformer)
{
  const arma::mat Q(8, 256, arma::fill::randn), V(2, 256, arma::fill::randn);
  const auto lists = [&](int rounds) {
    std::vector<arma::uvec> buckets;
    for (int round = 0; round < rounds; ++round)
      buckets.push_back(lsh_buckets(Q, arma::mat(8, 4, arma::fill::randn)));
    return reformer_keys(buckets, 16);
  };
  chapter
      .claim("masterclass-reformer", holds)
      // Law of 2: a token sees no more than its chunk and the one before, without itself, for every draw.
      .at_most("pairs per token, n = 256, chunks of 16, one round, against 2c − 1",
               double(pairs_seen(lists(1))) / 256, 31)
      .at_most("pairs per token, n = 256, chunks of 16, four rounds, against 4 (2c − 1)",
               double(pairs_seen(lists(4))) / 256, 124)
      .by_reading(
          "With chunks, rounds and buckets of fixed number, hashing and attention are linear "
          "and sorting takes n log n. If buckets are to have the size of a chunk, there are "
          "n/c of them, and hashing as the article's formula has it takes n²d/c; its code "
          "hashes twice into fewer instead.");

  /**
  One bucket and one chunk make it attention with shared queries, keys of length 1, and without the token itself.
  */
  arma::mat S = Q.t() * arma::normalise(Q) / std::sqrt(8.);
  S.diag().fill(-arma::datum::inf);
  const KeyLists all = reformer_keys({arma::uvec(256, arma::fill::zeros)}, 256);
  chapter
      .finding("reformer-exact", "Reformer with one bucket and one chunk is attention with shared, "
                                 "normed keys, and without the token itself")
      .agree("Reformer and that attention, n = 256", reformer_attention(Q, V, all),
             V * softmax_rows(S).t(), absolute(1e-12));
}

/**
## When it pays

All sizes fixed as in the articles or nearly so, one head of 64 dimensions: from which length on do they take fewer
operations than attention? What has been counted on these pages is in the library as closed forms; for other sizes, and for
a layer with its heads and texts, the explorer at this chapter's opening computes with them. Of Reformer we take the most that
it can need: full chunks, 4 rounds, 64 buckets, $3d$ operations for the length of a key, and $\log_2 n$ comparisons per token
for the sorting. The length does not depend on how many heads or texts there are: each has the same. (Seconds are different
on each machine: `./epreuve bench attention` measures them.)
*/
SECTION(when_it_pays)
{
  struct Sized
  {
    std::string name;
    Variant variant;
    unsigned size, expected; ///< the first length
  };
  const std::vector<Sized> variants{{"Linformer", Variant::linformer, 256, 507},
                                    {"Performer", Variant::performer, 256, 509},
                                    {"Longformer", Variant::longformer, 256, 258},
                                    {"BigBird", Variant::bigbird, 64, 512},
                                    {"Reformer", Variant::reformer, 64, 573}};
  const unsigned d = 64;
  const auto operations = [](Variant variant, unsigned n, unsigned size) {
    return cost_of_head(variant, n, d, size).operations;
  };
  const arma::vec n = arma::exp2(arma::regspace(7, 14));
  arma::mat of_n(n.n_elem, variants.size() + 1);
  std::vector<std::string> names{"exact"};
  std::vector<std::vector<std::string>> rows;
  Claim& finding = chapter.finding(
      "when-it-pays",
      "each variant takes fewer operations than attention from a length on that its "
      "own size decides: about twice k or m, the window's reach, all blocks");
  for (const auto& [name, variant, size, expected] : variants) {
    names.push_back(name);
    for (arma::uword i = 0; i < n.n_elem; ++i) {
      of_n(i, 0) = operations(Variant::exact, unsigned(n(i)), 1);
      of_n(i, names.size() - 1) = operations(variant, unsigned(n(i)), size);
    }
    const arma::uword first = cheaper_from(variant, d, size).value_or(0);
    finding.equal("length from which on it takes fewer operations, " + name, first, expected);
    const auto times_fewer = [&](arma::uword at) {
      return fmt::format("{:.1f}", of_n(at, 0) / of_n(at, names.size() - 1));
    };
    rows.push_back({name, fmt::format("{}", first), times_fewer(5), times_fewer(7)});
  }
  chapter.figure("variants", [&](Figure& figure) { draw_variants(figure, n, of_n, names); });
  chapter.table("Fewer operations than attention, one head, d = 64",
                {"variant", "from length", "times fewer at 4096", "times fewer at 16384"}, rows);
}

/**
## "While keeping the performance"

That is an aim, and what the articles report is the performance of models that were trained with the variant on tasks of
theirs. As substitutes for attention they lose what their construction cannot hold. Let each query look at one key of its own,
far away in the text, as heads that match a bracket or an earlier name do: $q_i$ is long and has the direction of
$k_{\pi(i)}$. Attention returns the value of that key, nearly. The same queries and keys, 256 of them in 64 dimensions:
*/
SECTION(aim)
{
  const arma::uword n = 256, d = 64;
  const arma::mat K(d, n, arma::fill::randn), V(d, n, arma::fill::randn);
  const auto off = [&](const arma::mat& Q, const arma::mat& Z) {
    const arma::mat exact = attend(Q, K, V);
    return arma::norm(Z - exact, "fro") / arma::norm(exact, "fro");
  };
  const arma::mat random(d, n, arma::fill::randn), looking = 2 * arma::shift(K, 128, 1);
  const arma::mat E = arma::mat(64, n, arma::fill::randn) / 8, Omega = orthogonal_directions(64, d);
  const KeyLists window = longformer_keys(n, 32),
                 blocks = bigbird_keys(n, 8, bigbird_random_blocks(n / 8, 3, n / 8));
  std::vector<std::vector<std::string>> rows;
  Claim& finding = chapter.finding(
      "what-is-lost", "where each query looks at one key far away, none of four variants "
                      "with a quarter of the cost returns its value");
  const auto row = [&](const std::string& name, const arma::mat& at_random, const arma::mat& far) {
    rows.push_back({name, fmt::format("{:.2f}", off(random, at_random)),
                    fmt::format("{:.2f}", off(looking, far))});
    // Law: Linformer 1.68, with a standard deviation of 0.02; Performer 0.97, 0.015; Longformer 1.08, 0.007 (23 seeds).
    // The square of BigBird's is about the share of the 30 inner blocks that did not draw the block of their keys; each
    // draws it with probability 1/9, so that 22 of them do with one below 10⁻¹³.
    finding.at_least("relative error where each query looks at one key, " + name, off(looking, far),
                     0.5);
  };
  row("Linformer, k = 64, E = F", linformer_attention(random, K, V, E, E),
      linformer_attention(looking, K, V, E, E));
  row("Performer, m = 64", performer_attention(random, K, V, Omega),
      performer_attention(looking, K, V, Omega));
  row("Longformer, w = 32", sparse_attention(random, K, V, window),
      sparse_attention(looking, K, V, window));
  row("BigBird, s = 8, r = 3", sparse_attention(random, K, V, blocks),
      sparse_attention(looking, K, V, blocks));
  chapter.table("Relative error of the output, n = 256, d = 64, a quarter of the pairs or features",
                {"variant", "random queries", "each looks at one key, 128 tokens away"}, rows);
  chapter.claim("masterclass-cplx-aim", holds)
      .by_reading(
          "An aim, and a report on tasks: models trained with a variant do well where the "
          "task does not need what it leaves out. It does not say that the variants compute "
          "attention, and they do not.");
}

/**
(Reformer, whose queries are its keys, cannot be given these. It finds keys that point the same way, which is its strength;
a query that looks at a key of another direction it cannot have.)

Even for random queries the errors are large: there the output of attention is a mean of many values, small itself. A
model trained with a variant never saw the attention that it replaces. That is the only sense in which performance is kept.
*/
