#include "epreuve/instruments/derivative.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

using namespace epreuve::instruments;

using epreuve::tests::says;

BOOST_AUTO_TEST_CASE(the_derivative_of_exp_is_exp_to_32_digits)
{
  for (const Reference& x : {Reference(-3), Reference(0), Reference("1.25")}) {
    const Reference slope = derivative_50([](const Reference& t) { return exp(t); }, x);
    BOOST_TEST(abs(slope / exp(x) - 1) < 1e-32);
  }
}

BOOST_AUTO_TEST_CASE(a_quadratic_has_no_error_but_rounding)
{
  const Reference slope = derivative_50([](const Reference& t) { return t * t - t; }, 5);
  BOOST_TEST(abs(slope - 9) < 1e-31);
}

BOOST_AUTO_TEST_CASE(the_jacobian_has_a_row_for_each_function_and_a_column_for_each_variable)
{
  const auto f = [](const std::vector<Reference>& x) {
    return std::vector<Reference>{x[0] * x[1], exp(x[1]), x[0] + 3 * x[2]};
  };
  const arma::mat J = jacobian_50(f, {2, -1, 7});
  const arma::mat exact{{-1, 2, 0}, {0, std::exp(-1), 0}, {1, 0, 3}};
  BOOST_TEST_REQUIRE(arma::size(J) == arma::size(exact));
  BOOST_TEST(arma::abs(J - exact).max() <= 0x1p-53);
}

BOOST_AUTO_TEST_CASE(a_function_that_is_not_finite_or_of_no_fixed_length_is_refused)
{
  using epreuve::Error;
  using Vector = std::vector<Reference>;
  const auto pole = [](const Reference& t) { return Reference(t > 2 ? 1 / Reference(0) : 1); };
  BOOST_CHECK_EXCEPTION(derivative_50(pole, 2), Error, says("derivative_50: f must be finite"));
  const auto poles = [&](const Vector& x) { return Vector{pole(x[0])}; };
  BOOST_CHECK_EXCEPTION(jacobian_50(poles, {2}), Error, says("jacobian_50: f must be finite"));
  const auto longer = [](const Vector& x) { return Vector(x[0] > 2 ? 2 : 1); };
  BOOST_CHECK_EXCEPTION(jacobian_50(longer, {2}), Error, says("same number of entries"));
  BOOST_CHECK_EXCEPTION(jacobian_50(longer, {}), Error, says("x must have an entry"));
}
