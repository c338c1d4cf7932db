#include "epreuve/measuring/precision.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/eight_bits.hpp"
#include "epreuve/gpt2/kernels.hpp"
#include "epreuve/math/softmax.hpp"
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

/// What a layer is kept in, in the place of floats; nullptr if in floats.
const EightBits* eight_bits_of(const Weights<float>& weights, const arma::fmat& embedding)
{
  return &embedding == &weights.wte ? weights.wte_in_eight_bits.get() : nullptr;
}
const EightBits* eight_bits_of(const Weights<float>&, const Dense<float>& layer)
{
  return layer.eight_bits.get();
}
const EightBits* eight_bits_of(const Weights<float>&, const Norm<float>&)
{
  return nullptr;
}

/// The largest share of half a step that a weight is off.
double worst_share(const EightBits& neurons, const arma::mat& exact)
{
  double worst = 0;
  for (arma::uword i = 0; i < neurons.out(); ++i) {
    const double half_step =
        rounding::in_eight_bits::h / 127 * arma::norm(exact.col(i), "inf") + 0x1p-119;
    arma::vec bound(neurons.n());
    bound.fill(half_step);
    worst = std::max(
        worst, worst_share(arma::conv_to<arma::vec>::from(neurons.neuron(i)), exact.col(i), bound));
  }
  return worst;
}

std::vector<ParameterPrecision> judge_parameters(const Weights<float>& weights,
                                                 const Weights<double>& reference)
{
  std::vector<ParameterPrecision> judged;
  visit_layers(
      [&](const LayerName& layer, const auto& in_float, const auto& in_double) {
        visit_parameters(
            [&](const char* kind, const arma::fmat& w, const arma::mat& exact) {
              const EightBits* const bytes =
                  w.is_empty() ? eight_bits_of(weights, in_float) : nullptr;
              const double worst = bytes ? worst_share(*bytes, exact)
                                         : worst_share(arma::conv_to<arma::mat>::from(w), exact,
                                                       rounding::u * arma::abs(exact) + 0x1p-150);
              const bool finite = bytes ? bytes->scales().is_finite() : w.is_finite();
              judged.push_back(
                  {layer.text() + kind, worst, finite ? cause_of(worst) : Cause::not_finite});
            },
            in_float, in_double);
      },
      weights, reference);
  return judged;
}

// --- steps --------------------------------------------------------------------------------

/// A formula's value in double, and a bound on the error of rounding to float.
struct Exact
{
  arma::mat value, bound;
};

Exact embedding(const arma::mat& token, const arma::mat& position, bool in_eight_bits)
{
  return {token + position, in_eight_bits ? rounding::in_eight_bits::of_embedding(token, position)
                                          : rounding::of_embedding(token, position)};
}

Exact norm(const Norm<double>& norm, const arma::mat& x, double epsilon)
{
  arma::mat y;
  layer_norm(y, norm, x, epsilon);
  return {y, rounding::of_layer_norm(norm, x, epsilon)};
}

Exact dense(const Dense<double>& layer, const arma::mat& x, bool in_eight_bits)
{
  arma::mat y;
  linear(y, layer, x);
  return {y, in_eight_bits ? rounding::in_eight_bits::of_linear(layer.neurons, layer.b, x)
                           : rounding::of_linear(layer, x)};
}

Exact added(arma::mat y, const Dense<double>& layer, const arma::mat& x, bool in_eight_bits)
{
  const arma::mat bound = in_eight_bits
                              ? rounding::in_eight_bits::of_linear(layer.neurons, layer.b, x, y)
                              : rounding::of_linear(layer, x, y);
  add_linear(y, layer, x);
  return {y, bound};
}

Exact activation(const arma::mat& x)
{
  arma::mat y;
  gelu(y, x);
  return {y, rounding::of_gelu(x)};
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

Exact logits(const arma::mat& wte, const arma::mat& x, bool in_eight_bits)
{
  arma::mat y;
  unembed(y, wte, x);
  return {y, in_eight_bits ? rounding::in_eight_bits::of_linear(wte, {}, x)
                           : rounding::of_products(wte, x)};
}

/// The largest |value|; NaN if one of them is not finite.
double largest_of(const arma::mat& values)
{
  return values.is_finite() ? arma::abs(values).max() : arma::datum::nan;
}

std::vector<StepPrecision> judge_steps(const KeptPass<float>& pass, const Weights<double>& weights,
                                       const KeptPass<double>& reference,
                                       const std::vector<Token>& tokens, bool in_eight_bits)
{
  std::vector<StepPrecision> judged;
  // Judges a step, and hands the float pass's result on to the next. After one that is not finite none is judged.
  const auto step = [&](const std::string& name, const Exact& exact, const arma::fmat& in_float,
                        const arma::mat& in_double) {
    if (!judged.empty() && judged.back().cause == Cause::not_finite)
      return exact.value;
    const arma::mat computed = in_float.is_empty() ? arma::mat(arma::size(exact.value),
                                                               arma::fill::value(arma::datum::nan))
                                                   : arma::conv_to<arma::mat>::from(in_float);
    const arma::mat& other = in_double.is_empty() ? exact.value : in_double;
    const bool finite = computed.is_finite();
    const double share = worst_share(computed, exact.value, exact.bound);
    judged.push_back({name, largest_of(other), largest_of(computed - other),
                      largest_of(computed - exact.value), share,
                      finite ? cause_of(share) : Cause::not_finite});
    return computed;
  };

  const Config& config = weights.config;
  const double epsilon = config.layer_norm_epsilon;
  const Workspace<float>& f = pass.values;
  const Workspace<double>& d = reference.values;
  arma::mat x = step("blocks.0.resid_pre",
                     embedding(weights.wte.cols(arma::conv_to<arma::uvec>::from(tokens)),
                               weights.wpe.head_cols(tokens.size()), in_eight_bits),
                     f.stream[0], d.stream[0]);
  for (arma::uword layer = 0; layer < config.layers; ++layer) {
    const Block<double>& block = weights.blocks[layer];
    const auto& in_f = f.blocks[layer];
    const auto& in_d = d.blocks[layer];
    const arma::uword mid = 2 * layer + 1, post = 2 * layer + 2;
    const std::string b = fmt::format("blocks.{}.", layer);
    const arma::mat read =
        step(b + "ln1.normalized", norm(block.ln_1, x, epsilon), in_f.normed, in_d.normed);
    const arma::mat qkv =
        step(b + "attn.qkv", dense(block.qkv, read, in_eight_bits), in_f.qkv, in_d.qkv);
    const arma::mat z = step(b + "attn.z", attention(qkv, config.heads), in_f.z, in_d.z);
    x = step(b + "resid_mid", added(x, block.heads, z, in_eight_bits), f.stream[mid],
             d.stream[mid]);
    const arma::mat normed =
        step(b + "ln2.normalized", norm(block.ln_2, x, epsilon), in_f.normed_2, in_d.normed_2);
    const arma::mat before =
        step(b + "mlp.pre", dense(block.mlp_in, normed, in_eight_bits), in_f.hidden, in_d.hidden);
    const arma::mat after =
        step(b + "mlp.post", activation(before), in_f.activated, in_d.activated);
    x = step(b + "resid_post", added(x, block.mlp_out, after, in_eight_bits), f.stream[post],
             d.stream[post]);
  }
  const arma::mat last =
      step("ln_final.normalized", norm(weights.ln_f, x, epsilon), f.normed, d.normed);
  step("logits", logits(weights.wte, last, in_eight_bits), pass.logits, reference.logits);
  return judged;
}

// --- the law of the next token ------------------------------------------------------------

/// @param in_float, in_double  N x K
void judge_laws(PrecisionReport& report, const arma::fmat& in_float, const arma::mat& in_double)
{
  const auto K = static_cast<double>(in_double.n_cols);
  if (in_float.is_empty() || in_double.is_empty() || !in_float.is_finite() ||
      !in_double.is_finite()) {
    report.divergence = report.bound = report.same_first = arma::datum::nan;
    return;
  }
  for (arma::uword k = 0; k < in_double.n_cols; ++k) {
    const arma::vec exact = in_double.col(k),
                    computed = arma::conv_to<arma::vec>::from(in_float.col(k));
    const arma::vec difference = computed - exact;
    const arma::vec p = arma::exp(exact - math::log_sum_exp(exact));
    // ln(q / p) is the difference, less what it adds to the logarithm of the sum. As sum (q - p) = 0, the divergence is
    // a sum without a negative term, so that nothing cancels.
    const arma::vec l = difference - (math::log_sum_exp(computed) - math::log_sum_exp(exact));
    double divergence = 0;
    for (arma::uword i = 0; i < p.n_elem; ++i)
      divergence += p[i] * (std::expm1(l[i]) - l[i]);
    report.divergence += divergence;
    report.bound += std::pow(difference.max() - difference.min(), 2) / 8;
    report.same_first += computed.index_max() == exact.index_max() ? 1 : 0;
  }
  for (double* const sum : {&report.divergence, &report.bound, &report.same_first})
    *sum /= K;
}

} // namespace

template <typename Real>
KeptPass<Real> keep_pass(const Model<Real>& model, const std::vector<Token>& tokens)
{
  KeptPass<Real> pass;
  try {
    const arma::Mat<Real>& last = model.forward(tokens, pass.values, nullptr, nullptr);
    unembed(pass.logits, model.weights(), last);
  } catch (const NotFinite&) { // which compare_precisions finds
  }
  return pass;
}

PrecisionReport compare_precisions(const Weights<float>& weights, const KeptPass<float>& pass,
                                   const Weights<double>& reference,
                                   const KeptPass<double>& reference_pass,
                                   const std::vector<Token>& tokens)
{
  PrecisionReport report{
      judge_parameters(weights, reference),
      judge_steps(pass, reference, reference_pass, tokens, weights.wte_in_eight_bits != nullptr)};
  judge_laws(report, pass.logits, reference_pass.logits);
  return report;
}

PrecisionReport compare_precisions(const Model<float>& model, const Model<double>& reference,
                                   const std::vector<Token>& tokens)
{
  check_same_sizes(model.config(), reference.config());
  return compare_precisions(model.weights(), keep_pass(model, tokens), reference.weights(),
                            keep_pass(reference, tokens), tokens);
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

template KeptPass<float> keep_pass(const Model<float>&, const std::vector<Token>&);
template KeptPass<double> keep_pass(const Model<double>&, const std::vector<Token>&);

} // namespace epreuve::gpt2
