#include "support/toy_weights.hpp"

#include <cmath>
#include <random>
#include <utility>

namespace epreuve::tests {

namespace {

using namespace gpt2;

class Normals
{
public:
  explicit Normals(std::uint64_t seed) : generator_(seed) {}

  /// The double matrix, converted, so that the float and the double model are the same model.
  template <typename Real>
  arma::Mat<Real> draw(arma::uword rows, arma::uword columns, double mean, double sd)
  {
    arma::Mat<Real> M(rows, columns);
    M.imbue([&] { return static_cast<Real>(mean + sd * normal_(generator_)); });
    return M;
  }

private:
  std::mt19937_64 generator_;
  std::normal_distribution<> normal_;
};

} // namespace

Config toy_config()
{
  return {.layers = 3, .heads = 5, .n = 35, .N = 401, .context = 150, .mlp = 203};
}

template <typename Real>
Weights<Real> toy_weights(const Config& config, std::uint64_t seed)
{
  Normals normals(seed);
  const auto norm = [&]() -> Norm<Real> {
    return {normals.draw<Real>(config.n, 1, 1, 0.2), normals.draw<Real>(config.n, 1, 0, 0.2)};
  };
  const auto dense = [&](arma::uword in, arma::uword out, double gain) -> Dense<Real> {
    return {normals.draw<Real>(in, out, 0, gain / std::sqrt(static_cast<double>(in))),
            normals.draw<Real>(out, 1, 0, 0.3)};
  };
  Weights<Real> weights;
  weights.config = config;
  weights.wte = normals.draw<Real>(config.n, config.N, 0, 0.5);
  weights.wpe = normals.draw<Real>(config.n, config.context, 0, 0.3);
  for (arma::uword layer = 0; layer < config.layers; ++layer) {
    Block<Real> block;
    block.ln_1 = norm();
    block.qkv = dense(config.n, 3 * config.n, 1.5);
    block.heads = dense(config.n, config.n, 1);
    block.ln_2 = norm();
    block.mlp_in = dense(config.n, config.mlp, 1.5);
    block.mlp_out = dense(config.mlp, config.n, 1);
    weights.blocks.push_back(std::move(block));
  }
  weights.ln_f = norm();
  return weights;
}

template Weights<float> toy_weights(const Config&, std::uint64_t);
template Weights<double> toy_weights(const Config&, std::uint64_t);

} // namespace epreuve::tests
