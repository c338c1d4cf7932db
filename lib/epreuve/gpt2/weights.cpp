#include "epreuve/gpt2/weights.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/eight_bits.hpp"
#include "epreuve/gpt2/parameters.hpp"
#include "epreuve/gpt2/tensor_reader.hpp"
#include "epreuve/system/parallel.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <fmt/format.h>
#include <string>
#include <sys/mman.h>
#include <utility>

namespace epreuve::gpt2 {

namespace {

constexpr std::size_t huge_page = 2 << 20;

constexpr std::size_t round_up(std::size_t size, std::size_t unit)
{
  return (size + unit - 1) / unit * unit;
}

/// What all matrices of a model take, each from a line of the cache on.
template <typename Real>
std::size_t bytes_of(const Config& config)
{
  std::size_t bytes = 0;
  const auto add = [&](const std::vector<Parameter>& parameters, arma::uword times) {
    for (const Parameter& parameter : parameters) {
      std::size_t size = sizeof(Real);
      for (const arma::uword length : parameter.shape)
        size *= length;
      bytes += times * round_up(size, cache_line);
    }
  };
  add(parameters_outside_blocks(config), 1);
  add(parameters_of_block(config, 0), config.layers);
  return bytes;
}

/// Memory for all matrices of a model, in huge pages if the system has any: a page fault for
/// every 4 KiB would take longer than reading the file.
template <typename Real>
class Arena
{
public:
  /// @param phase  where on a page the first matrix begins: < 4096, a multiple of 64
  Arena(const Config& config, std::size_t phase)
  {
    const std::size_t bytes = round_up(bytes_of<Real>(config) + phase, huge_page);
    const std::size_t size = bytes + huge_page;
    void* const memory =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      throw Error("no memory for the {} bytes of a model's weights: {}", bytes,
                  std::strerror(errno));
    memory_ = {memory, [size](void* begin) { ::munmap(begin, size); }};
    next_ =
        reinterpret_cast<std::byte*>(round_up(reinterpret_cast<std::uintptr_t>(memory), huge_page));
    ::madvise(next_, bytes, MADV_HUGEPAGE);
    next_ += phase;
  }

  arma::Mat<Real> matrix(arma::uword rows, arma::uword columns)
  {
    return {take(rows * columns), rows, columns, false, true};
  }
  arma::Col<Real> vector(arma::uword length) { return {take(length), length, false, true}; }
  const std::shared_ptr<void>& memory() const { return memory_; }

private:
  Real* take(std::size_t count)
  {
    return reinterpret_cast<Real*>(
        std::exchange(next_, next_ + round_up(count * sizeof(Real), cache_line)));
  }

  std::shared_ptr<void> memory_;
  std::byte* next_ = nullptr;
};

template <typename Real>
Norm<Real> place_norm(Arena<Real>& arena, arma::uword n)
{
  return {arena.vector(n), arena.vector(n)};
}

template <typename Real>
Dense<Real> place_dense(Arena<Real>& arena, arma::uword in, arma::uword out)
{
  return {arena.matrix(in, out), arena.vector(out)};
}

/// All matrices in their places, zero, wte first.
template <typename Real>
Weights<Real> place_weights(const Config& config, std::size_t phase = 0)
{
  const auto [layers, heads, n, N, context, mlp, epsilon] = config;
  Arena<Real> arena(config, phase);
  Weights<Real> weights{.config = config,
                        .wte = arena.matrix(n, N),
                        .wpe = arena.matrix(n, context),
                        .blocks = {},
                        .ln_f = place_norm(arena, n),
                        .memory = arena.memory()};
  weights.blocks.reserve(layers); // growing would copy the views, and what they see with them
  for (arma::uword layer = 0; layer < layers; ++layer)
    weights.blocks.push_back({.ln_1 = place_norm(arena, n),
                              .qkv = place_dense(arena, n, 3 * n),
                              .heads = place_dense(arena, n, n),
                              .ln_2 = place_norm(arena, n),
                              .mlp_in = place_dense(arena, n, mlp),
                              .mlp_out = place_dense(arena, mlp, n)});
  return weights;
}

template <typename Real>
using Requests = std::vector<typename Checkpoint::Request<Real>>;

template <typename Real>
void request(Requests<Real>& requests, const std::string& name, Norm<Real>& norm)
{
  requests.push_back({name + ".weight", {norm.gain.n_elem}, norm.gain.memptr()});
  requests.push_back({name + ".bias", {norm.bias.n_elem}, norm.bias.memptr()});
}

template <typename Real>
void request(Requests<Real>& requests, const std::string& name, Dense<Real>& dense)
{
  arma::Mat<Real>& neurons = dense.neurons;
  requests.push_back({name + ".weight", {neurons.n_rows, neurons.n_cols}, neurons.memptr(), true});
  requests.push_back({name + ".bias", {dense.b.n_elem}, dense.b.memptr()});
}

/// The columns of the matrix are the rows of the file.
template <typename Real>
void request(Requests<Real>& requests, const std::string& name, arma::Mat<Real>& embedding)
{
  requests.push_back({name + ".weight", {embedding.n_cols, embedding.n_rows}, embedding.memptr()});
}

/// Before any memory is taken: sizes that the file does not have may be of any magnitude.
void check_parameters(const Checkpoint& checkpoint)
{
  const Config& config = checkpoint.config();
  const auto check = [&](const std::vector<Parameter>& parameters) {
    for (const Parameter& parameter : parameters)
      checkpoint.info(parameter.name, parameter.shape);
  };
  check(parameters_outside_blocks(config));
  for (arma::uword layer = 0; layer < config.layers; ++layer)
    check(parameters_of_block(config, layer));
}

void check_tied(const Checkpoint& checkpoint)
{
  if (!checkpoint.has("lm_head.weight"))
    return;
  const auto head = checkpoint.bytes(checkpoint.info("lm_head.weight"));
  const auto wte = checkpoint.bytes(checkpoint.info("wte.weight"));
  if (!std::equal(head.begin(), head.end(), wte.begin(), wte.end()))
    throw Error("{}: lm_head.weight is not wte.weight, expected GPT-2's unembedding, which is the "
                "token embedding",
                checkpoint.file().string());
}

/// The rows of a tensor as neurons in eight bits, some thousand at a time, for all of wte in float are more than the rest
/// of the model in eight bits.
std::shared_ptr<const EightBits> read_rows_in_eight_bits(const Checkpoint& checkpoint,
                                                         const TensorInfo& tensor)
{
  const arma::uword rows = tensor.shape[0], n = tensor.shape[1];
  const auto found = std::make_shared<EightBits>(n, rows);
  arma::fmat some(n, std::min<arma::uword>(rows, 4096), arma::fill::none);
  arma::uword first = 0, filled = 0; // rows before `some`, and numbers in it
  checkpoint.visit(tensor, [&](std::span<const float> values) {
    while (!values.empty()) {
      const std::size_t count = std::min<std::size_t>(values.size(), some.n_elem - filled);
      std::copy_n(values.begin(), count, some.memptr() + filled);
      values = values.subspan(count);
      filled += count;
      if (filled == some.n_elem || first * n + filled == rows * n) {
        const arma::uword complete = filled / n;
        found->set(first, arma::fmat(some.memptr(), n, complete, false, true));
        first += complete;
        filled = 0;
      }
    }
  });
  return found;
}

/// The k-th number of the sequence that begins at a key: SplitMix64, which needs no state, so that
/// any thread can draw any of them.
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014), figure 16.
std::uint64_t random_bits(std::uint64_t key, std::uint64_t k)
{
  std::uint64_t z = key + (k + 1) * 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

/// The k-th draw of mean 0 and variance 1: the sum of twelve uniform numbers, less 6. It is normal
/// except for its tails, which end at 6, and the same bits everywhere, which a logarithm does not give.
float normal(std::uint64_t key, std::uint64_t k)
{
  constexpr std::uint64_t every_other_16_bits = 0x0000FFFF0000FFFF;
  std::uint64_t sums = 0;
  for (std::uint64_t i = 0; i < 3; ++i) {
    const std::uint64_t bits = random_bits(key, 3 * k + i);
    sums += (bits & every_other_16_bits) + ((bits >> 16) & every_other_16_bits);
  }
  const auto sum = static_cast<std::int32_t>((sums & 0xFFFFFFFF) + (sums >> 32));
  constexpr std::int32_t twelve_means = 12 * 65535 / 2;
  return static_cast<float>(sum - twelve_means) * 0x1p-16F;
}

/// Draws for a stretch of a matrix.
template <typename Real>
struct Fill
{
  Real* begin;
  arma::uword count;
  float deviation;
  std::uint64_t first; ///< which draw of the sequence is the first
};

template <typename Real>
class Fills
{
public:
  void add(arma::Mat<Real>& matrix, double deviation)
  {
    constexpr arma::uword longest = 1 << 18;
    for (arma::uword i = 0; i < matrix.n_elem; i += longest)
      fills_.push_back({matrix.memptr() + i, std::min(longest, matrix.n_elem - i),
                        static_cast<float>(deviation), drawn_ + i});
    drawn_ += matrix.n_elem;
  }

  void run(std::uint64_t seed) const
  {
    const std::uint64_t key = random_bits(seed, 0);
    parallel_for(fills_.size(), [&](std::size_t i) {
      const auto& [begin, count, deviation, first] = fills_[i];
      for (arma::uword k = 0; k < count; ++k)
        begin[k] = static_cast<Real>(deviation * normal(key, first + k));
    });
  }

private:
  std::vector<Fill<Real>> fills_;
  std::uint64_t drawn_ = 0;
};

/// Half a page from where wte, a third of all, begins in the file. Bytes that are copied to just
/// after where they come from, modulo 4096, take three times as long: the processor takes what it
/// loads for what it has just stored.
std::size_t phase_of(const Checkpoint& checkpoint)
{
  const std::uint64_t half_a_page_on = checkpoint.info("wte.weight").offset + 2048;
  return half_a_page_on % 4096 / cache_line * cache_line;
}

} // namespace

template <typename Real>
Weights<Real> load_weights(const Checkpoint& checkpoint)
{
  check_parameters(checkpoint);
  check_tied(checkpoint);
  Weights<Real> weights = place_weights<Real>(checkpoint.config(), phase_of(checkpoint));
  Requests<Real> requests;
  visit_layers([&](const LayerName& name, auto& layer) { request(requests, name.text(), layer); },
               weights);
  checkpoint.read(requests);
  return weights;
}

Weights<float> load_weights_in_eight_bits(const Checkpoint& checkpoint)
{
  check_parameters(checkpoint);
  check_tied(checkpoint);
  const Config& config = checkpoint.config();
  const arma::uword n = config.n;
  Requests<float> requests; // of what stays float
  const auto place_norm = [&](const std::string& name, Norm<float>& norm) {
    norm.gain.set_size(n);
    norm.bias.set_size(n);
    request(requests, name, norm);
  };
  const auto read_dense = [&](const std::string& name, Dense<float>& layer, arma::uword in,
                              arma::uword out) {
    arma::fmat neurons(in, out, arma::fill::none);
    checkpoint.read(Requests<float>{{name + ".weight", {in, out}, neurons.memptr(), true}});
    layer.eight_bits = std::make_shared<const EightBits>(neurons);
    layer.b.set_size(out);
    requests.push_back({name + ".bias", {out}, layer.b.memptr()});
  };
  Weights<float> weights;
  weights.config = config;
  weights.wte_in_eight_bits = read_rows_in_eight_bits(checkpoint, checkpoint.info("wte.weight"));
  weights.wpe.set_size(n, config.context);
  request(requests, "wpe", weights.wpe);
  place_norm("ln_f", weights.ln_f);
  weights.blocks.resize(config.layers);
  for (std::size_t i = 0; i < config.layers; ++i) {
    Block<float>& block = weights.blocks[i];
    const std::string h = fmt::format("h.{}.", i);
    place_norm(h + "ln_1", block.ln_1);
    read_dense(h + "attn.c_attn", block.qkv, n, 3 * n);
    read_dense(h + "attn.c_proj", block.heads, n, n);
    place_norm(h + "ln_2", block.ln_2);
    read_dense(h + "mlp.c_fc", block.mlp_in, n, config.mlp);
    read_dense(h + "mlp.c_proj", block.mlp_out, config.mlp, n);
  }
  checkpoint.read(requests);
  return weights;
}

Weights<float> in_eight_bits(const Weights<float>& weights)
{
  Weights<float> result;
  result.config = weights.config;
  result.wte_in_eight_bits = std::make_shared<const EightBits>(weights.wte);
  result.wpe = weights.wpe;
  result.blocks = weights.blocks;
  result.ln_f = weights.ln_f;
  for (Block<float>& block : result.blocks)
    for (Dense<float>* layer : {&block.qkv, &block.heads, &block.mlp_in, &block.mlp_out}) {
      layer->eight_bits = std::make_shared<const EightBits>(layer->neurons);
      layer->neurons = arma::fmat();
    }
  return result;
}

template <typename Real>
Weights<Real> random_weights(const Config& config, std::uint64_t seed)
{
  const double deviation = 0.02;
  const double residual = deviation / std::sqrt(2.0 * static_cast<double>(config.layers));
  Weights<Real> weights = place_weights<Real>(config); // zeros, as the biases stay
  Fills<Real> fills;
  fills.add(weights.wte, deviation);
  fills.add(weights.wpe, deviation);
  weights.ln_f.gain.ones();
  for (Block<Real>& block : weights.blocks) {
    block.ln_1.gain.ones();
    block.ln_2.gain.ones();
    fills.add(block.qkv.neurons, deviation);
    fills.add(block.heads.neurons, residual);
    fills.add(block.mlp_in.neurons, deviation);
    fills.add(block.mlp_out.neurons, residual);
  }
  fills.run(seed);
  return weights;
}

template <typename Real>
Weights<Real> zero_weights(const Config& config)
{
  return place_weights<Real>(config);
}

template <typename Real>
std::span<const Real> all_of(const Weights<Real>& weights)
{
  std::size_t count = 0;
  const auto add = [&](const char*, const auto& array) {
    count += round_up(array.n_elem, cache_line / sizeof(Real));
  };
  visit_layers([&](const LayerName&, const auto& layer) { visit_parameters(add, layer); }, weights);
  const std::span<const Real> all(weights.wte.memptr(), count);
  // The last vector that is placed ends in the last line of the cache.
  const arma::Col<Real>& last =
      weights.blocks.empty() ? weights.ln_f.bias : weights.blocks.back().mlp_out.b;
  const Real* const end = last.memptr() + round_up(last.n_elem, cache_line / sizeof(Real));
  if (weights.memory == nullptr || end != std::to_address(all.end()))
    throw Error("all_of: the matrices are not views of one piece of memory, as zero_weights and "
                "random_weights make them and a copy does not");
  return all;
}

template <typename Real>
std::span<Real> all_of(Weights<Real>& weights)
{
  const std::span<const Real> all = all_of(std::as_const(weights));
  return {weights.wte.memptr(), all.size()};
}

#define INSTANTIATE(Real)                                                                          \
  template Weights<Real> load_weights(const Checkpoint&);                                          \
  template Weights<Real> random_weights(const Config&, std::uint64_t);                             \
  template Weights<Real> zero_weights(const Config&);                                              \
  template std::span<Real> all_of(Weights<Real>&);                                                 \
  template std::span<const Real> all_of(const Weights<Real>&);

INSTANTIATE(float)
INSTANTIATE(double)
#undef INSTANTIATE

} // namespace epreuve::gpt2
