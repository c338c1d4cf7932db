#include "epreuve/attention/bigbird.hpp"
#include "epreuve/attention/costs.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/linformer.hpp"
#include "epreuve/attention/longformer.hpp"
#include "epreuve/attention/performer.hpp"
#include "epreuve/attention/reformer.hpp"
#include "epreuve/attention/tiles.hpp"
#include "epreuve/blas.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/gpt2/trace.hpp"
#include "epreuve/language/language.hpp"
#include "epreuve/petit/making.hpp"
#include "epreuve/petit/speech.hpp"
#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

/**
# Error against cost

So much for laws, each in its own terms. What does a reader get for the same number of operations? Three kinds of text, all
variants: at random; with structure, each query looking at one key far away; and the queries, keys and values of a
model that has learned, *petit*, the small GPT-2 of chapter 17.
*/
using namespace epreuve::course;

namespace {

/// One head: d x n each, and what attention makes of them.
struct OneHead
{
  arma::mat Q, K, V;
  bool causal = false;
};

/// |Z - exact| / |exact|, over all entries.
double error_of(const arma::mat& Z, const arma::mat& exact)
{
  return arma::norm(Z - exact, "fro") / arma::norm(exact, "fro");
}

arma::mat sparse(const OneHead& head, const KeyLists& keys)
{
  return sparse_attention(head.Q, head.K, head.V, head.causal ? causal_keys(keys) : keys);
}

/// What a variant of this size makes of the head.
arma::mat output(Variant variant, const OneHead& head, arma::uword size)
{
  const arma::uword n = head.Q.n_cols, d = head.Q.n_rows;
  switch (variant) {
  case Variant::linformer: {
    const arma::mat E = arma::mat(size, n, arma::fill::randn) / std::sqrt(double(size));
    return linformer_attention(head.Q, head.K, head.V, E, E);
  }
  case Variant::performer:
    return performer_attention(head.Q, head.K, head.V, orthogonal_directions(size, d), head.causal);
  case Variant::longformer:
    return sparse(head, longformer_keys(n, size));
  case Variant::bigbird:
    return sparse(head, bigbird_keys(n, size, bigbird_random_blocks(n / size, 3, n / size)));
  default: { // Reformer, whose keys are its queries
    std::vector<arma::uvec> rounds;
    for (int round = 0; round < 4; ++round)
      rounds.push_back(lsh_buckets(head.Q, arma::mat(d, 32, arma::fill::randn)));
    return reformer_attention(head.Q, head.V, reformer_keys(rounds, size));
  }
  }
}

/// What the variant should make of it.
arma::mat attended(Variant variant, const OneHead& head)
{
  const arma::uword n = head.Q.n_cols;
  if (variant == Variant::reformer)
    return reformer_attention(head.Q, head.V, reformer_keys({arma::uvec(n, arma::fill::zeros)}, n));
  return tiled_attention(head.Q, head.K, head.V, n, head.causal).Z;
}

struct Tried
{
  std::string name;
  Variant variant;
  std::vector<arma::uword> sizes;
};

/// Cost, as a share of that of exact attention, and error: the root of the mean square over heads.
ErrorAgainstCost curve(const Tried& tried, const std::vector<OneHead>& heads)
{
  ErrorAgainstCost curve{.name = tried.name};
  curve.cost.set_size(tried.sizes.size());
  curve.error.zeros(tried.sizes.size());
  const arma::uword n = heads.front().Q.n_cols, d = heads.front().Q.n_rows;
  for (arma::uword i = 0; i < tried.sizes.size(); ++i) {
    curve.cost(i) = cost_of_head(tried.variant, n, d, tried.sizes[i]).operations /
                    cost_of_head(Variant::exact, n, d, 1).operations;
    for (const OneHead& head : heads)
      curve.error(i) += std::pow(
          error_of(output(tried.variant, head, tried.sizes[i]), attended(tried.variant, head)), 2);
    curve.error(i) = std::sqrt(curve.error(i) / double(heads.size()));
  }
  return curve;
}

/// The twelve heads of petit over the first 64 tokens of a random text.
std::vector<OneHead> heads_of_petit(std::uint64_t seed)
{
  const OneBlasThread one_thread;
  const language::Language& english = language::english();
  const petit::Speech speech(english, gpt2::Tokenizer(petit::folder()));
  const gpt2::Model<double> model{gpt2::Checkpoint(petit::folder())};
  std::vector<gpt2::Token> tokens = speech.tokens(english.sample(seed, 20));
  tokens.resize(model.config().context);
  gpt2::Trace<double> trace({"blocks.*.attn.q", "blocks.*.attn.k", "blocks.*.attn.v"});
  model.logits(tokens, &trace);
  std::vector<OneHead> heads;
  for (arma::uword layer = 0; layer < model.config().layers; ++layer)
    for (arma::uword head = 0; head < model.config().heads; ++head) {
      const auto of = [&](const char* what) {
        return trace.matrix(fmt::format("blocks.{}.attn.{}", layer, what), head);
      };
      heads.push_back({of("q"), of("k"), of("v"), true});
    }
  return heads;
}

} // namespace

/**
At random, queries and keys are normal vectors of 64 dimensions, 256 of them. With structure, query $i$ is twice the key of token
$i + 128$. Reformer has one set of vectors for both; its structured text consists of pairs that point the same way, and it
is compared with attention of its own kind, to all tokens. Of petit we take all twelve heads over 64 tokens, 16 dimensions
each. They are causal: Linformer has no causal form, since each of its mixtures contains the last token, and Reformer would need
heads that share queries and keys.
*/
SECTION(error_against_cost)
{
  const arma::uword n = 256, d = 64;
  const arma::mat K(d, n, arma::fill::randn), V(d, n, arma::fill::randn),
      half(d, n / 2, arma::fill::randn);
  const std::vector<OneHead> random{{arma::mat(d, n, arma::fill::randn), K, V}},
      structured{{2 * arma::shift(K, -int(n) / 2, 1), K, V}},
      in_pairs{{8 * arma::join_rows(half, half), K, V}};
  const std::vector<Tried> variants{{"Performer", Variant::performer, {16, 32, 64, 112}},
                                    {"Longformer", Variant::longformer, {8, 16, 32, 64, 120}},
                                    {"BigBird", Variant::bigbird, {2, 4, 8, 16}},
                                    {"Linformer", Variant::linformer, {16, 32, 64, 112}},
                                    {"Reformer", Variant::reformer, {2, 4, 8, 16}}};
  std::vector<ErrorAgainstCost> at_random, with_structure;
  for (const Tried& tried : variants) {
    at_random.push_back(curve(tried, random));
    with_structure.push_back(
        curve(tried, tried.variant == Variant::reformer ? in_pairs : structured));
  }
  const std::vector<OneHead> petit = heads_of_petit(chapter.seed());
  std::vector<ErrorAgainstCost> of_petit;
  for (const Tried& tried :
       std::vector<Tried>{{"Performer", Variant::performer, {8, 16, 32}},
                          {"Longformer", Variant::longformer, {1, 2, 4, 8, 16, 31}},
                          {"BigBird", Variant::bigbird, {1, 2, 4}}})
    of_petit.push_back(curve(tried, petit));
  chapter.figure("error-against-cost", [&](Figure& figure) {
    draw_error_against_cost(figure, at_random, with_structure, of_petit);
  });
  Claim& finding = chapter.finding(
      "error-against-cost",
      "at random and where each query looks at one key far away, four variants are off by half of "
      "the output or more, whatever they cost below attention; Reformer finds vectors that point "
      "the same way");
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
  const std::vector<OneHead> heads = heads_of_petit(chapter.seed());
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
  row("largest entry, beside √ln n", B, std::sqrt(std::log(n)));
  row("largest score, beside ln n", scores, std::log(n));
  chapter.table("petit's twelve heads, n = 64, d = 16",
                {"", "measure", "least", "median", "largest"}, rows);
}

/**
## All of it in three tables

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
      "What the variants compute", {"", "exact if", "causal", "error, relative", "where it fails"},
      {{"in tiles", "always", "yes", "rounding", "nowhere"},
       {"Linformer", "k = n, F = P, E = P + 1cᵀ", "no: a mixture has the last token in it",
        "√((n + 1)/k), mixing after softmax, any pattern",
        "a permutation: at least √(1 − k/n), whatever is learned"},
       {"Performer", "never", "yes", "of an entry, variance (exp |x + y|² − 1)/m",
        "long vectors: 10⁹ features and more for 10 %, d = 64"},
       {"Longformer", "w ≥ n − 1", "yes", "√(n/t − 1) for t keys seen, equal scores",
        "a key farther away than layers times w"},
       {"BigBird", "n/s ≤ 4 + r", "of our lists; the article's is an encoder",
        "√(n/t − 1) for t keys seen, equal scores", "a key outside of its blocks"},
       {"Reformer", "one bucket, one chunk; then without itself, keys being normed queries", "yes",
        "a key is missed with (1 − p)^R, for two buckets p = 1 − θ/π",
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
