#include "epreuve/instruments/derivative.hpp"
#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

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

BOOST_AUTO_TEST_CASE(a_pole_is_refused_with_its_place)
{
  const auto pole = [](const Reference& t) { return Reference(t > 2 ? 1 / Reference(0) : 1); };
  BOOST_CHECK_EXCEPTION(derivative_50(pole, 2), epreuve::Error, says("finite around x = 2"));
}
