#include "epreuve/gpt2/session.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"
#include "pass.hpp"

#include <algorithm>
#include <utility>

/**
# The residual stream

The document calls the transformer a succession of alternating layers, each of which turns an
$n\times K$ matrix into another, beginning with $x_1 = (v_1|\dots|v_K)$. Two things to check: the
shapes, for every model and every text; and that it *is* a succession, that is, that the list of
matrices has one for each attention and each MLP in turn, of which each is the one before plus what
one block made of it. (In $x_1$ the positions are added already; the document will do that three
sections later.)

It also says why the dense layers fit into that: the last of them has $n$ neurons, and hands back a
matrix of the size it got, so that it can be added to the stream.
*/

using namespace epreuve::course;
using namespace epreuve::instruments;

static bool all_are_n_x_K(const ModelRun& run)
{
  return std::ranges::all_of(run.trace.names(), [&](const std::string& name) {
    return arma::size(run.trace.matrix(name)) == arma::size(run.config().n, run.text.size());
  });
}

SECTION(alternation)
{
  chapter.claim("exo7-1.2-alternation", holds)
      .property(
          "every xᵢ is n x K",
          [](Draw& draw) {
            const ModelRun run = draw_run(draw, {"*.resid_*"});
            return run.trace.names().size() == 3 * run.config().layers && all_are_n_x_K(run);
          },
          200)
      .property(
          "x₁ = A e_t + position, then attention and MLP in turn add to it",
          [](Draw& draw) {
            const ModelRun run = draw_run(draw);
            arma::mat sum = run.trace.matrix("embed") + run.trace.matrix("pos_embed");
            Difference d = difference(run.trace.matrix("blocks.0.resid_pre"), sum);
            for (arma::uword layer = 0; layer < run.config().layers; ++layer)
              for (const auto& [adds, then] :
                   {std::pair("attn_out", "resid_mid"), {"mlp_out", "resid_post"}}) {
                sum += run.trace.matrix(fmt::format("blocks.{}.{}", layer, adds));
                d = worst(
                    d, difference(run.trace.matrix(fmt::format("blocks.{}.{}", layer, then)), sum));
              }
            return d;
          },
          absolute(1e-12), 200);
  chapter.claim("exo7-1.2-dense-shape", holds)
      .property(
          "the last layer has n neurons, and the MLP's output is n x K",
          [](Draw& draw) {
            const ModelRun run = draw_run(draw, {"*.mlp_out"});
            return run.weights().blocks.back().mlp_out.neurons.n_cols == run.config().n &&
                   all_are_n_x_K(run);
          },
          200);
}

/**
## In front of the block, or behind?

That the stream is a plain *sum*, of the embedding, the position and what each block wrote, says
more than it seems. Nothing ever norms it. The transformer of 2017 did: it added, then normed the
sum. The same weights in that order make another model, and counting tells which of the two the
published weights belong to. With a norm in front of each of the $2L$ blocks, the last block's
writing would reach the unembedding unnormed, so that one more norm is needed at the end; with norms
behind the blocks there are $2L$ and no more. (We shall count below: there are 25.)

The order decides how large the stream becomes. Normed after each addition it keeps its size, and
what was written first is shrunk twenty-four times. In GPT-2's order it grows, and the first word
stays in it at full size.
*/

/// Root mean square of the stream's entries, after each block.
static arma::vec sizes(const gpt2::Weights<double>& weights, const Tokens& text,
                       bool norm_first = true)
{
  const std::vector<arma::mat> x = stream(weights, text, {.norm_first = norm_first});
  arma::vec rms(x.size());
  std::ranges::transform(x, rms.begin(), [](const arma::mat& state) {
    return std::sqrt(arma::mean(arma::mean(arma::square(state))));
  });
  return rms;
}

SECTION(norm_in_front)
{
  const gpt2::Weights<double> weights = lively_weights(small_config(12), chapter.seed());
  const Tokens text = small_run(chapter.seed()).text;
  chapter.figure("norm-in-front", [&](Figure& figure) {
    draw_norm_in_front(figure, sizes(weights, text, true), sizes(weights, text, false));
  });
}

/**
How fast does it grow? The weights of a block that is about to write are independent of everything
written before, and of mean 0. So the vector that it adds has a scalar product with the stream that
is 0 on average, mean squares add up, and with random weights the size grows like the *root* of the
number of blocks. In exponents: when the blocks that were passed go from 12 to 24, the size is
multiplied by $2^{1/2}$.

We measure the exponent, half the $\log_2$ of how mean squares grow from 12 blocks to 24, on 256
random models and a text of one token. (The tokens of a longer one grow alike by looking at each
other, and what attention then averages cancels less: later blocks write a little more.)
*/

static arma::rowvec squares(const gpt2::Weights<double>& weights, const Tokens& text,
                            bool norm_first = true)
{
  const arma::vec rms = sizes(weights, text, norm_first);
  return {rms(12) * rms(12), rms(24) * rms(24)};
}

/// @param squares  mean squares after 12 and after 24 blocks, one row per model
static Estimate exponent(const arma::mat& squares)
{
  const arma::rowvec mean = arma::mean(squares, 0);
  const arma::vec each = squares.col(1) / mean(1) - squares.col(0) / mean(0);
  const double to_exponent = 1 / (2 * std::log(2.0));
  return {to_exponent * std::log(mean(1) / mean(0)), to_exponent * mean_of(each).standard_error,
          each.n_elem};
}

/**
An exponent that is off by 0.15 is seen. To see that it is, we look at models that are off by as
much: their $i$-th block writes $i^{0.15}$ times as strongly, so that mean squares grow like
$\sum i^{0.3}$ and the size with exponent 0.65. We also look at a model in which every block writes
the same vector: it grows in proportion to the depth, with exponent 1.
*/

/// The weights with change(layer, i) made to the layer by which block i = 1, 2, ... writes.
template <typename Change>
static gpt2::Weights<double> with_writers(gpt2::Weights<double> weights, const Change& change)
{
  double i = 0;
  for (gpt2::Block<double>& block : weights.blocks)
    for (gpt2::Dense<double>* writer : {&block.heads, &block.mlp_out})
      change(*writer, ++i);
  return weights;
}

static void write_stronger(gpt2::Dense<double>& writer, double i)
{
  writer.neurons *= std::pow(i, 0.15);
  writer.b *= std::pow(i, 0.15);
}

SECTION(growth)
{
  const gpt2::Config deep = small_config(12);
  const Tokens token{small_run(chapter.seed()).text.front()};
  arma::mat random(256, 2), stronger(256, 2), behind(256, 2);
  for (arma::uword i = 0; i < random.n_rows; ++i) {
    const gpt2::Weights<double> drawn = lively_weights(deep, chapter.seed() + 1 + i);
    random.row(i) = squares(drawn, token);
    stronger.row(i) = squares(with_writers(drawn, write_stronger), token);
    behind.row(i) = squares(drawn, token, false);
  }
  const gpt2::Weights<double> weights = lively_weights(deep, chapter.seed());
  const auto write_the_same = [&](gpt2::Dense<double>& writer, double) {
    silence(writer);
    writer.b = weights.blocks.front().heads.b;
  };
  const arma::rowvec same = squares(with_writers(weights, write_the_same), token);
  const Estimate of_stronger = exponent(stronger);
  chapter
      .finding("norm-in-front", "With random weights GPT-2's order lets the stream grow like the "
                                "root of the depth; with the norm behind the blocks it does not "
                                "grow")
      .estimates("exponent of the growth from 12 blocks to 24, random models", exponent(random),
                 0.5, 0.1)
      .at_least("where block i writes i^0.15 times as strongly: exponent less 1/2, over the "
                "half-width of its interval",
                (of_stronger.value - 0.5) / half_width(of_stronger, demanded_confidence), 1)
      .within("where every block writes the same vector: exponent of the growth",
              std::log2(same(1) / same(0)) / 2, 0.9, 1.1)
      .estimates("with the norm behind the blocks: exponent of the growth, random models",
                 exponent(behind), 0, 0.1);
}

/**
The exponent is one half, and with the norm behind the blocks it is 0. That is so at the start of a
training. Trained blocks are no longer independent of each other: in the published models the stream
grows faster than a root, by a nearly constant factor from layer to layer (Heimersheim and Turner
2023).

## The future changes nothing

Because of the mask, what is computed for a token never depends on later tokens. To see it, we
replace the seventh of our twelve tokens, and compare the two streams, layer by layer and
place by place.

This is what makes generating a text affordable: the keys and values of the past can be kept.
`gpt2::Session` does, and appends tokens to them. Whatever the pieces in which a text arrives, the
logits must be those of the whole. And appending must not have changed anything that was said
before.
*/

static Difference session_in_pieces(Draw& draw)
{
  const ModelRun whole = draw_run(draw, {});
  gpt2::Session<double> session(whole.model);
  arma::mat pieces;
  for (auto from = whole.text.begin(); from != whole.text.end();) {
    const auto to = from + draw.integer("piece", 1, whole.text.end() - from);
    pieces = arma::join_rows(pieces, session.append_all(Tokens(from, to)));
    from = to;
  }
  return difference(pieces, whole.logits);
}

SECTION(causality)
{
  const ModelRun run = small_run(chapter.seed());
  Tokens replaced = run.text;
  replaced.at(6) = (replaced.at(6) + 1) % run.config().N;
  const std::vector<arma::mat> x = stream(run.weights(), run.text),
                               x_replaced = stream(run.weights(), replaced);
  arma::mat change(x.size(), run.text.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    change.row(i) = arma::sqrt(arma::sum(arma::square(x_replaced[i] - x[i])));
  chapter.figure("causality", [&](Figure& figure) { draw_causality(figure, change); });
  chapter
      .finding("causal",
               "Appending or replacing tokens changes no earlier logit, and a session gives "
               "the logits of the whole text, in whatever pieces it comes")
      .agree("stream of tokens 1 to 6, token 7 replaced: change", change.head_cols(6).max(), 0,
             exactly())
      .at_least("stream of tokens 7 to 12: least change at the end",
                change.tail_rows(1).eval().tail_cols(6).min(), 1e-6)
      .property("a session, token after token in pieces of any length", session_in_pieces,
                absolute(1e-11), 200);

  /**
  For the decoder written out as a formula it is a theorem, whatever the weights, for any number of
  blocks and heads; and the prefix of a text gives the prefix of the result:
  */
  chapter.proposition("causality");
}

/**
## Who wrote the answer?

The stream is a sum, and unembedding is linear once the last norm has been given its mean and its
standard deviation. So the winning logit is a sum as well, with a part for the embedding, one for
the position, one for each attention and one for each MLP: each says how much it spoke for the
token that won. The parts come from the trace, and their sum must be the logit.

One can also stop early, and unembed the stream as it is after each block, as if that had been
the last one (*logit lens*). The last reading must be the model's answer.
*/
SECTION(who_wrote_it)
{
  const ModelRun run = small_run(chapter.seed());
  const gpt2::Weights<double>& weights = run.weights();
  const arma::vec logits = run.model.last_logits(run.text);
  const arma::uword winner = logits.index_max();
  std::vector<std::string> sites{"embed", "pos_embed"}, labels{"word", "place"};
  for (arma::uword layer = 0; layer < run.config().layers; ++layer) {
    sites.push_back(fmt::format("blocks.{}.attn_out", layer));
    sites.push_back(fmt::format("blocks.{}.mlp_out", layer));
    labels.push_back(fmt::format("attn {}", layer + 1));
    labels.push_back(fmt::format("MLP {}", layer + 1));
  }
  const arma::mat x_end = run.trace.matrix("blocks.3.resid_post");
  const double deviation = std::sqrt(arma::var(x_end.col(11), 1) + run.config().layer_norm_epsilon);
  const arma::vec direction = weights.wte.col(winner) % weights.ln_f.gain / deviation;
  arma::vec spoke(sites.size() + 1);
  std::ranges::transform(sites, spoke.begin(), [&](const std::string& site) {
    const arma::vec written = run.trace.matrix(site).col(11);
    return arma::dot(direction, written - arma::mean(written));
  });
  labels.push_back("bias");
  spoke.back() = arma::dot(weights.wte.col(winner), weights.ln_f.bias);
  std::vector<double> lens;
  for (const arma::mat& x : stream(weights, run.text))
    lens.push_back(softmax(run.model.unembed(x.col(11)))(winner));
  chapter
      .finding("who-wrote-it", "A logit is the sum of what embedding, position, heads, MLPs and "
                               "the last bias contribute; the logit lens ends with the logits")
      .agree("sum of the parts, against the logit", arma::accu(spoke), logits(winner),
             absolute(1e-11))
      .agree("the lens after the last block, against the logits", run.model.unembed(x_end),
             run.logits, absolute(1e-11));
  chapter.figure("who-wrote-it",
                 [&](Figure& figure) { draw_who_wrote_it(figure, labels, spoke, lens); });
}

/**
With random weights all that one sees is that every block pulls its own way. With GPT-2's
(`./epreuve gpt2 lens`) one sees the answer come up.
*/
