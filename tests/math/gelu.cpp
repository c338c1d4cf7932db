#include "epreuve/math/gelu.hpp"

#include "epreuve/instruments/accuracy.hpp"
#include "epreuve/instruments/activations.hpp"
#include "epreuve/instruments/extrema.hpp"

#include <armadillo>
#include <boost/math/constants/constants.hpp>
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <functional>
#include <ios>
#include <limits>
#include <ostream>
#include <random>
#include <tuple>
#include <type_traits>
#include <vector>

using namespace epreuve::instruments;
using namespace epreuve::math;

namespace {

const Reference pi = epreuve::pi_50();
const Reference sqrt_two_over_pi = sqrt(2 / pi);

/// At |x| = 1000 every function here is at its limit to far more than 50 digits' worth of either
/// format; beyond, exponents need not be taken.
bool at_the_limit(const Reference& x)
{
  return abs(x) > 1000;
}

Reference exact_density(const Reference& x)
{
  return at_the_limit(x) ? Reference(0) : density_50(x);
}

Reference exact_distribution(const Reference& x)
{
  if (at_the_limit(x)) {
    return x > 0 ? 1 : 0;
  }
  return distribution_50(x);
}

/// From the definition of tanh by exponentials, not from that of sigma.
Reference exact_half_of_one_plus_tanh(const Reference& u)
{
  if (at_the_limit(u)) {
    return u > 0 ? 1 : 0;
  }
  return exp(u) / (exp(u) + exp(-u));
}

Reference exact_sigmoid(const Reference& x)
{
  return at_the_limit(x) ? Reference(x > 0 ? 1 : 0) : sigmoid_50(x);
}

Reference exact_gelu(const Reference& x)
{
  return x * exact_distribution(x);
}

Reference exact_gelu_tanh(const Reference& x)
{
  return x *
         exact_half_of_one_plus_tanh(sqrt_two_over_pi * (x + Reference("0.044715") * x * x * x));
}

Reference exact_gelu_tanh_as_printed(const Reference& x)
{
  return x * exact_half_of_one_plus_tanh(sqrt_two_over_pi + Reference("0.44715") * x * x * x);
}

Reference exact_gelu_sigmoid(const Reference& x)
{
  return x * exact_sigmoid(Reference("1.702") * x);
}

/// The derivative by a central difference: its error, h^2 f''' / 6 and 1e-50 / h, is below 1e-20
/// relatively, and it knows nothing of the formulas under test.
template <typename Function>
Reference exact_derivative(Function f, const Reference& x)
{
  if (at_the_limit(x)) {
    return x > 0 ? 1 : 0;
  }
  const Reference h("1e-14");
  return (f(x + h) - f(x - h)) / (2 * h);
}

/// Arguments of each kind: any bit pattern, where the function changes, its last stretch before
/// underflow, and by name the edges of the format and of the implementation's pieces.
template <typename Real>
std::vector<Real> arguments(double reach)
{
  using Limits = std::numeric_limits<Real>;
  std::vector<Real> x{0,
                      Limits::denorm_min(),
                      3 * Limits::denorm_min(),
                      Limits::min(),
                      Limits::epsilon(),
                      Limits::max()};
  for (const Real edge : {Real(6), Real(38.5), Real(40), Real(500)}) {
    x.insert(x.end(), {edge, std::nextafter(edge, Real(0)), std::nextafter(edge, 2 * edge)});
  }
  for (std::size_t i = x.size(); i-- > 0;) {
    x.push_back(-x[i]);
  }

  std::mt19937_64 generator(20160627);
  std::uniform_real_distribution<double> uniform(-1, 1);
  using Bits = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;
  for (int i = 0; i < 250; ++i) {
    const Real any = std::bit_cast<Real>(static_cast<Bits>(generator()));
    if (std::isfinite(any)) {
      x.push_back(any);
    }
    x.push_back(static_cast<Real>(5 * uniform(generator)));
    x.push_back(static_cast<Real>(-reach * std::abs(uniform(generator))));
    x.push_back(static_cast<Real>(-reach * (1 - 0.03 * std::abs(uniform(generator)))));
  }
  return x;
}

template <typename Real>
struct Worst
{
  double error = 0;
  Real location = 0;
};

template <typename Real>
std::ostream& operator<<(std::ostream& out, const Worst<Real>& worst)
{
  return out << worst.error << " ulp at " << std::hexfloat << worst.location;
}

template <typename Real, typename Computed, typename Exact>
Worst<Real> worst_ulp(const Computed& computed, const Exact& exact, double reach)
{
  Worst<Real> worst;
  for (const Real x : arguments<Real>(reach)) {
    const double error = ulp_error(computed(x), exact(Reference(x)));
    if (!(error <= worst.error)) {
      worst = {error, x};
    }
  }
  return worst;
}

/// In `float` the result is a `double` good to 32 ulp, rounded: half an ulp and 32 * 2^-29.
constexpr double float_bound = 0.501;

#define CHECK_ACCURACY(function, exact, reach, double_bound)                                       \
  const auto in_double = worst_ulp<double>(function<double>, exact, reach);                        \
  const auto in_float = worst_ulp<float>(function<float>, exact, reach);                           \
  BOOST_TEST(in_double.error <= (double_bound), in_double);                                        \
  BOOST_TEST(in_float.error <= float_bound, in_float);

/// The zero of an increasing or decreasing function in [lo, hi], by bisection to 25 digits.
Reference zero(const std::function<Reference(const Reference&)>& f, Reference lo, Reference hi)
{
  const bool rises = f(lo) < 0;
  BOOST_REQUIRE((f(hi) < 0) != rises);
  while (hi - lo > Reference("1e-25")) {
    const Reference middle = (lo + hi) / 2;
    ((f(middle) < 0) == rises ? lo : hi) = middle;
  }
  return lo;
}

/// Around the derivatives' zero at -0.75 no bound in ulp can hold: there the `double` result is
/// within 2^-51, the `float` one half an ulp further.
template <std::floating_point Real, typename Exact>
void check_derivative(Real (*computed)(Real), const Exact& exact, double reach)
{
  constexpr bool is_double = std::is_same_v<Real, double>;
  std::vector<Real> all = arguments<Real>(reach);
  for (Real x = Real(-0.75115) + Real(2e-5); x > Real(-0.7525); x -= Real(1e-5)) {
    all.push_back(x);
  }
  const auto root = static_cast<Real>(zero(exact, Reference(-1), Reference("-0.5")));
  all.insert(all.end(), {root, std::nextafter(root, Real(0)), std::nextafter(root, Real(-1))});

  Worst<Real> outside;
  for (const Real x : all) {
    const Reference expected = exact(Reference(x));
    if (Real(-1.5) < x && x < Real(-0.5)) {
      const Reference rounding = is_double ? Reference(0) : Reference(ulp<Real>(expected) / 2);
      const Reference error = abs(Reference(computed(x)) - expected);
      BOOST_TEST(error <= ldexp(Reference(1), -51) + rounding);
    } else if (const double error = ulp_error(computed(x), expected); !(error <= outside.error)) {
      outside = {error, x};
    }
  }
  BOOST_TEST(outside.error <= (is_double ? 32 : float_bound), outside);
}

/// Compares the largest value of |difference| over R, found by maximize in `double`, with the
/// stationary point that 50-digit arithmetic finds in [lo, hi]: equal to six significant digits,
/// that is to less than half a unit of the seventh. Beyond 12 every difference here is below 1e-7.
template <typename Computed, typename Exact>
void check_largest(const Computed& difference, const Exact& exact, double scan_lo, double scan_hi,
                   const char* lo, const char* hi)
{
  const auto slope = [&](const Reference& x) { return exact_derivative(exact, x); };
  const Reference location = zero(slope, Reference(lo), Reference(hi));
  const Reference value = abs(exact(location));
  const auto found = maximize([&](double x) { return std::abs(difference(x)); }, scan_lo, scan_hi);
  BOOST_TEST(std::abs(found.location / static_cast<double>(location) - 1) < 5e-7);
  BOOST_TEST(std::abs(found.value / static_cast<double>(value) - 1) < 5e-7);
}

} // namespace

BOOST_AUTO_TEST_CASE(density_is_accurate_down_to_underflow)
{
  CHECK_ACCURACY(normal_density, exact_density, 38.6, 4);
}

BOOST_AUTO_TEST_CASE(distribution_is_accurate_down_to_underflow)
{
  CHECK_ACCURACY(normal_distribution, exact_distribution, 38.5, 9);
}

BOOST_AUTO_TEST_CASE(sigmoid_is_accurate_for_both_signs)
{
  CHECK_ACCURACY(sigmoid, exact_sigmoid, 745, 5);
}

BOOST_AUTO_TEST_CASE(gelu_is_accurate_down_to_underflow)
{
  CHECK_ACCURACY(gelu, exact_gelu, 38.6, 10);
}

BOOST_AUTO_TEST_CASE(gelu_tanh_is_accurate_down_to_underflow)
{
  CHECK_ACCURACY(gelu_tanh, exact_gelu_tanh, 21.2, 6);
}

BOOST_AUTO_TEST_CASE(gelu_tanh_as_printed_is_the_printed_formula)
{
  CHECK_ACCURACY(gelu_tanh_as_printed, exact_gelu_tanh_as_printed, 9.5, 6);
}

BOOST_AUTO_TEST_CASE(gelu_sigmoid_is_accurate_down_to_underflow)
{
  CHECK_ACCURACY(gelu_sigmoid, exact_gelu_sigmoid, 441, 6);
}

BOOST_AUTO_TEST_CASE(gelu_derivative_is_the_slope_of_gelu)
{
  const auto exact = [](const Reference& x) { return exact_derivative(exact_gelu, x); };
  check_derivative<double>(gelu_derivative, exact, 38.6);
  check_derivative<float>(gelu_derivative, exact, 14.5);
}

BOOST_AUTO_TEST_CASE(gelu_tanh_derivative_is_the_slope_of_gelu_tanh)
{
  const auto exact = [](const Reference& x) { return exact_derivative(exact_gelu_tanh, x); };
  check_derivative<double>(gelu_tanh_derivative, exact, 21.2);
  check_derivative<float>(gelu_tanh_derivative, exact, 10.5);
}

BOOST_AUTO_TEST_CASE(gelu_sigmoid_derivative_is_the_slope_of_gelu_sigmoid)
{
  const auto exact = [](const Reference& x) { return exact_derivative(exact_gelu_sigmoid, x); };
  check_derivative<double>(gelu_sigmoid_derivative, exact, 441);
  check_derivative<float>(gelu_sigmoid_derivative, exact, 64);
}

BOOST_AUTO_TEST_CASE(every_derivative_at_zero_is_one_half)
{
  BOOST_TEST(gelu_derivative(0.0) == 0.5);
  BOOST_TEST(gelu_tanh_derivative(0.0) == 0.5);
  BOOST_TEST(gelu_sigmoid_derivative(0.0) == 0.5);
  BOOST_TEST(gelu_derivative(-0.0F) == 0.5F);
}

BOOST_AUTO_TEST_CASE(gelu_erf_form_agrees_with_gelu_for_positive_arguments)
{
  // erf, the sum, the product and x / sqrt 2 (its error halved at least) round: 4 ulp, gelu 10.
  for (double x = 0.001; x < 40; x *= 1.1) {
    BOOST_TEST(ulp_error(gelu_erf_form(x), Reference(gelu(x))) <= 14);
  }
}

BOOST_AUTO_TEST_CASE(gelu_erf_form_loses_every_digit_in_the_negative_tail)
{
  BOOST_TEST(gelu_erf_form(-9.0) == 0);
  BOOST_TEST(gelu_erf_form(-6.0F) == 0);
  BOOST_TEST(gelu(-9.0) < 0);
  // erf(-5 / sqrt 2) rounds to a multiple of 2^-53, which is 2^20 ulp of 1 + erf = 5.7e-7.
  BOOST_TEST(ulp_error(gelu_erf_form(-5.0), exact_gelu(-5)) > 65536);
  BOOST_TEST(std::isnan(gelu_erf_form(-std::numeric_limits<double>::infinity())));
}

BOOST_AUTO_TEST_CASE(gelu_falls_to_its_minimum_and_rises_after_it)
{
  const Reference minimum =
      zero([](const Reference& x) { return exact_derivative(exact_gelu, x); }, Reference(-1), 0);
  constexpr double step = 1.0 / 64;
  for (double x = -38.5; x + step < minimum; x += step) {
    BOOST_TEST(gelu(x) > gelu(x + step));
  }
  for (double x = -0.75; x < 40; x += step) {
    BOOST_TEST(gelu(x) < gelu(x + step));
  }
}

BOOST_AUTO_TEST_CASE(the_minimum_of_gelu_is_the_largest_distance_to_relu)
{
  check_largest([](double x) { return gelu(x) - relu(x); }, exact_gelu, -12, 0, "-1", "-0.5");
  const auto positive_side = maximize([](double x) { return relu(x) - gelu(x); }, 0, 12);
  const auto negative_side = maximize([](double x) { return -gelu(x); }, -12, 0);
  BOOST_TEST(std::abs(positive_side.value - negative_side.value) < 1e-15);
}

BOOST_AUTO_TEST_CASE(the_largest_error_of_the_tanh_form_is_found_to_six_digits)
{
  check_largest([](double x) { return gelu_tanh(x) - gelu(x); },
                [](const Reference& x) { return exact_gelu_tanh(x) - exact_gelu(x); }, 0, 12, "2",
                "3");
}

BOOST_AUTO_TEST_CASE(the_largest_error_of_the_sigmoid_form_is_found_to_six_digits)
{
  check_largest([](double x) { return gelu_sigmoid(x) - gelu(x); },
                [](const Reference& x) { return exact_gelu_sigmoid(x) - exact_gelu(x); }, 0, 12,
                "2", "2.5");
}

BOOST_AUTO_TEST_CASE(the_largest_error_of_the_printed_tanh_form_is_found_to_six_digits)
{
  check_largest([](double x) { return gelu_tanh_as_printed(x) - gelu(x); },
                [](const Reference& x) { return exact_gelu_tanh_as_printed(x) - exact_gelu(x); },
                -12, 12, "-1.5", "-0.7");
}

BOOST_AUTO_TEST_CASE(the_part_above_the_diagonal_mirrors_the_part_below_the_axis)
{
  // x Phi(x) + x Phi(-x) = x, likewise for sigma of any odd function. For x >= 0 the sum of both
  // errors is at most 10 ulp of a number <= x, the difference rounds once more.
  const auto mirrors = [](double (*function)(double)) {
    return rc::check("f(x) - f(-x) = x", [function] {
      const double significand = *rc::gen::inRange(1, 1 << 30);
      const double x = std::ldexp(significand, *rc::gen::inRange(-60, -20));
      RC_ASSERT(ulp_error(function(x) - function(-x), Reference(x)) <= 21);
    });
  };
  BOOST_TEST(mirrors(gelu<double>));
  BOOST_TEST(mirrors(gelu_tanh<double>));
  BOOST_TEST(mirrors(gelu_sigmoid<double>));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(infinities_give_the_limits_and_nan_stays_nan, Real,
                              decltype(std::tuple<float, double>()))
{
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
  const auto is_minus_zero = [](Real y) { return y == 0 && std::signbit(y); };
  for (Real (*unit)(Real) :
       {gelu<Real>, gelu_tanh<Real>, gelu_tanh_as_printed<Real>, gelu_sigmoid<Real>}) {
    BOOST_TEST(unit(infinity) == infinity);
    BOOST_TEST(is_minus_zero(unit(-infinity)));
    BOOST_TEST(is_minus_zero(unit(-0.0)));
    BOOST_TEST(std::isnan(unit(nan)));
  }
  for (Real (*slope)(Real) :
       {gelu_derivative<Real>, gelu_tanh_derivative<Real>, gelu_sigmoid_derivative<Real>}) {
    BOOST_TEST(slope(infinity) == 1);
    BOOST_TEST(is_minus_zero(slope(-infinity)));
    BOOST_TEST(std::isnan(slope(nan)));
  }
  for (Real (*distribution)(Real) : {normal_distribution<Real>, sigmoid<Real>}) {
    BOOST_TEST(distribution(infinity) == 1);
    BOOST_TEST(distribution(-infinity) == 0);
    BOOST_TEST(std::isnan(distribution(nan)));
  }
  BOOST_TEST(normal_density(infinity) == 0);
  BOOST_TEST(normal_density(-infinity) == 0);
  BOOST_TEST(std::isnan(normal_density(nan)));
  BOOST_TEST(relu(infinity) == infinity);
  BOOST_TEST(relu(-infinity) == 0);
  BOOST_TEST(std::isnan(relu(nan)));
}

BOOST_AUTO_TEST_CASE(relu_keeps_what_is_positive)
{
  BOOST_TEST(relu(2.5) == 2.5);
  BOOST_TEST(relu(-2.5F) == 0.0F);
  BOOST_TEST(relu(0.0) == 0.0);
  BOOST_TEST(relu(std::numeric_limits<double>::denorm_min()) > 0);
}

BOOST_AUTO_TEST_CASE(vectors_and_matrices_are_mapped_element_by_element_in_their_shape)
{
  const arma::fmat x{{-3, -1, 0}, {0.5F, 1, 20}};
  const arma::fmat y = gelu_tanh(x);
  BOOST_TEST(y.n_rows == 2);
  BOOST_TEST(y.n_cols == 3);
  for (arma::uword i = 0; i < x.n_elem; ++i) {
    BOOST_TEST(y(i) == gelu_tanh(x(i)));
  }
  const arma::vec column{-2, 0, 2};
  BOOST_TEST(gelu_derivative(column)(2) == gelu_derivative(2.0));
  BOOST_TEST(relu(column)(0) == 0);
  BOOST_TEST(gelu(arma::mat(0, 4)).n_cols == 4);
  BOOST_TEST(gelu(arma::vec()).empty());
}
