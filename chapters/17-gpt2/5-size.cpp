#include "epreuve/chapter.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/published.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/model_runs.hpp"
#include "figures.hpp"
#include "published_values.hpp"

#include <algorithm>
#include <numeric>

/**
# How large is it?

So far everything was true of a model of any size. Now the sizes of GPT-2 itself. There are three
witnesses, and we hear those that are there. The library knows the list of the 148 published
tensors, with the number of values in each; that is always at hand. If the weights have been
fetched, the tensors themselves have shapes (a file with some of them is enough). And where
neither can tell, there is the published configuration.

Which of the published tensors are in the folder is decided by their hashes: a tensor counts when
its values are, bit for bit, those that were published, and the model counts when all 148 tensors
do. Another model in the folder could be run as well, but it is no witness for what the documents
say of this one.
*/

using namespace epreuve::course;
using gpt2::PublishedFiles;

arma::uword epreuve::published_values(std::string_view ending)
{
  arma::uword values = 0;
  for (const gpt2::PublishedTensor& tensor : gpt2::published_tensors())
    values += tensor.name.ends_with(ending) ? tensor.count : 0;
  return values;
}

SECTION(witnesses)
{
  const PublishedFiles& files = PublishedFiles::here();
  const auto found = std::ranges::count_if(
      gpt2::published_tensors(), [&](const auto& tensor) { return files.has(tensor.name); });
  const std::string fetch = "./epreuve gpt2 fetch";
  chapter.table(
      "What is there of the published GPT-2 Small", {"files", "found", "decides", "how to get it"},
      {{"list of tensors", "148", "sizes, counts", ""},
       {"vocabulary", files.tokenizer() ? "yes" : "no", "words", files.tokenizer() ? "" : fetch},
       {"weights", fmt::format("{} of 148", found), "shapes, heads; all: printed numbers",
        files.has_all() ? "" : fetch}});
}

/**
## Blocks, neurons, places

Twelve blocks of each kind, says the document; MLPs of 3072 neurons with 768 inputs each and then of
768 neurons; texts of 1024 tokens at most. A bias has one value per neuron and a matrix one per
input and neuron, so that the list's counts are enough to tell. That more than `context` tokens are
refused, every model can be asked.
*/
SECTION(sizes)
{
  const auto count = [](std::string_view ending) {
    return std::ranges::count_if(gpt2::published_tensors(),
                                 [&](const auto& tensor) { return tensor.name.ends_with(ending); });
  };
  chapter.claim("exo7-3.2-12-blocks", holds)
      .equal("attentions among the published tensors", count(".attn.c_attn.weight"), 12)
      .equal("MLPs among the published tensors", count(".mlp.c_fc.weight"), 12)
      .equal("layer norms: two per block and one at the end",
             count(".ln_1.weight") + count(".ln_2.weight") + 1, 25);
  arma::mat of_mlp(12, 4);
  for (arma::uword layer = 0; layer < 12; ++layer)
    for (const auto& [i, name] :
         {std::pair(0, "c_fc.bias"), {1, "c_fc.weight"}, {2, "c_proj.bias"}, {3, "c_proj.weight"}})
      of_mlp(layer, i) = published_values(fmt::format("h.{}.mlp.{}", layer, name));
  chapter.claim("exo7-3.2-mlp-sizes", holds)
      .equal("first layers of all MLPs: neurons, and inputs as weights / neurons",
             arma::join_rows(of_mlp.col(0), of_mlp.col(1) / of_mlp.col(0)),
             arma::repmat(arma::rowvec{3072, 768}, 12, 1))
      .equal("second layers of all MLPs: neurons, and inputs as weights / neurons",
             arma::join_rows(of_mlp.col(2), of_mlp.col(3) / of_mlp.col(2)),
             arma::repmat(arma::rowvec{768, 3072}, 12, 1));
  chapter.claim("exo7-1.2-dense-shape", holds)
      .equal("GPT-2: values in the last layer's bias", of_mlp(0, 2), 768);
  chapter.claim("exo7-4.2-K-1024", holds)
      .equal("columns of the table of positions: values / 768",
             Rational(published_values("wpe.weight"), 768), 1024)
      .property("a model takes 1 to `context` tokens, and refuses one more",
                model_runs([](const ModelRun& run) {
                  try {
                    run.model.logits(Tokens(run.config().context + 1));
                    return false;
                  } catch (const Error&) {
                    return run.logits.n_cols == run.text.size();
                  }
                }),
                50);

  /**
  And the shapes, as far as the tensors are there:
  */
  const PublishedFiles& files = PublishedFiles::here();
  for (const auto& [id, tensor, expected] :
       {std::tuple("exo7-3.2-12-blocks", "h.11.attn.c_attn.weight", "768 x 2304"),
        {"exo7-3.2-mlp-sizes", "h.11.mlp.c_fc.bias", "3072"},
        {"exo7-3.2-mlp-sizes", "h.11.mlp.c_proj.bias", "768"},
        {"exo7-4.2-K-1024", "wpe.weight", "1024 x 768"}})
    if (files.has(tensor)) {
      const auto& shape = files.checkpoint().info(tensor).shape;
      chapter.claim(id, holds).equal(fmt::format("the real tensor {}", tensor),
                                     fmt::format("{}", fmt::join(shape, " x ")),
                                     std::string(expected));
    }
}

/**
## Twelve heads

The number of heads is another matter. $W_Q$ is $768 \times 768$ whether 12 heads share its rows
or 24; no shape can tell. The configuration published with them says 12, section 6.5 of the
document speaks of head 11, counted from 0, and one may leave it at that. But the numbers
themselves should know: rows of one head were trained together, rows of two heads were
not. Take the logarithms of the norms of the rows of $W_Q$, $W_K$ and $W_V$ and of the columns of
$W_O$, and let $J(c)$ be the squared difference between the mean of the 16 rows before place $c$
and the 16 after it, averaged over all four matrices and all blocks. Where a head ends and another
begins, the norms should jump.
*/
SECTION(heads_by_reading)
{
  chapter.reading("exo7-3.2-12-heads", holds,
                  "the shapes of the tensors are the same for any number of heads; it is the "
                  "configuration published with them that says 12");
}

SECTION(heads_by_their_norms, gpt2::attention_weights)
{
  arma::mat norms; // logarithms: 768 places x 4 matrices of 12 blocks
  for (arma::uword layer = 0; layer < 12; ++layer) {
    const auto squares = [&](const char* matrix) -> arma::mat {
      const std::string name = fmt::format("h.{}.attn.{}.weight", layer, matrix);
      return arma::square(PublishedFiles::here().checkpoint().matrix<double>(name));
    };
    const arma::vec qkv = arma::sum(squares("c_attn"), 1);
    const arma::vec W_O = arma::sum(squares("c_proj"), 0).t();
    norms = arma::join_rows(norms, arma::log(arma::reshape(qkv, 768, 3)) / 2, arma::log(W_O) / 2);
  }
  const arma::uvec place = arma::regspace<arma::uvec>(16, 16, 752);
  arma::vec J(place.n_elem);
  for (arma::uword i = 0; i < J.n_elem; ++i) {
    const arma::uword c = place(i);
    const arma::rowvec jump =
        arma::mean(norms.rows(c - 16, c - 1)) - arma::mean(norms.rows(c, c + 15));
    J(i) = arma::mean(arma::square(jump));
  }
  const auto least_between_over_most_within = [&](arma::uword heads) {
    const arma::uword rows = 768 / heads;
    const arma::uvec into_head = place - place / rows * rows;
    return arma::min(J(arma::find(into_head == 0))) / arma::max(J(arma::find(into_head)));
  };
  Claim& heads = chapter.claim("exo7-3.2-12-heads", holds);
  heads.at_least("real weights: the least J(c) between 12 heads over the largest within",
                 least_between_over_most_within(12), 10);
  for (const arma::uword other : {6, 8, 16, 24})
    heads.at_most(fmt::format("the same quotient if there were {} heads", other),
                  least_between_over_most_within(other), 1);
}

/**
In the real weights they do, at the eleven multiples of 64 and nowhere else: the smallest jump
there is more than ten times the largest elsewhere, and if there were 6, 8, 16 or 24 heads, some place
inside a head would jump more than some place between two. There are twelve heads of 64, and we
have it from the weights themselves.

## 117 million weights?

The document says 117 million. Let us count. A dense layer from $a$ to $b$ has $ab$ weights and
$b$ biases, a layer norm $2n$ numbers:
*/

static const gpt2::Config gpt2_small;

SECTION(count_of_weights)
{
  const auto dense_count = [](arma::uword in, arma::uword out) { return in * out + out; };
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
SECTION(where_117_comes_from)
{
  const std::vector<gpt2::Config> family{{.layers = 12, .heads = 12, .n = 768, .mlp = 3072},
                                         {.layers = 24, .heads = 16, .n = 1024, .mlp = 4096},
                                         {.layers = 36, .heads = 20, .n = 1280, .mlp = 5120},
                                         {.layers = 48, .heads = 25, .n = 1600, .mlp = 6400}};
  const auto millions_with = [&](arma::uword N) {
    arma::rowvec millions(4);
    for (arma::uword i = 0; i < 4; ++i) {
      gpt2::Config config = family[i];
      config.N = N;
      millions(i) = std::round(1e-6 * gpt2::parameter_count(config));
    }
    return millions;
  };
  const arma::rowvec of_the_paper{117, 345, 762, 1542};
  std::vector<arma::uword> tried;
  for (arma::uword N = 30000; N <= 60000; ++N)
    if (arma::all(millions_with(N) == of_the_paper))
      tried.push_back(N);
  double least = 0, most = 100000; // solved for: the count is rest + N n
  for (arma::uword i = 0; i < 4; ++i) {
    const double n = family[i].n, rest = gpt2::parameter_count(family[i]) - family[i].N * n;
    least = std::max(least, std::ceil((1e6 * of_the_paper(i) - 5e5 - rest) / n));
    most = std::min(most, std::ceil((1e6 * of_the_paper(i) + 5e5 - rest) / n) - 1);
  }
  chapter
      .finding("where-117-comes-from", "The paper's four sizes are those of its models with the "
                                       "vocabulary of GPT, 40 478 tokens, instead of 50 257")
      .equal("millions with 40 478 tokens", millions_with(40478), of_the_paper)
      .equal("millions with 50 257 tokens, which are the models' later names", millions_with(50257),
             arma::rowvec{124, 355, 774, 1558})
      .equal("least vocabulary that gives all four sizes: tried, and solved for", tried.front(),
             least)
      .equal("largest vocabulary that gives all four: tried, and solved for", tried.back(), most)
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

static arma::rowvec operations(const gpt2::Config& c, double K)
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
  const arma::rowvec small = operations(run.config(), 12), one = operations(gpt2_small, 1),
                     full = operations(gpt2_small, 1024), level = operations(gpt2_small, 9215);
  chapter
      .finding("cost",
               "K tokens cost 24n²LK operations in dense layers and 2nK(K+1)L in attention; "
               "within GPT-2's context the quadratic term stays below an eighth")
      .agree("small model, dense layers: 2 operations for each weight and token",
             2 * weights_used * 12, small(0), exactly())
      .agree("small model, attention: 4d operations for each pair in a pattern",
             4 * run.config().head_size() * pairs_seen, small(1), exactly())
      .at_most("GPT-2 at K = 1024: attention / dense layers", full(1) / full(0), 0.125)
      .agree("attention and dense layers cost the same at K + 1 = 12n", level(1), level(0),
             exactly());
  chapter.claim("exo7-1.3-public-pc", holds)
      .by_reading(
          "weights, vocabulary and configuration are published under openai-community/gpt2; "
          "./epreuve gpt2 fetch gets them, and the commands of ./epreuve gpt2 run them")
      .at_most("GPT-2's weights in single precision, in gigabytes",
               4e-9 * gpt2::parameter_count(gpt2_small), 0.5)
      .at_most("operations for one token, in billions", 1e-9 * arma::accu(one), 0.25)
      .at_most("operations for a full context of 1024, in billions", 1e-9 * arma::accu(full), 200);
  const arma::vec lengths = arma::exp2(arma::linspace(0, 14, 113));
  arma::mat billions(lengths.n_elem, 3);
  for (arma::uword i = 0; i < lengths.n_elem; ++i)
    billions.row(i) = operations(gpt2_small, lengths(i)) / 1e9;
  chapter.figure("cost", [&](Figure& figure) { draw_cost(figure, lengths, billions); });
}

/**
That is a quarter of a billion operations for one token, and two hundred billion for a full
context. A laptop does them in a few seconds.
*/
