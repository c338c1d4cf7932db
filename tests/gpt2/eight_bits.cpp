// Layers in eight bits: what rounding to them changes, and that their sums are exact in each kernel that this processor has.

#include "epreuve/gpt2/eight_bits.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/checkpoint.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/gpt2/trace.hpp"
#include "epreuve/gpt2/weights.hpp"
#include "epreuve/gpt2/write_checkpoint.hpp"
#include "epreuve/system/temporary_folder.hpp"

#include "support/checkpoints.hpp"
#include "support/errors.hpp"
#include "support/toy_weights.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <utility>
#include <vector>

using namespace epreuve::gpt2;
using epreuve::tests::says;
using epreuve::tests::toy_config;
using epreuve::tests::toy_weights;

namespace {

std::mt19937_64 generator(13);

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

arma::fmat normals(arma::uword rows, arma::uword columns, float sd = 1)
{
  std::normal_distribution<float> normal(0, sd);
  arma::fmat M(rows, columns);
  M.imbue([&] { return normal(generator); });
  return M;
}

/// Whole numbers from -127 to 127, of which each column has a 127 or -127: eight bits hold them as they are, with scale 1.
arma::fmat whole(arma::uword rows, arma::uword columns)
{
  std::uniform_int_distribution<int> number(-127, 127);
  arma::fmat M(rows, columns);
  M.imbue([&] { return static_cast<float>(number(generator)); });
  for (arma::uword k = 0; k < columns; ++k)
    M(k % rows, k) = k % 2 == 0 ? 127.0F : -127.0F;
  return M;
}

std::int64_t sum_of_products(const arma::fmat& W, arma::uword i, const arma::fmat& X, arma::uword k)
{
  std::int64_t sum = 0;
  for (arma::uword j = 0; j < W.n_rows; ++j)
    sum += static_cast<std::int64_t>(W(j, i)) * static_cast<std::int64_t>(X(j, k));
  return sum;
}

arma::fmat product(const eight_bits::Kernel& kernel, const EightBits& W, const arma::fmat& X)
{
  arma::fmat Y(W.out(), X.n_cols);
  Y.fill(not_a_number); // what is there before does not matter
  eight_bits::products(Y, W, X, false, kernel);
  return Y;
}

// Inputs and neurons: less than a group and a panel, several and a little more, whole ones.
const std::vector<std::pair<arma::uword, arma::uword>> shapes{{1, 1},    {3, 5},    {35, 101},
                                                              {131, 17}, {300, 70}, {256, 64}};

// One token and two; a tile less, more and full; a whole context of the tests' model.
const std::vector<arma::uword> counts{1, 2, 3, 11, 12, 13, 64, 150};

} // namespace

BOOST_AUTO_TEST_CASE(a_number_moves_by_half_a_step_at_most)
{
  for (const std::size_t n : {1, 5, 768})
    for (const float sd : {1e-30F, 1.0F, 1e30F}) {
      const arma::fvec x = normals(n, 1, sd);
      std::vector<std::int8_t> q(n);
      const auto s = static_cast<double>(to_eight_bits(q.data(), x.memptr(), n));
      int largest = 0;
      double worst = 0;
      for (std::size_t j = 0; j < n; ++j) {
        largest = std::max(largest, std::abs(int{q[j]}));
        worst = std::max(worst, std::abs(static_cast<double>(x(j)) - s * q[j]) / s);
      }
      BOOST_TEST(largest == 127); // all steps are used
      BOOST_TEST(worst <= 0.5 + 0x1p-15);
      if (n == 768)
        BOOST_TEST(worst > 0.45);
    }
}

BOOST_AUTO_TEST_CASE(zeros_and_numbers_whose_scale_would_not_be_normal_become_zero)
{
  for (const float size : {0.0F, 1e-40F, 0x1p-120F}) {
    const std::vector<float> x{size, -size, size / 3};
    std::vector<std::int8_t> q(3, 1);
    BOOST_TEST(to_eight_bits(q.data(), x.data(), 3) == 0.0F);
    BOOST_TEST(q == std::vector<std::int8_t>(3, 0), boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_vector_that_is_not_finite_has_no_scale)
{
  for (const float damage : {not_a_number, std::numeric_limits<float>::infinity()})
    for (const std::size_t place : {0, 1, 2}) {
      std::vector<float> x{1, 2, 3};
      x[place] = damage;
      std::vector<std::int8_t> q(3);
      BOOST_TEST(std::isnan(to_eight_bits(q.data(), x.data(), 3)));
    }
}

BOOST_AUTO_TEST_CASE(neurons_are_kept_in_their_places)
{
  const arma::fmat W = whole(131, 37);
  BOOST_TEST(arma::abs(EightBits(W).neurons() - W).max() == 0.0F);
  EightBits pieces(131, 37); // set out of order, not by panels
  pieces.set(21, W.cols(21, 36));
  pieces.set(0, W.cols(0, 20));
  BOOST_TEST(arma::abs(pieces.neurons() - W).max() == 0.0F);
  BOOST_CHECK_EXCEPTION(pieces.set(30, W.cols(0, 7)), epreuve::Error,
                        says("131 x 8 weights from neuron 30 on"));
}

BOOST_AUTO_TEST_CASE(sums_of_whole_numbers_are_exact_in_each_kernel)
{
  for (const eight_bits::Kernel& kernel : eight_bits::kernels())
    for (const auto& [n, out] : shapes)
      for (const arma::uword K : counts) {
        BOOST_TEST_CONTEXT(kernel.name << ", " << n << " x " << out << ", " << K << " tokens")
        {
          const arma::fmat W = whole(n, out), X = whole(n, K);
          const arma::fmat Y = product(kernel, EightBits(W), X);
          std::size_t wrong = 0; // a sum below 2^24 is a float
          for (arma::uword k = 0; k < K; ++k)
            for (arma::uword i = 0; i < out; ++i)
              wrong += static_cast<std::int64_t>(Y(i, k)) != sum_of_products(W, i, X, k);
          BOOST_TEST(wrong == 0u);
        }
      }
}

BOOST_AUTO_TEST_CASE(the_largest_sums_of_the_longest_layer_fit_into_32_bits)
{
  constexpr arma::uword n = 65'536;
  constexpr float largest = 127.0F * 127.0F * n; // 16129 2^16, a float
  arma::fmat W(n, 2, arma::fill::value(127.0F)), X = W;
  W.col(1) *= -1;
  X.col(1) *= -1;
  for (const eight_bits::Kernel& kernel : eight_bits::kernels()) {
    const arma::fmat Y = product(kernel, EightBits(W), X);
    BOOST_TEST(Y(0, 0) == largest, kernel.name);
    BOOST_TEST(Y(1, 0) == -largest, kernel.name);
    BOOST_TEST(Y(0, 1) == -largest, kernel.name);
    BOOST_TEST(Y(1, 1) == largest, kernel.name);
  }
  BOOST_CHECK_EXCEPTION(EightBits(n + 1, 1), epreuve::Error, says("a layer of 65537 inputs"));
}

BOOST_AUTO_TEST_CASE(all_kernels_have_the_same_bits_which_no_other_token_changes)
{
  const EightBits W(normals(131, 37));
  const arma::fmat X = normals(131, 64), before = normals(37, 64);
  arma::fmat expected = before;
  eight_bits::products(expected, W, X, true, eight_bits::kernels().back());
  BOOST_TEST(arma::abs(expected - before).max() > 1);
  for (const eight_bits::Kernel& kernel : eight_bits::kernels())
    for (int time = 0; time < 5; ++time) {
      arma::fmat Y = before;
      eight_bits::products(Y, W, X, true, kernel);
      BOOST_TEST(arma::abs(Y - expected).max() == 0.0F, kernel.name);
      const arma::fmat alone = product(kernel, W, X.col(17));
      BOOST_TEST(arma::abs(product(kernel, W, X).col(17) - alone).max() == 0.0F, kernel.name);
    }
}

BOOST_AUTO_TEST_CASE(a_product_is_that_of_double_within_the_steps_of_weights_and_tokens)
{
  for (const auto& [n, out] : shapes) {
    const arma::fmat W = normals(n, out), X = normals(n, 20);
    const EightBits eight(W);
    const arma::mat exact_W = arma::conv_to<arma::mat>::from(W),
                    exact_X = arma::conv_to<arma::mat>::from(X),
                    kept = arma::conv_to<arma::mat>::from(eight.neurons());
    const arma::mat error =
        arma::abs(arma::conv_to<arma::mat>::from(product(eight_bits::kernels().front(), eight, X)) -
                  exact_W.t() * exact_X);
    // w x - w' x' = (w - w') x + w' (x - x'), each difference at most half a step; and four roundings of the result.
    arma::mat bound(out, 20);
    for (arma::uword k = 0; k < 20; ++k)
      for (arma::uword i = 0; i < out; ++i) {
        const double s = arma::abs(exact_W.col(i)).max() / 127,
                     t = arma::abs(exact_X.col(k)).max() / 127;
        const double steps =
            s * arma::accu(arma::abs(exact_X.col(k))) + t * arma::accu(arma::abs(kept.col(i)));
        bound(i, k) = (0.5 + 0x1p-14) * steps +
                      0x1p-21 * arma::accu(arma::abs(exact_W.col(i) % exact_X.col(k)));
      }
    BOOST_TEST((error / bound).max() <= 1, n << " x " << out);
    if (n > 1)
      BOOST_TEST((error / bound).max() > 0.01, n << " x " << out);
  }
}

BOOST_AUTO_TEST_CASE(
    an_outlier_among_the_weights_costs_its_neuron_and_one_in_a_token_costs_every_neuron)
{
  const arma::fmat W = normals(300, 16), X = normals(300, 12);
  // The root mean square of what eight bits change, of neuron 3 and of the others.
  const auto errors = [](const arma::fmat& weights, const arma::fmat& tokens) {
    const arma::fmat Y = product(eight_bits::kernels().front(), EightBits(weights), tokens);
    const arma::mat off =
        arma::conv_to<arma::mat>::from(Y) -
        arma::conv_to<arma::mat>::from(weights).t() * arma::conv_to<arma::mat>::from(tokens);
    arma::mat others = off;
    others.shed_row(3);
    return std::pair(std::sqrt(arma::accu(arma::square(off.row(3))) / 12),
                     std::sqrt(arma::accu(arma::square(others)) / (15 * 12)));
  };
  const auto [neuron, others] = errors(W, X);
  arma::fmat of_weights = W, of_tokens = X;
  of_weights(7, 3) = 300; // a hundred times the largest of the others
  of_tokens.row(7).fill(300);
  const auto [its_own, untouched] = errors(of_weights, X);
  BOOST_TEST(its_own > 10 * neuron);
  BOOST_TEST(untouched == others);
  const auto [one, all] = errors(W, of_tokens);
  BOOST_TEST(one > 10 * neuron);
  BOOST_TEST(all > 10 * others);
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_stays_with_its_token_and_its_neuron_in_eight_bits)
{
  constexpr arma::uword token = 8, neuron = 16;
  arma::fmat W = normals(131, 17), X = normals(131, 13);
  W(130, neuron) = std::numeric_limits<float>::infinity();
  X(0, token) = not_a_number;
  const EightBits eight(W);
  for (const eight_bits::Kernel& kernel : eight_bits::kernels()) {
    const arma::fmat Y = product(kernel, eight, X);
    for (arma::uword k = 0; k < 13; ++k)
      for (arma::uword i = 0; i < 17; ++i)
        BOOST_TEST(std::isfinite(Y(i, k)) == (k != token && i != neuron));
  }
}

BOOST_AUTO_TEST_CASE(a_checkpoint_in_eight_bits_is_its_floats_in_eight_bits)
{
  const Checkpoint checkpoint(epreuve::tests::written_checkpoint("odd"));
  const Weights<float> read = load_weights_in_eight_bits(checkpoint),
                       made = in_eight_bits(load_weights<float>(checkpoint));
  const auto same = [](const EightBits& a, const EightBits& b) {
    return arma::abs(a.neurons() - b.neurons()).max() == 0;
  };
  BOOST_TEST((read.config == made.config));
  BOOST_TEST(same(*read.wte_in_eight_bits, *made.wte_in_eight_bits));
  BOOST_TEST(arma::abs(read.wpe - made.wpe).max() == 0);
  BOOST_TEST(arma::abs(read.ln_f.gain - made.ln_f.gain).max() == 0);
  BOOST_REQUIRE(read.blocks.size() == made.blocks.size());
  for (std::size_t i = 0; i < read.blocks.size(); ++i) {
    const Block<float>&a = read.blocks[i], &b = made.blocks[i];
    BOOST_TEST(arma::abs(a.ln_1.bias - b.ln_1.bias).max() == 0);
    BOOST_TEST(arma::abs(a.ln_2.gain - b.ln_2.gain).max() == 0);
    for (const auto layer : {&Block<float>::qkv, &Block<float>::heads, &Block<float>::mlp_in,
                             &Block<float>::mlp_out}) {
      BOOST_TEST((a.*layer).neurons.is_empty());
      BOOST_TEST(same(*(a.*layer).eight_bits, *(b.*layer).eight_bits));
      BOOST_TEST(arma::abs((a.*layer).b - (b.*layer).b).max() == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE(an_embedding_that_is_read_in_pieces_is_whole)
{
  Config config = toy_config();
  config.N = 5000; // 4096 tokens at a time
  const Weights<float> weights = random_weights<float>(config, 1);
  const epreuve::TemporaryFolder folder;
  write_config(folder.path(), config);
  write_tensors(folder.path(), weights);
  const Weights<float> read = load_weights_in_eight_bits(Checkpoint(folder.path()));
  BOOST_TEST(
      arma::abs(read.wte_in_eight_bits->neurons() - EightBits(weights.wte).neurons()).max() == 0);
}

BOOST_AUTO_TEST_CASE(a_model_in_eight_bits_answers_about_as_one_in_float_and_the_same_each_time)
{
  const Weights<float> weights = toy_weights<float>(toy_config(), 5);
  const Model<float> model(weights), eight(in_eight_bits(weights));
  const std::vector<Token> tokens{7, 0, 55, 55, 398, 12};
  const arma::fmat plain = model.logits(tokens), coarse = eight.logits(tokens);
  // Steps of a 127th of the largest weight and input leave the logits of three layers right to some percent; a layer
  // that was left out or transposed leaves nothing of them.
  const float off =
      arma::norm(arma::vectorise(coarse - plain)) / arma::norm(arma::vectorise(plain));
  BOOST_TEST(off < 0.1F);
  BOOST_TEST(off > 1e-4F);
  BOOST_TEST(arma::abs(eight.logits(tokens) - coarse).max() == 0);
}

BOOST_AUTO_TEST_CASE(a_pass_in_eight_bits_has_no_hook)
{
  const Model<float> eight(in_eight_bits(toy_weights<float>(toy_config(), 5)));
  Trace<float> trace({"blocks.1.attn.pattern"});
  BOOST_CHECK_EXCEPTION(eight.logits({1, 2, 3}, &trace), epreuve::Error,
                        says("a hook needs a model in float or double"));
}
