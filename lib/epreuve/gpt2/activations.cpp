#include "epreuve/gpt2/activations.hpp"

#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/gpt2/kernels.hpp"

#include <fmt/format.h>

#include <concepts>

namespace epreuve::gpt2 {

namespace {

template <typename Real>
void keep(Trace<Real>& trace, const std::string& name, const arma::Mat<Real>& value)
{
  if (!trace.wants(name))
    return;
  arma::Cube<Real> one(value.n_rows, value.n_cols, 1);
  one.slice(0) = value;
  trace.keep(name, std::move(one));
}

/// @param value  computes it
template <typename Real, std::invocable Value>
void keep(Trace<Real>& trace, const std::string& name, const Value& value)
{
  if (trace.wants(name))
    keep<Real>(trace, name, value());
}

/// A slice for each head.
/// @param of_head  computes it from the rows of a head
template <typename Real, typename OfHead>
void keep_by_head(Trace<Real>& trace, const std::string& name, const Config& config,
                  const OfHead& of_head)
{
  if (!trace.wants(name))
    return;
  const arma::uword d = config.head_size();
  arma::Cube<Real> all;
  for (arma::uword h = 0; h < config.heads; ++h) {
    const arma::Mat<Real> one = of_head(arma::span(h * d, (h + 1) * d - 1));
    if (h == 0)
      all.set_size(one.n_rows, one.n_cols, config.heads);
    all.slice(h) = one;
  }
  trace.keep(name, std::move(all));
}

template <typename Real>
arma::Mat<Real> output(const Dense<Real>& layer, const arma::Mat<Real>& x)
{
  arma::Mat<Real> y;
  linear(y, layer, x);
  return y;
}

std::string site(arma::uword layer, const char* name)
{
  return fmt::format("blocks.{}.{}", layer, name);
}

} // namespace

template <typename Real>
void keep_embedding(Trace<Real>& trace, const Weights<Real>& weights,
                    const std::vector<Token>& tokens, arma::uword before, const Workspace<Real>& w)
{
  keep(trace, "embed", [&]() -> arma::Mat<Real> {
    return weights.wte.cols(arma::conv_to<arma::uvec>::from(tokens));
  });
  keep(trace, "pos_embed",
       [&]() -> arma::Mat<Real> { return weights.wpe.cols(before, before + tokens.size() - 1); });
  keep(trace, site(0, "resid_pre"), w.x);
}

template <typename Real>
void keep_attention(Trace<Real>& trace, const Weights<Real>& weights, arma::uword layer,
                    const Workspace<Real>& w, const Attended<Real>& heads)
{
  const Dense<Real>& W_O = weights.blocks[layer].heads;
  keep(trace, site(layer, "ln1.normalized"), w.normed);

  const auto by_head = [&](const char* name, const auto& of_head) {
    keep_by_head(trace, site(layer, name), weights.config, of_head);
  };
  const auto part = [](const auto& of, const arma::span& head) -> arma::Mat<Real> {
    return of(head, arma::span::all);
  };
  const auto q = [&](const arma::span& head) { return part(heads.q, head); };
  const auto k = [&](const arma::span& head) { return part(heads.k, head); };
  const auto v = [&](const arma::span& head) { return part(heads.v, head); };
  const auto z = [&](const arma::span& head) { return part(w.z, head); };
  by_head("attn.q", q);
  by_head("attn.k", k);
  by_head("attn.v", v);
  by_head("attn.scores", [&](const arma::span& head) {
    return attention::causal_mask(attention::scaled_attention_scores(q(head), k(head)));
  });
  by_head("attn.pattern",
          [&](const arma::span& head) { return attention::causal_pattern(q(head), k(head)); });
  by_head("attn.z", z);
  by_head("attn.result", [&](const arma::span& head) -> arma::Mat<Real> {
    return W_O.neurons.rows(head.a, head.b).t() * z(head);
  });

  keep(trace, site(layer, "attn_out"), [&] { return output(W_O, w.z); });
  keep(trace, site(layer, "resid_mid"), w.x);
}

template <typename Real>
void keep_mlp(Trace<Real>& trace, const Weights<Real>& weights, arma::uword layer,
              const Workspace<Real>& w)
{
  const Block<Real>& block = weights.blocks[layer];
  keep(trace, site(layer, "ln2.normalized"), w.normed);
  keep(trace, site(layer, "mlp.pre"), [&] { return output(block.mlp_in, w.normed); });
  keep(trace, site(layer, "mlp.post"), w.hidden);
  keep(trace, site(layer, "mlp_out"), [&] { return output(block.mlp_out, w.hidden); });
  keep(trace, site(layer, "resid_post"), w.x);
  if (layer + 1 < weights.config.layers)
    keep(trace, site(layer + 1, "resid_pre"), w.x);
}

template <typename Real>
void keep_final(Trace<Real>& trace, const Workspace<Real>& w)
{
  keep(trace, "ln_final.normalized", w.normed);
}

template void keep_embedding(Trace<float>&, const Weights<float>&, const std::vector<Token>&,
                             arma::uword, const Workspace<float>&);
template void keep_attention(Trace<float>&, const Weights<float>&, arma::uword,
                             const Workspace<float>&, const Attended<float>&);
template void keep_mlp(Trace<float>&, const Weights<float>&, arma::uword, const Workspace<float>&);
template void keep_final(Trace<float>&, const Workspace<float>&);
template void keep_embedding(Trace<double>&, const Weights<double>&, const std::vector<Token>&,
                             arma::uword, const Workspace<double>&);
template void keep_attention(Trace<double>&, const Weights<double>&, arma::uword,
                             const Workspace<double>&, const Attended<double>&);
template void keep_mlp(Trace<double>&, const Weights<double>&, arma::uword,
                       const Workspace<double>&);
template void keep_final(Trace<double>&, const Workspace<double>&);

} // namespace epreuve::gpt2
