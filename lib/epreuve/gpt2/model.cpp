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
#include <utility>
#include <vector>

namespace epreuve::gpt2 {

// --- the formulas -------------------------------------------------------------------------

template <typename Real>
void embed(arma::Mat<Real>& x, const Weights<Real>& weights, const Texts& texts, arma::uword first)
{
  x.set_size(weights.wte.n_rows, texts.tokens.size());
  for (arma::uword k = 0; k < texts.tokens.size(); ++k)
    x.col(k) = weights.wte.col(texts.tokens[k]) + weights.wpe.col(first + k % texts.length);
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
void gelu(arma::Mat<Real>& y, const arma::Mat<Real>& h)
{
  y = math::gelu_tanh(h);
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

template <typename Real>
void unembed(arma::Mat<Real>& logits, const Weights<Real>& weights, const arma::Mat<Real>& x)
{
  unembed(logits, weights.wte, x);
}

// --- the forward pass ---------------------------------------------------------------------

namespace {

/// Throws NotFinite for values that are not, so they do not become tokens.
/// @param where  what gave them, with {} for the layer, if there is one; made a text only where it is needed
template <typename Real, typename... Layer>
void require_finite(const arma::Mat<Real>& values, fmt::format_string<const Layer&...> where,
                    const Layer&... layer)
{
  if (!values.is_finite())
    throw NotFinite(fmt::format(where, layer...), std::is_same_v<Real, float>);
}

template <typename Real>
void append(Cache<Real>& cache, arma::uword layer, const arma::Mat<Real>& qkv)
{
  const arma::uword n = qkv.n_rows / 3, first = cache.length, last = first + qkv.n_cols - 1;
  cache.keys[layer].cols(first, last) = qkv.rows(n, 2 * n - 1);
  cache.values[layer].cols(first, last) = qkv.rows(2 * n, 3 * n - 1);
}

/// The queries of a text, and the keys and values of all its tokens so far: with a cache, those in it.
/// @param qkv       3n x K
/// @param first, T  the text's columns
template <typename Real>
Attended<Real> attended(const arma::Mat<Real>& qkv, arma::uword first, arma::uword T,
                        const Cache<Real>* cache, arma::uword layer)
{
  const arma::uword n = qkv.n_rows / 3, last = first + T - 1;
  const arma::subview<Real> q = qkv.submat(0, first, n - 1, last);
  if (cache == nullptr)
    return {q, qkv.submat(n, first, 2 * n - 1, last), qkv.submat(2 * n, first, 3 * n - 1, last)};
  return {q, cache->keys[layer].head_cols(cache->length + T),
          cache->values[layer].head_cols(cache->length + T)};
}

/// Causal attention within each text.
template <typename Real>
void attend(arma::Mat<Real>& z, const arma::Mat<Real>& qkv, arma::uword heads, arma::uword T,
            const Cache<Real>* cache, arma::uword layer)
{
  const arma::uword n = qkv.n_rows / 3;
  z.set_size(n, qkv.n_cols);
  for (arma::uword first = 0; first < qkv.n_cols; first += T) {
    arma::Mat<Real> z_of_text(z.colptr(first), n, T, false, true);
    const auto [q, k, v] = attended(qkv, first, T, cache, layer);
    causal_attention(z_of_text, q, k, v, heads);
  }
}

} // namespace

template <typename Real>
const arma::Mat<Real>& forward(Workspace<Real>& w, const Weights<Real>& weights, const Texts& texts,
                               Cache<Real>* cache, Hook<Real>* hook)
{
  const Config& config = weights.config;
  const arma::uword before = cache ? cache->length : 0;
  w.blocks.resize(w.keeps ? config.layers : 1);
  w.stream.resize(w.keeps ? 2 * config.layers + 1 : 0);
  const auto keep_stream = [&w](arma::uword place) {
    if (w.keeps)
      w.stream[place] = w.x;
  };

  embed(w.x, weights, texts, before);
  if (hook != nullptr)
    visit_embedding(*hook, weights, texts, before, w.x);
  keep_stream(0);
  require_finite(w.x, "the embedding, wte.weight and wpe.weight,");

  for (arma::uword layer = 0; layer < config.layers; ++layer) {
    const Block<Real>& block = weights.blocks[layer];
    typename Workspace<Real>::Block& v = w.blocks[w.keeps ? layer : 0];
    // What nobody will look at makes room for what comes after it.
    const bool all = w.keeps || hook != nullptr;
    arma::Mat<Real>&normed_2 = all ? v.normed_2 : v.normed,
    &activated = all ? v.activated : v.hidden;

    // The heads read the normed stream, attend, and add what they found to the stream.
    layer_norm(v.normed, block.ln_1, w.x, config.layer_norm_epsilon);
    linear(v.qkv, block.qkv, v.normed);
    if (cache != nullptr)
      append(*cache, layer, v.qkv);
    attend(v.z, v.qkv, config.heads, texts.length, cache, layer);
    if (hook != nullptr)
      visit_heads(*hook, config, layer, v, attended(v.qkv, 0, texts.length, cache, layer));
    add_linear(w.x, block.heads, v.z);
    if (hook != nullptr)
      visit_attention(*hook, weights, layer, w.x, v.z);
    keep_stream(2 * layer + 1);
    require_finite(w.x, "block {}'s attention", layer);

    // The MLP does the same with each token by itself.
    layer_norm(normed_2, block.ln_2, w.x, config.layer_norm_epsilon);
    linear(v.hidden, block.mlp_in, normed_2);
    gelu(activated, v.hidden);
    if (hook != nullptr)
      visit_hidden(*hook, layer, v);
    add_linear(w.x, block.mlp_out, activated);
    if (hook != nullptr)
      visit_mlp(*hook, weights, layer, w.x, activated);
    keep_stream(2 * layer + 2);
    require_finite(w.x, "block {}'s MLP", layer);
  }

  layer_norm(w.normed, weights.ln_f, w.x, config.layer_norm_epsilon);
  if (hook != nullptr)
    visit_final(*hook, w.normed);
  require_finite(w.normed, "the final layer norm");
  if (cache != nullptr)
    cache->length += texts.length;
  return w.normed;
}

NotFinite::NotFinite(std::string where_, bool in_float)
    : Error("the model's logits are not numbers: {} gives NaN or infinity in {}. One of its "
            "weights is damaged, or a number is larger than {}; ./epreuve gpt2 precision shows "
            "the first step that goes wrong",
            where_, in_float ? "float" : "double",
            in_float ? "float holds (try --precision double)" : "double holds"),
      where(std::move(where_))
{
}

// --- the model ----------------------------------------------------------------------------

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

} // namespace

template <typename Real>
const arma::Mat<Real>& Model<Real>::forward(const std::vector<Token>& tokens, Workspace<Real>& w,
                                            Cache<Real>* cache, Hook<Real>* hook) const
{
  check(tokens, cache ? cache->length : 0, weights_.config);
  if (hook != nullptr && weights_.wte_in_eight_bits)
    throw Error("the values of a pass in eight bits are not handed out: a hook needs a model in "
                "float or double");
  return gpt2::forward(w, weights_, tokens, cache, hook);
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
  gpt2::unembed(logits, weights_, forward(tokens, workspace, nullptr, nullptr));
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
  gpt2::unembed(logits, weights_, normed);
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

#define INSTANTIATE(Real)                                                                          \
  template void embed(arma::Mat<Real>&, const Weights<Real>&, const Texts&, arma::uword);          \
  template void layer_norm(arma::Mat<Real>&, const Norm<Real>&, const arma::Mat<Real>&, double);   \
  template void linear(arma::Mat<Real>&, const Dense<Real>&, const arma::Mat<Real>&);              \
  template void add_linear(arma::Mat<Real>&, const Dense<Real>&, const arma::Mat<Real>&);          \
  template void gelu(arma::Mat<Real>&, const arma::Mat<Real>&);                                    \
  template void causal_attention(arma::Mat<Real>&, const arma::subview<Real>&,                     \
                                 const arma::subview<Real>&, const arma::subview<Real>&,           \
                                 arma::uword);                                                     \
  template void unembed(arma::Mat<Real>&, const arma::Mat<Real>&, const arma::Mat<Real>&);         \
  template void unembed(arma::Mat<Real>&, const Weights<Real>&, const arma::Mat<Real>&);           \
  template const arma::Mat<Real>& forward(Workspace<Real>&, const Weights<Real>&, const Texts&,    \
                                          Cache<Real>*, Hook<Real>*);                              \
  template class Model<Real>;

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::gpt2
