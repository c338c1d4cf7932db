#include "epreuve/instruments/differences.hpp"

#include "epreuve/error.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(the_difference_of_a_quadratic_is_its_derivative)
{
  BOOST_TEST(central_difference([](double x) { return 3 * x * x + x; }, 2, 0x1p-10) == 13);
}

BOOST_AUTO_TEST_CASE(every_entry_of_the_gradient_of_a_quadratic_form_is_exact)
{
  const arma::mat A{{1, 2, 3}, {-4, 5, 6}}, x{{1, 0, -2}, {3, 1, 1}};
  const auto half_square = [&](const arma::mat& y) { return arma::accu(A % y % y) / 2; };
  const arma::mat gradient = gradient_by_differences(half_square, x, 0x1p-10);
  BOOST_TEST(arma::approx_equal(gradient, A % x, "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(a_step_of_length_zero_is_refused)
{
  const auto f = [](double x) { return x; };
  BOOST_CHECK_EXCEPTION(central_difference(f, 1, 0), epreuve::Error,
                        epreuve::tests::says("must be positive, got 0"));
}
