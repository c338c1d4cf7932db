#include "epreuve/math/gelu.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace epreuve::math {

namespace {

/// The unevaluated sum high + low, |low| a few ulp of high at most: about 100 bits.
struct Sum
{
  double high;
  double low;
};

// Each constant is the nearest double and what it misses of the real number.
constexpr Sum sqrt_half{0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55};
constexpr Sum two_sqrt_two_over_pi{0x1.9884533d43651p+0, -0x1.cbc0d30ebfd15p-54};
constexpr Sum ln_two_to_512{0x1.62e42fefa39efp+8, 0x1.abc9e3b39803fp-47};
constexpr Sum decimal_0_044715{0.044715, 0x1.441355475a31ap-59};
constexpr Sum decimal_0_8943{0.8943, 0x1.2a305532617c2p-56};
constexpr Sum decimal_1_702{1.702, 0x1.89374bc6a7efap-55};
constexpr double one_over_sqrt_two_pi = 0x1.9884533d43651p-2;

Sum product(double a, double b)
{
  const double high = a * b;
  return {high, std::fma(a, b, -high)};
}

Sum product(Sum a, double b)
{
  const Sum p = product(a.high, b);
  return {p.high, p.low + a.low * b};
}

Sum product(Sum a, Sum b)
{
  const Sum p = product(a.high, b.high);
  return {p.high, p.low + (a.high * b.low + a.low * b.high)};
}

/// Knuth's two-sum on the high parts: exact for either order of magnitude.
Sum sum(Sum a, Sum b)
{
  const double high = a.high + b.high;
  const double b_seen = high - a.high;
  const double lost = (a.high - (high - b_seen)) + (b.high - b_seen);
  return {high, lost + (a.low + b.low)};
}

Sum negated(Sum a)
{
  return {-a.high, -a.low};
}

double rounded(Sum a)
{
  return a.high + a.low;
}

/// factor * exp(v) for v < 700, to full precision even where exp(v) alone underflows: near the
/// end the exponential is taken 2^512 times too large, which is exact in v.high (both it and
/// ln 2^512 are multiples of 2^-44) and undone at the last step.
double times_exp(double factor, Sum v)
{
  if (v.high < -600) {
    const double e = std::exp(v.high + ln_two_to_512.high);
    return std::ldexp(factor * (e + e * (v.low + ln_two_to_512.low)), -512);
  }
  const double e = std::exp(v.high);
  return factor * (e + e * v.low);
}

/// factor * sigma(v).
double times_sigmoid(double factor, Sum v)
{
  if (v.high >= 0) {
    return factor / (1 + std::exp(-v.high));
  }
  return times_exp(factor / (1 + std::exp(v.high)), v);
}

/// Beyond this each function of the normal law or of a tanh form equals its limit in `double`,
/// and below it nothing overflows.
constexpr double end_of_cubic_forms = 40;
constexpr double end_of_sigmoid_form = 500;

/// Below this the continued fraction serves, above it erfc.
constexpr double start_of_tail = -6;

/// Phi(x) / f(x) = 1 / (z + 1 / (z + 2 / (z + 3 / (z + ...)))), z = -x (Laplace 1805), for z >= 6,
/// where 21 levels already leave a relative error below 2^-57.
double mills_ratio(double z)
{
  constexpr int depth = 24;
  double m = z;
  for (int k = depth; k > 0; --k) {
    m = z + k / m;
  }
  return 1 / m;
}

Sum minus_half_square(double x)
{
  const Sum square = product(x, x);
  return {-square.high / 2, -square.low / 2};
}

double density(double x)
{
  if (std::abs(x) > end_of_cubic_forms) {
    return 0;
  }
  return times_exp(one_over_sqrt_two_pi, minus_half_square(x));
}

/// erfc(t.high + t.low) by its tangent at t.high, halved.
double distribution(double x)
{
  if (std::abs(x) > end_of_cubic_forms) {
    return x > 0 ? 1 : 0;
  }
  if (x < start_of_tail) {
    return times_exp(one_over_sqrt_two_pi * mills_ratio(-x), minus_half_square(x));
  }
  const Sum t = product(sqrt_half, -x);
  const double slope = -2 * std::numbers::inv_sqrtpi * std::exp(-t.high * t.high);
  return (std::erfc(t.high) + slope * t.low) / 2;
}

double logistic(double x)
{
  return times_sigmoid(1, {x, 0});
}

double unit(double x)
{
  if (std::abs(x) > end_of_cubic_forms) {
    return x > 0 ? x : -0.0;
  }
  if (x < start_of_tail) {
    return times_exp(one_over_sqrt_two_pi * (x * mills_ratio(-x)), minus_half_square(x));
  }
  return x * distribution(x);
}

double unit_derivative(double x)
{
  if (std::abs(x) > end_of_cubic_forms) {
    return x > 0 ? 1 : -0.0;
  }
  if (x < start_of_tail) {
    return times_exp(one_over_sqrt_two_pi * (x + mills_ratio(-x)), minus_half_square(x));
  }
  return distribution(x) + x * density(x);
}

/// 2 sqrt(2 / pi) (x + 0.044715 x^3).
Sum tanh_form_argument(double x)
{
  const Sum bracket = sum({1, 0}, product(decimal_0_044715, product(x, x)));
  return product(product(two_sqrt_two_over_pi, x), bracket);
}

double tanh_form(double x)
{
  if (std::abs(x) > end_of_cubic_forms) {
    return x > 0 ? x : -0.0;
  }
  return times_sigmoid(x, tanh_form_argument(x));
}

double tanh_form_derivative(double x)
{
  if (std::abs(x) > end_of_cubic_forms) {
    return x > 0 ? 1 : -0.0;
  }
  const Sum v = tanh_form_argument(x);
  const double slope = two_sqrt_two_over_pi.high * (1 + 3 * decimal_0_044715.high * x * x);
  return times_sigmoid(1 + times_sigmoid(x * slope, negated(v)), v);
}

double printed_form(double x)
{
  if (std::abs(x) > end_of_cubic_forms) {
    return x > 0 ? x : -0.0;
  }
  const Sum cube = product(product(x, x), x);
  return times_sigmoid(x, sum(two_sqrt_two_over_pi, product(decimal_0_8943, cube)));
}

double sigmoid_form(double x)
{
  if (std::abs(x) > end_of_sigmoid_form) {
    return x > 0 ? x : -0.0;
  }
  return times_sigmoid(x, product(decimal_1_702, x));
}

double sigmoid_form_derivative(double x)
{
  if (std::abs(x) > end_of_sigmoid_form) {
    return x > 0 ? 1 : -0.0;
  }
  const Sum v = product(decimal_1_702, x);
  return times_sigmoid(1 + times_sigmoid(rounded(v), negated(v)), v);
}

template <typename Real>
Real through_double(double (*function)(double), Real x)
{
  return static_cast<Real>(function(static_cast<double>(x)));
}

} // namespace

template <std::floating_point Real>
Real normal_density(Real x)
{
  return through_double(density, x);
}

template <std::floating_point Real>
Real normal_distribution(Real x)
{
  return through_double(distribution, x);
}

template <std::floating_point Real>
Real sigmoid(Real x)
{
  return through_double(logistic, x);
}

template <std::floating_point Real>
Real relu(Real x)
{
  return x < 0 ? Real(0) : x;
}

template <std::floating_point Real>
Real gelu(Real x)
{
  return through_double(unit, x);
}

template <std::floating_point Real>
Real gelu_erf_form(Real x)
{
  return x / 2 * (1 + std::erf(x / std::numbers::sqrt2_v<Real>));
}

template <std::floating_point Real>
Real gelu_tanh(Real x)
{
  return through_double(tanh_form, x);
}

template <std::floating_point Real>
Real gelu_tanh_as_printed(Real x)
{
  return through_double(printed_form, x);
}

template <std::floating_point Real>
Real gelu_sigmoid(Real x)
{
  return through_double(sigmoid_form, x);
}

template <std::floating_point Real>
Real gelu_derivative(Real x)
{
  return through_double(unit_derivative, x);
}

template <std::floating_point Real>
Real gelu_tanh_derivative(Real x)
{
  return through_double(tanh_form_derivative, x);
}

template <std::floating_point Real>
Real gelu_sigmoid_derivative(Real x)
{
  return through_double(sigmoid_form_derivative, x);
}

#define EPREUVE_ELEMENT_BY_ELEMENT(function)                                                       \
  template <DenseArray Array>                                                                      \
  Array function(const Array& x)                                                                   \
  {                                                                                                \
    using Real = typename Array::elem_type;                                                        \
    Array y(arma::size(x), arma::fill::none);                                                      \
    std::transform(x.begin(), x.end(), y.begin(), function<Real>);                                 \
    return y;                                                                                      \
  }                                                                                                \
  template float function(float);                                                                  \
  template double function(double);                                                                \
  template arma::fvec function(const arma::fvec&);                                                 \
  template arma::vec function(const arma::vec&);                                                   \
  template arma::fmat function(const arma::fmat&);                                                 \
  template arma::mat function(const arma::mat&);

EPREUVE_ELEMENT_BY_ELEMENT(normal_density)
EPREUVE_ELEMENT_BY_ELEMENT(normal_distribution)
EPREUVE_ELEMENT_BY_ELEMENT(sigmoid)
EPREUVE_ELEMENT_BY_ELEMENT(relu)
EPREUVE_ELEMENT_BY_ELEMENT(gelu)
EPREUVE_ELEMENT_BY_ELEMENT(gelu_erf_form)
EPREUVE_ELEMENT_BY_ELEMENT(gelu_tanh)
EPREUVE_ELEMENT_BY_ELEMENT(gelu_tanh_as_printed)
EPREUVE_ELEMENT_BY_ELEMENT(gelu_sigmoid)
EPREUVE_ELEMENT_BY_ELEMENT(gelu_derivative)
EPREUVE_ELEMENT_BY_ELEMENT(gelu_tanh_derivative)
EPREUVE_ELEMENT_BY_ELEMENT(gelu_sigmoid_derivative)

#undef EPREUVE_ELEMENT_BY_ELEMENT

} // namespace epreuve::math
