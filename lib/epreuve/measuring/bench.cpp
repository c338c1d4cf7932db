#include "epreuve/measuring/bench.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/session.hpp"
#include "epreuve/instruments/cost.hpp"
#include "epreuve/measuring/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace epreuve::gpt2 {

namespace {

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
    throw Error("decoding cannot be measured for a model with a context of {} token",
                config.context);
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
  Speed gemm{.what = "sgemm, 2304 x 1024 x 768", .unit = "Gflop/s"};
  Sgemm sgemm;
  WeightsReader read(model.weights());
  for (const std::string_view way : WeightsReader::ways)
    result.readings.push_back({.way = std::string(way)});
  Session<float> session(model);
  arma::fmat logits;
  Workspace<float> workspace;
  // Once as a warm-up, before anything is timed.
  peak_operations(result.threads);
  sgemm();
  for (std::size_t way = 0; way < WeightsReader::ways.size(); ++way)
    read(way);

  for (unsigned round = 0; round < rounds; ++round) {
    {
      const double peak_before = peak_operations(result.threads), before = sgemm();
      const double time = instruments::seconds_of([&] { model.logits(tokens, workspace, logits); });
      const double after = sgemm(), peak_after = peak_operations(result.threads);
      record(prefill, operations(config, all, all) / time / 1e9, (before + after) / 2e9, time);
      record(gemm, (before + after) / 2e9, (peak_before + peak_after) / 2e9,
             2 * Sgemm::operations / (before + after));
    }
    {
      constexpr unsigned times = 8;
      double time = 0, limit = 0;
      for (unsigned i = 0; i < times; ++i) {
        limit += sgemm() / times;
        time += instruments::seconds_of([&] { model.last_logits(first_few); }) / times;
      }
      record(prompt, operations(config, few, 1) / time / 1e9, limit / 1e9, time);
    }
    {
      // Decoded tokens alternate with readings of the weights, one way after the other: all see the same machine.
      const arma::uword from = std::min<arma::uword>(16, all / 2),
                        to = std::min<arma::uword>(256, all);
      session.clear();
      session.append(some_tokens(from, config.N));
      std::array<double, WeightsReader::ways.size()> read_time{}, read_bytes{};
      double decode_time = 0, bytes = 0;
      for (arma::uword T = from + 1; T <= to; ++T) {
        decode_time += instruments::seconds_of([&] { session.append({tokens[T - 1]}); });
        bytes += read.bytes() + 8.0 * static_cast<double>(config.layers * config.n * T);
        const std::size_t way = (T + round) % read_time.size();
        read_time[way] += instruments::seconds_of([&] { read(way); });
        read_bytes[way] += read.bytes();
      }
      double fastest = 0;
      for (std::size_t way = 0; way < read_time.size(); ++way)
        if (read_time[way] > 0) {
          const double rate = read_bytes[way] / read_time[way] / 1e9;
          result.readings[way].value.push_back(rate);
          fastest = std::max(fastest, rate);
        }
      const double steps = static_cast<double>(to - from);
      record(decode, bytes / decode_time / 1e9, fastest, decode_time / steps);
    }
  }
  result.speeds = {std::move(prefill), std::move(prompt), std::move(decode), std::move(gemm)};
  return result;
}

} // namespace epreuve::gpt2
