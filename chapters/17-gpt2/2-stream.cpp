#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/session.hpp"
#include "epreuve/instruments/plain_pass.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

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

SECTION(alternation)
{
  const auto n_x_K = [](const ModelRun& run, const char* part) { // how many of that name are
    return std::ranges::count_if(run.trace.names(), [&](const std::string& name) {
      return name.find(part) != std::string::npos &&
             arma::size(run.trace.matrix(name)) == arma::size(run.config().n, run.text.size());
    });
  };
  chapter.claim("exo7-1.2-alternation", holds)
      .property("every xᵢ is n x K, three noted per layer", model_runs([&](const ModelRun& run) {
                  return std::cmp_equal(n_x_K(run, ".resid_"), 3 * run.config().layers);
                }),
                200)
      .property("x₁ = A e_t + position, then attention and MLP in turn add to it",
                model_runs([](const ModelRun& run) {
                  const auto of_block = [&](arma::uword layer, const char* name) {
                    return run.trace.matrix(fmt::format("blocks.{}.{}", layer, name));
                  };
                  arma::mat sum = run.trace.matrix("embed") + run.trace.matrix("pos_embed");
                  Difference d = difference(of_block(0, "resid_pre"), sum);
                  for (arma::uword layer = 0; layer < run.config().layers; ++layer) {
                    sum += of_block(layer, "attn_out");
                    d = worst(d, difference(of_block(layer, "resid_mid"), sum));
                    sum += of_block(layer, "mlp_out");
                    d = worst(d, difference(of_block(layer, "resid_post"), sum));
                  }
                  return d;
                }),
                absolute(1e-12), 200);
  chapter.claim("exo7-1.2-dense-shape", holds)
      .property("the last layer has n neurons, and the output of every MLP is n x K",
                model_runs([&](const ModelRun& run) {
                  return run.weights().blocks.back().mlp_out.neurons.n_cols == run.config().n &&
                         std::cmp_equal(n_x_K(run, ".mlp_out"), run.config().layers);
                }),
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
SECTION(norm_in_front)
{
  const gpt2::Config deep = small_config(12);
  const Tokens text = small_run(chapter.seed()).text;
  const gpt2::Weights<double> weights = lively_weights(deep, chapter.seed());
  const auto mean_squares = [](const gpt2::Weights<double>& of, const Tokens& tokens,
                               bool norm_first) {
    std::vector<double> after_each;
    for (const arma::mat& x : plain::stream(of, tokens, {.norm_first = norm_first}))
      after_each.push_back(arma::mean(arma::mean(arma::square(x))));
    return arma::vec(after_each);
  };
  chapter.figure("norm-in-front", [&](Figure& figure) {
    draw_norm_in_front(figure, arma::sqrt(mean_squares(weights, text, true)),
                       arma::sqrt(mean_squares(weights, text, false)));
  });

  /**
  How fast does it grow? The weights of a block that is about to write are independent of everything
  written before, and of mean 0. So the vector that it adds has a scalar product with the stream that
  is 0 on average, mean squares add up, and with random weights the size grows like the *root* of the
  number of blocks. In exponents: when the blocks that were passed go from 12 to 24, the size is
  multiplied by $2^{1/2}$.

  We measure the exponent, half the $\log_2$ of how mean squares grow from 12 blocks to 24, on 256
  random models and a text of one token. (The tokens of a longer one grow alike by looking at each
  other, and what attention then averages cancels less: later blocks write a little more.)

  An exponent that is off by 0.15 is seen. To see that it is, we look at models that are off by as
  much: their $i$-th block writes $i^{0.15}$ times as strongly, so that mean squares grow like
  $\sum i^{0.3}$ and the size with exponent 0.65. We also look at a model in which every block writes
  the same vector: it grows in proportion to the depth, with exponent 1.
  */
  const auto with_writers = [](gpt2::Weights<double> of, const auto& change) {
    double i = 0;
    for (gpt2::Block<double>& block : of.blocks)
      for (gpt2::Dense<double>* writer : {&block.heads, &block.mlp_out})
        change(*writer, ++i);
    return of;
  };
  const auto write_stronger = [](gpt2::Dense<double>& writer, double i) {
    writer.neurons *= std::pow(i, 0.15);
    writer.b *= std::pow(i, 0.15);
  };
  const auto write_the_same = [&](gpt2::Dense<double>& writer, double) {
    silence(writer);
    writer.b = weights.blocks.front().heads.b;
  };
  const Tokens token{text.front()};
  const arma::vec of_same = mean_squares(with_writers(weights, write_the_same), token, true);
  arma::mat of_random(25, 256), of_stronger(25, 256), of_behind(25, 256);
  for (arma::uword i = 0; i < 256; ++i) {
    const gpt2::Weights<double> drawn = lively_weights(deep, chapter.seed() + 1 + i);
    of_random.col(i) = mean_squares(drawn, token, true);
    of_stronger.col(i) = mean_squares(with_writers(drawn, write_stronger), token, true);
    of_behind.col(i) = mean_squares(drawn, token, false);
  }

  /**
  The exponent comes from two means whose errors belong together, since every model gives both. If
  $s_{12}$ and $s_{24}$ are the mean squares of a model, its error is to first order that of the mean
  of $s_{24}/\bar s_{24} - s_{12}/\bar s_{12}$, divided by $2 \ln 2$.
  */
  const auto exponent = [](const arma::mat& squares) {
    const double at_12 = arma::mean(squares.row(12)), at_24 = arma::mean(squares.row(24));
    const arma::vec each = (squares.row(24) / at_24 - squares.row(12) / at_12).t();
    return Estimate{std::log2(at_24 / at_12) / 2, mean_of(each).standard_error / std::log(4.0),
                    each.n_elem};
  };
  const Estimate stronger = exponent(of_stronger);
  chapter
      .finding("norm-in-front", "With random weights GPT-2's order lets the stream grow like the "
                                "root of the depth; with the norm behind the blocks it does not "
                                "grow")
      .estimates("exponent of the growth from 12 blocks to 24, random models", exponent(of_random),
                 0.5, 0.1)
      .at_least("where block i writes i^0.15 times as strongly: exponent less 1/2, over the "
                "half-width of its interval",
                (stronger.value - 0.5) / half_width(stronger, demanded_confidence), 1)
      .within("where every block writes the same vector: exponent of the growth",
              std::log2(of_same(24) / of_same(12)) / 2, 0.9, 1.1)
      .estimates("with the norm behind the blocks: exponent of the growth, random models",
                 exponent(of_behind), 0, 0.1);
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
*/
SECTION(causality)
{
  const ModelRun run = small_run(chapter.seed());
  const std::vector<arma::mat> x = plain::stream(run);
  Tokens replaced = run.text;
  replaced.at(6) = (replaced.at(6) + 1) % run.config().N;
  const std::vector<arma::mat> x_replaced = plain::stream(run.weights(), replaced);
  arma::mat change(x.size(), run.text.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    change.row(i) = arma::sqrt(arma::sum(arma::square(x_replaced[i] - x[i])));
  chapter.figure("causality", [&](Figure& figure) { draw_causality(figure, change); });

  /**
  This is what makes generating a text affordable: the keys and values of the past can be kept.
  `gpt2::Session` does, and appends tokens to them. Whatever the pieces in which a text arrives, the
  logits must be those of the whole. And appending must not have changed anything that was said
  before.
  */
  const auto session_in_pieces = [](const ModelRun& whole, Draw& draw) {
    gpt2::Session<double> session(whole.model);
    arma::mat pieces;
    for (auto from = whole.text.begin(); from != whole.text.end();) {
      const auto to = from + draw.integer("piece", 1, whole.text.end() - from);
      pieces = arma::join_rows(pieces, session.append_all(Tokens(from, to)));
      from = to;
    }
    return difference(pieces, whole.logits);
  };
  chapter
      .finding("causal", "Appending or replacing tokens changes no earlier logit, and a session "
                         "gives the logits of the whole text, in whatever pieces it comes")
      .agree("stream of tokens 1 to 6, token 7 replaced: change", change.head_cols(6).max(), 0,
             exactly())
      .at_least("stream of tokens 7 to 12: least change at the end",
                change.submat(8, 6, 8, 11).min(), 1e-6)
      .property("a session, token after token in pieces of any length",
                model_runs(session_in_pieces), absolute(1e-11), 200);

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
  const arma::vec logits = run.model.last_logits(run.text);
  const gpt2::Token winner = logits.index_max();
  const arma::vec parts = parts_of_logit(run, winner);
  const std::vector<arma::mat> x = plain::stream(run);
  arma::vec lens(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    lens(i) = softmax(run.model.unembed(x[i].tail_cols(1)))(winner);
  chapter
      .finding("who-wrote-it", "A logit is the sum of what embedding, position, heads, MLPs and "
                               "the last bias contribute; the logit lens ends with the logits")
      .agree("sum of the parts, against the logit", arma::accu(parts), logits(winner),
             absolute(1e-11))
      .agree("the lens after the last block, against the logits",
             run.model.unembed(run.trace.matrix("blocks.3.resid_post")), run.logits,
             absolute(1e-11));
  chapter.figure("who-wrote-it", [&](Figure& figure) { draw_who_wrote_it(figure, parts, lens); });
}

/**
With random weights all that one sees is that every block pulls its own way. With GPT-2's
(`./epreuve gpt2 lens`) one sees the answer come up.
*/
