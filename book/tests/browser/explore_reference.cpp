#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/attention/visibility.hpp"
#include "epreuve/math/entropy.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "epreuve/math/positions/position_difference.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/math/positions/rotations.hpp"
#include "epreuve/math/residual_stream.hpp"
#include "epreuve/math/softmax.hpp"

#include <armadillo>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <exception>
#include <iostream>
#include <random>
#include <string>
#include <vector>

// The native library's answers, so that explore.cjs can ask the browser's module the same questions: a list of
// {name, arguments, result} or {name, arguments, message}, on standard output. `name` is that of
// epreuve.library() in book/explore/explore.js. `scale`, where there is one, is what absolute errors
// are measured against: |q|^T |k| for the sum that a dot product is, which may cancel.

using namespace epreuve::attention;
using namespace epreuve::math;
using Json = nlohmann::json;

namespace {

Json numbers(const arma::mat& values)
{
  return std::vector<double>(values.begin(), values.end());
}

Json cases = Json::array();

void add(const std::string& name, const Json& arguments, const arma::mat& result)
{
  cases.push_back({{"name", name}, {"arguments", arguments}, {"result", numbers(result)}});
}

void refuses(const std::string& name, const Json& arguments, const auto& call)
{
  try {
    call();
  } catch (const std::exception& error) {
    cases.push_back({{"name", name}, {"arguments", arguments}, {"message", error.what()}});
  }
}

std::mt19937_64 bits(2024);

double uniform(double lo, double hi)
{
  return lo + (hi - lo) * std::ldexp(static_cast<double>(bits() >> 11U), -53);
}

arma::vec draw(arma::uword n, double lo, double hi)
{
  arma::vec x(n);
  x.imbue([&] { return uniform(lo, hi); });
  return x;
}

void softmax_and_entropy()
{
  for (int i = 0; i < 300; ++i) {
    const double size = std::pow(10, uniform(-1, 3));
    const arma::vec x = draw(1 + bits() % 12, -size, size);
    const double T = std::pow(10, uniform(-2, 2));
    const arma::vec sigma = softmax(x, T);
    add("softmax", {numbers(x), T}, sigma);
    // The same numbers go into the browser's entropy, so that only its own errors are compared.
    add("entropy", Json::array({numbers(sigma)}), arma::mat{entropy(sigma)});
  }
  const arma::mat M(draw(60, -20, 20).memptr(), 5, 12);
  add("softmaxRows", {numbers(M), 5}, softmax_rows(M));
  add("entropyRows", {numbers(softmax_rows(M)), 5}, entropy_rows(softmax_rows(M)));
}

void positions_and_rotations()
{
  for (const arma::uword n : {2U, 6U, 32U, 64U, 768U})
    for (const double base : {3.0, 100.0, 10'000.0}) {
      add("frequencies", {n, base}, frequencies(n, base));
      for (const std::int64_t k : {0LL, 1LL, 63LL, 1'000'003LL, -5LL})
        for (const Ordering ordering : {Ordering::cosine_first, Ordering::sine_first}) {
          const int sine_first = ordering == Ordering::sine_first ? 1 : 0;
          add("positionVector", {k, n, base, sine_first}, position_vector(k, n, base, ordering));
          const arma::vec x = draw(n, -1, 1);
          add("rotate", {numbers(x), k, base, sine_first}, rotate(x, k, base, ordering));
        }
    }
  add("positionMatrix", {64, 32, 10'000}, position_matrix(64, 32, 10'000));
  add("positionMatrix", {7, 6, 100, 1}, position_matrix(7, 6, 100, Ordering::sine_first));
  for (const arma::uword n : {2U, 8U, 32U})
    for (const std::int64_t l : {0, 1, -2, 3}) {
      const arma::vec from = position_vector(20, n, 100), to = position_vector(20 + l, n, 100);
      add("readDifference", {numbers(from), numbers(to), 100}, read_difference(from, to, 100));
      // A pair's angle is known to a few roundings of numbers up to pi.
      cases.back()["scale"] = numbers(4 / frequencies(n, 100));
    }
  for (int i = 0; i < 300; ++i) {
    const double epsilon = std::pow(10, uniform(-5, 1));
    const arma::vec x = draw(3, -9, 9), ones(3, arma::fill::ones);
    if (arma::stddev(x, 1) > 1)
      add("layerNorm", {numbers(x), epsilon}, layer_norm(x, ones, 0 * ones, epsilon));
    add("rmsNorm", {numbers(x), epsilon}, rms_norm(x, ones, epsilon));
  }
  for (int i = 0; i < 300; ++i) {
    const double omega = uniform(-100, 100);
    const arma::mat M = rotation(omega);
    add("rotation", {omega}, M);
    arma::mat power(2, 2, arma::fill::eye);
    const auto l = static_cast<int>(bits() % 25);
    for (int j = 0; j < l; ++j)
      power = M * power;
    add("rotationPower", {omega, l}, power);
  }
}

void scores()
{
  for (const arma::uword d : {1U, 2U, 3U, 7U, 64U, 1000U}) {
    const arma::mat Q(draw(d * 5, -3, 3).memptr(), d, 5);
    const arma::mat K(draw(d * 9, -3, 3).memptr(), d, 9);
    const arma::mat scale = arma::abs(Q).t() * arma::abs(K);
    add("attentionScores", {numbers(Q), numbers(K), d}, attention_scores(Q, K));
    cases.back()["scale"] = numbers(scale);
    add("scaledAttentionScores", {numbers(Q), numbers(K), d}, scaled_attention_scores(Q, K));
    cases.back()["scale"] = numbers(scale / std::sqrt(static_cast<double>(d)));
  }
}

void attention_of_a_sentence()
{
  for (int k = 0; k < 40; ++k) {
    // Up to 3 across and up, as far as the explorer lets them be dragged.
    const double reach = k % 2 == 0 ? 1 : 3;
    const arma::mat Q(draw(12, -reach, reach).memptr(), 2, 6),
        K(draw(12, -reach, reach).memptr(), 2, 6);
    const int causal = k % 4 < 2 ? 0 : 1;
    const arma::mat A = causal == 0 ? epreuve::attention::attention_pattern(Q, K)
                                    : epreuve::attention::causal_pattern(Q, K);
    add("attentionPattern", {numbers(Q), numbers(K), 2, causal}, A);
    const arma::mat V(draw(12, -1, 1).memptr(), 2, 6);
    add("headOutput", {numbers(V), numbers(A), 2}, epreuve::attention::head_output(V, A));
  }
}

/// explore_normal_numbers of the bindings, which is no function of the library: the polar
/// method as in Knuth, The Art of Computer Programming, 3.4.1, algorithm P.
void normal_numbers()
{
  for (const std::uint64_t seed : {1U, 2U, 5489U}) {
    std::mt19937_64 generator(seed);
    std::vector<double> z;
    while (z.size() < 2000) {
      const double v1 = std::ldexp(static_cast<double>(generator() >> 11U), -52) - 1;
      const double v2 = std::ldexp(static_cast<double>(generator() >> 11U), -52) - 1;
      const double s = v1 * v1 + v2 * v2;
      if (s >= 1 || s == 0)
        continue;
      z.push_back(v1 * std::sqrt(-2 * std::log(s) / s));
      z.push_back(v2 * std::sqrt(-2 * std::log(s) / s));
    }
    add("normalNumbers", {seed, 2000}, arma::vec(z));
  }
}

void gelu_forms()
{
  const arma::vec x = arma::join_cols(draw(3000, -40, 40), arma::linspace(-5, 5, 1001),
                                      arma::vec{0, -0.0, 1e-300, -1e-300, 1e300, -1e300, 5e-324});
  add("gelu", Json::array({numbers(x)}), gelu(x));
  add("geluTanh", Json::array({numbers(x)}), gelu_tanh(x));
  add("geluTanhAsPrinted", Json::array({numbers(x)}), gelu_tanh_as_printed(x));
  add("geluSigmoid", Json::array({numbers(x)}), gelu_sigmoid(x));
}

void stream()
{
  const auto same = [](const arma::mat& u) { return u; };
  const arma::mat I(2, 2, arma::fill::eye);
  for (int k = 0; k < 20; ++k) {
    const arma::vec W = draw(4, -2, 2), first = draw(4, -2, 2), read = draw(4, -2, 2);
    const arma::vec second = draw(4, -2, 2), x = draw(2, -2, 2);
    const auto square = [](const arma::vec& entries) { return arma::reshape(entries, 2, 2); };
    const std::vector<StreamBlock> blocks{{I, same, square(first)},
                                          {square(read), same, square(second)}};
    const auto terms = read_by_source(square(W), blocks, x);
    const double scale = 2 * (1 + 4) * (1 + 4 * 4); // no entry or partial sum is larger than that
    cases.push_back(
        {{"name", "readBySource"},
         {"arguments", {numbers(W), numbers(first), numbers(read), numbers(second), numbers(x)}},
         {"result", numbers(arma::join_rows(terms[0], terms[1], terms[2]))},
         {"scale", numbers(arma::mat(2, 3).fill(scale))}});
  }
}

void masks()
{
  const auto as_numbers = [](const arma::umat& M) { return arma::conv_to<arma::mat>::from(M); };
  for (arma::uword size = 1; size <= 6; ++size) {
    const std::vector<arma::umat> of_explorer{window_visibility(10, size),
                                              strided_visibility(10, size),
                                              causal_visibility(10) % block_visibility(10, size),
                                              prefix_visibility(10, size), causal_visibility(10)};
    for (std::size_t kind = 0; kind < of_explorer.size(); ++kind)
      add("visibility", {kind, 10, size}, as_numbers(of_explorer[kind]));
    arma::mat both(10, 20);
    std::vector<arma::umat> layers;
    for (arma::uword l = 0; l < 2; ++l) {
      layers.emplace_back(arma::reshape(draw(100, 0, 1), 10, 10) > 0.8);
      both.cols(10 * l, 10 * l + 9) = as_numbers(layers.back());
    }
    add("seenThrough", {numbers(both), 10}, as_numbers(seen_through(layers)));
  }
}

void refusals()
{
  refuses("visibility", {0, 10, 0}, [] { window_visibility(10, 0); });
  refuses("visibility", {3, 2, 3}, [] { prefix_visibility(2, 3); });
  refuses("softmax", {{1, 2}, 0}, [] { softmax(arma::vec{1, 2}, 0); });
  refuses("softmax", {{1, 2}, -0.125}, [] { softmax(arma::vec{1, 2}, -0.125); });
  refuses("softmax", {Json::array(), 1}, [] { softmax(arma::vec{}, 1); });
  refuses("frequencies", {7, 100}, [] { frequencies(7, 100); });
  refuses("positionVector", {1, 6, -3.5}, [] { position_vector(1, 6, -3.5); });
  refuses("positionVector", {9007199254740992, 6, 0.5},
          [] { position_vector(9007199254740992, 6, 0.5); });
  refuses("readDifference", {{1, 0, 1}, {1, 0, 1}, 100},
          [] { read_difference({1, 0, 1}, {1, 0, 1}, 100); });
  refuses("positionMatrix", {0, 6, 100}, [] { position_matrix(0, 6, 100); });
  refuses("entropy", Json::array({{0.5, 0.25}}), [] { entropy(arma::vec{0.5, 0.25}); });
  refuses("entropy", Json::array({{1.5, -0.5}}), [] { entropy(arma::vec{1.5, -0.5}); });
}

} // namespace

int main()
{
  softmax_and_entropy();
  positions_and_rotations();
  scores();
  attention_of_a_sentence();
  masks();
  normal_numbers();
  stream();
  gelu_forms();
  refusals();
  std::cout << cases.dump() << '\n';
}
