#pragma once

#include "epreuve/reference.hpp"

#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

/// Derivatives by a complex step: f(x + ih) = f(x) + i h f'(x) - h^2 f''(x) / 2 - ..., so
///
///     f'(x) = Im f(x + ih) / h    up to h^2 f''' / 6.
///
/// No nearly equal numbers are subtracted, so h may be as small as one likes: the derivative is
/// as accurate as f is. It works for every f that is written with the operations below, since its formula then defines
/// it for complex numbers too.
/// Source: Squire and Trapp, Using complex variables to estimate derivatives of real functions (1998).
namespace epreuve::instruments {

/// A complex number with parts of any real type: std::complex supports only three.
template <typename Real>
struct Complex
{
  Real re = 0, im = 0;

  friend Complex operator+(const Complex& a, const Complex& b)
  {
    return {a.re + b.re, a.im + b.im};
  }
  friend Complex operator-(const Complex& a, const Complex& b)
  {
    return {a.re - b.re, a.im - b.im};
  }
  friend Complex operator*(const Complex& a, const Complex& b)
  {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  friend Complex operator/(const Complex& a, const Complex& b)
  {
    const Real square = b.re * b.re + b.im * b.im;
    return {(a.re * b.re + a.im * b.im) / square, (a.im * b.re - a.re * b.im) / square};
  }
  friend Complex operator-(const Complex& a) { return {-a.re, -a.im}; }
  Complex& operator+=(const Complex& b) { return *this = *this + b; }

  friend Complex exp(const Complex& a)
  {
    using std::cos;
    using std::exp;
    using std::sin;
    const Real size = exp(a.re);
    return {size * cos(a.im), size * sin(a.im)};
  }
  // The principal value: real for positive numbers, and analytic around them.
  friend Complex log(const Complex& a)
  {
    using std::atan2;
    using std::log;
    return {log(a.re * a.re + a.im * a.im) / 2, atan2(a.im, a.re)};
  }
};

/// The square root of a number whose real part is positive.
template <typename Real>
Complex<Real> sqrt(const Complex<Real>& a)
{
  return exp(log(a) / Complex<Real>{2});
}

/// 1 - 2 / (e^{2a} + 1); near 0 digits cancel.
template <typename Real>
Complex<Real> tanh(const Complex<Real>& a)
{
  return Complex<Real>{1} - Complex<Real>{2} / (exp(a + a) + Complex<Real>{1});
}

/// The error function, by Arb.
Complex<Reference> erf(const Complex<Reference>& a);

/// The gradient of f at x: Im f(x + ih e_k) / h for each k.
///
/// @param f  of complex numbers, real for real ones
/// @param h  so small that h^2 is below the precision of Real
template <typename Real>
std::vector<Real>
complex_step(const std::function<Complex<Real>(const std::vector<Complex<Real>>&)>& f,
             const std::vector<Real>& x, const Real& h)
{
  std::vector<Complex<Real>> z(x.size());
  for (std::size_t k = 0; k < x.size(); ++k)
    z[k].re = x[k];
  std::vector<Real> gradient;
  for (Complex<Real>& variable : z) {
    variable.im = h;
    gradient.push_back(f(z).im / h);
    variable.im = 0;
  }
  return gradient;
}

} // namespace epreuve::instruments
