// GPT-2, to be read alongside the documents: first the formulas, then the forward pass that they
// make up. fast_kernels.cpp has the same formulas for float, fast.

#include "epreuve/gpt2/model.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/kernels.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"

#include <fmt/format.h>

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
    z.rows(head.a, head.b) = attention::head_output(V, attention::causal_pattern(Q, K));
  }
}

template <typename Real>
void unembed(arma::Mat<Real>& logits, const arma::Mat<Real>& wte, const arma::Mat<Real>& x)
{
  logits = wte.t() * x;
}

// --- what a trace keeps -------------------------------------------------------------------

namespace {

/// Names the sites of the forward pass and keeps what the trace asks for.
template <typename Real>
class Recorder
{
public:
  Recorder(Trace<Real>* trace, const Config& config) : trace_(trace), config_(config) {}

  void enter(arma::uword layer) { prefix_ = trace_ ? fmt::format("blocks.{}.", layer) : ""; }
  void leave() { prefix_.clear(); }

  /// `value` is a matrix, or a function that computes one, or a cube with a slice for each head.
  template <typename Value>
  void operator()(const char* site, const Value& value)
  {
    if (trace_ == nullptr)
      return;
    const std::string name = prefix_ + site;
    if (!trace_->wants(name))
      return;
    if constexpr (std::is_invocable_v<Value>)
      keep(name, value());
    else
      keep(name, value);
  }

  /// Everything inside an attention: z is its result, the rest is computed here.
  void attention(const arma::subview<Real>& q, const arma::subview<Real>& k,
                 const arma::subview<Real>& v, const arma::Mat<Real>& z, const Dense<Real>& W_O)
  {
    if (trace_ == nullptr)
      return;
    const arma::uword d = config_.head_size();
    const auto by_head = [&](const char* site, const auto& of_head) {
      (*this)(site, [&] {
        arma::Cube<Real> all;
        for (arma::uword h = 0; h < config_.heads; ++h) {
          const arma::Mat<Real> one = of_head(arma::span(h * d, (h + 1) * d - 1));
          if (h == 0)
            all.set_size(one.n_rows, one.n_cols, config_.heads);
          all.slice(h) = one;
        }
        return all;
      });
    };
    const auto part = [](const auto& of, const arma::span& head) -> arma::Mat<Real> {
      return of(head, arma::span::all);
    };
    by_head("attn.q", [&](const arma::span& head) { return part(q, head); });
    by_head("attn.k", [&](const arma::span& head) { return part(k, head); });
    by_head("attn.v", [&](const arma::span& head) { return part(v, head); });
    by_head("attn.scores", [&](const arma::span& head) {
      return attention::causal_mask(
          attention::scaled_attention_scores(part(q, head), part(k, head)));
    });
    by_head("attn.pattern", [&](const arma::span& head) {
      return attention::causal_pattern(part(q, head), part(k, head));
    });
    by_head("attn.z", [&](const arma::span& head) { return part(z, head); });
    by_head("attn.result", [&](const arma::span& head) -> arma::Mat<Real> {
      return W_O.neurons.rows(head.a, head.b).t() * part(z, head);
    });
  }

private:
  void keep(const std::string& name, arma::Cube<Real> value)
  {
    trace_->keep(name, std::move(value));
  }
  void keep(const std::string& name, const arma::Mat<Real>& value)
  {
    arma::Cube<Real> one(value.n_rows, value.n_cols, 1);
    one.slice(0) = value;
    trace_->keep(name, std::move(one));
  }

  Trace<Real>* trace_;
  const Config& config_;
  std::string prefix_;
};

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

/// Appends k and v to the cache's columns of a layer.
template <typename Real>
void append(Cache<Real>& cache, arma::uword layer, const arma::subview<Real>& k,
            const arma::subview<Real>& v)
{
  cache.keys[layer].cols(cache.length, cache.length + k.n_cols - 1) = k;
  cache.values[layer].cols(cache.length, cache.length + v.n_cols - 1) = v;
}

} // namespace

// --- the forward pass ---------------------------------------------------------------------

template <typename Real>
const arma::Mat<Real>& Model<Real>::forward(const std::vector<Token>& tokens, Workspace<Real>& w,
                                            Cache<Real>* cache, Trace<Real>* trace) const
{
  const Config& config = weights_.config;
  const arma::uword n = config.n, K = tokens.size(), before = cache ? cache->length : 0;
  check(tokens, before, config);
  Recorder<Real> record(trace, config);

  embed(w.x, weights_, tokens, before);
  record("embed", [&]() -> arma::Mat<Real> {
    return weights_.wte.cols(arma::conv_to<arma::uvec>::from(tokens));
  });
  record("pos_embed",
         [&]() -> arma::Mat<Real> { return weights_.wpe.cols(before, before + K - 1); });

  for (arma::uword layer = 0; layer < config.layers; ++layer) {
    const Block<Real>& block = weights_.blocks[layer];
    record.enter(layer);
    record("resid_pre", w.x);

    // The heads read the normed stream, attend, and add what they found to the stream.
    layer_norm(w.normed, block.ln_1, w.x, config.layer_norm_epsilon);
    record("ln1.normalized", w.normed);
    linear(w.qkv, block.qkv, w.normed);
    const arma::subview<Real> q = w.qkv.rows(0, n - 1);
    const arma::subview<Real> k_new = w.qkv.rows(n, 2 * n - 1);
    const arma::subview<Real> v_new = w.qkv.rows(2 * n, 3 * n - 1);
    if (cache != nullptr)
      append(*cache, layer, k_new, v_new);
    const arma::subview<Real> k = cache ? cache->keys[layer].cols(0, before + K - 1) : k_new;
    const arma::subview<Real> v = cache ? cache->values[layer].cols(0, before + K - 1) : v_new;
    causal_attention(w.z, q, k, v, config.heads);
    record.attention(q, k, v, w.z, block.heads);
    record("attn_out", [&] {
      arma::Mat<Real> out;
      linear(out, block.heads, w.z);
      return out;
    });
    add_linear(w.x, block.heads, w.z);
    record("resid_mid", w.x);

    // The MLP does the same with each token by itself.
    layer_norm(w.normed, block.ln_2, w.x, config.layer_norm_epsilon);
    record("ln2.normalized", w.normed);
    linear(w.hidden, block.mlp_in, w.normed);
    record("mlp.pre", w.hidden);
    gelu(w.hidden);
    record("mlp.post", w.hidden);
    record("mlp_out", [&] {
      arma::Mat<Real> out;
      linear(out, block.mlp_out, w.hidden);
      return out;
    });
    add_linear(w.x, block.mlp_out, w.hidden);
    record("resid_post", w.x);
  }
  record.leave();

  if (cache != nullptr)
    cache->length += K;
  layer_norm(w.normed, weights_.ln_f, w.x, config.layer_norm_epsilon);
  record("ln_final.normalized", w.normed);
  return w.normed;
}

template <typename Real>
arma::Mat<Real> Model<Real>::logits(const std::vector<Token>& tokens, Trace<Real>* trace) const
{
  Workspace<Real> workspace;
  const arma::Mat<Real>& w = forward(tokens, workspace, nullptr, trace);
  arma::Mat<Real> logits;
  gpt2::unembed(logits, weights_.wte, w);
  return logits;
}

template <typename Real>
void Model<Real>::logits(const std::vector<Token>& tokens, Workspace<Real>& workspace,
                         arma::Mat<Real>& logits) const
{
  gpt2::unembed(logits, weights_.wte, forward(tokens, workspace, nullptr, nullptr));
}

template <typename Real>
arma::Col<Real> Model<Real>::last_logits(const std::vector<Token>& tokens, Trace<Real>* trace) const
{
  Workspace<Real> workspace;
  const arma::Mat<Real> last = forward(tokens, workspace, nullptr, trace).tail_cols(1);
  arma::Mat<Real> logits;
  gpt2::unembed(logits, weights_.wte, last);
  return logits;
}

template <typename Real>
arma::Mat<Real> Model<Real>::unembed(const arma::Mat<Real>& x) const
{
  if (x.n_rows != config().n)
    throw Error("unembed: a token of the residual stream has {} entries, got {} x {}", config().n,
                x.n_rows, x.n_cols);
  arma::Mat<Real> normed, logits;
  layer_norm(normed, weights_.ln_f, x, config().layer_norm_epsilon);
  gpt2::unembed(logits, weights_.wte, normed);
  return logits;
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
