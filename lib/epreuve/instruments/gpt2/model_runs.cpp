#include "epreuve/instruments/gpt2/model_runs.hpp"

#include <fmt/format.h>

#include <cmath>
#include <random>
#include <utility>

namespace epreuve::instruments {

template <typename Real>
gpt2::Weights<Real> lively_weights(const gpt2::Config& config, std::uint64_t seed)
{
  std::mt19937_64 generator(seed);
  const auto normal = [&](arma::uword rows, arma::uword columns, double mean, double deviation) {
    std::normal_distribution<double> law(mean, deviation);
    arma::Mat<Real> drawn(rows, columns);
    drawn.imbue([&] { return static_cast<Real>(law(generator)); });
    return drawn;
  };
  const auto dense = [&](arma::uword in, arma::uword out) {
    const arma::Mat<Real> neurons = normal(in, out, 0, 1 / std::sqrt(in));
    return gpt2::Dense<Real>{neurons, normal(out, 1, 0, 0.3)};
  };
  const auto norm = [&] {
    const arma::Mat<Real> gain = normal(config.n, 1, 1, 0.2);
    return gpt2::Norm<Real>{gain, normal(config.n, 1, 0, 0.2)};
  };
  gpt2::Weights<Real> weights;
  weights.config = config;
  weights.wte = normal(config.n, config.N, 0, 0.3);
  weights.wpe = normal(config.n, config.context, 0, 0.1);
  for (arma::uword layer = 0; layer < config.layers; ++layer) // braces: drawn in this order
    weights.blocks.push_back({norm(), dense(config.n, 3 * config.n), dense(config.n, config.n),
                              norm(), dense(config.n, config.mlp), dense(config.mlp, config.n)});
  weights.ln_f = norm();
  return weights;
}

template gpt2::Weights<float> lively_weights(const gpt2::Config&, std::uint64_t);
template gpt2::Weights<double> lively_weights(const gpt2::Config&, std::uint64_t);

Tokens random_text(const gpt2::Config& config, arma::uword length, std::uint64_t seed)
{
  std::mt19937_64 generator(seed);
  Tokens text(length);
  for (gpt2::Token& token : text)
    token = static_cast<gpt2::Token>(generator() % config.N);
  return text;
}

ModelRun::ModelRun(gpt2::Weights<double> weights, Tokens tokens, std::vector<std::string> keep)
    : model(std::move(weights)), text(std::move(tokens)), trace(std::move(keep)),
      logits(model.logits(text, &trace))
{
}

gpt2::Config small_config(arma::uword layers)
{
  return {.layers = layers, .heads = 3, .n = 24, .N = 61, .context = 20, .mlp = 96};
}

ModelRun small_run(std::uint64_t seed)
{
  const gpt2::Config config = small_config();
  return {lively_weights(config, seed), random_text(config, 12, seed + 1)};
}

arma::vec parts_of_logit(const ModelRun& run, gpt2::Token token)
{
  const gpt2::Weights<double>& weights = run.weights();
  std::vector<arma::vec> written{run.last("embed"), run.last("pos_embed")};
  for (arma::uword layer = 0; layer < run.config().layers; ++layer) {
    written.push_back(run.last(fmt::format("blocks.{}.attn_out", layer)));
    written.push_back(run.last(fmt::format("blocks.{}.mlp_out", layer)));
  }
  const arma::vec x = run.last(fmt::format("blocks.{}.resid_post", run.config().layers - 1));
  const double deviation = std::sqrt(arma::var(x, 1) + run.config().layer_norm_epsilon);
  const arma::vec direction = weights.wte.col(token) % weights.ln_f.gain / deviation;
  arma::vec parts(written.size() + 1);
  for (std::size_t i = 0; i < written.size(); ++i)
    parts(i) = arma::dot(direction, written[i] - arma::mean(written[i]));
  parts.back() = arma::dot(weights.wte.col(token), weights.ln_f.bias);
  return parts;
}

void silence(gpt2::Dense<double>& layer)
{
  layer.neurons.zeros();
  layer.b.zeros();
}

gpt2::Weights<double> draw_weights(evidence::Draw& draw)
{
  gpt2::Config config;
  config.layers = draw.size("layers", 1, 3);
  config.heads = draw.size("heads", 1, 3);
  config.n = config.heads * draw.size("d", config.heads == 1 ? 4 : 2, 4);
  config.mlp = draw.size("mlp", 1, 12);
  config.N = draw.size("N", 2, 20);
  config.context = draw.size("context", 2, 10);
  return lively_weights(config, draw.size("seed", 0, 1000));
}

Tokens draw_text(evidence::Draw& draw, const gpt2::Config& config, arma::uword shortest)
{
  const arma::uword K = draw.size("K", shortest, config.context);
  Tokens text;
  for (const double token : draw.integer_matrix("t", 1, K, 0, static_cast<long>(config.N) - 1))
    text.push_back(static_cast<gpt2::Token>(token));
  return text;
}

ModelRun draw_run(evidence::Draw& draw, std::vector<std::string> keep)
{
  gpt2::Weights<double> weights = draw_weights(draw);
  Tokens text = draw_text(draw, weights.config);
  return {std::move(weights), std::move(text), std::move(keep)};
}

} // namespace epreuve::instruments
