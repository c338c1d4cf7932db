#include "jet.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve;
using namespace epreuve::proofs;

namespace {

/// Whether f at x has this slope and this curvature, to 40 digits: both known by hand.
template <typename Function>
bool has(Function f, const Ball& x, const Ball& slope, const Ball& curvature)
{
  const Jet jet = f(variable(x));
  const Ball tolerance("1e-40");
  return below(absolute_value(jet.slope - slope), tolerance) &&
         below(absolute_value(jet.curvature - curvature), tolerance);
}

const Ball x("0.7");
const Ball bell = 2 / sqrt(pi()) * exp(-x * x); // erf' at x

} // namespace

BOOST_AUTO_TEST_CASE(x_has_slope_1_and_a_constant_0)
{
  BOOST_TEST(has([](const Jet& t) { return t; }, x, 1, 0));
  BOOST_TEST(has([](const Jet&) { return Jet(7); }, x, 0, 0));
}

BOOST_AUTO_TEST_CASE(sums_products_and_quotients_have_the_derivatives_of_the_schoolbook)
{
  BOOST_TEST(has([](const Jet& t) { return -(t * t) + 3 * t - 5; }, x, 3 - 2 * x, -2));
  BOOST_TEST(has([](const Jet& t) { return t * t * t; }, x, 3 * x * x, 6 * x));
  BOOST_TEST(has([](const Jet& t) { return 1 / t; }, x, -1 / (x * x), 2 / (x * x * x)));
  // t / (1 + t) = 1 - 1 / (1 + t)
  BOOST_TEST(
      has([](const Jet& t) { return t / (1 + t); }, x, 1 / power(1 + x, 2), -2 / power(1 + x, 3)));
}

BOOST_AUTO_TEST_CASE(functions_of_functions_follow_the_chain_rule)
{
  // exp(t^2)' = 2 t exp(t^2), exp(t^2)'' = (2 + 4 t^2) exp(t^2)
  BOOST_TEST(has([](const Jet& t) { return exp(t * t); }, x, 2 * x * exp(x * x),
                 (2 + 4 * x * x) * exp(x * x)));
  BOOST_TEST(has([](const Jet& t) { return erf(t); }, x, bell, -2 * x * bell));
  BOOST_TEST(has([](const Jet& t) { return erfc(2 * (t / 2)); }, x, -bell, 2 * x * bell));
}

BOOST_AUTO_TEST_CASE(tanh_has_the_derivatives_of_its_exponentials)
{
  const auto by_exponentials = [](const Jet& t) {
    return (exp(3 * t) - exp(-3 * t)) / (exp(3 * t) + exp(-3 * t));
  };
  const Jet known = by_exponentials(variable(x));
  BOOST_TEST(has([](const Jet& t) { return tanh(3 * t); }, x, known.slope, known.curvature));
}

BOOST_AUTO_TEST_CASE(derivatives_over_an_interval_contain_those_at_its_points)
{
  const auto f = [](const Jet& t) { return t * tanh(t) / (1 + exp(-t * erf(t))); };
  const Jet over = f(variable(interval(-1, 2)));
  for (int k = 0; k <= 32; ++k) {
    const Jet at = f(variable(exactly(-1 + 3.0 * k / 32)));
    BOOST_TEST((contains(over.value, at.value) && contains(over.slope, at.slope) &&
                contains(over.curvature, at.curvature)));
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_certain_about_the_slope_where_there_may_be_none)
{
  const Jet pole = 1 / variable(interval(-1, 2));
  BOOST_TEST((!negative(pole.slope) && !positive(pole.slope) && !finite(pole.slope)));
}
