#include "epreuve/attention/costs.hpp"
#include "epreuve/chapter.hpp"
#include "error_against_cost.hpp"
#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

/**
# Error against cost

So much for laws, each in its own terms. What does a reader get for the same number of operations? Three kinds of text, all
variants: at random; with structure, each query looking at one key far away; and the queries, keys and values of a
model that has learned, *petit*, the small GPT-2 of chapter 17.

At random, queries and keys are normal vectors of 64 dimensions, 256 of them, in each of four texts. With structure, query $i$ is twice the key of token
$i + 128$. Reformer has one set of vectors for both; its structured text consists of pairs that point the same way, and it
is compared with attention of its own kind, to all tokens. Of petit we take all twelve heads over 64 tokens, 16 dimensions
each. They are causal: Linformer has no causal form, since each of its mixtures contains the last token, and Reformer would need
heads that share queries and keys.
*/
using namespace epreuve::course;

SECTION(patterns)
{
  const arma::uword n = 256, d = 64;
  std::vector<HeadOverText> random, structured, in_pairs;
  for (int text = 0; text < 4; ++text) {
    const arma::mat K(d, n, arma::fill::randn), V(d, n, arma::fill::randn),
        half(d, n / 2, arma::fill::randn);
    random.push_back({arma::mat(d, n, arma::fill::randn), K, V});
    structured.push_back({2 * arma::shift(K, -int(n) / 2, 1), K, V});
    in_pairs.push_back({8 * arma::join_rows(half, half), K, V});
  }
  const std::vector<HeadOverText> petit = heads_of_petit(chapter.seed());
  const auto curves = [](const std::vector<HeadOverText>& text) {
    return std::vector{
        error_against_cost("Performer", Variant::performer, {16, 32, 64, 112}, text),
        error_against_cost("Longformer", Variant::longformer, {8, 16, 32, 64, 120}, text),
        error_against_cost("BigBird", Variant::bigbird, {2, 4, 8, 16}, text),
        error_against_cost("Linformer", Variant::linformer, {16, 32, 64, 112}, text)};
  };
  std::vector<ErrorAgainstCost> at_random = curves(random), with_structure = curves(structured);
  const std::vector<arma::uword> chunks{2, 4, 8, 16};
  at_random.push_back(error_against_cost("Reformer", Variant::reformer, chunks, random));
  with_structure.push_back(error_against_cost("Reformer", Variant::reformer, chunks, in_pairs));
  const std::vector<ErrorAgainstCost> of_petit{
      error_against_cost("Performer", Variant::performer, {8, 16, 32}, petit),
      error_against_cost("Longformer", Variant::longformer, {1, 2, 4, 8, 16, 31}, petit),
      error_against_cost("BigBird", Variant::bigbird, {1, 2, 4}, petit)};
  chapter.figure("error-against-cost", [&](Figure& figure) {
    draw_error_against_cost(figure, at_random, with_structure, of_petit);
  });
  Claim& finding = chapter.finding(
      "error-against-cost",
      "at random and where each query looks at one key far away, four variants are off by half of "
      "the output or more, whatever they cost below attention; Reformer finds vectors that point "
      "the same way");
  // Law of 3: over one text the least means are 0.68 with a standard deviation of 0.034 (Longformer at random), 0.79 with
  // 0.065 (BigBird, structured) and others that are farther from the bound; Reformer 0.19 with 0.017. Over four texts, whose
  // squares are averaged, deviations are halved.
  for (std::size_t v = 0; v < 4; ++v)
    finding
        .at_least("least relative error below the cost of attention, at random, " +
                      at_random[v].name,
                  at_random[v].error.min(), 0.5)
        .at_least("least relative error below the cost of attention, structured, " +
                      with_structure[v].name,
                  with_structure[v].error.min(), 0.5);
  finding.at_most("relative error of Reformer where vectors are in pairs, chunks of 8",
                  with_structure[4].error(2), 0.5);
}

/**
At random nothing works: a mean of fewer values is another mean, and only what is nearly the whole text comes below the output
itself. Where each query looks far away, windows, blocks and features return next to nothing of what was asked for, an
error of 1, at any of these costs, and Linformer's mixtures add noise. Reformer does what it was made for: with half of the
operations it finds most of the vectors that point the same way. petit's heads are kinder to windows, since many of them look
at what is near; at half the cost their output is still off by 0.4 of itself.

## The entries of our heads, beside a theorem

The theorem of Alman and Song (page 2) divides scores by $d$ where attention divides by $\sqrt d$, so our $Q$ and $K$ count $d^{1/4}$
times. It is about families of ever longer texts, and its constants are unknown. So here are the numbers, and no verdict:
the largest entry $B$ of a head's $Q$ and $K$ beside $\sqrt{\ln n}$, and the largest score beside $\ln n$, from which on one
key can have half of the weight.
*/
SECTION(bounded_entries)
{
  const std::vector<HeadOverText> heads = heads_of_petit(chapter.seed());
  const double n = double(heads.front().Q.n_cols), d = double(heads.front().Q.n_rows);
  arma::vec B(heads.size()), scores(heads.size());
  for (std::size_t h = 0; h < heads.size(); ++h) {
    B(h) = std::sqrt(std::sqrt(d)) *
           std::max(arma::abs(heads[h].Q).max(), arma::abs(heads[h].K).max());
    scores(h) = arma::abs(heads[h].Q.t() * heads[h].K).max() / std::sqrt(d);
  }
  std::vector<std::vector<std::string>> rows;
  const auto row = [&](const std::string& name, const arma::vec& of, double measure) {
    rows.push_back({name, fmt::format("{:.1f}", measure), fmt::format("{:.1f}", of.min()),
                    fmt::format("{:.1f}", arma::median(of)), fmt::format("{:.1f}", of.max())});
  };
  row("entry, and √ln n", B, std::sqrt(std::log(n)));
  row("score, and ln n", scores, std::log(n));
  chapter.table("Largest entry and score of petit's twelve heads, n = 64, d = 16",
                {"", "measure", "least", "median", "largest"}, rows);
}

/**
## All of it in four tables

First what each variant puts in place of a row of $n$ weights, and what that costs for one head whose $Q$, $K$ and $V$ are
given. $p$ is the number of pairs.
*/
SECTION(tables)
{
  chapter.table(
      "What the variants cost",
      {"", "in place of n weights for each query", "operations", "kept to be trained"},
      {{"exact", "all of them", "4n²d + 5n² − nd − 2n", "n²"},
       {"in tiles of s", "all of them, one tile at a time", "4n²d + 4n² − 2n + n (n/s − 1)(d + 3)",
        "n"},
       {"Linformer", "those of k mixtures of all keys", "8nkd + 5nk − nd − 2kd − 2n", "nk + 2kd"},
       {"Performer", "products of m random features", "8nmd + 5nm + 6nd − md − n − m",
        "2nm + md + m + n"},
       {"Longformer", "those of w tokens on each side",
        "(4d + 5) p − n (d + 2), p = n (2w + 1) − w (w + 1)", "p"},
       {"BigBird", "those of three blocks of s, the first, the last and r random ones",
        "(4d + 5) p − n (d + 2), p = ns (7 + r) − s² (12 + 2r)", "p"},
       {"Reformer", "those of its bucket in two chunks of c, R times",
        "(4d + 5) p + 2n (d − 1), p ≤ Rn (2c − 1), and hashing and sorting", "p + n"}});
  chapter.table(
      "When the variants are attention, and whether they can be causal", {"", "exact if", "causal"},
      {{"in tiles", "always, up to rounding", "yes"},
       {"Linformer", "k = n, F a permutation P, E = P + 1cᵀ",
        "no: each mixture has the last token in it"},
       {"Performer", "never", "yes"},
       {"Longformer", "w ≥ n − 1", "yes"},
       {"BigBird", "n/s ≤ 4 + r", "our lists can be; the article's model is an encoder"},
       {"Reformer", "one bucket and one chunk, the keys being normed queries; then without itself",
        "yes"}});
  chapter.table("How far off they are, and where they fail",
                {"", "relative error", "where it fails"},
                {{"Linformer", "√((n + 1)/k) for any pattern, if mixed at random after softmax",
                  "near a permutation: at least √(1 − k/n), whatever is learned"},
                 {"Performer", "of an entry √((exp |x + y|² − 1)/m); of a row by the covariances",
                  "long vectors: 10⁹ features and more for 10 %, d = 64"},
                 {"Longformer", "√(n/t − 1) for t keys seen, if scores are equal",
                  "a key farther away than w times the layers"},
                 {"BigBird", "√(n/t − 1) for t keys seen, if scores are equal",
                  "a key outside of its blocks, as a head with one layer needs it"},
                 {"Reformer", "a key is missed with probability (1 − p)ᴿ; two buckets: p = 1 − θ/π",
                  "a query that looks at a key of another direction"}});

  /**
  What articles and their programs do is not always the same.
  */
  chapter.table("As published, as coded", {"", "as published", "as coded"},
                {{"Linformer", "keys and values are mixed, X Wᴷ and X Wⱽ",
                  "tokens are mixed, then projected, so biases are not mixed; for a shorter text "
                  "the first columns of E (fairseq)"},
                 {"Performer", "features are what the formula says",
                  "10⁻⁶ is added to each feature, so no denominator is 0"},
                 {"Longformer", "global tokens have projections of their own",
                  "the same; the library here has one set"},
                 {"BigBird", "random blocks from the whole text",
                  "from the first 1024 tokens, or the first 2r + 5 blocks"},
                 {"Reformer", "the first chunk has none before it; one rotation for all buckets",
                  "the last chunk is before the first; buckets may be pairs of two hashes"}});
}

/**
## What is left

Attention costs $4n^2 d$ operations and, in tiles, no memory to speak of. Five variants cost a multiple of $n$, from some hundreds of
tokens on less than attention; each is attention in a limit that costs as much, and has errors of the order of the output
elsewhere, by laws that can be written down. Whether a task needs what is left out is a question about the task.
*/
