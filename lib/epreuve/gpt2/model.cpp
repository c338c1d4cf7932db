// GPT-2, to be read alongside the documents: first the formulas, then the forward pass that they
// make up. fast_kernels.cpp has the same formulas for float, fast; activations.cpp hands a hook what it wants.

#include "epreuve/gpt2/model.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/activations.hpp"
#include "epreuve/gpt2/kernels.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"

#include <fmt/format.h>

#include <limits>
#include <string>
#include <type_traits>

namespace epreuve::gpt2 {

// --- the formulas -------------------------------------------------------------------------

template <typename Real>
void embed(arma::Mat<Real>& x, const Weights<Real>& weights, const std::vector<Token>& tokens,
           arma::uword first)
{
  x.set_size(weights.wte.n_rows, tokens.size());
  for (arma::uword k = 0; k < tokens.size(); ++k)
    x.col(k) = weights.wte.col(tokens[k]) + weights.wpe.col(first + k);
}

template <typename Real>
void layer_norm(arma::Mat<Real>& y, const Norm<Real>& norm, const arma::Mat<Real>& x,
                double epsilon)
{
  y = math::layer_norm(x, norm.gain, norm.bias, epsilon);
}

template <typename Real>
void linear(arma::Mat<Real>& y, const Dense<Real>& layer, const arma::Mat<Real>& x)
{
  y = layer.neurons.t() * x;
  y.each_col() += layer.b;
}

template <typename Real>
void add_linear(arma::Mat<Real>& y, const Dense<Real>& layer, const arma::Mat<Real>& x)
{
  y += layer.neurons.t() * x;
  y.each_col() += layer.b;
}

template <typename Real>
void gelu(arma::Mat<Real>& h)
{
  h = math::gelu_tanh(h);
}

template <typename Real>
void causal_attention(arma::Mat<Real>& z, const arma::subview<Real>& q,
                      const arma::subview<Real>& k, const arma::subview<Real>& v, arma::uword heads)
{
  const arma::uword d = q.n_rows / heads;
  z.set_size(q.n_rows, q.n_cols);
  for (arma::uword h = 0; h < heads; ++h) {
    const arma::span head(h * d, (h + 1) * d - 1);
    const arma::Mat<Real> Q = q(head, arma::span::all), K = k(head, arma::span::all),
                          V = v(head, arma::span::all);
    if (Q.is_finite() && K.is_finite() && V.is_finite())
      z.rows(head.a, head.b) = attention::head_output(V, attention::causal_pattern(Q, K));
    else
      z.rows(head.a, head.b).fill(std::numeric_limits<Real>::quiet_NaN());
  }
}

template <typename Real>
void unembed(arma::Mat<Real>& logits, const arma::Mat<Real>& wte, const arma::Mat<Real>& x)
{
  logits = wte.t() * x;
}

// --- the forward pass ---------------------------------------------------------------------

namespace {

constexpr const char* unembedding = "the unembedding, wte.weight,";

void check(const std::vector<Token>& tokens, arma::uword before, const Config& config)
{
  if (tokens.empty())
    throw Error("no tokens: the model predicts what follows a text of at least one token");
  if (before + tokens.size() > config.context)
    throw Error("{} tokens are more than the context of the model, {}; shorten the text",
                before + tokens.size(), config.context);
  for (const Token token : tokens)
    if (token >= config.N)
      throw Error("token {} is not in the vocabulary: ids go from 0 to {}", token, config.N - 1);
}

/// Throws Error for values that are not finite, so they do not become tokens.
/// @param where  what gave them: "block 3's attention"
template <typename Real>
void require_finite(const arma::Mat<Real>& values, const std::string& where)
{
  constexpr bool is_float = std::is_same_v<Real, float>;
  if (!values.is_finite())
    throw Error("the model's logits are not numbers: {} gives NaN or infinity in {}. One of its "
                "weights is damaged, or a number is larger than {}; ./epreuve gpt2 precision shows "
                "the first step that goes wrong",
                where, is_float ? "float" : "double",
                is_float ? "float holds (try --precision double)" : "double holds");
}

/// The queries of the new tokens, and the keys and values of all tokens so far: with a cache, its columns, to which the
/// new ones are appended.
/// @param qkv  3n x K
template <typename Real>
Attended<Real> attended(const arma::Mat<Real>& qkv, Cache<Real>* cache, arma::uword layer)
{
  const arma::uword n = qkv.n_rows / 3;
  const arma::subview<Real> q = qkv.rows(0, n - 1), k = qkv.rows(n, 2 * n - 1),
                            v = qkv.rows(2 * n, 3 * n - 1);
  if (cache == nullptr)
    return {q, k, v};
  const arma::uword first = cache->length, last = first + qkv.n_cols - 1;
  arma::Mat<Real>&keys = cache->keys[layer], &values = cache->values[layer];
  keys.cols(first, last) = k;
  values.cols(first, last) = v;
  return {q, keys.cols(0, last), values.cols(0, last)};
}

} // namespace

template <typename Real>
const arma::Mat<Real>& Model<Real>::forward(const std::vector<Token>& tokens, Workspace<Real>& w,
                                            Cache<Real>* cache, Hook<Real>* hook) const
{
  const Config& config = weights_.config;
  const arma::uword before = cache ? cache->length : 0;
  check(tokens, before, config);

  embed(w.x, weights_, tokens, before);
  if (hook != nullptr)
    visit_embedding(*hook, weights_, tokens, before, w);
  require_finite(w.x, "the embedding, wte.weight and wpe.weight,");

  for (arma::uword layer = 0; layer < config.layers; ++layer) {
    const Block<Real>& block = weights_.blocks[layer];

    // The heads read the normed stream, attend, and add what they found to the stream.
    layer_norm(w.normed, block.ln_1, w.x, config.layer_norm_epsilon);
    linear(w.qkv, block.qkv, w.normed);
    const auto [q, k, v] = attended(w.qkv, cache, layer);
    causal_attention(w.z, q, k, v, config.heads);
    if (hook != nullptr)
      visit_heads(*hook, weights_, layer, w, {q, k, v});
    add_linear(w.x, block.heads, w.z);
    if (hook != nullptr)
      visit_attention(*hook, weights_, layer, w);
    require_finite(w.x, fmt::format("block {}'s attention", layer));

    // The MLP does the same with each token by itself.
    layer_norm(w.normed, block.ln_2, w.x, config.layer_norm_epsilon);
    linear(w.hidden, block.mlp_in, w.normed);
    gelu(w.hidden);
    if (hook != nullptr)
      visit_hidden(*hook, weights_, layer, w);
    add_linear(w.x, block.mlp_out, w.hidden);
    if (hook != nullptr)
      visit_mlp(*hook, weights_, layer, w);
    require_finite(w.x, fmt::format("block {}'s MLP", layer));
  }

  layer_norm(w.normed, weights_.ln_f, w.x, config.layer_norm_epsilon);
  if (hook != nullptr)
    visit_final(*hook, w);
  require_finite(w.normed, "the final layer norm");
  if (cache != nullptr)
    cache->length += tokens.size();
  return w.normed;
}

template <typename Real>
arma::Mat<Real> Model<Real>::logits(const std::vector<Token>& tokens, Hook<Real>* hook) const
{
  Workspace<Real> workspace;
  return logits_of(forward(tokens, workspace, nullptr, hook));
}

template <typename Real>
void Model<Real>::logits(const std::vector<Token>& tokens, Workspace<Real>& workspace,
                         arma::Mat<Real>& logits) const
{
  gpt2::unembed(logits, weights_.wte, forward(tokens, workspace, nullptr, nullptr));
  require_finite(logits, unembedding);
}

template <typename Real>
arma::Col<Real> Model<Real>::last_logits(const std::vector<Token>& tokens, Hook<Real>* hook) const
{
  Workspace<Real> workspace;
  return logits_of(forward(tokens, workspace, nullptr, hook).tail_cols(1));
}

template <typename Real>
arma::Mat<Real> Model<Real>::logits_of(const arma::Mat<Real>& normed) const
{
  arma::Mat<Real> logits;
  gpt2::unembed(logits, weights_.wte, normed);
  require_finite(logits, unembedding);
  return logits;
}

template <typename Real>
arma::Mat<Real> Model<Real>::unembed(const arma::Mat<Real>& x) const
{
  if (x.n_rows != config().n)
    throw Error("unembed: a token of the residual stream has {} entries, got {} x {}", config().n,
                x.n_rows, x.n_cols);
  arma::Mat<Real> normed;
  layer_norm(normed, weights_.ln_f, x, config().layer_norm_epsilon);
  return logits_of(normed);
}

template void embed(arma::fmat&, const Weights<float>&, const std::vector<Token>&, arma::uword);
template void layer_norm(arma::fmat&, const Norm<float>&, const arma::fmat&, double);
template void linear(arma::fmat&, const Dense<float>&, const arma::fmat&);
template void add_linear(arma::fmat&, const Dense<float>&, const arma::fmat&);
template void gelu(arma::fmat&);
template void causal_attention(arma::fmat&, const arma::subview<float>&,
                               const arma::subview<float>&, const arma::subview<float>&,
                               arma::uword);
template void unembed(arma::fmat&, const arma::fmat&, const arma::fmat&);
template void embed(arma::mat&, const Weights<double>&, const std::vector<Token>&, arma::uword);
template void layer_norm(arma::mat&, const Norm<double>&, const arma::mat&, double);
template void linear(arma::mat&, const Dense<double>&, const arma::mat&);
template void add_linear(arma::mat&, const Dense<double>&, const arma::mat&);
template void gelu(arma::mat&);
template void causal_attention(arma::mat&, const arma::subview<double>&,
                               const arma::subview<double>&, const arma::subview<double>&,
                               arma::uword);
template void unembed(arma::mat&, const arma::mat&, const arma::mat&);
template class Model<float>;
template class Model<double>;

} // namespace epreuve::gpt2
