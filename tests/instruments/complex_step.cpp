#include "epreuve/instruments/complex_step.hpp"

#include "epreuve/instruments/reference.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <complex>
#include <vector>

using namespace epreuve::instruments;
using epreuve::pi_50;

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
  BOOST_TEST(same(log(a), std::log(p)));
  BOOST_TEST(same(sqrt(a), std::sqrt(p)));
  BOOST_TEST(same(tanh(a), std::tanh(p)));
  BOOST_TEST(same(-b, -q));
}

BOOST_AUTO_TEST_CASE(the_error_function_of_complex_numbers_is_the_sum_of_its_series)
{
  // 2 / sqrt(pi) sum (-1)^k z^(2k + 1) / (k! (2k + 1))
  using C = Complex<Reference>;
  const C z{Reference("0.75"), Reference("-0.5")};
  C sum{}, power = z;
  Reference factorial = 1;
  for (int k = 0; k < 60; ++k) {
    sum += power / C{(k % 2 == 0 ? 1 : -1) * factorial * (2 * k + 1), 0};
    power = power * z * z;
    factorial *= k + 1;
  }
  const C erf_z = erf(z), right = sum * C{2 / sqrt(pi_50()), 0};
  BOOST_TEST(abs(erf_z.re - right.re) < 1e-48);
  BOOST_TEST(abs(erf_z.im - right.im) < 1e-48);
}

BOOST_AUTO_TEST_CASE(a_part_far_smaller_than_the_other_has_all_its_digits)
{
  using C = Complex<Reference>;
  const Reference h("1e-30"), x("0.75");
  // erf' = 2 / sqrt(pi) exp(-x^2)
  const Reference slope = 2 / sqrt(pi_50()) * exp(-(x * x));
  BOOST_TEST(abs(erf(C{x, h}).im / h - slope) < 1e-48);
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
