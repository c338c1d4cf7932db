#include "epreuve/training/training.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/error.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <optional>
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
  const auto add_parameter = [&]<typename Array>(const char*, const Array& array) {
    if constexpr (std::is_same_v<Array, arma::Mat<Real>>) {
      const auto place = static_cast<std::size_t>(array.memptr() - begin);
      add(place, false);
      add(place + array.n_elem, true);
    }
  };
  gpt2::visit_layers([&](const gpt2::LayerName&,
                         const auto& layer) { gpt2::visit_parameters(add_parameter, layer); },
                     weights);
  add(size, false);
  return ranges;
}

/// Whether a model is so small that the parts of a batch are computed at the same time.
bool is_small(const gpt2::Config& config)
{
  return gpt2::parameter_count(config) <= 1'000'000;
}

/// Into how many parts a batch is divided, each on a core of its own; 0: none, for a model whose products are worth all
/// cores one by one. A small model has many small products, and cores would wait for each other after each of them; parts
/// wait once per batch. Their number depends on sizes alone, not on the machine, and so do the sums. A part has 64 tokens
/// or more: each has a gradient, and adding them up must cost little.
std::size_t parts_of(const gpt2::Config& config, const Settings& settings)
{
  constexpr arma::uword most = 4, fewest_tokens = 64;
  if (!is_small(config))
    return settings.accumulate > 1 ? 1 : 0; // then a batch's gradient is not yet the step's
  return std::max<std::size_t>(
      std::min({most, settings.batch, settings.batch * settings.context / fewest_tokens}), 1);
}

/// Which part of a step's texts some of them are.
double share_of(arma::uword texts, const Settings& settings)
{
  return static_cast<double>(texts) / static_cast<double>(settings.batch * settings.accumulate);
}

/// Adds the parts' gradients times their shares of the step's texts, in the order of the parts.
/// @param first  whether the sum begins with them
template <typename Real>
void add_up(Training<Real>& t, bool first)
{
  const std::span<Real> sum = gpt2::all_of(t.gradient);
  constexpr std::size_t piece = 4096; // stays in the cache from part to part
#pragma omp parallel for schedule(static)
  for (std::size_t begin = 0; begin < sum.size(); begin += piece) {
    const std::size_t count = std::min(piece, sum.size() - begin);
    Real* const to = sum.data() + begin;
    if (first)
      std::fill_n(to, count, Real{0});
    for (const Part<Real>& part : t.parts) {
      const Real* const from = gpt2::all_of(part.gradient).data() + begin;
      const auto share = static_cast<Real>(share_of(part.batch.inputs.n_cols, t.settings));
#pragma omp simd
      for (std::size_t i = 0; i < count; ++i)
        to[i] += share * from[i];
    }
  }
}

/// compute(part) for all parts of a batch, of a small model each on a core of its own.
/// @throws Error of the first part that has one
template <typename Real, typename Compute>
void for_each_part(Training<Real>& t, const Compute& compute)
{
  // OpenBLAS on one thread means OpenMP on one thread, unless a region says how many it has.
  [[maybe_unused]] const int threads = blas_threads();
  std::optional<OneBlasThread> one;
  if (is_small(t.weights.config))
    one.emplace();
#pragma omp parallel for schedule(static) num_threads(threads) if (t.parts.size() > 1)
  for (std::size_t i = 0; i < t.parts.size(); ++i)
    try {
      compute(t.parts[i]);
    } catch (...) {
      t.parts[i].error = std::current_exception();
    }
  for (Part<Real>& part : t.parts)
    if (part.error)
      std::rethrow_exception(std::exchange(part.error, nullptr));
}

/// The loss of a step's batches, and its gradient in t.gradient.
template <typename Real>
double loss_and_gradient(Training<Real>& t, const Fill& fill)
{
  double loss = 0;
  for (arma::uword k = 0; k < t.settings.accumulate; ++k) {
    fill(t.batch, t.step * t.settings.accumulate + k);
    if (t.parts.empty())
      return gpt2::loss_and_gradient(t.gradient, t.weights, t.batch, t.pass);
    for_each_part(t, [&](Part<Real>& part) {
      const arma::uword last = part.first + part.batch.inputs.n_cols - 1;
      part.batch.inputs = t.batch.inputs.cols(part.first, last);
      part.batch.targets = t.batch.targets.cols(part.first, last);
      part.loss = gpt2::loss_and_gradient(part.gradient, t.weights, part.batch, part.pass);
    });
    for (const Part<Real>& part : t.parts)
      loss += part.loss * share_of(part.batch.inputs.n_cols, t.settings);
    add_up(t, k == 0);
  }
  return loss;
}

/// The first part of the model, on the way back, whose gradient is not finite; empty if there is none.
template <typename Real>
std::string first_not_finite(const gpt2::Weights<Real>& gradient)
{
  const auto is_finite = [](const auto& layer) {
    bool finite = true;
    gpt2::visit_parameters(
        [&](const char*, const auto& array) { finite = finite && array.is_finite(); }, layer);
    return finite;
  };
  if (!is_finite(gradient.ln_f))
    return "the final layer norm";
  for (std::size_t layer = gradient.blocks.size(); layer-- > 0;) {
    const gpt2::Block<Real>& block = gradient.blocks[layer];
    if (!is_finite(block.mlp_out) || !is_finite(block.mlp_in) || !is_finite(block.ln_2))
      return fmt::format("block {}'s MLP", layer);
    if (!is_finite(block.heads) || !is_finite(block.qkv) || !is_finite(block.ln_1))
      return fmt::format("block {}'s attention", layer);
  }
  return gradient.wte.is_finite() && gradient.wpe.is_finite() ? "" : "the embedding";
}

void read_batch(Batch& batch, std::span<const Token> tokens, bool in_order, std::uint64_t seed,
                std::uint64_t number)
{
  if (in_order)
    read_in_order(batch, tokens, number);
  else
    read_at_random(batch, tokens, seed, number);
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
                          .validations = {},
                          .best = {},
                          .gradient = gpt2::zero_weights<Real>(config),
                          .ranges = {},
                          .batch = {},
                          .pass = {},
                          .parts = {}};
  training.ranges = ranges_of(training.weights);
  training.batch.inputs.set_size(settings.context, settings.batch);
  training.batch.targets.set_size(settings.context, settings.batch);
  const std::size_t parts = parts_of(config, settings);
  training.parts = std::vector<Part<Real>>(parts);
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

Fill batches_of(std::span<const Token> tokens, const Settings& settings)
{
  return [tokens, in_order = settings.in_order, seed = settings.seed](Batch& batch,
                                                                      std::uint64_t number) {
    read_batch(batch, tokens, in_order, seed, number);
  };
}

template <typename Real>
Measured take_step(Training<Real>& t, std::span<const Token> tokens)
{
  // Two references: a function of that size is not on the heap.
  return take_step(t, [&tokens, &settings = t.settings](Batch& batch, std::uint64_t number) {
    read_batch(batch, tokens, settings.in_order, settings.seed, number);
  });
}

template <typename Real>
Measured take_step(Training<Real>& t, const Fill& fill)
{
  const Settings& settings = t.settings;
  const double loss = loss_and_gradient(t, fill);
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

template <typename Real>
double loss_on(Training<Real>& t, std::span<const Token> tokens, std::uint64_t most_texts)
{
  const std::size_t T = t.settings.context, there = tokens.empty() ? 0 : (tokens.size() - 1) / T;
  if (there == 0)
    throw Error("a validation needs {} tokens, a text of {} and the one after it, and there are {}",
                T + 1, T, tokens.size());
  const std::size_t texts = most_texts == 0 ? there : std::min<std::size_t>(there, most_texts);

  // In as much memory as a step, and on as many cores: part k computes groups k, k + parts, ...
  const std::size_t parts = std::max<std::size_t>(t.parts.size(), 1),
                    each = std::max<std::size_t>(t.settings.batch / parts, 1),
                    groups = (texts + each - 1) / each;
  std::vector<double> sums(groups);
  const auto compute = [&](std::size_t part, gpt2::Pass<Real>& pass) {
    Batch batch;
    for (std::size_t group = part; group < groups; group += parts) {
      const std::size_t first = group * each, count = std::min(each, texts - first);
      batch.inputs.set_size(T, count);
      batch.targets.set_size(T, count);
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t place = (first + k) * there / texts * T;
        std::ranges::copy(tokens.subspan(place, T), batch.inputs.begin_col(k));
        std::ranges::copy(tokens.subspan(place + 1, T), batch.targets.begin_col(k));
      }
      sums[group] = gpt2::loss(t.weights, batch, pass) * static_cast<double>(count);
    }
  };
  if (t.parts.empty())
    compute(0, t.pass);
  else
    for_each_part(t, [&](Part<Real>& part) {
      compute(static_cast<std::size_t>(&part - t.parts.data()), part.pass);
    });
  double sum = 0;
  for (const double of_group : sums)
    sum += of_group;
  return sum / static_cast<double>(texts);
}

template <typename Real>
bool note_validation(Training<Real>& t, double loss)
{
  const bool is_best = t.validations.empty() || loss < best_of(t.validations).loss;
  t.validations.push_back({t.step, loss});
  if (is_best) {
    if (!t.best)
      t.best = gpt2::zero_weights<Real>(t.weights.config);
    std::ranges::copy(gpt2::all_of(std::as_const(t.weights)), gpt2::all_of(*t.best).begin());
  }
  return is_best;
}

const Validation& best_of(std::span<const Validation> validations)
{
  return *std::ranges::min_element(validations, {}, &Validation::loss);
}

bool has_diverged(std::span<const double> losses, arma::uword N)
{
  constexpr std::size_t patience = 200;
  if (losses.size() <= patience)
    return false;
  const double bound = 2 * std::max(losses.front(), std::log(static_cast<double>(N)));
  return std::ranges::all_of(losses.last(patience), [&](double loss) { return loss > bound; });
}

double memory_of_training(const gpt2::Config& config, const Settings& settings, bool validates,
                          std::size_t bytes_of_real)
{
  const auto real = [](auto number) { return static_cast<double>(number); };
  const double kept = real(config.layers) * (8 * real(config.n) + 2 * real(config.mlp)) +
                      9 * real(config.n) + real(config.mlp) + real(config.N);
  const std::size_t all = 4 + parts_of(config, settings) + (validates ? 1 : 0);
  return real(bytes_of_real) * (real(all) * real(gpt2::parameter_count(config)) +
                                real(settings.batch) * real(settings.context) * kept);
}

#define INSTANTIATE(Real)                                                                          \
  template Training<Real> begin_training(gpt2::Weights<Real>, const Settings&);                    \
  template Measured take_step(Training<Real>&, const Fill&);                                       \
  template Measured take_step(Training<Real>&, std::span<const Token>);                            \
  template double loss_on(Training<Real>&, std::span<const Token>, std::uint64_t);                 \
  template bool note_validation(Training<Real>&, double);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::training
