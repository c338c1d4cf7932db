#include "chapters/10-attention/complex_step.hpp"

#include "epreuve/instruments/reference.hpp"

#include <boost/test/unit_test.hpp>

#include <complex>

using namespace epreuve::instruments;

BOOST_AUTO_TEST_CASE(a_complex_number_is_computed_with_as_that_of_the_standard_library)
{
  const Complex<double> a{1.5, -2}, b{-0.25, 3};
  const std::complex<double> p(1.5, -2), q(-0.25, 3);
  const auto same = [](const Complex<double>& z, const std::complex<double>& w) {
    return std::abs(std::complex(z.re, z.im) - w) < 1e-15 * (1 + std::abs(w));
  };
  BOOST_TEST(same(a + b, p + q));
  BOOST_TEST(same(a - b, p - q));
  BOOST_TEST(same(a * b, p * q));
  BOOST_TEST(same(a / b, p / q));
  BOOST_TEST(same(exp(a), std::exp(p)));
}

BOOST_AUTO_TEST_CASE(the_derivative_by_a_complex_step_is_as_right_as_the_function)
{
  using C = Complex<Reference>;
  const auto f = [](const std::vector<C>& z) { return exp(z[0] * z[1]) / z[1]; };
  const std::vector<Reference> slopes =
      complex_step<Reference>(f, {Reference("0.5"), 3}, Reference("1e-40"));
  BOOST_TEST_REQUIRE(slopes.size() == 2U);
  const Reference e = exp(Reference("1.5"));
  BOOST_TEST(abs(slopes[0] - e) < 1e-47);
  BOOST_TEST(abs(slopes[1] - (e / 6 - e / 9)) < 1e-47);
}
