#include "chapters/14-residual-stream/linear_stack.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/estimate.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <functional>

using namespace epreuve::instruments;
using namespace epreuve::evidence;

static Estimate estimate(const LinearStack& stack, const std::function<double(const arma::mat&)>& f)
{
  arma::arma_rng::set_seed(7);
  arma::vec sample(60000);
  sample.imbue([&] { return f(random_product(stack)); });
  return mean_of(sample);
}

static bool is_mean(const LinearStack& stack, const std::function<double(const arma::mat&)>& f,
                    double expected)
{
  const Estimate seen = estimate(stack, f);
  return std::abs(seen.value - expected) < half_width(seen, 1 - 1e-6) &&
         half_width(seen, 1 - 1e-6) < 0.15 * expected;
}

BOOST_AUTO_TEST_CASE(drawn_products_have_the_expected_moments)
{
  for (const bool residual : {false, true}) {
    const LinearStack stack{3, 2, 0.5, residual};
    const StackMoments m = expected_moments(stack);
    BOOST_TEST(is_mean(stack, [](auto& J) { return arma::accu(J % J); }, m.squares));
    BOOST_TEST(is_mean(stack, [](auto& J) { return J(1, 1) * J(1, 1); }, m.diagonal));
    BOOST_TEST(
        is_mean(stack, [](auto& J) { return std::pow(arma::accu(J % J), 2); }, m.trace_squared));
    BOOST_TEST(is_mean(
        stack,
        [](auto& J) {
          const arma::mat B = J.t() * J;
          return arma::accu(B % B);
        },
        m.square_traces));
  }
}

BOOST_AUTO_TEST_CASE(squares_grow_by_a_factor_per_layer)
{
  BOOST_TEST(expected_moments({8, 5, 0.5, false}).squares == 8 * std::pow(0.5, 5));
  BOOST_TEST(expected_moments({8, 5, 0.5, true}).squares == 8 * std::pow(1.5, 5));
}

BOOST_AUTO_TEST_CASE(without_layers_or_variance_nothing_is_changed)
{
  BOOST_TEST(expected_moments({6, 0, 1, false}).directions() == 6);
  BOOST_TEST(expected_moments({6, 9, 0, true}).directions() == 6);
  BOOST_TEST(arma::approx_equal(random_product({6, 9, 0, true}), arma::eye(6, 6), "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(a_plain_stack_ends_with_one_direction)
{
  // By hand: with q = ((n - 1)/(n + 2))^L it is (n + 2 + 2 (n - 1) q) / (n + 2 - (n - 1) q).
  const double n = 6, q = std::pow(5. / 8, 4);
  BOOST_TEST(expected_moments({6, 4, 1, false}).directions() ==
                 (n + 2 + 2 * (n - 1) * q) / (n + 2 - (n - 1) * q),
             boost::test_tools::tolerance(1e-13));
  BOOST_TEST(expected_moments({6, 400, 1, false}).directions() == 1,
             boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(sizes_outside_the_domain_are_refused)
{
  BOOST_CHECK_THROW(random_product({0, 1, 1, true}), epreuve::Error);
  BOOST_CHECK_THROW(expected_moments({2, 1, -1, true}), epreuve::Error);
}
