#include "epreuve/training/training.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/error.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace epreuve::training {

namespace {

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

/// Into how many parts a batch is divided: 1 for a model whose products are worth all cores one by one. A small model has
/// many small products, and cores would wait for each other after each of them; parts wait once per step. Their number
/// depends on sizes alone, not on the machine, and so do the sums. A part has 64 tokens or more: each has a gradient, and
/// adding them up must cost little.
std::size_t parts_of(const gpt2::Config& config, arma::uword batch, arma::uword context)
{
  constexpr arma::uword small = 1'000'000, most = 4, fewest_tokens = 64;
  if (gpt2::parameter_count(config) > small)
    return 1;
  return std::max<std::size_t>(std::min({most, batch, batch * context / fewest_tokens}), 1);
}

/// Sum over the parts of their share of the batch times their gradient, in the order of the parts.
template <typename Real>
void add_up(gpt2::Weights<Real>& gradient, const std::vector<Part<Real>>& parts, arma::uword batch)
{
  const std::span<Real> sum = gpt2::all_of(gradient);
  constexpr std::size_t piece = 4096; // stays in the cache from part to part
#pragma omp parallel for schedule(static)
  for (std::size_t begin = 0; begin < sum.size(); begin += piece) {
    const std::size_t count = std::min(piece, sum.size() - begin);
    Real* const to = sum.data() + begin;
    std::fill_n(to, count, Real{0});
    for (const Part<Real>& part : parts) {
      const Real* const from = gpt2::all_of(part.gradient).data() + begin;
      const auto share = static_cast<Real>(static_cast<double>(part.batch.inputs.n_cols) /
                                           static_cast<double>(batch));
#pragma omp simd
      for (std::size_t i = 0; i < count; ++i)
        to[i] += share * from[i];
    }
  }
}

/// Loss and gradient of a batch in parts, each on a core of its own.
/// @throws Error of the first part that has one
template <typename Real>
double loss_and_gradient_in_parts(Training<Real>& t)
{
  std::vector<Part<Real>>& parts = t.parts;
  {
    // OpenBLAS on one thread means OpenMP on one thread, unless a region says how many it has.
    [[maybe_unused]] const int threads = blas_threads();
    const OneBlasThread one;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::size_t i = 0; i < parts.size(); ++i) {
      auto& [first, batch, gradient, pass, loss, error] = parts[i];
      try {
        batch.inputs = t.batch.inputs.cols(first, first + batch.inputs.n_cols - 1);
        batch.targets = t.batch.targets.cols(first, first + batch.inputs.n_cols - 1);
        loss = gpt2::loss_and_gradient(gradient, t.weights, batch, pass);
      } catch (...) {
        error = std::current_exception();
      }
    }
  }
  double loss = 0;
  for (Part<Real>& part : parts) {
    if (part.error)
      std::rethrow_exception(std::exchange(part.error, nullptr));
    loss += part.loss * static_cast<double>(part.batch.inputs.n_cols) /
            static_cast<double>(t.settings.batch);
  }
  add_up(t.gradient, parts, t.settings.batch);
  return loss;
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
                          .ranges = {},
                          .batch = {},
                          .pass = {},
                          .parts = {}};
  training.ranges = ranges_of(training.weights);
  training.batch.inputs.set_size(settings.context, settings.batch);
  training.batch.targets.set_size(settings.context, settings.batch);
  const std::size_t parts = parts_of(config, settings.batch, settings.context);
  training.parts = std::vector<Part<Real>>(parts > 1 ? parts : 0);
  for (std::size_t i = 0; i < training.parts.size(); ++i) {
    const arma::uword first = i * settings.batch / parts,
                      texts = (i + 1) * settings.batch / parts - first;
    Part<Real>& part = training.parts[i];
    part.first = first;
    part.batch.inputs.set_size(settings.context, texts);
    part.batch.targets.set_size(settings.context, texts);
    part.gradient = gpt2::zero_weights<Real>(config);
  }
  constexpr std::uint64_t most_reserved = 1'000'000;
  training.losses.reserve(std::min(settings.schedule.steps, most_reserved));
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
  const double loss = t.parts.empty()
                          ? gpt2::loss_and_gradient(t.gradient, t.weights, t.batch, t.pass)
                          : loss_and_gradient_in_parts(t);
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
  for (const auto& [begin, end, decays] : t.ranges) {
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
  const std::size_t parts = parts_of(config, batch, context), gradients = parts > 1 ? 1 + parts : 1;
  return real(bytes_of_real) * ((3 + real(gradients)) * real(gpt2::parameter_count(config)) +
                                real(batch) * real(context) * kept);
}

template Training<float> begin_training(gpt2::Weights<float>, const Settings&);
template Training<double> begin_training(gpt2::Weights<double>, const Settings&);
template Measured take_step(Training<float>&);
template Measured take_step(Training<double>&);
template Measured take_step(Training<float>&, std::span<const Token>);
template Measured take_step(Training<double>&, std::span<const Token>);

} // namespace epreuve::training
