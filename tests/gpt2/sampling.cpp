#include "epreuve/gpt2/sampling.hpp"

#include "support/errors.hpp"

#include "epreuve/math/softmax.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

using namespace epreuve::gpt2;
using epreuve::Error;
using epreuve::tests::says;

namespace {

const arma::vec logits{1, 3, 2, 3, -1};

void check_close(const arma::vec& p, const arma::vec& expected)
{
  BOOST_REQUIRE_EQUAL(p.n_elem, expected.n_elem);
  BOOST_TEST(arma::abs(p - expected).max() < 1e-15);
}

} // namespace

BOOST_AUTO_TEST_CASE(without_settings_it_is_the_softmax)
{
  check_close(sampling_distribution(logits, {}, {}), epreuve::math::softmax(logits));
}

BOOST_AUTO_TEST_CASE(temperature_divides_the_logits_and_zero_is_the_first_of_the_largest)
{
  check_close(sampling_distribution(logits, {}, {.temperature = 0.5}),
              epreuve::math::softmax(arma::vec(2 * logits)));
  check_close(sampling_distribution(logits, {}, {.temperature = 0}), {0, 1, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(top_k_keeps_k_tokens_the_earlier_of_equal_ones)
{
  check_close(sampling_distribution(logits, {}, {.top_k = 1}), {0, 1, 0, 0, 0});
  const double e = std::exp(-1.0);
  check_close(sampling_distribution(logits, {}, {.top_k = 3}), arma::vec{0, 1, e, 1, 0} / (2 + e));
  check_close(sampling_distribution(logits, {}, {.top_k = 50}), epreuve::math::softmax(logits));
}

BOOST_AUTO_TEST_CASE(top_p_keeps_the_fewest_tokens_that_reach_p)
{
  const arma::vec x = arma::log(arma::vec{0.5, 0.25, 0.125, 0.125});
  check_close(sampling_distribution(x, {}, {.top_p = 0.45}), {1, 0, 0, 0});
  check_close(sampling_distribution(x, {}, {.top_p = 0.7}), {2.0 / 3, 1.0 / 3, 0, 0});
  check_close(sampling_distribution(x, {}, {.top_p = 0.8}), {4.0 / 7, 2.0 / 7, 1.0 / 7, 0});
  check_close(sampling_distribution(x, {}, {.top_p = 1e-300}), {1, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(the_repetition_penalty_lowers_a_token_once_whatever_its_sign)
{
  const arma::vec penalised{1, 1.5, 2, 3, -2};
  check_close(sampling_distribution(logits, {1, 4, 1, 1}, {.repetition_penalty = 2}),
              epreuve::math::softmax(penalised));
}

BOOST_AUTO_TEST_CASE(settings_apply_in_the_stated_order)
{
  // The penalty takes token 1 out of the two most probable; then the temperature applies to these.
  const double a = std::exp(3.0 / 4), b = std::exp(2.0 / 4);
  check_close(
      sampling_distribution(logits, {1}, {.repetition_penalty = 3, .temperature = 4, .top_k = 2}),
      arma::vec{0, 0, b, a, 0} / (a + b));
}

BOOST_AUTO_TEST_CASE(settings_out_of_their_domain_are_named)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto distribution = [](const Sampling& sampling) {
    sampling_distribution(logits, {}, sampling);
  };
  BOOST_CHECK_EXCEPTION(distribution({.temperature = -1}), Error, says("temperature"));
  BOOST_CHECK_EXCEPTION(distribution({.temperature = nan}), Error, says("temperature"));
  BOOST_CHECK_EXCEPTION(distribution({.top_p = 0}), Error, says("top-p"));
  BOOST_CHECK_EXCEPTION(distribution({.top_p = 1.1}), Error, says("top-p"));
  for (const double penalty : {0., 1e-320, 1e300, nan})
    BOOST_CHECK_EXCEPTION(distribution({.repetition_penalty = penalty}), Error,
                          says("the repetition penalty must be from 0.01 to 100"));
  BOOST_CHECK_EXCEPTION(Sampler({.temperature = nan}, 1), Error, says("temperature"));
}

BOOST_AUTO_TEST_CASE(draws_follow_the_distribution)
{
  Sampler sampler({}, 2024);
  const arma::vec p = epreuve::math::softmax(logits);
  constexpr int draws = 20000;
  arma::vec count(p.n_elem);
  for (int i = 0; i < draws; ++i)
    count(sampler.draw(logits, {})) += 1;
  // Each count is binomial: five standard deviations.
  for (arma::uword i = 0; i < p.n_elem; ++i)
    BOOST_TEST(std::abs(count(i) - draws * p(i)) < 5 * std::sqrt(draws * p(i) * (1 - p(i))));
}

BOOST_AUTO_TEST_CASE(the_same_seed_draws_the_same_and_another_does_not)
{
  const auto text = [](std::uint64_t seed) {
    Sampler sampler({}, seed);
    std::vector<Token> tokens;
    for (int i = 0; i < 50; ++i)
      tokens.push_back(sampler.draw(logits, tokens));
    return tokens;
  };
  BOOST_TEST(text(1) == text(1), boost::test_tools::per_element());
  BOOST_TEST((text(1) != text(2)));
}

BOOST_AUTO_TEST_CASE(an_excluded_token_is_never_drawn)
{
  Sampler sampler({.top_k = 2}, 3);
  for (int i = 0; i < 1000; ++i) {
    const Token token = sampler.draw(logits, {});
    BOOST_TEST((token == 1 || token == 3));
  }
}
