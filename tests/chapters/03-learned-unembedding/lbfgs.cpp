#include "chapters/03-learned-unembedding/lbfgs.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>

using epreuve::instruments::lbfgs;
using epreuve::instruments::ValueAndGradient;
using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_minimum_of_a_quadratic_solves_its_system)
{
  const arma::mat A{{4, 1, 0}, {1, 3, -1}, {0, -1, 50}};
  const arma::vec b{1, -2, 3};
  const auto found = lbfgs(
      [&](const arma::vec& x) {
        return ValueAndGradient{arma::dot(x, A * x) / 2 - arma::dot(b, x), A * x - b};
      },
      arma::vec(3, arma::fill::zeros), 1e-12, 200);
  // f is of size 1, and as a double it does not distinguish x from points at distance 10^-8
  BOOST_TEST(arma::abs(A * found.x - b).max() == found.largest_slope);
  BOOST_TEST(arma::abs(found.x - arma::solve(A, b)).max() < 3e-8);
}

static ValueAndGradient rosenbrock(const arma::vec& x)
{
  const double across = x(1) - x(0) * x(0), along = 1 - x(0);
  return {along * along + 100 * across * across, {-2 * along - 400 * x(0) * across, 200 * across}};
}

BOOST_AUTO_TEST_CASE(the_curved_valley_is_followed_to_its_end)
{
  const auto found = lbfgs(rosenbrock, {-1.2, 1}, 1e-10, 500);
  BOOST_TEST(std::abs(found.x(0) - 1) < 1e-9);
  BOOST_TEST(std::abs(found.x(1) - 1) < 1e-9);
  BOOST_TEST(found.steps < 100U); // steepest descent takes thousands
}

BOOST_AUTO_TEST_CASE(no_step_leads_uphill_and_the_number_of_steps_is_kept)
{
  double before = rosenbrock({-1.2, 1}).value;
  for (const arma::uword most : {1, 2, 3, 5, 8, 13, 21}) {
    const auto found = lbfgs(rosenbrock, {-1.2, 1}, 1e-10, most);
    BOOST_TEST(found.steps == most);
    BOOST_TEST(found.value < before);
    before = found.value;
  }
}

BOOST_AUTO_TEST_CASE(a_start_that_is_flat_is_returned)
{
  const auto found = lbfgs(rosenbrock, {1, 1}, 1e-10, 500);
  BOOST_TEST(found.steps == 0U);
  BOOST_TEST(found.value == 0);
}

BOOST_AUTO_TEST_CASE(where_no_double_is_lower_it_stops)
{
  // |x| has no gradient of 0: near the minimum nothing is left but rounding
  const auto found = lbfgs(
      [](const arma::vec& x) { return ValueAndGradient{std::abs(x(0)), {x(0) < 0 ? -1.0 : 1.0}}; },
      {3}, 1e-12, 10'000);
  BOOST_TEST(found.steps < 10'000U);
  BOOST_TEST(found.value < 1e-6);
}

BOOST_AUTO_TEST_CASE(the_basis_does_not_matter)
{
  const double c = 0.6, s = 0.8;
  const arma::mat Q{{c, -s}, {s, c}};
  const auto turned = [&](const arma::vec& x) {
    const ValueAndGradient at = rosenbrock(Q * x);
    return ValueAndGradient{at.value, Q.t() * at.gradient};
  };
  const arma::vec start{-1.2, 1};
  const auto plain = lbfgs(rosenbrock, start, 1e-10, 20);
  const auto other = lbfgs(turned, Q.t() * start, 1e-10, 20);
  BOOST_TEST(arma::abs(Q * other.x - plain.x).max() < 1e-6);
}

BOOST_AUTO_TEST_CASE(what_is_no_start_or_no_gradient_is_refused)
{
  BOOST_CHECK_EXCEPTION(lbfgs(rosenbrock, {}, 1, 1), epreuve::Error, says("no variable"));
  const auto too_long = [](const arma::vec&) { return ValueAndGradient{0, {1, 2, 3}}; };
  BOOST_CHECK_EXCEPTION(lbfgs(too_long, {1, 2}, 1, 1), epreuve::Error,
                        says("2 variables, but a gradient of 3 entries"));
  const auto infinite = [](const arma::vec&) {
    return ValueAndGradient{std::numeric_limits<double>::infinity(), {1}};
  };
  BOOST_CHECK_EXCEPTION(lbfgs(infinite, {1}, 1, 1), epreuve::Error, says("not finite"));
}
