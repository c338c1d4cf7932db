// How fast a step of training GPT-2 Small is, forward and backward, compared with what the machine can do: the peak of
// its fused multiply-adds, and BLAS's sgemm alone in the step's own products, on the step's own matrices. All are
// measured in turn, so that the machine's other work slows all of them.

#include "epreuve/blas.hpp"
#include "epreuve/gpt2/backward.hpp"
#include "epreuve/instruments/cost.hpp"
#include "epreuve/measuring/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
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
    Pass<float>::Block& p = pass.blocks[layer];
    visit(block.qkv.neurons, d.qkv.neurons, p.normed, p.qkv, pass.dnormed);
    visit(block.heads.neurons, d.heads.neurons, p.z, p.x_between, pass.dz);
    visit(block.mlp_in.neurons, d.mlp_in.neurons, p.normed_2, p.hidden, pass.dnormed);
    visit(block.mlp_out.neurons, d.mlp_out.neurons, p.activated, pass.x, pass.dhidden);
  }
  visit(weights.wte, gradient.wte, pass.normed, pass.logits, pass.dnormed);
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
  const char* what;
  std::vector<double> speeds{}; ///< Gflop/s, one per round
};

/// Median over the rounds of `row` divided by `limit`.
double ratio(const Row& row, const Row& limit)
{
  arma::vec ratios(row.speeds.size());
  for (std::size_t i = 0; i < row.speeds.size(); ++i)
    ratios(i) = row.speeds[i] / limit.speeds[i];
  return arma::median(ratios);
}

void measure()
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
    fmt::print("{:<30}{:>10.0f}{:>12.0f}{:>11.0f}%{:>11.0f}%\n", row.what,
               arma::median(arma::vec(row.speeds)), std::ranges::max(row.speeds),
               100 * ratio(row, peak), 100 * ratio(row, sgemm));
}

} // namespace

int main()
{
  try {
    measure();
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-train: {}\n", error.what());
    return 2;
  }
}
