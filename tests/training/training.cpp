// Steps of a training: what a batch in parts gives, and what a loop of steps takes from the heap.

#include "epreuve/training/training.hpp"

#include "support/allocations.hpp"

#include "epreuve/error.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
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

} // namespace

// 5 texts in 4 parts, of which one has two; 1 text, and few tokens: no parts.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_batch_in_parts_has_the_gradient_of_the_whole, Real, Reals)
{
  for (const auto& [batch, context, parts] :
       {std::tuple(8U, 64U, 4U), std::tuple(5U, 64U, 4U), std::tuple(3U, 64U, 3U),
        std::tuple(5U, 30U, 2U), std::tuple(1U, 64U, 0U), std::tuple(5U, 20U, 0U)}) {
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
