#include "epreuve/networks/encoder_decoder.hpp"

#include "epreuve/attention/visibility.hpp"
#include "epreuve/error.hpp"
#include "epreuve/math/embedding.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/networks/attention.hpp"
#include "epreuve/networks/layers.hpp"
#include "epreuve/shape.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <tuple>
#include <utility>

namespace epreuve::networks {

namespace {

using attention::Head;

template <typename Real>
arma::Mat<Real> normed(const Norm<Real>& norm, const arma::Mat<Real>& x)
{
  return math::layer_norm(x, norm.gain, norm.bias, norm_epsilon);
}

template <typename Real>
arma::Mat<Real> feed_forward(const FeedForward<Real>& mlp, const arma::Mat<Real>& x)
{
  return dense(mlp.W_2, mlp.b_2, math::relu(dense(mlp.W_1, mlp.b_1, x)));
}

/// Back through norm(x + sublayer(x)) up to the sum: the norm's gradients are written to `to`.
template <typename Real>
arma::Mat<Real> norm_backward(const Norm<Real>& norm, const arma::Mat<Real>& sum,
                              const arma::Mat<Real>& G, Norm<Real>& to)
{
  LayerNormGradient<Real> back = layer_norm_backward(sum, norm.gain, norm_epsilon, G);
  to = {std::move(back.gain), std::move(back.bias)};
  return std::move(back.x);
}

/// The input of each block of a stack, and the output of the last.
template <typename Real>
std::vector<arma::Mat<Real>> through(const std::vector<Block<Real>>& blocks,
                                     const arma::Mat<Real>& x, const arma::Mat<Real>& z,
                                     const arma::umat& seen, const arma::umat& cross_seen)
{
  std::vector<arma::Mat<Real>> stages{x};
  for (const Block<Real>& weights : blocks)
    stages.push_back(block(weights, stages.back(), z, seen, cross_seen));
  return stages;
}

/// Back through a stack.
/// @param to_z  what comes back to z is added here
/// @return      the derivatives by the input of the first block
template <typename Real>
arma::Mat<Real> back_through(const std::vector<Block<Real>>& blocks,
                             const std::vector<arma::Mat<Real>>& stages, const arma::Mat<Real>& z,
                             const arma::umat& seen, const arma::umat& cross_seen,
                             arma::Mat<Real> G, std::vector<Block<Real>>& to, arma::Mat<Real>& to_z)
{
  to.resize(blocks.size());
  for (std::size_t b = blocks.size(); b-- > 0;) {
    BlockGradient<Real> back = block_backward(blocks[b], stages[b], z, seen, cross_seen, G);
    to[b] = std::move(back.weights);
    G = std::move(back.x);
    if (!back.z.is_empty())
      to_z += back.z;
  }
  return G;
}

template <typename Real>
arma::Mat<Real> uniform(arma::uword rows, arma::uword columns, double variance,
                        std::mt19937_64& random)
{
  arma::Mat<Real> M(rows, columns);
  for (Real& entry : M)
    entry = Real(std::sqrt(3 * variance) * (0x1p-52 * double(random() >> 11) - 1));
  return M;
}

template <typename Real>
arma::Mat<Real> glorot(arma::uword rows, arma::uword columns, std::mt19937_64& random)
{
  return uniform<Real>(rows, columns, 2 / double(rows + columns), random);
}

template <typename Real>
Norm<Real> no_norm(arma::uword n)
{
  return {arma::Col<Real>(n, arma::fill::ones), arma::Col<Real>(n)};
}

template <typename Real>
std::vector<Head<Real>> drawn_heads(arma::uword n, arma::uword count, std::mt19937_64& random)
{
  std::vector<Head<Real>> heads(count);
  for (Head<Real>& head : heads) {
    head.W_Q = glorot<Real>(n / count, n, random);
    head.W_K = glorot<Real>(n / count, n, random);
    head.W_V = glorot<Real>(n / count, n, random);
    head.W_O = glorot<Real>(n, n / count, random);
  }
  return heads;
}

template <typename Real>
Block<Real> drawn_block(const EncoderDecoderSizes& sizes, bool cross, std::mt19937_64& random)
{
  const arma::uword n = sizes.n, f = sizes.hidden;
  Block<Real> block;
  block.self = drawn_heads<Real>(n, sizes.heads, random);
  block.after_self = no_norm<Real>(n);
  if (cross) {
    block.cross = drawn_heads<Real>(n, sizes.heads, random);
    block.after_cross = no_norm<Real>(n);
  }
  block.mlp.W_1 = glorot<Real>(f, n, random);
  block.mlp.b_1.zeros(f);
  block.mlp.W_2 = glorot<Real>(n, f, random);
  block.mlp.b_2.zeros(n);
  block.after_mlp = no_norm<Real>(n);
  return block;
}

} // namespace

template <typename Real>
arma::Mat<Real> block(const Block<Real>& weights, const arma::Mat<Real>& x,
                      const arma::Mat<Real>& z, const arma::umat& seen,
                      const arma::umat& cross_seen)
{
  arma::Mat<Real> y = normed(weights.after_self, residual(x, multi_head(weights.self, x, x, seen)));
  if (!weights.cross.empty())
    y = normed(weights.after_cross, residual(y, multi_head(weights.cross, y, z, cross_seen)));
  return normed(weights.after_mlp, residual(y, feed_forward(weights.mlp, y)));
}

template <typename Real>
BlockGradient<Real> block_backward(const Block<Real>& weights, const arma::Mat<Real>& x,
                                   const arma::Mat<Real>& z, const arma::umat& seen,
                                   const arma::umat& cross_seen, const arma::Mat<Real>& G)
{
  if (arma::size(G) != arma::size(x))
    throw Error("block_backward: G must have the shape of x, {}, got {}", shape(x), shape(G));
  const bool has_cross = !weights.cross.empty();
  const arma::Mat<Real> self_sum = residual(x, multi_head(weights.self, x, x, seen)),
                        u = normed(weights.after_self, self_sum);
  const arma::Mat<Real> cross_sum = has_cross
                                        ? residual(u, multi_head(weights.cross, u, z, cross_seen))
                                        : arma::Mat<Real>(),
                        v = has_cross ? normed(weights.after_cross, cross_sum) : u;
  const FeedForward<Real>& mlp = weights.mlp;
  const arma::Mat<Real> before = dense(mlp.W_1, mlp.b_1, v), hidden = math::relu(before),
                        mlp_sum = residual(v, dense(mlp.W_2, mlp.b_2, hidden));

  BlockGradient<Real> to;
  const arma::Mat<Real> G_mlp = norm_backward(weights.after_mlp, mlp_sum, G, to.weights.after_mlp);
  DenseGradient<Real> second = dense_backward(mlp.W_2, hidden, G_mlp);
  DenseGradient<Real> first = dense_backward(mlp.W_1, v, relu_backward(before, second.x));
  to.weights.mlp = {std::move(first.W), std::move(first.b), std::move(second.W),
                    std::move(second.b)};
  arma::Mat<Real> G_v = residual_backward(G_mlp, first.x);

  if (has_cross) {
    const arma::Mat<Real> G_cross =
        norm_backward(weights.after_cross, cross_sum, G_v, to.weights.after_cross);
    MultiHeadGradient<Real> back = multi_head_backward(weights.cross, u, z, cross_seen, G_cross);
    to.weights.cross = std::move(back.heads);
    to.z = std::move(back.y);
    G_v = residual_backward(G_cross, back.x);
  }
  const arma::Mat<Real> G_self =
      norm_backward(weights.after_self, self_sum, G_v, to.weights.after_self);
  MultiHeadGradient<Real> back = multi_head_backward(weights.self, x, x, seen, G_self);
  to.weights.self = std::move(back.heads);
  to.x = residual_backward(G_self, arma::Mat<Real>(back.x + back.y));
  return to;
}

template <typename Real>
EncoderDecoder<Real> initial_encoder_decoder(const EncoderDecoderSizes& sizes, std::uint64_t seed)
{
  const auto& [n, heads, hidden, blocks, source_tokens, target_tokens, cross] = sizes;
  if (n == 0 || heads == 0 || hidden == 0 || blocks == 0 || source_tokens == 0 ||
      target_tokens == 0 || n % heads != 0)
    throw Error("initial_encoder_decoder: sizes must be at least 1 and heads a divisor of n, got n "
                "= {}, {} heads, {} hidden, {} blocks, {} and {} tokens",
                n, heads, hidden, blocks, source_tokens, target_tokens);
  std::mt19937_64 random(seed);
  EncoderDecoder<Real> network;
  network.source = uniform<Real>(n, source_tokens, 1 / double(n), random);
  network.target = uniform<Real>(n, target_tokens, 1 / double(n), random);
  for (arma::uword b = 0; b < blocks; ++b)
    network.encoder.push_back(drawn_block<Real>(sizes, false, random));
  for (arma::uword b = 0; b < blocks; ++b)
    network.decoder.push_back(drawn_block<Real>(sizes, cross, random));
  return network;
}

template <typename Real>
std::vector<NamedParameter<Real>> named_parameters(EncoderDecoder<Real>& network)
{
  std::vector<NamedParameter<Real>> all;
  const auto add = [&](std::string name, auto& matrix) {
    all.push_back(
        {std::move(name), matrix.n_rows, matrix.n_cols, {matrix.memptr(), matrix.n_elem}});
  };
  const auto add_heads = [&](const std::string& name, std::vector<Head<Real>>& heads) {
    for (std::size_t h = 0; h < heads.size(); ++h) {
      const std::string head = fmt::format("{}.{}.", name, h);
      add(head + "W_Q", heads[h].W_Q);
      add(head + "W_K", heads[h].W_K);
      add(head + "W_V", heads[h].W_V);
      add(head + "W_O", heads[h].W_O);
    }
  };
  const auto add_norm = [&](const std::string& name, Norm<Real>& norm) {
    add(name + ".gain", norm.gain);
    add(name + ".bias", norm.bias);
  };
  const auto add_stack = [&](const std::string& name, std::vector<Block<Real>>& stack) {
    for (std::size_t b = 0; b < stack.size(); ++b) {
      const std::string place = fmt::format("{}.{}.", name, b);
      Block<Real>& block = stack[b];
      add_heads(place + "self", block.self);
      add_norm(place + "after_self", block.after_self);
      if (!block.cross.empty()) {
        add_heads(place + "cross", block.cross);
        add_norm(place + "after_cross", block.after_cross);
      }
      add(place + "mlp.W_1", block.mlp.W_1);
      add(place + "mlp.b_1", block.mlp.b_1);
      add(place + "mlp.W_2", block.mlp.W_2);
      add(place + "mlp.b_2", block.mlp.b_2);
      add_norm(place + "after_mlp", block.after_mlp);
    }
  };
  add("source", network.source);
  add("target", network.target);
  add_stack("encoder", network.encoder);
  add_stack("decoder", network.decoder);
  return all;
}

template <typename Real>
std::vector<std::span<Real>> parameters(EncoderDecoder<Real>& network)
{
  std::vector<std::span<Real>> all;
  for (const NamedParameter<Real>& parameter : named_parameters(network))
    all.push_back(parameter.values);
  return all;
}

template <typename Real>
arma::Mat<Real> encode(const EncoderDecoder<Real>& network, const arma::Mat<Real>& x,
                       const arma::umat& seen)
{
  return through(network.encoder, x, {}, seen, {}).back();
}

template <typename Real>
arma::Mat<Real> decode(const EncoderDecoder<Real>& network, const arma::Mat<Real>& y,
                       const arma::Mat<Real>& z, const arma::umat& seen,
                       const arma::umat& cross_seen)
{
  return network.target.t() * through(network.decoder, y, z, seen, cross_seen).back();
}

Pairs<double> side_by_side(const std::vector<TextPair>& pairs, arma::uword start, arma::uword n)
{
  if (pairs.empty())
    throw Error("side_by_side: there must be a pair of texts");
  arma::uword sources = 0, targets = 0, longest = 0;
  for (const auto& [source, target] : pairs) {
    if (source.empty() || target.empty())
      throw Error("side_by_side: a text must have a token, got one of {} for one of {}",
                  target.size(), source.size());
    sources += source.size();
    targets += target.size();
    longest = std::max({longest, arma::uword(source.size()), arma::uword(target.size())});
  }
  const arma::mat positions = math::position_matrix(longest, n, 10'000, math::Ordering::sine_first);
  Pairs<double> all;
  all.source_positions.set_size(n, sources);
  all.target_positions.set_size(n, targets);
  all.source_seen.zeros(sources, sources);
  all.target_seen.zeros(targets, targets);
  all.cross_seen.zeros(targets, sources);
  for (const auto& [source, target] : pairs) {
    const arma::uword s = all.source.size(), t = all.target.size();
    const arma::uword s_last = s + source.size() - 1, t_last = t + target.size() - 1;
    all.source.insert(all.source.end(), source.begin(), source.end());
    all.target.push_back(start);
    all.target.insert(all.target.end(), target.begin(), target.end() - 1);
    all.next.insert(all.next.end(), target.begin(), target.end());
    all.source_positions.cols(s, s_last) = positions.head_cols(source.size());
    all.target_positions.cols(t, t_last) = positions.head_cols(target.size());
    all.source_seen.submat(s, s, s_last, s_last).ones();
    all.target_seen.submat(t, t, t_last, t_last) = attention::causal_visibility(target.size());
    all.cross_seen.submat(t, s, t_last, s_last).ones();
  }
  return all;
}

Pairs<float> in_floats(const Pairs<double>& pairs)
{
  return {.source = pairs.source,
          .target = pairs.target,
          .next = pairs.next,
          .source_positions = arma::conv_to<arma::fmat>::from(pairs.source_positions),
          .target_positions = arma::conv_to<arma::fmat>::from(pairs.target_positions),
          .source_seen = pairs.source_seen,
          .target_seen = pairs.target_seen,
          .cross_seen = pairs.cross_seen,
          .columns = arma::conv_to<arma::fmat>::from(pairs.columns)};
}

template <typename Real>
arma::Mat<Real> embed_with_positions(const arma::Mat<Real>& A,
                                     const std::vector<arma::uword>& tokens,
                                     const arma::Mat<Real>& positions)
{
  const arma::Mat<Real> x = math::embed(A, tokens);
  if (arma::size(positions) != arma::size(x))
    throw Error("embed_with_positions: there must be a position of {} numbers for each token, {}, "
                "got {}",
                A.n_rows, shape(x), shape(positions));
  return std::sqrt(Real(A.n_rows)) * x + positions;
}

template <typename Real>
arma::Mat<Real> source_input(const EncoderDecoder<Real>& network, const Pairs<Real>& pairs)
{
  const auto& [A, X, positions] = std::tie(network.source, pairs.columns, pairs.source_positions);
  if (X.is_empty())
    return embed_with_positions(A, pairs.source, positions);
  if (X.n_rows != A.n_cols || arma::size(positions) != arma::size(A.n_rows, X.n_cols))
    throw Error("source_input: the embedding is {}, so columns must have {} numbers, and positions "
                "{}, got columns {} and positions {}",
                shape(A), A.n_cols, A.n_rows, shape(X), shape(positions));
  return std::sqrt(Real(A.n_rows)) * A * X + positions;
}

template <typename Real>
arma::Mat<Real> logits(const EncoderDecoder<Real>& network, const Pairs<Real>& pairs)
{
  const arma::Mat<Real> z = encode(network, source_input(network, pairs), pairs.source_seen);
  return decode(network, embed_with_positions(network.target, pairs.target, pairs.target_positions),
                z, pairs.target_seen, pairs.cross_seen);
}

template <typename Real>
std::vector<arma::Cube<Real>> cross_patterns(const EncoderDecoder<Real>& network,
                                             const Pairs<Real>& pairs)
{
  const arma::Mat<Real> z = encode(network, source_input(network, pairs), pairs.source_seen);
  arma::Mat<Real> y = embed_with_positions(network.target, pairs.target, pairs.target_positions);
  std::vector<arma::Cube<Real>> all;
  for (const Block<Real>& weights : network.decoder) {
    const arma::Mat<Real> u =
        normed(weights.after_self, residual(y, multi_head(weights.self, y, y, pairs.target_seen)));
    all.push_back(multi_head_patterns(weights.cross, u, z, pairs.cross_seen));
    y = block(weights, y, z, pairs.target_seen, pairs.cross_seen);
  }
  return all;
}

template <typename Real>
EncoderDecoderLoss<Real> loss_and_gradient(const EncoderDecoder<Real>& network,
                                           const Pairs<Real>& pairs)
{
  const std::vector<arma::Mat<Real>> xs =
      through(network.encoder, source_input(network, pairs), {}, pairs.source_seen, {});
  const arma::Mat<Real>& z = xs.back();
  const std::vector<arma::Mat<Real>> ys = through(
      network.decoder, embed_with_positions(network.target, pairs.target, pairs.target_positions),
      z, pairs.target_seen, pairs.cross_seen);
  const arma::Mat<Real> l = network.target.t() * ys.back();

  EncoderDecoderLoss<Real> to{.loss = cross_entropy(l, pairs.next), .gradient = {}};
  const arma::Mat<Real> G = cross_entropy_backward(l, pairs.next);
  arma::Mat<Real> to_z(arma::size(z));
  const arma::Mat<Real> to_y =
      back_through(network.decoder, ys, z, pairs.target_seen, pairs.cross_seen,
                   arma::Mat<Real>(network.target * G), to.gradient.decoder, to_z);
  arma::Mat<Real> of_encoder; // whose blocks read no z
  const arma::Mat<Real> to_x = back_through(network.encoder, xs, {}, pairs.source_seen, {}, to_z,
                                            to.gradient.encoder, of_encoder);
  const Real root = std::sqrt(Real(network.source.n_rows));
  to.gradient.source =
      root * (pairs.columns.is_empty() ? embed_backward(pairs.source, network.source.n_cols, to_x)
                                       : arma::Mat<Real>(to_x * pairs.columns.t()));
  to.gradient.target =
      root * embed_backward(pairs.target, network.target.n_cols, to_y) + ys.back() * G.t();
  return to;
}

template <typename Real>
EncoderDecoderLoss<Real> add_up(std::vector<EncoderDecoderLoss<Real>>& parts,
                                const std::vector<Real>& shares)
{
  EncoderDecoderLoss<Real> sum = parts.front();
  const std::vector<std::span<Real>> to = parameters(sum.gradient);
  sum.loss = 0;
  for (const std::span<Real> stretch : to)
    std::fill(stretch.begin(), stretch.end(), Real{0});
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::vector<std::span<Real>> from = parameters(parts[k].gradient);
    sum.loss += shares[k] * parts[k].loss;
    for (std::size_t p = 0; p < to.size(); ++p)
      for (std::size_t i = 0; i < to[p].size(); ++i)
        to[p][i] += shares[k] * from[p][i];
  }
  return sum;
}

#define INSTANTIATE(Real)                                                                          \
  template arma::Mat<Real> block(const Block<Real>&, const arma::Mat<Real>&,                       \
                                 const arma::Mat<Real>&, const arma::umat&, const arma::umat&);    \
  template BlockGradient<Real> block_backward(const Block<Real>&, const arma::Mat<Real>&,          \
                                              const arma::Mat<Real>&, const arma::umat&,           \
                                              const arma::umat&, const arma::Mat<Real>&);          \
  template EncoderDecoder<Real> initial_encoder_decoder(const EncoderDecoderSizes&,                \
                                                        std::uint64_t);                            \
  template std::vector<NamedParameter<Real>> named_parameters(EncoderDecoder<Real>&);              \
  template std::vector<std::span<Real>> parameters(EncoderDecoder<Real>&);                         \
  template std::vector<arma::Cube<Real>> cross_patterns(const EncoderDecoder<Real>&,               \
                                                        const Pairs<Real>&);                       \
  template arma::Mat<Real> encode(const EncoderDecoder<Real>&, const arma::Mat<Real>&,             \
                                  const arma::umat&);                                              \
  template arma::Mat<Real> decode(const EncoderDecoder<Real>&, const arma::Mat<Real>&,             \
                                  const arma::Mat<Real>&, const arma::umat&, const arma::umat&);   \
  template arma::Mat<Real> embed_with_positions(                                                   \
      const arma::Mat<Real>&, const std::vector<arma::uword>&, const arma::Mat<Real>&);            \
  template arma::Mat<Real> source_input(const EncoderDecoder<Real>&, const Pairs<Real>&);          \
  template arma::Mat<Real> logits(const EncoderDecoder<Real>&, const Pairs<Real>&);                \
  template EncoderDecoderLoss<Real> loss_and_gradient(const EncoderDecoder<Real>&,                 \
                                                      const Pairs<Real>&);                         \
  template EncoderDecoderLoss<Real> add_up(std::vector<EncoderDecoderLoss<Real>>&,                 \
                                           const std::vector<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::networks
