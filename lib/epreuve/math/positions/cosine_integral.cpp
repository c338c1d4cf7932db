#include "epreuve/math/positions/cosine_integral.hpp"

#include "epreuve/error.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

namespace epreuve::math {
namespace {

using Extended = long double;

constexpr Extended extended_epsilon = std::numeric_limits<Extended>::epsilon();

/// gamma + ln(x) + sum_{k >= 1} (-1)^k x^{2k} / (2k (2k)!)
Extended power_series(Extended x)
{
  Extended sum = 0;
  Extended power = 1; // (-1)^k x^{2k} / (2k)!
  for (int k = 2; std::abs(power) > extended_epsilon / 8; k += 2) {
    power *= -x * x / ((k - 1) * k);
    sum += power / k;
  }
  return std::numbers::egamma_v<Extended> + std::log(x) + sum;
}

/// e^z E_1(z) = 1/(z + 1 - 1^2/(z + 3 - 2^2/(z + 5 - ...))), by Lentz's method.
std::complex<Extended> scaled_exponential_integral(std::complex<Extended> z)
{
  constexpr Extended one = 1;
  std::complex<Extended> b = z + one;
  std::complex<Extended> d = one / b;
  std::complex<Extended> one_over_c = 0;
  std::complex<Extended> fraction = d;
  std::complex<Extended> factor = 0;
  for (int k = 1; std::abs(factor - one) > extended_epsilon; ++k) {
    const Extended a = -static_cast<Extended>(k) * static_cast<Extended>(k);
    b += 2;
    d = one / (a * d + b);
    one_over_c = one / (b + a * one_over_c);
    factor = d / one_over_c;
    fraction *= factor;
  }
  return fraction;
}

} // namespace

template <typename Real>
Real cosine_integral(Real x)
{
  if (!std::isfinite(x) || x <= 0)
    throw Error("cosine_integral: x must be finite and positive, got {}", x);
  if (x <= 2)
    return static_cast<Real>(power_series(static_cast<Extended>(x)));
  const auto scaled = scaled_exponential_integral({0, static_cast<Extended>(x)});
  const auto angle = static_cast<Extended>(x);
  return static_cast<Real>(-(std::cos(angle) * scaled.real() + std::sin(angle) * scaled.imag()));
}

template float cosine_integral(float);
template double cosine_integral(double);

} // namespace epreuve::math
