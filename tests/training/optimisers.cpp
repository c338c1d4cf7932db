// Optimisers, compared with their formulas in long double, one component at a time, and with what must hold of them.

#include "epreuve/training/optimisers.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <tuple>
#include <vector>

using namespace epreuve::training;

namespace {

using Reals = std::tuple<float, double>;

/// Normal numbers, of a length that no vector divides.
template <typename Real>
std::vector<Real> draw(std::uint64_t seed, std::size_t count = 1001)
{
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> normal;
  std::vector<Real> values(count);
  std::ranges::generate(values, [&] { return static_cast<Real>(normal(generator)); });
  return values;
}

/// The largest |a - b| / (|b| + 1), in units of Real's rounding.
template <typename Real, typename Other>
double worst_units(const std::vector<Real>& a, const std::vector<Other>& b)
{
  long double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto expected = static_cast<long double>(b[i]);
    worst = std::max(worst, std::abs(static_cast<long double>(a[i]) - expected) /
                                (std::abs(expected) + 1));
  }
  return static_cast<double>(worst /
                             static_cast<long double>(std::numeric_limits<Real>::epsilon()));
}

/// What AdamW's first step adds to parameters 0.
template <typename Real>
std::vector<Real> first_step(std::vector<Real> g, double epsilon, double factor = 1)
{
  std::vector<Real> w(g.size()), m(g.size()), v(g.size());
  adamw(std::span(w), m, v, g, {.epsilon = epsilon}, 0.25, 0.5, 1, factor);
  return w;
}

} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(gradient_descent_subtracts_the_gradient_times_the_rate, Real, Reals)
{
  std::vector<Real> w{1, 2, -3};
  gradient_descent(std::span(w), std::vector<Real>{4, -2, 0}, 0.25);
  BOOST_TEST(w == (std::vector<Real>{0, 2.5, -3}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(under_a_constant_gradient_momentum_sums_a_geometric_series, Real,
                              Reals)
{
  std::vector<Real> w{0}, u{0};
  for (int step = 0; step < 4; ++step)
    momentum(std::span(w), u, std::vector<Real>{1}, 0.5, 0.5);
  BOOST_TEST(u[0] == Real(1.875)); // 1 + 1/2 + 1/4 + 1/8
  BOOST_TEST(w[0] == Real(-0.5 * (1 + 1.5 + 1.75 + 1.875)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(adamw_is_its_formula_over_many_steps, Real, Reals)
{
  constexpr std::size_t count = 100'003; // several threads' pieces
  constexpr long double rate = 0.0625L, decay = 0.25L, factor = 0.5L, beta1 = 0.875L,
                        beta2 = 0.96875L, epsilon = 0.0078125L;
  std::vector<Real> w = draw<Real>(1, count), m(count), v(count);
  std::vector<long double> exact(w.begin(), w.end()), mean(count), mean_of_squares(count);
  long double power1 = 1, power2 = 1;
  for (std::uint64_t t = 1; t <= 20; ++t) {
    const std::vector<Real> g = draw<Real>(100 + t, count);
    adamw(std::span(w), m, v, g,
          {static_cast<double>(beta1), static_cast<double>(beta2), static_cast<double>(epsilon)},
          static_cast<double>(rate), static_cast<double>(decay), t, static_cast<double>(factor));
    power1 *= beta1;
    power2 *= beta2;
    for (std::size_t i = 0; i < count; ++i) {
      const long double clipped = factor * static_cast<long double>(g[i]);
      mean[i] = beta1 * mean[i] + (1 - beta1) * clipped;
      mean_of_squares[i] = beta2 * mean_of_squares[i] + (1 - beta2) * clipped * clipped;
      const long double before = exact[i];
      exact[i] = before - rate * (mean[i] / (1 - power1) /
                                      (std::sqrt(mean_of_squares[i] / (1 - power2)) + epsilon) +
                                  decay * before);
    }
  }
  // Some five roundings of numbers around 1 in each of 20 steps, weighted with the rate, and one of w itself.
  BOOST_TEST(worst_units(w, exact) < 20);
  BOOST_TEST(worst_units(m, mean) < 20);
  BOOST_TEST(worst_units(v, mean_of_squares) < 40);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_first_step_of_adam_is_the_gradient_over_its_magnitude, Real,
                              Reals)
{
  const std::vector<Real> g = draw<Real>(2);
  const double epsilon = 0.0078125;
  std::vector<long double> expected;
  for (const Real component : g) {
    const auto x = static_cast<long double>(component);
    expected.push_back(-0.25L * x / (std::abs(x) + static_cast<long double>(epsilon)));
  }
  BOOST_TEST(worst_units(first_step(g, epsilon), expected) < 2);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(without_epsilon_the_scale_of_the_gradient_is_nothing_to_adam, Real,
                              Reals)
{
  const std::vector<Real> g = draw<Real>(3);
  std::vector<Real> larger = g, thousandfold = g;
  for (std::size_t i = 0; i < g.size(); ++i) {
    larger[i] *= 1024;
    thousandfold[i] *= 1000;
  }
  // A power of two rounds nothing, another factor each number once or twice.
  BOOST_TEST(first_step(larger, 0) == first_step(g, 0), boost::test_tools::per_element());
  BOOST_TEST(worst_units(first_step(thousandfold, 0), first_step(g, 0)) < 2);
  BOOST_TEST(first_step(g, 0, 1024) == first_step(larger, 0), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(epsilon_takes_from_a_step_its_ratio_to_the_gradient)
{
  // 1 / (|g| + epsilon) = 1 / |g| - epsilon / g^2 + ..., and the next term has the other sign.
  const double epsilon = 1e-4;
  const std::vector<double> g = draw<double>(4), with = first_step(g, epsilon),
                            without = first_step(g, 0);
  for (std::size_t i = 0; i < g.size(); ++i) {
    const double lost = (without[i] - with[i]) / without[i], first_order = epsilon / std::abs(g[i]);
    BOOST_TEST(lost <= first_order * (1 + 1e-9) + 1e-15);
    BOOST_TEST(lost >= first_order * (1 - first_order) - 1e-15);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(decay_is_apart_from_the_gradient, Real, Reals)
{
  std::vector<Real> w{8}, m{0}, v{0};
  adamw(std::span(w), m, v, std::vector<Real>{0}, {}, 0.25, 0.5, 1);
  BOOST_TEST(w[0] == Real(7));
  BOOST_TEST(m[0] == Real(0));
  BOOST_TEST(v[0] == Real(0));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_norm_is_that_of_all_components, Real, Reals)
{
  BOOST_TEST(norm(std::span<const Real>{}) == 0);
  const std::vector<Real> two{3, -4};
  BOOST_TEST(norm(std::span<const Real>(two)) == 5);
  // Whose squares no float holds; more than two threads' pieces.
  const std::vector<Real> many(123'457, Real(1e30F));
  BOOST_TEST(norm(std::span<const Real>(many)) == static_cast<double>(1e30F) * std::sqrt(123'457.0),
             boost::test_tools::tolerance(1e-13));
}

BOOST_AUTO_TEST_CASE(a_clipped_gradient_has_the_norm_that_is_asked_for_unless_it_is_shorter)
{
  std::vector<double> g = draw<double>(5);
  const double before = norm(std::span<const double>(g));
  for (const double c : {0.1, 1.0, 7.0}) {
    const double factor = clipping_factor(before, c);
    std::vector<double> clipped = g;
    for (double& component : clipped)
      component *= factor;
    BOOST_TEST(norm(std::span<const double>(clipped)) == c, boost::test_tools::tolerance(1e-14));
  }
  BOOST_TEST(clipping_factor(before, before) == 1);
  BOOST_TEST(clipping_factor(before, 2 * before) == 1);
  BOOST_TEST(clipping_factor(before, 0) == 1);
  BOOST_TEST(clipping_factor(0, 1) == 1);
}

BOOST_AUTO_TEST_CASE(a_schedule_warms_up_to_the_rate_and_ends_at_the_final_one)
{
  const Schedule schedule{.rate = 0.5, .final_rate = 0.125, .warm_up = 4, .steps = 105};
  BOOST_TEST(learning_rate(schedule, 0) == 0.1);
  BOOST_TEST(learning_rate(schedule, 3) == 0.4);
  BOOST_TEST(learning_rate(schedule, 4) == 0.5);
  BOOST_TEST(learning_rate(schedule, 54) == 0.3125,
             boost::test_tools::tolerance(1e-15)); // half-way
  BOOST_TEST(learning_rate(schedule, 104) == 0.125);
  BOOST_TEST(learning_rate(schedule, 105) == 0.125);
  for (std::uint64_t step = 4; step < 104; ++step)
    BOOST_TEST(learning_rate(schedule, step + 1) < learning_rate(schedule, step));
}

BOOST_AUTO_TEST_CASE(without_a_warm_up_the_first_step_has_the_full_rate)
{
  BOOST_TEST(learning_rate({.rate = 0.3, .final_rate = 0.1, .warm_up = 0, .steps = 10}, 0) == 0.3);
  const Schedule constant{.rate = 0.3, .final_rate = 0.3, .warm_up = 0, .steps = 10};
  for (std::uint64_t step = 0; step < 12; ++step)
    BOOST_TEST(learning_rate(constant, step) == 0.3);
}
