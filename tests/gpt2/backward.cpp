// The gradient of the whole model, compared with the complex step of a forward pass written here entry by entry.

#include "epreuve/gpt2/backward.hpp"

#include "epreuve/blas.hpp"
#include "epreuve/gpt2/kernels.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/math/softmax.hpp"
#include "support/errors.hpp"
#include "support/toy_weights.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve::gpt2;
using epreuve::tests::toy_config;
using epreuve::tests::toy_weights;

namespace {

using Complex = std::complex<double>;

const Config tiny{.layers = 2, .heads = 2, .n = 6, .N = 11, .context = 5, .mlp = 13};

/// Calls visit(a, b) for the two models' matrices of each name.
template <typename First, typename Second, typename Visit>
void for_each_matrix(First&& first, Second&& second, const Visit& visit)
{
  visit_layers(
      [&](const LayerName&, auto& of_first, auto& of_second) {
        visit_parameters([&](const char*, auto& a, auto& b) { visit(a, b); }, of_first, of_second);
      },
      first, second);
}

/// The weights that toy_weights draws, in one piece of memory.
template <typename Real>
Weights<Real> in_one_piece(const Config& config, std::uint64_t seed)
{
  Weights<Real> weights = zero_weights<Real>(config);
  for_each_matrix(weights, toy_weights<Real>(config, seed),
                  [](auto& to, const auto& from) { std::ranges::copy(from, to.begin()); });
  return weights;
}

/// Root of the sum of squares of the differences.
template <typename Real>
double distance(const Weights<Real>& a, const Weights<double>& b)
{
  double squares = 0;
  for_each_matrix(a, b, [&](const auto& of_a, const auto& of_b) {
    for (arma::uword i = 0; i < of_a.n_elem; ++i)
      squares += std::pow(static_cast<double>(of_a[i]) - of_b[i], 2);
  });
  return std::sqrt(squares);
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

BOOST_AUTO_TEST_CASE(along_any_direction_the_loss_changes_by_the_product_with_the_gradient)
{
  // <dL v, 1> = <v, dL^T 1>, of a model whose sizes no block of a kernel divides.
  const Config config = toy_config();
  const Weights<double> weights = in_one_piece<double>(config, 11);
  const ByHand by_hand(weights);
  Weights<double> gradient = zero_weights<double>(config);
  Pass<double> pass;
  std::mt19937_64 generator(5);
  std::normal_distribution<> normal;
  for (const auto& [T, B] : {Case{1, 1}, Case{17, 2}, Case{config.context, 1}}) {
    const Batch batch = some_batch(config, T, B);
    loss_and_gradient(gradient, weights, batch, pass);
    const auto all = all_of(std::as_const(gradient));
    std::vector<Complex> p = complex_parameters(weights);
    double product = 0, magnitude = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double v = normal(generator);
      p[i] += Complex(0, v * step);
      product += v * all[i];
      magnitude += std::abs(v * all[i]);
    }
    BOOST_TEST(std::abs(by_hand.loss(p, p, batch).imag() / step - product) < 1e-14 * magnitude);
  }
}

BOOST_AUTO_TEST_CASE(the_token_embedding_learns_as_embedding_and_as_unembedding)
{
  const Weights<double> weights = in_one_piece<double>(tiny, 4);
  const ByHand by_hand(weights);
  Weights<double> gradient = zero_weights<double>(tiny);
  Pass<double> pass;
  const Batch batch = some_batch(tiny, 4, 3);
  loss_and_gradient(gradient, weights, batch, pass);
  const std::vector<Complex> p = complex_parameters(weights);
  const auto by_hand_of = [&](std::size_t i, bool embedding, bool unembedding) {
    std::vector<Complex> first = p, last = p;
    first[i] += Complex(0, embedding ? step : 0);
    last[i] += Complex(0, unembedding ? step : 0);
    return by_hand.loss(first, last, batch).imag() / step;
  };
  const double unit = 1e-14 * arma::abs(gradient.wte).max();
  double first_alone = 0, last_alone = 0;
  for (std::size_t i = 0; i < gradient.wte.n_elem; ++i) {
    const double first = by_hand_of(i, true, false), last = by_hand_of(i, false, true);
    BOOST_TEST(std::abs(gradient.wte[i] - (first + last)) < unit);
    first_alone = std::max(first_alone, std::abs(gradient.wte[i] - first));
    last_alone = std::max(last_alone, std::abs(gradient.wte[i] - last));
  }
  // Each alone is wrong.
  BOOST_TEST(first_alone > 1e12 * unit);
  BOOST_TEST(last_alone > 1e12 * unit);
}

BOOST_AUTO_TEST_CASE(the_loss_is_the_mean_of_what_the_model_s_logits_say)
{
  const Config config = toy_config();
  const Model<double> model(toy_weights<double>(config, 11));
  const Batch batch = some_batch(config, 23, 3);
  double sum = 0;
  for (arma::uword b = 0; b < 3; ++b) {
    const std::vector<Token> text(batch.inputs.begin_col(b), batch.inputs.end_col(b));
    const arma::mat log_p = epreuve::math::log_softmax_columns(model.logits(text));
    for (arma::uword k = 0; k < 23; ++k)
      sum -= log_p(batch.targets(k, b), k);
  }
  Pass<double> pass;
  BOOST_TEST(std::abs(loss(model.weights(), batch, pass) - sum / 69) < 1e-14 * sum);
}

BOOST_AUTO_TEST_CASE(a_gradient_forgets_the_one_before)
{
  const Weights<double> weights = in_one_piece<double>(tiny, 6);
  Weights<double> once = zero_weights<double>(tiny), twice = zero_weights<double>(tiny);
  Pass<double> pass, used;
  loss_and_gradient(once, weights, some_batch(tiny, 2, 1), pass);
  loss_and_gradient(twice, weights, some_batch(tiny, 5, 3), used);
  loss_and_gradient(twice, weights, some_batch(tiny, 2, 1), used);
  BOOST_TEST(std::ranges::equal(all_of(once), all_of(twice)));
}

namespace {

/// A stretch of memory for each matrix of a pass.
template <typename Real>
std::vector<const Real*> places(const Pass<Real>& pass)
{
  std::vector<const Real*> found;
  const Workspace<Real>& values = pass.forward;
  for (const auto& v : values.blocks)
    for (const arma::Mat<Real>* matrix :
         {&v.normed, &v.qkv, &v.z, &v.normed_2, &v.hidden, &v.activated})
      found.push_back(matrix->memptr());
  for (const arma::Mat<Real>& x : values.stream)
    found.push_back(x.memptr());
  for (const arma::Mat<Real>* matrix : {&values.x, &values.normed, &pass.logits, &pass.dx,
                                        &pass.dnormed, &pass.dz, &pass.dqkv, &pass.dhidden})
    found.push_back(matrix->memptr());
  return found;
}

arma::fmat normals(arma::uword rows, arma::uword columns, float sd = 1)
{
  static std::mt19937_64 generator(7);
  std::normal_distribution<float> normal(0, sd);
  arma::fmat M(rows, columns);
  M.imbue([&] { return normal(generator); });
  return M;
}

arma::mat exactly(const arma::fmat& M)
{
  return arma::conv_to<arma::mat>::from(M);
}

/// The largest difference, in float's epsilon times `unit`.
double epsilons(const arma::fmat& fast, const arma::mat& plain, double unit)
{
  BOOST_REQUIRE(arma::size(fast) == arma::size(plain));
  BOOST_REQUIRE(fast.is_finite());
  constexpr auto eps = static_cast<double>(std::numeric_limits<float>::epsilon());
  return arma::abs(exactly(fast) - plain).max() / (eps * unit);
}

} // namespace

BOOST_AUTO_TEST_CASE(from_the_second_step_on_a_pass_computes_where_the_first_did)
{
  const Weights<float> weights = in_one_piece<float>(tiny, 6);
  Weights<float> gradient = zero_weights<float>(tiny);
  const float* const parameters = all_of(gradient).data();
  Pass<float> pass;
  loss_and_gradient(gradient, weights, some_batch(tiny, 5, 3), pass);
  const auto before = places(pass);
  loss_and_gradient(gradient, weights, some_batch(tiny, 5, 3), pass);
  BOOST_TEST((places(pass) == before));
  BOOST_TEST(all_of(gradient).data() == parameters);
  BOOST_TEST(gradient.blocks[1].mlp_in.neurons.memptr() < parameters + all_of(gradient).size());
}

// The fast formulas compared with the plain ones, computed in double from the same floats.

BOOST_AUTO_TEST_CASE(back_through_a_dense_layer_in_float_are_three_sums)
{
  for (const arma::uword K : {1, 2, 17, 130})
    for (const auto& [in, out] : {std::pair{35U, 101U}, {64U, 48U}, {70U, 1000U}, {1U, 3U}}) {
      const Dense<float> layer{normals(in, out), normals(out, 1)};
      const arma::fmat x = normals(in, K), dy = normals(out, K);
      const arma::mat X = arma::abs(exactly(x)), dY = arma::abs(exactly(dy));
      Dense<float> gradient = layer;
      Dense<double> expected;
      arma::fmat dx;
      arma::mat dx_expected;
      linear_backward(gradient, dx, layer, x, dy);
      linear_backward(expected, dx_expected, {exactly(layer.neurons), exactly(layer.b)}, exactly(x),
                      exactly(dy));
      // gamma_K times the sum of magnitudes, for sums of K products; gamma_out for those over the neurons.
      BOOST_TEST(epsilons(gradient.neurons, expected.neurons, (X * dY.t()).max()) < K + 1);
      BOOST_TEST(epsilons(gradient.b, expected.b, arma::sum(dY, 1).max()) < K);
      BOOST_TEST(epsilons(dx, dx_expected, (arma::abs(exactly(layer.neurons)) * dY).max()) <
                 out + 1);

      arma::fmat d_wte = x * dy.t();
      arma::mat d_wte_expected;
      unembed_backward(d_wte, dx, layer.neurons, x, dy);
      unembed_backward(d_wte_expected, dx_expected, exactly(layer.neurons), exactly(x),
                       exactly(dy));
      BOOST_TEST(epsilons(d_wte, d_wte_expected, (X * dY.t()).max()) < K + 1);
    }
}

BOOST_AUTO_TEST_CASE(back_through_a_layer_norm_in_float_tokens_may_be_far_from_zero)
{
  for (const arma::uword n : {1, 35, 64, 130})
    for (const arma::uword K : {1, 3, 130})
      for (const float offset : {0.0F, 100.0F}) {
        const Norm<float> norm{normals(n, 1), normals(n, 1)};
        const arma::fmat x = normals(n, K) + offset, dy = normals(n, K), before = normals(n, K);
        Norm<float> gradient = norm;
        Norm<double> expected;
        arma::fmat dx = before;
        arma::mat dx_expected = exactly(before);
        layer_norm_backward(gradient, dx, norm, x, dy, 0.5);
        layer_norm_backward(expected, dx_expected, {exactly(norm.gain), exactly(norm.bias)},
                            exactly(x), exactly(dy), 0.5);
        // The mean is known to some eps * offset, and so is every x_i - mean.
        const double unit = 10 * (1 + static_cast<double>(offset));
        BOOST_TEST(epsilons(dx, dx_expected, unit) < 10);
        BOOST_TEST(epsilons(gradient.gain, expected.gain, unit * static_cast<double>(K)) < 10);
        BOOST_TEST(epsilons(gradient.bias, expected.bias, 4 * static_cast<double>(K)) <
                   static_cast<double>(K));
      }
}

BOOST_AUTO_TEST_CASE(gelu_s_derivative_in_float_is_right_from_the_far_left_to_the_far_right)
{
  arma::fmat h(4001, 2);
  h.col(0) = arma::linspace<arma::fvec>(-6, 6, 4001);
  h.col(1) = arma::linspace<arma::fvec>(-1e20F, 1e20F, 4001);
  arma::fmat dh(4001, 2, arma::fill::ones);
  arma::mat expected(4001, 2, arma::fill::ones);
  gelu_backward(dh, h);
  gelu_backward(expected, exactly(h));
  // e^{-v} is right to eps |v|, and x v' is at most 2 + v.
  BOOST_TEST(epsilons(dh, expected, 1) < 8);
}

BOOST_AUTO_TEST_CASE(back_through_attention_in_float_for_texts_of_any_length)
{
  constexpr arma::uword heads = 5, d = 7, n = heads * d;
  for (const arma::uword T : {1, 2, 40, 128, 129, 300})
    for (const arma::uword B : {1, 3}) {
      const arma::fmat qkv = normals(3 * n, T * B, 2), dz = normals(n, T * B);
      arma::fmat dqkv;
      arma::mat expected;
      causal_attention_backward(dqkv, qkv, dz, heads, T);
      causal_attention_backward(expected, exactly(qkv), exactly(dz), heads, T);
      // Scores up to 40 with 7 eps each; patterns and what they multiply of that relative error.
      BOOST_TEST(epsilons(dqkv, expected, 60) < 60);
    }
}

BOOST_AUTO_TEST_CASE(cross_entropy_in_float_is_right_for_logits_near_and_far)
{
  for (const arma::uword N : {1, 2, 515, 1500})
    for (const float sd : {0.1F, 30.0F}) {
      arma::fmat logits = normals(N, 9, sd);
      arma::mat expected = exactly(logits);
      arma::Mat<Token> targets(3, 3);
      for (arma::uword k = 0; k < 9; ++k)
        targets[k] = static_cast<Token>(k * 71 % N);
      const double computed = softmax_cross_entropy(logits, targets);
      const double loss = softmax_cross_entropy(expected, targets);
      // A difference of logits is rounded to eps of itself, and so far p is known.
      BOOST_TEST(std::abs(computed - loss) < 4e-7 * (1 + loss));
      BOOST_TEST(epsilons(logits, expected, 1) < 4 * (1 + static_cast<double>(sd)));
    }
}

BOOST_AUTO_TEST_CASE(cross_entropy_of_what_is_not_a_number_is_none)
{
  for (const float damage :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
        -std::numeric_limits<float>::infinity()})
    for (const arma::uword place : {0, 40, 99}) {
      arma::fmat logits = normals(50, 2);
      logits[place] = damage;
      arma::mat same = exactly(logits);
      const arma::Col<Token> targets{7, 8};
      BOOST_TEST(std::isnan(softmax_cross_entropy(logits, targets)));
      BOOST_TEST(std::isnan(softmax_cross_entropy(same, targets)));
    }
}

BOOST_AUTO_TEST_CASE(
    in_float_the_gradient_is_as_near_as_rounding_the_weights_moves_it_with_any_number_of_threads)
{
  // Sizes that no block of a kernel divides, and such that OpenBLAS splits the products among threads.
  const Config wide{.layers = 2, .heads = 4, .n = 96, .N = 901, .context = 130, .mlp = 777};
  for (const auto& [config, T, B] : {std::tuple{toy_config(), 1U, 2U},
                                     {toy_config(), 40U, 3U},
                                     {toy_config(), 150U, 1U},
                                     {wide, 130U, 3U}}) {
    const Weights<float> in_float = in_one_piece<float>(config, 11);
    Weights<double> weights = zero_weights<double>(config), moved = zero_weights<double>(config);
    for_each_matrix(weights, in_float,
                    [](auto& to, const auto& from) { std::ranges::copy(from, to.begin()); });
    // The same weights, each moved by half an ulp or less, as rounding them would do.
    std::mt19937_64 generator(5);
    std::uniform_real_distribution<> moves(-0x1p-24, 0x1p-24);
    std::ranges::transform(all_of(weights), all_of(moved).begin(),
                           [&](double w) { return w * (1 + moves(generator)); });
    Weights<float> fast = zero_weights<float>(config), one_thread = zero_weights<float>(config);
    Weights<double> exact = zero_weights<double>(config), near = zero_weights<double>(config);
    Pass<float> pass_in_float;
    Pass<double> pass;
    const Batch batch = some_batch(config, T, B);
    const double in_double = loss_and_gradient(exact, weights, batch, pass);
    loss_and_gradient(near, moved, batch, pass);
    const double loss = loss_and_gradient(fast, in_float, batch, pass_in_float);
    const epreuve::OneBlasThread one;
    const double with_one = loss_and_gradient(one_thread, in_float, batch, pass_in_float);
    const double movement = distance(near, exact);
    for (const double computed : {loss, with_one})
      BOOST_TEST(std::abs(computed - in_double) < 1e-6 * in_double);
    // What each of some twenty steps on the way gives is rounded too.
    for (const Weights<float>* computed : {&fast, &one_thread})
      BOOST_TEST(distance(*computed, exact) < 20 * movement);
  }
}

BOOST_AUTO_TEST_CASE(but_for_openblas_s_products_one_thread_gives_the_same_bytes_as_all)
{
  constexpr arma::uword n = 192, K = 256, N = 1500;
  const arma::fmat qkv = normals(3 * n, K), x = normals(n, K), dy = normals(n, K);
  const Norm<float> norm{normals(n, 1), normals(n, 1)};
  const Dense<float> layer{normals(n, n), normals(n, 1)};
  const arma::fmat logits = normals(N, K);
  const arma::Mat<Token> targets(64, 4, arma::fill::value(3));
  struct Results
  {
    arma::fmat dx, dh, dlogits;
    Norm<float> of_norm;
    Dense<float> of_layer;
    arma::fmat dqkv{}, ignored{};
    double loss = 0;
  };
  const auto compute = [&] {
    Results r{x, dy, logits, norm, layer};
    causal_attention_backward(r.dqkv, qkv, dy, 3, 64);
    layer_norm_backward(r.of_norm, r.dx, norm, x, dy, 1e-5);
    gelu_backward(r.dh, x);
    r.loss = softmax_cross_entropy(r.dlogits, targets);
    linear_backward(r.of_layer, r.ignored, layer, x, dy);
    return r;
  };
  const Results all = compute();
  const epreuve::OneBlasThread one_thread;
  const Results one = compute();
  const auto same = [](const auto& a, const auto& b) { return std::ranges::equal(a, b); };
  BOOST_TEST(same(all.dqkv, one.dqkv));
  BOOST_TEST((same(all.dx, one.dx) && same(all.of_norm.gain, one.of_norm.gain) &&
              same(all.of_norm.bias, one.of_norm.bias)));
  BOOST_TEST(same(all.dh, one.dh));
  BOOST_TEST((same(all.dlogits, one.dlogits) && all.loss == one.loss));
  BOOST_TEST(same(all.of_layer.b, one.of_layer.b));
}

BOOST_AUTO_TEST_CASE(impossible_batches_are_named)
{
  using epreuve::Error;
  using epreuve::tests::says;
  const Weights<double> weights = in_one_piece<double>(tiny, 6);
  Weights<double> gradient = zero_weights<double>(tiny);
  Pass<double> pass;
  const auto refused = [&](const Batch& batch, const std::string& said) {
    BOOST_CHECK_EXCEPTION(loss_and_gradient(gradient, weights, batch, pass), Error, says(said));
    BOOST_CHECK_EXCEPTION(loss(weights, batch, pass), Error, says(said));
  };
  refused({}, "no tokens: a batch has at least one text of at least one token, got 0 x 0");
  refused(some_batch(tiny, 6, 1), "texts of 6 tokens are longer than the context of the model, 5");
  Batch batch = some_batch(tiny, 5, 2);
  batch.inputs(3, 1) = 11;
  refused(batch, "token 11 is not in the vocabulary: ids go from 0 to 10");
  batch = some_batch(tiny, 5, 2);
  batch.targets(4, 1) = 4000;
  refused(batch, "token 4000 is not in the vocabulary: ids go from 0 to 10");
  batch.targets.shed_row(0);
  refused(batch, "got 5 x 2 inputs and 4 x 2 targets");
  Weights<double> other = zero_weights<double>(toy_config());
  BOOST_CHECK_EXCEPTION(loss_and_gradient(other, weights, some_batch(tiny, 5, 2), pass), Error,
                        says("the gradient of a model has the model's sizes"));
}

namespace {

/// What a model says to damage.
template <typename Real>
void with_damage(const std::function<void(Weights<Real>&)>& damage, const std::string& said)
{
  Weights<Real> weights = in_one_piece<Real>(tiny, 6), gradient = zero_weights<Real>(tiny);
  damage(weights);
  Pass<Real> pass;
  BOOST_CHECK_EXCEPTION(loss_and_gradient(gradient, weights, some_batch(tiny, 5, 2), pass),
                        epreuve::Error, epreuve::tests::says(said));
}

} // namespace

BOOST_AUTO_TEST_CASE(what_is_not_a_number_is_an_error_that_says_where_it_began)
{
  const auto nan = std::numeric_limits<float>::quiet_NaN();
  with_damage<float>([&](auto& w) { w.wpe(0, 0) = nan; },
                     "the loss is not a number: the embedding, wte.weight and wpe.weight, gives");
  with_damage<float>(
      [&](auto& w) { w.blocks[1].qkv.neurons(0, 0) = nan; },
      "the loss is not a number: block 1's attention gives NaN or infinity in float");
  with_damage<double>([&](auto& w) { w.blocks[0].mlp_in.b(3) = std::nan(""); },
                      "the loss is not a number: block 0's MLP gives NaN or infinity in double");
  with_damage<double>([&](auto& w) { w.ln_f.gain(0) = std::nan(""); },
                      "the final layer norm gives");
  // Of token 9, which no text begins with or has in it.
  with_damage<float>([&](auto& w) { w.wte(0, 9) = nan; }, "the unembedding, wte.weight, gives");
  with_damage<double>([&](auto& w) { w.wte(0, 9) = std::nan(""); },
                      "the unembedding, wte.weight, gives");
}

BOOST_AUTO_TEST_CASE(a_gradient_that_overflows_is_an_error_that_says_where_it_began)
{
  // Forward all is 0 that the large weights multiply.
  with_damage<float>(
      [](auto& w) {
        auto& block = w.blocks[1];
        block.ln_2.gain.zeros();
        block.ln_2.bias.zeros();
        block.mlp_in.b.zeros();
        block.mlp_in.neurons.fill(1e5F);
        block.mlp_out.neurons.col(0).fill(1e37F);
      },
      "the gradient is not a number: the way back through block 1's MLP gives NaN or infinity in "
      "float");
}

BOOST_AUTO_TEST_CASE(all_of_is_one_piece_of_memory_and_a_copy_is_none)
{
  const Weights<float> weights = random_weights<float>(tiny, 3);
  const Weights<float> copy = weights;
  const auto all = all_of(weights);
  const auto inside = [&](const arma::fmat& matrix) {
    return matrix.memptr() >= all.data() &&
           matrix.memptr() + matrix.n_elem <= all.data() + all.size();
  };
  for (const auto& block : weights.blocks)
    BOOST_TEST(
        (inside(block.ln_1.bias) && inside(block.mlp_out.neurons) && inside(block.mlp_out.b)));
  BOOST_TEST((inside(weights.wte) && inside(weights.wpe) && inside(weights.ln_f.bias)));
  BOOST_CHECK_EXCEPTION(all_of(copy), epreuve::Error,
                        epreuve::tests::says("are not views of one piece of memory"));
}
