// Steps of a training: what a batch in parts gives, and what a loop of steps takes from the heap.

#include "epreuve/training/training.hpp"

#include "support/allocations.hpp"
#include "support/errors.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/model.hpp"
#include "epreuve/math/softmax.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::training;

namespace {

using Reals = std::tuple<float, double>;

const gpt2::Config sizes{.layers = 2, .heads = 2, .n = 32, .N = 80, .context = 64, .mlp = 128};

Settings settings_for(arma::uword batch, arma::uword context)
{
  Settings settings;
  settings.batch = batch;
  settings.context = context;
  settings.schedule = {.rate = 1e-3, .final_rate = 1e-3, .warm_up = 0, .steps = 100};
  settings.clip = 1;
  return settings;
}

std::vector<Token> some_tokens()
{
  std::vector<Token> tokens;
  for (Token i = 0; i < 2000; ++i)
    tokens.push_back((i * i * 7 + i / 13) % 80);
  return tokens;
}

/// max |a - b| / max |b|
template <typename Real>
double relative_distance(std::span<const Real> a, std::span<const Real> b)
{
  double distance = 0, largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    distance = std::max(distance, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
    largest = std::max(largest, std::abs(static_cast<double>(b[i])));
  }
  return distance / largest;
}

template <typename Real>
std::string bytes_of(const gpt2::Weights<Real>& weights)
{
  const std::span<const Real> all = gpt2::all_of(weights);
  return {reinterpret_cast<const char*>(all.data()), all.size_bytes()};
}

} // namespace

// 5 texts in 4 parts, of which one has two; 1 text, and few tokens: one part.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_batch_in_parts_has_the_gradient_of_the_whole, Real, Reals)
{
  for (const auto& [batch, context, parts] :
       {std::tuple(8U, 64U, 4U), std::tuple(5U, 64U, 4U), std::tuple(3U, 64U, 3U),
        std::tuple(5U, 30U, 2U), std::tuple(1U, 64U, 1U), std::tuple(5U, 20U, 1U)}) {
    const gpt2::Weights<Real> weights = gpt2::random_weights<Real>(sizes, 3);
    Training<Real> training =
        begin_training(gpt2::random_weights<Real>(sizes, 3), settings_for(batch, context));
    BOOST_TEST(training.parts.size() == parts);
    const std::vector<Token> tokens = some_tokens();
    const Measured measured = take_step(training, std::span(tokens));

    gpt2::Weights<Real> gradient = gpt2::zero_weights<Real>(sizes);
    gpt2::Pass<Real> pass;
    const double loss = gpt2::loss_and_gradient(gradient, weights, training.batch, pass);
    const auto rounding = static_cast<double>(std::numeric_limits<Real>::epsilon());
    BOOST_TEST(std::abs(measured.loss - loss) <= 4 * rounding * loss);
    BOOST_TEST(relative_distance<Real>(gpt2::all_of(std::as_const(training.gradient)),
                                       gpt2::all_of(std::as_const(gradient))) <= 30 * rounding);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(accumulated_batches_have_the_bytes_of_a_batch_with_the_same_parts,
                              Real, Reals)
{
  const std::vector<Token> tokens = some_tokens();
  // 2 batches of 2 parts, 4 batches of 1 part: all parts have 1 text, as those of a batch of 4.
  for (const auto& [batch, accumulate] : {std::pair(2U, 2U), std::pair(1U, 4U)})
    for (const bool in_order : {false, true}) {
      Settings large = settings_for(4, 64), small = settings_for(batch, 64);
      small.accumulate = accumulate;
      large.in_order = small.in_order = in_order;
      auto one = begin_training(gpt2::random_weights<Real>(sizes, 3), large),
           other = begin_training(gpt2::random_weights<Real>(sizes, 3), small);
      for (int step = 0; step < 3; ++step) {
        const Measured a = take_step(one, std::span(tokens)),
                       b = take_step(other, std::span(tokens));
        BOOST_TEST(a.loss == b.loss);
        BOOST_TEST(a.gradient_norm == b.gradient_norm);
        BOOST_TEST(a.learning_rate == b.learning_rate);
      }
      BOOST_TEST(other.step == 3U);
      BOOST_TEST((bytes_of(one.weights) == bytes_of(other.weights)));
      BOOST_TEST((bytes_of(one.m) == bytes_of(other.m)));
      BOOST_TEST((bytes_of(one.v) == bytes_of(other.v)));
    }
}

// 3 batches of 5 texts in parts of 1 and 2 texts, beside 15 texts at once: the sums are others, their value is not.
BOOST_AUTO_TEST_CASE(the_gradient_of_accumulated_batches_is_that_of_all_their_texts)
{
  const std::vector<Token> tokens = some_tokens();
  Settings settings = settings_for(5, 64), all = settings_for(15, 64);
  settings.accumulate = 3;
  auto training = begin_training(gpt2::random_weights<double>(sizes, 3), settings);
  const Measured measured = take_step(training, std::span(tokens));
  Batch batch{arma::Mat<Token>(64, 15), arma::Mat<Token>(64, 15)};
  batches_of(tokens, all)(batch, 0);
  gpt2::Weights<double> gradient = gpt2::zero_weights<double>(sizes);
  gpt2::Pass<double> pass;
  const double loss =
      gpt2::loss_and_gradient(gradient, gpt2::random_weights<double>(sizes, 3), batch, pass);
  BOOST_TEST(std::abs(measured.loss - loss) <= 1e-15 * loss);
  BOOST_TEST(relative_distance<double>(gpt2::all_of(std::as_const(training.gradient)),
                                       gpt2::all_of(std::as_const(gradient))) <= 1e-14);
}

// Of 9 texts of 16 tokens: all, and three of them, the first, the fourth and the seventh.
BOOST_AUTO_TEST_CASE(a_validation_is_the_mean_surprise_at_texts_that_are_spread_evenly)
{
  std::vector<Token> tokens = some_tokens();
  tokens.resize(9 * 16 + 5); // too few for a tenth text
  auto training = begin_training(gpt2::random_weights<double>(sizes, 3), settings_for(8, 16));
  const gpt2::Model<double> model(gpt2::random_weights<double>(sizes, 3));
  const auto expected = [&](const std::vector<std::size_t>& texts) {
    double sum = 0;
    for (const std::size_t text : texts) {
      const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(16 * text);
      const arma::mat log_p = math::log_softmax_columns(model.logits({begin, begin + 16}));
      for (arma::uword k = 0; k < 16; ++k)
        sum -= log_p(tokens[16 * text + k + 1], k) / 16;
    }
    return sum / static_cast<double>(texts.size());
  };
  const auto close = boost::test_tools::tolerance(1e-13);
  BOOST_TEST(loss_on(training, tokens, 0) == expected({0, 1, 2, 3, 4, 5, 6, 7, 8}), close);
  BOOST_TEST(loss_on(training, tokens, 100) == expected({0, 1, 2, 3, 4, 5, 6, 7, 8}), close);
  BOOST_TEST(loss_on(training, tokens, 3) == expected({0, 3, 6}), close);
  tokens.resize(16);
  BOOST_CHECK_EXCEPTION(loss_on(training, tokens, 0), Error, tests::says("and there are 16"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_validation_changes_no_byte_of_the_training, Real, Reals)
{
  const std::vector<Token> tokens = some_tokens();
  const gpt2::Config large{
      .layers = 1, .heads = 2, .n = 128, .N = 7000, .context = 16, .mlp = 512}; // whole batches
  for (const gpt2::Config& config : {sizes, large}) {
    auto plain = begin_training(gpt2::random_weights<Real>(config, 3), settings_for(8, 16)),
         validated = begin_training(gpt2::random_weights<Real>(config, 3), settings_for(8, 16));
    for (int step = 0; step < 3; ++step) {
      take_step(plain, std::span(tokens));
      note_validation(validated, loss_on(validated, std::span(tokens).first(500), 5));
      take_step(validated, std::span(tokens));
    }
    BOOST_TEST((bytes_of(plain.weights) == bytes_of(validated.weights)));
    BOOST_TEST((bytes_of(plain.m) == bytes_of(validated.m)));
    BOOST_TEST((bytes_of(plain.v) == bytes_of(validated.v)));
  }
}

BOOST_AUTO_TEST_CASE(the_best_weights_are_those_of_the_least_loss_and_of_equal_ones_the_first)
{
  const std::vector<Token> tokens = some_tokens();
  auto training = begin_training(gpt2::random_weights<float>(sizes, 3), settings_for(2, 64));
  std::string best;
  for (const auto& [loss, is_best] :
       {std::pair(3.0, true), std::pair(4.0, false), std::pair(2.0, true), std::pair(2.0, false)}) {
    BOOST_TEST(note_validation(training, loss) == is_best);
    if (is_best)
      best = bytes_of(training.weights);
    BOOST_TEST((bytes_of(*training.best) == best));
    take_step(training, std::span(tokens));
  }
  BOOST_TEST(best_of(training.validations).step == 2U);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_in_a_part_is_reported_and_leaves_the_weights)
{
  gpt2::Weights<float> weights = gpt2::random_weights<float>(sizes, 3);
  weights.blocks[1].mlp_in.b(5) = std::numeric_limits<float>::infinity();
  Training<float> training = begin_training(std::move(weights), settings_for(8, 64));
  const std::vector<Token> tokens = some_tokens();
  const float before = training.weights.wte(3, 3);
  for (int i = 0; i < 2; ++i)
    BOOST_CHECK_EXCEPTION(take_step(training, std::span(tokens)), Error, [](const Error& error) {
      return std::string(error.what()).find("block 1's MLP") != std::string::npos;
    });
  BOOST_TEST(training.step == 0U);
  BOOST_TEST(training.weights.wte(3, 3) == before);
}

#ifndef EPREUVE_SANITIZE // sanitizers have an allocator of their own
BOOST_AUTO_TEST_CASE(a_step_in_float_after_the_first_allocates_nothing)
{
  // Whole, and in parts.
  for (const auto& [batch, context] : {std::pair(1U, 16U), std::pair(8U, 64U)}) {
    Training<float> training =
        begin_training(gpt2::random_weights<float>(sizes, 3), settings_for(batch, context));
    const std::vector<Token> tokens = some_tokens();
    const tests::Allocations before = tests::allocations();
    take_step(training, std::span(tokens));
    const tests::Allocations then = tests::allocations();
    BOOST_TEST(then.matrices > before.matrices, "what is counted is what is allocated");
    BOOST_TEST(then.news > before.news);
    for (int i = 0; i < 5; ++i)
      take_step(training, std::span(tokens));
    BOOST_TEST(tests::allocations().news == then.news);
    BOOST_TEST(tests::allocations().matrices == then.matrices);
  }
}
#endif
