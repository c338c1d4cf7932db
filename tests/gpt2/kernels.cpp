// The fast kernels compared with the plain formulas, computed in double from the same floats.

#include "epreuve/gpt2/kernels.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <random>
#include <utility>
#include <vector>

using namespace epreuve::gpt2;

namespace {

std::mt19937_64 generator(7);

arma::fmat normals(arma::uword rows, arma::uword columns, float sd = 1)
{
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
  BOOST_REQUIRE_EQUAL(fast.n_rows, plain.n_rows);
  BOOST_REQUIRE_EQUAL(fast.n_cols, plain.n_cols);
  BOOST_REQUIRE(fast.is_finite());
  constexpr auto eps = static_cast<double>(std::numeric_limits<float>::epsilon());
  return arma::abs(exactly(fast) - plain).max() / (eps * unit);
}

Dense<float> dense(arma::uword in, arma::uword out)
{
  return {normals(in, out), normals(out, 1)};
}

Dense<double> exactly(const Dense<float>& layer)
{
  return {exactly(layer.neurons), exactly(layer.b)};
}

// One token, which has kernels of its own, and several.
const std::vector<arma::uword> counts{1, 2, 3, 17, 130};

} // namespace

BOOST_AUTO_TEST_CASE(dense_layers_are_W_x_plus_b_for_any_number_of_tokens)
{
  for (const arma::uword K : counts) {
    for (const auto& [in, out] :
         {std::pair{35U, 101U}, {64U, 48U}, {70U, 1000U}, {1U, 3U}, {7U, 1U}}) {
      const Dense<float> layer = dense(in, out);
      const arma::fmat x = normals(in, K), y_before = normals(out, K);
      // A sum of in + 1 terms, each rounded: gamma_{in + 1} times the sum of magnitudes.
      const double unit = (arma::abs(exactly(layer.neurons)).t() * arma::abs(exactly(x))).max() + 6;
      arma::fmat y;
      arma::mat expected;
      linear(y, layer, x);
      linear(expected, exactly(layer), exactly(x));
      BOOST_TEST(epsilons(y, expected, unit) < in + 2);

      y = y_before;
      expected = exactly(y_before);
      add_linear(y, layer, x);
      add_linear(expected, exactly(layer), exactly(x));
      BOOST_TEST(epsilons(y, expected, unit) < in + 2);
    }
  }
}

BOOST_AUTO_TEST_CASE(unembedding_is_a_product_with_every_token_vector)
{
  for (const arma::uword K : counts) {
    const arma::fmat A = normals(35, 401), x = normals(35, K);
    arma::fmat logits;
    unembed(logits, A, x);
    BOOST_TEST(epsilons(logits, exactly(A).t() * exactly(x), 35) < 35);
  }
}

BOOST_AUTO_TEST_CASE(layer_norm_survives_tokens_far_from_zero)
{
  for (const arma::uword K : counts) {
    const Norm<float> norm{normals(35, 1), normals(35, 1)};
    const Norm<double> same{exactly(norm.gain), exactly(norm.bias)};
    for (const float offset : {0.0F, 100.0F}) {
      const arma::fmat x = normals(35, K) + offset;
      arma::fmat y;
      arma::mat expected;
      layer_norm(y, norm, x, 1e-5);
      layer_norm(expected, same, exactly(x), 1e-5);
      // The mean is known to some eps * offset, and so is every x_i - mean.
      BOOST_TEST(epsilons(y, expected, 10 * (1 + static_cast<double>(offset))) < 10);
    }
  }
}

BOOST_AUTO_TEST_CASE(gelu_is_right_to_a_few_ulp_from_the_far_left_to_the_far_right)
{
  arma::fmat h(4001, 2);
  h.col(0) = arma::linspace<arma::fvec>(-6, 6, 4001);
  h.col(1) = arma::linspace<arma::fvec>(-1e4F, 1e4F, 4001);
  const arma::mat magnitude = arma::abs(exactly(h));
  arma::fmat y;
  arma::mat expected;
  gelu(y, h);
  gelu(expected, exactly(h));
  BOOST_REQUIRE(y.is_finite());
  // Relative to |x| / (1 + e^{-2u}); in the left tail -2u has errors of eps * 2|u|.
  BOOST_TEST((arma::abs(exactly(y) - expected) / (arma::abs(expected) + 1e-6 * magnitude)).max() <
             4e-6);
}

BOOST_AUTO_TEST_CASE(attention_of_all_heads_is_the_formula_with_and_without_tokens_before)
{
  constexpr arma::uword heads = 5, d = 7, n = heads * d;
  for (const arma::uword K : {1, 2, 40, 128, 129, 300}) {
    for (const arma::uword before : {0, 1, 200}) {
      const arma::uword T = before + K;
      // Queries, keys and values lie in one matrix, as in the model.
      const arma::fmat qkv = normals(3 * n, T, 2);
      const arma::mat same = exactly(qkv);
      const auto part = [](const auto& of, arma::uword i, arma::uword first) {
        return of.submat(i * n, first, (i + 1) * n - 1, of.n_cols - 1);
      };
      arma::fmat z;
      arma::mat expected;
      causal_attention(z, part(qkv, 0, before), part(qkv, 1, 0), part(qkv, 2, 0), heads);
      causal_attention(expected, part(same, 0, before), part(same, 1, 0), part(same, 2, 0), heads);
      // Scores up to 40 with 7 eps each; weights and values of that relative error.
      BOOST_TEST(epsilons(z, expected, 10) < 60);
    }
  }
}

BOOST_AUTO_TEST_CASE(attention_with_scores_far_apart_neither_overflows_nor_loses_the_largest)
{
  const arma::fmat qkv = normals(3 * 8, 20, 1e4F);
  const arma::mat same = exactly(qkv);
  arma::fmat z;
  arma::mat expected;
  causal_attention(z, qkv.rows(0, 7), qkv.rows(8, 15), qkv.rows(16, 23), 2);
  causal_attention(expected, same.rows(0, 7), same.rows(8, 15), same.rows(16, 23), 2);
  // Where the two largest scores differ by more than rounding the pattern is 0 or 1.
  BOOST_TEST(epsilons(z, expected, 1e4) < 10);
}
