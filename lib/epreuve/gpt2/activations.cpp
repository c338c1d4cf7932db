#include "epreuve/gpt2/activations.hpp"

#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/masks.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/kernels.hpp"

#include <fmt/format.h>

#include <concepts>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::gpt2 {

namespace {

template <typename Real>
arma::Cube<Real> as_cube(const arma::Mat<Real>& value)
{
  arma::Cube<Real> one(value.n_rows, value.n_cols, 1);
  one.slice(0) = value;
  return one;
}

template <typename Real>
arma::Cube<Real> as_cube(arma::Cube<Real> value)
{
  return value;
}

/// What the hook puts in the place of a value, if it wants it and replaces it.
/// @param value  computes it: a matrix, or a slice for each head
template <typename Real, std::invocable Value>
std::optional<arma::Cube<Real>> replacement(Hook<Real>& hook, const std::string& name,
                                            const Value& value)
{
  if (!hook.wants(name))
    return std::nullopt;
  arma::Cube<Real> visited = as_cube(value());
  const arma::SizeCube expected = arma::size(visited);
  if (!hook.visit(name, visited))
    return std::nullopt;
  if (arma::size(visited) != expected)
    throw Error("\"{}\" is {} x {} x {}, and its replacement {} x {} x {}: it must have the same "
                "shape",
                name, expected[0], expected[1], expected[2], visited.n_rows, visited.n_cols,
                visited.n_slices);
  return visited;
}

/// A value that can only be seen.
template <typename Real, std::invocable Value>
void show(Hook<Real>& hook, const std::string& name, const Value& value)
{
  if (replacement(hook, name, value))
    throw Error("\"{}\" can be seen, but not replaced; the values that can are the residual "
                "stream (resid_pre, resid_mid, resid_post), attn.pattern, attn.z, attn.result, "
                "attn_out, mlp.post, mlp_out and ln_final.normalized",
                name);
}

/// A matrix of the workspace.
template <typename Real>
void visit(Hook<Real>& hook, const std::string& name, arma::Mat<Real>& value)
{
  if (const auto replaced = replacement(hook, name, [&] { return value; }))
    value = replaced->slice(0);
}

/// What has just been added to the stream: the stream gets the difference.
/// @param added  computes it: n x K, or n x K x heads
/// @return       the difference, n x K; empty if there is none
template <typename Real, std::invocable Added>
arma::Mat<Real> visit_added(Hook<Real>& hook, const std::string& name, arma::Mat<Real>& stream,
                            const Added& added)
{
  if (!hook.wants(name))
    return {};
  const arma::Cube<Real> before = as_cube(added());
  const auto replaced = replacement(hook, name, [&] { return before; });
  if (!replaced)
    return {};
  const arma::Mat<Real> difference = arma::Cube<Real>(arma::sum(*replaced - before, 2)).slice(0);
  stream += difference;
  return difference;
}

arma::span rows_of(arma::uword head, const Config& config)
{
  const arma::uword d = config.head_size();
  return arma::span(head * d, (head + 1) * d - 1);
}

/// A slice for each head.
/// @param of_head  computes it from the rows of a head
template <typename Real, typename OfHead>
arma::Cube<Real> by_head(const Config& config, const OfHead& of_head)
{
  arma::Cube<Real> all;
  for (arma::uword h = 0; h < config.heads; ++h) {
    const arma::Mat<Real> one = of_head(rows_of(h, config));
    if (h == 0)
      all.set_size(one.n_rows, one.n_cols, config.heads);
    all.slice(h) = one;
  }
  return all;
}

/// z of a head and a query follows from its row of the pattern, where that was replaced.
template <typename Real>
void visit_pattern(Hook<Real>& hook, const std::string& name, const Config& config,
                   arma::Mat<Real>& z, const Attended<Real>& heads)
{
  if (!hook.wants(name))
    return;
  const arma::Cube<Real> before = by_head<Real>(config, [&](const arma::span& head) {
    return attention::causal_pattern(arma::Mat<Real>(heads.q(head, arma::span::all)),
                                     arma::Mat<Real>(heads.k(head, arma::span::all)));
  });
  const auto replaced = replacement(hook, name, [&] { return before; });
  if (!replaced)
    return;
  for (arma::uword h = 0; h < config.heads; ++h) {
    const arma::span head = rows_of(h, config);
    const arma::Mat<Real> V = heads.v(head, arma::span::all);
    for (arma::uword k = 0; k < z.n_cols; ++k) {
      const arma::Row<Real> row = replaced->slice(h).row(k);
      if (arma::any(row != before.slice(h).row(k)))
        z(head, arma::span(k)) = attention::head_output(V, arma::Mat<Real>(row));
    }
  }
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
void visit_embedding(Hook<Real>& hook, const Weights<Real>& weights, const Texts& text,
                     arma::uword before, arma::Mat<Real>& x)
{
  show(hook, "embed", [&]() -> arma::Mat<Real> {
    return weights.wte.cols(
        arma::conv_to<arma::uvec>::from(arma::Col<Token>(text.tokens.data(), text.length)));
  });
  show(hook, "pos_embed",
       [&]() -> arma::Mat<Real> { return weights.wpe.cols(before, before + text.length - 1); });
  visit(hook, site(0, "resid_pre"), x);
}

template <typename Real>
void visit_heads(Hook<Real>& hook, const Config& config, arma::uword layer,
                 typename Workspace<Real>::Block& v, const Attended<Real>& heads)
{
  const auto part = [](const auto& of, const arma::span& head) -> arma::Mat<Real> {
    return of(head, arma::span::all);
  };
  const auto parts = [&](const auto& of) {
    return by_head<Real>(config, [&](const arma::span& head) { return part(of, head); });
  };
  show(hook, site(layer, "ln1.normalized"), [&] { return v.normed; });
  show(hook, site(layer, "attn.q"), [&] { return parts(heads.q); });
  show(hook, site(layer, "attn.k"), [&] { return parts(heads.k); });
  show(hook, site(layer, "attn.v"), [&] { return parts(heads.v); });
  show(hook, site(layer, "attn.scores"), [&] {
    return by_head<Real>(config, [&](const arma::span& head) {
      return attention::causal_mask(
          attention::scaled_attention_scores(part(heads.q, head), part(heads.k, head)));
    });
  });
  visit_pattern(hook, site(layer, "attn.pattern"), config, v.z, heads);
  if (const auto z = replacement(hook, site(layer, "attn.z"), [&] { return parts(v.z); }))
    for (arma::uword h = 0; h < config.heads; ++h)
      v.z.rows(rows_of(h, config).a, rows_of(h, config).b) = z->slice(h);
}

template <typename Real>
void visit_attention(Hook<Real>& hook, const Weights<Real>& weights, arma::uword layer,
                     arma::Mat<Real>& x, const arma::Mat<Real>& z)
{
  const Dense<Real>& W_O = weights.blocks[layer].heads;
  const arma::Mat<Real> difference = visit_added(hook, site(layer, "attn.result"), x, [&] {
    return by_head<Real>(weights.config, [&](const arma::span& head) -> arma::Mat<Real> {
      return W_O.neurons.rows(head.a, head.b).t() * z.rows(head.a, head.b);
    });
  });
  visit_added(hook, site(layer, "attn_out"), x, [&] {
    arma::Mat<Real> added = output(W_O, z);
    if (!difference.is_empty())
      added += difference;
    return added;
  });
  visit(hook, site(layer, "resid_mid"), x);
}

template <typename Real>
void visit_hidden(Hook<Real>& hook, arma::uword layer, typename Workspace<Real>::Block& v)
{
  show(hook, site(layer, "ln2.normalized"), [&] { return v.normed_2; });
  show(hook, site(layer, "mlp.pre"), [&] { return v.hidden; });
  visit(hook, site(layer, "mlp.post"), v.activated);
}

template <typename Real>
void visit_mlp(Hook<Real>& hook, const Weights<Real>& weights, arma::uword layer,
               arma::Mat<Real>& x, const arma::Mat<Real>& activated)
{
  visit_added(hook, site(layer, "mlp_out"), x,
              [&] { return output(weights.blocks[layer].mlp_out, activated); });
  visit(hook, site(layer, "resid_post"), x);
  if (layer + 1 < weights.config.layers)
    visit(hook, site(layer + 1, "resid_pre"), x);
}

template <typename Real>
void visit_final(Hook<Real>& hook, arma::Mat<Real>& normed)
{
  visit(hook, "ln_final.normalized", normed);
}

#define INSTANTIATE(Real)                                                                          \
  template void visit_embedding(Hook<Real>&, const Weights<Real>&, const Texts&, arma::uword,      \
                                arma::Mat<Real>&);                                                 \
  template void visit_heads(Hook<Real>&, const Config&, arma::uword, Workspace<Real>::Block&,      \
                            const Attended<Real>&);                                                \
  template void visit_attention(Hook<Real>&, const Weights<Real>&, arma::uword, arma::Mat<Real>&,  \
                                const arma::Mat<Real>&);                                           \
  template void visit_hidden(Hook<Real>&, arma::uword, Workspace<Real>::Block&);                   \
  template void visit_mlp(Hook<Real>&, const Weights<Real>&, arma::uword, arma::Mat<Real>&,        \
                          const arma::Mat<Real>&);                                                 \
  template void visit_final(Hook<Real>&, arma::Mat<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::gpt2
