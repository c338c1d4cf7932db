#include "epreuve/gpt2/config.hpp"
#include "figures.hpp"
#include "pass.hpp"

#include <algorithm>
#include <numeric>

/**
# 117 million weights?

The document says 117 million. Let us count. A dense layer from $a$ to $b$ has $ab$ weights and
$b$ biases, a layer norm $2n$ numbers:
*/

using namespace epreuve::course;
using namespace epreuve::instruments;

static const gpt2::Config gpt2_small;

static arma::uword dense_count(arma::uword in, arma::uword out)
{
  return in * out + out;
}

SECTION(count_of_weights)
{
  const auto& [layers, heads, n, N, context, mlp, epsilon] = gpt2_small;
  const std::vector<std::string> parts{"tokens", "positions", "attention", "MLP", "layer norms"};
  const std::vector<arma::uword> counts{
      N * n, context * n, layers * (dense_count(n, 3 * n) + dense_count(n, n)),
      layers * (dense_count(n, mlp) + dense_count(mlp, n)), (2 * layers + 1) * 2 * n};
  const arma::vec share = arma::conv_to<arma::vec>::from(counts);
  const arma::uword total = std::accumulate(counts.begin(), counts.end(), arma::uword{0});
  chapter.table("The parameters of GPT-2 Small",
                Columns()
                    .column("part", parts)
                    .column("parameters", counts)
                    .column("share", arma::vec(100 * share / total), "{:.2f} %"));
  chapter.claim("exo7-1.3-117-millions", refuted)
      .as_printed("117 million weights (in millions)")
      .prints("117", Rational(total, 1000000))
      .corrected("124 439 808 weights, 124 million")
      .equal("sum over the parts", total, 124439808)
      .equal("sum over the 148 published tensors", published_values(), total)
      .equal("the library's count", gpt2::parameter_count(gpt2_small), total)
      .prints("124", Rational(total, 1000000));
  chapter.figure("parameters",
                 [&](Figure& figure) { draw_parameters(figure, parts, share / 1e6); });
}

/**
## Where the number comes from

124 439 808, each counted once; the unembedding is the embedding and does not count again (else
163 million). So where does 117 come from? It is no slip of the document's: the paper of 2019 has
117M in its table, next to 345M, 762M and 1542M for the three larger models. The authors' own
repository later renamed them to 124M, 355M, 774M and 1558M, with a note that the first counts had
been wrong "due to an error". It does not say which.

One can find out. Wide models lost more than narrow ones, in all four between $9300\,n$ and
$9800\,n$: as if some 9600 tokens had been missing from the vocabulary. And there is a vocabulary
of 40 478 tokens, 9779 fewer: that of GPT, the model before. Count again with it:
*/

struct Member
{
  gpt2::Config config;
  arma::uword millions; ///< of the paper
};

static const std::vector<Member> family{
    {{.layers = 12, .heads = 12, .n = 768, .mlp = 3072}, 117},
    {{.layers = 24, .heads = 16, .n = 1024, .mlp = 4096}, 345},
    {{.layers = 36, .heads = 20, .n = 1280, .mlp = 5120}, 762},
    {{.layers = 48, .heads = 25, .n = 1600, .mlp = 6400}, 1542}};

static std::string millions_with(arma::uword N)
{
  std::vector<double> millions;
  for (const Member& member : family) {
    gpt2::Config config = member.config;
    config.N = N;
    millions.push_back(std::round(1e-6 * gpt2::parameter_count(config)));
  }
  return fmt::format("{}", fmt::join(millions, " "));
}

SECTION(where_117_comes_from)
{
  const std::string of_the_paper = "117 345 762 1542";
  std::vector<arma::uword> tried;
  for (arma::uword N = 30000; N <= 60000; ++N)
    if (millions_with(N) == of_the_paper)
      tried.push_back(N);
  arma::uword least = 0, most = 100000; // solved for: count = rest + N n
  for (const auto& [config, millions] : family) {
    const arma::uword rest = gpt2::parameter_count(config) - config.N * config.n;
    const arma::uword low = millions * 1000000 - 500000 - rest, high = low + 999999;
    least = std::max(least, (low + config.n - 1) / config.n);
    most = std::min(most, high / config.n);
  }
  chapter
      .finding("where-117-comes-from", "The paper's four sizes are those of its models with the "
                                       "vocabulary of GPT, 40 478 tokens, instead of 50 257")
      .equal("millions with 40 478 tokens", millions_with(40478), of_the_paper)
      .equal("millions with 50 257 tokens, which are the models' later names", millions_with(50257),
             std::string("124 355 774 1558"))
      .equal("smallest vocabulary that gives all four sizes: tried, and solved for", tried.front(),
             least)
      .equal("largest vocabulary that gives all four sizes: tried, and solved for", tried.back(),
             most)
      .fact("of these vocabularies, that of GPT is one and that of GPT-2 is none",
            least <= 40478 && 40478 <= most && most < 50257,
            fmt::format("{} to {} tokens", least, most));
}

/**
All four agree, to the last digit printed. Of all vocabularies of 30 000 to 60 000 tokens only
those of 40 468 to 40 812 do that, and the one that existed is among them. It is a deduction, not
a confession, but whoever made the table had the new layers and the old vocabulary. (GPT itself,
with its 512 positions and no last norm, has 116 534 784 parameters, which is 117 million too; for
the small model alone one could not tell. The other three decide.)

## What a word costs

Such a network, says the document, can be tried out on one's own computer. Its weights are public,
and in single precision they take half a gigabyte. As to the work, a dense layer from $a$ to $b$
costs $2ab$ operations per token, a multiplication and an addition for each weight. With $12n^2$
weights per layer that is $24n^2LK$ for $K$ tokens, linear in $K$. In attention, each pair of a
query and a key that it may see costs $2n$ operations for the scores and $2n$ for the values, over
all heads: with $K(K+1)/2$ pairs that is $2nK(K+1)L$, the term that everybody fears. The two are
equal at $K + 1 = 12n = 9216$. GPT-2's context ends at 1024: its attention is quadratic, and
a ninth of the rest.
*/

struct Operations
{
  double dense, attention, unembedding;
  double sum() const { return dense + attention + unembedding; }
};

static Operations operations(const gpt2::Config& c, double K)
{
  return {(8.0 * c.n * c.n + 4.0 * c.n * c.mlp) * c.layers * K, 2.0 * c.n * K * (K + 1) * c.layers,
          2.0 * c.n * c.N};
}

SECTION(work)
{
  const ModelRun run = small_run(chapter.seed());
  double pairs_seen = 0, weights_used = 0;
  for (const std::string& name : run.trace.names())
    if (name.ends_with("attn.pattern"))
      pairs_seen += arma::accu(run.trace[name] > 0);
  for (const auto& block : run.weights().blocks)
    for (const auto* layer : {&block.qkv, &block.heads, &block.mlp_in, &block.mlp_out})
      weights_used += layer->neurons.n_elem;
  const Operations small = operations(run.config(), 12);
  const Operations full = operations(gpt2_small, 1024), level = operations(gpt2_small, 9215);
  chapter
      .finding("cost",
               "K tokens cost 24n²LK operations in dense layers and 2nK(K+1)L in attention; "
               "within GPT-2's context the quadratic term stays below an eighth")
      .agree("small model, dense layers: 2 operations for each weight and token",
             2 * weights_used * 12, small.dense, exactly())
      .agree("small model, attention: 4d operations for each pair in a pattern",
             4 * run.config().head_size() * pairs_seen, small.attention, exactly())
      .at_most("GPT-2 at K = 1024: attention / dense layers", full.attention / full.dense, 0.125)
      .agree("attention and dense layers cost the same at K + 1 = 12n", level.attention,
             level.dense, exactly());
  chapter.claim("exo7-1.3-public-pc", holds)
      .by_reading(
          "weights, vocabulary and configuration are published under openai-community/gpt2; "
          "./epreuve gpt2 fetch gets them, and the commands of ./epreuve gpt2 run them")
      .at_most("GPT-2's weights in single precision, in gigabytes",
               4e-9 * gpt2::parameter_count(gpt2_small), 0.5)
      .at_most("operations for one token, in billions", 1e-9 * operations(gpt2_small, 1).sum(),
               0.25)
      .at_most("operations for a full context of 1024, in billions", 1e-9 * full.sum(), 200);
}

/**
That is a quarter of a billion operations for one token, and two hundred billion for a full
context. A laptop does them in a few seconds.
*/
SECTION(work_for_texts_of_any_length)
{
  const arma::vec lengths = arma::exp2(arma::linspace(0, 14, 113));
  arma::mat billions(lengths.n_elem, 3);
  for (arma::uword i = 0; i < lengths.n_elem; ++i) {
    const auto [dense, attention, unembedding] = operations(gpt2_small, lengths(i));
    billions.row(i) = arma::rowvec{dense, attention, unembedding} / 1e9;
  }
  chapter.figure("cost", [&](Figure& figure) { draw_cost(figure, lengths, billions); });
}
