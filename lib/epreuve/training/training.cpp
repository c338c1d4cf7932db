#include "epreuve/training/training.hpp"

#include "epreuve/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace epreuve::training {

namespace {

/// Neighbouring parameters with one decay.
struct Range
{
  std::size_t begin, end;
  bool decays;
};

/// All parameters, in the order of memory, where matrices decay, and biases, gains and the zeros between do not.
template <typename Real>
std::vector<Range> ranges_of(const gpt2::Weights<Real>& weights)
{
  const Real* const begin = gpt2::all_of(weights).data();
  const std::size_t size = gpt2::all_of(weights).size();
  std::vector<Range> ranges{{0, 0, false}};
  const auto add = [&](std::size_t to, bool decays) {
    if (ranges.back().decays == decays)
      ranges.back().end = to;
    else if (to > ranges.back().end)
      ranges.push_back({ranges.back().end, to, decays});
  };
  const auto add_matrix = [&](const arma::Mat<Real>& matrix) {
    const auto place = static_cast<std::size_t>(matrix.memptr() - begin);
    add(place, false);
    add(place + matrix.n_elem, true);
  };
  add_matrix(weights.wte);
  add_matrix(weights.wpe);
  for (const gpt2::Block<Real>& block : weights.blocks)
    for (const gpt2::Dense<Real>* dense : {&block.qkv, &block.heads, &block.mlp_in, &block.mlp_out})
      add_matrix(dense->neurons);
  add(size, false);
  return ranges;
}

/// The first part of the model, on the way back, whose gradient is not finite; empty if there is none.
template <typename Real>
std::string first_not_finite(const gpt2::Weights<Real>& gradient)
{
  const auto of_norm = [](const gpt2::Norm<Real>& norm) {
    return norm.gain.is_finite() && norm.bias.is_finite();
  };
  const auto of_dense = [](const gpt2::Dense<Real>& dense) {
    return dense.neurons.is_finite() && dense.b.is_finite();
  };
  if (!of_norm(gradient.ln_f))
    return "the final layer norm";
  for (std::size_t layer = gradient.blocks.size(); layer-- > 0;) {
    const gpt2::Block<Real>& block = gradient.blocks[layer];
    if (!of_dense(block.mlp_out) || !of_dense(block.mlp_in) || !of_norm(block.ln_2))
      return fmt::format("block {}'s MLP", layer);
    if (!of_dense(block.heads) || !of_dense(block.qkv) || !of_norm(block.ln_1))
      return fmt::format("block {}'s attention", layer);
  }
  return gradient.wte.is_finite() && gradient.wpe.is_finite() ? "" : "the embedding";
}

template <typename Real>
constexpr const char* name_of = std::is_same_v<Real, float> ? "float" : "double";

} // namespace

template <typename Real>
Training<Real> begin_training(gpt2::Weights<Real> weights, const Settings& settings)
{
  const gpt2::Config config = weights.config;
  Training<Real> training{.settings = settings,
                          .weights = std::move(weights),
                          .m = gpt2::zero_weights<Real>(config),
                          .v = gpt2::zero_weights<Real>(config),
                          .step = 0,
                          .losses = {},
                          .gradient = gpt2::zero_weights<Real>(config),
                          .batch = {},
                          .pass = {}};
  training.batch.inputs.set_size(settings.context, settings.batch);
  training.batch.targets.set_size(settings.context, settings.batch);
  return training;
}

template <typename Real>
Measured take_step(Training<Real>& t, std::span<const Token> tokens)
{
  if (t.settings.in_order)
    read_in_order(t.batch, tokens, t.step);
  else
    read_at_random(t.batch, tokens, t.settings.seed, t.step);
  return take_step(t);
}

template <typename Real>
Measured take_step(Training<Real>& t)
{
  const Settings& settings = t.settings;
  const double loss = gpt2::loss_and_gradient(t.gradient, t.weights, t.batch, t.pass);
  const std::span<const Real> g = gpt2::all_of(std::as_const(t.gradient));
  const double length = norm(g);
  if (!std::isfinite(length))
    throw Error("the gradient is not a number or infinite, first in {}",
                first_not_finite(t.gradient));
  const double factor = clipping_factor(length, settings.clip);
  if (length * factor > std::sqrt(static_cast<double>(std::numeric_limits<Real>::max())))
    throw Error("the gradient has the norm {:.3g}, of which {} does not hold the square", length,
                name_of<Real>);

  const double rate = learning_rate(settings.schedule, t.step);
  const std::span<Real> w = gpt2::all_of(t.weights), m = gpt2::all_of(t.m), v = gpt2::all_of(t.v);
  for (const auto& [begin, end, decays] : ranges_of(t.weights)) {
    const std::size_t count = end - begin;
    adamw(w.subspan(begin, count), m.subspan(begin, count), v.subspan(begin, count),
          g.subspan(begin, count), settings.adam, rate, decays ? settings.weight_decay : 0,
          t.step + 1, factor);
  }
  t.losses.push_back(loss);
  return {t.step++, loss, length, rate};
}

bool has_diverged(std::span<const double> losses, arma::uword N)
{
  constexpr std::size_t patience = 200;
  if (losses.size() <= patience)
    return false;
  const double bound = 2 * std::max(losses.front(), std::log(static_cast<double>(N)));
  return std::ranges::all_of(losses.last(patience), [&](double loss) { return loss > bound; });
}

double memory_of_training(const gpt2::Config& config, arma::uword batch, arma::uword context,
                          std::size_t bytes_of_real)
{
  const auto real = [](auto number) { return static_cast<double>(number); };
  const double kept = real(config.layers) * (8 * real(config.n) + 2 * real(config.mlp)) +
                      7 * real(config.n) + real(config.mlp) + real(config.N);
  return real(bytes_of_real) *
         (4 * real(gpt2::parameter_count(config)) + real(batch) * real(context) * kept);
}

template Training<float> begin_training(gpt2::Weights<float>, const Settings&);
template Training<double> begin_training(gpt2::Weights<double>, const Settings&);
template Measured take_step(Training<float>&);
template Measured take_step(Training<double>&);
template Measured take_step(Training<float>&, std::span<const Token>);
template Measured take_step(Training<double>&, std::span<const Token>);

} // namespace epreuve::training
