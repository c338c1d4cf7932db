#include "epreuve/measuring/precision.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/kernels.hpp"
#include "epreuve/measuring/rounding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace epreuve::gpt2 {

namespace {

Cause cause_of(double share_of_bound)
{
  return share_of_bound <= 1 ? Cause::rounding : Cause::bug;
}

/// The largest |a_i - b_i| / bound_i; infinite if any is not a number.
double worst_share(const arma::mat& a, const arma::mat& b, const arma::mat& bound)
{
  double worst = 0;
  for (arma::uword i = 0; i < a.n_elem; ++i) {
    const double share = std::abs(a(i) - b(i)) / bound(i);
    if (std::isnan(share))
      return std::numeric_limits<double>::infinity();
    worst = std::max(worst, share);
  }
  return worst;
}

void check_same_sizes(Config config, const Config& reference)
{
  const auto sizes = [](const Config& c) {
    return fmt::format("{} layers of {} heads, n = {}, N = {}, a context of {} and {} neurons",
                       c.layers, c.heads, c.n, c.N, c.context, c.mlp);
  };
  config.layer_norm_epsilon =
      reference.layer_norm_epsilon; // a different one is a bug, which this is to find
  if (config != reference)
    throw Error("compare_precisions: float and double must be one model in two precisions; in "
                "float it has {}, in double {}",
                sizes(config), sizes(reference));
}

// --- parameters ---------------------------------------------------------------------------

std::vector<ParameterPrecision> judge_parameters(const Weights<float>& weights,
                                                 const Weights<double>& reference)
{
  std::vector<ParameterPrecision> judged;
  visit_layers(
      [&](const LayerName& layer, const auto& in_float, const auto& in_double) {
        visit_parameters(
            [&](const char* kind, const arma::fmat& w, const arma::mat& exact) {
              const double worst = worst_share(arma::conv_to<arma::mat>::from(w), exact,
                                               rounding::u * arma::abs(exact) + 0x1p-150);
              judged.push_back({layer.text() + kind, worst,
                                w.is_finite() ? cause_of(worst) : Cause::not_finite});
            },
            in_float, in_double);
      },
      weights, reference);
  return judged;
}

// --- steps --------------------------------------------------------------------------------

/// d x K x heads as n x K, the heads below one another.
template <typename Real>
arma::Mat<Real> heads_as_one(const arma::Cube<Real>& heads)
{
  arma::Mat<Real> all(heads.n_rows * heads.n_slices, heads.n_cols);
  for (arma::uword h = 0; h < heads.n_slices; ++h)
    all.rows(h * heads.n_rows, (h + 1) * heads.n_rows - 1) = heads.slice(h);
  return all;
}

template <typename Real>
arma::mat in_double(const Trace<Real>& trace, const std::string& name)
{
  return arma::conv_to<arma::mat>::from(trace.matrix(name));
}

/// A formula's value in double, and a bound on the error of rounding to float.
struct Exact
{
  arma::mat value, bound;
};

Exact embedding(const arma::mat& token, const arma::mat& position)
{
  return {token + position, rounding::of_embedding(token, position)};
}

Exact norm(const Norm<double>& norm, const arma::mat& x, double epsilon)
{
  arma::mat y;
  layer_norm(y, norm, x, epsilon);
  return {y, rounding::of_layer_norm(norm, x, epsilon)};
}

Exact dense(const Dense<double>& layer, const arma::mat& x)
{
  arma::mat y;
  linear(y, layer, x);
  return {y, rounding::of_linear(layer, x)};
}

Exact added(arma::mat y, const Dense<double>& layer, const arma::mat& x)
{
  const arma::mat bound = rounding::of_linear(layer, x, y);
  add_linear(y, layer, x);
  return {y, bound};
}

Exact activation(arma::mat x)
{
  const arma::mat bound = rounding::of_gelu(x);
  gelu(x);
  return {x, bound};
}

Exact attention(const arma::mat& qkv, arma::uword heads)
{
  const arma::uword n = qkv.n_rows / 3, d = n / heads;
  arma::mat z(n, qkv.n_cols), bound(n, qkv.n_cols);
  if (!qkv.is_finite()) // for which there are no scores
    return {z.fill(arma::datum::nan), bound.fill(arma::datum::nan)};
  causal_attention(z, qkv.rows(0, n - 1), qkv.rows(n, 2 * n - 1), qkv.rows(2 * n, 3 * n - 1),
                   heads);
  for (arma::uword h = 0; h < n; h += d)
    bound.rows(h, h + d - 1) =
        rounding::of_head(qkv.rows(h, h + d - 1), qkv.rows(n + h, n + h + d - 1),
                          qkv.rows(2 * n + h, 2 * n + h + d - 1));
  return {z, bound};
}

Exact logits(const arma::mat& wte, const arma::mat& x)
{
  arma::mat y;
  unembed(y, wte, x);
  return {y, rounding::of_products(wte, x)};
}

/// The largest |value|; NaN if one of them is not finite.
double largest_of(const arma::mat& values)
{
  return values.is_finite() ? arma::abs(values).max() : arma::datum::nan;
}

std::vector<StepPrecision> judge_steps(const Trace<float>& pass, const Weights<double>& weights,
                                       const Trace<double>& reference,
                                       const std::vector<Token>& tokens)
{
  std::vector<StepPrecision> judged;
  // Judges a step, and hands the float pass's result on to the next. After one that is not finite none is judged.
  const auto step = [&](const std::string& name, const Exact& exact) {
    if (!judged.empty() && judged.back().cause == Cause::not_finite)
      return exact.value;
    const arma::mat computed =
        pass.has(name) ? in_double(pass, name)
                       : arma::mat(size(exact.value), arma::fill::value(arma::datum::nan));
    const arma::mat other = reference.has(name) ? in_double(reference, name) : exact.value;
    const bool finite = computed.is_finite();
    const double share = worst_share(computed, exact.value, exact.bound);
    judged.push_back({name, largest_of(other), largest_of(computed - other),
                      largest_of(computed - exact.value), share,
                      finite ? cause_of(share) : Cause::not_finite});
    return computed;
  };

  const Config& config = weights.config;
  const double epsilon = config.layer_norm_epsilon;
  arma::mat x = step("blocks.0.resid_pre",
                     embedding(weights.wte.cols(arma::conv_to<arma::uvec>::from(tokens)),
                               weights.wpe.head_cols(tokens.size())));
  for (arma::uword layer = 0; layer < config.layers; ++layer) {
    const Block<double>& block = weights.blocks[layer];
    const std::string b = fmt::format("blocks.{}.", layer);
    const arma::mat read = step(b + "ln1.normalized", norm(block.ln_1, x, epsilon));
    const arma::mat qkv = step(b + "attn.qkv", dense(block.qkv, read));
    const arma::mat z = step(b + "attn.z", attention(qkv, config.heads));
    x = step(b + "resid_mid", added(x, block.heads, z));
    const arma::mat normed = step(b + "ln2.normalized", norm(block.ln_2, x, epsilon));
    const arma::mat before = step(b + "mlp.pre", dense(block.mlp_in, normed));
    const arma::mat after = step(b + "mlp.post", activation(before));
    x = step(b + "resid_post", added(x, block.mlp_out, after));
  }
  const arma::mat last = step("ln_final.normalized", norm(weights.ln_f, x, epsilon));
  step("logits", logits(weights.wte, last));
  return judged;
}

} // namespace

template <typename Real>
Trace<Real> record_steps(const Model<Real>& model, const std::vector<Token>& tokens)
{
  Trace<Real> trace({"*.resid_*", "*.normalized", "*.attn.q", "*.attn.k", "*.attn.v", "*.attn.z",
                     "*.mlp.pre", "*.mlp.post"});
  const auto as_cube = [](const arma::Mat<Real>& matrix) {
    arma::Cube<Real> one(matrix.n_rows, matrix.n_cols, 1);
    one.slice(0) = matrix;
    return one;
  };
  try {
    trace.keep("logits", as_cube(model.logits(tokens, &trace)));
  } catch (const Error&) {
    if (!trace.has("blocks.0.resid_pre")) // the tokens are refused
      throw;
  }
  const auto all = [&](const std::string& name) { return heads_as_one(trace[name]); };
  for (arma::uword layer = 0; layer < model.config().layers; ++layer) {
    const std::string attn = fmt::format("blocks.{}.attn.", layer);
    if (!trace.has(attn + "z"))
      break;
    trace.keep(attn + "qkv",
               as_cube(arma::join_cols(all(attn + "q"), all(attn + "k"), all(attn + "v"))));
    trace.keep(attn + "z", as_cube(all(attn + "z")));
  }
  return trace;
}

PrecisionReport compare_precisions(const Weights<float>& weights, const Trace<float>& pass,
                                   const Weights<double>& reference,
                                   const Trace<double>& reference_pass,
                                   const std::vector<Token>& tokens)
{
  return {judge_parameters(weights, reference),
          judge_steps(pass, reference, reference_pass, tokens)};
}

PrecisionReport compare_precisions(const Model<float>& model, const Model<double>& reference,
                                   const std::vector<Token>& tokens)
{
  check_same_sizes(model.config(), reference.config());
  return compare_precisions(model.weights(), record_steps(model, tokens), reference.weights(),
                            record_steps(reference, tokens), tokens);
}

std::vector<std::string> PrecisionReport::bugs() const
{
  std::vector<std::string> names;
  for (const ParameterPrecision& parameter : parameters)
    if (parameter.cause != Cause::rounding)
      names.push_back(parameter.name);
  for (const StepPrecision& step : steps)
    if (step.cause != Cause::rounding)
      names.push_back(step.name);
  return names;
}

std::vector<std::string> PrecisionReport::not_finite() const
{
  std::vector<std::string> names;
  for (const ParameterPrecision& parameter : parameters)
    if (parameter.cause == Cause::not_finite)
      names.push_back(parameter.name);
  return names;
}

template Trace<float> record_steps(const Model<float>&, const std::vector<Token>&);
template Trace<double> record_steps(const Model<double>&, const std::vector<Token>&);

} // namespace epreuve::gpt2
