// The gradient of the whole model, compared with the complex step of a forward pass written here entry by entry.

#include "epreuve/gpt2/backward.hpp"

#include "epreuve/gpt2/model.hpp"
#include "epreuve/math/softmax.hpp"
#include "support/errors.hpp"
#include "support/toy_weights.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

using namespace epreuve::gpt2;
using epreuve::tests::toy_config;
using epreuve::tests::toy_weights;

namespace {

using Complex = std::complex<double>;

const Config tiny{.layers = 2, .heads = 2, .n = 6, .N = 11, .context = 5, .mlp = 13};

/// The weights that toy_weights draws, in one piece of memory.
template <typename Real>
Weights<Real> in_one_piece(const Config& config, std::uint64_t seed)
{
  const Weights<Real> drawn = toy_weights<Real>(config, seed);
  Weights<Real> weights = zero_weights<Real>(config);
  const auto set_norm = [](Norm<Real>& to, const Norm<Real>& from) {
    to.gain = from.gain;
    to.bias = from.bias;
  };
  const auto set_dense = [](Dense<Real>& to, const Dense<Real>& from) {
    to.neurons = from.neurons;
    to.b = from.b;
  };
  weights.wte = drawn.wte;
  weights.wpe = drawn.wpe;
  set_norm(weights.ln_f, drawn.ln_f);
  for (arma::uword layer = 0; layer < config.layers; ++layer) {
    Block<Real>& to = weights.blocks[layer];
    const Block<Real>& from = drawn.blocks[layer];
    set_norm(to.ln_1, from.ln_1);
    set_dense(to.qkv, from.qkv);
    set_dense(to.heads, from.heads);
    set_norm(to.ln_2, from.ln_2);
    set_dense(to.mlp_in, from.mlp_in);
    set_dense(to.mlp_out, from.mlp_out);
  }
  return weights;
}

/// Some tokens come up again and again, and at each place of a text.
Batch some_batch(const Config& config, arma::uword T, arma::uword B)
{
  Batch batch{arma::Mat<Token>(T, B), arma::Mat<Token>(T, B)};
  for (arma::uword b = 0; b < B; ++b)
    for (arma::uword k = 0; k < T; ++k) {
      batch.inputs(k, b) = static_cast<Token>((k * k + 3 * b) % 4 % config.N);
      batch.targets(k, b) = static_cast<Token>((7 * k + k * k + 5 * b + 2) % config.N);
    }
  return batch;
}

/// The loss of complex parameters, from the definition, entry by entry: no function of the library. The parameters are
/// in the order of all_of(weights), which says where each is; those of the unembedding may differ from the embedding's.
class ByHand
{
public:
  explicit ByHand(const Weights<double>& weights)
      : weights_(weights), first_(all_of(weights).data())
  {
  }

  Complex loss(const std::vector<Complex>& p, const std::vector<Complex>& unembedding,
               const Batch& batch) const
  {
    Complex sum = 0;
    for (arma::uword b = 0; b < batch.inputs.n_cols; ++b)
      sum += text(p, unembedding, batch.inputs.col(b), batch.targets.col(b));
    return sum / static_cast<double>(batch.inputs.n_elem);
  }

private:
  using Tokens = arma::Col<Token>;
  using Vector = std::vector<Complex>;

  Complex text(const Vector& p, const Vector& unembedding, const Tokens& inputs,
               const Tokens& targets) const
  {
    const Config& c = weights_.config;
    const arma::uword K = inputs.n_elem, d = c.n / c.heads;
    std::vector<Vector> x(K, Vector(c.n));
    for (arma::uword k = 0; k < K; ++k)
      for (arma::uword i = 0; i < c.n; ++i)
        x[k][i] = at(p, weights_.wte, i, inputs(k)) + at(p, weights_.wpe, i, k);
    for (const auto& block : weights_.blocks) {
      std::vector<Vector> qkv;
      for (const Vector& token : x)
        qkv.push_back(dense(p, block.qkv, norm(p, block.ln_1, token)));
      for (arma::uword k = 0; k < K; ++k) {
        Vector z(c.n);
        for (arma::uword h = 0; h < c.heads; ++h) {
          Vector weight;
          Complex sum = 0;
          for (arma::uword j = 0; j <= k; ++j) {
            Complex score = 0;
            for (arma::uword i = h * d; i < (h + 1) * d; ++i)
              score += qkv[k][i] * qkv[j][c.n + i];
            weight.push_back(std::exp(score / std::sqrt(static_cast<double>(d))));
            sum += weight.back();
          }
          for (arma::uword j = 0; j <= k; ++j)
            for (arma::uword i = h * d; i < (h + 1) * d; ++i)
              z[i] += weight[j] / sum * qkv[j][2 * c.n + i];
        }
        add(x[k], dense(p, block.heads, z));
      }
      for (Vector& token : x) {
        Vector hidden = dense(p, block.mlp_in, norm(p, block.ln_2, token));
        for (Complex& v : hidden)
          v = v / 2.0 *
              (1.0 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (v + 0.044715 * v * v * v)));
        add(token, dense(p, block.mlp_out, hidden));
      }
    }
    Complex loss = 0;
    for (arma::uword k = 0; k < K; ++k) {
      const Vector y = norm(p, weights_.ln_f, x[k]);
      Vector logits(c.N);
      Complex sum = 0;
      for (arma::uword t = 0; t < c.N; ++t) {
        for (arma::uword i = 0; i < c.n; ++i)
          logits[t] += at(unembedding, weights_.wte, i, t) * y[i];
        sum += std::exp(logits[t]);
      }
      loss += std::log(sum) - logits[targets(k)];
    }
    return loss;
  }

  Complex at(const Vector& p, const arma::mat& matrix, arma::uword i, arma::uword j) const
  {
    return p[static_cast<std::size_t>(&matrix(i, j) - first_)];
  }
  Complex at(const Vector& p, const arma::vec& vector, arma::uword i) const
  {
    return p[static_cast<std::size_t>(&vector(i) - first_)];
  }
  Vector norm(const Vector& p, const Norm<double>& by, const Vector& x) const
  {
    const auto n = static_cast<double>(x.size());
    Complex mean = 0, variance = 0;
    for (const Complex& entry : x)
      mean += entry / n;
    for (const Complex& entry : x)
      variance += (entry - mean) * (entry - mean) / n;
    Vector y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      y[i] = at(p, by.gain, i) * (x[i] - mean) / std::sqrt(variance + 1e-5) + at(p, by.bias, i);
    return y;
  }
  Vector dense(const Vector& p, const Dense<double>& layer, const Vector& x) const
  {
    Vector y(layer.b.n_elem);
    for (std::size_t i = 0; i < y.size(); ++i) {
      y[i] = at(p, layer.b, i);
      for (std::size_t j = 0; j < x.size(); ++j)
        y[i] += at(p, layer.neurons, j, i) * x[j];
    }
    return y;
  }
  static void add(Vector& x, const Vector& y)
  {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += y[i];
  }

  const Weights<double>& weights_;
  const double* first_;
};

std::vector<Complex> complex_parameters(const Weights<double>& weights)
{
  const auto all = all_of(weights);
  return {all.begin(), all.end()};
}

constexpr double step = 1e-40;

struct Case
{
  arma::uword T, B;
};
const std::vector<Case> cases{{1, 1}, {5, 1}, {4, 3}, {1, 3}};

double largest(std::span<const double> values)
{
  double found = 0;
  for (const double value : values)
    found = std::max(found, std::abs(value));
  return found;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_derivative_by_every_parameter_is_the_complex_step_s)
{
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Weights<double> weights = in_one_piece<double>(tiny, seed);
    const ByHand by_hand(weights);
    Weights<double> gradient = zero_weights<double>(tiny);
    Pass<double> pass;
    for (const auto& [T, B] : cases) {
      const Batch batch = some_batch(tiny, T, B);
      std::vector<Complex> p = complex_parameters(weights);
      const double computed = loss_and_gradient(gradient, weights, batch, pass);
      BOOST_TEST(std::abs(computed - by_hand.loss(p, p, batch).real()) < 1e-14 * 10 * computed);
      BOOST_TEST(loss(weights, batch, pass) == computed);

      const auto all = all_of(std::as_const(gradient));
      double worst = 0;
      for (std::size_t i = 0; i < p.size(); ++i) {
        p[i] += Complex(0, step);
        worst = std::max(worst, std::abs(all[i] - by_hand.loss(p, p, batch).imag() / step));
        p[i] = p[i].real();
      }
      BOOST_TEST(worst < 1e-14 * largest(all));
    }
  }
}
