#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/session.hpp"
#include "epreuve/instruments/gpt2/plain_pass.hpp"
#include "epreuve/instruments/noticing.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"
#include "paired_exponent.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

/**
# The residual stream

The document calls the transformer a succession of alternating layers, each of which turns an
$n\times K$ matrix into another, beginning with $x_1 = (v_1|\dots|v_K)$. For every model and every
text we check the shapes, and that it *is* a succession: each matrix of the list is the one before
plus what one block made of it, an attention and an MLP in turn. (In $x_1$ the positions are added
already; the document will do that three sections later.)

It also says why the dense layers fit into that: the last of them has $n$ neurons, and returns a
matrix of the size it received, so that it can be added to the stream.
*/
using namespace epreuve::course;

SECTION(alternation)
{
  chapter.claim("exo7-1.2-alternation", holds)
      .property("x₁ = A e_t + position is n x K; then attention and MLP in turn add to it",
                model_runs([](const ModelRun& run) {
                  arma::mat x(run.config().n, run.text.size());
                  x += run.trace.matrix("embed") + run.trace.matrix("pos_embed");
                  Difference d = difference(run.trace.matrix("blocks.0.resid_pre"), x);
                  for (arma::uword layer = 0; layer < run.config().layers; ++layer) {
                    const auto noted = [&](const char* name) {
                      return run.trace.matrix(fmt::format("blocks.{}.{}", layer, name));
                    };
                    x += noted("attn_out");
                    d = worst(d, difference(noted("resid_mid"), x));
                    x += noted("mlp_out");
                    d = worst(d, difference(noted("resid_post"), x));
                  }
                  return d;
                }),
                absolute(1e-12), 200);
  chapter.claim("exo7-1.2-dense-shape", holds)
      .property("the last layer has n neurons, and hands back n x K", model_runs([](auto& run) {
                  return run.weights().blocks[0].mlp_out.neurons.n_cols == run.config().n &&
                         arma::size(run.trace.matrix("blocks.0.mlp_out")) ==
                             arma::size(run.config().n, run.text.size());
                }),
                200);
}

/**
## Pre-norm or post-norm?

That the stream is a plain *sum*, of the embedding, the position and what each block wrote, says
more than it seems. Nothing ever norms it. The transformer of 2017 did: it added, then normed the
sum (*post-norm*). GPT-2 norms a copy before each block reads it (*pre-norm*). With the other order
the same weights make a different model, and counting shows which of the two the published weights
belong to. With pre-norm, the last of the $2L$ blocks would reach the unembedding unnormed, so that
one more norm is needed at the end; with post-norm there are $2L$ and no more. (We shall count
below: there are 25.)

The order decides how large the stream becomes. With post-norm it keeps its size, and the first
contribution is shrunk twenty-four times. With pre-norm it grows, and the first word stays in it at
full size.
*/
static arma::vec mean_squares(const gpt2::Weights<double>& weights, const Tokens& text,
                              bool norm_first)
{
  std::vector<double> after_each;
  for (const arma::mat& x : plain::stream(weights, text, {.norm_first = norm_first}))
    after_each.push_back(arma::mean(arma::mean(arma::square(x))));
  return after_each;
}

SECTION(norm_in_front)
{
  const Tokens text = small_run(chapter.seed()).text;
  const gpt2::Weights<double> weights = lively_weights(small_config(12), chapter.seed());
  chapter.figure("norm-in-front", [&](Figure& figure) {
    draw_norm_in_front(figure, arma::sqrt(mean_squares(weights, text, true)),
                       arma::sqrt(mean_squares(weights, text, false)));
  });
}

/**
How fast does it grow? The weights of a block that is about to write are independent of everything
written before, and of mean 0. So the vector that it adds has a scalar product with the stream that
is 0 on average, mean squares add up, and with random weights the size grows like the *root* of the
number of blocks. In exponents: when the number of blocks passed goes from 12 to 24, the size is
multiplied by $2^{1/2}$. (If every block wrote the same vector, it would be multiplied by 2.)

We measure the exponent $b$ on 256 random models and a text of one token: mean squares should grow
by $4^b$. (The tokens of a longer text become alike by looking at each other, and what attention
then averages cancels less: later blocks write a little more.) An exponent that is off by 0.15 would
be detected. To see that it is, we look at models that are off by that much: their $i$-th block
writes $i^{0.15}$ times as strongly, so that mean squares grow like $\sum i^{0.3}$ and the size with
exponent 0.65.
*/
static gpt2::Weights<double> writing_stronger(gpt2::Weights<double> weights, double exponent)
{
  double i = 0;
  for (gpt2::Block<double>& block : weights.blocks)
    for (gpt2::Dense<double>* writer : {&block.heads, &block.mlp_out}) {
      ++i;
      writer->neurons *= std::pow(i, exponent);
      writer->b *= std::pow(i, exponent);
    }
  return weights;
}

SECTION(growth)
{
  arma::mat pre_norm(25, 256), stronger(25, 256), post_norm(25, 256);
  const Tokens token = random_text(small_config(12), 1, chapter.seed());
  for (arma::uword i = 0; i < 256; ++i) {
    const gpt2::Weights<double> drawn = lively_weights(small_config(12), chapter.seed() + 1 + i);
    pre_norm.col(i) = mean_squares(drawn, token, true);
    stronger.col(i) = mean_squares(writing_stronger(drawn, 0.15), token, true);
    post_norm.col(i) = mean_squares(drawn, token, false);
  }
  const auto exponent = [](const arma::mat& squares) {
    return paired_exponent(squares.row(12).t(), squares.row(24).t(), 4);
  };
  Claim& root = chapter.finding(
      "norm-in-front", "With random weights pre-norm, GPT-2's order, lets the stream grow like the "
                       "root of the depth; with post-norm it does not grow");
  estimates_noticing(root, "exponent of the growth from 12 blocks to 24, random models",
                     exponent(pre_norm), 0.5, 0.1, "a block i that writes i^0.15 times as strongly",
                     exponent(stronger));
  root.estimates("post-norm: exponent of the growth", exponent(post_norm), 0, 0.1);
}

/**
The exponent is one half, and with post-norm it is 0. That is so at the start of training. Trained
blocks are no longer independent of each other: in the published models the stream grows faster than
a root, by a nearly constant factor from layer to layer [@heimersheim-turner-2023].

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
      // Law: 1.1, with a standard deviation of the logarithm of 0.42 (116 seeds), the length of vectors of many dimensions.
      .at_least("stream of tokens 7 to 12: least change at the end",
                change.submat(8, 6, 8, 11).min(), 1e-6)
      .property("a session, token after token in pieces of any length",
                model_runs(session_in_pieces), absolute(1e-11), 200);

  /**
  For the decoder written out as a formula it is a theorem, whatever the weights, for any number of
  blocks and heads; and the prefix of a text gives the prefix of the result:
  */
  chapter.proposition("causality", {"decoder_causality", "decoder_prefix"});
}

/**
## Who wrote the answer?

The stream is a sum, and unembedding is linear once the last norm has been given its mean and its
standard deviation. So the winning logit is a sum as well, with a part for the embedding, one for
the position, one for each attention, one for each MLP and one for the last bias: each says how much
it contributed to the token that won. The parts come from the trace, and their sum must be the
logit.

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
      .agree("the lens after the last block, against the model's probability", lens.back(),
             softmax(logits)(winner), absolute(1e-11));
  chapter.figure("who-wrote-it", [&](Figure& figure) { draw_who_wrote_it(figure, parts, lens); });
}

/**
With random weights one sees only that every block pulls its own way. With GPT-2's
(`./epreuve gpt2 lens`) one sees the answer emerge.
*/
