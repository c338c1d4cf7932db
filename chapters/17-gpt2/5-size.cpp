#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/gpt2/attention_layer.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/instruments/gpt2/pass_operations.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "figures.hpp"
#include "jumps.hpp"

#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve::course;
using gpt2::PublishedFiles;
static const gpt2::Config gpt2_small;

/**
# How large is it?

So far everything was true of a model of any size. Now we come to the sizes of GPT-2 itself. There
are three witnesses, and we hear those that are available. The library knows the list of the 148
published tensors, with the number of values in each; that is always at hand. If the weights have
been fetched (`./epreuve gpt2 fetch`), the tensors themselves have shapes, their numbers reveal the
heads, and all of them together decide the printed percentages; the vocabulary decides the words.
And where no file can say, there is the published configuration.

Which of the published tensors are in the folder is decided by their hashes: a tensor counts when
its values are, bit for bit, those that were published, and the model counts when all 148 tensors
do. Another model in the folder could be run as well, but it is no evidence for what the documents
say about this one.
*/
SECTION(witnesses)
{
  const PublishedFiles& files = PublishedFiles::here();
  chapter.table("What is there of the published GPT-2 Small", {"files", "found"},
                {{"list of tensors", "all 148"},
                 {"vocabulary", files.tokenizer() ? "yes" : "no"},
                 {"weights", files.has_all()         ? "all"
                             : files.has_attention() ? "of attention"
                                                     : "not all"}});
}

/**
## Blocks, neurons, places

Twelve blocks of each kind, says the document; MLPs of 3072 neurons with 768 inputs each and then of
768 neurons; texts of 1024 tokens at most. A bias has one value per neuron and a matrix one per
input and neuron, so the counts in the list are enough to decide. That more than `context` tokens
are refused can be checked on any model.
*/
SECTION(sizes)
{
  const arma::vec twelve(12, arma::fill::ones);
  const arma::vec first = published_sizes(".mlp.c_fc.bias");
  const arma::vec second = published_sizes(".mlp.c_proj.bias");
  chapter.claim("exo7-3.2-12-blocks", holds)
      .equal("attentions among the published tensors", published_sizes("c_attn.weight").n_elem, 12)
      .equal("MLPs among the published tensors", first.n_elem, 12)
      .equal("layer norms: two per block and one at the end",
             published_sizes(".ln_1.weight").n_elem + published_sizes(".ln_2.weight").n_elem +
                 published_sizes("ln_f.weight").n_elem,
             25);
  chapter.claim("exo7-3.2-mlp-sizes", holds)
      .equal("first layers of all MLPs: neurons", first, 3072 * twelve)
      .equal("first layers of all MLPs: inputs, as weights / neurons",
             published_sizes(".mlp.c_fc.weight") / first, 768 * twelve)
      .equal("second layers of all MLPs: neurons", second, 768 * twelve)
      .equal("second layers of all MLPs: inputs, as weights / neurons",
             published_sizes(".mlp.c_proj.weight") / second, 3072 * twelve);
  chapter.claim("exo7-1.2-dense-shape", holds)
      .equal("GPT-2: values in the last layer's bias", second.back(), 768);
  const ModelRun run = small_run(chapter.seed());
  chapter.claim("exo7-4.2-K-1024", holds)
      .equal("columns of the table of positions: values / 768",
             published_sizes("wpe.weight")(0) / 768, 1024)
      .refuses(
          "a model with a context of 20: a text of 21 tokens",
          [&] { run.model.logits(Tokens(21)); }, "more than the context of the model, 20");

  /**
  And the shapes of those tensors that are there:
  */
  const PublishedFiles& files = PublishedFiles::here();
  for (const auto& [id, tensor, expected] :
       {std::tuple("exo7-3.2-12-blocks", "h.11.attn.c_attn.weight", "768 x 2304"),
        {"exo7-3.2-mlp-sizes", "h.11.mlp.c_fc.bias", "3072"},
        {"exo7-3.2-mlp-sizes", "h.11.mlp.c_proj.bias", "768"},
        {"exo7-4.2-K-1024", "wpe.weight", "1024 x 768"}})
    if (files.has(tensor))
      chapter.claim(id, holds).equal(
          fmt::format("the real tensor {}", tensor),
          fmt::format("{}", fmt::join(files.checkpoint().info(tensor).shape, " x ")), expected);

  /**
  ## Twelve heads

  The number of heads is another matter. $W_Q$ is $768 \times 768$ whether 12 heads share its rows
  or 24; no shape can tell. The configuration published with the weights says 12, section 6.5 of the
  document mentions head 11, counted from 0, and one may leave it at that:
  */
  chapter.reading("exo7-3.2-12-heads", holds,
                  "the shapes of the tensors are the same for any number of heads; it is the "
                  "configuration published with them that says 12");
}

/**
But the numbers themselves should know: rows of one head were trained together, rows of two heads
were not. Take the logarithms of the norms of the rows of $W_Q$, $W_K$ and $W_V$ and of the columns
of $W_O$, and let $J(c)$ be the squared difference between the mean of the 16 rows before place $c$,
a multiple of 16, and the 16 after it, averaged over all four matrices and all blocks. Where one
head ends and another begins, the norms should jump.
*/
SECTION(heads_by_their_norms, gpt2::attention_weights)
{
  arma::mat squares; // 768 places x 4 matrices of 12 blocks
  for (arma::uword layer = 0; layer < 12; ++layer) {
    const AttentionLayer of = attention_layer(PublishedFiles::here().checkpoint(), layer);
    squares = arma::join_rows(squares, arma::reshape(arma::sum(arma::square(of.qkv), 1), 768, 3),
                              arma::sum(arma::square(of.output)).t());
  }
  const arma::uvec place = arma::regspace<arma::uvec>(16, 16, 752);
  const arma::vec J = jumps(arma::log(squares) / 2, place, 16);
  const auto least_between_over_most_within = [&](arma::uword heads) {
    const arma::uword d = 768 / heads;
    const arma::uvec into_head = place - place / d * d;
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
In the real weights they do, at the eleven multiples of 64 and at none of the other places: the
smallest jump there is more than ten times the largest elsewhere, and if there were 6, 8, 16 or 24
heads, some place inside a head would jump more than some place between two. There are twelve heads
of 64, and we know it from the weights themselves.

## 117 million weights?

The document says 117 million. Let us count. A dense layer from $a$ to $b$ has $ab$ weights and
$b$ biases, a layer norm $2n$ numbers:
*/
SECTION(count_of_weights)
{
  const auto dense_count = [](arma::uword in, arma::uword out) { return in * out + out; };
  const auto& [layers, heads, n, N, context, mlp, epsilon] = gpt2_small;
  const std::vector<std::string> parts{"tokens", "positions", "attention", "MLP", "layer norms"};
  const arma::vec counts = arma::conv_to<arma::vec>::from(
      arma::uvec{N * n, context * n, layers * (dense_count(n, 3 * n) + dense_count(n, n)),
                 layers * (dense_count(n, mlp) + dense_count(mlp, n)), (2 * layers + 1) * 2 * n});
  const double total = arma::accu(counts);
  chapter.table("The parameters of GPT-2 Small",
                Columns()
                    .column("part", parts)
                    .column("parameters", counts, "{:.0f}")
                    .column("share", arma::vec(100 * counts / total), "{:.2f} %"));
  chapter.claim("exo7-1.3-117-millions", refuted)
      .as_printed("117 million weights")
      .prints("117", total / 1e6)
      .corrected("124 439 808 weights, 124 million")
      .equal("sum over the parts", total, 124439808)
      .equal("sum over the 148 published tensors", arma::accu(published_sizes("")), total)
      .equal("the library's count", gpt2::parameter_count(gpt2_small), total)
      .prints("124", total / 1e6);
  chapter.figure("parameters", [&](Figure& f) { draw_parameters(f, parts, counts / 1e6); });
}

/**
## Where the number comes from

124 439 808, each counted once; the unembedding is the embedding and does not count again (else 163
million). So where does 117 come from? It is not a slip of the document: the paper of 2019 has 117M
in its table, next to 345M, 762M and 1542M for the three larger models. The authors' own repository
later renamed them to 124M, 355M, 774M and 1558M, with a note that the first counts had been wrong
"due to an error". It does not say which.

One can find out. Wide models lost more than narrow ones, in all four between $9300\,n$ and
$9800\,n$: as if some 9600 tokens had been missing from the vocabulary. And there is a vocabulary
of 40 478 tokens, 9779 fewer: that of GPT, the model before. Count again with it:
*/
SECTION(where_117_comes_from)
{
  const auto millions_with = [](arma::uword N) {
    std::vector<double> millions;
    for (const auto& [layers, n] :
         {std::pair<arma::uword, arma::uword>(12, 768), {24, 1024}, {36, 1280}, {48, 1600}}) {
      const gpt2::Config model{.layers = layers, .n = n, .N = N, .mlp = 4 * n};
      millions.push_back(std::round(1e-6 * gpt2::parameter_count(model)));
    }
    return arma::vec(millions);
  };
  const arma::vec of_the_paper{117, 345, 762, 1542};
  std::vector<double> tried;
  for (arma::uword N = 30000; N <= 60000; ++N)
    if (arma::all(millions_with(N) == of_the_paper))
      tried.push_back(N);
  chapter
      .finding("where-117-comes-from", "The paper's four sizes are those of its models with the "
                                       "vocabulary of GPT, 40 478 tokens, instead of 50 257")
      .equal("millions with 40 478 tokens", millions_with(40478), of_the_paper)
      .equal("millions with 50 257 tokens, which are the models' later names", millions_with(50257),
             arma::vec{124, 355, 774, 1558})
      .equal("vocabularies of 30 000 to 60 000 tokens that give all four sizes: 40 468 to 40 812",
             arma::vec(tried), arma::regspace(40468, 40812));
}

/**
All four agree, to the last digit printed. Of all vocabularies of 30 000 to 60 000 tokens only those
of 40 468 to 40 812 do that, and the one that existed is among them. It is a deduction, not a
confession, but the table seems to have been made with the new layers and the old vocabulary. (GPT
itself, with its 512 positions and no last norm, has 116 534 784 parameters, which is 117 million
too; for the small model alone one could not tell. The other three decide.)

## What a word costs

Such a network, says the document, can be tried out on one's own computer. Its weights are public, and in single
precision they take half a gigabyte. As for the work, a dense layer from $a$ to $b$ costs $2ab$ operations per token, a
multiplication and an addition for each weight. With $12n^2$ weights per layer that is $24n^2LK$ for $K$ tokens, linear
in $K$. In attention, each pair of a query and a key that it may see costs $2n$ operations for the scores and $2n$ for
the values, over all heads: with $K(K+1)/2$ pairs that is $2nK(K+1)L$, the term that everyone fears. The library counts
both from the layers and heads of a configuration, and the formulas must give the same. The two are equal at $K + 1 =
12n = 9216$; without the mask, as chapter 22 counts, it would be at half of that. GPT-2's context ends at 1024: its
attention is quadratic, and a ninth of the rest. A full context takes two hundred billion operations, one token a
quarter of a billion: a laptop does them in a few seconds.
*/
SECTION(work)
{
  const double n = gpt2_small.n, L = gpt2_small.layers;
  const arma::vec K{1, 1024, 12 * n - 1};
  const PassOperations cost = pass_operations(gpt2_small, K);
  const arma::vec in_all = cost.dense + cost.attention + cost.unembedding;
  chapter
      .finding("cost",
               "K tokens cost 24n²LK operations in dense layers and 2nK(K+1)L in attention; "
               "within GPT-2's context the quadratic term stays below an eighth")
      .agree("dense layers: 24n²LK", cost.dense, 24 * n * n * L * K, exactly())
      .agree("attention: 2nK(K+1)L", cost.attention, 2 * n * L * K % (K + 1), exactly())
      .at_most("attention / dense layers, at K = 1024", cost.attention(1) / cost.dense(1), 0.125)
      .agree("they cost the same at K + 1 = 12n", cost.attention(2), cost.dense(2), exactly());
  chapter.claim("exo7-1.3-public-pc", holds)
      .by_reading("weights, vocabulary and configuration are published under "
                  "openai-community/gpt2; ./epreuve gpt2 fetches and runs them")
      .at_most("GPT-2's weights in single precision, in gigabytes",
               4e-9 * gpt2::parameter_count(gpt2_small), 0.5)
      .at_most("operations for one token, in billions", 1e-9 * in_all(0), 0.25)
      .at_most("operations for a full context of 1024, in billions", 1e-9 * in_all(1), 200);
  const arma::vec lengths = arma::exp2(arma::linspace(0, 14, 113));
  const PassOperations of_lengths = pass_operations(gpt2_small, lengths);
  chapter.figure("cost", [&](Figure& f) { draw_cost(f, lengths, of_lengths); });
}
