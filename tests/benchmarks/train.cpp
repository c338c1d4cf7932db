// How fast training is, compared with what the machine can do. All are measured in turn, so that the machine's other work
// slows all of them.
//
//   - A step of GPT-2 Small, forward and backward: the peak of fused multiply-adds, and BLAS's sgemm alone in the step's
//     own products, on the step's own matrices.
//   - AdamW and the norm for clipping, on as many parameters: memory, read and written in the same proportion.
//   - Whole steps of a small model, on all cores and on one: the same model in PyTorch (train_in_pytorch.py), from the
//     same weights on the same tokens. Each run is a process of its own: `bench-train small FOLDER` is ours.

#include "epreuve/blas.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/backward.hpp"
#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/write_checkpoint.hpp"
#include "epreuve/instruments/cost.hpp"
#include "epreuve/measuring/machine.hpp"
#include "epreuve/system/command.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/training/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <span>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::gpt2;

namespace {

constexpr arma::uword T = 64, B = 4;
constexpr int rounds = 5;

Batch some_batch(arma::uword N)
{
  Batch batch{arma::Mat<Token>(T, B), arma::Mat<Token>(T, B)};
  for (arma::uword i = 0; i < T * B; ++i) {
    batch.inputs[i] = static_cast<Token>(i * 7919 % N);
    batch.targets[i] = static_cast<Token>((i + 1) * 7919 % N);
  }
  return batch;
}

/// Calls `visit(neurons, their gradient, x, y, dx)` for each dense layer and the unembedding, with the matrices of the
/// step that a layer was given, of what it gave, and of the derivative by the first.
template <typename Visit>
void for_each_product(const Weights<float>& weights, Weights<float>& gradient, Pass<float>& pass,
                      const Visit& visit)
{
  for (std::size_t layer = 0; layer < weights.blocks.size(); ++layer) {
    const Block<float>& block = weights.blocks[layer];
    Block<float>& d = gradient.blocks[layer];
    Workspace<float>::Block& v = pass.forward.blocks[layer];
    arma::fmat &x_between = pass.forward.stream[2 * layer + 1],
               &x = pass.forward.stream[2 * layer + 2];
    visit(block.qkv.neurons, d.qkv.neurons, v.normed, v.qkv, pass.dnormed);
    visit(block.heads.neurons, d.heads.neurons, v.z, x_between, pass.dz);
    visit(block.mlp_in.neurons, d.mlp_in.neurons, v.normed_2, v.hidden, pass.dnormed);
    visit(block.mlp_out.neurons, d.mlp_out.neurons, v.activated, x, pass.dhidden);
  }
  visit(weights.wte, gradient.wte, pass.forward.normed, pass.logits, pass.dnormed);
}

/// Y = W X, dX = W^T Y, dW^T = X Y^T, with W^T in `neurons`.
void products(const arma::fmat& neurons, arma::fmat& gradient, const arma::fmat& X, arma::fmat& Y,
              arma::fmat& dX)
{
  Y = neurons.t() * X;
  gradient = X * Y.t();
  dX = neurons * Y;
}

struct Row
{
  std::string what;
  std::vector<double> speeds{}; ///< one per round
};

double median_of(const Row& row)
{
  return arma::median(arma::vec(row.speeds));
}

/// Median over the rounds of `row` divided by `limit`.
double ratio(const Row& row, const Row& limit)
{
  arma::vec ratios(row.speeds.size());
  for (std::size_t i = 0; i < row.speeds.size(); ++i)
    ratios(i) = row.speeds[i] / limit.speeds[i];
  return arma::median(ratios);
}

void measure_step()
{
  const Config small{};
  const Weights<float> weights = random_weights<float>(small, 1);
  Weights<float> gradient = zero_weights<float>(small);
  Pass<float> pass;
  const Batch batch = some_batch(small.N);
  loss_and_gradient(gradient, weights, batch, pass);

  double operations = 0;
  for_each_product(weights, gradient, pass, [&](const auto& neurons, auto&&...) {
    operations += 6 * static_cast<double>(neurons.n_elem * T * B);
  });
  const auto attended = static_cast<double>(B * T * (T + 1) / 2);
  const double in_attention = static_cast<double>(small.layers * small.n) * attended * (4 + 8);
  fmt::print("GPT-2 Small, batch {} x {}: {:.0f} Gflop in products with weights, {:.1f} in "
             "attention; {} threads, "
             "OpenBLAS's kernel for {}\n",
             B, T, operations / 1e9, in_attention / 1e9, blas_threads(), blas_kernel());

  Row peak{"multiply-adds on registers"}, sgemm{"sgemm, the step's products"},
      step{"forward and backward"}, forward{"forward"};
  for (int round = 0; round < rounds; ++round) {
    peak.speeds.push_back(peak_operations(blas_threads()) / 1e9);
    sgemm.speeds.push_back(operations / 1e9 / instruments::seconds_of([&] {
                             for_each_product(weights, gradient, pass, products);
                           }));
    step.speeds.push_back((operations + in_attention) / 1e9 / instruments::seconds_of([&] {
                            loss_and_gradient(gradient, weights, batch, pass);
                          }));
    forward.speeds.push_back((operations + in_attention) / 3e9 /
                             instruments::seconds_of([&] { loss(weights, batch, pass); }));
  }
  fmt::print("{:<30}{:>10}{:>12}{:>12}{:>12}\n", "", "Gflop/s", "best of " + std::to_string(rounds),
             "of the peak", "of sgemm");
  for (const Row& row : {peak, sgemm, step, forward})
    fmt::print("{:<30}{:>10.0f}{:>12.0f}{:>11.0f}%{:>11.0f}%\n", row.what, median_of(row),
               std::ranges::max(row.speeds), 100 * ratio(row, peak), 100 * ratio(row, sgemm));
}

// --- the optimiser ------------------------------------------------------------------------

void measure_optimiser()
{
  const Config small{};
  Weights<float> weights = random_weights<float>(small, 1),
                 gradient = random_weights<float>(small, 2), m = zero_weights<float>(small),
                 v = zero_weights<float>(small);
  const std::span<float> w = all_of(weights), first = all_of(m), second = all_of(v);
  const std::span<const float> g = all_of(std::as_const(gradient));
  const auto count = static_cast<double>(w.size());

  Row memory{"4 read, 3 written: memory"}, adamw{"AdamW"}, reading{"1 read: memory"},
      norm{"norm, for clipping"};
  WeightsReader reader(gradient);
  std::uint64_t t = 0;
  double sink = 0; // so that no compiler drops the reading
  for (int round = 0; round < rounds; ++round) {
    const auto add = [&](Row& row, double bytes, const std::function<void()>& work) {
      row.speeds.push_back(bytes * count / 1e9 / instruments::seconds_of(work));
    };
    add(adamw, 28, [&] { training::adamw(w, first, second, g, {}, 1e-4, 0.1, ++t); });
    add(memory, 28,
        [&] { read_four_write_three(w.data(), first.data(), second.data(), g.data(), w.size()); });
    add(norm, 4, [&] { sink += training::norm(g); });
    const double way_1 = instruments::seconds_of([&] { sink += static_cast<double>(reader(0)); }),
                 way_2 = instruments::seconds_of([&] { sink += static_cast<double>(reader(1)); });
    reading.speeds.push_back(reader.bytes() / 1e9 / std::min(way_1, way_2));
  }
  fmt::print("\nThe optimiser on {:.0f} M parameters, 28 bytes of each; "
             "{}\n{:<30}{:>10}{:>12}{:>12}{:>12}\n",
             count / 1e6, std::isfinite(sink) ? "clipping counted apart" : "not finite", "", "GB/s",
             "best of " + std::to_string(rounds), "of memory", "ms");
  for (const auto& [row, limit, bytes] :
       {std::tuple(&memory, &memory, 28), std::tuple(&adamw, &memory, 28),
        std::tuple(&reading, &reading, 4), std::tuple(&norm, &reading, 4)})
    fmt::print("{:<30}{:>10.1f}{:>12.1f}{:>11.0f}%{:>12.1f}\n", row->what, median_of(*row),
               std::ranges::max(row->speeds), 100 * ratio(*row, *limit),
               bytes * count / 1e6 / median_of(*row));
}

// --- a small model ------------------------------------------------------------------------

constexpr arma::uword small_batch = 8, small_context = 64;
constexpr int small_steps = 200;
constexpr const char* tokens_file = "tokens.txt";

/// Ours, in this process: prints what train_in_pytorch.py prints, "1" for the version.
void train_small(const std::filesystem::path& folder)
{
  training::Settings settings;
  settings.batch = small_batch;
  settings.context = small_context;
  settings.schedule = {.rate = 1e-3, .final_rate = 1e-3, .warm_up = 0, .steps = small_steps};
  settings.weight_decay = 0.1;
  settings.clip = 1;
  settings.in_order = true;
  training::Training<float> training =
      training::begin_training(load_weights<float>(Checkpoint(folder)), settings);
  const std::vector<Token> tokens = training::parse_tokens(read_text(folder / tokens_file),
                                                           tokens_file, training.weights.config.N);
  std::vector<double> times;
  for (int step = 0; step < small_steps; ++step)
    times.push_back(instruments::seconds_of([&] { take_step(training, std::span(tokens)); }));
  fmt::print("1 {} {}\n", small_batch * small_context / arma::median(arma::vec(times)),
             training.losses.back());
}

/// What such a process has printed.
struct Run
{
  std::string version;
  double tokens_per_second = 0, loss = 0;
};

/// @return  with an empty version if there is no PyTorch
Run run(const std::vector<std::string>& command)
{
  const Ended ended = run_command(command, {.seconds = 300});
  if (ended.status == 3)
    return {};
  Run run;
  if (ended.status != 0 ||
      !(std::istringstream(ended.output) >> run.version >> run.tokens_per_second >> run.loss))
    throw Error("{} has failed: {}", command.back(), ended.output);
  return run;
}

void measure_small()
{
  const TemporaryFolder folder;
  const Config sizes{
      .layers = 4, .heads = 4, .n = 64, .N = 80, .context = small_context, .mlp = 256};
  write_config(folder.path(), sizes);
  write_tensors(folder.path(), random_weights<float>(sizes, 1));
  std::string tokens;
  for (std::uint64_t i = 0; i < 20'000; ++i)
    tokens += std::to_string((i * i * 7 + i / 13) % sizes.N) + " ";
  write_file(folder / tokens_file, tokens);

  const std::string here = folder.path().string(), all = std::to_string(blas_threads());
  const auto ours = [&](const std::string& threads) {
    return run({"/usr/bin/env", "OMP_NUM_THREADS=" + threads,
                std::filesystem::read_symlink("/proc/self/exe").string(), "small", here});
  };
  const auto peer = [&](const std::string& threads) {
    return run({EPREUVE_PYTHON, EPREUVE_SOURCE_DIR "/tests/benchmarks/train_in_pytorch.py", here,
                (folder / tokens_file).string(), std::to_string(small_steps), threads});
  };
  Row many{all + " threads"}, one{"1 thread"}, peer_many{"PyTorch, " + all + " threads"},
      peer_one{"PyTorch, 1 thread"};
  std::string version = "none";
  for (int round = 0; round < rounds && !version.empty(); ++round) {
    const auto add = [](Row& row, const Run& run) {
      row.speeds.push_back(run.tokens_per_second);
      return run;
    };
    const Run mine = add(many, ours(all)), its = add(peer_many, peer(all));
    add(one, ours("1"));
    version = its.version;
    if (version.empty())
      break;
    add(peer_one, peer("1"));
    // A thousandth: in single precision, roundings have grown through all steps.
    if (std::abs(mine.loss - its.loss) > 1e-3 * its.loss)
      throw Error("PyTorch's model is another one: after {} steps its loss is {}, and ours {}",
                  small_steps, its.loss, mine.loss);
  }
  fmt::print("\nA small model, {} layers, d = {}, vocabulary {}, batch {} x {}: whole steps; {}\n"
             "{:<30}{:>10}{:>12}{:>12}\n",
             sizes.layers, sizes.n, sizes.N, small_batch, small_context,
             version.empty() ? "PyTorch is missing (./epreuve install develop)"
                             : "PyTorch " + version + ", the same losses",
             "", "tokens/s", "best", "of PyTorch");
  for (const auto& [row, limit] : {std::pair(&many, &peer_many), std::pair(&one, &peer_one)})
    fmt::print("{:<30}{:>10.0f}{:>12.0f}{}\n", row->what, median_of(*row),
               std::ranges::max(row->speeds),
               version.empty() ? "" : fmt::format("{:>11.2f}x", ratio(*row, *limit)));
  if (!version.empty())
    for (const Row& row : {peer_many, peer_one})
      fmt::print("{:<30}{:>10.0f}{:>12.0f}\n", row.what, median_of(row),
                 std::ranges::max(row.speeds));
  fmt::print("{} threads are {:.2f} times as fast as one\n", all, ratio(many, one));
}

} // namespace

int main(int argc, char** argv)
{
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() == 2 && words[0] == "small") {
      train_small(words[1]);
      return 0;
    }
    const auto wanted = [&](const char* part) {
      return words.empty() || std::ranges::find(words, part) != words.end();
    };
    if (wanted("step"))
      measure_step();
    if (wanted("optimiser"))
      measure_optimiser();
    if (wanted("small"))
      measure_small();
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-train: {}\n", error.what());
    return 2;
  }
}
