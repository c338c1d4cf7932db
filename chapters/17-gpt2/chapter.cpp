#include "epreuve/chapter.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/folder.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/published.hpp"
#include "epreuve/gpt2/published_model.hpp"
#include "epreuve/gpt2/sampling.hpp"
#include "epreuve/gpt2/session.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/rational_matrix.hpp"
#include "epreuve/math/scores.hpp"
#include "epreuve/math/softmax.hpp"
#include "figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <string>

/**
# GPT-2: from tokens to the next word

The chapters before this one have taken the machine apart: softmax, positions, attention, the
residual stream, layer norm, GELU. Here we put it together and switch it on. One text goes in as
$K$ token numbers, one list of probabilities comes out, and between the two there is nothing but
the formulas that we know.

Two things can go wrong when one assembles a machine from correct parts: the order of the parts,
and the joints between them. The documents are brief about both. So we shall write the whole
forward pass a second time, here, in the plainest way we can, and hold it against the library's
model at every joint. Then we ask what the documents say of GPT-2: its sizes, the number of its
weights, how it ends, and what it answers to "The cat sat on the".

For all but the last question we need no trained weights. A small model with random numbers in it
obeys the same formulas, and its mistakes are easier to see: 61 tokens, 24 coordinates, four blocks
of three heads. Not the tiny numbers of a model before training, though, whose attention is
nearly uniform and whose biases are all 0: a bias that was forgotten would never be missed. Ours
are lively everywhere.
*/

using namespace epreuve::course;

namespace {

using Tokens = std::vector<gpt2::Token>;

gpt2::Config small_config()
{
  gpt2::Config config;
  config.layers = 4, config.heads = 3, config.n = 24;
  config.N = 61, config.context = 20, config.mlp = 96;
  return config;
}

template <typename Real = double>
gpt2::Weights<Real> lively_weights(const gpt2::Config& config, std::uint64_t seed)
{
  std::mt19937_64 generator(seed);
  const auto normal = [&](arma::uword rows, arma::uword columns, double mean, double deviation) {
    std::normal_distribution<double> law(mean, deviation);
    arma::Mat<Real> drawn(rows, columns);
    drawn.imbue([&] { return static_cast<Real>(law(generator)); });
    return drawn;
  };
  const auto dense = [&](arma::uword in, arma::uword out) {
    const arma::Mat<Real> neurons = normal(in, out, 0, 1 / std::sqrt(static_cast<double>(in)));
    return gpt2::Dense<Real>{neurons, normal(out, 1, 0, 0.3)};
  };
  const auto norm = [&] {
    const arma::Mat<Real> gain = normal(config.n, 1, 1, 0.2);
    return gpt2::Norm<Real>{gain, normal(config.n, 1, 0, 0.2)};
  };
  gpt2::Weights<Real> weights;
  weights.config = config;
  weights.wte = normal(config.n, config.N, 0, 0.3);
  weights.wpe = normal(config.n, config.context, 0, 0.1);
  for (arma::uword layer = 0; layer < config.layers; ++layer) // braces: drawn in this order
    weights.blocks.push_back({norm(), dense(config.n, 3 * config.n), dense(config.n, config.n),
                              norm(), dense(config.n, config.mlp), dense(config.mlp, config.n)});
  weights.ln_f = norm();
  return weights;
}

/**
## The machine, written once more

Tokens are columns, as always: a text of $K$ tokens is an $n \times K$ matrix $x$. Every matrix
product below is the schoolbook one, summed in the order in which it is written; no library rounds
it another way on another machine. (We shall want to look at rounding errors later.) And every
function is a template, so that we can have the same pass in single precision.
*/

template <typename Real>
arma::Mat<Real> product(const arma::Mat<Real>& A, const arma::Mat<Real>& B)
{
  arma::Mat<Real> C(A.n_rows, B.n_cols);
  for (arma::uword j = 0; j < B.n_cols; ++j)
    for (arma::uword k = 0; k < A.n_cols; ++k)
      C.col(j) += A.col(k) * B(k, j);
  return C;
}

/**
**The start.** Each token number picks its column of the embedding matrix $A$ (*plongement*), each
place picks its column of the matrix of positions, and the two are added:
$u_k = A e_{t_k} + w_k$.
*/

template <typename Real>
arma::Mat<Real> start(const gpt2::Weights<Real>& weights, const Tokens& tokens)
{
  arma::Mat<Real> x(weights.config.n, tokens.size());
  for (arma::uword k = 0; k < tokens.size(); ++k)
    x.col(k) = weights.wte.col(tokens[k]) + weights.wpe.col(k);
  return x;
}

/**
**Layer norm.** Of each column: subtract its mean, divide by its standard deviation, then give
every coordinate a gain and a bias of its own. The $\varepsilon$ under the root is $10^{-5}$.
*/

template <typename Real>
arma::Mat<Real> normed(const gpt2::Norm<Real>& norm, arma::Mat<Real> x, double epsilon)
{
  x.each_row() -= arma::mean(x, 0);
  const arma::Row<Real> variance = arma::mean(arma::square(x), 0);
  x.each_row() /= arma::sqrt(variance + static_cast<Real>(epsilon));
  x.each_col() %= norm.gain;
  x.each_col() += norm.bias;
  return x;
}

/**
**A dense layer.** $y = Wx + b$. The library keeps each neuron as a column, so that $W$ is the
transpose of `neurons`.
*/

template <typename Real>
arma::Mat<Real> dense(const gpt2::Dense<Real>& layer, const arma::Mat<Real>& x)
{
  arma::Mat<Real> y = product<Real>(layer.neurons.t(), x);
  y.each_col() += layer.b;
  return y;
}

/**
**Attention.** One dense layer makes queries, keys and values of all heads at once, $3n$ rows:
first all queries, then all keys, then all values, and in each of the three the heads one under the
other, $d = n/H$ rows per head. For each head we compute the scores, mask them, take the softmax by
rows, and mix the values in these proportions. A last dense layer, $W_O$, adds up what the heads
have to say.
*/

template <typename Real>
arma::Mat<Real> attention(const gpt2::Block<Real>& block, const arma::Mat<Real>& x,
                          arma::uword heads)
{
  const arma::uword n = x.n_rows, d = n / heads;
  const arma::Mat<Real> qkv = dense(block.qkv, x);
  arma::Mat<Real> z(n, x.n_cols);
  for (arma::uword h = 0; h < heads; ++h) {
    const auto part = [&](arma::uword which) -> arma::Mat<Real> {
      return qkv.rows(which * n + h * d, which * n + h * d + d - 1);
    };
    const arma::Mat<Real> Q = part(0), K = part(1), V = part(2);
    arma::Mat<Real> scores = product<Real>(Q.t(), K) / std::sqrt(static_cast<Real>(d));
    for (arma::uword query = 0; query < scores.n_rows; ++query)
      for (arma::uword key = query + 1; key < scores.n_cols; ++key)
        scores(query, key) = -std::numeric_limits<Real>::infinity();
    z.rows(h * d, h * d + d - 1) = product<Real>(V, softmax_rows(scores).t());
  }
  return dense(block.heads, z);
}

/**
**The MLP.** Two dense layers with GELU between them, in the tanh form of chapter 16. (The exact
GELU is there too, for an experiment.)
*/

template <typename Real>
arma::Mat<Real> mlp(const gpt2::Block<Real>& block, const arma::Mat<Real>& x,
                    bool exact_gelu = false)
{
  const arma::Mat<Real> before = dense(block.mlp_in, x);
  return dense(block.mlp_out, exact_gelu ? gelu(before) : gelu_tanh(before));
}

/**
**The blocks.** What a block computes is added to the residual stream (*flux résiduel*). In GPT-2
the layer norm stands in front of each block: the block reads a normed copy, and the stream itself
is never normed. The first transformers normed the stream after each addition; we keep that
variant for comparison. The result is the list $x_1, x_2, \dots, x_\ell$ of the documents: one
matrix before the first block, one after each attention and after each MLP.
*/

struct Variant
{
  bool norm_first = true;
  bool exact_gelu = false;
};

template <typename Real>
std::vector<arma::Mat<Real>> stream(const gpt2::Weights<Real>& weights, const Tokens& tokens,
                                    Variant variant = {})
{
  const double epsilon = weights.config.layer_norm_epsilon;
  std::vector<arma::Mat<Real>> x{start(weights, tokens)};
  const auto add_block = [&](const gpt2::Norm<Real>& norm, const auto& block) {
    const arma::Mat<Real> before = x.back();
    x.push_back(variant.norm_first ? before + block(normed(norm, before, epsilon))
                                   : normed<Real>(norm, before + block(before), epsilon));
  };
  for (const gpt2::Block<Real>& block : weights.blocks) {
    add_block(block.ln_1, [&](const arma::Mat<Real>& read) {
      return attention(block, read, weights.config.heads);
    });
    add_block(block.ln_2,
              [&](const arma::Mat<Real>& read) { return mlp(block, read, variant.exact_gelu); });
  }
  return x;
}

/**
**The end.** One more layer norm, then the transposed embedding matrix: the logit of token $t$ is
the dot product of the final vector with $A e_t$ (*retranscription*).
*/

template <typename Real>
arma::Mat<Real> end(const gpt2::Weights<Real>& weights, const arma::Mat<Real>& x)
{
  return product<Real>(weights.wte.t(), normed(weights.ln_f, x, weights.config.layer_norm_epsilon));
}

/**
That is all of GPT-2, in a hundred lines. The rest of the chapter also needs small random models
to test properties on, texts for them, and a way to make a block say nothing.
*/

arma::uword draw_size(Draw& draw, const std::string& name, long low, long high)
{
  return static_cast<arma::uword>(draw.integer(name, low, high));
}

gpt2::Weights<double> draw_weights(Draw& draw)
{
  gpt2::Config config;
  config.layers = draw_size(draw, "layers", 1, 3);
  config.heads = draw_size(draw, "heads", 1, 3);
  config.n = config.heads * draw_size(draw, "d", 2, 4);
  config.mlp = draw_size(draw, "mlp", 1, 12);
  config.N = draw_size(draw, "N", 2, 20);
  config.context = draw_size(draw, "context", 2, 10);
  return lively_weights(config, draw_size(draw, "seed", 0, 1000));
}

Tokens draw_tokens(Draw& draw, const gpt2::Config& config, long shortest = 1)
{
  const arma::uword K = draw_size(draw, "K", shortest, static_cast<long>(config.context));
  const arma::mat drawn = draw.integer_matrix("t", 1, K, 0, static_cast<long>(config.N) - 1);
  return arma::conv_to<Tokens>::from(arma::rowvec(drawn));
}

arma::uvec draw_permutation(Draw& draw, arma::uword K)
{
  return arma::sort_index(draw.vector("order", K, 0, 1));
}

void silence(gpt2::Dense<double>& layer)
{
  layer.neurons.zeros();
  layer.b.zeros();
}

/**
Which of the published tensors are in the folder is decided by their hashes: a tensor counts when
its values are, bit for bit, those that were published, and the model counts when all 148 tensors
do. Another model in the folder could be run as well, but it is no witness for what the documents
say of this one.
*/

arma::uword published_count(std::string_view name)
{
  const auto all = gpt2::published_tensors();
  const auto found = std::ranges::find(all, name, &gpt2::PublishedTensor::name);
  return found == all.end() ? 0 : found->count;
}

arma::uword published_total()
{
  arma::uword total = 0;
  for (const gpt2::PublishedTensor& tensor : gpt2::published_tensors())
    total += tensor.count;
  return total;
}

struct PublishedFiles
{
  std::optional<gpt2::Checkpoint> checkpoint;
  std::set<std::string> tensors; ///< of the checkpoint, those that are the published ones
  std::optional<gpt2::Model<double>> model;
  std::optional<gpt2::Tokenizer> tokenizer;
};

PublishedFiles find_published_files()
{
  PublishedFiles files;
  const std::filesystem::path folder = gpt2::default_folder();
  const auto has = [&](const char* name) { return std::filesystem::exists(folder / name); };
  if (has("vocab.json") && has("merges.txt"))
    files.tokenizer.emplace(folder);
  if (files.tokenizer && files.tokenizer->vocabulary_size() != gpt2::Config{}.N)
    files.tokenizer.reset(); // another model's
  files.checkpoint = gpt2::find_checkpoint(folder);
  if (files.checkpoint)
    files.tensors = gpt2::published_names(*files.checkpoint);
  if (files.tensors.size() == gpt2::published_tensors().size())
    files.model.emplace(*files.checkpoint);
  return files;
}

struct Completion
{
  std::string text;
  Tokens tokens;
  std::vector<gpt2::Token> top;
  std::vector<std::string> words;
  std::string printed;

  arma::vec probabilities() const
  {
    const auto entries = parse_printed_table(printed).entries;
    arma::vec p(entries.size());
    std::ranges::transform(entries, p.begin(),
                           [](const auto& entry) { return static_cast<double>(entry.value); });
    return p;
  }
};

} // namespace

CHAPTER(chapter)
{
  /**
  ## The way of a text

  First we look at the whole from afar, and see whether the arrows of the pipeline fit together. We
  send a text of twelve tokens through the library's small model, keep everything that it computes
  on its way, and look at the shapes: $K$ numbers become $K$ columns of $\mathbb R^n$, which pass
  through all blocks; one column $w$ is left, and of it come $N$ probabilities.
  */
  const gpt2::Weights<double> weights = lively_weights(small_config(), chapter.seed());
  const gpt2::Config& config = weights.config;
  const gpt2::Model<double> model(weights);
  const Tokens text = [&] {
    std::mt19937_64 generator(chapter.seed() + 1);
    Tokens tokens(12);
    for (gpt2::Token& token : tokens)
      token = static_cast<gpt2::Token>(generator() % config.N);
    return tokens;
  }();
  const arma::uword K = text.size();
  gpt2::Trace<double> trace({"*"});
  const arma::mat logits = model.logits(text, &trace);
  const arma::mat x_end = trace.matrix(fmt::format("blocks.{}.resid_post", config.layers - 1));
  const arma::mat w_all = trace.matrix("ln_final.normalized");
  const arma::vec w = w_all.tail_cols(1);
  const arma::vec p = softmax(model.last_logits(text));
  const arma::SizeMat one_text = arma::size(config.n, K);
  chapter.claim("exo7-1.1-fig-pipeline", holds)
      .conformable("A", arma::size(weights.wte), "(e_t₁ | … | e_t_K)", arma::size(config.N, K))
      .same_shape("x₁ = (v₁ | … | v_K)", arma::size(trace.matrix("blocks.0.resid_pre")), "n x K",
                  one_text)
      .same_shape("after the last block", arma::size(x_end), "n x K", one_text)
      .same_shape("w", arma::size(w), "n x 1", arma::size(config.n, 1))
      .conformable("Aᵀ", arma::size(weights.wte.t()), "w", arma::size(w))
      .same_shape("p", arma::size(p), "N x 1", arma::size(config.N, 1))
      .agree("p₁ + … + p_N", arma::accu(p), 1, ulps(16));

  chapter.figure("pipeline", draw_pipeline);

  /**
  ## Joint by joint

  Now we look closely. The library's model writes its intermediate results under names, and ours are
  in the list $x_1, \dots, x_\ell$; each examines the other. How close must they be? Entries are
  below 10 and dot products have at most 96 terms, so each is good to some $10^{-13}$, and eight
  blocks later to a few times that. We demand $10^{-11}$: no formula that differs in anything, even
  in an $\varepsilon$, passes that.
  */
  const std::vector<arma::mat> x = stream(weights, text);
  std::vector<std::vector<std::string>> rows;
  {
    Claim& same =
        chapter.finding("two-passes", "The library's model and the pass written out above "
                                      "are the same function, step by step");
    const auto step = [&](const std::string& what, const std::string& site, const arma::mat& ours) {
      const arma::mat theirs = trace.matrix(site);
      const Difference d = difference(theirs, ours);
      same.agree(what, d, absolute(1e-11));
      rows.push_back({what, site, fmt::format("{} x {}", ours.n_rows, ours.n_cols),
                      fmt::format("{:.1e}", d.absolute)});
    };
    const gpt2::Block<double>& block = weights.blocks[0];
    const double epsilon = config.layer_norm_epsilon;
    const arma::mat read_1 = normed(block.ln_1, x[0], epsilon);
    const arma::mat read_2 = normed(block.ln_2, x[1], epsilon);
    step("x₁ = A e_t + position", "blocks.0.resid_pre", x[0]);
    step("layer norm of x₁", "blocks.0.ln1.normalized", read_1);
    step("attention of the normed x₁", "blocks.0.attn_out", attention(block, read_1, config.heads));
    step("x₂ = x₁ + attention", "blocks.0.resid_mid", x[1]);
    step("layer norm of x₂", "blocks.0.ln2.normalized", read_2);
    step("first dense layer of the MLP", "blocks.0.mlp.pre", dense(block.mlp_in, read_2));
    step("GELU of the first dense layer", "blocks.0.mlp.post",
         gelu_tanh(dense(block.mlp_in, read_2)));
    step("second dense layer of the MLP", "blocks.0.mlp_out", mlp(block, read_2));
    for (arma::uword layer = 0; layer < config.layers; ++layer)
      step(fmt::format("x{}, after layer {} of the model", 2 * layer + 3, layer + 1),
           fmt::format("blocks.{}.resid_post", layer), x[2 * layer + 2]);
    step("layer norm of the last x", "ln_final.normalized",
         normed(weights.ln_f, x.back(), epsilon));
    same.agree("logits of the twelve tokens", logits, end(weights, x.back()), absolute(1e-11))
        .property(
            "logits of other sizes, other weights, other texts",
            [](Draw& draw) {
              const gpt2::Weights<double> drawn = draw_weights(draw);
              const Tokens tokens = draw_tokens(draw, drawn.config);
              return difference(gpt2::Model<double>(drawn).logits(tokens),
                                end(drawn, stream(drawn, tokens).back()));
            },
            absolute(1e-11), 200);
  }
  chapter.table("The small model, step by step: largest difference between library and chapter",
                {"step", "name in a trace", "shape", "difference"}, rows);

  /**
  The document calls this a succession of alternating layers, each of which turns an $n\times K$
  matrix into another, beginning with $x_1 = (v_1|\dots|v_K)$. Two things to check: the shapes,
  for every model and every text; and that it *is* a succession, that is, that the list of matrices
  has one for each attention and each MLP in turn, of which each is the one before plus what one
  block made of it. (In $x_1$ the positions are added already; the document will do that three
  sections later.)
  */
  chapter.claim("exo7-1.2-alternation", holds)
      .property(
          "every xᵢ is n x K",
          [](Draw& draw) {
            const gpt2::Weights<double> drawn = draw_weights(draw);
            const Tokens tokens = draw_tokens(draw, drawn.config);
            gpt2::Trace<double> kept({"*.resid_*"});
            gpt2::Model<double>(drawn).logits(tokens, &kept);
            const auto fits = [&](const std::string& name) {
              return arma::size(kept.matrix(name)) == arma::size(drawn.config.n, tokens.size());
            };
            const auto names = kept.names();
            return names.size() == 3 * drawn.config.layers && std::ranges::all_of(names, fits);
          },
          200)
      .property(
          "x₁ = A e_t + position, then attention and MLP in turn add to it",
          [](Draw& draw) {
            const gpt2::Weights<double> drawn = draw_weights(draw);
            const Tokens tokens = draw_tokens(draw, drawn.config);
            gpt2::Trace<double> kept({"*"});
            gpt2::Model<double>(drawn).logits(tokens, &kept);
            arma::mat sum = kept.matrix("embed") + kept.matrix("pos_embed");
            Difference d = difference(kept.matrix("blocks.0.resid_pre"), sum);
            for (arma::uword layer = 0; layer < drawn.config.layers; ++layer) {
              const std::string block = fmt::format("blocks.{}.", layer);
              sum += kept.matrix(block + "attn_out");
              d = worst(d, difference(kept.matrix(block + "resid_mid"), sum));
              sum += kept.matrix(block + "mlp_out");
              d = worst(d, difference(kept.matrix(block + "resid_post"), sum));
            }
            return d;
          },
          absolute(1e-12), 200);

  /**
  ## In front of the block, or behind?

  That last property says more than it seems: the stream is a plain *sum*, of the embedding, the
  position and what each block wrote. Nothing ever norms it. The transformer of 2017 did: it added,
  then normed the sum. The same weights in that order make another model, and counting tells which
  of the two the published weights belong to. With a norm in front of each of the $2L$ blocks, the
  last block's writing would reach the unembedding unnormed, so that one more norm is needed at the
  end; with norms behind the blocks there are $2L$ and no more. (We shall count below: there are
  25.)

  The order decides how large the stream becomes. Normed after each addition it keeps its size, and
  what was written first is shrunk twenty-four times. In GPT-2's order it grows, and the first word
  stays in it at full size. How fast does it grow? The weights of a block that is about to write
  are independent of everything written before, and of mean 0. So the vector that it adds has a
  scalar product with the stream that is 0 on average, mean squares add up, and with random weights
  the size grows like the *root* of the number of blocks. In exponents: when the blocks that were
  passed go from 12 to 24, the size is multiplied by $2^{1/2}$.
  */
  {
    gpt2::Config deep = small_config();
    deep.layers = 12;
    const gpt2::Weights<double> many = lively_weights(deep, chapter.seed());
    const auto sizes = [](const gpt2::Weights<double>& given, const Tokens& tokens,
                          bool norm_first) {
      std::vector<double> rms;
      for (const arma::mat& state : stream(given, tokens, {.norm_first = norm_first}))
        rms.push_back(std::sqrt(arma::mean(arma::mean(arma::square(state)))));
      return arma::vec(rms);
    };
    const arma::vec in_front = sizes(many, text, true), behind = sizes(many, text, false);
    const auto last = in_front.n_elem - 1;
    const double first_word = in_front(0) / in_front(last);
    chapter.figure("norm-in-front", [&](Figure& figure) {
      const arma::vec blocks = arma::regspace(0, static_cast<double>(last));
      figure.title("The residual stream, normed in front of the blocks or behind them");
      figure.x_label("blocks passed (attention and MLP in turn)")
          .y_label("size of the entries (rms)");
      figure.x_range(0, 24).y_range(0, 5).legend_at(Corner::top_left);
      figure.line_points(blocks, in_front, "in front (GPT-2)");
      figure.line_points(blocks, behind, "behind (2017)");
      figure.caption(fmt::format(
          "The small model with 12 x 2 blocks. In front: every block adds about as much as any "
          "other, and at the end the embedding is {:.0f} % of the stream's size. Behind: the sum "
          "is brought back to size 1 each time.",
          100 * first_word));
      figure.alt("Two curves over 24 blocks. With the norm in front the size grows from 0.3 to "
                 "above 4, like a square root; with the norm behind it stays near 1.");
    });

    /**
    We measure the exponent, half the $\log_2$ of how mean squares grow from 12 blocks to 24, on 256
    random models and a text of one token. (The tokens of a longer one grow alike by looking at each
    other, and what attention then averages cancels less: later blocks write a little more.) An
    exponent that is off by 0.15 is seen.
    */
    const Tokens one_token{text.front()};
    const auto squares = [&](const gpt2::Weights<double>& given, bool norm_first = true) {
      const arma::vec rms = sizes(given, one_token, norm_first);
      return arma::rowvec{rms(12) * rms(12), rms(24) * rms(24)};
    };
    const auto exponent = [](const arma::mat& squares_12_24) {
      const arma::rowvec mean = arma::mean(squares_12_24, 0);
      const arma::vec each = squares_12_24.col(1) / mean(1) - squares_12_24.col(0) / mean(0);
      const double to_exponent = 1 / (2 * std::log(2.0));
      return Estimate{to_exponent * std::log(mean(1) / mean(0)),
                      to_exponent * mean_of(each).standard_error, each.n_elem};
    };

    /**
    To see that it is, we look at models that are off by as much: their $i$-th block writes
    $i^{0.15}$ times as strongly, so that mean squares grow like $\sum i^{0.3}$ and the size with
    exponent 0.65. We also look at a model in which every block writes the same vector: it grows in
    proportion to the depth, with exponent 1.
    */
    const auto change_writers = [](gpt2::Weights<double> given, const auto& change) {
      double i = 0;
      for (gpt2::Block<double>& block : given.blocks)
        for (gpt2::Dense<double>* writer : {&block.heads, &block.mlp_out})
          change(*writer, ++i);
      return given;
    };
    const auto write_stronger = [](gpt2::Dense<double>& writer, double i) {
      writer.neurons *= std::pow(i, 0.15);
      writer.b *= std::pow(i, 0.15);
    };
    const auto write_the_same = [&](gpt2::Dense<double>& writer, double) {
      silence(writer);
      writer.b = many.blocks.front().heads.b;
    };
    arma::mat of_random(256, 2), of_stronger(256, 2), of_behind(256, 2);
    for (arma::uword i = 0; i < of_random.n_rows; ++i) {
      const gpt2::Weights<double> drawn = lively_weights(deep, chapter.seed() + 1 + i);
      of_random.row(i) = squares(drawn);
      of_stronger.row(i) = squares(change_writers(drawn, write_stronger));
      of_behind.row(i) = squares(drawn, false);
    }
    const Estimate stronger = exponent(of_stronger);
    const arma::rowvec same = squares(change_writers(many, write_the_same));
    chapter
        .finding("norm-in-front", "With random weights GPT-2's order lets the stream grow like the "
                                  "root of the depth; with the norm behind the blocks it does not "
                                  "grow")
        .estimates("exponent of the growth from 12 blocks to 24, random models",
                   exponent(of_random), 0.5, 0.1)
        .at_least("where block i writes i^0.15 times as strongly: exponent less 1/2, over the "
                  "half-width of its interval",
                  (stronger.value - 0.5) / half_width(stronger, demanded_confidence), 1)
        .within("where every block writes the same vector: exponent of the growth",
                std::log2(same(1) / same(0)) / 2, 0.9, 1.1)
        .estimates("with the norm behind the blocks: exponent of the growth, random models",
                   exponent(of_behind), 0, 0.1);
  }

  /**
  That is so at the start of a training. Trained blocks are no longer independent of each other: in
  the published models the stream grows faster than a root, by a nearly constant factor from layer
  to layer (Heimersheim and Turner 2023).

  ## The MLP: questions and answers

  Step 3 of the notes is the dense half of a block, and it is told as a story. A first matrix asks
  questions of the vector: each of its rows is one, the answer is a dot product plus a bias, "so
  that the result is positive if yes and negative if no". A second matrix holds, in its column
  $C_0$, what is to be added when question $n_0$ was answered by yes. The notes' example is the
  question whether this vector speaks of Michael Jordan.

  A story with numbers in it can be computed. Six coordinates: first name Michael, last name Jordan,
  last name Jackson; then basketball, the Chicago Bulls, the number on the shirt. The question is
  twice the sum of the first two coordinates, and here the bias does its work: with $-3$ the answer
  is 1 when *both* names are there, $-1$ for one of them alone, $-3$ for none. Without it, half a
  Michael Jordan would do. A second neuron asks for Michael Jackson. All in whole numbers, so that
  nothing is rounded.
  */
  const RationalMatrix questions{{2, 2, 0, 0, 0, 0}, {2, 0, 2, 0, 0, 0}};
  const RationalMatrix biases{{-3, -3, -3, -3}, {-3, -3, -3, -3}};
  const RationalMatrix people{{1, 1, 0, 1}, {1, 0, 1, 0}, {0, 1, 0, 0},
                              {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  const std::vector<std::string> names{"Michael Jordan", "Michael Jackson", "Jordan", "Michael"};
  const RationalMatrix knowledge{{0, 0}, {0, 0}, {0, 0}, {1, 0}, {1, 0}, {23, 0}};
  const RationalMatrix answers = questions * people + biases;
  const RationalMatrix active{{1, 0, 0, 0}, {0, 1, 0, 0}};
  const RationalMatrix known = people + knowledge * active;
  chapter.claim("notes-3-linear", holds)
      .equal("two questions of four vectors: W x + b", answers,
             RationalMatrix{{1, -1, -1, -1}, {-1, 1, -3, -1}})
      .property(
          "row i asks alone: entry i is ⟨rowᵢ, x⟩ + bᵢ",
          [](Draw& draw) {
            const arma::uword in = draw_size(draw, "in", 1, 6), out = draw_size(draw, "out", 1, 6);
            gpt2::Dense<double> layer;
            layer.neurons = draw.integer_matrix("neurons", in, out, -9, 9);
            layer.b = draw.integer_matrix("b", out, 1, -9, 9);
            const arma::vec v = draw.integer_matrix("x", in, 1, -9, 9);
            arma::vec one_by_one(out);
            for (arma::uword i = 0; i < out; ++i)
              one_by_one(i) = arma::dot(layer.neurons.col(i), v) + layer.b(i);
            return difference(arma::vec(dense<double>(layer, v)), one_by_one);
          },
          exactly())
      .property(
          "linear but for the bias: f(x + y) = f(x) + f(y) − f(0)",
          [](Draw& draw) {
            const arma::uword in = draw_size(draw, "in", 1, 6), out = draw_size(draw, "out", 1, 6);
            gpt2::Dense<double> layer;
            layer.neurons = draw.integer_matrix("neurons", in, out, -9, 9);
            layer.b = draw.integer_matrix("b", out, 1, -9, 9);
            const arma::mat xy = draw.integer_matrix("x, y", in, 2, -9, 9);
            const auto f = [&](const arma::mat& v) { return dense(layer, v); };
            const arma::mat zero(in, 1);
            return difference(f(xy.col(0) + xy.col(1)),
                              arma::mat(f(xy.col(0)) + f(xy.col(1)) - f(zero)));
          },
          exactly())
      .property(
          "the library's first layer",
          [](Draw& draw) {
            const gpt2::Weights<double> drawn = draw_weights(draw);
            const Tokens tokens = draw_tokens(draw, drawn.config);
            gpt2::Trace<double> kept({"blocks.0.ln2.normalized", "blocks.0.mlp.pre"});
            gpt2::Model<double>(drawn).logits(tokens, &kept);
            return difference(
                kept.matrix("blocks.0.mlp.pre"),
                dense(drawn.blocks[0].mlp_in, kept.matrix("blocks.0.ln2.normalized")));
          },
          absolute(1e-12), 100);

  /**
  Positive where both names are there, negative otherwise. Now the second matrix. If the activations
  are $a_1, a_2, \dots$, its product with them is $a_1 C_1 + a_2 C_2 + \dots$: that a matrix times
  a vector is a mixture of columns, with 0 and 1 for "leave it" and "take it", is all that the
  notes' sentence needs. Michael Jordan gets basketball, the Bulls and his 23; Michael Jackson does
  not.
  */
  const auto column_mixture = [](const arma::mat& columns, const arma::vec& amounts) {
    arma::vec sum(columns.n_rows);
    for (arma::uword j = 0; j < columns.n_cols; ++j)
      sum += amounts(j) * columns.col(j);
    return sum;
  };
  chapter.claim("notes-3-reconstruct", holds)
      .equal(
          "Michael Jordan's vector, and his alone, gets C₀", known,
          RationalMatrix{
              {1, 1, 0, 1}, {1, 0, 1, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {23, 0, 0, 0}})
      .property(
          "neurons at 0 and 1: x + the columns of those at 1",
          [](Draw& draw) {
            const arma::uword n = draw_size(draw, "n", 1, 6), m = draw_size(draw, "neurons", 1, 8);
            const arma::mat C = draw.integer_matrix("C", n, m, -9, 9);
            const arma::vec a = draw.integer_matrix("a", m, 1, 0, 1);
            const arma::vec before = draw.integer_matrix("x", n, 1, -9, 9);
            arma::vec rebuilt = before;
            for (const arma::uword j : arma::uvec(arma::find(a == 1)))
              rebuilt += C.col(j);
            return difference(arma::vec(before + C * a), rebuilt);
          },
          exactly())
      .property(
          "the library's second layer: a₁C₁ + a₂C₂ + … + b",
          [&](Draw& draw) {
            const gpt2::Weights<double> drawn = draw_weights(draw);
            const Tokens tokens = draw_tokens(draw, drawn.config);
            gpt2::Trace<double> kept({"blocks.0.mlp*"});
            gpt2::Model<double>(drawn).logits(tokens, &kept);
            const gpt2::Dense<double>& layer = drawn.blocks[0].mlp_out;
            const arma::mat C = layer.neurons.t();
            const arma::vec a = kept.matrix("blocks.0.mlp.post").col(0);
            return difference(arma::vec(kept.matrix("blocks.0.mlp_out").col(0)),
                              arma::vec(column_mixture(C, a) + layer.b));
          },
          absolute(1e-12), 100);

  /**
  The story simplifies in two places. GPT-2's neurons do not answer 0 or 1: the notes take ReLU,
  which would turn the answers 1, $-1$, $-3$ into 1, 0, 0, as told; GPT-2 takes GELU, which turns
  them into 0.84, $-0.16$ and $-0.004$. So the column is added 0.84 times, and for half a Michael
  Jordan a sixth of it is *taken away*. And a bias is added at the end whatever the answers are.
  The principle stands.

  The notes leave room for two figures here, and both places are empty. There is nothing to compare
  with, so we draw what the text around them describes, with our invented coordinates.
  */
  rows.clear();
  for (arma::uword j = 0; j < 4; ++j) {
    const auto answer = static_cast<double>(answers(0, j));
    rows.push_back({names[j], fmt::format("{:.0f}", answer), fmt::format("{:.0f}", relu(answer)),
                    fmt::format("{:.4f}", gelu_tanh(answer))});
  }
  chapter.table("Does it speak of Michael Jordan?", {"vector", "⟨row, x⟩ + b", "ReLU", "GELU"},
                rows);

  chapter.claim("notes-3-figs", illustrative)
      .invented(
          "the two places for figures are empty in the copy, so there is nothing to compare "
          "with; drawn below, with numbers of our own, is what the text around them says: the "
          "questions, and the column that a yes adds");
  const std::vector<std::string> coordinates{"Michael",    "Jordan", "Jackson",
                                             "basketball", "Bulls",  "number"};
  chapter.figure("questions", [&](Figure& figure) {
    HeatMap look;
    look.palette = Palette::diverging;
    look.value_text = true;
    look.digits = 0;
    look.range = Range{-3, 3};
    look.row_labels = {"n₀", "n₁"};
    look.column_labels = coordinates;
    look.scale_label = "entry";
    figure.title("Each row of the first matrix asks a question").columns(1).size(760, 520);
    figure.panel("the questions: W, with bias −3").x_label("coordinate").y_label("neuron");
    figure.heat_map(questions.to_double(), look);
    look.column_labels = {"M. Jordan", "M. Jackson", "Jordan", "Michael"};
    figure.panel("the answers: W x + b").x_label("vector x").y_label("neuron");
    figure.heat_map(answers.to_double(), look);
    figure.caption("Neuron n₀ asks for Michael Jordan, n₁ for Michael Jackson. A yes needs both "
                   "names; the bias makes everything else negative.");
    figure.alt("Two heat maps. The questions: row n₀ has 2 at Michael and Jordan, row n₁ 2 at "
               "Michael and Jackson, 0 elsewhere. The answers: 1 for the person asked for, −1 or "
               "−3 for the others.");
  });
  chapter.figure("answers",
                 [&](Figure& f) { draw_answers(f, coordinates, people, knowledge, known); });

  /**
  The same step says that the vectors do not talk to each other here, so that all can be treated at
  once. If so, a token must get the same answer alone as in company, and shuffling the tokens must
  shuffle the answers and do nothing else. For our own MLP that can be asked to the last bit. For
  the library we can even ask it of a whole model: take away the positions, let the heads say
  nothing, and each token passes through the layer norm and the MLP of every block on its own. When
  the heads do speak, order matters, and not only because of positions: each token looks back, and
  another order puts other tokens behind it.
  */
  const auto shuffled_difference = [](Draw& draw, bool heads_speak) {
    gpt2::Weights<double> drawn = draw_weights(draw);
    drawn.wpe.zeros();
    if (!heads_speak)
      for (gpt2::Block<double>& block : drawn.blocks)
        silence(block.heads);
    const Tokens tokens = draw_tokens(draw, drawn.config, 2);
    const arma::uvec order = draw_permutation(draw, tokens.size());
    Tokens shuffled;
    for (const arma::uword k : order)
      shuffled.push_back(tokens[k]);
    const gpt2::Model<double> drawn_model(drawn);
    return difference(drawn_model.logits(shuffled),
                      arma::mat(drawn_model.logits(tokens).cols(order)));
  };
  Tokens backwards(text.rbegin(), text.rend());
  gpt2::Weights<double> without_positions = weights;
  without_positions.wpe.zeros();
  const gpt2::Model<double> unplaced(without_positions);
  const arma::mat forwards_logits = unplaced.logits(text);
  chapter.claim("notes-3-parallel", holds)
      .property(
          "mlp(x) column by column, every bit",
          [](Draw& draw) {
            const gpt2::Weights<double> drawn = draw_weights(draw);
            const arma::uword K_drawn = draw_size(draw, "K", 1, 6);
            const arma::mat read = draw.matrix("x", drawn.config.n, K_drawn, -3, 3);
            arma::mat alone(read.n_rows, K_drawn);
            for (arma::uword k = 0; k < K_drawn; ++k)
              alone.col(k) = mlp(drawn.blocks[0], arma::mat(read.col(k)));
            return difference(mlp(drawn.blocks[0], read), alone);
          },
          exactly(), 200)
      .property(
          "mlp(x P) = mlp(x) P for every permutation P, every bit",
          [](Draw& draw) {
            const gpt2::Weights<double> drawn = draw_weights(draw);
            const arma::uword K_drawn = draw_size(draw, "K", 1, 6);
            const arma::mat read = draw.matrix("x", drawn.config.n, K_drawn, -3, 3);
            const arma::uvec order = draw_permutation(draw, K_drawn);
            return difference(mlp(drawn.blocks[0], arma::mat(read.cols(order))),
                              arma::mat(mlp(drawn.blocks[0], read).cols(order)));
          },
          exactly(), 200)
      .property(
          "the library's model, heads silent, no positions: shuffled text, shuffled logits",
          [&](Draw& draw) { return shuffled_difference(draw, false); }, absolute(1e-12), 200)
      .at_least(
          "where heads speak, the text backwards: change of the logits",
          difference(unplaced.logits(backwards), arma::mat(arma::fliplr(forwards_logits))).absolute,
          0.01);

  /**
  And the shapes: the last of the dense layers has $n$ neurons, and hands back a matrix of the size
  it got, so that it can be added to the stream.
  */
  chapter.claim("exo7-1.2-dense-shape", holds)
      .property(
          "the last layer has n neurons, and the MLP's output is n x K",
          [](Draw& draw) {
            const gpt2::Weights<double> drawn = draw_weights(draw);
            const Tokens tokens = draw_tokens(draw, drawn.config);
            gpt2::Trace<double> kept({"*.mlp_out"});
            gpt2::Model<double>(drawn).logits(tokens, &kept);
            const auto fits = [&](const std::string& name) {
              return arma::size(kept.matrix(name)) == arma::size(drawn.config.n, tokens.size());
            };
            return drawn.blocks.back().mlp_out.neurons.n_cols == drawn.config.n &&
                   std::ranges::all_of(kept.names(), fits);
          },
          200)
      .equal("GPT-2: values in the last layer's bias", published_count("h.0.mlp.c_proj.bias"),
             arma::uword{768});

  /**
  ## How it ends

  The stream has arrived at $x_\ell$, $K$ vectors, and one next word is wanted. Section 1.2 says
  that at the end one obtains a vector $w \in \mathbb R^n$, to be read as the list of the most
  probable words. Section 3.4 says how: the $K$ vectors are made into one by a linear combination,
  $w = x_\ell \, C$, whose $K$ coefficients are weights of the network.

  The first sentence can be taken at its word. From $w$ alone follow all logits, and so the list:
  */
  const arma::vec last_logits = model.last_logits(text);
  const arma::uvec ranking = arma::sort_index(p, "descend");
  chapter.claim("exo7-1.2-output-vector", holds)
      .same_shape("w", arma::size(w), "n x 1", arma::size(config.n, 1))
      .agree("logits of the next token: Aᵀ w and nothing else", last_logits,
             product<double>(weights.wte.t(), w), absolute(1e-11))
      .fact("probabilities as a list, most probable token first",
            ranking.n_elem == config.N && p(ranking).eval().is_sorted("descend"),
            fmt::format("the small model says token {} ({:.0f} %), then {} ({:.0f} %), then {}",
                        ranking(0), 100 * p(ranking(0)), ranking(1), 100 * p(ranking(1)),
                        ranking(2)));

  /**
  The second cannot. Try it: is there *any* $C$, the same for all texts of twelve tokens, with
  $w = x_\ell\, C$? We take sixty texts, stack their equations, $60 \times 24$ for twelve unknowns,
  and let least squares find the best one. It leaves an error, because the way from $x_\ell$ to $w$
  is not linear: double $x_\ell$, and the logits do not double; they stay as they are, for a
  layer norm stands between. And there is no room for $C$ among the weights: 1024 would be needed,
  and the published tensors hold not one number more than embedding, positions, blocks and norms.
  (One should also like to know what to do with a text of another length than $C$'s.)

  What happens instead is simpler: the *last column* is taken, after the layer norm. If one insists
  on a $C$, it is $e_K$, the vector $(0, \dots, 0, 1)$: learned by nobody, and of any length. The
  other columns are not wasted. Column $j$ is the answer to the text that ends at token $j$, and in
  training all $K$ predictions count at once. That is a property one can test: each column of the
  logits must be what the model says of the first $j$ tokens alone.
  */
  {
    std::mt19937_64 generator(chapter.seed() + 2);
    arma::mat stacked(60 * config.n, K);
    arma::vec wanted(60 * config.n);
    for (arma::uword i = 0; i < 60; ++i) {
      Tokens other(K);
      for (gpt2::Token& token : other)
        token = static_cast<gpt2::Token>(generator() % config.N);
      gpt2::Trace<double> kept(
          {fmt::format("blocks.{}.resid_post", config.layers - 1), "ln_final.normalized"});
      model.last_logits(other, &kept);
      const arma::span equations(i * config.n, (i + 1) * config.n - 1);
      stacked.rows(equations.a, equations.b) =
          kept.matrix(fmt::format("blocks.{}.resid_post", config.layers - 1));
      wanted.subvec(equations) = kept.matrix("ln_final.normalized").tail_cols(1);
    }
    const arma::vec C = arma::solve(stacked, wanted);
    const double left = arma::norm(arma::vec(stacked * C - wanted)) / arma::norm(wanted);
    const arma::uword blocks_and_tables = gpt2::parameter_count(gpt2::Config{});
    const arma::uword for_C = published_total() - blocks_and_tables;
    chapter.claim("exo7-3.4-final-output", refuted)
        .as_printed("w = x_ℓ C, C ∈ M_{K,1} weights of the network")
        .at_most("best C for 60 texts: error of w, relative", left, 1e-6)
        .property(
            "if it were linear: twice the stream, twice the logits",
            [&](Draw& draw) {
              const arma::mat last = draw.matrix("x_ℓ", config.n, 1, -3, 3);
              return difference(model.unembed(2 * last), arma::mat(2 * model.unembed(last)));
            },
            absolute(1e-9))
        .equal("published weights left over for C", for_C, gpt2::Config{}.context)
        .corrected("w = LN(x_ℓ) e_K: the last column, after a layer norm, for every K")
        .property(
            "twice the stream, the same logits (but for ε)",
            [&](Draw& draw) {
              const arma::mat last = draw.matrix("x_ℓ", config.n, 1, -3, 3);
              return difference(model.unembed(2 * last), model.unembed(last));
            },
            absolute(1e-3))
        .agree("the library's w against LN(x_ℓ) e_K", w,
               arma::mat(normed(weights.ln_f, arma::mat(x.back().tail_cols(1)),
                                config.layer_norm_epsilon)),
               absolute(1e-11))
        .property(
            "any text of 1 to `context` tokens: logits = Aᵀ LN(x_ℓ e_K)",
            [](Draw& draw) {
              const gpt2::Weights<double> drawn = draw_weights(draw);
              const Tokens tokens = draw_tokens(draw, drawn.config);
              const arma::mat last = stream(drawn, tokens).back().tail_cols(1);
              return difference(arma::mat(gpt2::Model<double>(drawn).last_logits(tokens)),
                                end(drawn, last));
            },
            absolute(1e-11), 200)
        .property(
            "column j of the logits answers the first j tokens",
            [](Draw& draw) {
              const gpt2::Weights<double> drawn = draw_weights(draw);
              const Tokens tokens = draw_tokens(draw, drawn.config);
              const gpt2::Model<double> drawn_model(drawn);
              arma::mat answers_to_prefixes(drawn.config.N, tokens.size());
              for (arma::uword j = 1; j <= tokens.size(); ++j)
                answers_to_prefixes.col(j - 1) =
                    drawn_model.last_logits(Tokens(tokens.begin(), tokens.begin() + j));
              return difference(drawn_model.logits(tokens), answers_to_prefixes);
            },
            absolute(1e-11), 200)
        .equal("the published weights, all accounted for without C", published_total(),
               blocks_and_tables);
  }

  /**
  Two layers, says the document elsewhere, are the start and the end of a large language model:
  embedding and unembedding, and what is built later goes between them. We can take the middle out
  again. Let all heads and MLPs be silent, and the stream carries the embedding through untouched.
  What remains predicts the next token from the last one and its place: the bigram model of section
  2.3, with a norm in it. Put the middle back, and the answer depends on the whole text.
  */
  {
    gpt2::Weights<double> hollow = weights;
    for (gpt2::Block<double>& block : hollow.blocks) {
      silence(block.heads);
      silence(block.mlp_out);
    }
    Tokens other_past = text;
    for (arma::uword k = 0; k + 1 < K; ++k)
      other_past[k] = static_cast<gpt2::Token>((other_past[k] + 1) % config.N);
    const gpt2::Model<double> start_and_end(hollow);
    chapter.claim("exo7-2.3-start-and-end", holds)
        .agree("with a silent middle: logits = Aᵀ LN(A e_t + position)", start_and_end.logits(text),
               end(hollow, start(hollow, text)), absolute(1e-12))
        .agree("so only the last token counts: another past, the same answer",
               start_and_end.last_logits(other_past), start_and_end.last_logits(text), exactly())
        .at_least("with the middle: another past, change of the logits",
                  difference(model.last_logits(other_past), last_logits).absolute, 0.1);
  }

  /**
  In that section the two layers have matrices of their own, $A$ and $B$. In GPT-2 the second is
  $B = A^T$: the table of 50 257 vectors is used twice. (Chapter 3 says more of it. Here it will
  matter when we count.)

  ## The future changes nothing

  Because of the mask, what is computed for a token never depends on later tokens. To see it, we
  replace the seventh of our twelve tokens, and compare the two streams, layer by layer and
  place by place.
  */
  Tokens replaced = text;
  replaced[6] = static_cast<gpt2::Token>((replaced[6] + 1) % config.N);
  const std::vector<arma::mat> x_replaced = stream(weights, replaced);
  arma::mat change(x.size(), K);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (arma::uword k = 0; k < K; ++k)
      change(i, k) = arma::norm(arma::vec(x_replaced[i].col(k) - x[i].col(k)));
  chapter.figure("causality", [&](Figure& figure) {
    HeatMap look;
    look.square_cells = false;
    for (std::size_t i = 0; i < x.size(); ++i)
      look.row_labels.push_back(i == 0       ? "embedding"
                                : i % 2 == 1 ? fmt::format("attention {}", (i + 1) / 2)
                                             : fmt::format("MLP {}", i / 2));
    arma::mat blank_where_equal = change;
    blank_where_equal.replace(0, arma::datum::nan);
    figure.title("How far the vectors move when token 7 is replaced").size(860, 440);
    figure.x_label("place in the text").y_label("residual stream after");
    figure.heat_map(blank_where_equal, look);
    figure.caption("At first only the vector of token 7 is another. The first attention carries "
                   "the change to all later tokens; the earlier ones (blank) never change, not "
                   "in one bit.");
    figure.alt("A heat map of 9 steps by 12 places. Places 1 to 6 are blank in every row, place 7 "
               "is dark in all rows, places 8 to 12 are blank in the first row and coloured from "
               "the first attention on.");
  });

  /**
  This is what makes generating a text affordable: the keys and values of the past can be kept.
  `gpt2::Session` does, and appends tokens to them. Whatever the pieces in which a text arrives, the
  logits must be those of the whole. And appending must not have changed anything that was said
  before.
  */
  chapter
      .finding("causal",
               "Appending or replacing tokens changes no earlier logit, and a session gives "
               "the logits of the whole text, in whatever pieces it comes")
      .agree("stream of tokens 1 to 6, token 7 replaced: change", change.head_cols(6).eval().max(),
             0, exactly())
      .at_least("stream of tokens 7 to 12: least change at the end",
                change.tail_rows(1).eval().tail_cols(6).eval().min(), 1e-6)
      .property(
          "a session, token after token in pieces of any length",
          [](Draw& draw) {
            const gpt2::Weights<double> drawn = draw_weights(draw);
            const Tokens tokens = draw_tokens(draw, drawn.config);
            const gpt2::Model<double> drawn_model(drawn);
            gpt2::Session<double> session(drawn_model);
            arma::mat pieces;
            for (arma::uword done = 0; done < tokens.size();) {
              const arma::uword many =
                  draw_size(draw, "piece", 1, static_cast<long>(tokens.size() - done));
              const auto from = tokens.begin() + static_cast<long>(done);
              pieces = arma::join_rows(
                  pieces, session.append_all(Tokens(from, from + static_cast<long>(many))));
              done += many;
            }
            return difference(pieces, drawn_model.logits(tokens));
          },
          absolute(1e-11), 200);

  /**
  For the decoder written out as a formula it is a theorem, whatever the weights, for any number of
  blocks and heads; and the prefix of a text gives the prefix of the result:
  */
  chapter.proposition("causality");

  /**
  ## Who wrote the answer?

  The stream is a sum, and unembedding is linear once the last norm has been given its mean and its
  standard deviation. So the winning logit is a sum as well, with a part for the embedding, one for
  the position, one for each attention and one for each MLP: each says how much it spoke for the
  token that won. The parts come from the trace, and their sum must be the logit.

  One can also stop early, and unembed the stream as it is after each block, as if that had been
  the last one (*logit lens*). The last reading must be the model's answer. With random weights all
  that one sees is that every block pulls its own way; with GPT-2's (`./epreuve gpt2 lens`) one sees
  the answer come up.
  */
  {
    const gpt2::Token winner = static_cast<gpt2::Token>(ranking(0));
    std::vector<std::string> parts{"embed", "pos_embed"}, labels{"word", "place"};
    for (arma::uword layer = 0; layer < config.layers; ++layer) {
      parts.push_back(fmt::format("blocks.{}.attn_out", layer));
      parts.push_back(fmt::format("blocks.{}.mlp_out", layer));
      labels.push_back(fmt::format("attn {}", layer + 1));
      labels.push_back(fmt::format("MLP {}", layer + 1));
    }
    const arma::vec last = x_end.tail_cols(1);
    const double deviation = std::sqrt(arma::var(last, 1) + config.layer_norm_epsilon);
    const arma::vec direction = weights.wte.col(winner) % weights.ln_f.gain / deviation;
    arma::vec spoke(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const arma::vec written = trace.matrix(parts[i]).tail_cols(1);
      spoke(i) = arma::dot(direction, written - arma::mean(written));
    }
    const double from_bias = arma::dot(weights.wte.col(winner), weights.ln_f.bias);
    arma::vec lens(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      lens(i) = softmax(arma::vec(model.unembed(arma::mat(x[i].tail_cols(1)))))(winner);
    chapter
        .finding("who-wrote-it", "A logit is the sum of what embedding, position, heads, MLPs and "
                                 "the last bias contribute; the logit lens ends with the logits")
        .agree("sum of the parts, against the logit", arma::accu(spoke) + from_bias,
               last_logits(winner), absolute(1e-11))
        .agree("the lens after the last block, against the logits", model.unembed(x_end), logits,
               absolute(1e-11));
    labels.push_back("bias");
    chapter.figure("who-wrote-it", [&](Figure& figure) {
      const arma::vec all = arma::join_cols(spoke, arma::vec{from_bias});
      figure.title("Where the small model's answer comes from").size(1000, 420);
      figure.panel("parts of the winning logit").x_label("written by").y_label("contribution");
      figure.y_range(std::floor(all.min()), std::ceil(all.max()));
      figure.x_ticks(arma::conv_to<std::vector<double>>::from(arma::regspace(1, 11)), labels);
      figure.bars(labels, all);
      figure.panel("logit lens").x_label("blocks passed").y_label("probability of that token");
      figure.x_range(0, 8).y_range(0, std::ceil(10 * lens.max()) / 10);
      figure.line_points(arma::regspace(0, 8), lens);
      figure.caption("Left: what each part of the stream adds to the logit of the token that wins. "
                     "Right: the probability of that token if the text were unembedded after so "
                     "many blocks. Random weights: there is no meaning in it yet.");
      figure.alt("Left: eleven bars, some positive and some negative. Right: a curve over 0 to 8 "
                 "blocks that ends at the model's own probability.");
    });
  }

  /**
  ## Rounding, or a mistake?

  Our pass is a template, so let us run it in single precision, in which GPT-2's weights are
  published and usually run, and look at its distance from double precision after each block, on
  twelve layers. Beside it we run the same pass in double precision with a mistake of the kind one
  really makes: the exact GELU instead of the tanh form, or an $\varepsilon$ of $10^{-6}$ instead
  of $10^{-5}$. Nobody would notice either in a generated text.

  A rounding error has a signature. It is there from the first sum on, it starts near
  $2^{-24} = 6\cdot10^{-8}$, and it stays within a few times that: every block adds its own, but the
  stream grows as well. A mistake makes a step at the place where it is made, far above that. A
  distance that is exactly 0 until some block, and $10^{-4}$ after it, is no rounding.
  */
  {
    gpt2::Config deep = small_config();
    deep.layers = 12;
    const gpt2::Weights<double> many = lively_weights(deep, chapter.seed());
    gpt2::Weights<double> other_epsilon = many;
    other_epsilon.config.layer_norm_epsilon = 1e-6;
    const gpt2::Weights<float> single = lively_weights<float>(deep, chapter.seed());
    const auto distance = [](const arma::mat& a, const arma::mat& b) {
      return arma::norm(arma::vectorise(a - b)) / arma::norm(arma::vectorise(b));
    };
    const std::vector<arma::fmat> in_float = stream(single, text);
    const std::vector<arma::mat> exact = stream(many, text);
    const std::vector<arma::mat> wrong_gelu = stream(many, text, {.exact_gelu = true});
    const std::vector<arma::mat> wrong_epsilon = stream(other_epsilon, text);
    arma::mat errors(exact.size(), 3);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      errors(i, 0) = distance(arma::conv_to<arma::mat>::from(in_float[i]), exact[i]);
      errors(i, 1) = distance(wrong_gelu[i], exact[i]);
      errors(i, 2) = distance(wrong_epsilon[i], exact[i]);
    }
    const auto end_row = errors.n_rows - 1;
    const gpt2::Model<float> float_model(single);
    const arma::fmat float_logits = float_model.logits(text);
    chapter
        .finding("rounding-or-mistake", "Single precision costs GPT-2's formulas less than two "
                                        "millionths over 24 blocks; a mistake costs more in the "
                                        "block where it is made")
        .at_most("single precision: relative distance of the stream after 24 blocks",
                 errors(end_row, 0), 2e-6)
        .at_least("the exact GELU by mistake: distance after the first MLP", errors(2, 1), 1e-5)
        .at_most("the exact GELU by mistake: distance before the first MLP", errors(1, 1), 0)
        .at_least("ε = 10⁻⁶ by mistake: distance after the first attention", errors(1, 2), 2e-6)
        .at_most("logits of the library's float model, against double",
                 difference(arma::conv_to<arma::mat>::from(float_logits), end(many, exact.back()))
                     .absolute,
                 2e-4);
    errors.replace(0, arma::datum::nan);
    chapter.figure("rounding-or-mistake", [&](Figure& figure) {
      const arma::vec blocks = arma::regspace(0, static_cast<double>(end_row));
      figure.title("Distance from the right residual stream, block by block");
      figure.x_label("blocks passed").y_label("relative distance").log_y();
      figure.x_range(0, 24).y_range(1e-8, 1e-2).legend_at(Corner::top_right);
      figure.line_points(blocks, errors.col(1), "exact GELU, not tanh");
      figure.line_points(blocks, errors.col(2), "ε = 10⁻⁶, not 10⁻⁵");
      figure.line_points(blocks, errors.col(0), "single precision");
      figure.horizontal_line(0x1p-24);
      figure.caption(
          "Single precision starts at its unit, 2⁻²⁴ (dashed), and stays near it. A mistake "
          "jumps where it is made: the wrong GELU with the first MLP, the wrong ε with "
          "the first attention. Before, the distance is 0 and not drawn.");
      figure.alt("Three curves over 24 blocks on a logarithmic scale. Single precision: 3e-8, then "
                 "about 2e-7 throughout. The wrong ε jumps to 6e-5 at block 1, the wrong GELU to "
                 "1e-4 at block 2, and both stay there.");
    });
  }

  /**
  ## How large is it?

  So far everything was true of a model of any size. Now the sizes of GPT-2 itself. There are three
  witnesses, and we hear those that are there. The library knows the list of the 148 published
  tensors, with the number of values in each; that is always at hand. If the weights have been
  fetched, the tensors themselves have shapes (a file with some of them is enough). And where
  neither can tell, there is the published configuration.
  */
  const PublishedFiles files = find_published_files();
  const std::string fetch = "./epreuve gpt2 fetch";
  chapter.table(
      "What is there of the published GPT-2 Small", {"files", "found", "decides", "how to get it"},
      {{"list of tensors", fmt::format("{}", gpt2::published_tensors().size()), "sizes, counts",
        ""},
       {"vocabulary", files.tokenizer ? "yes" : "no", "words", files.tokenizer ? "" : fetch},
       {"weights", fmt::format("{} of 148", files.tensors.size()),
        "shapes, heads; all: printed numbers", files.model ? "" : fetch}});

  const auto in_blocks = [](std::string_view rest) {
    return static_cast<arma::uword>(
        std::ranges::count_if(gpt2::published_tensors(), [&](const auto& tensor) {
          return tensor.name.starts_with("h.") && tensor.name.ends_with(rest);
        }));
  };
  Claim& blocks_claim = chapter.claim("exo7-3.2-12-blocks", holds);
  blocks_claim
      .equal("attentions among the published tensors", in_blocks(".attn.c_attn.weight"),
             arma::uword{12})
      .equal("MLPs among the published tensors", in_blocks(".mlp.c_fc.weight"), arma::uword{12})
      .equal("layer norms: two per block and one at the end",
             in_blocks(".ln_1.weight") + in_blocks(".ln_2.weight") + 1, arma::uword{25});
  Claim& mlp_claim = chapter.claim("exo7-3.2-mlp-sizes", holds);
  arma::uword blocks_of_that_size = 0;
  for (arma::uword layer = 0; layer < 12; ++layer) {
    const std::string name = fmt::format("h.{}.mlp.", layer);
    const arma::uvec counts{
        published_count(name + "c_fc.bias"), published_count(name + "c_fc.weight"),
        published_count(name + "c_proj.bias"), published_count(name + "c_proj.weight")};
    blocks_of_that_size += arma::all(counts == arma::uvec{3072, 2359296, 768, 2359296});
  }
  mlp_claim
      .equal("first layer of the first MLP: neurons, with one bias each",
             published_count("h.0.mlp.c_fc.bias"), arma::uword{3072})
      .equal("first layer of the first MLP: inputs, as weights / neurons",
             Rational(published_count("h.0.mlp.c_fc.weight"), 3072), Rational(768))
      .equal("second layer of the first MLP: neurons, with one bias each",
             published_count("h.0.mlp.c_proj.bias"), arma::uword{768})
      .equal("second layer of the first MLP: inputs, as weights / neurons",
             Rational(published_count("h.0.mlp.c_proj.weight"), 768), Rational(3072))
      .equal("MLPs of the same sizes", blocks_of_that_size, arma::uword{12});
  Claim& context_claim = chapter.claim("exo7-4.2-K-1024", holds);
  context_claim
      .equal("columns of the table of positions: values / 768",
             Rational(published_count("wpe.weight"), 768), Rational(1024))
      .property(
          "a model takes 1 to `context` tokens, and refuses one more",
          [](Draw& draw) {
            const gpt2::Weights<double> drawn = draw_weights(draw);
            const Tokens tokens = draw_tokens(draw, drawn.config);
            const gpt2::Model<double> drawn_model(drawn);
            const bool fits = drawn_model.logits(tokens).n_cols == tokens.size();
            try {
              drawn_model.logits(Tokens(drawn.config.context + 1));
              return false;
            } catch (const Error&) {
              return fits;
            }
          },
          50);
  {
    const auto real_shape = [&](const std::string& name) {
      const auto& s = files.checkpoint->info(name).shape;
      return s.size() == 2 ? fmt::format("{} x {}", s[0], s[1]) : fmt::format("{}", s[0]);
    };
    for (const auto& [claim, name, expected] :
         {std::tuple(&blocks_claim, "h.11.attn.c_attn.weight", "768 x 2304"),
          {&mlp_claim, "h.11.mlp.c_fc.bias", "3072"},
          {&mlp_claim, "h.11.mlp.c_proj.bias", "768"},
          {&context_claim, "wpe.weight", "1024 x 768"}})
      if (files.tensors.contains(name))
        claim->equal(fmt::format("the real tensor {}", name), real_shape(name),
                     std::string(expected));
  }

  /**
  The number of heads is another matter. $W_Q$ is $768 \times 768$ whether 12 heads share its rows
  or 24; no shape can tell. The configuration published with them says 12, section 6.5 of the
  document speaks of head 11, counted from 0, and one may leave it at that. But the numbers
  themselves should know: rows of one head were trained together, rows of two heads were
  not. Take the logarithms of the norms of the rows of $W_Q$, $W_K$ and $W_V$ and of the columns of
  $W_O$, and let $J(c)$ be the squared difference between the mean of the 16 rows before place $c$
  and the 16 after it, averaged over all four matrices and all blocks. Where a head ends and another
  begins, the norms should jump.
  */
  Claim& heads_claim = chapter.claim("exo7-3.2-12-heads", holds);
  heads_claim.by_reading(
      "the shapes of the tensors are the same for any number of heads; it is the "
      "configuration published with them that says 12");
  const auto count_of_attentions = std::ranges::count_if(files.tensors, [](const auto& name) {
    return name.ends_with("attn.c_attn.weight") || name.ends_with("attn.c_proj.weight");
  });
  if (count_of_attentions == 24) {
    arma::vec jump(768);
    for (arma::uword layer = 0; layer < 12; ++layer) {
      const std::string name = fmt::format("h.{}.attn.", layer);
      const arma::mat qkv = files.checkpoint->matrix<double>(name + "c_attn.weight");
      const arma::mat W_O = files.checkpoint->matrix<double>(name + "c_proj.weight");
      const arma::vec of_rows = arma::sqrt(arma::sum(arma::square(qkv), 1));
      const arma::vec of_columns = arma::sqrt(arma::sum(arma::square(W_O), 0).t());
      for (const arma::vec& norms :
           {arma::vec(of_rows.subvec(0, 767)), arma::vec(of_rows.subvec(768, 1535)),
            arma::vec(of_rows.subvec(1536, 2303)), of_columns})
        for (arma::uword c = 16; c <= 752; c += 16)
          jump(c) += std::pow(arma::mean(arma::log(norms.subvec(c - 16, c - 1))) -
                                  arma::mean(arma::log(norms.subvec(c, c + 15))),
                              2) /
                     48;
    }
    const auto least_between_over_most_within = [&](arma::uword rows_per_head) {
      double between = 1, within = 0;
      for (arma::uword c = 16; c <= 752; c += 16)
        if (c % rows_per_head == 0)
          between = std::min(between, jump(c));
        else
          within = std::max(within, jump(c));
      return between / within;
    };
    heads_claim.at_least("real weights: the least J(c) between 12 heads over the largest within",
                         least_between_over_most_within(64), 10);
    for (const arma::uword other : {6U, 8U, 16U, 24U})
      heads_claim.at_most(fmt::format("the same quotient if there were {} heads", other),
                          least_between_over_most_within(768 / other), 1);
  }

  /**
  In the real weights they do, at the eleven multiples of 64 and nowhere else: the smallest jump
  there is more than ten times the largest elsewhere, and if there were 6, 8, 16 or 24 heads, some place
  inside a head would jump more than some place between two. There are twelve heads of 64, and we
  have it from the weights themselves.

  ## How many weights? 117 million, and where the number comes from

  The document says 117 million. Let us count. A dense layer from $a$ to $b$ has $ab$ weights and
  $b$ biases, a layer norm $2n$ numbers:
  */
  const gpt2::Config small;
  const arma::uword n = small.n;
  const auto dense_count = [](arma::uword in, arma::uword out) { return in * out + out; };
  const std::vector<std::pair<std::string, arma::uword>> parts{
      {"tokens", small.N * n},
      {"positions", small.context * n},
      {"attention", small.layers * (dense_count(n, 3 * n) + dense_count(n, n))},
      {"MLP", small.layers * (dense_count(n, small.mlp) + dense_count(small.mlp, n))},
      {"layer norms", (2 * small.layers + 1) * 2 * n}};
  arma::uword total = 0;
  for (const auto& part : parts)
    total += part.second;
  rows.clear();
  for (const auto& [part, count] : parts)
    rows.push_back(
        {part, fmt::format("{}", count),
         fmt::format("{:.2f} %", 100 * static_cast<double>(count) / static_cast<double>(total))});
  rows.push_back({"all", fmt::format("{}", total), "100 %"});
  chapter.table("The parameters of GPT-2 Small", {"part", "parameters", "share"}, rows);

  chapter.claim("exo7-1.3-117-millions", refuted)
      .as_printed("117 million weights (in millions)")
      .prints("117", Rational(total, 1000000))
      .corrected("124 439 808 weights, 124 million")
      .equal("sum over the parts", total, arma::uword{124439808})
      .equal("sum over the 148 published tensors", published_total(), total)
      .equal("the library's count", gpt2::parameter_count(small), total)
      .prints("124", Rational(total, 1000000));

  /**
  124 439 808, each counted once; the unembedding is the embedding and does not count again (else
  163 million). So where does 117 come from? It is no slip of the document's: the paper of 2019 has
  117M in its table, next to 345M, 762M and 1542M for the three larger models. The authors' own
  repository later renamed them to 124M, 355M, 774M and 1558M, with a note that the first counts had
  been wrong "due to an error". It does not say which.

  One can find out. Wide models lost more than narrow ones, in all four between $9300\,n$ and
  $9800\,n$: as if some 9600 tokens had been missing from the vocabulary. And there is a vocabulary
  of 40 478 tokens, 9779 fewer: that of GPT, the model before. Count again with it:
  */
  std::vector<gpt2::Config> family(4);
  const std::vector<std::array<arma::uword, 3>> family_sizes{
      {12, 12, 768}, {24, 16, 1024}, {36, 20, 1280}, {48, 25, 1600}};
  for (std::size_t i = 0; i < family.size(); ++i) {
    family[i].layers = family_sizes[i][0];
    family[i].heads = family_sizes[i][1];
    family[i].n = family_sizes[i][2];
    family[i].mlp = 4 * family[i].n;
  }
  const auto millions_with = [&](arma::uword N) {
    std::vector<double> millions;
    for (gpt2::Config member : family) {
      member.N = N;
      millions.push_back(std::round(1e-6 * static_cast<double>(gpt2::parameter_count(member))));
    }
    return fmt::format("{}", fmt::join(millions, " "));
  };
  const std::string of_the_paper = "117 345 762 1542";
  arma::uword least_N = 0, most_N = 0;
  for (arma::uword N = 30000; N <= 60000; ++N)
    if (millions_with(N) == of_the_paper) {
      least_N = least_N == 0 ? N : least_N;
      most_N = N;
    }
  arma::uword least_solved = 0, most_solved = 100000;
  for (std::size_t i = 0; i < family.size(); ++i) {
    gpt2::Config member = family[i];
    member.N = 1;
    const arma::uword rest = gpt2::parameter_count(member) - member.n;
    const arma::uword millions = std::array<arma::uword, 4>{117, 345, 762, 1542}[i];
    const arma::uword low = millions * 1000000 - 500000 - rest, high = low + 999999;
    least_solved = std::max(least_solved, (low + member.n - 1) / member.n);
    most_solved = std::min(most_solved, high / member.n);
  }
  chapter
      .finding("where-117-comes-from", "The paper's four sizes are those of its models with the "
                                       "vocabulary of GPT, 40 478 tokens, instead of 50 257")
      .equal("millions with 40 478 tokens", millions_with(40478), of_the_paper)
      .equal("millions with 50 257 tokens, which are the models' later names", millions_with(50257),
             std::string("124 355 774 1558"))
      .equal("smallest vocabulary that gives all four sizes: tried, and solved for", least_N,
             least_solved)
      .equal("largest vocabulary that gives all four sizes: tried, and solved for", most_N,
             most_solved)
      .fact("of these vocabularies, that of GPT is one and that of GPT-2 is none",
            least_N <= 40478 && 40478 <= most_N && most_N < 50257,
            fmt::format("{} to {} tokens", least_N, most_N));

  /**
  All four agree, to the last digit printed. Of all vocabularies of 30 000 to 60 000 tokens only
  those of 40 468 to 40 812 do that, and the one that existed is among them. It is a deduction, not
  a confession, but whoever made the table had the new layers and the old vocabulary. (GPT itself,
  with its 512 positions and no last norm, has 116 534 784 parameters, which is 117 million too; for
  the small model alone one could not tell. The other three decide.)
  */
  chapter.figure("parameters", [&](Figure& figure) {
    std::vector<std::string> labels;
    arma::vec millions(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      labels.push_back(parts[i].first);
      millions(i) = static_cast<double>(parts[i].second) / 1e6;
    }
    figure.title("The 124 439 808 parameters of GPT-2 Small");
    figure.x_label("part").y_label("millions").y_range(0, 65);
    figure.bars(labels, millions, "", {.value_text = true, .digits = 2});
    figure.caption("Nearly a third of all weights is the table of tokens, used at the start and at "
                   "the end; the MLPs have twice as many as the attentions; positions and norms "
                   "hardly count.");
    figure.alt("Bars: tokens 38.60 million, positions 0.79, attention 28.35, MLP 56.67, layer "
               "norms 0.04.");
  });

  /**
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
  };
  const auto operations = [](const gpt2::Config& c, double tokens) {
    const auto N_ = static_cast<double>(c.N), n_ = static_cast<double>(c.n);
    const auto L = static_cast<double>(c.layers), m = static_cast<double>(c.mlp);
    return Operations{(8 * n_ * n_ + 4 * n_ * m) * L * tokens, 2 * n_ * tokens * (tokens + 1) * L,
                      2 * n_ * N_};
  };
  const Operations full = operations(small, 1024), one = operations(small, 1);
  double pairs_seen = 0;
  for (const std::string& name : trace.names())
    if (name.ends_with("attn.pattern"))
      pairs_seen += static_cast<double>(arma::accu(trace[name] > 0));
  const double head_size = static_cast<double>(config.head_size());
  double weights_used = 0;
  for (const gpt2::Block<double>& block : weights.blocks)
    for (const gpt2::Dense<double>* layer :
         {&block.qkv, &block.heads, &block.mlp_in, &block.mlp_out})
      weights_used += static_cast<double>(layer->neurons.n_elem);
  const Operations small_model = operations(config, static_cast<double>(K));
  chapter
      .finding("cost",
               "K tokens cost 24n²LK operations in dense layers and 2nK(K+1)L in attention; "
               "within GPT-2's context the quadratic term stays below an eighth")
      .agree("small model, dense layers: 2 operations for each weight and token",
             2 * weights_used * static_cast<double>(K), small_model.dense, exactly())
      .agree("small model, attention: 4d operations for each pair in a pattern",
             4 * head_size * pairs_seen, small_model.attention, exactly())
      .at_most("GPT-2 at K = 1024: attention / dense layers", full.attention / full.dense, 0.125)
      .agree("attention and dense layers cost the same at K + 1 = 12n",
             operations(small, 9215).attention, operations(small, 9215).dense, exactly());
  chapter.figure("cost", [&](Figure& figure) {
    const arma::vec lengths = arma::exp2(arma::linspace(0, 14, 113));
    arma::mat billions(lengths.n_elem, 3);
    for (arma::uword i = 0; i < lengths.n_elem; ++i) {
      const Operations o = operations(small, lengths(i));
      billions.row(i) = arma::rowvec{o.dense, o.attention, o.unembedding} / 1e9;
    }
    figure.title("Operations of GPT-2 Small for a text of K tokens");
    figure.x_label("tokens K").y_label("billions of operations").log_x().log_y();
    figure.x_range(1, 16384).y_range(1e-5, 1e5).legend_at(Corner::bottom_right);
    figure.x_ticks({1, 4, 16, 64, 256, 1024, 4096, 16384});
    figure.vertical_line(1024).vertical_line(9215);
    figure.line(lengths, billions.col(0), "dense layers");
    figure.line(lengths, billions.col(1), "attention");
    figure.line(lengths, billions.col(2), "unembedding, last token");
    figure.caption("Dense layers grow with K, attention with its square, and the unembedding of "
                   "one vector not at all. Dashed: the end of GPT-2's context, 1024. Dotted: "
                   "the length where attention would draw level, 9215.");
    figure.alt("On two logarithmic scales: a line of slope 1 from 0.17 to 2780, a line of slope 2 "
               "from 4e-5 to 4900 that crosses it at 9215, and a horizontal one at 0.08.");
  });
  chapter.claim("exo7-1.3-public-pc", holds)
      .by_reading(
          "weights, vocabulary and configuration are published under openai-community/gpt2; "
          "./epreuve gpt2 fetch gets them, and the commands of ./epreuve gpt2 run them")
      .at_most("GPT-2's weights in single precision, in gigabytes",
               4e-9 * static_cast<double>(total), 0.5)
      .at_most("operations for one token, in billions",
               1e-9 * (one.dense + one.attention + one.unembedding), 0.25)
      .at_most("operations for a full context of 1024, in billions",
               1e-9 * (full.dense + full.attention + full.unembedding), 200);

  /**
  That is a quarter of a billion operations for one token, and two hundred billion for a full
  context. A laptop does them in a few seconds.

  ## The cat and the child

  We come to what GPT-2 answers. The document prints the five most probable continuations of two
  sentences.
  */
  const Completion cat{"The cat sat on the",
                       {464, 3797, 3332, 319, 262},
                       {4314, 3996, 18507, 2323, 5743},
                       {" floor", " bed", " couch", " ground", " edge"},
                       "7.64% 6.53% 5.41% 5.21% 4.78%"};
  const Completion child{"The child sat on the",
                         {464, 1200, 3332, 319, 262},
                         {3996, 4314, 18507, 34902, 2323},
                         {" bed", " floor", " couch", " sofa", " ground"},
                         "13.11% 11.66% 7.06% 5.06% 4.78%"};

  /**
  Whether these are GPT-2's numbers, its weights decide, all of them: every probability passes
  through every matrix. We check them when the whole published file is there, every tensor known by
  its hash, and not otherwise. Some things the pages decide by themselves: the probabilities must fall,
  and leave something for the 50 252 others. No token after the fifth can have more than the fifth,
  so the rest must be spread over at least $(1-\sum p)/p_5$ further tokens. If the vocabulary is there, each id must be the word that is
  printed beside it, and the sentence must have the tokens that we gave it.

  Are the percentages rounded or cut? Formatting functions round, so that is what we expect; chapter
  1 found a percentage of this document rounded where the decimals beside it were cut.
  */
  for (const auto& [id, completion] :
       {std::pair("exo7-2.1-top5-cat", &cat), {"exo7-2.1-top5-child", &child}}) {
    Claim& top_five = chapter.claim(id, files.model ? reproduced : needs_weights);
    const arma::vec printed = completion->probabilities();
    top_five
        .fact("the five printed probabilities fall", printed.is_sorted("strictdescend"),
              completion->printed)
        .at_most("sum of the five printed probabilities", arma::accu(printed), 1)
        .at_least("further tokens that must share what the five leave",
                  (1 - arma::accu(printed)) / printed.min(), 12);
    if (files.tokenizer) {
      top_five.fact("tokens of the sentence in the vocabulary",
                    files.tokenizer->encode(completion->text) == completion->tokens,
                    fmt::format("{} are \"{}\"", fmt::join(completion->tokens, ", "),
                                files.tokenizer->decode(completion->tokens)));
      for (std::size_t i = 0; i < 5; ++i)
        top_five.equal(fmt::format("the word of token {}", completion->top[i]),
                       files.tokenizer->bytes(completion->top[i]), completion->words[i]);
    }
    if (files.model) {
      const arma::vec q = softmax(files.model->last_logits(completion->tokens));
      const arma::uvec best = arma::uvec(arma::sort_index(q, "descend")).head(5);
      top_five
          .equal("the five most probable tokens, computed and printed",
                 fmt::format("{}", fmt::join(best, " ")),
                 fmt::format("{}", fmt::join(completion->top, " ")))
          .prints(completion->printed, Values(arma::vec(q(best)), 1e6));
    } else {
      top_five.without_weights(
          fmt::format("{} fit; that the numbers are GPT-2's is checked when all its published "
                      "weights are there: {}",
                      files.tokenizer ? "order, sum and words" : "order and sum", fetch));
    }
  }

  /**
  From the two lists the document draws a moral: GPT-2 "knows" that a child will sit on its bed, but
  the cat rather on the floor. As far as the lists go, it follows: bed leads for the child, floor
  for the cat. But the lead is small. The odds are $1.17 : 1$ for the cat's floor and $1.12 : 1$ for
  the child's bed, and both sit elsewhere most of the time. The subject of the sentence moves the
  logit of bed against floor by $0.27$. What was learned is a preference, and a slight one.
  */
  {
    const arma::vec of_cat = cat.probabilities(), of_child = child.probabilities();
    const double cat_bed = std::log(of_cat(1) / of_cat(0));
    const double child_bed = std::log(of_child(0) / of_child(1));
    Claim& knows =
        chapter.claim("exo7-2.1-child-bed-cat-floor", files.model ? holds : needs_weights);
    knows.at_most("printed: ln(bed/floor) for the cat", cat_bed, 0)
        .at_least("printed: ln(bed/floor) for the child", child_bed, 0)
        .within("printed: how far the subject moves ln(bed/floor)", child_bed - cat_bed, 0.27,
                0.28);
    if (files.model) {
      const auto bed_against_floor = [&](const Completion& completion) {
        const arma::vec answer = files.model->last_logits(completion.tokens);
        return answer(3996) - answer(4314);
      };
      knows.at_most("computed: logit of bed less that of floor, the cat", bed_against_floor(cat), 0)
          .at_least("computed: logit of bed less that of floor, the child",
                    bed_against_floor(child), 0);
    } else {
      knows.without_weights("it follows from the printed lists; that they are GPT-2's is checked "
                            "when all its published weights are there: " +
                            fetch);
    }
  }

  /**
  The documents are not the only ones who have published values of this network. When the weights
  are there, we also look whether they give what others found: the logarithm of the sum of
  exponentials, and the largest logit, for two texts (Transformer Explainer, Georgia Tech, from its
  examples; single precision, so to four decimals).
  */
  if (files.model) {
    Claim& elsewhere = chapter.finding("as-found-elsewhere",
                                       "The model gives the logits that others have published");
    for (const auto& [what, tokens, sum, best, logit] :
         {std::tuple("Data visualization empowers users to",
                     Tokens{6601, 32704, 795, 30132, 2985, 284}, -134.067, 38350U, -135.91316),
          {"Artificial Intelligence is transforming the", Tokens{8001, 9542, 9345, 318, 25449, 262},
           -99.47473, 835U, -100.87852}}) {
      const arma::vec answer = files.model->last_logits(tokens);
      elsewhere.agree(fmt::format("{}: ln Σ eˣ", what), log_sum_exp(answer), sum, absolute(2e-3))
          .equal(fmt::format("{}: most probable token", what), answer.index_max(),
                 arma::uword{best})
          .agree(fmt::format("{}: its logit", what), answer(best), logit, absolute(2e-3));
    }
  }

  /**
  ## From probabilities to a text

  A distribution is not yet a word. One can always take the most probable token, or one can draw.
  Between the two there are three knobs: a temperature (chapter 1), *top-k*, which keeps the $k$ most
  probable tokens, and *top-p*, which keeps the fewest that together have probability $p$. To see
  what they do, we take the cat's five printed probabilities and invent a tail for them: the
  remaining 70 % fall off geometrically over 40 tokens.
  */
  const arma::vec cat_five = cat.probabilities();
  arma::vec shown(45);
  shown.head(5) = cat_five;
  shown.tail(40) = arma::exp(-0.055 * arma::regspace(0, 39));
  shown.tail(40) *= (1 - arma::accu(cat_five)) / arma::accu(shown.tail(40));
  const arma::vec shown_logits = arma::log(shown);
  const auto with = [&](const gpt2::Sampling& sampling) {
    return gpt2::sampling_distribution(shown_logits, {}, sampling);
  };
  const auto draw_logits = [](Draw& draw) {
    return draw.vector("x", draw_size(draw, "N", 1, 20), -5, 5);
  };
  chapter
      .finding("sampling",
               "Temperature, top-k and top-p choose among distributions from the one the "
               "model gives to the most probable token alone")
      .property(
          "T = 1, every token, p = 1: the model's own",
          [&](Draw& draw) {
            const arma::vec v = draw_logits(draw);
            return difference(gpt2::sampling_distribution(v, {}, {}), softmax(v));
          },
          exactly(), 200)
      .property(
          "T = 0, or k = 1, or p near 0: the most probable token",
          [&](Draw& draw) {
            const arma::vec v = draw_logits(draw);
            arma::mat three(v.n_elem, 3), best(v.n_elem, 3);
            three.col(0) = gpt2::sampling_distribution(v, {}, {.temperature = 0});
            three.col(1) = gpt2::sampling_distribution(v, {}, {.top_k = 1});
            three.col(2) = gpt2::sampling_distribution(v, {}, {.top_p = 1e-9});
            best.row(v.index_max()).ones();
            return difference(three, best);
          },
          exactly(), 200)
      .property(
          "what is kept keeps its odds, and the sum is 1",
          [&](Draw& draw) {
            const arma::vec v = draw_logits(draw), own = softmax(v);
            gpt2::Sampling sampling;
            sampling.top_k = draw_size(draw, "k", 1, 20);
            sampling.top_p = draw.real("p", 0.01, 1);
            const arma::vec kept = gpt2::sampling_distribution(v, {}, sampling);
            const arma::uvec which = arma::find(kept > 0);
            const arma::vec expected = own(which) / arma::accu(own(which));
            return difference(arma::vec(kept(which)), expected);
          },
          absolute(1e-14), 500);
  chapter.figure("sampling", [&](Figure& figure) {
    const arma::uword many = 20;
    std::vector<std::string> ranks;
    for (arma::uword i = 1; i <= many; ++i)
      ranks.push_back(i <= 5 || i % 5 == 0 ? fmt::format("{}", i) : "");
    figure.title("One distribution, and what the three knobs make of it")
        .size(1000, 640)
        .columns(2);
    const auto panel = [&](const std::string& name, const gpt2::Sampling& sampling) {
      figure.panel(name).x_label("rank of the token").y_label("probability").y_range(0, 0.3);
      figure.x_ticks(arma::conv_to<std::vector<double>>::from(arma::regspace(1, many)), ranks);
      figure.bars(ranks, with(sampling).head(many));
    };
    panel("as it is (T = 1)", {});
    panel("temperature 1/2", {.temperature = 0.5});
    panel("top-k, k = 5", {.top_k = 5});
    panel("top-p, p = 1/2", {.top_p = 0.5});
    figure.caption("The five printed probabilities after “The cat sat on the” with an "
                   "invented tail of 40 tokens, of which 15 are shown. A low temperature favours "
                   "the head, top-k and top-p cut the tail off; what is kept keeps its odds.");
    figure.alt("Four bar charts by rank. As it is: from 0.076 slowly down. Temperature one half: "
               "from 0.16 steeply down. Top-k: five bars from 0.26 to 0.16 and nothing else. "
               "Top-p: eleven bars from 0.15.");
  });

  /**
  So that is GPT-2: a table, twelve times the same two steps, and the table again. Every formula of
  the documents fits into it but one, the coefficients $C$ that nobody trained; and the number of
  weights was wrong before it ever came to them. What the trained heads *do* we have not looked at
  yet. It is the subject of the next chapter.
  */
}
