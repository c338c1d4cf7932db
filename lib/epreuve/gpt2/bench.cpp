#include "epreuve/gpt2/bench.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/kernels.hpp"
#include "epreuve/gpt2/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>

namespace epreuve::gpt2 {

namespace {

template <typename Function>
double seconds(const Function& function)
{
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  function();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The highest amount of memory that was resident, as Linux counts it.
std::uint64_t peak_memory()
{
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes)
      return 1024 * kilobytes;
  }
  return 0;
}

/// Operations of sgemm a second, for the product of 1024 tokens with a 768 -> 2304 layer.
class Sgemm
{
public:
  double operator()()
  {
    constexpr unsigned times = 10;
    const double time = seconds([&] {
      for (unsigned i = 0; i < times; ++i)
        C_ = A_ * B_;
    });
    return 2.0 * 2304 * 1024 * 768 * times / time;
  }

private:
  arma::fmat A_{2304, 768, arma::fill::randu}, B_{768, 1024, arma::fill::randu}, C_;
};

#if defined(__x86_64__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
float sum(const float* memory, std::size_t count)
{
  // As many sums at once as keep the loads coming.
  constexpr std::size_t lanes = 128;
  float sums[lanes] = {};
  for (std::size_t i = 0; i + lanes <= count; i += lanes)
#pragma omp simd
    for (std::size_t lane = 0; lane < lanes; ++lane)
      sums[lane] += memory[i + lane];
  float total = 0;
  for (const float one : sums)
    total += one;
  for (std::size_t i = count / lanes * lanes; i < count; ++i)
    total += memory[i];
  return total;
}

/// Reads every weight once; how many bytes that were.
class WeightsReader
{
public:
  explicit WeightsReader(const Weights<float>& weights)
  {
    add(weights.wte);
    for (const auto& block : weights.blocks)
      for (const Dense<float>* layer : {&block.qkv, &block.heads, &block.mlp_in, &block.mlp_out})
        add(layer->neurons);
  }

  double bytes() const { return 4.0 * static_cast<double>(count_); }

  void operator()() const
  {
    float total = 0;
#pragma omp parallel for schedule(static) reduction(+ : total)
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      total += sum(pieces_[i].memory, pieces_[i].count);
    total_ = total; // so that no compiler drops the sums
  }

private:
  struct Piece
  {
    const float* memory;
    std::size_t count;
  };

  void add(const arma::fmat& matrix)
  {
    constexpr std::size_t most = 1 << 16;
    for (std::size_t first = 0; first < matrix.n_elem; first += most)
      pieces_.push_back(
          {matrix.memptr() + first, std::min<std::size_t>(most, matrix.n_elem - first)});
    count_ += matrix.n_elem;
  }

  std::vector<Piece> pieces_;
  std::size_t count_ = 0;
  mutable volatile float total_ = 0;
};

std::vector<Token> some_tokens(arma::uword count, arma::uword N)
{
  std::vector<Token> tokens(count);
  for (arma::uword k = 0; k < count; ++k)
    tokens[k] = static_cast<Token>(k * 7919 % N);
  return tokens;
}

/// Useful operations of a pass over K tokens with the logits of `unembedded` of them.
double operations(const Config& config, arma::uword K, arma::uword unembedded)
{
  const auto real = [](arma::uword count) { return static_cast<double>(count); };
  const double dense = real(config.n) * (4 * real(config.n) + 2 * real(config.mlp));
  const double attended = real(K) * (real(K) + 1) / 2;
  return real(config.layers) * (2 * dense * real(K) + 4 * real(config.n) * attended) +
         2 * real(config.n) * real(config.N) * real(unembedded);
}

void record(Speed& speed, double value, double limit, double time)
{
  speed.value.push_back(value);
  speed.limit.push_back(limit);
  speed.seconds.push_back(time);
}

} // namespace

double Speed::best() const
{
  return *std::ranges::max_element(value);
}

double Speed::ratio() const
{
  arma::vec ratios(value.size());
  for (std::size_t i = 0; i < value.size(); ++i)
    ratios(i) = value[i] / limit[i];
  return arma::median(ratios);
}

BenchResult bench(const Model<float>& model, unsigned rounds)
{
  const Config& config = model.config();
  if (config.context < 2)
    throw Error("a model with a context of {} token cannot be measured decoding", config.context);
  const arma::uword all = config.context, few = std::min<arma::uword>(64, all);
  const auto tokens = some_tokens(all, config.N);
  const auto first_few = some_tokens(few, config.N);

  BenchResult result;
  result.kernel = blas_kernel();
  result.threads = blas_threads();
  model.last_logits(tokens);
  result.peak_memory = peak_memory();

  Speed prefill{.what = fmt::format("prefill, {} tokens, all logits", all), .unit = "Gflop/s"};
  Speed prompt{.what = fmt::format("prefill, {} tokens, last logits", few), .unit = "Gflop/s"};
  Speed decode{.what = fmt::format("decode, context {} to {}", std::min<arma::uword>(16, all / 2),
                                   std::min<arma::uword>(256, all)),
               .unit = "GB/s"};
  Sgemm sgemm;
  const WeightsReader read(model.weights());
  Session<float> session(model);
  arma::fmat logits;
  Workspace<float> workspace;
  sgemm();
  read();

  for (unsigned round = 0; round < rounds; ++round) {
    {
      const double before = sgemm();
      const double time = seconds([&] { model.logits(tokens, workspace, logits); });
      record(prefill, operations(config, all, all) / time / 1e9, (before + sgemm()) / 2e9, time);
    }
    {
      constexpr unsigned times = 8;
      double time = 0, limit = 0;
      for (unsigned i = 0; i < times; ++i) {
        limit += sgemm() / times;
        time += seconds([&] { model.last_logits(first_few); }) / times;
      }
      record(prompt, operations(config, few, 1) / time / 1e9, limit / 1e9, time);
    }
    {
      // One token at a time between readings of the weights: both see the same machine.
      const arma::uword from = std::min<arma::uword>(16, all / 2),
                        to = std::min<arma::uword>(256, all);
      session.clear();
      session.append(some_tokens(from, config.N));
      double decode_time = 0, read_time = 0, bytes = 0;
      for (arma::uword T = from + 1; T <= to; ++T) {
        decode_time += seconds([&] { session.append({tokens[T - 1]}); });
        bytes += read.bytes() + 8.0 * static_cast<double>(config.layers * config.n * T);
        read_time += seconds(read);
      }
      const double steps = static_cast<double>(to - from);
      record(decode, bytes / decode_time / 1e9, steps * read.bytes() / read_time / 1e9,
             decode_time / steps);
    }
  }
  result.speeds = {std::move(prefill), std::move(prompt), std::move(decode)};
  return result;
}

} // namespace epreuve::gpt2
