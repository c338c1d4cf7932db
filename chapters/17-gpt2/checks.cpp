#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/exercises/course.hpp"
#include "epreuve/gpt2/kernels.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "epreuve/math/softmax.hpp"

#include <exercises.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

using exercise::Attention;
using exercise::Block;
using exercise::Dense;
using exercise::Head;
using exercise::LayerNorm;
using exercise::Merges;
using exercise::Mlp;
using exercise::Symbols;
using exercise::Weights;

using Pair = std::pair<std::string, std::string>;
using Top = std::pair<arma::uvec, arma::vec>;

// --- the library's structs, which keep each neuron as a column ------------------------------

gpt2::Dense<double> library(const Dense& layer)
{
  return {layer.W.t(), layer.b};
}

gpt2::Norm<double> library(const LayerNorm& norm)
{
  return {norm.gain, norm.bias};
}

gpt2::Block<double> library(const Block& block)
{
  return {library(block.ln_1), library(block.attn.c_attn), library(block.attn.c_proj),
          library(block.ln_2), library(block.mlp.c_fc),    library(block.mlp.c_proj)};
}

gpt2::Weights<double> library(const Weights& weights)
{
  const Block& first = weights.blocks.front();
  gpt2::Weights<double> result;
  result.config.layers = weights.blocks.size();
  result.config.heads = first.attn.heads;
  result.config.n = weights.wte.n_rows;
  result.config.N = weights.wte.n_cols;
  result.config.context = weights.wpe.n_cols;
  result.config.mlp = first.mlp.c_fc.W.n_rows;
  result.config.layer_norm_epsilon = weights.ln_f.epsilon;
  result.wte = weights.wte;
  result.wpe = weights.wpe;
  for (const Block& block : weights.blocks)
    result.blocks.push_back(library(block));
  result.ln_f = library(weights.ln_f);
  return result;
}

Dense from_library(const gpt2::Dense<double>& layer)
{
  return {layer.neurons.t(), layer.b};
}

Weights from_library(const gpt2::Weights<double>& weights)
{
  const double epsilon = weights.config.layer_norm_epsilon;
  const auto normed = [&](const gpt2::Norm<double>& given) {
    return LayerNorm{given.gain, given.bias, epsilon};
  };
  Weights result{weights.wte, weights.wpe, {}, normed(weights.ln_f)};
  for (const gpt2::Block<double>& block : weights.blocks)
    result.blocks.push_back(
        {normed(block.ln_1),
         {weights.config.heads, from_library(block.qkv), from_library(block.heads)},
         normed(block.ln_2),
         {from_library(block.mlp_in), from_library(block.mlp_out)}});
  return result;
}

// --- the formulas, from the library ---------------------------------------------------------

arma::mat dense_layer(const Dense& layer, const arma::mat& x)
{
  return layer.W * x + arma::repmat(layer.b, 1, x.n_cols);
}

arma::mat normed(const LayerNorm& norm, const arma::mat& x)
{
  return math::layer_norm(x, norm.gain, norm.bias, norm.epsilon);
}

/// The heads' outputs, one below the other.
arma::mat heads_output(const Attention& a, const arma::mat& x)
{
  const arma::uword n = x.n_rows;
  const arma::mat qkv = dense_layer(a.c_attn, x), q = qkv.rows(0, n - 1),
                  k = qkv.rows(n, 2 * n - 1), v = qkv.rows(2 * n, 3 * n - 1);
  arma::mat z;
  gpt2::causal_attention<double>(z, q.rows(0, n - 1), k.rows(0, n - 1), v.rows(0, n - 1), a.heads);
  return z;
}

arma::mat head_output(const Head& head, const arma::mat& x)
{
  return attention::head_output<double>(
      head.W_V * x, attention::causal_pattern<double>(head.W_Q * x, head.W_K * x));
}

arma::mat all_heads(const Attention& a, const arma::mat& x)
{
  return dense_layer(a.c_proj, heads_output(a, x));
}

arma::mat two_layers(const Mlp& layers, const arma::mat& x)
{
  return dense_layer(layers.c_proj, math::gelu_tanh(dense_layer(layers.c_fc, x)));
}

/// The residual stream after the one block of a model whose embedding is x.
arma::mat block_of_the_library(const Block& b, const arma::mat& x)
{
  const arma::uword n = x.n_rows;
  const LayerNorm last{arma::ones(n), arma::zeros(n), b.ln_1.epsilon};
  const Weights weights{x, arma::zeros(n, x.n_cols), {b}, last};
  std::vector<gpt2::Token> tokens(x.n_cols);
  std::iota(tokens.begin(), tokens.end(), 0);
  gpt2::Trace<double> trace({"blocks.0.resid_post"});
  gpt2::Model<double>(library(weights)).logits(tokens, &trace);
  return trace.matrix("blocks.0.resid_post");
}

arma::mat logits_of(const LayerNorm& last, const arma::mat& A, const arma::mat& x)
{
  return A.t() * normed(last, x);
}

/// The ids of the k largest logits; of equal ones the lower ids first.
arma::uvec top(const arma::vec& logits, arma::uword k)
{
  arma::uvec ids = arma::regspace<arma::uvec>(0, logits.n_elem - 1);
  std::ranges::sort(ids, [&](arma::uword a, arma::uword b) {
    return logits[a] != logits[b] ? logits[a] > logits[b] : a < b;
  });
  return ids.head(std::min(k, logits.n_elem));
}

/// Joins a pair wherever it occurs.
Symbols join(const Symbols& symbols, const Pair& pair)
{
  Symbols joined;
  for (std::size_t i = 0; i < symbols.size(); ++i)
    if (i + 1 < symbols.size() && Pair(symbols[i], symbols[i + 1]) == pair) {
      joined.push_back(symbols[i] + symbols[i + 1]);
      ++i;
    } else {
      joined.push_back(symbols[i]);
    }
  return joined;
}

bool has(const Symbols& symbols, const Pair& pair)
{
  return join(symbols, pair) != symbols;
}

Symbols merge(const Symbols& symbols, const Merges& merges)
{
  const auto best =
      std::ranges::find_if(merges, [&](const Pair& pair) { return has(symbols, pair); });
  return best == merges.end() ? symbols : join(symbols, *best);
}

// --- inputs: short decimals, so that a student can follow them by hand -----------------------

arma::uword draw_size(Draw& draw, const std::string& name, long low, long high)
{
  return static_cast<arma::uword>(draw.integer(name, low, high));
}

arma::mat draw_halves(Draw& draw, const std::string& name, arma::uword rows, arma::uword columns)
{
  return draw.integer_matrix(name, rows, columns, -4, 4) / 2;
}

Dense draw_dense(Draw& draw, const std::string& name, arma::uword out, arma::uword in)
{
  Dense layer;
  layer.W = draw_halves(draw, name + " W", out, in);
  layer.b = draw_halves(draw, name + " b", out, 1);
  return layer;
}

LayerNorm draw_norm(Draw& draw, const std::string& name, arma::uword n)
{
  LayerNorm norm;
  norm.gain = draw.integer_matrix(name + " gain", n, 1, 2, 6) / 2;
  norm.bias = draw_halves(draw, name + " bias", n, 1);
  return norm;
}

Attention draw_attention(Draw& draw, arma::uword heads, arma::uword d)
{
  const arma::uword n = heads * d;
  Attention a;
  a.heads = heads;
  a.c_attn = draw_dense(draw, "c_attn", 3 * n, n);
  a.c_attn.W /= 2; // scores that do not drown all but one token
  a.c_proj = draw_dense(draw, "c_proj", n, n);
  return a;
}

Mlp draw_mlp(Draw& draw, arma::uword n, arma::uword m)
{
  Mlp layers;
  layers.c_fc = draw_dense(draw, "c_fc", m, n);
  layers.c_proj = draw_dense(draw, "mlp c_proj", n, m);
  return layers;
}

Block draw_block(Draw& draw, arma::uword heads, arma::uword d, arma::uword m)
{
  const arma::uword n = heads * d;
  Block b;
  b.ln_1 = draw_norm(draw, "ln_1", n);
  b.attn = draw_attention(draw, heads, d);
  b.ln_2 = draw_norm(draw, "ln_2", n);
  b.mlp = draw_mlp(draw, n, m);
  return b;
}

/// Numbers without a pattern, between -1.25 and 1.25.
arma::mat some(arma::uword rows, arma::uword columns, arma::uword seed)
{
  arma::mat made(rows, columns);
  for (arma::uword i = 0; i < made.n_elem; ++i)
    made[i] = (static_cast<double>((7 * i * i + 3 * i + 5 * seed) % 11) - 5) / 4;
  return made;
}

Dense some_dense(arma::uword out, arma::uword in, arma::uword seed)
{
  return {some(out, in, seed), some(out, 1, seed + 1)};
}

LayerNorm some_norm(arma::uword n, arma::uword seed)
{
  return {arma::vec(some(n, 1, seed) + 2), some(n, 1, seed + 1), 1e-5};
}

Block some_block(arma::uword n, arma::uword heads, arma::uword m, arma::uword seed)
{
  return {some_norm(n, seed),
          {heads, some_dense(3 * n, n, seed + 2), some_dense(n, n, seed + 3)},
          some_norm(n, seed + 4),
          {some_dense(m, n, seed + 5), some_dense(n, m, seed + 6)}};
}

/// A block whose attention gives (1, -0.5) the opposite signs, so that it matters what the MLP reads.
Block turning_block()
{
  const LayerNorm plain{{1, 1}, {0, 0}, 1e-5};
  const arma::mat one = arma::eye(2, 2);
  const arma::mat values = arma::join_cols(arma::zeros(4, 2), one);
  return {plain,
          {1, {values, arma::zeros(6)}, {one, {-3, 2}}},
          plain,
          {{arma::rowvec{1, -1}, {0}}, {arma::vec{1, 0.5}, {0, 0}}}};
}

/// A block as small as a block can be, so that an answer that is wrong on it is shown it, with something to do for each
/// part. (The layer norm of a single number is its bias.)
Block block_of_one_entry()
{
  return {{{1}, {2}, 1e-5},
          {1, {arma::vec{1, 1, 1}, {0, 0, 1}}, {arma::mat{2}, {1}}},
          {{1}, {-1}, 1e-5},
          {{arma::mat{1}, {2}}, {arma::mat{3}, {-1}}}};
}

/// Inputs as small as an input can be, so that an answer that is wrong on one of them is shown it, with something to do
/// for each part: one word or two, of two numbers, or of one where that says enough.
namespace small {

/// Two heads of one number, which give to the stream what they have read, and one neuron.
const Block first{{{1, 2}, {1, 0}, 1e-5},
                  {2,
                   {{{1, 0}, {0, 1}, {1, 1}, {0, -1}, {2, 0}, {0, 3}}, {0, 0, 0, 0, 1, 0}},
                   {{{1, 0}, {0, 1}}, {0, -1}}},
                  {{2, 1}, {0, 1}, 1e-5},
                  {{arma::rowvec{1, 2}, {1}}, {arma::vec{1, -1}, {0, 1}}}};

/// Of tokens of two numbers the layer norm leaves nothing but which is larger. Here that depends on each position, and on
/// the order of the blocks.
const arma::vec wte{1, 3};
const arma::mat wpe{{1, 3, 0}, {0, 3, 0}};

/// The first block with other biases.
Block second()
{
  Block block = first;
  block.attn.c_proj.b = {0, 0};
  block.mlp.c_proj.b = {-2, 1};
  return block;
}

/// For K tokens.
Weights weights(arma::uword K, const std::vector<Block>& blocks)
{
  return {wte, wpe.head_cols(K + 1), blocks, {{1, 2}, {1, 0}, 1e-5}};
}

/// With one number in each token, which the last layer norm makes its bias.
Weights weights_of_one_entry(const arma::mat& embeddings, const arma::mat& positions)
{
  return {embeddings, positions, {block_of_one_entry()}, {{2}, {3}, 1e-5}};
}

} // namespace small

Weights some_weights(arma::uword n, arma::uword heads, arma::uword N, arma::uword context,
                     arma::uword layers)
{
  Weights weights{some(n, N, 1), some(n, context, 2), {}, some_norm(n, 3)};
  for (arma::uword layer = 0; layer < layers; ++layer)
    weights.blocks.push_back(some_block(n, heads, n + 1, 4 + 3 * layer));
  return weights;
}

/// A model before its training, as the library draws it.
Weights untrained()
{
  gpt2::Config config;
  config.layers = 2, config.heads = 2, config.n = 4;
  config.N = 7, config.context = 6, config.mlp = 16;
  return from_library(gpt2::random_weights<double>(config, 17));
}

constexpr Closeness many_steps{.absolute = 1e-9, .relative = 1e-9};

/// The number that a mask has in place of minus infinity, if it is large and not the lowest double.
Constants number_in_the_future(const arma::mat& S, const arma::mat& masked)
{
  if (arma::size(masked) != arma::size(S) || masked.n_elem < 2)
    return no_constant;
  const double number = masked(0, 1);
  arma::mat mistaken = S;
  mistaken.elem(arma::trimatu_ind(arma::size(S), 1)).fill(number);
  const bool is_it = number <= -50 && number > std::numeric_limits<double>::lowest();
  return is_it && arma::approx_equal(masked, mistaken, "absdiff", 0) ? Constants::near(number, 0)
                                                                     : no_constant;
}

} // namespace

CHECKS(course)
{
  course.EXERCISE(dense)
      .expects(dense_layer)
      .on("numbers", Dense{arma::mat{2}, {5}}, arma::vec{3})
      .on("numbers, two tokens", Dense{arma::mat{2}, {5}}, arma::rowvec{3, 4})
      .on("two neurons, one number", Dense{arma::vec{1, 2}, {10, 20}}, arma::vec{3})
      .on("one neuron, two numbers", Dense{arma::rowvec{1, 2}, {5}}, arma::vec{3, 4})
      .on("one token", Dense{{{1, 2}, {3, 4}}, {10, 20}}, arma::vec{1, -1})
      .on("two tokens", Dense{{{1, 2}, {3, 4}}, {10, 20}}, arma::mat{{1, 0}, {0, 1}})
      .on("one neuron", Dense{arma::rowvec{1, -1, 2}, {0.5}}, arma::mat{{1, 2}, {3, 4}, {5, 6}})
      .on_random([](Draw& draw) {
        const arma::uword out = draw_size(draw, "out", 1, 5), in = draw_size(draw, "in", 1, 5),
                          K = draw_size(draw, "K", 1, 5);
        const Dense layer = draw_dense(draw, "layer", out, in);
        return std::tuple(layer, draw_halves(draw, "x", in, K));
      });

  course.EXERCISE(layer_norm)
      .domain([](const LayerNorm& norm, const arma::mat&) { return norm.epsilon > 0; })
      .expects(normed)
      .within({.absolute = 1e-10, .relative = 1e-9})
      .on("n >= 1: one token of one entry", LayerNorm{{2}, {0.5}, 1e-5}, arma::vec{3})
      .on("two entries", LayerNorm{{1, 1}, {0, 0}, 1e-5}, arma::vec{1, 5})
      .on("two entries, a large epsilon", LayerNorm{{1, 1}, {0, 0}, 5}, arma::vec{1, 5})
      .on("gain and bias", LayerNorm{{2, -1}, {0.5, 3}, 1e-5}, arma::mat{{1, 4}, {3, -2}})
      .on("equal entries", LayerNorm{{1, 2}, {3, 4}, 1e-5}, arma::vec{5, 5})
      .on("n >= 1: tokens of one entry", LayerNorm{{2}, {0.5}, 1e-5}, arma::rowvec{1, 2})
      .on("a large epsilon", LayerNorm{{1, 1, 1}, {0, 0, 0}, 2}, arma::vec{1, 2, 6})
      .on("entries may be large and close together", LayerNorm{{1, 1}, {0, 0}, 3},
          arma::vec{1e9 - 1, 1e9 + 1})
      .on_random([](Draw& draw) {
        const arma::uword n = draw_size(draw, "n", 1, 6), K = draw_size(draw, "K", 1, 4);
        LayerNorm norm;
        norm.gain = draw_halves(draw, "gain", n, 1);
        norm.bias = draw_halves(draw, "bias", n, 1);
        norm.epsilon = draw.integer("epsilon is 1", 0, 1) == 1 ? 1 : 1e-5;
        return std::tuple(norm, draw_halves(draw, "x", n, K));
      });

  course.EXERCISE(causal_mask)
      .expects([](const arma::mat& S) { return attention::causal_mask<double>(S); })
      .mistake(
          "you write a large negative number where minus infinity belongs; scores may be as large",
          number_in_the_future)
      .on("one token", arma::vec{2.0})
      .on("two tokens", arma::mat{{1, 2}, {3, 4}})
      .on("three tokens", arma::mat{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
      .on_random([](Draw& draw) {
        const arma::uword K = draw_size(draw, "K", 1, 6);
        return std::tuple(draw_halves(draw, "S", K, K));
      });

  course.EXERCISE(attention_pattern)
      .expects([](const arma::mat& Q, const arma::mat& K) {
        return attention::causal_pattern<double>(Q, K);
      })
      .on("one token", arma::vec{3}, arma::vec{2})
      .on("two tokens", arma::mat{{1, 2}, {0, 1}}, arma::mat{{0, 1}, {1, -1}})
      .on("scores of several thousand are possible", arma::rowvec{100, 80}, arma::rowvec{30, 20})
      .on("the largest score is masked", arma::rowvec{1, 1}, arma::rowvec{0, 2000})
      .on("a row far below the other", arma::rowvec{0, 1}, arma::rowvec{2000, 0})
      .on("a score near -10^4", arma::rowvec{100, 0}, arma::rowvec{-99.99, 0})
      .on("scores of several thousand are possible: of both signs", arma::rowvec{0, 0, 1000},
          arma::rowvec{-3, 2, -3})
      .on("d = 4", arma::mat{{1, 0, 1}, {0, 1, 1}, {1, 1, 0}, {1, 0, 0}},
          arma::mat{{0, 1, 1}, {1, 1, 0}, {1, 0, 2}, {-1, 0, 1}})
      .on_random([](Draw& draw) {
        const arma::uword d = draw_size(draw, "d", 1, 5), K = draw_size(draw, "tokens", 1, 5);
        const arma::mat queries = draw_halves(draw, "Q", d, K);
        return std::tuple(queries, draw_halves(draw, "K", d, K));
      });

  course.EXERCISE(attention_head)
      .expects(head_output)
      .within({.absolute = 1e-10, .relative = 1e-9})
      .on("numbers", Head{arma::mat{-1}, arma::mat{1}, arma::mat{3}}, arma::vec{2})
      .on("numbers, two tokens", Head{arma::mat{-1}, arma::mat{1}, arma::mat{3}},
          arma::rowvec{1, 2})
      .on("one token", Head{arma::rowvec{1, 0}, arma::rowvec{0, 1}, arma::rowvec{3, 1}},
          arma::vec{1, 2})
      .on("two tokens", Head{arma::rowvec{1, 2}, arma::rowvec{1, -1}, arma::rowvec{1, 5}},
          arma::mat{{1, 0}, {0, 1}})
      .on("d = 2, n = 3", Head{some(2, 3, 2), some(2, 3, 3), some(2, 3, 4)}, some(3, 4, 1))
      .on("scores of several thousand",
          Head{arma::rowvec{1, 0}, arma::rowvec{0, 1}, arma::rowvec{0, 1}},
          arma::mat{{1, 2000}, {2000, 2001}})
      .on("scores of several thousand are possible: one row far above the other",
          Head{arma::rowvec{1, 0}, arma::rowvec{0, 1}, arma::rowvec{0, 1}},
          arma::mat{{2000, 0}, {1, 2}})
      .on("scores of several thousand are possible: all below 0",
          Head{arma::rowvec{1, 0}, arma::rowvec{0, 1}, arma::rowvec{0, 1}},
          arma::mat{{1000, 1000}, {-2, -2.001}})
      .on("scores of several thousand are possible: of both signs",
          Head{arma::rowvec{1, 0}, arma::rowvec{0, 1}, arma::rowvec{0, 1}},
          arma::mat{{0, 0, 1000}, {-3, 2, -3}})
      .on_random([](Draw& draw) {
        const arma::uword n = draw_size(draw, "n", 1, 4), K = draw_size(draw, "tokens", 1, 4),
                          d = draw_size(draw, "d", 1, 3);
        Head head;
        head.W_Q = draw_halves(draw, "W_Q", d, n) / 2;
        head.W_K = draw_halves(draw, "W_K", d, n) / 2;
        head.W_V = draw_halves(draw, "W_V", d, n);
        return std::tuple(head, draw_halves(draw, "x", n, K));
      });

  course.EXERCISE(multi_head)
      .expects(all_heads)
      .within(many_steps)
      .on("one head, one token", Attention{1, some_dense(3, 1, 1), some_dense(1, 1, 3)},
          arma::vec{2})
      .on("one head, two tokens",
          Attention{1, {arma::vec{1, -1, 3}, {1, 0, 0}}, {arma::mat{2}, {1}}}, arma::rowvec{1, 2})
      .on("two heads of size 1, one token", small::first.attn, arma::vec{1, 3})
      .on("two heads of size 2, one token",
          Attention{
              2,
              {arma::mat(arma::join_cols(arma::zeros(8, 4), arma::eye(4, 4))), arma::zeros(12)},
              {arma::mat(arma::eye(4, 4)), arma::zeros(4)}},
          arma::vec{1, 2, 3, 4})
      .on("two heads of size 1", Attention{2, some_dense(6, 2, 1), some_dense(2, 2, 3)},
          arma::mat{{1, -0.5}, {0.5, 2}})
      .on("two heads of size 2", Attention{2, some_dense(12, 4, 2), some_dense(4, 4, 3)},
          some(4, 3, 5))
      .on("scores of several thousand",
          Attention{1, {arma::vec{1, 1, 1}, {0, 0, 0}}, {arma::vec{1}, {0}}}, arma::rowvec{40, 60})
      .on("scores of several thousand are possible: one row far above the other",
          Attention{1, {arma::vec{1, 1, 1}, {0, 0, 0}}, {arma::vec{1}, {0}}}, arma::rowvec{100, 1})
      .on("scores of several thousand are possible: all below 0",
          Attention{1, {arma::vec{-1, 1, 1}, {0, 0, 0}}, {arma::vec{1}, {0}}}, arma::rowvec{40, 50})
      .on("scores of several thousand are possible: of both signs",
          Attention{1, {arma::vec{1, 1, 1}, {0, 0, 0}}, {arma::vec{1}, {0}}},
          arma::rowvec{-60, 60, 50})
      .on_random([](Draw& draw) {
        const arma::uword heads = draw_size(draw, "heads", 1, 3), d = draw_size(draw, "d", 1, 2),
                          K = draw_size(draw, "K", 1, 4);
        const Attention a = draw_attention(draw, heads, d);
        return std::tuple(a, draw_halves(draw, "x", heads * d, K));
      });

  course.EXERCISE(mlp)
      .expects(two_layers)
      .within(many_steps)
      .on("one neuron", Mlp{{arma::vec{1}, {0}}, {arma::vec{1}, {0}}}, arma::vec{1})
      .on("one neuron, two tokens", Mlp{{arma::vec{1}, {0}}, {arma::vec{1}, {0}}},
          arma::rowvec{1, 2})
      .on("the second bias", Mlp{{arma::vec{1}, {0.5}}, {arma::vec{2}, {-3}}}, arma::vec{1})
      .on("far from 0", Mlp{{arma::vec{1}, {0}}, {arma::vec{1}, {0}}}, arma::rowvec{-40, -6, 6, 40})
      .on("n = 2, m = 3", Mlp{some_dense(3, 2, 1), some_dense(2, 3, 3)}, some(2, 2, 5))
      .on_random([](Draw& draw) {
        const arma::uword n = draw_size(draw, "n", 1, 4), m = draw_size(draw, "m", 1, 5),
                          K = draw_size(draw, "K", 1, 3);
        const Mlp layers = draw_mlp(draw, n, m);
        return std::tuple(layers, draw_halves(draw, "x", n, K));
      });

  course.EXERCISE(block)
      .expects(block_of_the_library)
      .within(many_steps)
      .on("one token of one entry", block_of_one_entry(), arma::vec{1})
      .on("attention that turns its token round", turning_block(), arma::vec{1, -0.5})
      .on("one token of two entries", some_block(2, 1, 1, 1), arma::vec{1, -0.5})
      .on("two heads", some_block(2, 2, 3, 2), arma::mat{{1, 0.5}, {-0.5, 2}})
      .on_random([](Draw& draw) {
        const arma::uword heads = draw_size(draw, "heads", 1, 2), d = draw_size(draw, "d", 1, 2),
                          m = draw_size(draw, "m", 1, 3), K = draw_size(draw, "K", 1, 3);
        const Block b = draw_block(draw, heads, d, m);
        return std::tuple(b, draw_halves(draw, "x", heads * d, K));
      });

  course.EXERCISE(unembed)
      .expects(logits_of)
      .within(many_steps)
      .on("numbers: a norm of one number is its bias", LayerNorm{{2}, {3}, 1e-5}, arma::mat{5},
          arma::vec{1})
      .on("numbers, two columns of A", LayerNorm{{2}, {3}, 1e-5}, arma::rowvec{5, 7}, arma::vec{1})
      .on("numbers, two tokens", LayerNorm{{2}, {3}, 1e-5}, arma::mat{5}, arma::rowvec{1, 2})
      .on("one token", LayerNorm{{1, 1}, {0, 0}, 1e-5}, arma::mat{{1, 0, 2}, {0, 1, 1}},
          arma::vec{3, 1})
      .on("two tokens", some_norm(2, 1), some(2, 3, 2), some(2, 2, 3))
      .on("as many as A has", some_norm(3, 1), some(3, 3, 2), some(3, 3, 3))
      .on_random([](Draw& draw) {
        const arma::uword n = draw_size(draw, "n", 1, 4), N = draw_size(draw, "N", 1, 5),
                          K = draw_size(draw, "K", 1, 4);
        const LayerNorm last = draw_norm(draw, "ln_f", n);
        const arma::mat A = draw_halves(draw, "A", n, N);
        return std::tuple(last, A, draw_halves(draw, "x", n, K));
      });

  course.EXERCISE(top_k)
      .expects([](const arma::vec& logits, arma::uword k) -> Top {
        const arma::uvec ids = top(logits, k);
        return {ids, math::softmax(logits).elem(ids)};
      })
      .on("one of two", arma::vec{1, 2}, 1)
      .on("two below 0", arma::vec{-2, -1}, 2)
      .on("k larger than N: one token", arma::vec{3}, 2)
      .on("two of three", arma::vec{1, 3, 2}, 2)
      .on("equal logits", arma::vec{0, 1, 0, 1}, 3)
      .on("k larger than N", arma::vec{0.5, 1.5}, 5)
      .on("N >= 1; at least 1: one token", arma::vec{-2}, 1)
      .on("large logits", arma::vec{1000, 1001, 999}, 2)
      .on("probabilities too small for a double", arma::vec{0, -2000, -1000}, 3)
      .on("forty logits, many equal",
          arma::vec(arma::floor(arma::regspace(0, 39) / 4) - arma::regspace(0, 39) / 4 + 1), 20)
      .on("of any size that a double has", arma::vec{1e308, -1e308, 0}, 3)
      .on_random([](Draw& draw) {
        const arma::uword N = draw_size(draw, "N", 1, 6), k = draw_size(draw, "k", 1, 7);
        const arma::vec logits = draw_halves(draw, "logits", N, 1);
        return std::tuple(logits, k);
      });

  course.EXERCISE(merge_step)
      .domain([](const Symbols&, const Merges& merges) {
        return std::set(merges.begin(), merges.end()).size() == merges.size();
      })
      .expects([](const Symbols& symbols, const Merges& merges) { return merge(symbols, merges); })
      .on("no symbols", Symbols{}, Merges{{"a", "b"}})
      .on("one symbol", Symbols{"a"}, Merges{{"a", "a"}})
      .on("no pair applies", Symbols{"a", "b"}, Merges{{"b", "a"}})
      .on("no merges", Symbols{"a", "b"}, Merges{})
      .on("the pair twice", Symbols{"a", "b", "a", "b"}, Merges{{"a", "b"}})
      .on("three of a kind", Symbols{"a", "a", "a"}, Merges{{"a", "a"}})
      .on("the better pair is further right", Symbols{"a", "b", "c"},
          Merges{{"b", "c"}, {"a", "b"}})
      .on("two pairs apply", Symbols{"a", "b", "c", "d"}, Merges{{"a", "b"}, {"c", "d"}})
      .on("a pair appears that was not there", Symbols{"a", "b", "a"},
          Merges{{"ab", "a"}, {"a", "b"}})
      .on("symbols that read alike", Symbols{"ab", "c", "a", "bc"}, Merges{{"a", "bc"}})
      .on_random(
          [](Draw& draw) {
            static const Symbols alphabet{"a", "a", "b", "b", "ab", "aa"};
            static const Merges pairs{{"a", "b"},  {"b", "a"},  {"a", "a"},
                                      {"ab", "a"}, {"aa", "b"}, {"b", "b"}};
            const arma::uword length = draw_size(draw, "length", 0, 8),
                              m = draw_size(draw, "m", 0, 5);
            Symbols symbols;
            for (arma::uword i = 0; i < length; ++i)
              symbols.push_back(alphabet[draw_size(draw, "symbol", 0, 5)]);
            Merges merges;
            for (arma::uword i = 0; i < m; ++i) {
              arma::uword which = draw_size(draw, "pair", 0, 5);
              while (std::ranges::find(merges, pairs[which]) != merges.end())
                which = (which + 1) % pairs.size();
              merges.push_back(pairs[which]);
            }
            return std::tuple(symbols, merges);
          },
          300);

  course.EXERCISE(forward_pass)
      .expects([](const Weights& weights, const arma::uvec& tokens) {
        return gpt2::Model<double>(library(weights))
            .logits(arma::conv_to<std::vector<gpt2::Token>>::from(tokens));
      })
      .within(many_steps)
      .on("one token, of one number", small::weights_of_one_entry({5}, {{1, 2}}), arma::uvec{0})
      .on("one token of two, of one number", small::weights_of_one_entry({{5, 7}}, {{1, 2}}),
          arma::uvec{0})
      .on("two tokens, of one number", small::weights_of_one_entry({5}, {{1, 2, 3}}),
          arma::uvec{0, 0})
      .on("each below N: the last one, of one number",
          small::weights_of_one_entry({{5, 7, 6}}, {{1, 2}}), arma::uvec{2})
      .on("one token, of two numbers", small::weights(1, {small::first}), arma::uvec{0})
      .on("one token, two blocks", small::weights(1, {small::first, small::second()}),
          arma::uvec{0})
      .on("two tokens, of two numbers", small::weights(2, {small::first}), arma::uvec{0, 0})
      .on("each below N: the last one, one block", some_weights(2, 1, 3, 2, 1), arma::uvec{2})
      .on("one block, two tokens", some_weights(2, 1, 3, 3, 1), arma::uvec{1, 0})
      .on("1 <= K <= context: as long as the context", some_weights(2, 1, 3, 2, 1),
          arma::uvec{1, 0})
      .on("two blocks, a token twice", some_weights(2, 2, 3, 4, 2), arma::uvec{1, 2, 1})
      .on("a model before training", untrained(), arma::uvec{3, 1, 4, 1, 5})
      .on_random(
          [](Draw& draw) {
            const arma::uword layers = draw_size(draw, "layers", 1, 3),
                              heads = draw_size(draw, "heads", 1, 2),
                              d = draw_size(draw, "d", 1, 2), m = draw_size(draw, "m", 1, 3),
                              N = draw_size(draw, "N", 1, 5), K = draw_size(draw, "K", 1, 4);
            Weights weights;
            weights.wte = draw_halves(draw, "wte", heads * d, N);
            weights.wpe = draw_halves(draw, "wpe", heads * d, K + 1);
            for (arma::uword layer = 0; layer < layers; ++layer)
              weights.blocks.push_back(draw_block(draw, heads, d, m));
            weights.ln_f = draw_norm(draw, "ln_f", heads * d);
            arma::uvec tokens(K);
            for (arma::uword& token : tokens)
              token = draw_size(draw, "token", 0, static_cast<long>(N) - 1);
            return std::tuple(weights, tokens);
          },
          60);
}
